//! What remains of games: how they ended, who played them, and how they are looked up.

use serde::Deserialize;
use sqlx::AssertSqlSafe;

use super::query::{Database, Query, query, query_as, query_scalar};
use super::stats::{Playing, add_to_totals, update_participant_stats};
use super::transaction::WriteTransaction;
use super::{ChannelId, GuildId, PersonId, Store, StoreError, TableId, Timestamp};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// As the rules have it.
    Played,
    /// It was given up: by one of two, or by the last person.
    Resigned,
    /// All agreed to end it, without a result.
    Agreed,
    /// All agreed to end it, and on its result.
    Awarded,
    /// A moderator ended it, without a result.
    Stopped,
    /// A moderator ended it, with a result.
    Decided,
}

text_enum!(Ending: Played = "played", Resigned = "resigned", Agreed = "agreed", Awarded = "awarded", Stopped = "stopped", Decided = "decided");

/// How somebody left a game before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LeftBy {
    #[default]
    Stayed,
    Resigned,
    /// They were gone, or silent for long.
    Replaced,
}

text_enum!(LeftBy: Stayed = "stayed", Resigned = "resigned", Replaced = "replaced");

/// Who played a game, and how it came out for them.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Participant {
    /// Where they sat, counted from 1.
    pub seat: i64,
    /// 0 for whoever sat there at the end; those who left the seat before count from 1.
    pub nth: i64,
    /// Who; nobody where a computer sat.
    pub person: Option<PersonId>,
    pub name: String,
    pub mind: Option<String>,
    pub left_by: LeftBy,
    /// Their points, if the game was played to the end and they were there.
    pub points: Option<i64>,
    /// Their rank, if so, or if all agreed on it or a moderator decided it: 1 is first, and whoever is equal shares it.
    pub rank: Option<i64>,
}

/// How a game ended, and for whom how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    pub ending: Ending,
    pub at: Timestamp,
    /// Whether nobody else may look it up.
    pub closed: bool,
    /// Whether it was to count for ratings.
    pub rated: bool,
    pub players: Vec<Participant>,
    /// How they played, as far as the log was read.
    pub playing: Vec<Playing>,
}

/// A game that is over.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct PastGame {
    #[sqlx(rename = "table_id")]
    pub game: TableId,
    pub title: String,
    /// On which server; none if somebody learned alone.
    pub guild: GuildId,
    /// Where the table was last.
    pub channel: ChannelId,
    pub ending: Ending,
    pub ended_at: Timestamp,
    /// Whether only those who played it may look it up.
    pub closed: bool,
    /// Whoever played it, by seat.
    #[sqlx(json)]
    pub players: Vec<Participant>,
}

/// Whose games are looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PastOf {
    /// Those that a person played.
    Person(PersonId),
    /// Those that a person played on a server.
    PersonOn(PersonId, GuildId),
    /// Those that two persons played together.
    Pair(PersonId, PersonId),
    Server(GuildId),
}

/// Results of games that are over.
#[derive(Clone, Copy, Debug)]
pub struct ResultRepository<'a> {
    pub(crate) store: &'a Store,
}

impl ResultRepository<'_> {
    /// Returns games that are over, the newest first: those that are older than this one, at most so many.
    pub async fn list(
        self,
        of: PastOf,
        (at, game): (Timestamp, TableId),
        most: u32,
    ) -> Result<Vec<PastGame>, StoreError> {
        let (condition, number, other) = match of {
            PastOf::Person(person) => (
                "table_id in (select table_id from participant where person = $1)",
                person.0,
                None,
            ),
            PastOf::PersonOn(person, guild) => (
                "table_id in (select table_id from participant where person = $1) and guild = $5",
                person.0,
                Some(guild.0),
            ),
            PastOf::Pair(person, other) => (
                "table_id in (select table_id from participant where person = $1
                             intersect select table_id from participant where person = $5)",
                person.0,
                Some(other.0),
            ),
            PastOf::Server(guild) => ("guild = $1", guild.0, None),
        };
        // Which games they are is found before anything of them is read: a person may have played thousands.
        let page = self.select_past_games(
            &format!(
                "with page as (select table_id from result where {condition}
                           and (ended_at, table_id) < ($2, $3) order by ended_at desc, table_id desc limit $4)"
            ),
            "page join result using (table_id)",
            "order by ended_at desc, result.table_id desc",
        );
        let page = page.bind(number).bind(at).bind(game).bind(i64::from(most));
        match other {
            Some(other) => page.bind(other),
            None => page,
        }
        .fetch_all(self.store.readers())
        .await
    }

    /// Returns how a game that is over came out.
    pub async fn find(self, game: TableId) -> Result<Option<PastGame>, StoreError> {
        let one = self.select_past_games("", "result", "where result.table_id = $1");
        one.bind(game).fetch_optional(self.store.readers()).await
    }

    fn select_past_games(
        self,
        with: &str,
        from: &'static str,
        which: &'static str,
    ) -> Query<PastGame> {
        let players = match self.store.readers {
            Database::Sqlite(_) => {
                "select json_group_array(json_object('seat', seat, 'nth', holder_number, 'person', person, 'name', name,
                     'mind', policy, 'left_by', left_by, 'points', points, 'rank', rank) order by seat, holder_number)"
            }
            Database::Postgres(_) => {
                "select coalesce(json_agg(json_build_object('seat', seat, 'nth', holder_number, 'person', person,
                     'name', name, 'mind', policy, 'left_by', left_by, 'points', points, 'rank', rank)
                     order by seat, holder_number), '[]')"
            }
        };
        query_as(AssertSqlSafe(format!(
            "{with} select result.table_id, result.title, result.guild, game_table.channel, ending, ended_at, closed,
                    ({players} from participant where participant.table_id = result.table_id) as players
             from {from} join game_table using (table_id) {which}"
        )))
    }

    /// Keeps what remains of a game, unless it is kept already.
    pub async fn insert(self, game: TableId, result: &GameResult) -> Result<(), StoreError> {
        let mut writing = self.store.writing_to(game).await?;
        write_result(&mut writing, game, result).await?;
        writing.commit().await
    }
}

/// Writes how a game ended.
pub(super) async fn write_result(
    writing: &mut WriteTransaction<'_>,
    game: TableId,
    result: &GameResult,
) -> Result<(), StoreError> {
    let sql =
        "insert into result (table_id, title, guild, seats, ending, ended_at, closed, rated, audience_channel)
         select table_id, title, guild, seat_count, $2, $3, $4, $5, audience_channel from game_table where table_id = $1
         on conflict (table_id) do nothing";
    let new = query(sql)
        .bind(game)
        .bind(result.ending)
        .bind(result.at)
        .bind(result.closed)
        .bind(result.rated)
        .execute(writing.on())
        .await?;
    if new == 1 {
        for player in &result.players {
            write_participant(writing, game, player).await?;
        }
        update_participant_stats(writing, game, &result.playing).await?;
        add_to_totals(writing, game).await?;
    }
    Ok(())
}

/// Writes who left a game before its end.
pub(super) async fn insert_departed_participant(
    writing: &mut WriteTransaction<'_>,
    game: TableId,
    player: &Participant,
) -> Result<(), StoreError> {
    let sql = "select coalesce(max(holder_number), 0) + 1 from participant where table_id = $1 and seat = $2";
    let nth: i64 = query_scalar(sql)
        .bind(game)
        .bind(player.seat)
        .fetch_one(writing.on())
        .await?;
    write_participant(
        writing,
        game,
        &Participant {
            nth,
            ..player.clone()
        },
    )
    .await
}

async fn write_participant(
    writing: &mut WriteTransaction<'_>,
    game: TableId,
    player: &Participant,
) -> Result<(), StoreError> {
    let sql =
        "insert into participant (table_id, seat, holder_number, person, name, policy, left_by, points, rank)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    query(sql)
        .bind(game)
        .bind(player.seat)
        .bind(player.nth)
        .bind(player.person)
        .bind(&player.name)
        .bind(&player.mind)
        .bind(player.left_by)
        .bind(player.points)
        .bind(player.rank)
        .execute(writing.on())
        .await
        .map(drop)
}
