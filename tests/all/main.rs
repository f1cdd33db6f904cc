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
mod outside;
#[cfg(target_os = "linux")]
mod simulation;
mod tidy;

mod cli;
mod clients;
mod evenings;
#[cfg(unix)]
mod files;
mod fuzzing;
mod held;
mod page;
mod porch;
mod unspoken;
