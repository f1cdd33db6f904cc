//! The settings of a person: reminders, quiet hours, holidays and privacy.

use jiff::{Zoned, tz::TimeZone};
use serde::{Deserialize, Serialize};

use crate::Timestamp;
use crate::model::local_hours::{QuietHours, ZonedQuietHours, local, second, time_zone};

const HOUR: i64 = 60 * 60;
/// The default interval of reminders, in seconds.
pub const DEFAULT_REMINDER_SECS: i64 = 24 * HOUR;
/// How long past holidays are kept, in seconds: no turn lasts longer.
const PAST_HOLIDAYS: i64 = 120 * 24 * HOUR;
/// The hours meant by "morning" and "evening".
const MORNING: i8 = 9;
const EVENING: i8 = 20;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PersonSettings {
    /// The interval of reminders in seconds: 0 for never, `None` for the table's setting.
    pub every: Option<i64>,
    /// The IANA name of their time zone.
    pub zone: Option<String>,
    pub quiet: Option<QuietHours>,
    /// Whether pings and reminders are sent as direct messages.
    pub direct: bool,
    /// Whether they are told when their turn is next.
    pub next: bool,
    /// Whether they want text in place of pictures.
    pub text: bool,
    pub listing: StatsListing,
    pub invitations: Invitations,
    /// Current and recent holidays.
    pub away: Vec<Holiday>,
    /// The quiet hours of the guild in which they are pinged.
    #[serde(skip)]
    pub here: Option<ZonedQuietHours>,
}

/// Who can look up a person's results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StatsListing {
    /// Everybody, and leaderboards list them.
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

/// A holiday.
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
        time_zone(self.zone.as_deref())
    }

    fn local(&self, at: Timestamp) -> Zoned {
        local(at, self.time_zone())
    }

    /// Returns their own quiet hours and those of the guild.
    fn hours(&self) -> impl Iterator<Item = ZonedQuietHours> {
        let own = self.quiet.map(|quiet| ZonedQuietHours {
            quiet,
            zone: self.zone.clone(),
        });
        own.into_iter().chain(self.here.clone())
    }

    /// Returns the local date as `2026-12-24`.
    pub fn day(&self, at: Timestamp) -> String {
        self.local(at).date().to_string()
    }

    /// Returns whether a time lies in quiet hours.
    pub fn is_quiet(&self, at: Timestamp) -> bool {
        self.hours().any(|hours| hours.hold(at))
    }

    /// Returns whether a ping would disturb: in quiet hours, or on holiday.
    pub fn disturbs(&self, at: Timestamp) -> bool {
        self.is_quiet(at) || self.away_at(at).is_some()
    }

    /// Returns the first time from `at` on that is neither in quiet hours nor on holiday.
    pub fn loud_from(&self, at: Timestamp) -> Timestamp {
        let mut at = at;
        // Quiet hours may end in a holiday, and a holiday in quiet hours; with the hour that comes
        // twice these are few.
        for _ in 0..8 {
            match self.away_at(at) {
                Some(away) => at = away.until,
                None if self.is_quiet(at) => at = self.end_of_quiet(at),
                None => break,
            }
        }
        at
    }

    fn end_of_quiet(&self, at: Timestamp) -> Timestamp {
        self.hours()
            .find(|hours| hours.hold(at))
            .map_or(at, |hours| hours.end(at))
    }

    /// Returns `at`, or a time shortly before the quiet hours in which it lies.
    pub fn loud_until(&self, at: Timestamp) -> Timestamp {
        self.hours().fold(at, |at, hours| {
            if hours.hold(at) {
                hours.shortly_before(at)
            } else {
                at
            }
        })
    }

    /// Returns the holiday in which a time lies.
    pub fn away_at(&self, at: Timestamp) -> Option<Holiday> {
        self.away
            .iter()
            .copied()
            .find(|away| (away.from..away.until).contains(&at))
    }

    /// Begins a holiday, or ends the current one.
    ///
    /// Past holidays stay, because the clock was stopped then. A holiday never ends in quiet hours.
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

    /// Returns the time that is meant.
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
    /// Parses a day (`2026-12-24`) or a span from now on (`10 d`). Returns its end.
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
