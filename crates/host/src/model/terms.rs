//! Proposals on which all players of a table have to agree.

use serde::{Deserialize, Serialize};

use crate::PersonId;

/// A proposal, and the players who have agreed so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proposal {
    pub terms: Terms,
    /// The number by which the buttons refer to the proposal.
    pub number: i64,
    pub agreed: Vec<PersonId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terms {
    /// To pause for this many seconds.
    Pause(i64),
    Resume,
    /// To end the game, without a result.
    End,
    /// To end the game with this result.
    Award(Award),
}

/// The agreed result of a game that is not played to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Award {
    /// All players share the first place.
    Draw,
    /// This person has won, and the others share the second place.
    Win(PersonId),
}

impl Award {
    /// Returns the rank of a player under this result.
    pub(crate) fn rank(self, person: PersonId) -> i64 {
        match self {
            Award::Draw => 1,
            Award::Win(winner) if winner == person => 1,
            Award::Win(_) => 2,
        }
    }
}

impl Terms {
    pub(crate) fn ends_the_game(self) -> bool {
        match self {
            Terms::End | Terms::Award(_) => true,
            Terms::Pause(_) | Terms::Resume => false,
        }
    }
}
