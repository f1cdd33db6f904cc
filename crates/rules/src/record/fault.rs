//! What is wrong with a record, and where.

use crate::{Broken, Seat, Title, UnsupportedPlayerCount, chance::NotFromThere};

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{self:?}")]
pub enum Fault {
    /// Not a record, or a damaged one.
    Unreadable {
        line: usize,
        column: usize,
        why: String,
    },
    /// An earlier or a later program wrote it.
    Format {
        found: u32,
    },
    /// It is a record of another game than the one asked for.
    OtherTitle {
        found: Title,
        asked: Title,
    },
    /// It was played by rules that this program does not know.
    Edition {
        found: u32,
    },
    /// Some checkpoints have the whole state, and this one differs from the first.
    PartlyFull {
        /// A JSON pointer to the checkpoint.
        path: String,
    },
    /// A name or a word is longer than any chat allows.
    LongName {
        seat: usize,
        letters: usize,
    },
    /// The game is not for this number of players.
    SetUp(#[from] UnsupportedPlayerCount),
    NoSuchStep {
        asked: usize,
        steps: usize,
    },
    /// A step does not come out as recorded. Step 0 is the set-up.
    Differs {
        step: usize,
        difference: Difference,
    },
    /// The seed does not come from the recorded origin.
    Origin(#[from] NotFromThere),
    /// The end does not come out as recorded.
    OtherEnd(Difference),
}

/// How a step differs from its record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{self:?}")]
pub enum Difference {
    /// Another seat is to act.
    Seat { recorded: Seat, found: Seat },
    /// The game was over before this step.
    AfterTheEnd,
    /// The rules refuse the action.
    Refused { action: String, why: String },
    /// The outcome is another.
    Value {
        /// A JSON pointer into the file.
        path: String,
        recorded: String,
        found: String,
    },
    /// The state breaks an invariant: a bug of ours.
    Broken(#[from] Broken),
}
