//! Errors that reading and replaying a record can return.

use crate::{Broken, Seat, Title, UnsupportedPlayerCount, chance::OriginMismatch};

/// Why a record cannot be read or does not replay as recorded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{self:?}")]
pub enum Fault {
    /// The file is not a record, or it is damaged.
    Unreadable {
        line: usize,
        column: usize,
        why: String,
    },
    /// An earlier or a later version of the program wrote the record.
    Format {
        found: u32,
    },
    /// The record is of another game than the one asked for.
    OtherTitle {
        found: Title,
        asked: Title,
    },
    /// The game was played by an edition of the rules that this program does not support.
    Edition {
        found: u32,
    },
    /// Only some checkpoints have the whole state; `path` leads to the first that differs from the
    /// start.
    PartlyFull {
        /// A JSON pointer to the checkpoint.
        path: String,
    },
    /// A player's name or word has more than [`super::LONGEST_NAME`] characters.
    LongName {
        seat: usize,
        letters: usize,
    },
    /// The game cannot be played by the recorded number of players.
    SetUp(#[from] UnsupportedPlayerCount),
    NoSuchStep {
        asked: usize,
        steps: usize,
    },
    /// A step's outcome differs from the record. Step 0 is the set-up.
    Differs {
        step: usize,
        difference: Difference,
    },
    /// The seed does not come from the recorded origin.
    Origin(#[from] OriginMismatch),
    /// The result of the game differs from the record.
    OtherEnd(Difference),
}

/// How a step, or the result of the game, differs from the record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{self:?}")]
pub enum Difference {
    /// In the replay, another seat is to act.
    Seat { recorded: Seat, found: Seat },
    /// In the replay, the game was over before this step.
    AfterTheEnd,
    /// The rules refuse the action.
    Refused { action: String, why: String },
    /// A state, the events or the result differ from the record.
    Value {
        /// A JSON pointer into the file.
        path: String,
        recorded: String,
        found: String,
    },
    /// The state breaks an invariant, which is a bug of the rules.
    Broken(#[from] Broken),
}
