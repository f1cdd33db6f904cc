//! The settings of a table: time control, reminders, visibility, rating.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ContestId;
use lanai_ai::LessonPart;

const MINUTE_SECS: i64 = 60;
const HOUR_SECS: i64 = 60 * MINUTE_SECS;
const DAY_SECS: i64 = 24 * HOUR_SECS;
// The bounds of the time for one turn.
const MIN_TURN_SECS: i64 = MINUTE_SECS;
const MAX_TURN_SECS: i64 = 60 * DAY_SECS;
/// Below this time per turn, players are assumed to wait at the table.
const LIVE_TURN_SECS: i64 = 10 * MINUTE_SECS;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TableSettings {
    pub time_control: TimeControl,
    pub timeout_policy: TimeoutPolicy,
    /// The interval of reminders in seconds: 0 for never, `None` for the guild's setting.
    pub reminder_interval: Option<i64>,
    /// Whether only its players may look at it: it cannot be watched from other channels.
    pub players_only: bool,
    /// Whether it plays without hints.
    pub no_hints: bool,
    pub rated: bool,
    /// The contest whose heat the table plays, with fixed seats.
    pub contest: Option<ContestId>,
    /// The part of the lesson that the table plays, if it is a lesson.
    pub lesson: Option<LessonPart>,
    pub visibility: Visibility,
    /// Which players `/play` seats here.
    pub match_preference: MatchPreference,
}

/// With whom a player would like to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchPreference {
    #[default]
    Anyone,
    /// With players of a similar rating.
    SimilarRating,
}

impl MatchPreference {
    pub fn needs_similar_rating(self) -> bool {
        match self {
            MatchPreference::Anyone => false,
            MatchPreference::SimilarRating => true,
        }
    }
}

/// Who may know of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    #[default]
    Public,
    /// Only invited people. The table is in a private thread, and stays there.
    Private,
    /// Only its players, who are members of different guilds and play in direct messages.
    BetweenGuilds,
}

impl TableSettings {
    pub fn private() -> TableSettings {
        TableSettings {
            visibility: Visibility::Private,
            players_only: true,
            ..TableSettings::default()
        }
    }

    pub fn between_guilds() -> TableSettings {
        TableSettings {
            visibility: Visibility::BetweenGuilds,
            players_only: true,
            ..TableSettings::default()
        }
    }

    /// Returns whether hints are off, by choice or because the game is rated.
    pub fn is_without_hints(&self) -> bool {
        self.no_hints || self.rated
    }

    pub fn is_private(&self) -> bool {
        self.visibility == Visibility::Private
    }

    pub fn is_between_guilds(&self) -> bool {
        self.visibility == Visibility::BetweenGuilds
    }

    /// Returns whether the table's channel and visibility are fixed.
    pub fn has_fixed_visibility(&self) -> bool {
        match self.visibility {
            Visibility::Public => false,
            Visibility::Private | Visibility::BetweenGuilds => true,
        }
    }
}

/// What players type for no reminders, no time limit or no quiet hours.
pub const NEVER_KEYWORD: &str = "never";

/// How long a turn may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeControl {
    /// No limit.
    #[default]
    None,
    /// This many seconds for each turn.
    Turn(i64),
    /// A bank of seconds for each seat, refilled by `more` after each turn up to `start`.
    Bank { start: i64, more: i64 },
}

/// What happens when time is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeoutPolicy {
    /// The timeout is announced, and the player keeps the turn.
    #[default]
    Announce,
    /// The computer plays this turn.
    PlayTurn,
    /// The computer plays until the person comes back.
    PlaySeat,
}

impl TimeControl {
    /// Parses a time control as players type it: `never`, `24h`, `3 d`, `72h+8h`.
    pub fn parse(text: &str) -> Option<TimeControl> {
        if matches!(text.trim(), NEVER_KEYWORD | "") {
            return Some(TimeControl::None);
        }
        match text.split_once('+') {
            None => parse_turn_limit(text).map(TimeControl::Turn),
            Some((start, more)) => {
                let start = parse_turn_limit(start)?;
                let more = parse_span(more)?;
                (MIN_TURN_SECS..=start)
                    .contains(&more)
                    .then_some(TimeControl::Bank { start, more })
            }
        }
    }

    /// Returns whether turns take minutes, so that players wait at the table.
    pub fn is_live(self) -> bool {
        match self {
            TimeControl::None => false,
            TimeControl::Turn(turn) | TimeControl::Bank { more: turn, .. } => turn < LIVE_TURN_SECS,
        }
    }

    /// Returns how long a turn may take, given the seat's bank.
    pub(crate) fn turn_limit(self, bank: Option<i64>) -> Option<i64> {
        match self {
            TimeControl::None => None,
            TimeControl::Turn(seconds) => Some(seconds),
            TimeControl::Bank { start, .. } => Some(bank.unwrap_or(start)),
        }
    }

    /// Returns the bank of a player who comes back or takes a seat over: at least half a bank.
    pub(crate) fn bank_on_return(self, bank: Option<i64>) -> Option<i64> {
        match self {
            TimeControl::None | TimeControl::Turn(_) => None,
            TimeControl::Bank { start, .. } => Some(bank.unwrap_or(start).max(start / 2)),
        }
    }

    /// Returns the bank after a turn that took `used` seconds.
    pub(crate) fn bank_after(self, bank: Option<i64>, used: i64) -> Option<i64> {
        match self {
            TimeControl::None | TimeControl::Turn(_) => None,
            TimeControl::Bank { start, more } => {
                Some(((bank.unwrap_or(start) - used.max(0)).max(0) + more).min(start))
            }
        }
    }
}

/// Formats a time control in the form that [`TimeControl::parse`] reads.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::None => f.write_str(NEVER_KEYWORD),
            TimeControl::Turn(seconds) => write!(f, "{}m", seconds / MINUTE_SECS),
            TimeControl::Bank { start, more } => {
                write!(f, "{}m+{}m", start / MINUTE_SECS, more / MINUTE_SECS)
            }
        }
    }
}

impl TimeoutPolicy {
    pub const ALL: [TimeoutPolicy; 3] = [
        TimeoutPolicy::Announce,
        TimeoutPolicy::PlayTurn,
        TimeoutPolicy::PlaySeat,
    ];

    /// Returns the name that commands and sentences use.
    pub fn name(self) -> &'static str {
        match self {
            TimeoutPolicy::Announce => "word",
            TimeoutPolicy::PlayTurn => "turn",
            TimeoutPolicy::PlaySeat => "seat",
        }
    }
}

/// Parses a span such as `90 m`, `8h`, `1d`, `2 w` into seconds. A bare number means hours.
pub fn parse_span(text: &str) -> Option<i64> {
    let text = text.trim();
    let digits = text
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let unit = match unit.trim() {
        "m" => MINUTE_SECS,
        "" | "h" => HOUR_SECS,
        "d" => DAY_SECS,
        "w" => 7 * DAY_SECS,
        _ => return None,
    };
    let number: i64 = number.parse().ok()?;
    number
        .checked_mul(unit)
        .filter(|seconds| *seconds <= 366 * DAY_SECS)
}

/// Parses the time for one turn.
fn parse_turn_limit(text: &str) -> Option<i64> {
    parse_span(text).filter(|seconds| (MIN_TURN_SECS..=MAX_TURN_SECS).contains(seconds))
}
