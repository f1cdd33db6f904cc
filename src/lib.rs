//! The program: command line, settings, log, commands for operators, and serving.
//!
//! `docs/architecture.md` describes all crates.

pub mod app;
pub mod cli;
pub mod config;
pub mod error;
mod key;
pub mod logs;
pub mod operating;
