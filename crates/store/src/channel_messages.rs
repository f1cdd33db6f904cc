//! Standing messages, watches, and channels in which the bot may not write.

use super::store::ChannelRepository;
use super::{
    ChannelId, Destination, MessageId, Notice, PersonId, StoreError, TableId, Timestamp,
    table_writer,
};

/// A channel that watches a table of another channel.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct Watch {
    pub table_id: TableId,
    pub channel: ChannelId,
    pub person: PersonId,
    pub language: String,
}

/// The role of a standing message in its channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessageRole {
    /// The newest board of a game.
    Board,
    /// The lobby of a table whose game has not begun.
    Lobby,
    /// The reminder of a player, until the turn is over.
    Reminder,
    /// The status message in a channel that watches the table.
    Watch,
}

text_enum!(MessageRole: Board = "board", Lobby = "lobby", Reminder = "reminder", Watch = "watch");

/// A message of the bot that has a role in a channel.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct StandingMessage {
    #[sqlx(flatten)]
    pub at: Destination,
    pub role: MessageRole,
    pub message: MessageId,
}

/// Deletes the standing message `$3` of the table `$1` in the channel `$2`.
pub(super) const DELETE_STANDING_MESSAGE: &str =
    "delete from standing_message where table_id = $1 and channel = $2 and message = $3";

impl ChannelRepository<'_> {
    /// Returns the standing message of a role, and the digest of the pictures it shows. The digest
    /// is `None` if there are no pictures, or if it is not known.
    pub async fn find_standing_message(
        self,
        table_id: TableId,
        at: Destination,
        role: MessageRole,
    ) -> Result<Option<(MessageId, Option<i64>)>, StoreError> {
        let sql = "select message, pictures from standing_message where table_id = $1 and channel = $2 and role = $3";
        self.store
            .fetch_optional(sql, (table_id, at.number(), role))
            .await
    }

    /// Records the digest of the pictures that a standing message shows.
    pub async fn save_shown_pictures(
        self,
        table_id: TableId,
        at: Destination,
        message: MessageId,
        pictures: Option<i64>,
    ) -> Result<(), StoreError> {
        let sql = "update standing_message set pictures = $4 where table_id = $1 and channel = $2 and message = $3";
        self.store
            .execute(sql, (table_id, at.number(), message, pictures))
            .await
    }

    pub async fn list_standing_messages(
        self,
        table_id: TableId,
    ) -> Result<Vec<StandingMessage>, StoreError> {
        let sql = "select channel, person, role, message from standing_message where table_id = $1";
        self.store.fetch_all(sql, (table_id,)).await
    }

    pub async fn delete_standing_message(
        self,
        table_id: TableId,
        at: Destination,
        message: MessageId,
    ) -> Result<(), StoreError> {
        self.store
            .execute(DELETE_STANDING_MESSAGE, (table_id, at.number(), message))
            .await
    }

    /// Adds a watch. Returns `None` if the table or the channel has reached `limit` watches, and
    /// false if the channel already watches the table.
    pub async fn add_watch(self, watch: &Watch, limit: i64) -> Result<Option<bool>, StoreError> {
        let mut transaction = self.store.begin_for_table(watch.table_id).await?;
        transaction.lock_channels([watch.channel.0]).await?;
        let sql = "select (select count(*) from watch where table_id = $1) >= $3
                 or (select count(*) from watch where channel = $2) >= $3";
        let args = (watch.table_id, watch.channel, limit);
        if transaction.fetch_scalar(sql, args).await? {
            return transaction.rollback(None).await;
        }
        let sql = "insert into watch (table_id, channel, person, language) values ($1, $2, $3, $4)
             on conflict do nothing";
        let args = (watch.table_id, watch.channel, watch.person, &watch.language);
        let added = transaction.execute_counted(sql, args).await?;
        transaction.commit().await?;
        Ok(Some(added == 1))
    }

    /// Removes a watch. Returns false if the channel did not watch the table.
    pub async fn remove_watch(
        self,
        table_id: TableId,
        channel: ChannelId,
    ) -> Result<bool, StoreError> {
        let sql = "delete from watch where table_id = $1 and channel = $2";
        let changed = self.store.execute_counted(sql, (table_id, channel)).await?;
        Ok(changed == 1)
    }

    pub async fn list_watches(self, table_id: TableId) -> Result<Vec<Watch>, StoreError> {
        let sql = "select * from watch where table_id = $1 order by channel";
        self.store.fetch_all(sql, (table_id,)).await
    }

    pub async fn list_watched_tables(self, channel: ChannelId) -> Result<Vec<TableId>, StoreError> {
        let sql = "select table_id from watch where channel = $1 order by table_id";
        self.store.fetch_scalars(sql, (channel,)).await
    }

    /// Records that the bot could not write to a channel or person. Inserts `notices` if that was
    /// not recorded before.
    pub async fn mark_unwritable(
        self,
        to: Destination,
        at: Timestamp,
        table_id: TableId,
        notices: &[Notice],
    ) -> Result<(), StoreError> {
        let mut transaction = self.store.begin_for_table(table_id).await?;
        let known = "update unwritable_channel set since = $2 where channel = $1";
        let known = transaction
            .execute_counted(known, (to.number(), at))
            .await?;
        let new = "insert into unwritable_channel (channel, since) values ($1, $2) on conflict do nothing";
        if known == 0 && transaction.execute_counted(new, (to.number(), at)).await? == 1 {
            table_writer::insert_notices(&mut transaction, table_id, notices).await?;
        }
        transaction.commit().await
    }

    /// Returns whether a channel was found unwritable after that time, or earlier if a notice is
    /// waiting that will try the channel again.
    pub async fn is_unwritable(
        self,
        channel: ChannelId,
        after: Timestamp,
    ) -> Result<bool, StoreError> {
        let sql = "select since from unwritable_channel where channel = $1
               and (since > $2 or exists (select 1 from notice where notice.channel = $1
                                            and notice.status = 'waiting' and notice.replace_key is null))";
        let row: Option<Timestamp> = self
            .store
            .fetch_optional_scalar(sql, (channel, after))
            .await?;
        Ok(row.is_some())
    }
}
