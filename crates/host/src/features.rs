//! What a person may ask of a table, a contest or a guild, one module for each feature.
//!
//! A feature uses the core and the model, never a worker: what has to happen later is written to
//! the database, where a worker finds it.

pub(crate) mod access;
pub(crate) mod agreements;
pub(crate) mod board_access;
pub(crate) mod closing;
pub(crate) mod contests;
pub(crate) mod departures;
pub(crate) mod erasure;
pub(crate) mod exports;
pub(crate) mod game_start;
pub(crate) mod hints;
pub(crate) mod lessons;
pub(crate) mod lobby;
pub(crate) mod lookback;
pub(crate) mod matchmaking;
pub(crate) mod notes;
pub(crate) mod premoves;
pub(crate) mod ratings;
pub(crate) mod relocation;
pub(crate) mod replacements;
pub(crate) mod resignations;
pub(crate) mod reviews;
pub(crate) mod statistics;
pub(crate) mod verifier;
