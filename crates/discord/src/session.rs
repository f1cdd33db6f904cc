//! The connection to Discord: the gateway and its shards, dispatch, registration of commands,
//! health, and checks before the bot serves.
//!
//! Entry points: [`Bot`](connection::Bot) and [`Checkup`](checkup::Checkup).

pub(crate) mod checkup;
pub(crate) mod connection;
pub(crate) mod contest_keeper;
pub(crate) mod departures;
pub(crate) mod dispatch;
pub(crate) mod gateway;
pub(crate) mod health;
pub(crate) mod maintenance;
pub(crate) mod registration;
