//! What a table chose for its days: how long a turn may take and what happens then, how often people are reminded, and
//! whether others may look on.

use serde::{Deserialize, Serialize};

use crate::ContestId;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;
/// No turn is shorter, and none longer, than somebody could want.
const SHORTEST: i64 = MINUTE;
const LONGEST: i64 = 60 * DAY;
/// Whoever plays faster than this sits there and waits.
const SITTING: i64 = 10 * MINUTE;

/// What a table chose.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TableSettings {
    /// How long a turn may take.
    pub pace: TimeControl,
    /// What happens when time is up.
    pub late: TimeoutPolicy,
    /// How many seconds lie between reminders: 0 for never, nothing for as the server has it.
    pub every: Option<i64>,
    /// Whether nobody may follow it from other channels.
    pub closed: bool,
    /// Whether it plays without hints.
    pub no_hints: bool,
    /// Whether the game counts for ratings.
    pub rated: bool,
    /// The contest whose heat it plays: who sits there is decided.
    pub contest: Option<ContestId>,
    /// Where somebody learns, if it is their first game.
    pub lesson: Option<Lesson>,
    /// Who may know of it.
    pub seclusion: Visibility,
    /// Whom `/play` leads to it.
    pub company: MatchPreference,
}

/// With whom somebody would like to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchPreference {
    #[default]
    Anyone,
    /// With people who play about as well.
    SimilarRating,
}

impl MatchPreference {
    /// Whether it matters how well others play.
    pub fn is_choosy(self) -> bool {
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
    /// Those alone who are invited: it stands in a private thread, and stays there.
    Private,
    /// Those alone who play: people of several servers found each other, and each is told of it in direct messages.
    BetweenGuilds,
}

impl TableSettings {
    /// Of a table of which those alone know who are invited.
    pub fn private() -> TableSettings {
        TableSettings {
            seclusion: Visibility::Private,
            closed: true,
            ..TableSettings::default()
        }
    }

    /// Of a table that people of several servers play.
    pub fn between() -> TableSettings {
        TableSettings {
            seclusion: Visibility::BetweenGuilds,
            closed: true,
            ..TableSettings::default()
        }
    }

    /// Whether those alone know of the table who are invited.
    pub fn is_private(&self) -> bool {
        self.seclusion == Visibility::Private
    }

    /// Whether it is played between servers, in direct messages.
    pub fn is_between(&self) -> bool {
        self.seclusion == Visibility::BetweenGuilds
    }

    /// Whether it stays where it is, and what it is.
    pub fn stays(&self) -> bool {
        match self.seclusion {
            Visibility::Public => false,
            Visibility::Private | Visibility::BetweenGuilds => true,
        }
    }
}

/// What stands where there is no time: no reminders, no time limit, no quiet hours.
pub const NEVER: &str = "never";

/// How long a turn may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeControl {
    /// As long as it takes.
    #[default]
    None,
    /// So many seconds each.
    Turn(i64),
    /// A bank of seconds for each seat, that never holds more than at the start, and so many more for each turn.
    Bank { start: i64, more: i64 },
}

/// What happens when time is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeoutPolicy {
    /// It is said, and nothing else.
    #[default]
    Announce,
    /// The computer plays this turn.
    PlayTurn,
    /// The computer plays until the person comes back.
    PlaySeat,
}

impl TableSettings {
    /// Whether it plays without hints: it chose so, or the game counts.
    pub fn is_without_hints(&self) -> bool {
        self.no_hints || self.rated
    }
}

impl TimeControl {
    /// A pace as it is written: `never`, `24h`, `3 d`, `72h+8h`.
    pub fn read(text: &str) -> Option<TimeControl> {
        let allowed = |seconds: &i64| (SHORTEST..=LONGEST).contains(seconds);
        if matches!(text.trim(), NEVER | "") {
            return Some(TimeControl::None);
        }
        match text.split_once('+') {
            None => span(text).filter(allowed).map(TimeControl::Turn),
            Some((start, more)) => {
                let start = span(start).filter(allowed)?;
                let more = span(more)?;
                (SHORTEST..=start)
                    .contains(&more)
                    .then_some(TimeControl::Bank { start, more })
            }
        }
    }

    /// Whether people sit together as they play: each turn takes minutes.
    pub fn is_live(self) -> bool {
        match self {
            TimeControl::None => false,
            TimeControl::Turn(turn) | TimeControl::Bank { more: turn, .. } => turn < SITTING,
        }
    }

    /// How long the turn of a seat may take that has so much in its bank.
    pub(crate) fn allows(self, bank: Option<i64>) -> Option<i64> {
        match self {
            TimeControl::None => None,
            TimeControl::Turn(seconds) => Some(seconds),
            TimeControl::Bank { start, .. } => Some(bank.unwrap_or(start)),
        }
    }

    /// What somebody finds in their bank who comes back, or takes a seat over: half of it, if there is not more.
    pub(crate) fn bank_again(self, bank: Option<i64>) -> Option<i64> {
        match self {
            TimeControl::None | TimeControl::Turn(_) => None,
            TimeControl::Bank { start, .. } => Some(bank.unwrap_or(start).max(start / 2)),
        }
    }

    /// What is in a bank after a turn that took so long.
    pub(crate) fn bank_after(self, bank: Option<i64>, used: i64) -> Option<i64> {
        match self {
            TimeControl::None | TimeControl::Turn(_) => None,
            TimeControl::Bank { start, more } => {
                Some(((bank.unwrap_or(start) - used.max(0)).max(0) + more).min(start))
            }
        }
    }
}

impl TimeoutPolicy {
    /// The name by which commands and words call it.
    pub fn name(self) -> &'static str {
        match self {
            TimeoutPolicy::Announce => "word",
            TimeoutPolicy::PlayTurn => "turn",
            TimeoutPolicy::PlaySeat => "seat",
        }
    }
}

/// A stretch of time as it is written: `90 m`, `8h`, `1d`, `2 w`; in seconds. Hours if nothing else is said.
pub fn span(text: &str) -> Option<i64> {
    let text = text.trim();
    let digits = text
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let unit = match unit.trim() {
        "m" => MINUTE,
        "" | "h" => HOUR,
        "d" => DAY,
        "w" => 7 * DAY,
        _ => return None,
    };
    let number: i64 = number.parse().ok()?;
    number
        .checked_mul(unit)
        .filter(|seconds| *seconds <= 366 * DAY)
}

/// Where somebody learns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lesson {
    /// In direct messages with us.
    Direct,
    /// In answers that nobody else sees: nothing is posted anywhere.
    Private,
}
