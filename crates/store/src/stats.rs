//! What statistics are made of: how games came out for a person or on a server, how each seat was played, and how ratings
//! moved. All of it is counted by the database: somebody may have played thousands of games.

use super::query::{query, query_as, query_scalar};
use super::transaction::WriteTransaction;
use super::{ChannelId, GuildId, PersonId, Rating, Store, StoreError, TableId, Timestamp};

/// How a seat was played that one person had from the start to the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Playing {
    /// Where, counted from 1.
    pub seat: i64,
    /// How many turns they took.
    pub turns: i64,
    /// How many seconds these took together.
    pub seconds: i64,
    /// Which pieces they took, how often: JSON that is not read here.
    pub taken: String,
}

/// How games came out that were played to the end: of one game, at tables of so many, for whoever had this seat.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct Placed {
    pub title: String,
    /// At tables of how many.
    pub seats: i64,
    /// Where they sat, counted from 1.
    pub seat: i64,
    pub games: i64,
    /// In how many they were first, alone or with others.
    pub won: i64,
    pub points: i64,
    /// The most in one game.
    pub best: i64,
    /// How many turns are known.
    pub turns: i64,
    /// How many seconds these took together.
    pub seconds: i64,
}

/// The best game of somebody, of one game.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct BestGame {
    pub title: String,
    /// At a table of how many.
    pub seats: i64,
    pub points: i64,
    pub ended_at: Timestamp,
}

/// What a rating was after a game.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct RatedThen {
    pub title: String,
    /// At a table of how many.
    pub seats: i64,
    pub ended_at: Timestamp,
    #[sqlx(flatten)]
    pub rating: Rating,
}

/// Somebody who plays on a server.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct ActivePerson {
    pub person: PersonId,
    /// What they were called there last.
    pub name: String,
    /// How many games they have played.
    pub games: i64,
}

/// What is counted for the people of a hall when a game is over: all of it is added to what was counted before.
const COUNTED: [&str; 2] = [
    "insert into seat_total (guild, audience_channel, title, seats, seat, games, won, points, best)
     select guild, audience_channel, title, seats, seat, 1, case when rank = 1 then 1 else 0 end, points, points
     from participant join result using (table_id)
     where table_id = $1 and holder_number = 0 and points is not null and not closed and audience_channel is not null order by seat
     on conflict (guild, audience_channel, title, seats, seat) do update
     set games = seat_total.games + 1, won = seat_total.won + excluded.won,
         points = seat_total.points + excluded.points,
         best = case when excluded.best > seat_total.best then excluded.best else seat_total.best end",
    "insert into member_total (guild, audience_channel, person, games, latest)
     select guild, audience_channel, person, 1, table_id from participant join result using (table_id)
     where table_id = $1 and holder_number = 0 and points is not null and not closed and audience_channel is not null
       and person is not null order by person
     on conflict (guild, audience_channel, person) do update
     set games = member_total.games + 1, latest = excluded.latest",
];

/// Counts for statistics.
#[derive(Clone, Copy, Debug)]
pub struct StatsRepository<'a> {
    pub(crate) store: &'a Store,
}

impl StatsRepository<'_> {
    // --- Of a person ---

    /// How the games of a person came out.
    pub async fn placed(self, person: PersonId) -> Result<Vec<Placed>, StoreError> {
        let sql = "select title, seats, seat, count(*) as games, count(case when rank = 1 then 1 end) as won,
                    cast(sum(points) as bigint) as points, max(points) as best,
                    cast(coalesce(sum(turns), 0) as bigint) as turns,
                    cast(coalesce(sum(seconds), 0) as bigint) as seconds
             from participant join result using (table_id)
             where person = $1 and holder_number = 0 and ending = 'played' and points is not null
             group by title, seats, seat order by title, seats, seat";
        query_as(sql)
            .bind(person)
            .fetch_all(self.store.readers())
            .await
    }

    /// How many games of a person ended with a result on which all agreed, and in how many they were first.
    pub async fn awarded(self, person: PersonId) -> Result<(i64, i64), StoreError> {
        let sql = "select count(*), count(case when rank = 1 then 1 end)
             from participant join result using (table_id)
             where person = $1 and holder_number = 0 and points is null and rank is not null and ending = 'awarded'";
        query_as(sql)
            .bind(person)
            .fetch_one(self.store.readers())
            .await
    }

    /// The best game of a person, of each title.
    pub async fn best_games(self, person: PersonId) -> Result<Vec<BestGame>, StoreError> {
        let sql = "with ranked as (
               select title, seats, points, ended_at,
                      row_number() over (partition by title order by points desc, ended_at, table_id) as place
               from participant join result using (table_id)
               where person = $1 and holder_number = 0 and ending = 'played' and points is not null
             )
             select title, seats, points, ended_at from ranked where place = 1 order by title";
        query_as(sql)
            .bind(person)
            .fetch_all(self.store.readers())
            .await
    }

    /// What a person took in each of the last games that they played, so many: in which, of which title, and the text
    /// that was kept.
    pub async fn taken(
        self,
        person: PersonId,
        most: u32,
    ) -> Result<Vec<(TableId, String, String)>, StoreError> {
        let sql = "with lately as (
               select table_id, taken from participant
               where person = $1 and holder_number = 0 and turns > 0 order by table_id desc limit $2
             )
             select table_id, title, taken from lately join result using (table_id)";
        query_as(sql)
            .bind(person)
            .bind(i64::from(most))
            .fetch_all(self.store.readers())
            .await
    }

    /// How the ratings of a person moved: the first games all, the last one, and about so many between.
    pub async fn rated_then(
        self,
        person: PersonId,
        (first, between): (i64, i64),
    ) -> Result<Vec<RatedThen>, StoreError> {
        let sql = "select title, seats, ended_at, rated.mean, rated.spread, rated.games
             from rating_history as rated join result using (table_id)
             join rating using (title, seats, person)
             where person = $1 and (rated.games <= $2 or rated.games = rating.games
                                    or rated.games % (1 + rating.games / $3) = 0)
             order by title, seats, rated.games";
        query_as(sql)
            .bind(person)
            .bind(first)
            .bind(between)
            .fetch_all(self.store.readers())
            .await
    }

    // --- Of a server ---

    /// The channels of a server whose people saw games that are over.
    pub async fn halls_of(self, guild: GuildId) -> Result<Vec<ChannelId>, StoreError> {
        let sql = "select distinct audience_channel from seat_total where guild = $1 order by audience_channel";
        query_scalar(sql)
            .bind(guild)
            .fetch_all(self.store.readers())
            .await
    }

    /// How games of a server came out, of those that these halls saw.
    pub async fn placed_on(
        self,
        guild: GuildId,
        halls: &[ChannelId],
    ) -> Result<Vec<Placed>, StoreError> {
        let sql =
            "select title, seats, seat, cast(sum(games) as bigint) as games, cast(sum(won) as bigint) as won,
                    cast(sum(points) as bigint) as points, max(best) as best,
                    cast(0 as bigint) as turns, cast(0 as bigint) as seconds
             from seat_total where guild = $1 and $2 like '%,' || audience_channel || ',%'
             group by title, seats, seat order by title, seats, seat";
        query_as(sql)
            .bind(guild)
            .bind(listed(halls))
            .fetch_all(self.store.readers())
            .await
    }

    /// Who played most of those games, so many people.
    pub async fn active_on(
        self,
        guild: GuildId,
        halls: &[ChannelId],
        most: u32,
    ) -> Result<Vec<ActivePerson>, StoreError> {
        let sql = "with active as (
               select person, cast(sum(games) as bigint) as games, max(latest) as latest from member_total
               where guild = $1 and $2 like '%,' || audience_channel || ',%' and person > 0
               group by person order by sum(games) desc, person limit $3
             )
             select active.person, name, games from active
             join participant on table_id = latest and participant.person = active.person and holder_number = 0
             order by games desc, active.person";
        query_as(sql)
            .bind(guild)
            .bind(listed(halls))
            .bind(i64::from(most))
            .fetch_all(self.store.readers())
            .await
    }

    // --- Reading and writing how seats were played ---

    /// The channel whose people see a table is this one, if the table still stands there.
    pub async fn keep_hall(
        self,
        game: TableId,
        channel: ChannelId,
        hall: ChannelId,
    ) -> Result<(), StoreError> {
        let sql =
            "update game_table set audience_channel = $3 where table_id = $1 and channel = $2";
        self.store
            .write_one(query(sql).bind(game).bind(channel).bind(hall))
            .await
            .map(drop)
    }
}

/// These channels, each between commas.
fn listed(halls: &[ChannelId]) -> String {
    let halls: Vec<String> = halls.iter().map(|hall| hall.0.to_string()).collect();
    format!(",{},", halls.join(","))
}

/// Adds a game that is over to what was counted for the people who saw it.
pub(super) async fn add_to_totals(
    writing: &mut WriteTransaction<'_>,
    game: TableId,
) -> Result<(), StoreError> {
    for sql in COUNTED {
        query(sql).bind(game).execute(writing.on()).await?;
    }
    Ok(())
}

pub(super) async fn update_participant_stats(
    writing: &mut WriteTransaction<'_>,
    game: TableId,
    playing: &[Playing],
) -> Result<(), StoreError> {
    // Where somebody else sat before, nobody can say whose turns they were.
    let sql = "update participant set turns = $3, seconds = $4, taken = $5
         where table_id = $1 and seat = $2 and holder_number = 0 and not exists (
             select 1 from participant as before
             where before.table_id = $1 and before.seat = $2 and before.holder_number > 0)";
    for Playing {
        seat,
        turns,
        seconds,
        taken,
    } in playing
    {
        query(sql)
            .bind(game)
            .bind(*seat)
            .bind(*turns)
            .bind(*seconds)
            .bind(taken)
            .execute(writing.on())
            .await?;
    }
    if !playing.is_empty() {
        let sql = "update participant set turns = 0, seconds = 0, taken = '{}'
             where table_id = $1 and turns is null and points is not null";
        query(sql).bind(game).execute(writing.on()).await?;
    }
    Ok(())
}
