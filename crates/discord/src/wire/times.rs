//! Times as people read them: moments in each reader's own zone, which the chat writes, and stretches of time in words.

use lanai_host::{DEFAULT_REMINDER_SECS, Timestamp};
use lanai_text::Words;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// Formats a time with its date and distance; Discord shows it in the reader's time zone.
pub(crate) fn moment(Timestamp(at): Timestamp) -> String {
    format!("<t:{at}:f> (<t:{at}:R>)")
}

/// The day of a moment.
pub(crate) fn day(Timestamp(at): Timestamp) -> String {
    format!("<t:{at}:D>")
}

/// How far off a moment is; the chat counts on by itself.
pub(crate) fn how_far(Timestamp(at): Timestamp) -> String {
    format!("<t:{at}:R>")
}

/// A stretch of time in words, to the hour if it is of days, else to the minute.
pub(crate) fn roughly(words: &Words, seconds: i64) -> String {
    let grain = if seconds >= DAY { HOUR } else { MINUTE };
    stretch(words, seconds - seconds % grain)
}

/// A stretch of time in words, as exactly as its largest units have it.
pub(crate) fn stretch(words: &Words, seconds: i64) -> String {
    let units = [
        (DAY, "span-days"),
        (HOUR, "span-hours"),
        (MINUTE, "span-minutes"),
    ];
    let mut left = seconds.max(0);
    let mut parts = Vec::new();
    for (unit, name) in units {
        let number = left / unit;
        left %= unit;
        if number > 0 {
            parts.push(words.say(
                name,
                &[("n", usize::try_from(number).unwrap_or(usize::MAX).into())],
            ));
        }
    }
    if parts.is_empty() {
        words.say("span-moment", &[])
    } else {
        words.list(&parts)
    }
}

pub(crate) fn every_in_words(words: &Words, every: Option<i64>) -> String {
    match every {
        None => words.say(
            "chat-every",
            &[("time", stretch(words, DEFAULT_REMINDER_SECS).into())],
        ),
        Some(DEFAULT_REMINDER_SECS) => words.say("chat-every-day", &[]),
        Some(0) => words.say("chat-every-never", &[]),
        Some(seconds) => words.say("chat-every", &[("time", stretch(words, seconds).into())]),
    }
}
