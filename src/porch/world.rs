//! The world: servers, persons, channels, messages and everything else that Discord would keep. It is held behind one
//! lock, for moments. It never waits, and it never grows without bound.

mod channel;
pub(crate) mod components;
mod emojis;
mod files;
mod interaction;
mod limits;
mod message;
mod opinions;
mod poll;
mod refusals;
mod requests;
mod rights;
mod session;
mod starts;
mod state;
mod tracked_map;
mod trouble;
mod write;

pub(crate) use channel::{Channel, ChannelKind, Thread, Webhook, WebhookName};
pub(crate) use emojis::{Emoji, EmojiPicture};
pub(crate) use files::{Attachment, StoredFile, Upload};
pub(crate) use interaction::{Callback, Interaction, InteractionKind, Owners};
pub use limits::Limits;
pub(crate) use limits::{BucketLevel, Exceeded, OLD};
pub(crate) use message::{
    Answers, COMPONENTS_V2, EPHEMERAL, HAS_THREAD, LOADING, Message, Reaction, SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS, nonce_text,
};
pub(crate) use opinions::{MOST_REACTIONS, is_emoji};
pub(crate) use poll::Poll;
pub(crate) use requests::LoggedRequest;
pub(crate) use session::{GatewaySession, MOST_WAITING, Outgoing};
pub(crate) use starts::SessionStart;
pub(crate) use state::{Person, RegisteredCommand, Server, Watcher, World};
pub(crate) use tracked_map::{Changes, TrackedMap};
pub(crate) use trouble::{TroubleKind, TroubleRequest};
pub(crate) use write::MessageEdit;
