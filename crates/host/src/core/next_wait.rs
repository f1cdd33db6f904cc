//! Whom a table waits for after a change that is no regular turn.

use crate::model::failure::Result;
use crate::{InternalError, PersonId, Table, Timestamp, Waiting};
use lanai_rules::Seat;
use lanai_store::Wait;

impl Table {
    /// Returns the guard of `waiting` after the next change.
    pub(crate) fn next_guard(&self) -> i64 {
        self.guard.map_or(0, |guard| guard + 1)
    }

    /// Returns whom the table waits for, with a turn that the computer took over given back.
    pub(crate) fn waiting_for_person(&self) -> Waiting {
        let mut waiting = self.waiting.clone();
        waiting.give_back(waiting.seat.and_then(|seat| self.chair(seat)?.acts()));
        waiting
    }

    /// Records which seats are the computer's, and since when.
    pub(crate) fn note_computers(&self, waiting: &mut Waiting) {
        waiting
            .computers
            .retain(|(seat, _)| self.is_computer(*seat));
        for seat in self
            .seats
            .iter()
            .filter_map(crate::model::table::seat)
            .filter(|seat| self.is_computer(*seat))
        {
            if waiting.computers.iter().all(|(known, _)| *known != seat) {
                waiting.computers.push((seat, self.revision));
            }
        }
    }

    /// Returns whom the table waits for after a change that leaves the game as it is.
    pub(crate) fn unchanged_wait(&self) -> Result<Option<Wait>, InternalError> {
        if self.guard.is_none() {
            return Ok(None);
        }
        let waiting = Waiting {
            revision: self.revision.next(),
            ..self.waiting.clone()
        };
        Ok(Some(waiting.kept(self.next_guard(), self.look_at)?))
    }

    /// Returns whom the table waits for after a take-back.
    ///
    /// `whole` says that a turn was restored, `begun` that steps of it remain.
    pub(crate) fn waiting_again(
        &self,
        (seat, person): (Seat, PersonId),
        whole: bool,
        begun: bool,
        at: Timestamp,
    ) -> Result<Wait, InternalError> {
        let mut waiting = self.waiting_for_person();
        waiting.forget_award();
        if whole {
            waiting.back(seat, Some(person), self.revision.next(), at);
        }
        (waiting.begun_at, waiting.nudged) = (begun.then_some(at), false);
        waiting.revision = self.revision.next();
        waiting.kept(
            self.next_guard(),
            waiting.first_look(self.settings.pace, at),
        )
    }
}
