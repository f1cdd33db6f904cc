//! Hours of the day at which nobody is to be disturbed, where somebody lives. Local time is that of the IANA zones, with summer
//! time: an hour that does not exist moves on, one that comes twice counts once.

use jiff::{
    Zoned,
    civil::Time,
    tz::{AmbiguousOffset, TimeZone},
};
use serde::{Deserialize, Serialize};

use crate::Timestamp;

/// So long before quiet hours there is time to play a turn.
const SHORTLY: i64 = 60 * 60;

/// Hours of every day, in minutes since midnight. If they end before they begin, they go through the night.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct QuietHours {
    pub from: u16,
    pub to: u16,
}

/// The same by the clock of a time zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZonedQuietHours {
    pub quiet: QuietHours,
    /// By which time zone, as IANA names it; the world's, if none is named.
    pub zone: Option<String>,
}

impl QuietHours {
    /// Hours as people write them: `22-8`, `22:30-7`, `21h-6h30`.
    pub fn read(text: &str) -> Option<QuietHours> {
        let (from, to) = text.split_once(['-', '–', '—'])?;
        let quiet = QuietHours {
            from: minute(from)?,
            to: minute(to)?,
        };
        (quiet.from != quiet.to).then_some(quiet)
    }

    /// As people write them.
    pub fn write(self) -> String {
        let time = |minute: u16| format!("{:02}:{:02}", minute / 60, minute % 60);
        format!("{}–{}", time(self.from), time(self.to))
    }
}

impl ZonedQuietHours {
    fn time_zone(&self) -> TimeZone {
        time_zone(self.zone.as_deref())
    }

    fn local(&self, at: Timestamp) -> Zoned {
        local(at, self.time_zone())
    }

    /// Whether a moment lies in them.
    pub fn hold(&self, at: Timestamp) -> bool {
        let time = self.local(at).time();
        let quiet = self.quiet;
        let minute =
            u16::from(time.hour().unsigned_abs()) * 60 + u16::from(time.minute().unsigned_abs());
        if quiet.from <= quiet.to {
            (quiet.from..quiet.to).contains(&minute)
        } else {
            minute >= quiet.from || minute < quiet.to
        }
    }

    /// When they end, if a moment lies in them.
    pub(crate) fn end(&self, at: Timestamp) -> Timestamp {
        let local = self.local(at);
        let end = clock_time(self.quiet.to);
        let today = local.date().to_datetime(end);
        let end = if local.time() < end {
            today
        } else {
            today.saturating_add(jiff::Span::new().days(1))
        };
        // Of an hour that comes twice the first is taken; if that is past, the quiet lasts to the second.
        let zone = self.time_zone();
        let ambiguous = zone.to_ambiguous_zoned(end);
        if let AmbiguousOffset::Gap { .. } = ambiguous.offset() {
            // The clock skips the end, so they end with the skip.
            let now = jiff::Timestamp::from_second(at.0).unwrap_or_default();
            let skip = zone.following(now).next();
            return skip.map_or(at + 60, |skip| Timestamp(skip.timestamp().as_second()));
        }
        let ends = ambiguous
            .clone()
            .compatible()
            .map_or(at, |end| second(&end));
        let ends = if ends > at {
            ends
        } else {
            ambiguous.later().map_or(at, |end| second(&end))
        };
        // A law of nature that no table of zones may break: time goes on.
        ends.max(at + 60)
    }

    /// A moment shortly before them, if this one lies in them.
    pub(crate) fn shortly_before(&self, at: Timestamp) -> Timestamp {
        let local = self.local(at);
        let begins = clock_time(self.quiet.from);
        let today = local.date().to_datetime(begins);
        let begins = if local.time() < begins {
            today.saturating_sub(jiff::Span::new().days(1))
        } else {
            today
        };
        let begins = self.time_zone().to_ambiguous_zoned(begins).compatible();
        begins.map_or(at, |begins| at.min(second(&begins) - SHORTLY))
    }
}

/// A time of day, in minutes.
fn minute(text: &str) -> Option<u16> {
    let text = text.trim().to_lowercase();
    let (hour, minute) = text.split_once([':', 'h', '.']).unwrap_or((&text, ""));
    let hour: u16 = hour.trim().parse().ok()?;
    let minute: u16 = if minute.trim().is_empty() {
        0
    } else {
        minute.trim().parse().ok()?
    };
    let whole = hour * 60 + minute;
    (hour <= 24 && minute < 60 && whole <= 24 * 60).then_some(whole % (24 * 60))
}

/// The moment of a local time.
pub(crate) fn second(time: &Zoned) -> Timestamp {
    Timestamp(time.timestamp().as_second())
}

/// The local time of a moment.
pub(crate) fn local(at: Timestamp, zone: TimeZone) -> Zoned {
    jiff::Timestamp::from_second(at.0)
        .unwrap_or_default()
        .to_zoned(zone)
}

fn clock_time(minute: u16) -> Time {
    let part = |number: u16| i8::try_from(number).unwrap_or(0);
    Time::new(part(minute / 60 % 24), part(minute % 60), 0, 0).unwrap_or_default()
}

/// The time zone of this name; the world's, if there is none.
pub(crate) fn time_zone(name: Option<&str>) -> TimeZone {
    name.and_then(zone).unwrap_or(TimeZone::UTC)
}

/// The time zone of this name, however it is spelt.
fn zone(name: &str) -> Option<TimeZone> {
    jiff::tz::db().get(name.trim()).ok()
}

/// The name of a time zone as IANA spells it.
pub fn zone_name(name: &str) -> Option<String> {
    zone(name).and_then(|zone| zone.iana_name().map(str::to_owned))
}

/// Names of time zones in which this is found.
pub fn find_zones(typed: &str) -> Vec<String> {
    let typed = typed.trim().to_lowercase().replace(' ', "_");
    let known = jiff::tz::db().available().map(|name| name.to_string());
    // Those of a place, and UTC: the others are names of old for the same.
    let mut found: Vec<String> = known
        .filter(|name| (name.contains('/') && !name.starts_with("Etc/")) || name == "UTC")
        .filter(|name| name.to_lowercase().contains(&typed))
        .collect();
    found.sort();
    found
}
