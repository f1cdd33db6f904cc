//! What is kept of one person alone, as far as nobody else asks for it: for whoever wants to see all of theirs.

use super::query::{query_as, query_scalar};
use super::{
    ChannelId, ContestRow, GuildId, MessageId, PersonId, Rating, Store, StoreError, TableId,
    Timestamp,
};

/// What a rating was after a game.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct RatedGame {
    #[sqlx(rename = "table_id")]
    pub game: TableId,
    pub title: String,
    /// At a table of how many.
    pub seats: i64,
    #[sqlx(flatten)]
    pub rating: Rating,
}

/// How a person played a game, as far as its log was read for statistics.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct PlayedGame {
    /// How many turns they took.
    pub turns: Option<i64>,
    /// How many seconds these took together.
    pub seconds: Option<i64>,
    /// Which pieces they took, how often: JSON that is not read here.
    pub taken: Option<String>,
}

/// How many games of somebody the people of a channel saw.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct SeenGames {
    pub guild: GuildId,
    #[sqlx(rename = "audience_channel")]
    pub channel: ChannelId,
    pub games: i64,
}

/// Everything that is stored about one person.
#[derive(Clone, Copy, Debug)]
pub struct ExportRepository<'a> {
    pub(crate) store: &'a Store,
}

impl ExportRepository<'_> {
    pub async fn tables_opened_by(self, person: PersonId) -> Result<Vec<TableId>, StoreError> {
        let sql = "select table_id from game_table where owner = $1 order by table_id";
        query_scalar(sql)
            .bind(person)
            .fetch_all(self.store.readers())
            .await
    }

    /// The tables that were closed before a game began, at which somebody sat.
    pub async fn closed_with(self, person: PersonId) -> Result<Vec<TableId>, StoreError> {
        let sql = "select table_id from game_table join seat using (table_id)
             where person = $1 and status = 'over' and snapshot is null order by table_id";
        query_scalar(sql)
            .bind(person)
            .fetch_all(self.store.readers())
            .await
    }

    /// How somebody played a game that is over.
    pub async fn played_by(
        self,
        game: TableId,
        person: PersonId,
    ) -> Result<Option<PlayedGame>, StoreError> {
        let sql = "select turns, seconds, taken from participant
             where table_id = $1 and person = $2 and holder_number = 0";
        query_as(sql)
            .bind(game)
            .bind(person)
            .fetch_optional(self.store.readers())
            .await
    }

    /// All notes of somebody, with their tables.
    pub async fn notes_of(self, person: PersonId) -> Result<Vec<(TableId, String)>, StoreError> {
        let sql = "select table_id, text from note where person = $1 order by table_id";
        query_as(sql)
            .bind(person)
            .fetch_all(self.store.readers())
            .await
    }

    /// What the ratings of somebody were after each game.
    pub async fn rated_games(self, person: PersonId) -> Result<Vec<RatedGame>, StoreError> {
        let sql = "select table_id, title, seats, mean, spread, games
             from rating_history join result using (table_id) where person = $1 order by rating_order, table_id";
        query_as(sql)
            .bind(person)
            .fetch_all(self.store.readers())
            .await
    }

    /// Where games of somebody count for statistics.
    pub async fn seen_games(self, person: PersonId) -> Result<Vec<SeenGames>, StoreError> {
        let sql = "select guild, audience_channel, games from member_total where person = $1 order by guild, audience_channel";
        query_as(sql)
            .bind(person)
            .fetch_all(self.store.readers())
            .await
    }

    /// The contests in which somebody may be; the number of somebody else may hold theirs.
    pub async fn contests_with(self, person: PersonId) -> Result<Vec<ContestRow>, StoreError> {
        let sql =
            "select contest_id, guild, channel, organiser, status, revision, state from contest
             where organiser = $1 or state like '%' || cast($1 as text) || '%' order by contest_id";
        query_as(sql)
            .bind(person)
            .fetch_all(self.store.readers())
            .await
    }

    /// What somebody did as a moderator: on which server, its number, when, and what.
    pub async fn acts_of(
        self,
        person: PersonId,
    ) -> Result<Vec<(GuildId, i64, Timestamp, String)>, StoreError> {
        let sql = "select guild, number, at, body from moderation_act where person = $1 order by guild, number";
        query_as(sql)
            .bind(person)
            .fetch_all(self.store.readers())
            .await
    }

    /// The servers that may have chosen something for somebody; the number of somebody else may hold theirs.
    pub async fn guilds_with(self, person: PersonId) -> Result<Vec<GuildId>, StoreError> {
        let sql = "select guild from guild where settings like '%' || cast($1 as text) || '%' order by guild";
        query_scalar(sql)
            .bind(person)
            .fetch_all(self.store.readers())
            .await
    }

    /// Where somebody is told of tables by themselves, and in which language.
    pub async fn own_channels_of(
        self,
        person: PersonId,
    ) -> Result<Vec<(TableId, ChannelId, String)>, StoreError> {
        let sql = "select table_id, channel, language from private_channel where person = $1 order by table_id";
        query_as(sql)
            .bind(person)
            .fetch_all(self.store.readers())
            .await
    }

    /// Messages of ours that stand in somebody's own channel.
    pub async fn standing_with(
        self,
        person: PersonId,
    ) -> Result<Vec<(TableId, MessageId)>, StoreError> {
        let sql = "select table_id, message from standing_message where person = $1 order by table_id, role";
        query_as(sql)
            .bind(person)
            .fetch_all(self.store.readers())
            .await
    }

    /// How many messages wait to be sent to somebody alone.
    pub async fn waiting_news_of(self, person: PersonId) -> Result<i64, StoreError> {
        let sql = "select count(*) from notice where person = $1 and status = 'waiting' and replace_key is null";
        query_scalar(sql)
            .bind(person)
            .fetch_one(self.store.readers())
            .await
    }
}
