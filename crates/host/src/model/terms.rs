//! What people at a table agree on, and who has to.

use serde::{Deserialize, Serialize};

use crate::{Chair, PersonId, Table};

/// What needs everybody's agreement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proposal {
    pub wish: Terms,
    /// By which number the buttons know it.
    pub number: i64,
    pub agreed: Vec<PersonId>,
}

/// What people agree on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terms {
    /// To pause for so many seconds.
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
    /// The rank of somebody who plays.
    pub(crate) fn rank(self, person: PersonId) -> i64 {
        match self {
            Award::Draw => 1,
            Award::Win(winner) if winner == person => 1,
            Award::Win(_) => 2,
        }
    }
}

impl Terms {
    /// Whether the game is over with it.
    pub(crate) fn ends_the_game(self) -> bool {
        match self {
            Terms::End | Terms::Award(_) => true,
            Terms::Pause(_) | Terms::Resume => false,
        }
    }
}

impl Table {
    /// Who has to agree: all who play. Where the game counts, it does not end without those either for whom the computer plays
    /// until they are back.
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
