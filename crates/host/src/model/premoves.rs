//! What players who wait have decided ahead, as it is kept with the table.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{GameId, PersonId, Table, Trouble};
use lanai_rules::{Rules, Seat};

pub(crate) const WHAT: &str = "what was decided ahead";

/// What those who wait have decided ahead.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SaidAhead {
    pub turns: Vec<TurnAhead>,
    /// How they answer questions that come again and again.
    pub answers: Vec<AnswerAhead>,
    /// What of it is to be done now.
    pub due: Option<DueAhead>,
    /// Whose turn is off, until they have seen it.
    pub dropped: Vec<PersonId>,
}

/// What is to be done now that was decided ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DueAhead {
    Turn,
    /// The answer to a question.
    Answer,
}

/// A turn that somebody will take.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TurnAhead {
    pub person: PersonId,
    pub seat: Seat,
    /// How it may be done, what they like best first.
    pub ways: Vec<WayAhead>,
    pub proviso: Proviso,
    /// Whose sum was higher than theirs when they decided.
    pub passed: Vec<Seat>,
}

/// One way to do it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WayAhead {
    /// Step by step, as the game writes actions.
    pub(crate) actions: Vec<Value>,
    /// What would have come of it then, as the game writes events.
    pub(crate) foreseen: Vec<Value>,
}

/// On what condition a turn is taken that was decided ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Proviso {
    /// That it costs and brings what it would have then: nobody took it.
    Same,
    /// That nobody has passed their sum.
    Unpassed,
    /// That the rules allow it.
    Whatever,
}

/// How somebody answers a question, whenever it comes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AnswerAhead {
    pub person: PersonId,
    pub seat: Seat,
    /// The answer, as the game writes actions.
    pub(crate) action: Value,
}

impl SaidAhead {
    /// What remains of it when somebody takes a turn back: nobody decided for that.
    pub(crate) fn taken_back(&mut self) -> SaidAhead {
        let dropped = self.turns.iter().map(|turn| turn.person).collect();
        SaidAhead { answers: std::mem::take(&mut self.answers), dropped, ..SaidAhead::default() }
    }

    pub fn turn_of(&self, person: PersonId) -> Option<&TurnAhead> {
        self.turns.iter().find(|turn| turn.person == person)
    }

    pub(crate) fn forget(&mut self, person: PersonId) {
        self.turns.retain(|turn| turn.person != person);
        self.dropped.retain(|dropped| *dropped != person);
    }

    /// Nothing of it is this person's any more.
    pub(crate) fn forget_all(&mut self, person: PersonId) {
        self.forget(person);
        self.answers.retain(|answer| answer.person != person);
    }
}

impl TurnAhead {
    /// Returns what each of its ways would have led to when it was decided.
    pub fn foreseen<G: Rules>(&self, table: &Table) -> Result<Vec<Vec<G::Event>>, Trouble> {
        self.ways.iter().map(|way| read_all(table.game, &way.foreseen)).collect()
    }
}

pub(crate) fn read<T: DeserializeOwned>(game: GameId, it: &Value) -> Result<T, Trouble> {
    T::deserialize(it).map_err(|error| Trouble::unreadable(game, WHAT, &error))
}

pub(crate) fn read_all<T: DeserializeOwned>(game: GameId, all: &[Value]) -> Result<Vec<T>, Trouble> {
    all.iter().map(|it| read(game, it)).collect()
}
