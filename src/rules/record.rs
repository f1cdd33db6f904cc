//! A played game as a file: what is needed to play it again, and a digest of the state after every step.
//!
//! Replaying a record compares everything: every action must be lawful, every event and every digest the same. A record
//! carries the printed figures that were in force, so it stays true when a figure is corrected later.

mod difference;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{
    Broken, CannotSetUp, Rules, Seat, Seats, Standings, Status, Title,
    chance::{NotFromThere, Origin, Seed, hex},
};

/// The format of the file. Raised when older programs could not read it any more.
pub const FORMAT: u32 = 1;

/// A played game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Record<G: Rules> {
    /// The format of the file.
    pub format: u32,
    /// Which game.
    pub title: Title,
    /// Which edition of its rules.
    pub edition: u32,
    /// What the table chose.
    pub options: G::Options,
    /// All chance of the game.
    pub seed: Seed,
    /// Where the seed came from, if a host drew it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Who sat where.
    pub seats: Vec<String>,
    /// The figures in force.
    pub printed: G::Printed,
    /// The state after the set-up.
    pub start: Mark<G>,
    /// Every action, in order.
    pub steps: Vec<Step<G>>,
    /// How it ended, if it did.
    pub standings: Option<Standings>,
}

/// One action and what came of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Step<G: Rules> {
    /// Who acted.
    pub seat: Seat,
    /// What.
    pub action: G::Action,
    /// What happened.
    pub events: Vec<G::Event>,
    /// The state after it.
    pub after: Mark<G>,
}

/// A state, by its digest and, in a full record, in full.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Mark<G: Rules> {
    /// SHA-256 of the state as JSON.
    pub digest: String,
    /// Everything, hidden parts included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full: Option<Full<G>>,
}

/// A state in full, for programs that check ours.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Full<G: Rules> {
    /// The state.
    pub state: G::State,
    /// Who decides next.
    pub to_act: Option<Seat>,
    /// Everything that this seat may do.
    pub legal: Vec<G::Action>,
}

/// How much a record tells of each state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// A digest.
    Digests,
    /// The state and all legal actions.
    Full,
}

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// No record at all, or one that was damaged.
    #[error("{why}")]
    Unreadable {
        /// In which line.
        line: usize,
        /// In which column.
        column: usize,
        /// What the reader says.
        why: String,
    },
    /// A later program wrote it.
    #[error("this is format {found}; this program reads format {FORMAT}")]
    Format {
        /// Its format.
        found: u32,
    },
    /// It is of another game than was asked for.
    #[error("this is a game of {found}, not of {asked}", found = .found.name(), asked = .asked.name())]
    OtherTitle {
        /// Which it is.
        found: Title,
        /// Which was asked for.
        asked: Title,
    },
    /// It was played by other rules.
    #[error("this game was played by edition {found} of the rules; this program plays edition {played}")]
    Edition {
        /// Its edition.
        found: u32,
        /// Ours.
        played: u32,
    },
    /// No game of so many.
    #[error(transparent)]
    SetUp(#[from] CannotSetUp),
    /// The record has no such step.
    #[error("there is no step {asked}; the record has {steps}")]
    NoSuchStep {
        /// Which was asked for.
        asked: usize,
        /// How many there are.
        steps: usize,
    },
    /// A step does not come out as recorded. Step 0 is the set-up.
    #[error("step {step}: {difference}")]
    Differs {
        /// Which step.
        step: usize,
        /// In what.
        difference: Difference,
    },
    /// The seed does not come from where it is said to come from.
    #[error("{0}")]
    Origin(#[from] NotFromThere),
    /// The end does not come out as recorded.
    #[error("the final standings are recorded differently from how the game ended")]
    OtherEnd,
}

/// In what a step differs from its record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Difference {
    /// Somebody else is to act.
    #[error("recorded for seat {recorded}, but seat {found} is to act")]
    Seat {
        /// As recorded.
        recorded: Seat,
        /// As played.
        found: Seat,
    },
    /// The game was over before.
    #[error("recorded, but the game is over before it")]
    AfterTheEnd,
    /// The rules refuse the action.
    #[error("the rules refuse the action: {0}")]
    Refused(String),
    /// Something else happens.
    #[error("event {number} is recorded differently from what happens")]
    Event {
        /// Which, counted from 1.
        number: usize,
    },
    /// The state in full is another one.
    #[error("the state differs at {path}: recorded {recorded}, found {found}")]
    State {
        /// Where in the state.
        path: String,
        /// As recorded.
        recorded: String,
        /// As played.
        found: String,
    },
    /// The recorded choices or the seat to act are not those of the state.
    #[error("the seat to act or its legal actions are recorded differently")]
    Legal,
    /// The state is another one; only digests are recorded.
    #[error("the digest of the state is recorded as {recorded}, found {found}")]
    Digest {
        /// As recorded.
        recorded: String,
        /// As played.
        found: String,
    },
    /// The state breaks a law: our own fault.
    #[error("{0}")]
    Broken(#[from] Broken),
}

impl<G: Rules> Mark<G> {
    /// The mark of a game.
    pub fn of(game: &G, detail: Detail) -> Mark<G> {
        let full = match detail {
            Detail::Digests => None,
            Detail::Full => Some(Full::of(game)),
        };
        Mark { digest: digest(game), full }
    }

    /// In what a game differs from its mark.
    fn compare(&self, game: &G) -> Result<(), Difference> {
        if let Some(full) = &self.full {
            if full.state != *game.state() {
                return Err(difference::of(&full.state, game.state()));
            }
            let found = Full::of(game);
            if full.to_act != found.to_act || full.legal != found.legal {
                return Err(Difference::Legal);
            }
        }
        let found = digest(game);
        if self.digest == found {
            Ok(())
        } else {
            Err(Difference::Digest { recorded: self.digest.clone(), found })
        }
    }
}

impl<G: Rules> Full<G> {
    fn of(game: &G) -> Full<G> {
        let to_act = match game.status() {
            Status::ToAct(seat) => Some(seat),
            Status::Over(_) => None,
        };
        let mut legal = Vec::new();
        game.legal(&mut legal);
        Full { state: game.state().clone(), to_act, legal }
    }
}

/// SHA-256 of the state as JSON, in hexadecimal digits.
pub fn digest<G: Rules>(game: &G) -> String {
    // A state is numbers, words and lists: writing it cannot fail.
    let json = serde_json::to_vec(game.state()).unwrap_or_default();
    hex(&Sha256::digest(json))
}

impl<G: Rules> Record<G> {
    /// A record of a game that begins now, and the game.
    pub fn begin(
        printed: &Arc<G::Printed>,
        seats: Vec<String>,
        options: G::Options,
        seed: Seed,
        detail: Detail,
    ) -> Result<(Record<G>, G), CannotSetUp> {
        let count = u8::try_from(seats.len()).unwrap_or(u8::MAX);
        let game = G::setup(printed, Seats::of(G::TITLE, count)?, options.clone(), seed)?;
        let record = Record {
            format: FORMAT,
            title: G::TITLE,
            edition: G::EDITION,
            options,
            seed,
            origin: None,
            seats,
            printed: G::Printed::clone(printed),
            start: Mark::of(&game, detail),
            steps: Vec::new(),
            standings: None,
        };
        Ok((record, game))
    }

    /// Notes an action that was taken, and the game after it.
    pub fn note(&mut self, seat: Seat, action: G::Action, events: Vec<G::Event>, after: &G) {
        let detail = if self.start.full.is_some() { Detail::Full } else { Detail::Digests };
        self.steps.push(Step { seat, action, events, after: Mark::of(after, detail) });
        if let Status::Over(standings) = after.status() {
            self.standings = Some(standings);
        }
    }

    /// A record from the text of a file. Nothing is played yet: see [`Record::replay`].
    pub fn read(text: &str) -> Result<Record<G>, Fault> {
        let header = Header::read(text)?;
        if header.title != G::TITLE {
            return Err(Fault::OtherTitle { found: header.title, asked: G::TITLE });
        }
        if header.edition != G::EDITION {
            return Err(Fault::Edition { found: header.edition, played: G::EDITION });
        }
        serde_json::from_str(text).map_err(|error| unreadable(&error))
    }

    /// Plays the record up to a step (all of it, if none is named), comparing everything with what is recorded.
    pub fn replay(&self, until: Option<usize>) -> Result<G, Fault> {
        self.replay_watched(until, |_, _| ())
    }

    /// Plays the record like [`Record::replay`], and shows the game after the set-up and after each step, with what happened.
    pub fn replay_watched(
        &self,
        until: Option<usize>,
        mut watch: impl FnMut(&G, &[G::Event]),
    ) -> Result<G, Fault> {
        let steps = self.steps.len();
        let until = until.unwrap_or(steps);
        if until > steps {
            return Err(Fault::NoSuchStep { asked: until, steps });
        }
        if let Some(origin) = &self.origin {
            origin.prove(&self.seed)?;
        }
        let at = |step| move |difference| Fault::Differs { step, difference };
        let count = u8::try_from(self.seats.len()).unwrap_or(u8::MAX);
        let printed = Arc::new(self.printed.clone());
        let mut game = G::setup(&printed, Seats::of(G::TITLE, count)?, self.options.clone(), self.seed)?;
        self.start.compare(&game).map_err(at(0))?;
        watch(&game, &[]);
        let mut events = Vec::new();
        for (step, number) in self.steps.iter().take(until).zip(1..) {
            step.replay(&mut game, &mut events).map_err(at(number))?;
            watch(&game, &step.events);
        }
        let ended = match game.status() {
            Status::Over(standings) => Some(standings),
            Status::ToAct(_) => None,
        };
        if until == steps && self.standings != ended { Err(Fault::OtherEnd) } else { Ok(game) }
    }
}

impl<G: Rules> Step<G> {
    fn replay(&self, game: &mut G, events: &mut Vec<G::Event>) -> Result<(), Difference> {
        match game.status() {
            Status::Over(_) => return Err(Difference::AfterTheEnd),
            Status::ToAct(found) if found != self.seat => {
                return Err(Difference::Seat { recorded: self.seat, found });
            }
            Status::ToAct(_) => {}
        }
        events.clear();
        let refused = |refusal| Difference::Refused(format!("{refusal:?}"));
        game.play(self.action, events).map_err(refused)?;
        if *events != self.events {
            let same = events.iter().zip(&self.events).take_while(|(found, recorded)| found == recorded);
            return Err(Difference::Event { number: same.count() + 1 });
        }
        game.check()?;
        self.after.compare(game)
    }
}

/// What every record says first, whatever its game.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Header {
    /// The format of the file.
    pub format: u32,
    /// Which game.
    pub title: Title,
    /// Which edition of its rules.
    pub edition: u32,
}

impl Header {
    /// The header of a record, from the text of the whole file.
    pub fn read(text: &str) -> Result<Header, Fault> {
        let header: Header = serde_json::from_str(text).map_err(|error| unreadable(&error))?;
        if header.format == FORMAT { Ok(header) } else { Err(Fault::Format { found: header.format }) }
    }
}

fn unreadable(error: &serde_json::Error) -> Fault {
    Fault::Unreadable { line: error.line(), column: error.column(), why: error.to_string() }
}
