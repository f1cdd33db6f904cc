//! Parses the commands that players type, at a terminal and in Discord: verbs, and details that may
//! be left out.
//!
//! This module does not decide whether an intent is legal; the rules do.

mod haleakala;
mod hawaii;

use crate::{Fill, Phrasebook, Tell, Words, typed_name};
use crate::{Key, key};
use lanai_ai::Evaluate;
use lanai_rules::haleakala::pieces::Disc;
use lanai_rules::{Rules, Seat, Viewer};

/// The maximum number of similar names that are suggested for an unknown one.
const MAX_SUGGESTIONS: usize = 3;

/// A game with commands that players type.
pub trait TypedGame: Evaluate + Tell {
    /// The player's answers, given in advance, to decisions that follow the action: in Hawaii, the
    /// payment and the village to build in.
    type Details: Copy + Default;

    const VERBS: &'static [&'static str];

    /// The key of the sentence that `help` shows.
    const HELP_KEY: Key;

    fn parse_command(
        names: &Words,
        verb: &str,
        words: Vec<&str>,
        view: &Self::View,
    ) -> Result<Intent<Self>, InputError>;

    /// Returns the next action, taken from the details or chosen as any player would, or `None` if
    /// the player has to decide.
    fn follow_up(view: &Self::View, details: Self::Details) -> Option<Self::Action>;

    /// Returns whether a decision is open that must be made before the details apply.
    fn has_open_decision(view: &Self::View) -> bool;

    /// Returns whether the events show that all details were used.
    fn has_used_details(details: Self::Details, events: &[Self::Event]) -> bool;
}

/// The meaning of a line that a player typed.
pub enum Request<G: TypedGame> {
    Act(Intent<G>),
    Board,
    Players,
    /// Show all legal actions.
    Options,
    /// Suggest a turn.
    Hint,
    /// Show the rules in brief, or one topic.
    Rules(Option<String>),
    Undo,
    Help,
    Quit,
    Nothing,
}

/// An action, with the details that answer the decisions after it.
pub struct Intent<G: TypedGame> {
    pub first: G::Action,
    pub details: G::Details,
}

/// The reason why a line was not understood.
#[derive(Clone, PartialEq, Debug)]
pub enum InputError {
    /// The line begins with this unknown verb.
    UnknownVerb(String),
    /// The word matches several names, which are listed.
    Ambiguous(String, Vec<String>),
    /// The word has no meaning in this command.
    UnknownWord(String),
    /// No name matches the words; the second field lists similar names.
    UnknownName(String, Vec<String>),
    /// Words are missing; the field shows the command with all its words.
    MissingWords(&'static str),
    /// The disc is to be placed on a beach, which is missing.
    MissingBeach(Disc),
    /// There is no choice with this number.
    NoChoice(usize),
    NoSuchNumber(String),
    NoSuchDisc(String),
    /// The player tried to buy before moving to a place.
    WalkFirst,
}

/// The reason why an intent was not carried out.
pub enum IntentError<G: Rules> {
    /// One of its actions is illegal; the game is in the state in which it was refused.
    Refused(G::Refusal, Box<G>),
    /// The action is legal, but the details apply to nothing that followed it.
    DetailsUnused,
    /// The action is legal, but the player first has to make a decision that the line did not
    /// mention; the game is in the state of that decision.
    NeedsDecision(Box<G>),
}

impl<G: TypedGame> IntentError<G> {
    /// Explains in a sentence for a seat why an intent was not carried out.
    pub fn explain(&self, phrasebook: &Phrasebook<'_, G>, seat: Seat) -> String {
        match self {
            IntentError::Refused(refusal, game) => {
                // A player whose whole turn is open has no particular question to answer first.
                let turn = phrasebook.words.say(key::PLAY_TURN, &[]);
                let question = G::open_question(phrasebook, &game.view(Viewer::Seat(seat)))
                    .filter(|candidate| *candidate != turn);
                match question.filter(|_| G::has_to_wait(refusal)) {
                    Some(candidate) => phrasebook
                        .words
                        .say(key::REFUSAL_ANSWER_FIRST, &[("question", candidate.into())]),
                    None => G::explain_refusal(phrasebook, refusal),
                }
            }
            IntentError::DetailsUnused => phrasebook.words.say(key::PLAY_NOT_HEEDED, &[]),
            IntentError::NeedsDecision(game) => {
                let open = game.legal_actions();
                let view = game.view(Viewer::Seat(seat));
                let list: Vec<_> = open
                    .iter()
                    .map(|action| G::describe_action(phrasebook, &view, action))
                    .collect();
                phrasebook
                    .words
                    .say(key::PLAY_ASKS_FIRST, &[("list", list.join("; ").into())])
            }
        }
    }
}

/// Returns all actions of an intent if all are legal. Decisions that the details leave open are
/// made as most players would, with the cheapest choice.
pub fn resolve_intent<G: TypedGame>(
    game: &G,
    seat: Seat,
    intent: &Intent<G>,
) -> Result<Vec<G::Action>, IntentError<G>> {
    let mut game = game.clone();
    let mut actions = Vec::new();
    let mut events = Vec::new();
    let mut next = Some(intent.first);
    while let Some(action) = next {
        if let Err(refusal) = game.play(action, &mut events) {
            return Err(IntentError::Refused(refusal, Box::new(game)));
        }
        actions.push(action);
        next = G::follow_up(&game.view(Viewer::Seat(seat)), intent.details);
    }
    if G::has_used_details(intent.details, &events) {
        return Ok(actions);
    }
    let asks = G::has_open_decision(&game.view(Viewer::Seat(seat)));
    Err(if asks {
        IntentError::NeedsDecision(Box::new(game))
    } else {
        IntentError::DetailsUnused
    })
}

impl InputError {
    pub fn explain(&self, words: &Words) -> String {
        match self {
            InputError::UnknownVerb(word) => words.say(key::PLAY_UNKNOWN, &[("word", word.into())]),
            InputError::Ambiguous(word, names) => {
                let fill = [
                    ("word", Fill::from(word)),
                    ("list", names.join(", ").into()),
                ];
                words.say(key::PLAY_WHICH, &fill)
            }
            InputError::UnknownWord(word) => {
                words.say(key::PLAY_NONE_SUCH, &[("word", word.into())])
            }
            InputError::UnknownName(word, suggestions) => {
                let fill = [
                    ("word", Fill::from(word)),
                    ("list", suggestions.join(", ").into()),
                ];
                words.say(key::PLAY_UNLIKE, &fill)
            }
            InputError::MissingWords(usage) => {
                words.say(key::PLAY_NEEDS, &[("usage", (*usage).into())])
            }
            InputError::MissingBeach(disc) => {
                let usage = format!("place {} BEACH", disc.number());
                words.say(key::PLAY_NEEDS, &[("usage", usage.into())])
            }
            InputError::NoSuchNumber(word) => {
                words.say(key::PLAY_NO_SUCH_NUMBER, &[("word", word.into())])
            }
            InputError::NoSuchDisc(word) => {
                let fill = [("word", word.into()), ("last", Disc::all().count().into())];
                words.say(key::PLAY_NO_SUCH_DISC, &fill)
            }
            InputError::WalkFirst => words.say(key::PLAY_WALK_FIRST, &[]),
            InputError::NoChoice(number) => {
                words.say(key::PLAY_NO_CHOICE, &[("number", (*number).into())])
            }
        }
    }
}

/// Parses a line that a player typed; `names` has the names of pieces in the player's language.
pub fn parse_line<G: TypedGame>(
    names: &Words,
    line: &str,
    view: &G::View,
    legal: &[G::Action],
) -> Result<Request<G>, InputError> {
    let line = line.trim().trim_start_matches('/').to_lowercase();
    let mut words = line.split_whitespace();
    let Some(verb) = words.next() else {
        return Ok(Request::Nothing);
    };
    let words: Vec<&str> = words.collect();
    let request = match verb {
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
        "hint" => Request::Hint,
        "rules" => {
            let topic = (!words.is_empty()).then(|| words.join(" "));
            return Ok(Request::Rules(topic));
        }
        "undo" => Request::Undo,
        "help" | "?" => Request::Help,
        "quit" | "exit" => Request::Quit,
        _ => return G::parse_command(names, verb, words, view).map(Request::Act),
    };
    expect_end(&words)?;
    Ok(request)
}

/// Rejects a line that has words left after its command.
fn expect_end(words: &[&str]) -> Result<(), InputError> {
    words.first().map_or(Ok(()), |word| {
        Err(InputError::UnknownWord((*word).to_owned()))
    })
}

fn read_choice<A: Copy>(words: &[&str], legal: &[A]) -> Result<A, InputError> {
    let (number, rest) = words
        .split_first()
        .ok_or(InputError::MissingWords("choose N"))?;
    expect_end(rest)?;
    let number: usize = number
        .parse()
        .map_err(|_| InputError::UnknownWord((*number).to_owned()))?;
    number
        .checked_sub(1)
        .and_then(|at| legal.get(at))
        .copied()
        .ok_or(InputError::NoChoice(number))
}

fn read_number<T>(
    words: &[&str],
    usage: &'static str,
    find: impl Fn(u8) -> Option<T>,
) -> Result<T, InputError> {
    let (word, rest) = words.split_first().ok_or(InputError::MissingWords(usage))?;
    expect_end(rest)?;
    let number: usize = word
        .parse()
        .map_err(|_| InputError::UnknownWord((*word).to_owned()))?;
    u8::try_from(number)
        .ok()
        .and_then(find)
        .ok_or_else(|| InputError::NoSuchNumber((*word).to_owned()))
}

/// Returns the words without the given filler words.
fn drop_fillers<'a>(words: &[&'a str], fillers: &[&str]) -> Vec<&'a str> {
    words
        .iter()
        .filter(|word| !fillers.contains(word))
        .copied()
        .collect()
}

/// Returns the words before the word `end`, or all words if `end` is not among them.
fn words_before<'a, 'b>(words: &'b [&'a str], end: &str) -> &'b [&'a str] {
    words.split(|word| *word == end).next().unwrap_or_default()
}

/// Pairs each thing with its name in commands, and again with its name in the player's language.
fn pair_with_names<T: Copy>(
    things: impl IntoIterator<Item = T>,
    key: impl Fn(T) -> String,
    name: impl Fn(T) -> String,
) -> Vec<(String, T)> {
    let mut pairs = Vec::new();
    for thing in things {
        pairs.push((key(thing), thing));
        pairs.push((typed_name(&name(thing)), thing));
    }
    pairs
}

/// Finds the one thing whose name equals, or else begins with, or else contains the words.
fn find_by_name<T: Copy + PartialEq, N: AsRef<str>>(
    words: &str,
    things: &[(N, T)],
) -> Result<T, InputError> {
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
                return Err(InputError::Ambiguous(words.to_owned(), names));
            }
        }
    }
    Err(InputError::UnknownName(
        words.to_owned(),
        similar_names(words, things),
    ))
}

/// Returns the names most similar to the words, one for each thing, at most [`MAX_SUGGESTIONS`].
fn similar_names<T: PartialEq, N: AsRef<str>>(words: &str, things: &[(N, T)]) -> Vec<String> {
    let mut candidates: Vec<(usize, &(N, T))> = things
        .iter()
        .map(|candidate| {
            (
                strsim::damerau_levenshtein(candidate.0.as_ref(), words),
                candidate,
            )
        })
        .collect();
    candidates.sort_by_key(|(distance, _)| *distance);
    let mut suggestions: Vec<&(N, T)> = Vec::new();
    for (_, thing) in candidates {
        if suggestions.len() < MAX_SUGGESTIONS
            && !suggestions.iter().any(|known| known.1 == thing.1)
        {
            suggestions.push(thing);
        }
    }
    suggestions
        .iter()
        .map(|(name, _)| name.as_ref().to_owned())
        .collect()
}
