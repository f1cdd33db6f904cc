//! What is wrong with a record, and in what a step differs from it: each names its place.

use crate::{Broken, CannotSetUp, Seat, Title, chance::NotFromThere};

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{self:?}")]
pub enum Fault {
    /// No record at all, or one that was damaged.
    Unreadable {
        /// In which line.
        line: usize,
        /// In which column.
        column: usize,
        /// What the reader says.
        why: String,
    },
    /// An earlier or a later program wrote it.
    Format {
        /// Its format.
        found: u32,
    },
    /// It is of another game than was asked for.
    OtherTitle {
        /// Which it is.
        found: Title,
        /// Which was asked for.
        asked: Title,
    },
    /// It was played by rules that we do not know.
    Edition {
        /// Its edition.
        found: u32,
    },
    /// Some marks have the whole state, and this one differs from the first.
    PartlyFull {
        /// Where the mark is, as a JSON pointer.
        path: String,
    },
    /// A name or a word that nobody has.
    LongName {
        /// Of which seat.
        seat: usize,
        /// How long it is.
        letters: usize,
    },
    /// No game of so many.
    SetUp(#[from] CannotSetUp),
    /// The record has no such step.
    NoSuchStep {
        /// Which was asked for.
        asked: usize,
        /// How many there are.
        steps: usize,
    },
    /// A step does not come out as recorded. Step 0 is the set-up.
    Differs {
        /// Which step.
        step: usize,
        /// In what.
        difference: Difference,
    },
    /// The seed does not come from where it is said to come from.
    Origin(#[from] NotFromThere),
    /// The end does not come out as recorded.
    OtherEnd(Difference),
}

/// In what a step differs from its record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{self:?}")]
pub enum Difference {
    /// Somebody else is to act.
    Seat {
        /// As recorded.
        recorded: Seat,
        /// As played.
        found: Seat,
    },
    /// The game was over before.
    AfterTheEnd,
    /// The rules refuse the action.
    Refused {
        /// As recorded.
        action: String,
        /// Which rule.
        why: String,
    },
    /// Something else comes out.
    Value {
        /// Where in the file, as a JSON pointer.
        path: String,
        /// As recorded.
        recorded: String,
        /// As played.
        found: String,
    },
    /// The state breaks a law: our own fault.
    Broken(#[from] Broken),
}
