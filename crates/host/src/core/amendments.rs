//! Changes to a running table between two moves.

use std::sync::Arc;

use crate::core::notices::WatcherNotices;
use crate::core::play;
use crate::core::play::goes_on;
use crate::core::tables::Tables;
use crate::core::thoughts::Thoughts;
use crate::model::failure::{Result, json};
use crate::model::notify::Notifiers;
use crate::{
    Actor, Clock, Declined, News, RetryPolicy, Revision, Table, TableSettings, TableStatus,
    Timestamp, Waiting, Written,
};
use lanai_store::{BetweenMoves, Notice, Store, Wait};

/// The longest time that a player can ask for at once, in seconds.
const LONGEST_SNOOZE: i64 = 14 * 24 * 60 * 60;

/// Changes to a running table between two moves.
pub struct Amendments {
    pub(crate) clock: Clock,
    pub(crate) notify: Arc<Notifiers>,
    pub(crate) store: Store,
    pub(crate) thoughts: Arc<Thoughts>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) watcher_notices: Arc<WatcherNotices>,
}

impl Amendments {
    /// Mutes the reminders of the current turn.
    pub async fn mute(&self, table: Table, actor: &Actor, turn: Revision) -> Result<()> {
        self.amend(table, actor, true, |table, waiting, _| {
            mine(table, waiting, actor)?;
            if waiting.turn != turn {
                return Err(Declined::Stale.into());
            }
            waiting.muted = true;
            Ok((Vec::new(), ()))
        })
        .await
    }

    /// Postpones reminders until a time, and announces it at the table.
    pub async fn snooze(&self, table: Table, actor: &Actor, until: Timestamp) -> Result<()> {
        self.amend(table, actor, true, |table, waiting, now| {
            let seat = mine(table, waiting, actor)?;
            goes_on(waiting)?;
            if !(now + 60..=now + LONGEST_SNOOZE).contains(&until) {
                return Err(Declined::NoSuchTime.into());
            }
            (waiting.snoozed, waiting.muted) = (Some(until), false);
            // The player has reacted, so reminders start over.
            (waiting.reminders, waiting.warned_at) = (0, None);
            Ok((vec![table.word(News::Snoozed { seat, until })?], ()))
        })
        .await
    }

    /// Changes how a running table waits, again after concurrent writes, and has it planned again.
    ///
    /// If the change `shows`, watching channels are updated and a computer that is thinking starts
    /// over.
    pub(crate) async fn amend<T: Send>(
        &self,
        table: Table,
        actor: &Actor,
        shows: bool,
        change: impl Fn(&Table, &mut Waiting, Timestamp) -> Result<(Vec<Notice>, T)> + Send + Sync,
    ) -> Result<T> {
        let change = &change;
        let upon = |table: Table| async move {
            play::running(&table)?;
            let mut waiting = table.waiting.clone();
            let now = self.clock.now();
            let (mut notices, came) = change(&table, &mut waiting, now)?;
            if waiting.pause.is_some() {
                // No time runs out during a pause.
                waiting.give_back(waiting.seat.and_then(|seat| table.chair(seat)?.acts()));
            }
            if shows {
                notices.extend(
                    self.watcher_notices
                        .for_watchers_later(&table, table.revision, now)
                        .await?,
                );
            }
            let wait = waiting.kept(table.guard(), Some(now))?;
            let interaction = actor.interaction;
            let between = BetweenMoves {
                game: table.game,
                wait,
                notices,
                interaction,
                at: now,
            };
            match self.store.waits().write_between(&between).await? {
                Written::Done { .. } => {
                    if shows {
                        self.thoughts.end(table.game);
                    }
                    self.notify.news.notify();
                    self.notify.waits.notify();
                    self.notify.turns.notify();
                    Ok(came)
                }
                Written::Repeated => Err(Declined::Repeated.into()),
                Written::Stale | Written::Occupied => Err(Declined::Stale.into()),
            }
        };
        self.tables.retry(RetryPolicy::UntilDone, table, upon).await
    }

    /// Changes the settings of a table on behalf of one of its players.
    pub async fn change_settings(
        &self,
        table: Table,
        actor: &Actor,
        change: impl Fn(&mut TableSettings) + Send + Sync,
    ) -> Result<Table> {
        let change = &change;
        let upon = |mut table: Table| async move {
            table.seat_of(actor.person).ok_or(Declined::NotSeated)?;
            if table.status == TableStatus::Over {
                return Err(Declined::Over.into());
            }
            change(&mut table.settings);
            let seen = std::mem::replace(
                &mut table.settings_json,
                json("its settings", &table.settings)?,
            );
            if !self
                .store
                .settings()
                .save_table_settings(table.game, &seen, &table.settings_json)
                .await?
            {
                return Err(Declined::Stale.into());
            }
            self.notify.waits.notify();
            Ok(table)
        };
        self.tables.retry(RetryPolicy::UntilDone, table, upon).await
    }

    /// Schedules the next check of a table.
    pub(crate) async fn look_at(
        &self,
        table: &Table,
        waiting: &Waiting,
        at: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<()> {
        let guard = table.guard();
        self.write_between(table, waiting.kept(guard, at)?, Vec::new(), now)
            .await
    }

    /// Writes a change between moves. A concurrent write wins.
    pub(crate) async fn write_between(
        &self,
        table: &Table,
        wait: Wait,
        notices: Vec<Notice>,
        at: Timestamp,
    ) -> Result<()> {
        let rings = !notices.is_empty();
        let computers = wait.is_computers(at);
        let between = BetweenMoves {
            game: table.game,
            wait,
            notices,
            interaction: None,
            at,
        };
        if matches!(
            self.store.waits().write_between(&between).await?,
            Written::Done { .. }
        ) {
            if rings {
                self.notify.news.notify();
            }
            if computers {
                self.notify.turns.notify();
            }
        }
        Ok(())
    }
}

/// Returns the seat of a person whose turn it is.
pub(crate) fn mine(
    table: &Table,
    waiting: &Waiting,
    actor: &Actor,
) -> Result<lanai_rules::Seat, Declined> {
    table.seat_of(actor.person).ok_or(Declined::NotSeated)?;
    match waiting.seat {
        Some(seat) if waiting.person == Some(actor.person) => Ok(seat),
        Some(seat) => Err(Declined::NotYourTurn(seat)),
        None => Err(Declined::Over),
    }
}
