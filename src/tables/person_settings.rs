//! How somebody wants to be told: how often, at which hours of their own day, where, and when they are away. Local time is
//! that of the IANA zones, with summer time: an hour that does not exist moves on, one that comes twice counts once.

use jiff::{Zoned, civil::Time, tz::TimeZone};
use serde::{Deserialize, Serialize};

use super::Timestamp;

const HOUR: i64 = 60 * 60;
/// How often somebody is reminded if nobody chose anything.
pub const USUAL: i64 = 24 * HOUR;
/// For so long past holidays are remembered: no turn lasts longer.
const PAST_HOLIDAYS: i64 = 120 * 24 * HOUR;
/// So long before quiet hours there is time to play a turn.
const SHORTLY: i64 = HOUR;
/// Hours of the day that people mean.
const MORNING: i8 = 9;
const EVENING: i8 = 20;

/// What a person chose.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PersonSettings {
    /// How many seconds lie between reminders: 0 for never, nothing for as the table has it.
    pub every: Option<i64>,
    /// Their time zone, as IANA names it.
    pub zone: Option<String>,
    /// When they are not to be disturbed.
    pub quiet: Option<Quiet>,
    /// Whether they are called and reminded in direct messages.
    pub direct: bool,
    /// Whether they are told that they are next.
    pub next: bool,
    /// Whether they want words in place of pictures.
    pub text: bool,
    /// Who can look up how well they play.
    pub listing: Listing,
    /// Whether others may invite them to tables.
    pub invitations: Invitations,
    /// When they are, and lately were, on holiday.
    pub away: Vec<Away>,
}

/// Who can look up how well somebody plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Listing {
    /// Everybody, and leaderboards list them.
    #[default]
    Public,
    /// They alone.
    Own,
}

/// Whether others may invite somebody to tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Invitations {
    /// They may.
    #[default]
    Welcome,
    /// Nobody may.
    Unwanted,
}

/// Hours of every day, in minutes since midnight. If they end before they begin, they go through the night.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Quiet {
    /// From then on.
    pub from: u16,
    /// Until then.
    pub to: u16,
}

/// A holiday.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Away {
    /// From then on.
    pub from: Timestamp,
    /// Until then.
    pub until: Timestamp,
}

/// A time that people name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// In so many seconds.
    In(i64),
    /// This evening, or tomorrow's if it is evening already.
    Evening,
    /// Tomorrow in the morning.
    TomorrowMorning,
    /// Tomorrow in the evening.
    TomorrowEvening,
}

impl PersonSettings {
    fn time_zone(&self) -> TimeZone {
        self.zone.as_deref().and_then(zone).unwrap_or(TimeZone::UTC)
    }

    fn local(&self, at: Timestamp) -> Zoned {
        jiff::Timestamp::from_second(at.0).unwrap_or_default().to_zoned(self.time_zone())
    }

    /// The day of a moment where they live, in figures.
    pub fn day(&self, at: Timestamp) -> String {
        self.local(at).date().to_string()
    }

    /// Whether somebody is not to be disturbed then.
    pub fn is_quiet(&self, at: Timestamp) -> bool {
        let Some(quiet) = self.quiet else { return false };
        let time = self.local(at).time();
        let minute = u16::from(time.hour().unsigned_abs()) * 60 + u16::from(time.minute().unsigned_abs());
        if quiet.from <= quiet.to {
            (quiet.from..quiet.to).contains(&minute)
        } else {
            minute >= quiet.from || minute < quiet.to
        }
    }

    /// Whether a sound would disturb somebody then: in quiet hours, or on holiday.
    pub fn disturbs(&self, at: Timestamp) -> bool {
        self.is_quiet(at) || self.away_at(at).is_some()
    }

    /// The first moment from then on at which somebody may be disturbed: neither in quiet hours nor on holiday.
    pub fn loud_from(&self, at: Timestamp) -> Timestamp {
        let mut at = at;
        // Quiet hours may end in a holiday, and a holiday in quiet hours; with the hour that comes twice these are few.
        for _ in 0..8 {
            match self.away_at(at) {
                Some(away) => at = away.until,
                None if self.is_quiet(at) => at = self.end_of_quiet(at),
                None => break,
            }
        }
        at
    }

    /// When the quiet hours end in which this moment lies.
    fn end_of_quiet(&self, at: Timestamp) -> Timestamp {
        let Some(quiet) = self.quiet else { return at };
        let local = self.local(at);
        let end = clock_time(quiet.to);
        let today = local.date().to_datetime(end);
        let end = if local.time() < end { today } else { today.saturating_add(jiff::Span::new().days(1)) };
        // Of an hour that comes twice the first is taken; if that is past, the quiet lasts to the second.
        let ambiguous = self.time_zone().to_ambiguous_zoned(end);
        let ends = ambiguous.clone().compatible().map_or(at, |end| second(&end));
        let ends = if ends > at { ends } else { ambiguous.later().map_or(at, |end| second(&end)) };
        // A law of nature that no table of zones may break: time goes on.
        ends.max(at + 60)
    }

    /// This moment, or, if it lies in quiet hours, one shortly before them.
    pub fn loud_until(&self, at: Timestamp) -> Timestamp {
        let Some(quiet) = self.quiet.filter(|_| self.is_quiet(at)) else { return at };
        let (local, begins) = (self.local(at), clock_time(quiet.from));
        let today = local.date().to_datetime(begins);
        let begins =
            if local.time() < begins { today.saturating_sub(jiff::Span::new().days(1)) } else { today };
        let begins = self.time_zone().to_ambiguous_zoned(begins).compatible();
        begins.map_or(at, |begins| at.min(second(&begins) - SHORTLY))
    }

    /// The holiday in which a moment lies.
    pub fn away_at(&self, at: Timestamp) -> Option<Away> {
        self.away.iter().copied().find(|away| (away.from..away.until).contains(&at))
    }

    /// A holiday from now on, or none any more. What of one is past stays: the clock stood then. Nobody comes back in their
    /// quiet hours.
    pub fn go_away(&mut self, until: Option<Timestamp>, now: Timestamp) {
        self.away.retain(|away| away.from < now && away.until > now - PAST_HOLIDAYS);
        for away in &mut self.away {
            away.until = away.until.min(now);
        }
        let ends = |until| if self.is_quiet(until) { self.end_of_quiet(until) } else { until };
        let away = until.map(|until| Away { from: now, until: ends(until) });
        self.away.extend(away);
    }

    /// The time that somebody means.
    pub fn time_of(&self, moment: Moment, now: Timestamp) -> Timestamp {
        let local = self.local(now);
        let at = |days: i64, hour: i8| {
            let date = local.date().saturating_add(jiff::Span::new().days(days));
            let zoned = date.at(hour, 0, 0, 0).to_zoned(self.time_zone());
            zoned.map_or(now, |zoned| second(&zoned))
        };
        match moment {
            Moment::In(seconds) => now + seconds,
            Moment::Evening if local.hour() < EVENING => at(0, EVENING),
            Moment::Evening | Moment::TomorrowEvening => at(1, EVENING),
            Moment::TomorrowMorning => at(1, MORNING),
        }
    }
}

impl PersonSettings {
    /// The end of a day, as in `2026-12-24`, or of a stretch of time from now on, as in `10 days`.
    pub fn day_or_span(&self, text: &str, now: Timestamp) -> Option<Timestamp> {
        if let Some(seconds) = super::table_settings::span(text) {
            return Some(now + seconds);
        }
        let day: jiff::civil::Date = text.trim().parse().ok()?;
        let after = day.tomorrow().ok()?.at(0, 0, 0, 0).to_zoned(self.time_zone()).ok()?;
        Some(second(&after))
    }
}

impl Quiet {
    /// Hours as people write them: `22-8`, `22:30-7`, `21h-6h30`.
    pub fn read(text: &str) -> Option<Quiet> {
        let (from, to) = text.split_once(['-', '–', '—'])?;
        let quiet = Quiet { from: minute(from)?, to: minute(to)? };
        (quiet.from != quiet.to).then_some(quiet)
    }

    /// As people write them.
    pub fn write(self) -> String {
        let time = |minute: u16| format!("{:02}:{:02}", minute / 60, minute % 60);
        format!("{}–{}", time(self.from), time(self.to))
    }
}

/// A time of day, in minutes.
fn minute(text: &str) -> Option<u16> {
    let text = text.trim().to_lowercase();
    let (hour, minute) = text.split_once([':', 'h', '.']).unwrap_or((&text, ""));
    let hour: u16 = hour.trim().parse().ok()?;
    let minute: u16 = if minute.trim().is_empty() { 0 } else { minute.trim().parse().ok()? };
    let whole = hour * 60 + minute;
    (hour <= 24 && minute < 60 && whole <= 24 * 60).then_some(whole % (24 * 60))
}

/// The moment of a local time.
fn second(time: &Zoned) -> Timestamp {
    Timestamp(time.timestamp().as_second())
}

fn clock_time(minute: u16) -> Time {
    let part = |number: u16| i8::try_from(number).unwrap_or(0);
    Time::new(part(minute / 60 % 24), part(minute % 60), 0, 0).unwrap_or_default()
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
pub fn zones_like(typed: &str) -> Vec<String> {
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
