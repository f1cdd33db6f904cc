//! The settings of a person: reminders, quiet hours, holidays and privacy.

use jiff::{Zoned, tz::TimeZone};
use serde::{Deserialize, Serialize};

use crate::Timestamp;
use crate::model::local_hours::{
    QuietHours, ZonedQuietHours, find_time_zone, to_local, to_timestamp,
};
use crate::model::table_settings::parse_span;

const HOUR_SECS: i64 = 60 * 60;
/// The default interval of reminders, in seconds.
pub const DEFAULT_REMINDER_SECS: i64 = 24 * HOUR_SECS;
/// How long past holidays are kept: twice the longest time limit of a turn.
const PAST_HOLIDAYS_SECS: i64 = 120 * 24 * HOUR_SECS;
/// The hour that players mean by "morning".
const MORNING_HOUR: i8 = 9;
/// The hour that players mean by "evening".
const EVENING_HOUR: i8 = 20;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PersonSettings {
    /// The interval of reminders in seconds: 0 for never, `None` for the table's setting.
    pub reminder_interval: Option<i64>,
    /// The IANA name of the person's time zone. `None` means UTC.
    pub zone: Option<String>,
    pub quiet: Option<QuietHours>,
    /// Whether pings and reminders are sent as direct messages.
    pub direct: bool,
    /// Whether the person is notified when their turn is next.
    pub next: bool,
    /// Whether the person prefers text to pictures.
    pub text: bool,
    pub listing: StatsListing,
    pub invitations: Invitations,
    /// Current and recent holidays.
    pub holidays: Vec<Holiday>,
    /// The quiet hours of the guild in whose channel the person is pinged.
    #[serde(skip)]
    pub guild_quiet_hours: Option<ZonedQuietHours>,
}

/// Who can look up a person's results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StatsListing {
    /// Everyone can, and leaderboards list the person.
    #[default]
    Public,
    Private,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Invitations {
    #[default]
    Welcome,
    Unwanted,
}

/// A span in which the person is away: their clock is stopped, and they are not pinged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Holiday {
    pub from: Timestamp,
    pub until: Timestamp,
}

/// A time as players name it, relative to now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamedTime {
    /// In this many seconds.
    In(i64),
    /// This evening, or tomorrow's if it is evening already.
    Evening,
    TomorrowMorning,
    TomorrowEvening,
}

impl PersonSettings {
    fn time_zone(&self) -> TimeZone {
        find_time_zone(self.zone.as_deref())
    }

    fn local_time(&self, at: Timestamp) -> Zoned {
        to_local(at, self.time_zone())
    }

    /// Returns the person's own quiet hours and the guild's.
    fn all_quiet_hours(&self) -> impl Iterator<Item = ZonedQuietHours> {
        self.quiet
            .map(|quiet| ZonedQuietHours {
                quiet,
                zone: self.zone.clone(),
            })
            .into_iter()
            .chain(self.guild_quiet_hours.clone())
    }

    /// Returns the local date as `2026-12-24`.
    pub fn local_date(&self, at: Timestamp) -> String {
        self.local_time(at).date().to_string()
    }

    /// Returns whether a time lies in quiet hours.
    pub fn is_quiet(&self, at: Timestamp) -> bool {
        self.all_quiet_hours().any(|hours| hours.contains(at))
    }

    /// Returns whether a ping would disturb: in quiet hours, or on holiday.
    pub fn would_be_disturbed(&self, at: Timestamp) -> bool {
        self.is_quiet(at) || self.holiday_at(at).is_some()
    }

    /// Returns the first time from `at` on that is neither in quiet hours nor on holiday.
    pub fn next_reachable_time(&self, at: Timestamp) -> Timestamp {
        let mut at = at;
        // Quiet hours may end in a holiday, and a holiday in quiet hours. A few rounds are enough,
        // even when the clock repeats an hour.
        for _ in 0..8 {
            match self.holiday_at(at) {
                Some(holiday) => at = holiday.until,
                None if self.is_quiet(at) => at = self.end_of_quiet(at),
                None => break,
            }
        }
        at
    }

    fn end_of_quiet(&self, at: Timestamp) -> Timestamp {
        self.all_quiet_hours()
            .find(|hours| hours.contains(at))
            .map_or(at, |hours| hours.end(at))
    }

    /// Returns `at`, or a time shortly before the quiet hours in which it lies.
    pub fn last_reachable_time(&self, at: Timestamp) -> Timestamp {
        self.all_quiet_hours().fold(at, |at, hours| {
            if hours.contains(at) {
                hours.time_before_quiet_hours(at)
            } else {
                at
            }
        })
    }

    /// Returns the holiday in which a time lies.
    pub fn holiday_at(&self, at: Timestamp) -> Option<Holiday> {
        self.holidays
            .iter()
            .copied()
            .find(|holiday| (holiday.from..holiday.until).contains(&at))
    }

    /// Begins a holiday, or ends the current one.
    ///
    /// Past holidays are kept, because they stopped the clock of current turns. A holiday never
    /// ends in quiet hours.
    pub fn set_holiday(&mut self, until: Option<Timestamp>, now: Timestamp) {
        self.holidays
            .retain(|holiday| holiday.from < now && holiday.until > now - PAST_HOLIDAYS_SECS);
        for holiday in &mut self.holidays {
            holiday.until = holiday.until.min(now);
        }
        if let Some(until) = until {
            self.holidays.push(Holiday {
                from: now,
                until: self.end_of_quiet(until),
            });
        }
    }

    /// Converts a time that a player named to a timestamp, by the player's time zone.
    pub fn resolve_time(&self, moment: NamedTime, now: Timestamp) -> Timestamp {
        let local = self.local_time(now);
        let mut date = local.date();
        let hour = match moment {
            NamedTime::In(seconds) => return now + seconds,
            NamedTime::Evening | NamedTime::TomorrowEvening => EVENING_HOUR,
            NamedTime::TomorrowMorning => MORNING_HOUR,
        };
        if moment != NamedTime::Evening || local.hour() >= EVENING_HOUR {
            date = date.saturating_add(jiff::Span::new().days(1));
        }
        date.at(hour, 0, 0, 0)
            .to_zoned(self.time_zone())
            .map_or(now, |zoned| to_timestamp(&zoned))
    }

    /// Parses a day (`2026-12-24`) or a span from now on (`10 d`). Returns its end.
    pub fn parse_day_or_span(&self, text: &str, now: Timestamp) -> Option<Timestamp> {
        if let Some(seconds) = parse_span(text) {
            return Some(now + seconds);
        }
        let day: jiff::civil::Date = text.trim().parse().ok()?;
        let after = day
            .tomorrow()
            .ok()?
            .at(0, 0, 0, 0)
            .to_zoned(self.time_zone())
            .ok()?;
        Some(to_timestamp(&after))
    }
}
