//! Whom a table waits for, and what has to happen when.
//!
//! [`Waiting::plan`] is a pure function of the state and the current time. It plans from the
//! present, so that after days of downtime there is one reminder and not ten. The scheduler carries
//! the plan out.

use serde::{Deserialize, Serialize};

use crate::model::failure::json;
use crate::model::person_settings::{Holiday, PersonSettings};
use crate::model::premoves::Premoves;
use crate::model::table_settings::{TableSettings, TimeControl};
use crate::{InternalError, PersonId, PingReason, Proposal, Revision, Terms, Timestamp};
use lanai_rules::Seat;
use lanai_store as store;

/// No deadline fires this soon after a start of the bot, because players could not act before.
pub(crate) const STARTUP_GRACE_SECS: i64 = 30 * 60;

/// How long after the last step of an unfinished turn its player is nudged.
pub const NUDGE_AFTER_SECS: i64 = 15 * 60;
/// The largest number of reminders of one turn. After that the others are told, once.
pub const MAX_REMINDERS: u16 = 7;
/// The earliest warning before a deadline. It comes when a quarter of the time is left, if that is
/// later.
const WORD_IN_TIME: i64 = 6 * 60 * 60;
/// The earliest check of a table after a move: nothing can be due before.
const LOOK_AFTER: i64 = 10 * 60;

/// Whom a table waits for, and what is known of the turn.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Waiting {
    /// The player who is to act. `None` if the table waits for a computer.
    #[serde(skip)]
    pub person: Option<PersonId>,
    #[serde(skip)]
    pub since: Timestamp,
    /// The last turn to which a player was pinged.
    #[serde(skip)]
    pub called: Revision,
    pub seat: Option<Seat>,
    /// The revision that began the turn, which identifies it.
    pub turn: Revision,
    /// The revision of the game for which this was written.
    pub revision: Revision,
    /// The time of the last step of an unfinished turn.
    pub begun_at: Option<Timestamp>,
    pub nudged: bool,
    pub reminders: u16,
    pub reminded_at: Option<Timestamp>,
    /// Whether the player muted reminders of this turn.
    pub muted: bool,
    /// Until when the player asked for time.
    pub snoozed: Option<Timestamp>,
    /// Whether it was announced that time is up.
    pub late: bool,
    /// When the computer took this turn over because time was up.
    pub taken_over_at: Option<Timestamp>,
    /// When the player was pinged again after a pause.
    pub called_at: Option<Timestamp>,
    /// When the player was warned that time will be up.
    pub warned_at: Option<Timestamp>,
    /// When the clock was stopped: in pauses, and during later turns that were taken back.
    pub stills: Vec<Pause>,
    /// The time banks that were used, by seat.
    pub banks: Vec<(Seat, i64)>,
    /// The computers' seats, and the revision since which they are.
    pub computers: Vec<(Seat, Revision)>,
    /// The previous turn of a person, for a take-back.
    pub before: Option<PreviousTurn>,
    pub pause: Option<Pause>,
    /// The open proposal.
    pub asks: Option<Proposal>,
    pub ahead: Premoves,
}

/// A turn of a person that is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PreviousTurn {
    pub seat: Seat,
    pub since: Timestamp,
    #[serde(default)]
    pub until: Option<Timestamp>,
    #[serde(default)]
    pub stills: Vec<Pause>,
    pub bank: Option<i64>,
}

/// The clock as a turn ends.
pub(crate) struct StoppedClock<'a> {
    pub(crate) pace: TimeControl,
    /// The holidays of the player whose turn it was.
    pub(crate) away: &'a [Holiday],
    pub(crate) at: Timestamp,
}

/// A span in which a game is paused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pause {
    pub from: Timestamp,
    /// Until then, or until all agree to go on.
    pub until: Timestamp,
}

/// What is due at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DueAction {
    Resume,
    Overdue,
    /// A player began a turn and seems to have forgotten it.
    Nudge,
    Remind,
    /// The player's time will soon be up.
    Warn,
    /// The player ignored all reminders: the others are told.
    GiveUp,
}

/// What to do now, or when to check again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plan {
    Now(DueAction),
    At(Timestamp),
    Never,
}

impl Waiting {
    /// Serializes it for the store, with the time of the next check.
    pub(crate) fn kept(
        &self,
        guard: i64,
        look_at: Option<Timestamp>,
    ) -> Result<store::Wait, InternalError> {
        let state = json("whom a table waits for", self)?;
        Ok(store::Wait {
            person: self.person,
            since: self.since,
            look_at,
            guard,
            called: self.called,
            state,
        })
    }

    /// Returns when the player's time is up, if it is limited.
    pub fn deadline(&self, pace: TimeControl, personal: &PersonSettings) -> Option<Timestamp> {
        self.due(pace, &personal.away)
    }

    fn due(&self, pace: TimeControl, away: &[Holiday]) -> Option<Timestamp> {
        let due = self.since + pace.allows(self.bank(self.seat?))?;
        let later = |due, (from, until)| {
            if from < due {
                due + (until - from)
            } else {
                due
            }
        };
        Some(self.standstills(away).into_iter().fold(due, later))
    }

    /// Returns the seconds that the clock of this turn has run.
    pub(crate) fn used(&self, away: &[Holiday], at: Timestamp) -> i64 {
        let stood = self
            .standstills(away)
            .into_iter()
            .map(|(from, until)| until.min(at) - from.min(at));
        at - self.since - stood.sum::<i64>()
    }

    /// Returns the spans in which the clock is stopped, in order and without overlaps.
    fn standstills(&self, away: &[Holiday]) -> Vec<(Timestamp, Timestamp)> {
        let pauses = self
            .stills
            .iter()
            .chain(&self.pause)
            .map(|pause| (pause.from, pause.until));
        let mut all: Vec<_> = pauses
            .chain(away.iter().map(|away| (away.from, away.until)))
            .collect();
        all.sort_unstable();
        let mut seen = self.since;
        for (from, until) in &mut all {
            *from = seen.max(*from);
            *until = (*until).max(*from);
            seen = *until;
        }
        all
    }

    pub fn bank(&self, seat: Seat) -> Option<i64> {
        self.banks
            .iter()
            .find(|(other, _)| *other == seat)
            .map(|(_, bank)| *bank)
    }

    /// Returns what is due at the table.
    ///
    /// `every` is the interval of reminders in seconds, 0 for never. No deadline fires before
    /// `mercy`.
    pub fn plan(
        &self,
        manners: &TableSettings,
        personal: &PersonSettings,
        every: i64,
        mercy: Timestamp,
        now: Timestamp,
    ) -> Plan {
        if let Some(pause) = self.pause {
            return if now >= pause.until {
                Plan::Now(DueAction::Resume)
            } else {
                Plan::At(pause.until)
            };
        }
        if self.person.is_none() {
            return Plan::Never;
        }
        // In a live game players are at the table, and the clock is reminder enough.
        let sits = manners.pace.is_live() && !self.late;
        let wants = every > 0 && !self.muted && !sits;
        let reminder = wants.then(|| self.reminder(personal, every)).flatten();
        let warning = wants
            .then(|| self.warning(manners.pace, personal))
            .flatten();
        let nudge = self.nudge().filter(|_| manners.lesson.is_none() && !sits);
        let gentle = nudge
            .into_iter()
            .chain(reminder)
            .chain(warning)
            .min_by_key(|(at, _)| *at);
        // Pings wait for the end of quiet hours.
        let gentle = gentle.map(|(at, deed)| (personal.loud_from(at.max(now)), deed));
        // In a live game the grace period is the time of one turn.
        let turn = self
            .seat
            .and_then(|seat| manners.pace.allows(self.bank(seat)));
        let mercy = if sits {
            mercy.min(mercy - STARTUP_GRACE_SECS + turn.unwrap_or(STARTUP_GRACE_SECS))
        } else {
            mercy
        };
        let up = self
            .deadline(manners.pace, personal)
            .filter(|_| !self.late)
            .map(|up| up.max(mercy));
        match gentle {
            _ if up.is_some_and(|up| up <= now) => Plan::Now(DueAction::Overdue),
            Some((at, deed)) if at <= now => Plan::Now(deed),
            later => {
                let next = later.map(|(at, _)| at).into_iter().chain(up).min();
                next.map_or(Plan::Never, Plan::At)
            }
        }
    }

    fn nudge(&self) -> Option<(Timestamp, DueAction)> {
        let begun = self.begun_at.filter(|_| !self.nudged && !self.muted)?;
        Some((
            self.snoozed
                .unwrap_or_default()
                .max(begun + NUDGE_AFTER_SECS),
            DueAction::Nudge,
        ))
    }

    /// Returns the number of reminders without the warning.
    pub(crate) fn counted(&self) -> u16 {
        self.reminders
            .saturating_sub(u16::from(self.warned_at.is_some()))
    }

    fn reminder(&self, personal: &PersonSettings, every: i64) -> Option<(Timestamp, DueAction)> {
        let deed = match self.counted() {
            fewer if fewer < MAX_REMINDERS => DueAction::Remind,
            MAX_REMINDERS => DueAction::GiveUp,
            _ => return None,
        };
        let called = self.called_at.unwrap_or(self.since);
        let at = match (self.snoozed, self.reminded_at, self.begun_at) {
            // A player who asked for time is reminded when it is over, and not before.
            (Some(snoozed), reminded, _) if reminded.is_none_or(|reminded| reminded < snoozed) => {
                snoozed
            }
            (_, Some(reminded), begun) => reminded.max(begun.unwrap_or_default()) + every,
            (_, None, Some(begun)) => begun.max(called) + every,
            // A ping in quiet hours was silent, so the audible one follows when they end.
            (_, None, None) => match personal.loud_from(called) {
                loud if loud > called => loud,
                _ => called + every,
            },
        };
        Some((at, deed))
    }

    /// Returns the time of the warning before a deadline, unless the player was pinged shortly
    /// before.
    ///
    /// It comes before quiet hours if they would leave less than half of the usual lead.
    fn warning(
        &self,
        pace: TimeControl,
        personal: &PersonSettings,
    ) -> Option<(Timestamp, DueAction)> {
        let up = self
            .deadline(pace, personal)
            .filter(|_| !self.late && self.warned_at.is_none())?;
        let lead = (pace.allows(self.bank(self.seat?))? / 4).min(WORD_IN_TIME);
        let usual = up - lead;
        let at = if personal.loud_from(usual) <= up - lead / 2 {
            usual
        } else {
            personal.loud_until(usual)
        };
        let heard = self
            .reminded_at
            .or(self.called_at)
            .max(self.begun_at)
            .unwrap_or(self.since);
        let at = (heard < at.min(up - 2 * lead)).then_some(at)?;
        Some((
            self.snoozed.map_or(at, |snoozed| snoozed.max(at)),
            DueAction::Warn,
        ))
    }

    /// Begins the next turn, and stops the clock of the current one.
    pub(crate) fn next(
        &mut self,
        whose: Option<(Seat, Option<PersonId>)>,
        turn: Revision,
        clock: &StoppedClock<'_>,
    ) {
        let StoppedClock { pace, away, at } = *clock;
        let before = match self.seat.filter(|_| self.person.is_some()) {
            Some(seat) => {
                let bank = self.bank(seat);
                let left = pace.bank_after(bank, self.used(away, at));
                self.put_in_bank(seat, left);
                let stills = std::mem::take(&mut self.stills);
                Some(PreviousTurn {
                    seat,
                    since: self.since,
                    until: Some(at),
                    stills,
                    bank,
                })
            }
            // The computer has no clock.
            None => self.before.take(),
        };
        let (seat, person) = whose.map_or((None, None), |(seat, person)| (Some(seat), person));
        *self = Waiting {
            person,
            since: at,
            seat,
            turn,
            called: self.called,
            banks: std::mem::take(&mut self.banks),
            computers: std::mem::take(&mut self.computers),
            before,
            pause: self.pause,
            asks: self.asks.take(),
            ahead: std::mem::take(&mut self.ahead),
            ..Waiting::default()
        };
    }

    /// Sets a seat's time bank. `None` means a bank that was never used.
    pub(crate) fn put_in_bank(&mut self, seat: Seat, bank: Option<i64>) {
        self.banks.retain(|(other, _)| *other != seat);
        self.banks.extend(bank.map(|bank| (seat, bank)));
        self.banks.sort_unstable();
    }

    /// Restores the previous turn after a take-back. Its clock goes on from where it stopped.
    pub(crate) fn back(
        &mut self,
        seat: Seat,
        person: Option<PersonId>,
        turn: Revision,
        at: Timestamp,
    ) {
        let mut before = self.before.take().filter(|before| before.seat == seat);
        if let Some(before) = &mut before {
            before.stills.push(Pause {
                from: before.until.unwrap_or(self.since),
                until: at,
            });
            self.put_in_bank(seat, before.bank);
        }
        let (since, stills) =
            before.map_or((at, Vec::new()), |before| (before.since, before.stills));
        *self = Waiting {
            person,
            since,
            stills,
            seat: Some(seat),
            turn,
            // A player who takes back is present, and needs no ping.
            called: turn,
            banks: std::mem::take(&mut self.banks),
            computers: std::mem::take(&mut self.computers),
            pause: self.pause,
            asks: self.asks.take(),
            ahead: self.ahead.taken_back(),
            reminded_at: Some(at),
            ..Waiting::default()
        };
    }

    /// Gives a turn that the computer took over back to its player.
    pub(crate) fn give_back(&mut self, person: Option<PersonId>) {
        if self.taken_over_at.take().is_some() {
            self.person = person;
        }
    }

    /// Forgets a reminder that could not be delivered.
    pub(crate) fn forget_reminder(&mut self, why: PingReason) {
        match why {
            PingReason::Call | PingReason::Next | PingReason::StoodIn | PingReason::Dropped => {
                return;
            }
            PingReason::Nudge => self.nudged = false,
            PingReason::Warning => self.warned_at = None,
            PingReason::Reminder => {}
        }
        self.reminded_at = None;
        if why != PingReason::Nudge {
            self.reminders = self.reminders.saturating_sub(1);
        }
    }

    /// Ends the pause.
    pub(crate) fn resume(&mut self, at: Timestamp) {
        self.stills.extend(self.pause.take().map(|pause| Pause {
            until: at.min(pause.until),
            ..pause
        }));
        // Reminders start over, as after a ping.
        (self.called_at, self.reminded_at) = (Some(at), None);
        self.snoozed = self.snoozed.filter(|until| *until > at);
        self.asks = self.asks.take().filter(|asks| asks.wish != Terms::Resume);
    }

    /// Withdraws a proposed result, because the position it was made for has changed.
    pub(crate) fn forget_award(&mut self) {
        self.asks = self
            .asks
            .take()
            .filter(|asks| !matches!(asks.wish, Terms::Award(_)));
    }

    /// Returns when to check the table first after a move.
    pub(crate) fn first_look(&self, pace: TimeControl, at: Timestamp) -> Option<Timestamp> {
        if let Some(pause) = self.pause {
            return Some(pause.until);
        }
        self.person?;
        let soon = at + LOOK_AFTER;
        Some(self.due(pace, &[]).map_or(soon, |due| due.min(soon)))
    }
}
