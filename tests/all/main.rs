//! One test binary; each module documents what it tests.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]
#![expect(
    clippy::needless_pass_by_value,
    reason = "builders of JSON take parts by value"
)]
#![expect(
    clippy::too_many_lines,
    reason = "a test reads as one scene, however long it is"
)]

mod commands;
mod config;
mod copies;
mod program;
#[cfg(target_os = "linux")]
mod simulation;
mod tidy;

mod board;
mod bot;
mod cli;
mod clients;
#[cfg(unix)]
mod database_files;
mod database_lock;
mod fuzzing;
mod keys;
mod page;
mod porch;
mod translatable;
