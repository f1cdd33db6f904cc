//! How a game changed the ratings.

use crate::key;
use crate::wire::names::escape_name;
use lanai_host::{Failure, RatingChange, Settings};
use lanai_text::Words;

/// Describes the rating changes of a game, except those of people who hide their ratings.
pub(crate) async fn rating_change_line(
    settings: &Settings,
    words: &Words,
    changes: &[RatingChange],
) -> Result<Option<String>, Failure> {
    let mut list = Vec::new();
    for change in changes {
        if !settings.is_unlisted(change.person).await? {
            list.push(format_rating_change(words, change));
        }
    }
    if list.is_empty() {
        return Ok(None);
    }
    Ok(Some(
        words.say(key::CHAT_RATED, &[("list", list.join(", ").into())]),
    ))
}

fn format_rating_change(words: &Words, change: &RatingChange) -> String {
    let mark = if change.provisional { "?" } else { "" };
    let difference = match change.before {
        Some(before) => format!(" ({})", format_signed(change.after - before)),
        None => String::new(),
    };
    let name = escape_name(words, &change.name);
    format!("{name} {}{mark}{difference}", change.after)
}

/// Formats a number with its sign, a plus or the typographic minus.
pub(crate) fn format_signed(number: i64) -> String {
    if number < 0 {
        format!("−{}", -number)
    } else {
        format!("+{number}")
    }
}
