//! Contests: leagues, whose divisions play so many tables and whose best and last change places, and tournaments, Swiss or
//! knock-out. People sign up, and the rest goes by itself: tables are opened and filled, results come in, the next round is
//! paired. What happens next is told by a pure function of what happened ([`ContestState::advance`]), and each step is one
//! guarded write: whoever tends a contest, and however often they begin anew, no table is missing and none is opened twice.

pub(crate) mod divisions;
pub(crate) mod forgetting;
pub(crate) mod pairing;
pub(crate) mod points;
pub(crate) mod refusal;
pub(crate) mod rounds;
pub(crate) mod state;
pub(crate) mod terms;

pub(crate) use forgetting::Leaver;
pub use points::{ContestPlace, FULL};
pub use refusal::ContestRefusal;
pub use state::{
    CardStage, Contest, ContestState, ContestTerms, Entrant, Heat, HeatResult, LogEntry, Logged,
    Part, System,
};
pub use terms::NewContest;
