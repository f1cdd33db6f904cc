//! Formats durations and moments. A moment is written with Discord's marks, such as `<t:1700000000:R>`,
//! which each reader sees in their own time zone; the page of the board replaces them likewise.

use crate::key;
use lanai_host::Timestamp;
use lanai_text::Words;

const MINUTE_SECS: i64 = 60;
const HOUR_SECS: i64 = 60 * MINUTE_SECS;
const DAY_SECS: i64 = 24 * HOUR_SECS;

/// Formats a time with its date and its distance from now.
pub fn format_moment(Timestamp(at): Timestamp) -> String {
    format!("<t:{at}:f> (<t:{at}:R>)")
}

/// Formats a duration to the hour from one day on, otherwise to the minute.
pub fn format_rough_duration(words: &Words, seconds: i64) -> String {
    let unit = if seconds >= DAY_SECS {
        HOUR_SECS
    } else {
        MINUTE_SECS
    };
    format_duration(words, seconds - seconds % unit)
}

/// Formats a duration in days, hours and minutes.
pub fn format_duration(words: &Words, seconds: i64) -> String {
    let units = [
        (DAY_SECS, key::SPAN_DAYS),
        (HOUR_SECS, key::SPAN_HOURS),
        (MINUTE_SECS, key::SPAN_MINUTES),
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
        words.say(key::SPAN_MOMENT, &[])
    } else {
        words.join_list(&parts)
    }
}
