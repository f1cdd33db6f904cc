//! A game as a file: what is needed to replay it, with a digest of the state after every step.
//!
//! A replay checks that every action is legal and that every event and digest is the recorded one.
//! A record contains the printed figures with which the game was played, so it stays valid when a
//! figure is corrected later.

mod difference;
mod fault;

pub use difference::FigureDifference;
pub use fault::{Difference, Fault};

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::chance::{Origin, Seed, hex};
use super::{Rules, Seat, Seats, Standings, Title, UnsupportedPlayerCount};

/// The version of the file format; no other version is read.
///
/// It is raised when older programs can no longer read the file.
pub const FORMAT: u32 = 2;
/// The most characters of a player's name or word, more than Discord allows.
pub const LONGEST_NAME: usize = 100;

/// A played or running game: the set-up, every action and its outcome.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Record<G: Rules> {
    /// The version of the file format.
    pub format: u32,
    /// The game that was played.
    pub title: Title,
    /// The edition of the rules it was played by.
    pub edition: u32,
    pub options: G::Options,
    pub seed: Seed,
    /// Where the seed came from; `None` if it was not drawn by the host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// The players' names, by seat.
    pub seats: Vec<String>,
    pub printed: G::Printed,
    /// The state after the set-up.
    pub start: Checkpoint<G>,
    /// Every action with its outcome, in the order of play.
    pub steps: Vec<RecordedStep<G>>,
    pub standings: Option<Standings>,
    /// The seats that won or share the victory; `None` until the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winners: Option<Vec<Seat>>,
}

/// An action, its events and the state after it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct RecordedStep<G: Rules> {
    pub seat: Seat,
    pub action: G::Action,
    pub events: Vec<G::Event>,
    /// The state after the action.
    pub after: Checkpoint<G>,
}

/// The digest of a state and, in a full record, the state itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Checkpoint<G: Rules> {
    /// SHA-256 of the state as JSON.
    pub digest: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full: Option<FullState<G>>,
}

/// A whole state, so that other programs can check Lanai's rules.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct FullState<G: Rules> {
    pub state: G::State,
    pub to_act: Option<Seat>,
    pub legal: Vec<G::Action>,
}

/// How much of each state a record contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    Digests,
    /// The digest, the state and all legal actions.
    Full,
}

impl<G: Rules> Checkpoint<G> {
    /// Makes the checkpoint of a game's current state.
    pub fn of(game: &G, detail: Detail) -> Checkpoint<G> {
        let full = (detail == Detail::Full).then(|| FullState::of(game));
        Checkpoint {
            digest: digest(game),
            full,
        }
    }

    /// Checks that a game's state equals this checkpoint; `place` is the checkpoint's path in the
    /// file.
    fn compare(&self, place: &str, game: &G) -> Result<(), Difference> {
        if let Some(full) = &self.full {
            let found = FullState::of(game);
            let at = |field: &str| format!("{place}/full/{field}");
            difference::check_same(&at("state"), &full.state, &found.state)?;
            difference::check_same(&at("to_act"), &full.to_act, &found.to_act)?;
            difference::check_same(&at("legal"), &full.legal, &found.legal)?;
        }
        difference::check_same(&format!("{place}/digest"), &self.digest, &digest(game))
    }
}

impl<G: Rules> FullState<G> {
    fn of(game: &G) -> FullState<G> {
        FullState {
            state: game.state().clone(),
            to_act: game.status().to_act(),
            legal: game.legal_actions(),
        }
    }
}

/// Returns SHA-256 of the state as JSON, in hexadecimal digits.
pub fn digest<G: Rules>(game: &G) -> String {
    // A state consists of numbers, strings and lists, which JSON can always represent.
    let json = serde_json::to_vec(game.state()).unwrap_or_default();
    hex(&Sha256::digest(json))
}

impl<G: Rules> Record<G> {
    /// Sets up a game and begins its record.
    pub fn begin(
        printed: &Arc<G::Printed>,
        seats: Vec<String>,
        options: G::Options,
        seed: Seed,
        detail: Detail,
    ) -> Result<(Record<G>, G), UnsupportedPlayerCount> {
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
            start: Checkpoint::of(&game, detail),
            steps: Vec::new(),
            standings: None,
            winners: None,
        };
        Ok((record, game))
    }

    /// Appends an action, its events and a checkpoint of the game `after` the action.
    pub fn push_step(&mut self, seat: Seat, action: G::Action, events: Vec<G::Event>, after: &G) {
        let detail = if self.start.full.is_some() {
            Detail::Full
        } else {
            Detail::Digests
        };
        self.steps.push(RecordedStep {
            seat,
            action,
            events,
            after: Checkpoint::of(after, detail),
        });
        self.standings = after.status().standings();
        self.winners = winners(after);
    }

    /// Returns the record with the whole state and all legal actions after each step.
    ///
    /// Fails if the record does not replay as recorded, because the states come from a replay.
    pub fn with_full_states(&self) -> Result<Record<G>, Fault> {
        let mut marks = Vec::with_capacity(self.steps.len() + 1);
        self.replay_watched(None, |game, _| {
            marks.push(Checkpoint::of(game, Detail::Full));
        })?;
        let mut full = self.clone();
        let all = std::iter::once(&mut full.start)
            .chain(full.steps.iter_mut().map(|step| &mut step.after));
        all.zip(marks).for_each(|(mark, whole)| *mark = whole);
        Ok(full)
    }

    /// Parses a record and checks everything about it that needs no replay.
    pub fn read(text: &str) -> Result<Record<G>, Fault> {
        let header = Header::read(text)?;
        if header.title != G::TITLE {
            return Err(Fault::OtherTitle {
                found: header.title,
                asked: G::TITLE,
            });
        }
        if !G::supports_edition(header.edition) {
            return Err(Fault::Edition {
                found: header.edition,
            });
        }
        let record: Record<G> = serde_json::from_str(text).map_err(|error| unreadable(&error))?;
        record.check_marks()?;
        let words = record.origin.iter().flat_map(|origin| &origin.words);
        for (seat, text) in (1..).zip(&record.seats).chain((1..).zip(words)) {
            let letters = text.chars().count();
            if letters > LONGEST_NAME {
                return Err(Fault::LongName { seat, letters });
            }
        }
        Ok(record)
    }

    /// Replays the record up to a step, or to the end, and checks every outcome.
    pub fn replay(&self, until: Option<usize>) -> Result<G, Fault> {
        self.replay_watched(until, |_, _| ())
    }

    /// Replays the record and calls `watch` with the game and its events after the set-up and each
    /// step.
    pub fn replay_watched(
        &self,
        until: Option<usize>,
        mut watch: impl FnMut(&G, &[G::Event]),
    ) -> Result<G, Fault> {
        let steps = self.steps.len();
        let until = until.unwrap_or(steps);
        if until > steps {
            return Err(Fault::NoSuchStep {
                asked: until,
                steps,
            });
        }
        if let Some(origin) = &self.origin {
            origin.prove(&self.seed)?;
        }
        let at = |step| move |difference| Fault::Differs { step, difference };
        let count = u8::try_from(self.seats.len()).unwrap_or(u8::MAX);
        let printed = Arc::new(self.printed.clone());
        let mut game = G::setup(
            &printed,
            Seats::of(G::TITLE, count)?,
            self.options.clone(),
            self.seed,
        )?;
        self.start.compare("/start", &game).map_err(at(0))?;
        watch(&game, &[]);
        let mut events = Vec::new();
        for (step, number) in self.steps.iter().take(until).zip(1..) {
            let place = format!("/steps/{}", number - 1);
            step.replay(&place, &mut game, &mut events)
                .map_err(at(number))?;
            watch(&game, &step.events);
        }
        if until == steps {
            self.check_end(&game).map_err(Fault::OtherEnd)?;
        }
        Ok(game)
    }

    /// Checks that either all checkpoints contain the whole state, or none does.
    fn check_marks(&self) -> Result<(), Fault> {
        let is_full = self.start.full.is_some();
        match self
            .steps
            .iter()
            .position(|step| step.after.full.is_some() != is_full)
        {
            Some(step) => Err(Fault::PartlyFull {
                path: format!("/steps/{step}/after"),
            }),
            None => Ok(()),
        }
    }

    /// Returns every printed figure that differs from the shipped figures.
    pub fn differing_figures(&self, shipped: &G::Printed) -> Vec<FigureDifference> {
        difference::differing_figures(&self.printed, shipped)
    }

    /// Checks that a game ended as the record says.
    fn check_end(&self, game: &G) -> Result<(), Difference> {
        difference::check_same("/standings", &self.standings, &game.status().standings())?;
        difference::check_same("/winners", &self.winners, &winners(game))
    }
}

impl<G: Rules> RecordedStep<G> {
    fn replay(
        &self,
        place: &str,
        game: &mut G,
        events: &mut Vec<G::Event>,
    ) -> Result<(), Difference> {
        let found = game.status().to_act().ok_or(Difference::AfterTheEnd)?;
        if found != self.seat {
            return Err(Difference::Seat {
                recorded: self.seat,
                found,
            });
        }
        events.clear();
        let refused = |refusal| difference::refused(&self.action, &refusal);
        game.play(self.action, events).map_err(refused)?;
        if *events != self.events {
            difference::check_same(&format!("{place}/events"), &self.events, events)?;
        }
        game.check()?;
        self.after.compare(&format!("{place}/after"), game)
    }
}

/// The fields that the records of all games have in common.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Header {
    /// The version of the file format.
    pub format: u32,
    /// The game that was played.
    pub title: Title,
    /// The edition of the rules it was played by.
    pub edition: u32,
}

impl Header {
    /// Parses the header of a record from the text of the whole file.
    pub fn read(text: &str) -> Result<Header, Fault> {
        let header: Header = serde_json::from_str(text).map_err(|error| unreadable(&error))?;
        if header.format == FORMAT {
            Ok(header)
        } else {
            Err(Fault::Format {
                found: header.format,
            })
        }
    }
}

/// Returns the seats that won or share the victory; `None` until the game is over.
fn winners<G: Rules>(game: &G) -> Option<Vec<Seat>> {
    game.status()
        .standings()
        .map(|standings| standings.winners().collect())
}

fn unreadable(error: &serde_json::Error) -> Fault {
    Fault::Unreadable {
        line: error.line(),
        column: error.column(),
        why: error.to_string(),
    }
}
