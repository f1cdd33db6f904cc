//! The chat: Discord, by serenity and poise. A command or a press comes in, a table does something
//! or not, and an answer goes out; what everybody must hear goes through the outbox. Nothing is
//! kept here that a restart would lose, and no rule of a game is known here.
//!
//! What our libraries do wrong is kept away at one place each: `answer` (answers that fail), `card`
//! (open mentions), `outbox` (limits, retries), `connection` (the proxy that a limiter ignores),
//! `logs` (tokens in logs).

mod cards;
mod delivery;
mod handlers;
mod session;
mod wire;

pub use cards::composer::Composer;
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
