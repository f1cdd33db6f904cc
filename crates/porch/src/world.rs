//! The world: guilds, persons, channels, messages and everything else that Discord would store.
//!
//! The world is behind one lock, and none of its functions blocks. The messages of a channel,
//! files, logged requests and rate-limit buckets are bounded in number or size.

mod activities;
mod channel;
pub(crate) mod components;
mod faults;
mod files;
mod identify_limits;
mod interaction;
mod message;
pub(crate) mod mutations;
mod oauth2;
mod rate_limits;
mod request_log;
mod session;
mod state;

pub(crate) use activities::ActivityInstance;
pub(crate) use channel::{Channel, ChannelKind, Thread};
pub(crate) use faults::{FaultKind, FaultRequest};
pub(crate) use files::{Attachment, Emoji, EmojiPicture, Upload};
pub(crate) use identify_limits::IdentifyOutcome;
pub(crate) use interaction::{Callback, Installations, Interaction, InteractionKind};
pub(crate) use message::{
    COMPONENTS_V2, EPHEMERAL, HAS_THREAD, InteractionReference, LOADING, Message, SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS, nonce_text,
};
pub(crate) use mutations::MessageEdit;
pub(crate) use oauth2::{ACCESS_TOKEN_LIFETIME, Grant, SCOPE};
pub use rate_limits::Limits;
pub(crate) use rate_limits::{BucketLevel, Exceeded, OLD_MESSAGE_AGE};
pub(crate) use request_log::LoggedRequest;
pub(crate) use session::{MAX_QUEUED, Outgoing, Shard};
pub(crate) use state::{
    DISCORD_LAUNCH_ACTIVITY, ENTRY_POINT, Guild, Person, RegisteredCommand, Watcher, World,
};
