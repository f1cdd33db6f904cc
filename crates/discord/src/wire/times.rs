//! Formats durations, and moments, which Discord shows in each reader's time zone.

use lanai_host::{DEFAULT_REMINDER_SECS, Timestamp};
use lanai_text::Words;

const MINUTE_SECS: i64 = 60;
const HOUR_SECS: i64 = 60 * MINUTE_SECS;
const DAY_SECS: i64 = 24 * HOUR_SECS;

/// Formats a time with its date and its distance from now.
pub(crate) fn format_moment(Timestamp(at): Timestamp) -> String {
    format!("<t:{at}:f> (<t:{at}:R>)")
}

pub(crate) fn format_day(Timestamp(at): Timestamp) -> String {
    format!("<t:{at}:D>")
}

/// Formats the distance of a time from now, which Discord keeps up to date.
pub(crate) fn format_relative(Timestamp(at): Timestamp) -> String {
    format!("<t:{at}:R>")
}

/// Formats a duration to the hour from one day on, otherwise to the minute.
pub(crate) fn format_rough_duration(words: &Words, seconds: i64) -> String {
    let unit = if seconds >= DAY_SECS {
        HOUR_SECS
    } else {
        MINUTE_SECS
    };
    format_duration(words, seconds - seconds % unit)
}

/// Formats a duration in days, hours and minutes.
pub(crate) fn format_duration(words: &Words, seconds: i64) -> String {
    let units = [
        (DAY_SECS, "span-days"),
        (HOUR_SECS, "span-hours"),
        (MINUTE_SECS, "span-minutes"),
    ];
    let mut left = seconds.max(0);
    let mut parts = Vec::new();
    for (unit, name) in units {
        let number = usize::try_from(left / unit).unwrap_or(usize::MAX);
        left %= unit;
        if number > 0 {
            parts.push(words.say(name, &[("n", number.into())]));
        }
    }
    if parts.is_empty() {
        words.say("span-moment", &[])
    } else {
        words.join_list(&parts)
    }
}

pub(crate) fn format_reminder_interval(words: &Words, seconds: Option<i64>) -> String {
    match seconds {
        Some(DEFAULT_REMINDER_SECS) => words.say("chat-every-day", &[]),
        Some(0) => words.say("chat-every-never", &[]),
        other => {
            let seconds = other.unwrap_or(DEFAULT_REMINDER_SECS);
            let time = format_duration(words, seconds);
            words.say("chat-every", &[("time", time.into())])
        }
    }
}
