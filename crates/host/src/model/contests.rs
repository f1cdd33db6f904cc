//! Contests as data: leagues with divisions, Swiss tournaments and knock-outs.
//!
//! A pure function of the state ([`rounds::advance`]) decides what happens next. Each step is
//! one guarded write, so that a restart neither skips a table nor opens one twice. Opening tables
//! and reading results is up to `features::contests`.

pub(crate) mod divisions;
pub(crate) mod erasure;
pub(crate) mod pairing;
pub(crate) mod points;
pub(crate) mod refusal;
pub(crate) mod rounds;
pub(crate) mod state;
pub(crate) mod terms;

pub use points::{ContestPlace, HeatResult, MAX_HEAT_POINTS};
pub use refusal::ContestRefusal;
pub use state::{
    CardStage, Contest, ContestEvent, ContestState, ContestTerms, Entrant, Heat, LogEntry,
    PairingSystem, Participation,
};
pub use terms::NewContest;
