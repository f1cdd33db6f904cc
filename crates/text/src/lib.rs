//! Words: events, refusals and views as sentences. Everything a player reads comes from `assets/words`, so a
//! further language is a file there. This room sees views, never a state.

mod brief;
mod flaws;
pub mod haleakala;
pub mod hawaii;
pub mod input;
mod language;
mod pieces;
mod refused;
mod topics;
mod typed;

pub use brief::{ScoreSheet, TellBriefly};
pub use flaws::WordsFlaw;
pub use language::{Dictionary, text_of};
pub use pieces::{is_piece, unmarked, width, with_marks};
pub use topics::{Figures, TellRules};

use std::sync::Arc;

/// What is filled into a sentence: words, or a number with the plurals of the language.
pub use fluent_bundle::FluentValue as Fill;
use fluent_bundle::{FluentArgs, FluentResource, concurrent::FluentBundle};
use unic_langid::LanguageIdentifier;

use lanai_ai::Appraise;
use lanai_rules::{Rules, Seat, Standings};

/// One language.
#[derive(Clone)]
pub struct Words {
    tag: Arc<str>,
    bundle: Arc<FluentBundle<FluentResource>>,
    /// What is said where a sentence is missing.
    beneath: Option<Arc<Words>>,
    /// Whether pieces have a mark before their words.
    marks: bool,
}

/// Why there are no words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoWords {
    /// The file is not Fluent, or two of its sentences have the same name.
    #[error("the words of {tag} cannot be read: {why}")]
    Unreadable {
        tag: String,
        /// What is wrong with it.
        why: String,
    },
    /// A file of words that was put beside the program cannot be used.
    #[error("{file}: {why}; lanai words {file} shows all that is wrong with it")]
    Flawed {
        file: String,
        /// The first thing that is wrong.
        why: String,
    },
    /// A folder or a file of words cannot be read.
    #[error("{file}: {why}")]
    Unreachable {
        file: String,
        /// What the system says.
        why: String,
    },
    /// No language is called like the file.
    #[error("{0} is not the tag of a language, such as de or pt-BR")]
    NoLanguage(String),
}

/// A name as it is typed: in small letters, with a dash between its words. Signs between them are none.
pub fn typed(name: &str) -> String {
    let name = name.to_lowercase();
    let all: Vec<&str> = name.split_whitespace().collect();
    let words: Vec<&str> = all
        .iter()
        .copied()
        .filter(|word| word.contains(char::is_alphanumeric))
        .collect();
    if words.is_empty() {
        all.join("-")
    } else {
        words.join("-")
    }
}

impl Words {
    /// The words of a file, with the plurals of the language that its tag names.
    pub fn read(tag: &str, text: &str) -> Result<Words, NoWords> {
        let why = |why| NoWords::Unreadable {
            tag: tag.to_owned(),
            why,
        };
        let resource = FluentResource::try_new(text.to_owned())
            .map_err(|(_, errors)| why(join(errors.iter().map(ToString::to_string))))?;
        let language: LanguageIdentifier = tag
            .parse()
            .map_err(|_| NoWords::NoLanguage(tag.to_owned()))?;
        let mut bundle = FluentBundle::new_concurrent(vec![language]);
        // Marks around what is filled in confuse terminals and alt texts; our names are safe without.
        bundle.set_use_isolating(false);
        bundle
            .add_resource(resource)
            .map_err(|errors| why(join(errors.iter().map(ToString::to_string))))?;
        Ok(Words {
            tag: tag.into(),
            bundle: Arc::new(bundle),
            beneath: None,
            marks: false,
        })
    }

    /// What the world calls the language.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// The same, with a mark before each piece that is named: for sentences in which pictures may stand, see [`with_marks`].
    pub fn with_pieces(&self) -> Words {
        Words {
            marks: true,
            ..self.clone()
        }
    }

    /// What is said of a piece, after its mark.
    fn of_piece(&self, piece: &str, said: String) -> String {
        match pieces::mark(piece).filter(|_| self.marks) {
            Some(mark) => format!("{mark} {said}"),
            None => said,
        }
    }

    /// Whether there is a sentence of this name.
    pub fn knows(&self, name: &str) -> bool {
        self.bundle.has_message(name)
            || self.beneath.as_ref().is_some_and(|words| words.knows(name))
    }

    /// The sentence of this name. A name that no file has is said as it is: a test looks for such.
    pub fn say(&self, name: &str, fill: &[(&str, Fill<'_>)]) -> String {
        let pattern = self
            .bundle
            .get_message(name)
            .and_then(|message| message.value());
        let Some(pattern) = pattern else {
            return self
                .beneath
                .as_ref()
                .map_or_else(|| format!("[{name}]"), |words| words.say(name, fill));
        };
        let args: FluentArgs<'_> = fill.iter().cloned().collect();
        self.bundle
            .format_pattern(pattern, Some(&args), &mut Vec::new())
            .into_owned()
    }

    /// What somebody is called whose name is not kept any more.
    pub fn nobody(&self) -> String {
        self.say("somebody", &[])
    }

    /// A figure with so many digits behind its decimal mark.
    pub fn decimal(&self, figure: f64, digits: usize) -> String {
        format!("{figure:.digits$}").replace('.', &self.say("decimal-mark", &[]))
    }

    /// The description of a picture, of these sentences: as many as it has room for, and where the rest is told.
    pub fn in_short(&self, sentences: impl IntoIterator<Item = String>, rest: &str) -> String {
        in_short(sentences, &self.say(rest, &[]))
    }

    /// A list as people say it: a, b and c.
    pub fn list(&self, items: &[String]) -> String {
        self.joined(items, "list-comma", "list-and")
    }

    /// The same of what may be: a, b or c.
    pub fn either(&self, items: &[String]) -> String {
        self.joined(items, "list-comma", "list-or")
    }

    /// The same of parts that hold lists themselves: a; b; c.
    pub(crate) fn apart(&self, items: &[String]) -> String {
        self.joined(items, "list-apart", "list-apart")
    }

    fn joined(&self, items: &[String], between: &str, lastly: &str) -> String {
        match items {
            [] => String::new(),
            [only] => only.clone(),
            [first @ .., last] => {
                let first = first.iter().cloned().reduce(|all, item| {
                    self.say(
                        between,
                        &[("first", Fill::from(&all)), ("last", Fill::from(&item))],
                    )
                });
                let first = first.unwrap_or_default();
                self.say(
                    lastly,
                    &[("first", Fill::from(&first)), ("last", Fill::from(last))],
                )
            }
        }
    }
}

/// How things stand at some time in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    pub round: u8,
    /// The points of all seats.
    pub points: Vec<u16>,
    /// Their chances to win, of a hundred; none if they are not known.
    pub chances: Vec<u16>,
}

/// No description of a picture has more letters: Discord's limit.
pub const LONGEST_DESCRIPTION: usize = 1024;

/// As many whole sentences as the description of a picture has room for, from the first on; and, if that is not all, a last
/// one that says where the rest is told.
fn in_short(sentences: impl IntoIterator<Item = String>, rest: &str) -> String {
    // Counted in the way that counts most: other programs read these, too.
    let length = |text: &str| text.encode_utf16().count();
    let sentences: Vec<String> = sentences.into_iter().collect();
    let whole = sentences.join(" ");
    if length(&whole) <= LONGEST_DESCRIPTION {
        return whole;
    }
    let mut text = String::new();
    for sentence in sentences {
        if length(&text) + length(&sentence) + 1 + length(rest) > LONGEST_DESCRIPTION {
            break;
        }
        text = format!("{text}{sentence} ");
    }
    format!("{text}{rest}")
}

/// Somebody who can tell of one game.
pub struct Phrasebook<'a, G: Rules> {
    pub words: &'a Words,
    /// What is printed on the components.
    pub printed: &'a G::Printed,
    /// What the players are called, by seat.
    pub names: &'a [String],
}

impl<G: TellEvents> Phrasebook<'_, G> {
    /// What happened, as sentences.
    pub fn story(&self, events: &[G::Event]) -> String {
        let told = events
            .iter()
            .map(|event| G::event(self, event).trim().to_owned());
        told.filter(|sentence| !sentence.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// A game of which can be told.
pub trait Tell: TellEvents + TellBriefly + TellActions + TellViews {}

impl<G: TellEvents + TellBriefly + TellActions + TellViews> Tell for G {}

/// What happens in a game, and what cannot.
pub trait TellEvents: Rules {
    fn event(phrasebook: &Phrasebook<'_, Self>, event: &Self::Event) -> String;
    /// Whether nothing else forbids it than that another question is open.
    fn has_to_wait(refusal: &Self::Refusal) -> bool;
    /// Which rule forbids it, and what is missing.
    fn refusal(phrasebook: &Phrasebook<'_, Self>, refusal: &Self::Refusal) -> String;
}

/// Why a turn is good.
pub trait TellReasons: Appraise {
    /// A reason, as the end of a sentence that begins with "it".
    fn why(phrasebook: &Phrasebook<'_, Self>, reason: &Self::Reason) -> String;
}

/// What can be done.
pub trait TellActions: Rules {
    /// What an action of the seat to act would be: the command, and what it means.
    fn action(
        phrasebook: &Phrasebook<'_, Self>,
        view: &Self::View,
        action: &Self::Action,
    ) -> String;
    /// What the viewer is asked, if anything.
    fn question(phrasebook: &Phrasebook<'_, Self>, view: &Self::View) -> Option<String>;
}

/// How a game stands.
pub trait TellViews: Rules {
    /// How far the game is, in a few lines: round, order.
    fn progress(phrasebook: &Phrasebook<'_, Self>, view: &Self::View) -> Vec<String>;
    fn board(phrasebook: &Phrasebook<'_, Self>, view: &Self::View) -> String;
    fn players(phrasebook: &Phrasebook<'_, Self>, view: &Self::View) -> String;
    fn player(phrasebook: &Phrasebook<'_, Self>, view: &Self::View, seat: Seat) -> String;
    /// What a picture shows, for players who cannot see it: the most important first, in whole sentences, as long as Discord
    /// takes it.
    fn described(phrasebook: &Phrasebook<'_, Self>, view: &Self::View, scene: Scene) -> String;
}

/// What can be seen of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scene {
    Board,
    /// The realm of one player, where players have one.
    Realm(Seat),
    Realms,
}

impl<G: Rules> Phrasebook<'_, G> {
    fn say(&self, name: &str, fill: &[(&str, Fill<'_>)]) -> String {
        self.words.say(name, fill)
    }

    /// What the player of a seat is called.
    pub fn who(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("?", String::as_str)
    }

    /// Whose turn it is, or that the game is over.
    fn now(&self, to_act: Option<Seat>) -> String {
        let turn = |seat| self.say("board-turn", &[("who", self.who(seat).into())]);
        to_act.map_or_else(|| self.say("board-over", &[]), turn)
    }

    pub fn points(&self, points: u16) -> String {
        self.say("points", &[("n", points.into())])
    }

    /// A chart of the points in words: what each had at the end of each round.
    pub fn scores_described(&self, course: &[Tally]) -> String {
        // With the step that begins a round, the one before it is counted.
        let begins = course
            .windows(2)
            .filter(|pair| pair[0].round != pair[1].round)
            .map(|pair| &pair[1]);
        let ends: Vec<&Tally> = begins.chain(course.last()).collect();
        let of = |(seat, who): (usize, &String)| {
            let points = ends
                .iter()
                .filter_map(|end| end.points.get(seat))
                .map(ToString::to_string);
            let list = points.collect::<Vec<_>>().join(", ");
            self.say(
                "alt-scores-of",
                &[("who", who.into()), ("list", list.into())],
            )
        };
        self.described(
            [self.say("alt-scores", &[])]
                .into_iter()
                .chain(self.names.iter().enumerate().map(of)),
        )
    }

    /// The description of a picture, of these sentences.
    fn described(&self, sentences: impl IntoIterator<Item = String>) -> String {
        in_short(sentences, &self.say("alt-rest", &[]))
    }

    /// How it ended, best first; of equal points, that a tie was broken.
    pub fn standings(&self, standings: &Standings) -> String {
        let line = |seat: &Seat| {
            let rank = standings.rank(*seat).into();
            let points = self.points(standings.points[*seat]).into();
            self.say(
                "standing",
                &[
                    ("rank", rank),
                    ("who", self.who(*seat).into()),
                    ("points", points),
                ],
            )
        };
        let mut lines: Vec<_> = standings.ranked().iter().map(line).collect();
        lines.push(self.winner(standings));
        lines.join("\n")
    }

    /// Who won: alone, by what breaks a tie, or with others.
    fn winner(&self, standings: &Standings) -> String {
        let winners: Vec<_> = standings
            .winners()
            .map(|seat| self.who(seat).to_owned())
            .collect();
        let best = standings.points.values().max();
        let as_good = standings
            .points
            .values()
            .filter(|points| Some(*points) == best)
            .count();
        let name = match (winners.len(), as_good) {
            (1, 1) => "winner",
            (1, _) => "winner-of-tie",
            _ => "winners",
        };
        self.say(name, &[("who", self.words.list(&winners).into())])
    }
}

fn join(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join("; ")
}
