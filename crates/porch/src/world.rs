//! The world: servers, persons, channels, messages and everything else that Discord would keep. It is held behind one
//! lock, for moments. It never waits, and it never grows without bound.

mod channel;
pub(crate) mod components;
mod files;
mod interaction;
mod limits;
mod message;
mod requests;
mod rights;
mod session;
mod starts;
mod state;
mod trouble;
mod write;

pub(crate) use channel::{Channel, ChannelKind, Thread};
pub(crate) use files::{Attachment, Emoji, EmojiPicture, Upload};
pub(crate) use interaction::{Callback, Interaction, InteractionKind, Owners};
pub use limits::Limits;
pub(crate) use limits::{BucketLevel, Exceeded, OLD};
pub(crate) use message::{
    Answers, COMPONENTS_V2, EPHEMERAL, HAS_THREAD, LOADING, Message, SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS, nonce_text,
};
pub(crate) use requests::LoggedRequest;
pub(crate) use session::{GatewaySession, MOST_WAITING, Outgoing};
pub(crate) use starts::SessionStart;
pub(crate) use state::{Person, RegisteredCommand, Server, Watcher, World};
pub(crate) use trouble::{TroubleKind, TroubleRequest};
pub(crate) use write::MessageEdit;
