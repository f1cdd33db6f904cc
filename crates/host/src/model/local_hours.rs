//! Quiet hours in a local time zone.
//!
//! At a change of daylight saving time, quiet hours whose end the clock skips end with the skip. If
//! the clock shows their end twice, they end at the next of the two times.

use jiff::{
    Zoned,
    civil::Time,
    tz::{AmbiguousOffset, TimeZone},
};
use serde::{Deserialize, Serialize};

use crate::Timestamp;

/// How long before quiet hours a warning is sent, so that there is time to play a turn.
const QUIET_HOURS_LEAD_SECS: i64 = 60 * 60;

/// Daily hours without pings, in minutes since midnight. They may span midnight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct QuietHours {
    pub from: u16,
    pub to: u16,
}

/// Quiet hours with their time zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZonedQuietHours {
    pub quiet: QuietHours,
    /// The IANA name of the time zone. `None` means UTC.
    pub zone: Option<String>,
}

impl QuietHours {
    /// Parses hours as players type them: `22-8`, `22:30-7`, `21h-6h30`.
    pub fn parse(text: &str) -> Option<QuietHours> {
        let (from, to) = text.split_once(['-', '–', '—'])?;
        let quiet = QuietHours {
            from: parse_minute(from)?,
            to: parse_minute(to)?,
        };
        (quiet.from != quiet.to).then_some(quiet)
    }

    /// Formats the hours as players read them.
    pub fn format(self) -> String {
        format!(
            "{:02}:{:02}–{:02}:{:02}",
            self.from / 60,
            self.from % 60,
            self.to / 60,
            self.to % 60
        )
    }
}

impl ZonedQuietHours {
    fn time_zone(&self) -> TimeZone {
        find_time_zone(self.zone.as_deref())
    }

    fn local_time(&self, at: Timestamp) -> Zoned {
        to_local(at, self.time_zone())
    }

    /// Returns whether a time lies in these hours.
    pub fn contains(&self, at: Timestamp) -> bool {
        let time = self.local_time(at).time();
        let quiet = self.quiet;
        let minute =
            u16::from(time.hour().unsigned_abs()) * 60 + u16::from(time.minute().unsigned_abs());
        if quiet.from <= quiet.to {
            (quiet.from..quiet.to).contains(&minute)
        } else {
            minute >= quiet.from || minute < quiet.to
        }
    }

    /// Returns when the quiet hours around `at` end.
    pub(crate) fn end(&self, at: Timestamp) -> Timestamp {
        let local = self.local_time(at);
        let end = clock_time(self.quiet.to);
        let today = local.date().to_datetime(end);
        let end = if local.time() < end {
            today
        } else {
            today.saturating_add(jiff::Span::new().days(1))
        };
        // If the clock shows the end twice, the first time counts, or the second if the first is
        // past.
        let zone = self.time_zone();
        let ambiguous = zone.to_ambiguous_zoned(end);
        if let AmbiguousOffset::Gap { .. } = ambiguous.offset() {
            // The clock skips the end, so the quiet hours end with the skip.
            let now = jiff::Timestamp::from_second(at.0).unwrap_or_default();
            let skip = zone.following(now).next();
            return skip.map_or(at + 60, |skip| Timestamp(skip.timestamp().as_second()));
        }
        let ends = ambiguous
            .clone()
            .compatible()
            .map_or(at, |end| to_timestamp(&end));
        let ends = if ends > at {
            ends
        } else {
            ambiguous.later().map_or(at, |end| to_timestamp(&end))
        };
        // Never in the past, even if the time zone database is inconsistent.
        ends.max(at + 60)
    }

    /// Returns a time shortly before the quiet hours around `at`.
    pub(crate) fn time_before_quiet_hours(&self, at: Timestamp) -> Timestamp {
        let local = self.local_time(at);
        let begins = clock_time(self.quiet.from);
        let today = local.date().to_datetime(begins);
        let begins = if local.time() < begins {
            today.saturating_sub(jiff::Span::new().days(1))
        } else {
            today
        };
        let begins = self.time_zone().to_ambiguous_zoned(begins).compatible();
        begins.map_or(at, |begins| {
            at.min(to_timestamp(&begins) - QUIET_HOURS_LEAD_SECS)
        })
    }
}

/// Parses a time of day into minutes since midnight.
fn parse_minute(text: &str) -> Option<u16> {
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

pub(crate) fn to_timestamp(time: &Zoned) -> Timestamp {
    Timestamp(time.timestamp().as_second())
}

pub(crate) fn to_local(at: Timestamp, zone: TimeZone) -> Zoned {
    jiff::Timestamp::from_second(at.0)
        .unwrap_or_default()
        .to_zoned(zone)
}

fn clock_time(minute: u16) -> Time {
    let hour = i8::try_from(minute / 60 % 24).unwrap_or(0);
    let minute = i8::try_from(minute % 60).unwrap_or(0);
    Time::new(hour, minute, 0, 0).unwrap_or_default()
}

/// Returns the time zone of this name, or UTC.
pub(crate) fn find_time_zone(name: Option<&str>) -> TimeZone {
    name.and_then(lookup_zone).unwrap_or(TimeZone::UTC)
}

/// Finds a time zone, ignoring case.
fn lookup_zone(name: &str) -> Option<TimeZone> {
    jiff::tz::db().get(name.trim()).ok()
}

/// Returns the IANA spelling of a time zone's name.
pub fn zone_name(name: &str) -> Option<String> {
    lookup_zone(name).and_then(|zone| zone.iana_name().map(str::to_owned))
}

/// Finds the names of time zones that contain the typed text.
pub fn find_zones(typed: &str) -> Vec<String> {
    let typed = typed.trim().to_lowercase().replace(' ', "_");
    let known = jiff::tz::db().available().map(|name| name.to_string());
    // Only names of places, and UTC: the other names are deprecated aliases.
    let mut found: Vec<String> = known
        .filter(|name| (name.contains('/') && !name.starts_with("Etc/")) || name == "UTC")
        .filter(|name| name.to_lowercase().contains(&typed))
        .collect();
    found.sort();
    found
}
