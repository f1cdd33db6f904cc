//! The program: command line, settings, log, what operators do, and what is served. `docs/architecture.md` is the map of all crates.

pub mod cli;
pub mod config;
pub mod door;
pub mod logs;
pub mod operating;
