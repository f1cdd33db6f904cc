//! The model: tables, settings, premoves, news and contests as plain data, with pure functions of
//! them.
//!
//! Nothing here reads or writes a database. Only `clock` reads the time, `notify` waits, and
//! `randomness` draws from the operating system. A module uses only other modules of the model.
//!
//! Entry points: [`Table`](table::Table), [`Waiting::plan`](waiting::Waiting::plan) and
//! [`ContestState::advance`](contests::ContestState::advance).

pub(crate) mod clock;
pub(crate) mod contests;
pub(crate) mod failure;
pub(crate) mod guild_refusal;
pub(crate) mod guild_settings;
pub(crate) mod local_hours;
pub(crate) mod news;
pub(crate) mod notices;
pub(crate) mod notify;
pub(crate) mod person_settings;
pub(crate) mod premoves;
pub(crate) mod randomness;
pub(crate) mod rate_limiter;
pub(crate) mod rating;
pub(crate) mod results;
pub(crate) mod table;
pub(crate) mod table_settings;
pub(crate) mod terms;
pub(crate) mod waiting;
