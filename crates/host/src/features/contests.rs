//! Contests: what people may do with them, and the steps by which they run.

pub(crate) mod organising;
pub(crate) mod running;

pub use organising::{MAX_ENTRANTS, MAX_OPEN_CONTESTS};
pub use running::PATROL_SECS;
