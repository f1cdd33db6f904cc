//! The host on a SQLite file: lobbies, whole games, take-backs, resignations, notices, races,
//! restarts and tampered databases.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]
#![expect(
    clippy::large_futures,
    reason = "scenes run one at a time, directly on their thread"
)]
#![expect(
    clippy::too_many_lines,
    reason = "a test reads as one scene, however long it is"
)]

mod acts;
mod ahead;
mod awarded;
mod between;
mod broken;
mod clocks;
mod closing;
mod composing;
mod computers;
mod contests;
mod departed;
mod editions;
mod forgotten;
mod limits;
mod lobby;
mod moving;
mod once;
mod outbox;
mod person_settings;
mod planning;
mod ratings;
mod recaps;
mod resigning;
mod results;
mod seed;
mod starting;
mod stats;
mod taking_back;
mod thinking;
mod whole;
