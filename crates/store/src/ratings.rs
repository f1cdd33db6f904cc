//! Ratings as they are kept: where each stands, what each game did to them, and which games are still to be counted. How
//! they are reckoned is not known here.

use super::query::{query, query_as, query_scalar};
use super::{GuildId, Notice, PastGame, PersonId, Store, StoreError, TableId, Timestamp, writing};

/// Under which name it is remembered how many games were counted. It is the guard of whoever counts one more.
const COUNTED: &str = "games counted";

/// How well somebody is thought to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct Rating {
    pub mean: i64,
    /// How sure that is, in millionths: the smaller, the surer.
    pub spread: i64,
    pub games: i64,
}

/// The rating of a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct RatedPerson {
    pub person: PersonId,
    #[sqlx(flatten)]
    pub rating: Rating,
}

/// Somebody who is ranked on a server.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct RankedPerson {
    pub person: PersonId,
    /// What they were called there in the last game that was to count.
    pub name: String,
    #[sqlx(flatten)]
    pub rating: Rating,
}

/// A rating of somebody, of which game and at how many seats.
#[derive(Clone, PartialEq, Eq, Debug, sqlx_macros::FromRow)]
pub struct RatingOf {
    pub title: String,
    /// At a table of how many.
    pub seats: i64,
    #[sqlx(flatten)]
    pub rating: Rating,
}

/// A game that is counted: all of it is written, or nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted {
    pub game: TableId,
    /// How many were counted before it, as whoever counts has seen it.
    pub seen: i64,
    /// Who played it, if it moves ratings.
    pub circle: Option<String>,
    /// Whose ratings stand how after it.
    pub after: Vec<RatedPerson>,
    /// What has to be said of it.
    pub notice: Option<Notice>,
}

/// Ratings and the games that still have to be rated.
#[derive(Clone, Copy, Debug)]
pub struct RatingRepository<'a> {
    pub(crate) store: &'a Store,
}

impl RatingRepository<'_> {
    /// Returns the next game to be counted, and its number of seats.
    pub async fn next_to_count(self) -> Result<Option<(PastGame, i64)>, StoreError> {
        let sql = "select table_id, seats from result
             where rated and rating_order is null order by ended_at, table_id limit 1";
        let next: Option<(TableId, i64)> =
            query_as(sql).fetch_optional(self.store.readers()).await?;
        let Some((game, seats)) = next else {
            return Ok(None);
        };
        Ok(self
            .store
            .results()
            .find(game)
            .await?
            .map(|past| (past, seats)))
    }

    /// How many games were counted; nothing if none ever was.
    pub async fn counted(self) -> Result<Option<i64>, StoreError> {
        let sql = "select cast(value as bigint) from key_value where name = $1";
        query_scalar(sql)
            .bind(COUNTED)
            .fetch_optional(self.store.readers())
            .await
    }

    /// How many games of these people moved ratings that ended since a moment.
    pub async fn counted_of(
        self,
        circle: &str,
        title: &str,
        since: Timestamp,
    ) -> Result<i64, StoreError> {
        let sql =
            "select count(*) from result where player_set = $1 and title = $2 and ended_at > $3";
        query_scalar(sql)
            .bind(circle)
            .bind(title)
            .bind(since)
            .fetch_one(self.store.readers())
            .await
    }

    /// Where the rating of somebody stands.
    pub async fn find(
        self,
        title: &str,
        seats: i64,
        person: PersonId,
    ) -> Result<Option<Rating>, StoreError> {
        let sql = "select mean, spread, games from rating where title = $1 and seats = $2 and person = $3";
        query_as(sql)
            .bind(title)
            .bind(seats)
            .bind(person)
            .fetch_optional(self.store.readers())
            .await
    }

    pub async fn list_of_person(self, person: PersonId) -> Result<Vec<RatingOf>, StoreError> {
        let sql = "select title, seats, mean, spread, games from rating where person = $1 order by title, seats";
        query_as(sql)
            .bind(person)
            .fetch_all(self.store.readers())
            .await
    }

    /// Those who played games that counted on a server and have counted as many, the best first.
    pub async fn list_best_on(
        self,
        guild: GuildId,
        title: &str,
        seats: i64,
        least: i64,
        most: u32,
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
        query_as(sql)
            .bind(guild)
            .bind(title)
            .bind(seats)
            .bind(least)
            .bind(i64::from(most))
            .fetch_all(self.store.readers())
            .await
    }

    /// Writes what a game did to ratings, if as many were counted before it as whoever counts has seen.
    pub async fn count_game(self, counted: &Counted) -> Result<bool, StoreError> {
        let mut writing = self.store.writing_to(counted.game).await?;
        // Before the first one there is nothing to be changed.
        let next = (counted.seen + 1).to_string();
        let next_number = match counted.seen {
            0 => query(
                "insert into key_value (name, value) values ($1, $2) on conflict (name) do nothing",
            )
            .bind(COUNTED)
            .bind(next),
            seen => query("update key_value set value = $2 where name = $1 and value = $3")
                .bind(COUNTED)
                .bind(next)
                .bind(seen.to_string()),
        };
        let sql = "update result set rating_order = $2, player_set = $3 where table_id = $1 and rating_order is null";
        let result = query(sql)
            .bind(counted.game)
            .bind(counted.seen + 1)
            .bind(&counted.circle);
        let counts = next_number.execute(writing.on()).await? == 1
            && result.execute(writing.on()).await? == 1;
        if !counts {
            return writing.rollback(false).await;
        }
        for RatedPerson {
            person,
            rating:
                Rating {
                    mean,
                    spread,
                    games,
                },
        } in &counted.after
        {
            for sql in [
                "insert into rating_history (table_id, person, mean, spread, games) values ($1, $2, $3, $4, $5)",
                "insert into rating (title, seats, person, mean, spread, games)
                 select title, seats, $2, $3, $4, $5 from result where table_id = $1
                 on conflict (title, seats, person) do update set mean = $3, spread = $4, games = $5",
            ] {
                query(sql)
                    .bind(counted.game)
                    .bind(*person)
                    .bind(*mean)
                    .bind(*spread)
                    .bind(*games)
                    .execute(writing.on())
                    .await?;
            }
            let sql = "insert into guild_rated_person (guild, title, seats, person)
                 select guild, title, seats, $2 from result where table_id = $1 on conflict do nothing";
            query(sql)
                .bind(counted.game)
                .bind(*person)
                .execute(writing.on())
                .await?;
        }
        let notices = counted.notice.as_slice();
        writing::write_notices(&mut writing, counted.game, notices).await?;
        writing.commit().await?;
        Ok(true)
    }
}
