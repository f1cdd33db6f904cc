//! The core: a game is loaded from its log and snapshot, and a change is written with what follows from it.
//!
//! What a player may ask for is in `features`; this floor uses the model alone. Entry points: [`Turn`](play::Turn) and the
//! commit of a turn in `play`.

pub(crate) mod amendments;
pub(crate) mod announcement;
pub(crate) mod database;
pub(crate) mod game_summary;
pub(crate) mod games;
pub(crate) mod moderation;
pub(crate) mod next_wait;
pub(crate) mod notices;
pub(crate) mod person_notices;
pub(crate) mod play;
pub(crate) mod printed_cache;
pub(crate) mod process;
pub(crate) mod results;
pub(crate) mod set_up;
pub(crate) mod settings;
pub(crate) mod tables;
pub(crate) mod take_back;
pub(crate) mod thoughts;
pub(crate) mod watching;
