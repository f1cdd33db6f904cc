//! The lowest layer: ids, requests, component ids and cards as data, emojis, and calls to Discord.
//!
//! A module here uses only its own layer.

pub(crate) mod card;
pub(crate) mod discord;
pub(crate) mod emojis;
pub(crate) mod ids;
pub(crate) mod names;
pub(crate) mod permissions;
pub(crate) mod plain_client;
pub(crate) mod port;
pub(crate) mod port_error;
pub(crate) mod post_rate;
pub(crate) mod press;
pub(crate) mod question;
pub(crate) mod request;
pub(crate) mod request_metrics;
pub(crate) mod responder;
pub(crate) mod text_limits;
pub(crate) mod times;
