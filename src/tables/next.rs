//! Whom a table waits for after a change: the next turn, with its clock; or the same, a step further.

use super::{
    Failure, Table, TableStatus, Tables, TimeControl, Trouble, Turn, Waiting, waiting::StoppedClock,
};
use crate::{
    minds::Appraise,
    rules::Seat,
    store::{Change, Wait},
};

type Result<T, E = Failure> = std::result::Result<T, E>;

impl Tables {
    /// Whom the table waits for after a change; nobody if the game is over.
    pub(super) async fn waits_for<G: Appraise>(
        &self,
        turn: &Turn<G>,
        change: &Change,
        before: &[i64],
        own: usize,
    ) -> Result<Option<Wait>> {
        if change.status == TableStatus::Over {
            return Ok(None);
        }
        let (table, pace, at) = (&turn.table, turn.table.manners()?.pace, change.at);
        let mut waiting = table.waiting()?;
        let seat = turn.to_act();
        let person = seat.and_then(|seat| table.chair(seat)?.acts());
        let goes_on = seat == waiting.seat
            && person == waiting.person
            && own == turn.steps.len()
            && (own == 0 || !turn.game.begins_turn());
        if !goes_on {
            let away = match (pace, waiting.person) {
                (TimeControl::Bank { .. }, Some(person)) => self.person_settings(person).await?.away,
                _ => Vec::new(),
            };
            let stopped = StoppedClock { pace, away: &away, at };
            waiting.next(seat.map(|seat| (seat, person)), change.seen + 1, &stopped);
        } else if own > 0 {
            (waiting.begun_at, waiting.nudged) = (Some(at), false);
        }
        // Who has just sat down, or come back, has time to look around.
        for chair in table.seats.iter().filter(|chair| chair.acts().is_some_and(|new| !before.contains(&new)))
        {
            if let Some(seat) = super::seat(chair) {
                waiting.put_in_bank(seat, pace.bank_again(waiting.bank(seat)));
            }
        }
        waiting.revision = change.seen + 1;
        Ok(Some(waiting.kept(table.next_guard(), waiting.first_look(pace, at))?))
    }
}

impl Table {
    /// How often it will be written whom the table waits for, after the next change.
    fn next_guard(&self) -> i64 {
        self.wait.as_ref().map_or(0, |wait| wait.guard + 1)
    }

    /// Whom the table waits for after a change that leaves the game as it is.
    pub(super) fn unchanged_wait(&self) -> Result<Option<Wait>, Trouble> {
        let Some(kept) = &self.wait else { return Ok(None) };
        let waiting = Waiting { revision: self.revision + 1, ..self.waiting()? };
        Ok(Some(waiting.kept(self.next_guard(), kept.look_at)?))
    }

    /// Whom the table waits for after somebody took something back: a whole turn, or steps of the one that goes on. It may
    /// have begun with steps that stay.
    pub(super) fn waiting_again(
        &self,
        (seat, person): (Seat, i64),
        whole: bool,
        begun: bool,
        at: i64,
    ) -> Result<Wait, Trouble> {
        let mut waiting: Waiting = self.waiting()?;
        if whole {
            waiting.back(seat, Some(person), self.revision + 1, at);
        }
        (waiting.begun_at, waiting.nudged) = (begun.then_some(at), false);
        waiting.revision = self.revision + 1;
        waiting.kept(self.next_guard(), waiting.first_look(self.manners()?.pace, at))
    }
}
