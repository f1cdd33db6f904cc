//! Contests as they are run: opened, signed up for and put right by people, and tended step by step.

pub(crate) mod organising;
pub(crate) mod running;

pub use organising::{MOST_CONTESTS, MOST_ENTRANTS};
pub use running::PATROL;
