//! What a player says, at the terminal and in a chat: the verbs, and what may be left out of them.
//!
//! This room only reads; whether an intent is lawful is for the rules to say.

mod haleakala;
mod hawaii;

use crate::{Fill, Phrasebook, Tell, Words, typed};
use lanai_ai::Appraise;
use lanai_rules::{Rules, Seat, Viewer};

/// So many names are offered to whoever mistypes one.
const LIKE: usize = 3;

/// A game of which people can speak.
pub trait Spoken: Appraise + Tell {
    /// How to settle what comes with an action: what a line says besides.
    type Details: Copy + Default;

    /// All verbs that the game knows.
    const VERBS: &'static [&'static str];

    /// The name of the sentence that tells what can be said.
    const HELP: &'static str;

    /// Reads a verb and the words after it.
    fn read(
        names: &Words,
        verb: &str,
        words: Vec<&str>,
        view: &Self::View,
    ) -> Result<Intent<Self>, Unclear>;

    /// What the details, or good sense, say about the next step; nothing if the player has to be asked.
    fn follow_up(view: &Self::View, details: Self::Details) -> Option<Self::Action>;

    /// Whether something is to be decided on which what a line says besides has to wait.
    fn asks(view: &Self::View) -> bool;

    /// Whether what a line says besides was heeded in what happened.
    fn heeded(details: Self::Details, events: &[Self::Event]) -> bool;
}

/// What was said.
pub enum Request<G: Spoken> {
    Act(Intent<G>),
    /// Look at the board.
    Board,
    /// Look at what everybody has.
    Players,
    /// Everything that can be done now.
    Options,
    /// Take the last step back.
    Undo,
    Help,
    /// Leave the table.
    Quit,
    /// An empty line.
    Nothing,
}

/// An action, and how to settle what comes with it.
pub struct Intent<G: Spoken> {
    /// What to do at once.
    pub first: G::Action,
    /// How to settle what comes with it.
    pub details: G::Details,
}

/// What was not understood.
#[derive(Clone, PartialEq, Debug)]
pub enum Unclear {
    /// No such verb.
    Unknown(String),
    /// It could be several things.
    Which(String, Vec<String>),
    /// Nothing of that name.
    NoneSuch(String),
    /// Nothing of that name, and which names are most like it.
    Unlike(String, Vec<String>),
    /// Something is missing: how to say it.
    Needs(&'static str),
    /// No choice of this number.
    NoChoice(usize),
    /// A number that nothing here has.
    NoSuchNumber(String),
    /// Only at a place can anything be bought.
    WalkFirst,
}

/// Why an intent was not carried out.
pub enum NotDone<G: Rules> {
    /// The rules forbid a step of it, in the game as it stood then.
    Refused(G::Refusal, Box<G>),
    /// It is lawful, but what was said besides has no part in it.
    NotHeeded,
    /// It is lawful, but something has to be decided first, in the game as it would stand then, and nothing was said of it.
    Asks(Box<G>),
}

impl<G: Spoken> NotDone<G> {
    /// Why an intent was not carried out, as a sentence for whoever sits here.
    pub fn explain(&self, phrasebook: &Phrasebook<'_, G>, seat: Seat) -> String {
        match self {
            NotDone::Refused(refusal, game) => {
                // Whoever has a whole turn before them is asked nothing in particular.
                let turn = phrasebook.words.say("play-turn", &[]);
                let asked = G::question(phrasebook, &game.view(Viewer::Seat(seat)))
                    .filter(|it| *it != turn);
                match asked.filter(|_| G::has_to_wait(refusal)) {
                    Some(it) => phrasebook
                        .words
                        .say("refusal-answer-first", &[("question", it.into())]),
                    None => G::refusal(phrasebook, refusal),
                }
            }
            NotDone::NotHeeded => phrasebook.words.say("play-not-heeded", &[]),
            NotDone::Asks(game) => {
                let open = game.legal_actions();
                let view = game.view(Viewer::Seat(seat));
                let list: Vec<_> = open
                    .iter()
                    .map(|action| G::action(phrasebook, &view, action))
                    .collect();
                phrasebook
                    .words
                    .say("play-asks-first", &[("list", list.join("; ").into())])
            }
        }
    }
}

/// All actions of an intent, if all of it is lawful: what it leaves open is settled as players would, cheapest first.
pub fn carry_out<G: Spoken>(
    game: &G,
    seat: Seat,
    intent: &Intent<G>,
) -> Result<Vec<G::Action>, NotDone<G>> {
    let mut game = game.clone();
    let mut actions = Vec::new();
    let mut events = Vec::new();
    let mut next = Some(intent.first);
    while let Some(action) = next {
        if let Err(refusal) = game.play(action, &mut events) {
            return Err(NotDone::Refused(refusal, Box::new(game)));
        }
        actions.push(action);
        next = G::follow_up(&game.view(Viewer::Seat(seat)), intent.details);
    }
    if G::heeded(intent.details, &events) {
        return Ok(actions);
    }
    let asks = G::asks(&game.view(Viewer::Seat(seat)));
    Err(if asks {
        NotDone::Asks(Box::new(game))
    } else {
        NotDone::NotHeeded
    })
}

impl Unclear {
    /// What was not understood, as a sentence.
    pub fn explain(&self, words: &Words) -> String {
        match self {
            Unclear::Unknown(word) => words.say("play-unknown", &[("word", word.into())]),
            Unclear::Which(word, names) => {
                let fill = [
                    ("word", Fill::from(word)),
                    ("list", names.join(", ").into()),
                ];
                words.say("play-which", &fill)
            }
            Unclear::NoneSuch(word) => words.say("play-none-such", &[("word", word.into())]),
            Unclear::Unlike(word, like) => {
                let fill = [("word", Fill::from(word)), ("list", like.join(", ").into())];
                words.say("play-unlike", &fill)
            }
            Unclear::Needs(usage) => words.say("play-needs", &[("usage", (*usage).into())]),
            Unclear::NoSuchNumber(word) => {
                words.say("play-no-such-number", &[("word", word.into())])
            }
            Unclear::WalkFirst => words.say("play-walk-first", &[]),
            Unclear::NoChoice(number) => {
                words.say("play-no-choice", &[("number", (*number).into())])
            }
        }
    }
}

/// Reads a line.
pub fn read<G: Spoken>(
    names: &Words,
    line: &str,
    view: &G::View,
    legal: &[G::Action],
) -> Result<Request<G>, Unclear> {
    let line = line.trim().trim_start_matches('/').to_lowercase();
    let mut words = line.split_whitespace();
    let Some(verb) = words.next() else {
        return Ok(Request::Nothing);
    };
    let words: Vec<&str> = words.collect();
    let look = match verb {
        "choose" => {
            let first = read_choice(&words, legal)?;
            return Ok(Request::Act(Intent {
                first,
                details: G::Details::default(),
            }));
        }
        "board" => Request::Board,
        "players" | "realms" | "realm" => Request::Players,
        "options" => Request::Options,
        "undo" => Request::Undo,
        "help" => Request::Help,
        "quit" | "exit" => Request::Quit,
        _ => return G::read(names, verb, words, view).map(Request::Act),
    };
    nothing_more(&words)?;
    Ok(look)
}

/// A line that says more than is understood is not carried out at all.
fn nothing_more(words: &[&str]) -> Result<(), Unclear> {
    words
        .first()
        .map_or(Ok(()), |word| Err(Unclear::NoneSuch((*word).to_owned())))
}

fn read_choice<A: Copy>(words: &[&str], legal: &[A]) -> Result<A, Unclear> {
    let (number, rest) = words.split_first().ok_or(Unclear::Needs("choose N"))?;
    nothing_more(rest)?;
    let number: usize = number
        .parse()
        .map_err(|_| Unclear::NoneSuch((*number).to_owned()))?;
    number
        .checked_sub(1)
        .and_then(|at| legal.get(at))
        .copied()
        .ok_or(Unclear::NoChoice(number))
}

fn number<T>(
    words: &[&str],
    usage: &'static str,
    find: impl Fn(u8) -> Option<T>,
) -> Result<T, Unclear> {
    let (word, rest) = words.split_first().ok_or(Unclear::Needs(usage))?;
    nothing_more(rest)?;
    let number: usize = word
        .parse()
        .map_err(|_| Unclear::NoneSuch((*word).to_owned()))?;
    u8::try_from(number)
        .ok()
        .and_then(find)
        .ok_or_else(|| Unclear::NoSuchNumber((*word).to_owned()))
}

/// The words, without those that only make a sentence of them.
fn without<'a>(words: &[&'a str], fillers: &[&str]) -> Vec<&'a str> {
    words
        .iter()
        .filter(|word| !fillers.contains(word))
        .copied()
        .collect()
}

/// The words before this one; all of them if it is not among them.
fn before<'a, 'b>(words: &'b [&'a str], end: &str) -> &'b [&'a str] {
    words.split(|word| *word == end).next().unwrap_or_default()
}

/// Things by the names of commands, and by those that they have in somebody's language.
fn named<T: Copy>(
    things: impl IntoIterator<Item = T>,
    key: impl Fn(T) -> String,
    name: impl Fn(T) -> String,
) -> Vec<(String, T)> {
    let both = |thing| [(key(thing), thing), (typed(&name(thing)), thing)];
    things.into_iter().flat_map(both).collect()
}

/// The one thing whose name is, begins with, or holds the words.
fn find<T: Copy + PartialEq, N: AsRef<str>>(words: &str, things: &[(N, T)]) -> Result<T, Unclear> {
    let close = [
        |name: &str, words: &str| name == words,
        |name: &str, words: &str| name.starts_with(words),
        |name: &str, words: &str| name.contains(words),
    ];
    for matches in close {
        let mut found: Vec<&(N, T)> = Vec::new();
        for thing in things
            .iter()
            .filter(|(name, _)| matches(name.as_ref(), words))
        {
            if !found.iter().any(|known| known.1 == thing.1) {
                found.push(thing);
            }
        }
        match found.as_slice() {
            [] => {}
            [one] => return Ok(one.1),
            many => {
                let names = many
                    .iter()
                    .map(|(name, _)| name.as_ref().to_owned())
                    .collect();
                return Err(Unclear::Which(words.to_owned(), names));
            }
        }
    }
    Err(Unclear::Unlike(words.to_owned(), most_like(words, things)))
}

/// The names of some things that are most like the words, one name of each thing.
fn most_like<T: PartialEq, N: AsRef<str>>(words: &str, things: &[(N, T)]) -> Vec<String> {
    let mut near: Vec<(usize, &(N, T))> = things
        .iter()
        .map(|it| (strsim::damerau_levenshtein(it.0.as_ref(), words), it))
        .collect();
    near.sort_by_key(|(distance, _)| *distance);
    let mut like: Vec<&(N, T)> = Vec::new();
    for (_, thing) in near {
        if like.len() < LIKE && !like.iter().any(|known| known.1 == thing.1) {
            like.push(thing);
        }
    }
    like.iter()
        .map(|(name, _)| name.as_ref().to_owned())
        .collect()
}
