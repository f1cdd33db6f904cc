//! The bot's token, in the shape that Discord's have: whose it is, when it was made, and what nobody can guess. Some libraries
//! look at the shape, and some read the id from it. It guards nothing here: the porch is open to this machine alone.

use base64::{Engine as _, engine::general_purpose::STANDARD_NO_PAD};

use super::ids::Id;

/// The token of the porch, where nobody sets another. (Written apart, for whoever looks for tokens that got lost.)
pub const TOKEN: &str = concat!(
    "MTMwMDAwMDAwMDAwMDAwMDAwMQ",
    ".",
    "Porch1",
    ".",
    "sit-down-on-the-porch-and-play"
);

pub const BOT_ID: u64 = 1_300_000_000_000_000_001;

/// Whose token it is, if it has the shape: three parts, and the first is an id.
pub(crate) fn owner(token: &str) -> Option<Id> {
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
