//! The wire: ids, requests, component ids and cards as data, emojis, and the calls that Discord is sent.
//!
//! A module here uses only its own floor.

pub(crate) mod answerable;
pub(crate) mod card;
pub(crate) mod emojis;
pub(crate) mod fitting;
pub(crate) mod ids;
pub(crate) mod names;
pub(crate) mod permissions;
pub(crate) mod plain_line;
pub(crate) mod port;
pub(crate) mod post_rate;
pub(crate) mod press;
pub(crate) mod question;
pub(crate) mod refusals;
pub(crate) mod request;
pub(crate) mod requests;
pub(crate) mod times;
