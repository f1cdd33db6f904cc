//! Stored ratings: the current ones, what each game changed, and which games are still to be rated.
//! The host computes them.

use super::store::RatingRepository;
use super::{GuildId, Notice, PastGame, PersonId, StoreError, TableId, Timestamp, table_writer};

/// The key of the number of rated games. Each process that rates a game compares and increments it.
const RATED_GAMES_KEY: &str = "games counted";

/// The rating of a person for a game and a number of seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct Rating {
    /// The estimated strength, in millionths.
    pub mean: i64,
    /// The uncertainty of the mean, in millionths.
    pub spread: i64,
    pub games: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct RatedPerson {
    pub person: PersonId,
    #[sqlx(flatten)]
    pub rating: Rating,
}

/// A person in the ranking of a guild.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct RankedPerson {
    pub person: PersonId,
    /// The name in the latest rated game of the guild.
    pub name: String,
    #[sqlx(flatten)]
    pub rating: Rating,
}

/// A rating with its game and number of seats.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct TitleRating {
    pub title: String,
    pub seats: i64,
    #[sqlx(flatten)]
    pub rating: Rating,
}

/// What a rated game changes, in one transaction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingUpdate {
    pub table_id: TableId,
    /// The number of games rated before, on which the ratings are based.
    pub rated_before: i64,
    /// The sorted ids of the players. `None` if the game changes no ratings.
    pub player_set: Option<String>,
    /// The new ratings.
    pub ratings: Vec<RatedPerson>,
    pub notice: Option<Notice>,
}

impl RatingRepository<'_> {
    /// Returns the next game to rate, with its number of seats.
    pub async fn find_next_unrated_game(self) -> Result<Option<(PastGame, i64)>, StoreError> {
        let sql = "select table_id, seats from result
             where rated and rating_order is null order by ended_at, table_id limit 1";
        let next: Option<(TableId, i64)> = self.store.fetch_optional(sql, ()).await?;
        let Some((table_id, seats)) = next else {
            return Ok(None);
        };
        Ok(self
            .store
            .results()
            .find(table_id)
            .await?
            .map(|past| (past, seats)))
    }

    /// Returns the number of rated games. `None` before the first one.
    pub async fn count_rated(self) -> Result<Option<i64>, StoreError> {
        let sql = "select cast(value as bigint) from key_value where name = $1";
        self.store
            .fetch_optional_scalar(sql, (RATED_GAMES_KEY,))
            .await
    }

    /// Returns how many games of this title that changed ratings of these players ended after
    /// `since`.
    pub async fn count_rated_of_player_set(
        self,
        player_set: &str,
        title: &str,
        since: Timestamp,
    ) -> Result<i64, StoreError> {
        let sql =
            "select count(*) from result where player_set = $1 and title = $2 and ended_at > $3";
        self.store
            .fetch_scalar(sql, (player_set, title, since))
            .await
    }

    pub async fn find(
        self,
        title: &str,
        seats: i64,
        person: PersonId,
    ) -> Result<Option<Rating>, StoreError> {
        let sql = "select mean, spread, games from rating where title = $1 and seats = $2 and person = $3";
        self.store.fetch_optional(sql, (title, seats, person)).await
    }

    pub async fn list_unfinished_for_person(
        self,
        person: PersonId,
    ) -> Result<Vec<TitleRating>, StoreError> {
        let sql = "select title, seats, mean, spread, games from rating where person = $1 order by title, seats";
        self.store.fetch_all(sql, (person,)).await
    }

    /// Returns the best people of a guild with at least `min_games` rated games.
    pub async fn list_best_in_guild(
        self,
        guild: GuildId,
        title: &str,
        seats: i64,
        min_games: i64,
        limit: u32,
    ) -> Result<Vec<RankedPerson>, StoreError> {
        let sql = "with best as (
               select person, mean, spread, games from rating join guild_rated_person using (title, seats, person)
               where guild = $1 and title = $2 and seats = $3 and games >= $4 and person > 0
               order by mean desc, person limit $5
             )
             select person, mean, spread, games,
                    coalesce((select name from participant join result using (table_id)
                              where participant.person = best.person and guild = $1 and rated
                              order by table_id desc limit 1), '') as name
             from best order by mean desc, person";
        self.store
            .fetch_all(sql, (guild, title, seats, min_games, i64::from(limit)))
            .await
    }

    /// Writes the new ratings. Returns false, and writes nothing, if another process rated a game
    /// meanwhile.
    pub async fn record_rating_update(self, update: &RatingUpdate) -> Result<bool, StoreError> {
        let mut transaction = self.store.begin_for_table(update.table_id).await?;
        // Before the first game there is no row to update.
        let next = (update.rated_before + 1).to_string();
        let incremented = if update.rated_before == 0 {
            let sql =
                "insert into key_value (name, value) values ($1, $2) on conflict (name) do nothing";
            let args = (RATED_GAMES_KEY, next);
            transaction.execute_counted(sql, args).await?
        } else {
            let sql = "update key_value set value = $2 where name = $1 and value = $3";
            let args = (RATED_GAMES_KEY, next, update.rated_before.to_string());
            transaction.execute_counted(sql, args).await?
        };
        let mark_rated = "update result set rating_order = $2, player_set = $3 where table_id = $1 and rating_order is null";
        let args = (update.table_id, update.rated_before + 1, &update.player_set);
        if incremented != 1 || transaction.execute_counted(mark_rated, args).await? != 1 {
            return transaction.rollback(false).await;
        }
        for RatedPerson { person, rating } in &update.ratings {
            for sql in [
                "insert into rating_history (table_id, person, mean, spread, games) values ($1, $2, $3, $4, $5)",
                "insert into rating (title, seats, person, mean, spread, games)
                 select title, seats, $2, $3, $4, $5 from result where table_id = $1
                 on conflict (title, seats, person) do update set mean = $3, spread = $4, games = $5",
            ] {
                let args = (update.table_id, person, rating.mean, rating.spread, rating.games);
                transaction.execute(sql, args).await?;
            }
            let sql = "insert into guild_rated_person (guild, title, seats, person)
                 select guild, title, seats, $2 from result where table_id = $1 on conflict do nothing";
            transaction.execute(sql, (update.table_id, person)).await?;
        }
        let notices = update.notice.as_slice();
        table_writer::insert_notices(&mut transaction, update.table_id, notices).await?;
        transaction.commit().await?;
        Ok(true)
    }
}
