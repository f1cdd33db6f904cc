//! What players who wait have decided ahead, as it is kept with the table.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{InternalError, PersonId, Table, TableId};
use lanai_rules::{Rules, Seat};

pub(crate) const WHAT: &str = "what was decided ahead";

/// The premoves of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Premoves {
    pub turns: Vec<Premove>,
    /// Answers to questions that come again and again.
    pub answers: Vec<PremoveAnswer>,
    /// The premove that is to be played now.
    pub due: Option<DuePremove>,
    /// The players whose premove was dropped, until they have seen it.
    pub dropped: Vec<PersonId>,
}

/// The kind of premove that is to be played now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DuePremove {
    Turn,
    /// The answer to a question.
    Answer,
}

/// A turn that a player decided ahead.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Premove {
    pub person: PersonId,
    pub seat: Seat,
    /// The ways to take it, the preferred one first.
    pub ways: Vec<PremoveAlternative>,
    pub proviso: PremoveCondition,
    /// The seats whose sum was higher when the player decided.
    pub passed: Vec<Seat>,
}

/// One way to take a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PremoveAlternative {
    /// The actions, as the game serializes them.
    pub(crate) actions: Vec<Value>,
    /// The events that they led to when the player decided, as the game serializes them.
    pub(crate) foreseen: Vec<Value>,
}

/// The condition on which a premove is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PremoveCondition {
    /// It leads to the same events as when the player decided.
    Same,
    /// No other seat has passed the sum of the player.
    Unpassed,
    /// The rules allow it.
    Whatever,
}

/// A player's answer to a question, whenever it comes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PremoveAnswer {
    pub person: PersonId,
    pub seat: Seat,
    /// The answer, as the game writes actions.
    pub(crate) action: Value,
}

impl Premoves {
    /// Returns what remains when a turn is taken back: the answers, with all turns dropped.
    pub(crate) fn taken_back(&mut self) -> Premoves {
        let dropped = self.turns.iter().map(|turn| turn.person).collect();
        Premoves {
            answers: std::mem::take(&mut self.answers),
            dropped,
            ..Premoves::default()
        }
    }

    pub fn turn_of(&self, person: PersonId) -> Option<&Premove> {
        self.turns.iter().find(|turn| turn.person == person)
    }

    pub(crate) fn forget(&mut self, person: PersonId) {
        self.turns.retain(|turn| turn.person != person);
        self.dropped.retain(|dropped| *dropped != person);
    }

    /// Removes every premove of a person.
    pub(crate) fn forget_all(&mut self, person: PersonId) {
        self.forget(person);
        self.answers.retain(|answer| answer.person != person);
    }
}

impl Premove {
    /// Returns what each of its ways would have led to when it was decided.
    pub fn foreseen<G: Rules>(&self, table: &Table) -> Result<Vec<Vec<G::Event>>, InternalError> {
        self.ways
            .iter()
            .map(|way| read_all(table.game, &way.foreseen))
            .collect()
    }
}

pub(crate) fn read<T: DeserializeOwned>(game: TableId, it: &Value) -> Result<T, InternalError> {
    T::deserialize(it).map_err(|error| InternalError::unreadable(game, WHAT, &error))
}

pub(crate) fn read_all<T: DeserializeOwned>(
    game: TableId,
    all: &[Value],
) -> Result<Vec<T>, InternalError> {
    all.iter().map(|it| read(game, it)).collect()
}
