//! What is wrong with a record, and in what a step differs from it: each names its place.

use super::{FORMAT, LONGEST_NAME};
use crate::rules::{Broken, CannotSetUp, Seat, Title, chance::NotFromThere};

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// No record at all, or one that was damaged.
    #[error("{why}")]
    Unreadable {
        /// In which line.
        line: usize,
        /// In which column.
        column: usize,
        /// What the reader says.
        why: String,
    },
    /// A later program wrote it.
    #[error("this is format {found}; this program reads formats up to {FORMAT}")]
    Format {
        /// Its format.
        found: u32,
    },
    /// It is of another game than was asked for.
    #[error("this is a game of {found}, not of {asked}", found = .found.name(), asked = .asked.name())]
    OtherTitle {
        /// Which it is.
        found: Title,
        /// Which was asked for.
        asked: Title,
    },
    /// It was played by rules that we do not know.
    #[error(
        "this game was played by edition {found} of the rules; this program knows editions 1 to {played}"
    )]
    Edition {
        /// Its edition.
        found: u32,
        /// The newest that we know.
        played: u32,
    },
    /// A name or a word that nobody has.
    #[error(
        "the name or the word of seat {seat} has {letters} characters; a record may have at most {LONGEST_NAME}"
    )]
    LongName {
        /// Of which seat.
        seat: usize,
        /// How long it is.
        letters: usize,
    },
    /// No game of so many.
    #[error(transparent)]
    SetUp(#[from] CannotSetUp),
    /// The record has no such step.
    #[error("there is no step {asked}; the record has {steps}")]
    NoSuchStep {
        /// Which was asked for.
        asked: usize,
        /// How many there are.
        steps: usize,
    },
    /// A step does not come out as recorded. Step 0 is the set-up.
    #[error("step {step}: {difference}")]
    Differs {
        /// Which step.
        step: usize,
        /// In what.
        difference: Difference,
    },
    /// The seed does not come from where it is said to come from.
    #[error("{0}")]
    Origin(#[from] NotFromThere),
    /// The end does not come out as recorded.
    #[error("the end: {0}")]
    OtherEnd(Difference),
}

/// In what a step differs from its record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Difference {
    /// Somebody else is to act.
    #[error("recorded for seat {recorded}, but seat {found} is to act")]
    Seat {
        /// As recorded.
        recorded: Seat,
        /// As played.
        found: Seat,
    },
    /// The game was over before.
    #[error("recorded, but the game was already over")]
    AfterTheEnd,
    /// The rules refuse the action.
    #[error("the rules refuse the action {action}: {why}")]
    Refused {
        /// As recorded.
        action: String,
        /// Which rule.
        why: String,
    },
    /// Something else comes out.
    #[error("at {path} the record has {recorded}, but the game has {found}")]
    Value {
        /// Where in the file, as a JSON pointer.
        path: String,
        /// As recorded.
        recorded: String,
        /// As played.
        found: String,
    },
    /// The state breaks a law: our own fault.
    #[error("{0}")]
    Broken(#[from] Broken),
}
