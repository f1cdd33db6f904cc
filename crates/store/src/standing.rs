//! Messages of ours that stand in channels, who looks on from elsewhere, and which channels take nothing from us.

use super::query::{query, query_as, query_scalar};
use super::{
    ChannelId, Destination, MessageId, Notice, PersonId, Store, StoreError, TableId, Timestamp,
    writing,
};

/// A table that is followed from another channel.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct Watch {
    #[sqlx(rename = "table_id")]
    pub game: TableId,
    pub channel: ChannelId,
    pub person: PersonId,
    /// In which language it is told.
    pub language: String,
}

/// What a message of ours stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It is the newest board of a game.
    Board,
    /// It shows who sits at a table whose game has not begun.
    Lobby,
    /// It reminds a player, until the turn is done.
    Reminder,
    /// It tells those who look on from elsewhere.
    Watch,
}

text_enum!(Role: Board = "board", Lobby = "lobby", Reminder = "reminder", Watch = "watch");

/// A message of ours that stands for something.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct Standing {
    #[sqlx(flatten)]
    pub at: Destination,
    pub role: Role,
    pub message: MessageId,
}

/// A message (`$3`) of a table (`$1`) does not stand in a channel (`$2`) any more.
pub(super) const DELETE_STANDING_MESSAGE: &str =
    "delete from standing_message where table_id = $1 and channel = $2 and message = $3";

/// Standing messages, watches and channels that refuse messages.
#[derive(Clone, Copy, Debug)]
pub struct ChannelRepository<'a> {
    pub(crate) store: &'a Store,
}

impl ChannelRepository<'_> {
    /// The message that stands somewhere for a purpose, and the pictures that it shows, by their digest: none if it shows none,
    /// or nobody knows.
    pub async fn standing_message(
        self,
        game: TableId,
        at: Destination,
        role: Role,
    ) -> Result<Option<(MessageId, Option<i64>)>, StoreError> {
        let sql = "select message, pictures from standing_message where table_id = $1 and channel = $2 and role = $3";
        query_as(sql)
            .bind(game)
            .bind(at.number())
            .bind(role)
            .fetch_optional(self.store.readers())
            .await
    }

    /// A message that stands shows these pictures from now on.
    pub async fn save_standing_message(
        self,
        game: TableId,
        at: Destination,
        message: MessageId,
        pictures: Option<i64>,
    ) -> Result<(), StoreError> {
        let sql = "update standing_message set pictures = $4 where table_id = $1 and channel = $2 and message = $3";
        self.store
            .write_one(
                query(sql)
                    .bind(game)
                    .bind(at.number())
                    .bind(message)
                    .bind(pictures),
            )
            .await
            .map(drop)
    }

    /// All messages of a table that stand.
    pub async fn list_standing_messages(self, game: TableId) -> Result<Vec<Standing>, StoreError> {
        let sql = "select channel, person, role, message from standing_message where table_id = $1";
        query_as(sql)
            .bind(game)
            .fetch_all(self.store.readers())
            .await
    }

    /// A message does not stand any more.
    pub async fn delete_standing_message(
        self,
        game: TableId,
        at: Destination,
        message: MessageId,
    ) -> Result<(), StoreError> {
        self.store
            .write_one(
                query(DELETE_STANDING_MESSAGE)
                    .bind(game)
                    .bind(at.number())
                    .bind(message),
            )
            .await
            .map(drop)
    }

    // --- Looking on from elsewhere ---

    /// A table is followed in a channel; false if it was already. Nothing happens if it is followed from so many channels,
    /// or the channel follows so many tables.
    pub async fn watch(self, watch: &Watch, most: i64) -> Result<Option<bool>, StoreError> {
        let Watch {
            game,
            channel,
            person,
            language,
        } = watch;
        let mut writing = self.store.writing_to(*game).await?;
        writing.lock_channels([channel.0]).await?;
        let sql = "select (select count(*) from watch where table_id = $1) >= $3
                 or (select count(*) from watch where channel = $2) >= $3";
        let many: bool = query_scalar(sql)
            .bind(*game)
            .bind(*channel)
            .bind(most)
            .fetch_one(writing.on())
            .await?;
        if many {
            return writing.rollback(None).await;
        }
        let sql = "insert into watch (table_id, channel, person, language) values ($1, $2, $3, $4)
             on conflict do nothing";
        let added = query(sql)
            .bind(*game)
            .bind(*channel)
            .bind(*person)
            .bind(language)
            .execute(writing.on())
            .await?;
        writing.commit().await?;
        Ok(Some(added == 1))
    }

    /// A table is not followed in a channel any more; false if it was not.
    pub async fn unwatch(self, game: TableId, channel: ChannelId) -> Result<bool, StoreError> {
        let sql = "delete from watch where table_id = $1 and channel = $2";
        Ok(self
            .store
            .write_one(query(sql).bind(game).bind(channel))
            .await?
            == 1)
    }

    /// From where a table is followed.
    pub async fn list_watches(self, game: TableId) -> Result<Vec<Watch>, StoreError> {
        let sql = "select * from watch where table_id = $1 order by channel";
        query_as(sql)
            .bind(game)
            .fetch_all(self.store.readers())
            .await
    }

    /// Which tables are followed in a channel.
    pub async fn list_watched_tables(self, channel: ChannelId) -> Result<Vec<TableId>, StoreError> {
        let sql = "select table_id from watch where channel = $1 order by table_id";
        query_scalar(sql)
            .bind(channel)
            .fetch_all(self.store.readers())
            .await
    }

    // --- Channels that take nothing from us ---

    /// A channel or a person took nothing from us; if that was not known, this is said.
    pub async fn mark_shut(
        self,
        to: Destination,
        at: Timestamp,
        game: TableId,
        notices: &[Notice],
    ) -> Result<(), StoreError> {
        let mut writing = self.store.writing_to(game).await?;
        let known = "update unwritable_channel set since = $2 where channel = $1";
        let known = query(known)
            .bind(to.number())
            .bind(at)
            .execute(writing.on())
            .await?
            == 1;
        let new = "insert into unwritable_channel (channel, since) values ($1, $2) on conflict do nothing";
        if !known
            && query(new)
                .bind(to.number())
                .bind(at)
                .execute(writing.on())
                .await?
                == 1
        {
            writing::write_notices(&mut writing, game, notices).await?;
        }
        writing.commit().await
    }

    /// Whether a channel takes nothing from us: it did not after that time, or something waits there that finds out when
    /// it does again.
    pub async fn is_shut(self, channel: ChannelId, after: Timestamp) -> Result<bool, StoreError> {
        let sql = "select since from unwritable_channel where channel = $1
               and (since > $2 or exists (select 1 from notice where notice.channel = $1
                                            and notice.status = 'waiting' and notice.replace_key is null))";
        let row: Option<Timestamp> = query_scalar(sql)
            .bind(channel)
            .bind(after)
            .fetch_optional(self.store.readers())
            .await?;
        Ok(row.is_some())
    }
}
