//! Addresses notices to the channels that watch a table.

use crate::model::news::{MessageUpdate, News};
use crate::model::notices::new_notice;
use crate::{Destination, InternalError, Revision, Table, TableStatus, Timestamp};
use lanai_store::{GameResult, Notice, Store, TableChange};

/// The delay of updates to watching channels, so that a busy table updates them once a minute.
const WATCHERS_WAIT_SECS: i64 = 60;

/// Addresses notices to the channels that watch a table.
pub(crate) struct WatcherNotices {
    pub(crate) store: Store,
}

impl WatcherNotices {
    /// Makes a change end a table, with its news and the updates of watching channels. The `result` is
    /// that of the game, or `None` if it has not begun.
    ///
    /// The steps of an unfinished turn are never announced, because the game ends here.
    pub(crate) async fn end_table(
        &self,
        table: &Table,
        change: &mut TableChange,
        result: Option<GameResult>,
        news: News,
    ) -> Result<(), InternalError> {
        change.status = TableStatus::Over;
        change.wait = None;
        change.starting = None;
        if let Some(start) = table.unannounced_start() {
            change.notices.push(table.change_notice(start)?);
        }
        change.notices.push(table.change_notice(news)?);
        change
            .notices
            .extend(self.for_watchers_at_once(table).await?);
        if result.is_some() {
            change.notices.push(table.change_notice(News::Film)?);
        }
        change.result = result;
        Ok(())
    }

    /// Returns an update for each watching channel, to be sent after the usual delay.
    pub(crate) async fn for_watchers_later(
        &self,
        table: &Table,
        revision: Revision,
        at: Timestamp,
    ) -> Result<Vec<Notice>, InternalError> {
        self.for_all_watchers(table, revision, at + WATCHERS_WAIT_SECS)
            .await
    }

    /// Returns an update for each watching channel, to be sent at once.
    pub(crate) async fn for_watchers_at_once(
        &self,
        table: &Table,
    ) -> Result<Vec<Notice>, InternalError> {
        self.for_all_watchers(table, table.revision.next(), Timestamp::FIRST)
            .await
    }

    /// Returns an update for each watching channel, to be sent at `due_at`.
    pub(crate) async fn for_all_watchers(
        &self,
        table: &Table,
        revision: Revision,
        due_at: Timestamp,
    ) -> Result<Vec<Notice>, InternalError> {
        let mut notices = Vec::new();
        for watch in self.store.channels().list_watches(table.id).await? {
            let update = MessageUpdate::Watch {
                language: watch.language,
            };
            let to = vec![Destination::Channel(watch.channel)];
            notices.push(Notice {
                due_at,
                ..new_notice(to, revision, News::MessageUpdate(update))?
            });
        }
        Ok(notices)
    }
}
