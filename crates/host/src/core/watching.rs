//! Lets a channel watch a table of another channel of its guild, as the public sees it.

use std::sync::Arc;

use crate::core::notices::WatcherNotices;
use crate::core::tables::Tables;
use crate::model::failure::Result;
use crate::model::notify::Notifiers;
use crate::{
    Actor, ChannelId, Clock, Destination, InternalError, MessageRole, MessageUpdate, PersonId,
    Refusal, Table, TableStatus, Timestamp, Watch,
};
use lanai_store::Store;

/// The largest number of channels that watch one table, and of tables that one channel watches.
const MAX_WATCHES: i64 = 8;

/// Lets channels watch tables.
pub struct Watching {
    pub(crate) clock: Clock,
    pub(crate) notify: Arc<Notifiers>,
    pub(crate) store: Store,
    pub(crate) tables: Arc<Tables>,
    pub(crate) watcher_notices: Arc<WatcherNotices>,
}

impl Watching {
    /// Watches a table in a channel. Returns `false` if the channel watched it already.
    pub async fn watch(
        &self,
        table: &Table,
        channel: ChannelId,
        actor: &Actor,
        language: &str,
    ) -> Result<bool> {
        if table.status == TableStatus::Over {
            return Err(Refusal::Over.into());
        }
        if table.settings.players_only {
            return Err(Refusal::NotWatchable.into());
        }
        if table.channel == channel {
            return Err(Refusal::AlreadyInChannel.into());
        }
        let game = table.id;
        let language = language.to_owned();
        let watch = Watch {
            table_id: game,
            channel,
            person: actor.person,
            language,
        };
        let new = self
            .store
            .channels()
            .add_watch(&watch, MAX_WATCHES)
            .await?
            .ok_or(Refusal::TooManyWatches)?;
        let update = MessageUpdate::Watch {
            language: watch.language,
        };
        self.store
            .notices()
            .enqueue(
                table.id,
                &[table.message_update_notice(Destination::Channel(channel), update)?],
            )
            .await?;
        self.notify.news.notify();
        Ok(new)
    }

    /// Stops watching a table in a channel. Returns `false` if the channel did not watch it.
    pub async fn unwatch(&self, table: &Table, channel: ChannelId) -> Result<bool> {
        Ok(self
            .store
            .channels()
            .remove_watch(table.id, channel)
            .await?)
    }

    /// Stops watching a table in a channel, and removes the status message there.
    pub async fn remove_watch(&self, table: &Table, channel: ChannelId) -> Result<bool> {
        let was_watched = self.unwatch(table, channel).await?;
        let destination = Destination::Channel(channel);
        if let Some((message, _)) = self
            .store
            .channels()
            .find_standing_message(table.id, destination, MessageRole::Watch)
            .await?
        {
            self.store
                .notices()
                .enqueue(
                    table.id,
                    &[table
                        .message_update_notice(destination, MessageUpdate::Remove { message })?],
                )
                .await?;
            self.notify.news.notify();
        }
        Ok(was_watched)
    }

    /// Lists the tables that a channel watches.
    pub async fn list_watched_in(&self, channel: ChannelId) -> Result<Vec<Table>> {
        self.tables
            .load_all(self.store.channels().list_watched_tables(channel).await?)
            .await
    }

    pub async fn is_watched(
        &self,
        table: &Table,
        channel: ChannelId,
    ) -> Result<bool, InternalError> {
        Ok(self
            .store
            .channels()
            .list_watches(table.id)
            .await?
            .iter()
            .any(|watch| watch.channel == channel))
    }

    /// Returns whether a person may look at a table from another channel.
    pub fn is_open_to(table: &Table, person: PersonId) -> bool {
        !table.settings.players_only || table.seat_of(person).is_some()
    }

    /// Queues updates for the channels that watch a table.
    pub async fn notify_watchers(&self, table: &Table) -> Result<()> {
        let notices = self
            .watcher_notices
            .for_all_watchers(table, table.revision, Timestamp::FIRST)
            .await?;
        if !notices.is_empty() {
            self.store.notices().enqueue(table.id, &notices).await?;
            self.notify.news.notify();
        }
        Ok(())
    }

    /// Queues status updates of all tables that wait for a person.
    pub async fn refresh_waiting_tables(&self, person: PersonId) -> Result<()> {
        for table in self.list_waiting_for(person).await? {
            let updates = self
                .watcher_notices
                .for_watchers_later(&table, table.revision, self.clock.now())
                .await?;
            self.store.notices().enqueue(table.id, &updates).await?;
        }
        self.notify.news.notify();
        Ok(())
    }

    /// Lists the tables of any guild that wait for a person, the longest wait first.
    pub async fn list_waiting_for(&self, person: PersonId) -> Result<Vec<Table>> {
        self.tables
            .load_all(self.store.waits().list_awaiting(person).await?)
            .await
    }
}
