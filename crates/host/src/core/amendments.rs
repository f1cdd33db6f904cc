//! Changes a table between two moves: reminders, settings and its next check.

use std::sync::Arc;

use crate::core::notices::WatcherNotices;
use crate::core::play;
use crate::core::play::check_not_paused;
use crate::core::tables::Tables;
use crate::core::thoughts::Thoughts;
use crate::model::failure::{Result, json};
use crate::model::notify::Notifiers;
use crate::{
    Actor, Clock, News, Refusal, Revision, Table, TableSettings, TableStatus, Timestamp, Waiting,
    WriteOutcome,
};
use lanai_store::{Notice, Store, Wait, WaitUpdate};

/// The longest time that a player can ask for at once.
const MAX_SNOOZE_SECS: i64 = 14 * 24 * 60 * 60;

/// What a change between two moves announces, and what it returns to the caller.
pub(crate) struct Amendment<T> {
    pub(crate) notices: Vec<Notice>,
    pub(crate) outcome: T,
}

/// Changes to a running table between two moves.
pub struct Amendments {
    pub(crate) clock: Clock,
    pub(crate) notify: Arc<Notifiers>,
    pub(crate) store: Store,
    pub(crate) thoughts: Arc<Thoughts>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) watcher_notices: Arc<WatcherNotices>,
}

impl Amendment<()> {
    /// Returns a change that is not announced.
    pub(crate) fn without_notices() -> Amendment<()> {
        Amendment {
            notices: Vec::new(),
            outcome: (),
        }
    }
}

impl Amendments {
    /// Mutes the reminders of the current turn.
    pub async fn mute(&self, table: Table, actor: &Actor, turn: Revision) -> Result<()> {
        self.amend(table, actor, true, |table, waiting, _| {
            check_own_turn(table, waiting, actor)?;
            if waiting.turn != turn {
                return Err(Refusal::Stale.into());
            }
            waiting.muted = true;
            Ok(Amendment::without_notices())
        })
        .await
    }

    /// Postpones reminders until a time, and announces it at the table.
    pub async fn snooze(&self, table: Table, actor: &Actor, until: Timestamp) -> Result<()> {
        self.amend(table, actor, true, |table, waiting, now| {
            let seat = check_own_turn(table, waiting, actor)?;
            check_not_paused(waiting)?;
            if !(now + 60..=now + MAX_SNOOZE_SECS).contains(&until) {
                return Err(Refusal::TimeOutOfRange.into());
            }
            waiting.snoozed_until = Some(until);
            waiting.muted = false;
            // The player has reacted, so reminders start over.
            waiting.reminders = 0;
            waiting.warned_at = None;
            Ok(Amendment {
                notices: vec![table.notice_without_change(News::Snoozed { seat, until })?],
                outcome: (),
            })
        })
        .await
    }

    /// Changes the wait of a running table and schedules its next check. Retries after concurrent
    /// writes.
    ///
    /// If the change `is_visible`, watching channels are updated, and a computer that is thinking
    /// starts over.
    pub(crate) async fn amend<T: Send>(
        &self,
        table: Table,
        actor: &Actor,
        is_visible: bool,
        change: impl Fn(&Table, &mut Waiting, Timestamp) -> Result<Amendment<T>> + Send + Sync,
    ) -> Result<T> {
        let change = &change;
        let attempt = |table: Table| async move {
            play::check_running(&table)?;
            let mut waiting = table.waiting.clone();
            let now = self.clock.now();
            let Amendment {
                mut notices,
                outcome,
            } = change(&table, &mut waiting, now)?;
            if waiting.pause.is_some() {
                // During a pause no time runs out, so the player gets the turn back.
                waiting.give_back(
                    waiting
                        .seat
                        .and_then(|seat| table.seated_player(seat)?.active_person()),
                );
            }
            if is_visible {
                notices.extend(
                    self.watcher_notices
                        .for_watchers_later(&table, table.revision, now)
                        .await?,
                );
            }
            let wait = waiting.to_row(table.wait_version(), Some(now))?;
            let interaction = actor.interaction;
            let update = WaitUpdate {
                table_id: table.id,
                wait,
                notices,
                interaction,
                at: now,
            };
            match self.store.waits().update_wait(&update).await? {
                WriteOutcome::Done { .. } => {
                    if is_visible {
                        self.thoughts.cancel(table.id);
                    }
                    self.notify.news.notify();
                    self.notify.wait_changes.notify();
                    self.notify.turns.notify();
                    Ok(outcome)
                }
                WriteOutcome::Repeated => Err(Refusal::Repeated.into()),
                WriteOutcome::Stale | WriteOutcome::Occupied => Err(Refusal::Stale.into()),
            }
        };
        self.tables.retry(table, attempt).await
    }

    /// Changes the settings of a table on behalf of one of its players.
    pub async fn change_settings(
        &self,
        table: Table,
        actor: &Actor,
        change: impl Fn(&mut TableSettings) + Send + Sync,
    ) -> Result<Table> {
        let change = &change;
        let attempt = |mut table: Table| async move {
            table.seat_of(actor.person).ok_or(Refusal::NotSeated)?;
            if table.status == TableStatus::Over {
                return Err(Refusal::Over.into());
            }
            change(&mut table.settings);
            let expected_settings = std::mem::replace(
                &mut table.settings_json,
                json("its settings", &table.settings)?,
            );
            if !self
                .store
                .settings()
                .save_table_settings(table.id, &expected_settings, &table.settings_json)
                .await?
            {
                return Err(Refusal::Stale.into());
            }
            self.notify.wait_changes.notify();
            Ok(table)
        };
        self.tables.retry(table, attempt).await
    }

    /// Writes `waiting` with the time of the next check, unless a concurrent write came first.
    pub(crate) async fn schedule_check(
        &self,
        table: &Table,
        waiting: &Waiting,
        at: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<()> {
        let wait_version = table.wait_version();
        self.write_wait_update(table, waiting.to_row(wait_version, at)?, Vec::new(), now)
            .await
    }

    /// Writes a change between moves, unless a concurrent write came first.
    pub(crate) async fn write_wait_update(
        &self,
        table: &Table,
        wait: Wait,
        notices: Vec<Notice>,
        at: Timestamp,
    ) -> Result<()> {
        let has_notices = !notices.is_empty();
        let is_computer_next = wait.is_due_for_computer(at);
        let update = WaitUpdate {
            table_id: table.id,
            wait,
            notices,
            interaction: None,
            at,
        };
        if matches!(
            self.store.waits().update_wait(&update).await?,
            WriteOutcome::Done { .. }
        ) {
            if has_notices {
                self.notify.news.notify();
            }
            if is_computer_next {
                self.notify.turns.notify();
            }
        }
        Ok(())
    }
}

/// Checks that a person may ask for more time now.
pub fn check_may_ask_for_time(table: &Table, actor: &Actor) -> Result<(), Refusal> {
    check_own_turn(table, &table.waiting, actor).map(drop)
}

/// Checks that it is the person's turn. Returns their seat.
fn check_own_turn(
    table: &Table,
    waiting: &Waiting,
    actor: &Actor,
) -> Result<lanai_rules::Seat, Refusal> {
    table.seat_of(actor.person).ok_or(Refusal::NotSeated)?;
    match waiting.seat {
        Some(seat) if waiting.person == Some(actor.person) => Ok(seat),
        Some(seat) => Err(Refusal::NotYourTurn(seat)),
        None => Err(Refusal::Over),
    }
}
