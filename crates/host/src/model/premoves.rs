//! Premoves: turns and answers that players decided ahead, stored with the table.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{InternalError, PersonId, Table, TableId};
use lanai_rules::{Rules, Seat};

/// Names the premoves in errors.
pub(crate) const PREMOVES: &str = "what was decided ahead";

/// The premoves of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Premoves {
    pub turns: Vec<Premove>,
    /// Answers to questions that the game asks repeatedly.
    pub answers: Vec<PremoveAnswer>,
    /// The premove that is to be played now.
    pub due: Option<DuePremove>,
    /// The players whose premove was dropped, until they act or decide ahead again.
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
    /// The alternatives, the preferred one first.
    pub alternatives: Vec<PremoveAlternative>,
    pub condition: PremoveCondition,
    /// The seats whose sum was higher when the player decided.
    pub higher_at_decision: Vec<Seat>,
}

/// One way to take a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PremoveAlternative {
    /// The actions, as the game serializes them.
    pub(crate) actions: Vec<Value>,
    /// The events that they led to when the player decided, as the game serializes them.
    pub(crate) foreseeable_events: Vec<Value>,
}

/// The condition on which a premove is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PremoveCondition {
    /// The turn leads to the same events as when the player decided.
    Same,
    /// No seat has passed the player's sum since the player decided.
    NotOvertaken,
    /// The rules allow the turn. Nothing else matters.
    Whatever,
}

/// A player's answer to a question, given whenever the game asks it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PremoveAnswer {
    pub person: PersonId,
    pub seat: Seat,
    /// The answer, as the game serializes actions.
    pub(crate) action: Value,
}

impl Premoves {
    /// Takes out the premoves that remain after a take-back: the answers. All turns are dropped.
    pub(crate) fn after_take_back(&mut self) -> Premoves {
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

    /// Removes the premoved turn of a person, and the mark that one was dropped.
    pub(crate) fn remove_turn(&mut self, person: PersonId) {
        self.turns.retain(|turn| turn.person != person);
        self.dropped.retain(|dropped| *dropped != person);
    }

    /// Removes every premove of a person.
    pub(crate) fn remove_all(&mut self, person: PersonId) {
        self.remove_turn(person);
        self.answers.retain(|answer| answer.person != person);
    }
}

impl Premove {
    /// Returns the events that each alternative led to when the player decided.
    pub fn foreseeable_events<G: Rules>(
        &self,
        table: &Table,
    ) -> Result<Vec<Vec<G::Event>>, InternalError> {
        self.alternatives
            .iter()
            .map(|alternative| parse_values(table.id, &alternative.foreseeable_events))
            .collect()
    }
}

pub(crate) fn parse_value<T: DeserializeOwned>(
    game: TableId,
    value: &Value,
) -> Result<T, InternalError> {
    T::deserialize(value).map_err(|error| InternalError::unreadable(game, PREMOVES, &error))
}

pub(crate) fn parse_values<T: DeserializeOwned>(
    game: TableId,
    values: &[Value],
) -> Result<Vec<T>, InternalError> {
    values
        .iter()
        .map(|value| parse_value(game, value))
        .collect()
}
