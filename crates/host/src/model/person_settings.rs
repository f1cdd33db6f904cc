//! How somebody wants to be told: how often, at which hours of their own day, where, and when they are away.

use jiff::{Zoned, tz::TimeZone};
use serde::{Deserialize, Serialize};

use crate::Timestamp;
use crate::model::local_hours::{QuietHours, ZonedQuietHours, local, second, time_zone};

const HOUR: i64 = 60 * 60;
/// How often somebody is reminded if nobody chose anything.
pub const DEFAULT_REMINDER_SECS: i64 = 24 * HOUR;
/// For so long past holidays are remembered: no turn lasts longer.
const PAST_HOLIDAYS: i64 = 120 * 24 * HOUR;
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
    pub quiet: Option<QuietHours>,
    /// Whether they are called and reminded in direct messages.
    pub direct: bool,
    /// Whether they are told that they are next.
    pub next: bool,
    /// Whether they want words in place of pictures.
    pub text: bool,
    /// Who can look up how well they play.
    pub listing: StatsListing,
    /// Whether others may invite them to tables.
    pub invitations: Invitations,
    /// When they are, and lately were, on holiday.
    pub away: Vec<Holiday>,
    /// When nobody is to be disturbed on the server of which this is.
    #[serde(skip)]
    pub here: Option<ZonedQuietHours>,
}

/// Who can look up how well somebody plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StatsListing {
    /// Everybody, and leaderboards list them.
    #[default]
    Public,
    Private,
}

/// Whether others may invite somebody to tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Invitations {
    #[default]
    Welcome,
    Unwanted,
}

/// A holiday.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Holiday {
    pub from: Timestamp,
    pub until: Timestamp,
}

/// A time that people name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamedTime {
    /// In so many seconds.
    In(i64),
    /// This evening, or tomorrow's if it is evening already.
    Evening,
    TomorrowMorning,
    TomorrowEvening,
}

impl PersonSettings {
    fn time_zone(&self) -> TimeZone {
        time_zone(self.zone.as_deref())
    }

    fn local(&self, at: Timestamp) -> Zoned {
        local(at, self.time_zone())
    }

    /// The hours at which they are not to be disturbed: their own, and those of the server.
    fn hours(&self) -> impl Iterator<Item = ZonedQuietHours> {
        let own = self.quiet.map(|quiet| ZonedQuietHours {
            quiet,
            zone: self.zone.clone(),
        });
        own.into_iter().chain(self.here.clone())
    }

    /// The day of a moment where they live, in figures.
    pub fn day(&self, at: Timestamp) -> String {
        self.local(at).date().to_string()
    }

    /// Whether somebody is not to be disturbed then.
    pub fn is_quiet(&self, at: Timestamp) -> bool {
        self.hours().any(|hours| hours.hold(at))
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
        self.hours()
            .find(|hours| hours.hold(at))
            .map_or(at, |hours| hours.end(at))
    }

    /// This moment, or, if it lies in quiet hours, one shortly before them.
    pub fn loud_until(&self, at: Timestamp) -> Timestamp {
        self.hours().fold(at, |at, hours| {
            if hours.hold(at) {
                hours.shortly_before(at)
            } else {
                at
            }
        })
    }

    /// The holiday in which a moment lies.
    pub fn away_at(&self, at: Timestamp) -> Option<Holiday> {
        self.away
            .iter()
            .copied()
            .find(|away| (away.from..away.until).contains(&at))
    }

    /// A holiday from now on, or none any more. What of one is past stays: the clock stood then. Nobody comes back in their
    /// quiet hours.
    pub fn go_away(&mut self, until: Option<Timestamp>, now: Timestamp) {
        self.away
            .retain(|away| away.from < now && away.until > now - PAST_HOLIDAYS);
        for away in &mut self.away {
            away.until = away.until.min(now);
        }
        let ends = |until| {
            if self.is_quiet(until) {
                self.end_of_quiet(until)
            } else {
                until
            }
        };
        let away = until.map(|until| Holiday {
            from: now,
            until: ends(until),
        });
        self.away.extend(away);
    }

    /// The time that somebody means.
    pub fn time_of(&self, moment: NamedTime, now: Timestamp) -> Timestamp {
        let local = self.local(now);
        let at = |days: i64, hour: i8| {
            let date = local.date().saturating_add(jiff::Span::new().days(days));
            let zoned = date.at(hour, 0, 0, 0).to_zoned(self.time_zone());
            zoned.map_or(now, |zoned| second(&zoned))
        };
        match moment {
            NamedTime::In(seconds) => now + seconds,
            NamedTime::Evening if local.hour() < EVENING => at(0, EVENING),
            NamedTime::Evening | NamedTime::TomorrowEvening => at(1, EVENING),
            NamedTime::TomorrowMorning => at(1, MORNING),
        }
    }
}

impl PersonSettings {
    /// The end of a day, as in `2026-12-24`, or of a stretch of time from now on, as in `10 days`.
    pub fn day_or_span(&self, text: &str, now: Timestamp) -> Option<Timestamp> {
        if let Some(seconds) = crate::model::table_settings::span(text) {
            return Some(now + seconds);
        }
        let day: jiff::civil::Date = text.trim().parse().ok()?;
        let after = day
            .tomorrow()
            .ok()?
            .at(0, 0, 0, 0)
            .to_zoned(self.time_zone())
            .ok()?;
        Some(second(&after))
    }
}
