//! Lets a channel watch a table of another channel of its guild, as the public sees it.

use std::sync::Arc;

use crate::core::notices::WatcherNotices;
use crate::core::tables::Tables;
use crate::model::failure::Result;
use crate::model::notify::Notifiers;
use crate::{
    Actor, ChannelId, Clock, Declined, Destination, InternalError, MessageUpdate, PersonId, Role,
    Table, TableStatus, Timestamp, Watch,
};
use lanai_store::Store;

/// The largest number of channels that watch one table, and of tables that one channel watches.
const MOST: i64 = 8;

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
            return Err(Declined::Over.into());
        }
        if table.settings.closed {
            return Err(Declined::Closed.into());
        }
        if table.channel == channel {
            return Err(Declined::Here.into());
        }
        let game = table.game;
        let language = language.to_owned();
        let watch = Watch {
            game,
            channel,
            person: actor.person,
            language,
        };
        let new = self
            .store
            .channels()
            .watch(&watch, MOST)
            .await?
            .ok_or(Declined::TooManyWatches)?;
        let chore = MessageUpdate::Watch {
            language: watch.language,
        };
        self.store
            .notices()
            .enqueue(
                table.game,
                &[table.chore(Destination::Channel(channel), chore)?],
            )
            .await?;
        self.notify.news.notify();
        Ok(new)
    }

    /// Stops watching a table in a channel. Returns `false` if the channel did not watch it.
    pub async fn unwatch(&self, table: &Table, channel: ChannelId) -> Result<bool> {
        Ok(self.store.channels().unwatch(table.game, channel).await?)
    }

    /// Stops watching a table in a channel, and removes the status message there.
    pub async fn turn_away(&self, table: &Table, channel: ChannelId) -> Result<bool> {
        let followed = self.unwatch(table, channel).await?;
        let here = Destination::Channel(channel);
        if let Some((message, _)) = self
            .store
            .channels()
            .standing_message(table.game, here, Role::Watch)
            .await?
        {
            self.store
                .notices()
                .enqueue(
                    table.game,
                    &[table.chore(here, MessageUpdate::Remove { message })?],
                )
                .await?;
            self.notify.news.notify();
        }
        Ok(followed)
    }

    /// Lists the tables that a channel watches.
    pub async fn list_watched_in(&self, channel: ChannelId) -> Result<Vec<Table>> {
        self.tables
            .load_all(self.store.channels().list_watched_tables(channel).await?)
            .await
    }

    /// Returns whether a channel watches a table.
    pub async fn is_followed(
        &self,
        table: &Table,
        channel: ChannelId,
    ) -> Result<bool, InternalError> {
        Ok(self
            .store
            .channels()
            .list_watches(table.game)
            .await?
            .iter()
            .any(|watch| watch.channel == channel))
    }

    /// Returns whether a person may look at a table from another channel.
    pub fn is_open_to(table: &Table, person: PersonId) -> bool {
        !table.settings.closed || table.seat_of(person).is_some()
    }

    /// Queues updates for the channels that watch a table.
    pub async fn tell_watchers(&self, table: &Table) -> Result<()> {
        let notices = self
            .watcher_notices
            .for_all_watchers(table, table.revision, Timestamp::FIRST)
            .await?;
        if !notices.is_empty() {
            self.store.notices().enqueue(table.game, &notices).await?;
            self.notify.news.notify();
        }
        Ok(())
    }

    /// Queues status updates of all tables that wait for a person.
    pub async fn refresh(&self, person: PersonId) -> Result<()> {
        for table in self.list_waiting_for(person).await? {
            let status = self
                .watcher_notices
                .for_watchers_later(&table, table.revision, self.clock.now())
                .await?;
            self.store.notices().enqueue(table.game, &status).await?;
        }
        self.notify.news.notify();
        Ok(())
    }

    /// Lists the tables of any guild that wait for a person, the longest wait first.
    pub async fn list_waiting_for(&self, person: PersonId) -> Result<Vec<Table>> {
        self.tables
            .load_all(self.store.waits().waiting_for(person).await?)
            .await
    }
}
