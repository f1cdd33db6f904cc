//! Looking on from elsewhere: a table is followed in another channel of its server, as far as the public may know it.

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

/// From so many channels a table is followed at most, and so many tables by a channel.
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
    /// Follows a table in a channel of the same server; false if it was followed there.
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

    /// Follows a table no more in a channel; false if it was not followed there.
    pub async fn unwatch(&self, table: &Table, channel: ChannelId) -> Result<bool> {
        Ok(self.store.channels().unwatch(table.game, channel).await?)
    }

    /// The same, and the message that told of it goes.
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

    /// Which tables are followed in a channel.
    pub async fn list_watched_in(&self, channel: ChannelId) -> Result<Vec<Table>> {
        self.tables
            .load_all(self.store.channels().list_watched_tables(channel).await?)
            .await
    }

    /// Whether a table is followed still in a channel.
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

    /// Whether a person may look back at a table from elsewhere, for their own eyes.
    pub fn is_open_to(table: &Table, person: PersonId) -> bool {
        !table.settings.closed || table.seat_of(person).is_some()
    }

    /// Everybody who looks on from elsewhere will be told how a table stands.
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

    /// The status of all tables that wait for a person is brought up to date.
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

    /// Tables that wait for a person, on whatever server, those that wait longest first.
    pub async fn list_waiting_for(&self, person: PersonId) -> Result<Vec<Table>> {
        self.tables
            .load_all(self.store.waits().waiting_for(person).await?)
            .await
    }
}
