//! Reads what players type, at a terminal and in Discord: verbs, and what may be left out.
//!
//! Whether an intent is legal is decided by the rules.

mod haleakala;
mod hawaii;

use crate::{Fill, Phrasebook, Tell, Words, typed};
use lanai_ai::Appraise;
use lanai_rules::{Rules, Seat, Viewer};

/// The number of similar names that are suggested.
const LIKE: usize = 3;

/// A game with commands that players type.
pub trait Spoken: Appraise + Tell {
    /// How to decide what follows the action: how to pay, and in which village to build.
    type Details: Copy + Default;

    const VERBS: &'static [&'static str];

    /// The name of the help sentence.
    const HELP: &'static str;

    fn read(
        names: &Words,
        verb: &str,
        words: Vec<&str>,
        view: &Self::View,
    ) -> Result<Intent<Self>, Unclear>;

    /// Returns the next action by the details or by common sense; `None` if the player has to be
    /// asked.
    fn follow_up(view: &Self::View, details: Self::Details) -> Option<Self::Action>;

    /// Returns whether an open decision comes before the details.
    fn asks(view: &Self::View) -> bool;

    /// Returns whether the events used the details.
    fn heeded(details: Self::Details, events: &[Self::Event]) -> bool;
}

/// A line that was understood.
pub enum Request<G: Spoken> {
    Act(Intent<G>),
    Board,
    Players,
    /// Show all legal actions.
    Options,
    Undo,
    Help,
    Quit,
    Nothing,
}

/// An action, with details for the decisions that follow.
pub struct Intent<G: Spoken> {
    pub first: G::Action,
    pub details: G::Details,
}

/// Why a line was not understood.
#[derive(Clone, PartialEq, Debug)]
pub enum Unclear {
    /// An unknown verb.
    Unknown(String),
    /// The word matches several names.
    Which(String, Vec<String>),
    /// An unknown name.
    NoneSuch(String),
    /// An unknown name, with similar ones.
    Unlike(String, Vec<String>),
    /// Something is missing: the usage.
    Needs(&'static str),
    /// There is no choice of this number.
    NoChoice(usize),
    NoSuchNumber(String),
    /// Buying requires a place.
    WalkFirst,
}

/// Why an intent was not carried out.
pub enum NotDone<G: Rules> {
    /// A step of it is illegal in this state of the game.
    Refused(G::Refusal, Box<G>),
    /// It is legal, but the details have no use.
    NotHeeded,
    /// It is legal, but something has to be decided first that the line did not mention.
    Asks(Box<G>),
}

impl<G: Spoken> NotDone<G> {
    /// Returns why an intent was not carried out, as a sentence for a seat.
    pub fn explain(&self, phrasebook: &Phrasebook<'_, G>, seat: Seat) -> String {
        match self {
            NotDone::Refused(refusal, game) => {
                // A player with a whole turn to choose has no particular question to answer.
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

/// Returns all actions of an intent if all are legal. Open decisions are made as players would, the
/// cheapest first.
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

/// Rejects a line with more words than are understood.
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

/// Drops filler words.
fn without<'a>(words: &[&'a str], fillers: &[&str]) -> Vec<&'a str> {
    words
        .iter()
        .filter(|word| !fillers.contains(word))
        .copied()
        .collect()
}

/// Returns the words before `end`, or all if it is missing.
fn before<'a, 'b>(words: &'b [&'a str], end: &str) -> &'b [&'a str] {
    words.split(|word| *word == end).next().unwrap_or_default()
}

/// Pairs things with their names in commands and in the player's language.
fn named<T: Copy>(
    things: impl IntoIterator<Item = T>,
    key: impl Fn(T) -> String,
    name: impl Fn(T) -> String,
) -> Vec<(String, T)> {
    let both = |thing| [(key(thing), thing), (typed(&name(thing)), thing)];
    things.into_iter().flat_map(both).collect()
}

/// Finds the one thing whose name equals, begins with, or contains the words.
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

/// Returns the most similar names, one for each thing.
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
