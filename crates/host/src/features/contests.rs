//! Contests: what people may do with them, and the steps by which they run.

pub(crate) mod organising;
pub(crate) mod running;

use crate::{ContestId, ContestState, InternalError};

pub use organising::{MAX_ENTRANTS, MAX_OPEN_CONTESTS};
pub use running::CONTEST_CHECK_SECS;

/// Parses the stored state of a contest.
pub(crate) fn parse_state(contest: ContestId, state: &str) -> Result<ContestState, InternalError> {
    serde_json::from_str(state).map_err(|error| InternalError::Contest {
        contest: contest.0,
        line: error.line(),
        column: error.column(),
    })
}
