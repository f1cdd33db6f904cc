//! Contests: what people may do with them, and the steps by which they run.

pub(crate) mod organising;
pub(crate) mod running;

use crate::model::failure::parse_json;
use crate::{ContestId, ContestState, InternalError};

pub use organising::{MAX_ENTRANTS, MAX_OPEN_CONTESTS};
pub use running::CONTEST_CHECK_SECS;

/// Parses the stored state of a contest.
pub(crate) fn parse_state(contest: ContestId, state: &str) -> Result<ContestState, InternalError> {
    parse_json(format_args!("contest {}", contest.0), state)
}
