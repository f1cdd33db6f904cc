//! The handlers: what commands, buttons and forms do, a module for each feature.
//!
//! They use the floors below and never the session.

pub(crate) mod admin;
pub(crate) mod admin_log;
pub(crate) mod again;
pub(crate) mod agreeing;
pub(crate) mod ahead;
pub(crate) mod authority;
pub(crate) mod between;
pub(crate) mod check;
pub(crate) mod closing;
pub(crate) mod commands;
pub(crate) mod contests;
pub(crate) mod days;
pub(crate) mod greeting;
pub(crate) mod hints;
pub(crate) mod history;
pub(crate) mod inviting;
pub(crate) mod learning;
pub(crate) mod lobby;
pub(crate) mod lookback;
pub(crate) mod moving;
pub(crate) mod noting;
pub(crate) mod opening;
pub(crate) mod panel;
pub(crate) mod play;
pub(crate) mod presses;
pub(crate) mod primer;
pub(crate) mod privacy;
pub(crate) mod ratings;
pub(crate) mod reviews;
pub(crate) mod stats;
pub(crate) mod watching;
