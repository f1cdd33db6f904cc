//! The Discord bot, built on serenity and poise.
//!
//! An interaction comes in, `lanai-host` acts at a table, and an answer goes out. Public messages
//! go through the outbox. This crate stores nothing that a restart would lose, and knows no rules
//! of the games.
//!
//! Faults of the libraries are handled in one place each: `answer` (answers that fail), `card`
//! (unwanted mentions), `outbox` (limits, retries), `connection` (the proxy that a limiter
//! ignores).

mod cards;
mod delivery;
mod handlers;
mod session;
mod wire;

pub use cards::composer::Composer;
pub use cards::telling::news_card;
pub use delivery::limits::{
    Admission, ConcurrencyLimit, MAX_CONCURRENT, MAX_CONCURRENT_LOOKS, MAX_REMEMBERED_USERS,
    PRESS_WINDOW, Permit, RateLimiter,
};
pub use delivery::notice_dispatch::NoticeDispatcher;
pub use session::checkup::{
    Checkup, GuildPermissions, Itself, NotTold, Reached, RegisteredCommands, Sessions,
};
pub use session::connection::{
    Bot, BotSettings, CannotServe, ConnectionSettings, ForeignDatabase, HttpClients,
};
pub use session::live::{LIVE_STEPS, LiveOutcome, LiveStep};
pub use session::maintenance::MaintenanceResponder;
pub use session::registration::commands_as_json;
pub use session::vitals::Vitals;
pub use wire::card::Card;
pub use wire::port::{Edit, OwnMessage, Pending, Port};
pub use wire::post_rate::{PostRate, Sort};
pub use wire::press::rewritten;
pub use wire::refusals::PortError;
pub use wire::request::Priority;
