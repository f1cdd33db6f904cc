//! The Discord bot, built on serenity and poise.
//!
//! An interaction comes in, `lanai-host` acts at a table, and an answer goes out. News of tables
//! goes through the outbox. This crate stores nothing that a restart would lose, and knows no rules
//! of the games.
//!
//! Faults of Discord and the libraries are handled in one place each: `answer` (answers that fail),
//! `card` (unwanted mentions), `post_rate` (rate limits), `notice_dispatch` (retries of news),
//! `connection` (serenity's rate limiter, which ignores a proxy).

mod cards;
mod delivery;
mod handlers;
mod key;
mod session;
mod wire;

pub use cards::composer::Composer;
pub use cards::news::news_card;
pub use delivery::limits::{
    ConcurrencyLimit, MAX_CONCURRENT_READS, MAX_CONCURRENT_REQUESTS, PRESS_WINDOW, Permit,
};
pub use delivery::notice_dispatch::NoticeDispatcher;
pub use session::checkup::channel_trial::{TRIAL_STEP_COUNT, TrialOutcome, TrialStep};
pub use session::checkup::{
    BotIdentity, Checkup, CheckupError, GuildPermissions, Reachability, RegisteredCommands,
    SessionQuota,
};
pub use session::connection::{
    Bot, BotSettings, ConnectionSettings, ForeignDatabasePolicy, HttpClients, ServeError,
};
pub use session::health::HealthMonitor;
pub use session::maintenance::MaintenanceResponder;
pub use session::registration::commands_as_json;
pub use wire::card::Card;
pub use wire::port::{MessageEdit, OwnMessage, Port, PortFuture};
pub use wire::port_error::PortError;
pub use wire::post_rate::{ChannelAction, PostLimiter};
pub use wire::press::reencode_press_id;
pub use wire::request::Priority;
