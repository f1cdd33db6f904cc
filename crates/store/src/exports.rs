//! Reads the data of one person that only an export needs.

use super::store::ExportRepository;
use super::{
    ChannelId, ContestRow, GuildId, MessageId, PersonId, Rating, StoreError, TableId, Timestamp,
};

/// A person's rating after a game.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct RatedGame {
    pub table_id: TableId,
    pub title: String,
    pub seats: i64,
    #[sqlx(flatten)]
    pub rating: Rating,
}

/// A person's turns, time and pieces in a game; `None` until its log is summarized.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct PlayedGame {
    pub turns: Option<i64>,
    pub seconds: Option<i64>,
    /// JSON with the number of pieces taken of each kind, opaque to the store.
    pub taken: Option<String>,
}

/// The number of a person's games that the members of an audience channel could see.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct SeenGames {
    pub guild: GuildId,
    pub audience_channel: ChannelId,
    pub games: i64,
}

impl ExportRepository<'_> {
    pub async fn list_tables_opened_by(self, person: PersonId) -> Result<Vec<TableId>, StoreError> {
        let sql = "select table_id from game_table where owner = $1 order by table_id";
        self.store.fetch_scalars(sql, (person,)).await
    }

    /// Returns tables that were closed before their game began.
    pub async fn list_unplayed_tables(self, person: PersonId) -> Result<Vec<TableId>, StoreError> {
        let sql = "select table_id from game_table join seat using (table_id)
             where person = $1 and status = 'over' and snapshot is null order by table_id";
        self.store.fetch_scalars(sql, (person,)).await
    }

    pub async fn find_played_game(
        self,
        table_id: TableId,
        person: PersonId,
    ) -> Result<Option<PlayedGame>, StoreError> {
        let sql = "select turns, seconds, taken from participant
             where table_id = $1 and person = $2 and holder_number = 0";
        self.store.fetch_optional(sql, (table_id, person)).await
    }

    pub async fn list_notes(self, person: PersonId) -> Result<Vec<(TableId, String)>, StoreError> {
        let sql = "select table_id, text from note where person = $1 order by table_id";
        self.store.fetch_all(sql, (person,)).await
    }

    pub async fn list_rated_games(self, person: PersonId) -> Result<Vec<RatedGame>, StoreError> {
        let sql = "select table_id, title, seats, mean, spread, games
             from rating_history join result using (table_id) where person = $1 order by rating_order, table_id";
        self.store.fetch_all(sql, (person,)).await
    }

    pub async fn list_seen_games(self, person: PersonId) -> Result<Vec<SeenGames>, StoreError> {
        let sql = "select guild, audience_channel, games from member_total where person = $1 order by guild, audience_channel";
        self.store.fetch_all(sql, (person,)).await
    }

    /// Returns contests that may mention the person. Another id may contain the same digits, so the
    /// caller checks.
    pub async fn list_contests_mentioning(
        self,
        person: PersonId,
    ) -> Result<Vec<ContestRow>, StoreError> {
        let sql =
            "select contest_id, guild, channel, organiser, status, revision, state from contest
             where organiser = $1 or state like '%' || cast($1 as text) || '%' order by contest_id";
        self.store.fetch_all(sql, (person,)).await
    }

    /// Returns guild, number, time and text of what a person did as a moderator.
    pub async fn list_acts(
        self,
        person: PersonId,
    ) -> Result<Vec<(GuildId, i64, Timestamp, String)>, StoreError> {
        let sql = "select guild, number, at, body from moderation_act where person = $1 order by guild, number";
        self.store.fetch_all(sql, (person,)).await
    }

    /// Returns guilds whose settings may mention the person. Another id may contain the same
    /// digits, so the caller checks.
    pub async fn list_guilds_mentioning(
        self,
        person: PersonId,
    ) -> Result<Vec<GuildId>, StoreError> {
        let sql = "select guild from guild where settings like '%' || cast($1 as text) || '%' order by guild";
        self.store.fetch_scalars(sql, (person,)).await
    }

    pub async fn list_private_channels(
        self,
        person: PersonId,
    ) -> Result<Vec<(TableId, ChannelId, String)>, StoreError> {
        let sql = "select table_id, channel, language from private_channel where person = $1 order by table_id";
        self.store.fetch_all(sql, (person,)).await
    }

    pub async fn list_standing_messages_of_person(
        self,
        person: PersonId,
    ) -> Result<Vec<(TableId, MessageId)>, StoreError> {
        let sql = "select table_id, message from standing_message where person = $1 order by table_id, role";
        self.store.fetch_all(sql, (person,)).await
    }

    pub async fn count_waiting_notices(self, person: PersonId) -> Result<i64, StoreError> {
        let sql = "select count(*) from notice where person = $1 and status = 'waiting' and replace_key is null";
        self.store.fetch_scalar(sql, (person,)).await
    }
}
