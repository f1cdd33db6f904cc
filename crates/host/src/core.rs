//! The core: loads games from their logs and snapshots, and writes changes with their notices.
//!
//! Most of what players can request is in `features`. The core uses only the model. Entry points:
//! [`Turn`](play::Turn) and [`Play::commit_turn`](play::Play::commit_turn).

pub(crate) mod amendments;
pub(crate) mod announcement;
pub(crate) mod database;
pub(crate) mod game_summary;
pub(crate) mod games;
pub(crate) mod moderation;
pub(crate) mod notices;
pub(crate) mod person_notices;
pub(crate) mod play;
pub(crate) mod premoves;
pub(crate) mod printed_cache;
pub(crate) mod process;
pub(crate) mod results;
pub(crate) mod set_up;
pub(crate) mod settings;
pub(crate) mod tables;
pub(crate) mod take_back;
pub(crate) mod thoughts;
pub(crate) mod watching;
