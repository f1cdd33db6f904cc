//! Formats moments, which Discord shows in each reader's time zone, and intervals.

use crate::key;
use lanai_host::{DEFAULT_REMINDER_SECS, Timestamp};
use lanai_panel::format_duration;
use lanai_text::Words;

pub(crate) fn format_day(Timestamp(at): Timestamp) -> String {
    format!("<t:{at}:D>")
}

/// Formats the distance of a time from now, which Discord keeps up to date.
pub(crate) fn format_relative(Timestamp(at): Timestamp) -> String {
    format!("<t:{at}:R>")
}

pub(crate) fn format_reminder_interval(words: &Words, seconds: Option<i64>) -> String {
    match seconds {
        Some(DEFAULT_REMINDER_SECS) => words.say(key::CHAT_EVERY_DAY, &[]),
        Some(0) => words.say(key::CHAT_EVERY_NEVER, &[]),
        other => {
            let seconds = other.unwrap_or(DEFAULT_REMINDER_SECS);
            let time = format_duration(words, seconds);
            words.say(key::CHAT_EVERY, &[("time", time.into())])
        }
    }
}
