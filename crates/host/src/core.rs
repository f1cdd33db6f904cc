//! The core: a game is loaded from its log and snapshot, and a change is written with what follows from it.
//!
//! What a player may ask for is in `features`; this floor uses the model alone. Entry points: [`Turn`](play::Turn) and the
//! commit of a turn in `play`.

pub(crate) mod acts;
pub(crate) mod calls;
pub(crate) mod follow;
pub(crate) mod log;
pub(crate) mod next;
pub(crate) mod notices;
pub(crate) mod play;
pub(crate) mod playing;
pub(crate) mod processes;
pub(crate) mod results;
pub(crate) mod set_up;
pub(crate) mod settings;
pub(crate) mod shelf;
pub(crate) mod thoughts;
