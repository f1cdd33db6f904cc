//! Results of finished games and their participants.

use serde::Deserialize;
use sqlx::AssertSqlSafe;

use super::query::Database;
use super::stats::{PlayStats, add_to_totals, update_participant_stats};
use super::store::ResultRepository;
use super::transaction::WriteTransaction;
use super::{ChannelId, GuildId, PersonId, StoreError, TableId, Timestamp};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules of the game.
    Played,
    /// By resignation, which is possible between two players or for the last person.
    Resigned,
    /// By agreement, without a result.
    Agreed,
    /// By agreement, with a result.
    AgreedResult,
    /// By a moderator, without a result.
    Stopped,
    /// By a moderator, with a result.
    Decided,
}

text_enum!(Ending: Played = "played", Resigned = "resigned", Agreed = "agreed", AgreedResult = "awarded", Stopped = "stopped", Decided = "decided");

/// How a player left a game before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LeftBy {
    #[default]
    Stayed,
    Resigned,
    /// The player was absent and was replaced.
    Replaced,
}

text_enum!(LeftBy: Stayed = "stayed", Resigned = "resigned", Replaced = "replaced");

/// A player of a game and their result.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Participant {
    /// The seat, counted from 1.
    pub seat: i64,
    /// 0 for the last holder of the seat. Earlier holders are counted from 1.
    pub holder_number: i64,
    /// The player. `None` for a computer.
    pub person: Option<PersonId>,
    pub name: String,
    pub policy: Option<String>,
    pub left_by: LeftBy,
    /// The player's points. `None` unless the player finished the game.
    pub points: Option<i64>,
    /// The rank: 1 is first, and equal players share a rank. `None` without a result.
    pub rank: Option<i64>,
}

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    pub ending: Ending,
    pub ended_at: Timestamp,
    /// Whether only its players may look it up.
    pub players_only: bool,
    pub rated: bool,
    pub players: Vec<Participant>,
    /// How each person played. Empty if the log was not summarized.
    pub play_stats: Vec<PlayStats>,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct PastGame {
    pub table_id: TableId,
    pub title: String,
    /// The guild of the table. 0 for a game in direct messages: a lesson, or a table between
    /// guilds.
    pub guild: GuildId,
    /// The last channel of the table.
    pub channel: ChannelId,
    pub ending: Ending,
    pub ended_at: Timestamp,
    /// Whether only its players may look it up.
    pub players_only: bool,
    #[sqlx(json)]
    pub players: Vec<Participant>,
}

/// The position of a finished game in the order of games, which is by their end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PastGamePosition {
    pub ended_at: Timestamp,
    pub table_id: TableId,
}

impl PastGame {
    /// Returns the position of the game in the order of games.
    pub fn position(&self) -> PastGamePosition {
        PastGamePosition {
            ended_at: self.ended_at,
            table_id: self.table_id,
        }
    }
}

/// A filter for finished games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PastGamesFilter {
    /// Games of a person, without lessons.
    Person(PersonId),
    PersonInGuild(PersonId, GuildId),
    /// Games that both people played.
    Pair(PersonId, PersonId),
    Guild(GuildId),
}

impl ResultRepository<'_> {
    /// Returns finished games that are older than `before`, the newest first.
    pub async fn list(
        self,
        filter: PastGamesFilter,
        before: PastGamePosition,
        limit: u32,
    ) -> Result<Vec<PastGame>, StoreError> {
        let (condition, number, other) = match filter {
            PastGamesFilter::Person(person) => (
                concat!(
                    "table_id in (select table_id from participant where person = $1) and ",
                    is_no_lesson!()
                ),
                person.0,
                None,
            ),
            PastGamesFilter::PersonInGuild(person, guild) => (
                "table_id in (select table_id from participant where person = $1) and guild = $5",
                person.0,
                Some(guild.0),
            ),
            PastGamesFilter::Pair(person, other) => (
                "table_id in (select table_id from participant where person = $1
                             intersect select table_id from participant where person = $5)",
                person.0,
                Some(other.0),
            ),
            PastGamesFilter::Guild(guild) => ("guild = $1", guild.0, None),
        };
        self.list_where(condition, number, other, before, limit)
            .await
    }

    /// Returns finished games and lessons of a person that are older than `before`, the newest first.
    pub async fn list_with_lessons(
        self,
        person: PersonId,
        before: PastGamePosition,
        limit: u32,
    ) -> Result<Vec<PastGame>, StoreError> {
        let condition = "table_id in (select table_id from participant where person = $1)";
        self.list_where(condition, person.0, None, before, limit)
            .await
    }

    /// Returns finished games that satisfy a condition on `$1` and, if there is `other`, `$5`.
    async fn list_where(
        self,
        condition: &'static str,
        number: i64,
        other: Option<i64>,
        before: PastGamePosition,
        limit: u32,
    ) -> Result<Vec<PastGame>, StoreError> {
        // A subquery finds the page first, because a person may have played thousands of games.
        let page = self.select_past_games(
            &format!(
                "with page as (select table_id from result where {condition}
                           and (ended_at, table_id) < ($2, $3) order by ended_at desc, table_id desc limit $4)"
            ),
            "page join result using (table_id)",
            "order by ended_at desc, result.table_id desc",
        );
        let PastGamePosition { ended_at, table_id } = before;
        let limit = i64::from(limit);
        if let Some(other) = other {
            let args = (number, ended_at, table_id, limit, other);
            return self.store.fetch_all(page, args).await;
        }
        let args = (number, ended_at, table_id, limit);
        self.store.fetch_all(page, args).await
    }

    pub async fn find(self, table_id: TableId) -> Result<Option<PastGame>, StoreError> {
        let sql = self.select_past_games("", "result", "where result.table_id = $1");
        self.store.fetch_optional(sql, (table_id,)).await
    }

    fn select_past_games(
        self,
        with: &str,
        from: &'static str,
        clauses: &'static str,
    ) -> AssertSqlSafe<String> {
        let players = match self.store.readers {
            Database::Sqlite(_) => {
                "select json_group_array(json_object('seat', seat, 'holder_number', holder_number, 'person', person, 'name', name,
                     'policy', policy, 'left_by', left_by, 'points', points, 'rank', rank) order by seat, holder_number)"
            }
            Database::Postgres(_) => {
                "select coalesce(json_agg(json_build_object('seat', seat, 'holder_number', holder_number, 'person', person,
                     'name', name, 'policy', policy, 'left_by', left_by, 'points', points, 'rank', rank)
                     order by seat, holder_number), '[]')"
            }
        };
        AssertSqlSafe(format!(
            "{with} select result.table_id, result.title, result.guild, game_table.channel, ending, ended_at, players_only,
                    ({players} from participant where participant.table_id = result.table_id) as players
             from {from} join game_table using (table_id) {clauses}"
        ))
    }

    /// Inserts a result unless the game has one.
    pub async fn insert(self, table_id: TableId, result: &GameResult) -> Result<(), StoreError> {
        let mut transaction = self.store.begin_for_table(table_id).await?;
        insert_result(&mut transaction, table_id, result).await?;
        transaction.commit().await
    }
}

pub(super) async fn insert_result(
    transaction: &mut WriteTransaction<'_>,
    table_id: TableId,
    result: &GameResult,
) -> Result<(), StoreError> {
    let sql =
        "insert into result (table_id, title, guild, seats, ending, ended_at, players_only, rated, audience_channel)
         select table_id, title, guild, seat_count, $2, $3, $4, $5, audience_channel from game_table where table_id = $1
         on conflict (table_id) do nothing";
    let args = (
        table_id,
        result.ending,
        result.ended_at,
        result.players_only,
        result.rated,
    );
    let new = transaction.execute_counted(sql, args).await?;
    if new == 1 {
        for player in &result.players {
            insert_participant(transaction, table_id, player).await?;
        }
        update_participant_stats(transaction, table_id, &result.play_stats).await?;
        add_to_totals(transaction, table_id).await?;
    }
    Ok(())
}

pub(super) async fn insert_departed_participant(
    transaction: &mut WriteTransaction<'_>,
    table_id: TableId,
    player: &Participant,
) -> Result<(), StoreError> {
    let sql = "select coalesce(max(holder_number), 0) + 1 from participant where table_id = $1 and seat = $2";
    let holder_number: i64 = transaction
        .fetch_scalar(sql, (table_id, player.seat))
        .await?;
    insert_participant(
        transaction,
        table_id,
        &Participant {
            holder_number,
            ..player.clone()
        },
    )
    .await
}

async fn insert_participant(
    transaction: &mut WriteTransaction<'_>,
    table_id: TableId,
    player: &Participant,
) -> Result<(), StoreError> {
    let sql =
        "insert into participant (table_id, seat, holder_number, person, name, policy, left_by, points, rank)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    let args = (
        table_id,
        player.seat,
        player.holder_number,
        player.person,
        &player.name,
        &player.policy,
        player.left_by,
        player.points,
        player.rank,
    );
    transaction.execute(sql, args).await
}
