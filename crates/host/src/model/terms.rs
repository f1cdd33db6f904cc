//! Proposals on which all players of a table have to agree.

use serde::{Deserialize, Serialize};

use crate::{Chair, PersonId, Table};

/// A proposal, and the players who have agreed so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proposal {
    pub wish: Terms,
    /// The number by which the buttons refer to it.
    pub number: i64,
    pub agreed: Vec<PersonId>,
}

/// What is proposed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terms {
    /// To pause for this many seconds.
    Pause(i64),
    Resume,
    /// To end the game, without a result.
    End,
    /// To end the game as it stands, with this result.
    Award(Award),
}

/// A result on which all agree, of a game that is not played to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Award {
    /// All who play share the first place.
    Draw,
    /// This person has won, and the others share the second place.
    Win(PersonId),
}

impl Award {
    /// Returns the rank of a player.
    pub(crate) fn rank(self, person: PersonId) -> i64 {
        match self {
            Award::Draw => 1,
            Award::Win(winner) if winner == person => 1,
            Award::Win(_) => 2,
        }
    }
}

impl Terms {
    /// Returns whether the agreement ends the game.
    pub(crate) fn ends_the_game(self) -> bool {
        match self {
            Terms::End | Terms::Award(_) => true,
            Terms::Pause(_) | Terms::Resume => false,
        }
    }
}

impl Table {
    /// Returns the players who have to agree.
    ///
    /// A rated game does not end without the players for whom the computer stands in.
    pub fn asked(&self, wish: Terms) -> Vec<PersonId> {
        if wish.ends_the_game() && self.settings.rated {
            self.seats
                .iter()
                .filter_map(|chair: &Chair| chair.person)
                .collect()
        } else {
            self.people()
        }
    }
}
