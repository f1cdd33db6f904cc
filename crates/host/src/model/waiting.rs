//! Whom a table waits for, and what has to happen when. This is a plan and nothing else: it knows a time that it is told,
//! writes nothing and says nothing. It looks at how things stand now, so that after days without us there is one
//! reminder and not ten.

use serde::{Deserialize, Serialize};

use crate::model::failure::json;
use crate::model::person_settings::{Holiday, PersonSettings};
use crate::model::premoves::Premoves;
use crate::model::table_settings::{TableSettings, TimeControl};
use crate::{InternalError, PersonId, PingReason, Proposal, Revision, Terms, Timestamp};
use lanai_rules::Seat;
use lanai_store as store;

/// For so many seconds after nobody was there nobody's time is up: who could not be heard could not act.
pub(crate) const STARTUP_GRACE_SECS: i64 = 30 * 60;

/// So long after the last step somebody who has not finished a turn is nudged.
pub const NUDGE_AFTER_SECS: i64 = 15 * 60;
/// So often somebody is reminded of one turn; after that the others are told, once.
pub const MAX_REMINDERS: u16 = 7;
/// Nobody's time is up without a word before: when a quarter of it is left, but no sooner than so many seconds before.
const WORD_IN_TIME: i64 = 6 * 60 * 60;
/// A table is looked at no sooner than this after a move: until then there is nothing to say.
const LOOK_AFTER: i64 = 10 * 60;

/// Whom a table waits for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Waiting {
    /// Who is to act; nobody where nobody is waited for.
    #[serde(skip)]
    pub person: Option<PersonId>,
    #[serde(skip)]
    pub since: Timestamp,
    /// The turn to which they were called last.
    #[serde(skip)]
    pub called: Revision,
    pub seat: Option<Seat>,
    /// The revision that began the turn: it names the turn.
    pub turn: Revision,
    /// The last change of the game that this knows of.
    pub revision: Revision,
    /// When something of this turn was done last, if the turn is not done.
    pub begun_at: Option<Timestamp>,
    /// Whether they were nudged since.
    pub nudged: bool,
    /// How often they were reminded of this turn.
    pub reminders: u16,
    pub reminded_at: Option<Timestamp>,
    /// Whether they do not want to hear of this turn again.
    pub muted: bool,
    /// Until when they asked for time.
    pub snoozed: Option<Timestamp>,
    /// Whether it was said that time is up.
    pub late: bool,
    /// When time was up and the computer was to play this turn: nobody is waited for then, though a person sits there.
    pub taken_over_at: Option<Timestamp>,
    /// When they were called anew, after a pause.
    pub called_at: Option<Timestamp>,
    /// When they heard that their time will be up.
    pub warned_at: Option<Timestamp>,
    /// When the clock stood in this turn: in pauses, and while others had a turn that was taken back.
    pub stills: Vec<Pause>,
    /// What is in each bank of time, by seat.
    pub banks: Vec<(Seat, i64)>,
    /// Which seats are the computer's, and since which change of the table.
    pub computers: Vec<(Seat, Revision)>,
    /// The turn before that a person had, for whoever takes it back.
    pub before: Option<PreviousTurn>,
    /// Whether the game stands still.
    pub pause: Option<Pause>,
    /// What somebody asked the others for.
    pub asks: Option<Proposal>,
    /// What those who wait said that they will do.
    pub ahead: Premoves,
}

/// A turn of a person that is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PreviousTurn {
    pub seat: Seat,
    pub since: Timestamp,
    /// When it was over; when the next began if that is not known.
    #[serde(default)]
    pub until: Option<Timestamp>,
    #[serde(default)]
    pub stills: Vec<Pause>,
    pub bank: Option<i64>,
}

/// The clock as a turn ends.
pub(crate) struct StoppedClock<'a> {
    pub(crate) pace: TimeControl,
    /// The holidays of whose turn it was.
    pub(crate) away: &'a [Holiday],
    pub(crate) at: Timestamp,
}

/// A stretch of time in which a game stands still.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pause {
    pub from: Timestamp,
    /// Until then, or until all agree to go on.
    pub until: Timestamp,
}

/// What has to happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DueAction {
    Resume,
    Overdue,
    /// Somebody has begun a turn and seems to have forgotten it.
    Nudge,
    Remind,
    /// Somebody is reminded because their time will be up.
    Warn,
    /// Somebody was reminded often enough: the others are told.
    GiveUp,
}

/// What has to happen now, and if nothing has to, when to look again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plan {
    Now(DueAction),
    At(Timestamp),
    Never,
}

impl Waiting {
    /// As the store keeps it, to be looked at then.
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

    /// When the turn has to be done, if it has to be.
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

    /// How long the clock of this turn has gone until now.
    pub(crate) fn used(&self, away: &[Holiday], at: Timestamp) -> i64 {
        let stood = self
            .standstills(away)
            .into_iter()
            .map(|(from, until)| until.min(at) - from.min(at));
        at - self.since - stood.sum::<i64>()
    }

    /// When the clock of this turn stands: one stretch after the other, no moment twice.
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

    /// What has to happen at a table now. `every` is how many seconds lie between reminders, 0 for never; nobody's time is
    /// up before `mercy`.
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
        // Whoever sits there is reminded by the clock alone.
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
        // What makes a sound waits for an hour at which it may.
        let gentle = gentle.map(|(at, deed)| (personal.loud_from(at.max(now)), deed));
        // Where each turn takes minutes, whoever could not be heard has the time of a turn.
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

    /// How often they were reminded of this turn, at their interval.
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
            // Whoever asked for time is reminded when it is over, and not before.
            (Some(snoozed), reminded, _) if reminded.is_none_or(|reminded| reminded < snoozed) => {
                snoozed
            }
            (_, Some(reminded), begun) => reminded.max(begun.unwrap_or_default()) + every,
            (_, None, Some(begun)) => begun.max(called) + every,
            // Who was called in quiet hours was called without a sound: the sound comes when they end.
            (_, None, None) => match personal.loud_from(called) {
                loud if loud > called => loud,
                _ => called + every,
            },
        };
        Some((at, deed))
    }

    /// Nobody's time is up without a word before, unless they heard of it lately. It comes before quiet hours, if there
    /// would not be half of the usual time left after them.
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

    // --- What changes it ---

    /// A new turn begins, for whoever is to act now. The clock of the turn before is stopped.
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

    /// What a seat has in its bank from now on; nothing is said of a bank that was never used.
    pub(crate) fn put_in_bank(&mut self, seat: Seat, bank: Option<i64>) {
        self.banks.retain(|(other, _)| *other != seat);
        self.banks.extend(bank.map(|bank| (seat, bank)));
        self.banks.sort_unstable();
    }

    /// Somebody takes the turn before back: the clock goes on from where it stopped.
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
            // Who takes back is here, and need not be called.
            called: turn,
            banks: std::mem::take(&mut self.banks),
            computers: std::mem::take(&mut self.computers),
            pause: self.pause,
            asks: self.asks.take(),
            ahead: self.ahead.taken_back(),
            // They were here just now.
            reminded_at: Some(at),
            ..Waiting::default()
        };
    }

    /// The computer does not play this turn any more: it is this person's again.
    pub(crate) fn give_back(&mut self, person: Option<PersonId>) {
        if self.taken_over_at.take().is_some() {
            self.person = person;
        }
    }

    /// What somebody was to hear was not said.
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

    /// The pause is over.
    pub(crate) fn resume(&mut self, at: Timestamp) {
        self.stills.extend(self.pause.take().map(|pause| Pause {
            until: at.min(pause.until),
            ..pause
        }));
        // Reminders begin anew, as after a call.
        (self.called_at, self.reminded_at) = (Some(at), None);
        self.snoozed = self.snoozed.filter(|until| *until > at);
        self.asks = self.asks.take().filter(|asks| asks.wish != Terms::Resume);
    }

    /// All were asked to agree on a result of the game as it stood: it does not stand so any more.
    pub(crate) fn forget_award(&mut self) {
        self.asks = self
            .asks
            .take()
            .filter(|asks| !matches!(asks.wish, Terms::Award(_)));
    }

    /// When to look at the table after a move: there is nothing to say before.
    pub(crate) fn first_look(&self, pace: TimeControl, at: Timestamp) -> Option<Timestamp> {
        if let Some(pause) = self.pause {
            return Some(pause.until);
        }
        self.person?;
        let soon = at + LOOK_AFTER;
        Some(self.due(pace, &[]).map_or(soon, |due| due.min(soon)))
    }
}
