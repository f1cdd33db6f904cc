//! One test binary; each module says what it proves.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod commands;
mod config;
mod copies;
mod homes;
mod laws;
mod minds;
mod outside;
mod records;
mod resampling;
#[cfg(target_os = "linux")]
mod simulation;
mod tidy;

mod cli;
mod clients;
mod drawing;
mod evenings;
mod fuzzing;
mod page;
mod porch;
mod steady;
mod store;
mod tables;
mod transcripts;
mod unspoken;
mod words;
