//! Whom a table waits for after a change: the next turn, with its clock; or the same, a step further.

use crate::model::failure::Result;
use crate::model::waiting::StoppedClock;
use crate::{PersonId, Table, TableStatus, Tables, TimeControl, Timestamp, Trouble, Turn, Waiting};
use lanai_ai::Appraise;
use lanai_rules::Seat;
use lanai_store::{Change, Wait};

impl Tables {
    /// Whom the table waits for after a change; nobody if the game is over.
    pub(crate) async fn waits_for<G: Appraise>(
        &self,
        turn: &Turn<G>,
        change: &Change,
        before: &[PersonId],
    ) -> Result<Option<Wait>> {
        if change.status == TableStatus::Over {
            return Ok(None);
        }
        let at = change.at;
        let pace = turn.table.settings.pace;
        let table = &turn.table;
        let mut waiting = table.waiting_for_person();
        let seat = turn.to_act();
        let person = seat.and_then(|seat| table.chair(seat)?.acts());
        let goes_on = seat == waiting.seat
            && person == waiting.person
            && (turn.steps.is_empty() || !turn.game.begins_turn());
        if !goes_on {
            let away = match (pace, waiting.person) {
                (TimeControl::Bank { .. }, Some(person)) => self.person_settings(person).await?.away,
                _ => Vec::new(),
            };
            let stopped = StoppedClock { pace, away: &away, at };
            waiting.next(seat.map(|seat| (seat, person)), change.seen.next(), &stopped);
        } else if !turn.steps.is_empty() {
            (waiting.begun_at, waiting.nudged) = (Some(at), false);
        }
        if !turn.steps.is_empty() || change.seats.is_some() {
            waiting.forget_award();
        }
        // Who has just sat down, or come back, has time to look around.
        for chair in table.seats.iter().filter(|chair| chair.acts().is_some_and(|new| !before.contains(&new)))
        {
            if let Some(seat) = crate::model::table::seat(chair) {
                waiting.put_in_bank(seat, pace.bank_again(waiting.bank(seat)));
            }
        }
        table.note_computers(&mut waiting);
        waiting.revision = change.seen.next();
        let decided = waiting.ahead.due.is_some() && waiting.pause.is_none();
        let computers = seat.is_some_and(|seat| table.is_for_computer(seat));
        let look_at = if computers || decided { Some(at) } else { waiting.first_look(pace, at) };
        // Who looks too soon looks again later. That costs less than writing with each move when to look.
        let soon = table.look_at.filter(|_| person.is_some() && person == table.waiting.person);
        let look_at = look_at.map(|at| soon.map_or(at, |soon| soon.min(at)));
        Ok(Some(waiting.kept(table.next_guard(), look_at)?))
    }
}

impl Table {
    /// How often it will be written whom the table waits for, after the next change.
    fn next_guard(&self) -> i64 {
        self.guard.map_or(0, |guard| guard + 1)
    }

    /// Whom the table waits for, where the computer does not play on for somebody.
    pub(crate) fn waiting_for_person(&self) -> Waiting {
        let mut waiting = self.waiting.clone();
        waiting.give_back(waiting.seat.and_then(|seat| self.chair(seat)?.acts()));
        waiting
    }

    /// Writes down which seats are the computer's from the next change on.
    fn note_computers(&self, waiting: &mut Waiting) {
        waiting.computers.retain(|(seat, _)| self.is_computer(*seat));
        for seat in
            self.seats.iter().filter_map(crate::model::table::seat).filter(|seat| self.is_computer(*seat))
        {
            if waiting.computers.iter().all(|(known, _)| *known != seat) {
                waiting.computers.push((seat, self.revision));
            }
        }
    }

    /// Whom the table waits for after a change that leaves the game as it is.
    pub(crate) fn unchanged_wait(&self) -> Result<Option<Wait>, Trouble> {
        if self.guard.is_none() {
            return Ok(None);
        }
        let waiting = Waiting { revision: self.revision.next(), ..self.waiting.clone() };
        Ok(Some(waiting.kept(self.next_guard(), self.look_at)?))
    }

    /// Whom the table waits for after somebody took something back: a whole turn, or steps of the one that goes on. It may
    /// have begun with steps that stay.
    pub(crate) fn waiting_again(
        &self,
        (seat, person): (Seat, PersonId),
        whole: bool,
        begun: bool,
        at: Timestamp,
    ) -> Result<Wait, Trouble> {
        let mut waiting = self.waiting_for_person();
        waiting.forget_award();
        if whole {
            waiting.back(seat, Some(person), self.revision.next(), at);
        }
        (waiting.begun_at, waiting.nudged) = (begun.then_some(at), false);
        waiting.revision = self.revision.next();
        waiting.kept(self.next_guard(), waiting.first_look(self.settings.pace, at))
    }
}
