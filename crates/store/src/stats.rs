//! Statistics of people and guilds. The database counts, because a person may have played thousands
//! of games.

use super::store::StatsRepository;
use super::transaction::WriteTransaction;
use super::{ChannelId, GuildId, PersonId, Rating, StoreError, TableId, Timestamp};

/// Excludes lessons from results. They have no guild, and the id of the learner as their channel.
macro_rules! is_no_lesson {
    () => {
        "not exists (select 1 from game_table
              where game_table.table_id = result.table_id and game_table.guild = 0 and game_table.channel <> 0)"
    };
}

/// How one person played a seat from start to end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayStats {
    /// The seat, counted from 1.
    pub seat: i64,
    pub turns: i64,
    pub seconds: i64,
    /// JSON with the number of pieces taken of each kind, opaque to the store.
    pub taken: String,
}

/// The totals of one seat over all finished games of one title with one number of seats.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct SeatStats {
    pub title: String,
    /// The number of seats of the table.
    pub seats: i64,
    /// The seat, counted from 1.
    pub seat: i64,
    pub games: i64,
    /// First places, including shared ones.
    pub won: i64,
    pub points: i64,
    /// The most points in one game.
    pub best: i64,
    pub turns: i64,
    pub seconds: i64,
}

/// A person's finished game with the most points in one title.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct BestGame {
    pub title: String,
    pub seats: i64,
    pub points: i64,
    pub ended_at: Timestamp,
}

/// The pieces that a person took in a game.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct TakenPieces {
    pub table_id: TableId,
    pub title: String,
    /// JSON, as in [`PlayStats`].
    pub taken: String,
}

/// A rating after a game.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct RatingPoint {
    pub title: String,
    pub seats: i64,
    pub ended_at: Timestamp,
    #[sqlx(flatten)]
    pub rating: Rating,
}

/// A person and how much they play in a guild.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct ActivePerson {
    pub person: PersonId,
    /// The name in the latest game.
    pub name: String,
    pub games: i64,
}

/// Statements that add a finished game to the totals of its audience channel.
const ADD_TO_TOTALS: [&str; 2] = [
    "insert into seat_total (guild, audience_channel, title, seats, seat, games, won, points, best)
     select guild, audience_channel, title, seats, seat, 1, case when rank = 1 then 1 else 0 end, points, points
     from participant join result using (table_id)
     where table_id = $1 and holder_number = 0 and points is not null and not players_only and audience_channel is not null order by seat
     on conflict (guild, audience_channel, title, seats, seat) do update
     set games = seat_total.games + 1, won = seat_total.won + excluded.won,
         points = seat_total.points + excluded.points,
         best = case when excluded.best > seat_total.best then excluded.best else seat_total.best end",
    "insert into member_total (guild, audience_channel, person, games, latest)
     select guild, audience_channel, person, 1, table_id from participant join result using (table_id)
     where table_id = $1 and holder_number = 0 and points is not null and not players_only and audience_channel is not null
       and person is not null order by person
     on conflict (guild, audience_channel, person) do update
     set games = member_total.games + 1, latest = excluded.latest",
];

impl StatsRepository<'_> {
    /// Returns a person's totals for each game, number of seats and seat.
    pub async fn load_seat_stats(self, person: PersonId) -> Result<Vec<SeatStats>, StoreError> {
        let sql = concat!(
            "select title, seats, seat, count(*) as games, count(case when rank = 1 then 1 end) as won,
                    cast(sum(points) as bigint) as points, max(points) as best,
                    cast(coalesce(sum(turns), 0) as bigint) as turns,
                    cast(coalesce(sum(seconds), 0) as bigint) as seconds
             from participant join result using (table_id)
             where person = $1 and holder_number = 0 and ending = 'played' and points is not null and ",
            is_no_lesson!(),
            " group by title, seats, seat order by title, seats, seat"
        );
        self.store.fetch_all(sql, (person,)).await
    }

    /// Returns the numbers of a person's games that ended by agreement with a result, and of those
    /// the person won.
    pub async fn count_awarded(self, person: PersonId) -> Result<(i64, i64), StoreError> {
        let sql = "select count(*), count(case when rank = 1 then 1 end)
             from participant join result using (table_id)
             where person = $1 and holder_number = 0 and points is null and rank is not null and ending = 'awarded'";
        self.store.fetch_one(sql, (person,)).await
    }

    /// Returns the best game of a person for each title.
    pub async fn list_best_games(self, person: PersonId) -> Result<Vec<BestGame>, StoreError> {
        let sql = concat!(
            "with ranked as (
               select title, seats, points, ended_at,
                      row_number() over (partition by title order by points desc, ended_at, table_id) as place
               from participant join result using (table_id)
               where person = $1 and holder_number = 0 and ending = 'played' and points is not null and ",
            is_no_lesson!(),
            ")
             select title, seats, points, ended_at from ranked where place = 1 order by title"
        );
        self.store.fetch_all(sql, (person,)).await
    }

    /// Returns the pieces that a person took in their latest games.
    pub async fn list_taken_pieces(
        self,
        person: PersonId,
        limit: u32,
    ) -> Result<Vec<TakenPieces>, StoreError> {
        let sql = concat!(
            "select result.table_id, title, taken from participant
             join result on result.table_id = participant.table_id
             where person = $1 and holder_number = 0 and turns > 0 and ",
            is_no_lesson!(),
            " order by participant.table_id desc limit $2"
        );
        self.store.fetch_all(sql, (person, i64::from(limit))).await
    }

    /// Returns the ratings after the first games, the latest rating, and about `later_ratings`
    /// ratings in between.
    pub async fn list_rating_history(
        self,
        person: PersonId,
        first_games: i64,
        later_ratings: i64,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        let sql = "select title, seats, ended_at, rated.mean, rated.spread, rated.games
             from rating_history as rated join result using (table_id)
             join rating using (title, seats, person)
             where person = $1 and (rated.games <= $2 or rated.games = rating.games
                                    or rated.games % (1 + rating.games / $3) = 0)
             order by title, seats, rated.games";
        self.store
            .fetch_all(sql, (person, first_games, later_ratings))
            .await
    }

    /// Returns the audience channels of a guild's finished games.
    pub async fn list_audience_channels(
        self,
        guild: GuildId,
    ) -> Result<Vec<ChannelId>, StoreError> {
        let sql = "select distinct audience_channel from seat_total where guild = $1 order by audience_channel";
        self.store.fetch_scalars(sql, (guild,)).await
    }

    /// Returns a guild's totals of games in these audience channels. Their turns and seconds are 0,
    /// because they are not counted.
    pub async fn load_guild_seat_stats(
        self,
        guild: GuildId,
        channels: &[ChannelId],
    ) -> Result<Vec<SeatStats>, StoreError> {
        let sql =
            "select title, seats, seat, cast(sum(games) as bigint) as games, cast(sum(won) as bigint) as won,
                    cast(sum(points) as bigint) as points, max(best) as best,
                    cast(0 as bigint) as turns, cast(0 as bigint) as seconds
             from seat_total where guild = $1 and $2 like '%,' || audience_channel || ',%'
             group by title, seats, seat order by title, seats, seat";
        self.store.fetch_all(sql, (guild, join_ids(channels))).await
    }

    /// Returns the most active people of these audience channels.
    pub async fn list_active_people(
        self,
        guild: GuildId,
        channels: &[ChannelId],
        limit: u32,
    ) -> Result<Vec<ActivePerson>, StoreError> {
        let sql = "with active as (
               select person, cast(sum(games) as bigint) as games, max(latest) as latest from member_total
               where guild = $1 and $2 like '%,' || audience_channel || ',%' and person > 0
               group by person order by sum(games) desc, person limit $3
             )
             select active.person, name, games from active
             join participant on table_id = latest and participant.person = active.person and holder_number = 0
             order by games desc, active.person";
        self.store
            .fetch_all(sql, (guild, join_ids(channels), i64::from(limit)))
            .await
    }

    /// Sets the audience channel of a table that is still in `channel`.
    pub async fn set_audience_channel(
        self,
        table_id: TableId,
        channel: ChannelId,
        audience_channel: ChannelId,
    ) -> Result<(), StoreError> {
        let sql =
            "update game_table set audience_channel = $3 where table_id = $1 and channel = $2";
        self.store
            .execute(sql, (table_id, channel, audience_channel))
            .await
    }
}

/// Joins ids with a comma on either side of each.
fn join_ids(channels: &[ChannelId]) -> String {
    let channels: Vec<String> = channels
        .iter()
        .map(|audience_channel| audience_channel.0.to_string())
        .collect();
    format!(",{},", channels.join(","))
}

pub(super) async fn add_to_totals(
    transaction: &mut WriteTransaction<'_>,
    table_id: TableId,
) -> Result<(), StoreError> {
    for sql in ADD_TO_TOTALS {
        transaction.execute(sql, (table_id,)).await?;
    }
    Ok(())
}

pub(super) async fn update_participant_stats(
    transaction: &mut WriteTransaction<'_>,
    table_id: TableId,
    seats: &[PlayStats],
) -> Result<(), StoreError> {
    // If the seat had another holder before, the turns cannot be attributed.
    let sql = "update participant set turns = $3, seconds = $4, taken = $5
         where table_id = $1 and seat = $2 and holder_number = 0 and not exists (
             select 1 from participant as before
             where before.table_id = $1 and before.seat = $2 and before.holder_number > 0)";
    for stats in seats {
        let args = (
            table_id,
            stats.seat,
            stats.turns,
            stats.seconds,
            &stats.taken,
        );
        transaction.execute(sql, args).await?;
    }
    if !seats.is_empty() {
        let sql = "update participant set turns = 0, seconds = 0, taken = '{}'
             where table_id = $1 and turns is null and points is not null";
        transaction.execute(sql, (table_id,)).await?;
    }
    Ok(())
}
