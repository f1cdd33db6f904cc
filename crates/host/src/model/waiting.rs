//! The player to act at a table, with reminders, deadlines and premoves.
//!
//! [`Waiting::plan`] is a pure function of this state and the current time. It plans from the
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

/// No deadline fires this soon after a start of the bot, because players could not act before. In a
/// live game, the grace period is only as long as one turn.
pub(crate) const STARTUP_GRACE_SECS: i64 = 30 * 60;

/// How long after the last step of an unfinished turn its player is nudged.
pub const NUDGE_AFTER_SECS: i64 = 15 * 60;
/// The largest number of reminders of one turn. After the last, the other players are told once.
pub const MAX_REMINDERS: u16 = 7;
/// The upper bound of a warning's usual lead before a deadline, which is a quarter of the turn's
/// time.
const MAX_WARNING_LEAD_SECS: i64 = 6 * 60 * 60;
/// The time from a move to the first check of its table, unless the deadline is earlier.
const FIRST_CHECK_SECS: i64 = 10 * 60;

/// The turn for which a table waits.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Waiting {
    /// The player who is to act. `None` if the table waits for a computer.
    #[serde(skip)]
    pub person: Option<PersonId>,
    #[serde(skip)]
    pub since: Timestamp,
    /// The last turn for which a player was pinged.
    #[serde(skip)]
    pub pinged_turn: Revision,
    pub seat: Option<Seat>,
    /// The revision that began the turn, which identifies it.
    pub turn: Revision,
    /// The revision of the game for which this state was written.
    pub revision: Revision,
    /// The time of the last step of an unfinished turn.
    pub begun_at: Option<Timestamp>,
    pub nudged: bool,
    pub reminders: u16,
    pub reminded_at: Option<Timestamp>,
    /// Whether the player muted reminders of this turn.
    pub muted: bool,
    /// The time until which the player asked not to be reminded.
    pub snoozed_until: Option<Timestamp>,
    /// Whether it was announced that time is up.
    pub timeout_announced: bool,
    /// When the computer took this turn over because time was up.
    pub taken_over_at: Option<Timestamp>,
    /// When the player was pinged again after a pause.
    pub pinged_at: Option<Timestamp>,
    /// When the player was warned that time will be up.
    pub warned_at: Option<Timestamp>,
    /// When the clock was stopped: in pauses, and during later turns that were taken back.
    pub clock_stops: Vec<Pause>,
    /// The seconds left in the time banks, of the seats that have used theirs.
    pub banks: Vec<(Seat, i64)>,
    /// The seats of computers, each with the revision since which the seat belongs to a computer.
    pub computers: Vec<(Seat, Revision)>,
    /// The previous turn of a person, for a take-back.
    pub before: Option<PreviousTurn>,
    pub pause: Option<Pause>,
    /// The open proposal.
    pub proposal: Option<Proposal>,
    pub premoves: Premoves,
}

/// A turn of a person that is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PreviousTurn {
    pub seat: Seat,
    pub since: Timestamp,
    #[serde(default)]
    pub until: Option<Timestamp>,
    #[serde(default)]
    pub clock_stops: Vec<Pause>,
    pub bank: Option<i64>,
}

/// The seat that acts next and its active person; `None` for a computer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NextPlayer {
    pub(crate) seat: Seat,
    pub(crate) person: Option<PersonId>,
}

/// When a turn ended, and the rules by which its time is counted.
pub(crate) struct TurnEnd<'a> {
    pub(crate) time_control: TimeControl,
    /// The holidays of the player whose turn it was.
    pub(crate) holidays: &'a [Holiday],
    pub(crate) at: Timestamp,
}

/// A span in which a game is paused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pause {
    pub from: Timestamp,
    /// The latest end of the pause. It ends earlier if all players agree to go on.
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
    /// The player ignored all reminders, so the other players are told.
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
    /// Returns the row to store, with the time of the next check.
    pub(crate) fn to_row(
        &self,
        wait_version: i64,
        check_at: Option<Timestamp>,
    ) -> Result<store::Wait, InternalError> {
        let state = json("whom a table waits for", self)?;
        Ok(store::Wait {
            person: self.person,
            since: self.since,
            check_at,
            version: wait_version,
            pinged_revision: self.pinged_turn,
            state,
        })
    }

    /// Returns when the player's time is up, if it is limited.
    pub fn deadline(
        &self,
        time_control: TimeControl,
        personal: &PersonSettings,
    ) -> Option<Timestamp> {
        self.deadline_with_holidays(time_control, &personal.holidays)
    }

    fn deadline_with_holidays(
        &self,
        time_control: TimeControl,
        holidays: &[Holiday],
    ) -> Option<Timestamp> {
        let mut deadline = self.since + time_control.turn_limit(self.bank(self.seat?))?;
        for (from, until) in self.stopped_spans(holidays) {
            if from < deadline {
                deadline = deadline + (until - from);
            }
        }
        Some(deadline)
    }

    /// Returns the seconds that the clock of this turn has run.
    pub(crate) fn used_secs(&self, holidays: &[Holiday], at: Timestamp) -> i64 {
        let mut used = at - self.since;
        for (from, until) in self.stopped_spans(holidays) {
            used -= until.min(at) - from.min(at);
        }
        used
    }

    /// Returns the spans in which the clock is stopped, in order and without overlaps.
    fn stopped_spans(&self, holidays: &[Holiday]) -> Vec<(Timestamp, Timestamp)> {
        let pauses = self
            .clock_stops
            .iter()
            .chain(&self.pause)
            .map(|pause| (pause.from, pause.until));
        let mut all: Vec<_> = pauses
            .chain(holidays.iter().map(|holiday| (holiday.from, holiday.until)))
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
    /// `reminder_interval` is in seconds, 0 for never. No deadline fires before `startup_grace`,
    /// the end of the grace period, which comes earlier in a live game.
    pub fn plan(
        &self,
        settings: &TableSettings,
        personal: &PersonSettings,
        reminder_interval: i64,
        startup_grace: Timestamp,
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
        let is_at_table = settings.time_control.is_live() && !self.timeout_announced;
        let mut pings = Vec::new();
        if settings.lesson.is_none() && !is_at_table {
            pings.extend(self.plan_nudge());
        }
        if reminder_interval > 0 && !self.muted && !is_at_table {
            pings.extend(self.plan_reminder(personal, reminder_interval));
            pings.extend(self.plan_warning(settings.time_control, personal));
        }
        // Pings wait for the end of quiet hours.
        let ping = pings
            .into_iter()
            .min_by_key(|(at, _)| *at)
            .map(|(at, action)| (personal.next_reachable_time(at.max(now)), action));
        let deadline = if self.timeout_announced {
            None
        } else {
            self.deadline(settings.time_control, personal)
                .map(|deadline| deadline.max(self.end_of_grace(settings, startup_grace)))
        };
        match ping {
            _ if deadline.is_some_and(|deadline| deadline <= now) => Plan::Now(DueAction::Overdue),
            Some((at, action)) if at <= now => Plan::Now(action),
            Some((at, _)) => Plan::At(deadline.map_or(at, |deadline| deadline.min(at))),
            None => deadline.map_or(Plan::Never, Plan::At),
        }
    }

    /// Returns the end of the grace period, which in a live game lasts only as long as one turn.
    fn end_of_grace(&self, settings: &TableSettings, startup_grace: Timestamp) -> Timestamp {
        if !settings.time_control.is_live() || self.timeout_announced {
            return startup_grace;
        }
        let turn = self
            .seat
            .and_then(|seat| settings.time_control.turn_limit(self.bank(seat)))
            .unwrap_or(STARTUP_GRACE_SECS);
        startup_grace.min(startup_grace - STARTUP_GRACE_SECS + turn)
    }

    fn plan_nudge(&self) -> Option<(Timestamp, DueAction)> {
        let begun = self.begun_at.filter(|_| !self.nudged && !self.muted)?;
        Some((
            self.snoozed_until
                .unwrap_or_default()
                .max(begun + NUDGE_AFTER_SECS),
            DueAction::Nudge,
        ))
    }

    /// Returns the number of reminders without the warning.
    pub(crate) fn reminders_sent(&self) -> u16 {
        self.reminders
            .saturating_sub(u16::from(self.warned_at.is_some()))
    }

    fn plan_reminder(
        &self,
        personal: &PersonSettings,
        interval: i64,
    ) -> Option<(Timestamp, DueAction)> {
        let action = match self.reminders_sent() {
            fewer if fewer < MAX_REMINDERS => DueAction::Remind,
            MAX_REMINDERS => DueAction::GiveUp,
            _ => return None,
        };
        let pinged_at = self.pinged_at.unwrap_or(self.since);
        let at = match (self.snoozed_until, self.reminded_at, self.begun_at) {
            // A player who asked for time is reminded when that time is over, and not before.
            (Some(snoozed), reminded, _) if reminded.is_none_or(|reminded| reminded < snoozed) => {
                snoozed
            }
            (_, Some(reminded), begun) => reminded.max(begun.unwrap_or_default()) + interval,
            (_, None, Some(begun)) => begun.max(pinged_at) + interval,
            // A ping in quiet hours was silent, so the audible one follows when they end.
            (_, None, None) => match personal.next_reachable_time(pinged_at) {
                loud if loud > pinged_at => loud,
                _ => pinged_at + interval,
            },
        };
        Some((at, action))
    }

    /// Returns the time of the warning before a deadline, unless the player was pinged shortly
    /// before.
    ///
    /// The warning comes before quiet hours if they would leave less than half of the usual lead.
    fn plan_warning(
        &self,
        time_control: TimeControl,
        personal: &PersonSettings,
    ) -> Option<(Timestamp, DueAction)> {
        if self.timeout_announced || self.warned_at.is_some() {
            return None;
        }
        let deadline = self.deadline(time_control, personal)?;
        let lead = (time_control.turn_limit(self.bank(self.seat?))? / 4).min(MAX_WARNING_LEAD_SECS);
        let usual = deadline - lead;
        let at = if personal.next_reachable_time(usual) <= deadline - lead / 2 {
            usual
        } else {
            personal.last_reachable_time(usual)
        };
        let last_activity = self
            .reminded_at
            .or(self.pinged_at)
            .max(self.begun_at)
            .unwrap_or(self.since);
        if last_activity >= at.min(deadline - 2 * lead) {
            return None;
        }
        Some((
            self.snoozed_until.map_or(at, |snoozed| snoozed.max(at)),
            DueAction::Warn,
        ))
    }

    /// Begins the next turn, and stops the clock of the current one.
    ///
    /// `next` is `None` after the end of the game.
    pub(crate) fn begin_turn(
        &mut self,
        next: Option<NextPlayer>,
        turn: Revision,
        turn_end: &TurnEnd<'_>,
    ) {
        let TurnEnd {
            time_control,
            holidays,
            at,
        } = *turn_end;
        let before = match self.seat.filter(|_| self.person.is_some()) {
            Some(seat) => {
                let bank = self.bank(seat);
                let left = time_control.bank_after(bank, self.used_secs(holidays, at));
                self.set_bank(seat, left);
                let clock_stops = std::mem::take(&mut self.clock_stops);
                Some(PreviousTurn {
                    seat,
                    since: self.since,
                    until: Some(at),
                    clock_stops,
                    bank,
                })
            }
            // A computer's turn uses no time bank and is not taken back itself, so the person's
            // turn before it is kept.
            None => self.before.take(),
        };
        *self = Waiting {
            person: next.and_then(|next| next.person),
            since: at,
            seat: next.map(|next| next.seat),
            turn,
            pinged_turn: self.pinged_turn,
            banks: std::mem::take(&mut self.banks),
            computers: std::mem::take(&mut self.computers),
            before,
            pause: self.pause,
            proposal: self.proposal.take(),
            premoves: std::mem::take(&mut self.premoves),
            ..Waiting::default()
        };
    }

    /// Sets a seat's time bank. `None` means a bank that was never used.
    pub(crate) fn set_bank(&mut self, seat: Seat, bank: Option<i64>) {
        self.banks.retain(|(other, _)| *other != seat);
        self.banks.extend(bank.map(|bank| (seat, bank)));
        self.banks.sort_unstable();
    }

    /// Restores the previous turn after a take-back. Its clock goes on from where it stopped.
    pub(crate) fn restore_turn(
        &mut self,
        seat: Seat,
        person: Option<PersonId>,
        turn: Revision,
        at: Timestamp,
    ) {
        let mut before = self.before.take().filter(|before| before.seat == seat);
        if let Some(before) = &mut before {
            before.clock_stops.push(Pause {
                from: before.until.unwrap_or(self.since),
                until: at,
            });
            self.set_bank(seat, before.bank);
        }
        let (since, clock_stops) = before.map_or((at, Vec::new()), |before| {
            (before.since, before.clock_stops)
        });
        *self = Waiting {
            person,
            since,
            clock_stops,
            seat: Some(seat),
            turn,
            // A player who takes back is present, and needs no ping.
            pinged_turn: turn,
            banks: std::mem::take(&mut self.banks),
            computers: std::mem::take(&mut self.computers),
            pause: self.pause,
            proposal: self.proposal.take(),
            premoves: self.premoves.after_take_back(),
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

    /// Undoes the record of a reminder that could not be delivered.
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

    /// Ends the pause at `at`, or at its planned end if that is earlier.
    pub(crate) fn resume(&mut self, at: Timestamp) {
        self.clock_stops
            .extend(self.pause.take().map(|pause| Pause {
                until: at.min(pause.until),
                ..pause
            }));
        // Reminders start over, as after a ping.
        self.pinged_at = Some(at);
        self.reminded_at = None;
        self.snoozed_until = self.snoozed_until.filter(|until| *until > at);
        self.proposal = self
            .proposal
            .take()
            .filter(|proposal| proposal.terms != Terms::Resume);
    }

    /// Withdraws a proposed result, because the position has changed.
    pub(crate) fn withdraw_award(&mut self) {
        self.proposal = self
            .proposal
            .take()
            .filter(|proposal| !matches!(proposal.terms, Terms::Award(_)));
    }

    /// Returns when to check the table first after a move.
    pub(crate) fn first_check(
        &self,
        time_control: TimeControl,
        at: Timestamp,
    ) -> Option<Timestamp> {
        if let Some(pause) = self.pause {
            return Some(pause.until);
        }
        self.person?;
        let soon = at + FIRST_CHECK_SECS;
        Some(
            self.deadline_with_holidays(time_control, &[])
                .map_or(soon, |deadline| deadline.min(soon)),
        )
    }
}
