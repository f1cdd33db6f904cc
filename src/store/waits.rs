//! Whom tables wait for, and when to look at them again. What happens to a table between moves goes by its own guard, so
//! that no reminder makes a button stale, and no two of them happen at once.

use super::{GameId, Notice, Store, StoreError, Written, writing};

/// Whom a running table waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wait {
    /// Who is to act; nobody if nobody is waited for.
    pub person: Option<i64>,
    /// Since when.
    pub since: i64,
    /// When to look at it again; never if nobody does anything.
    pub look_at: Option<i64>,
    /// How often this was written.
    pub guard: i64,
    /// The turn to which the person was called last.
    pub called: i64,
    /// How far reminding is, and whatever else belongs to the days of a table.
    pub state: String,
}

/// Something that happens to a running table between moves: all of it, or nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BetweenMoves {
    /// To which table.
    pub game: GameId,
    /// Whom it waits for afterwards, with the guard that whoever writes has seen.
    pub wait: Wait,
    /// What has to be said.
    pub notices: Vec<Notice>,
    /// The press or command that brings it about, if any.
    pub interaction: Option<i64>,
    /// When.
    pub at: i64,
}

impl Store {
    /// Tables that should be looked at now, those that wait longest first.
    pub async fn to_look_at(&self, now: i64, most: u32) -> Result<Vec<GameId>, StoreError> {
        let found: Vec<(i64,)> =
            sqlx::query_as("select game_id from wait where look_at <= $1 order by look_at limit $2")
                .bind(now)
                .bind(most)
                .fetch_all(&self.readers)
                .await?;
        Ok(found.into_iter().map(|(game,)| GameId(game)).collect())
    }

    /// When the next table should be looked at.
    pub async fn next_look(&self) -> Result<Option<i64>, StoreError> {
        let found = sqlx::query_as("select min(look_at) from wait where look_at is not null");
        let (next,): (Option<i64>,) = found.fetch_one(&self.readers).await?;
        Ok(next)
    }

    /// Tables that wait for a person, those that wait longest first.
    pub async fn waiting_for(&self, person: i64) -> Result<Vec<GameId>, StoreError> {
        let found: Vec<(i64,)> =
            sqlx::query_as("select game_id from wait where person = $1 order by since, game_id")
                .bind(person)
                .fetch_all(&self.readers)
                .await?;
        Ok(found.into_iter().map(|(game,)| GameId(game)).collect())
    }

    /// A table that is due is not looked at before this time, unless somebody acts.
    pub async fn look_later(&self, game: GameId, now: i64, at: Option<i64>) -> Result<(), StoreError> {
        let later = sqlx::query("update wait set look_at = $1 where game_id = $2 and look_at <= $3");
        self.write_one(later.bind(at).bind(game.0).bind(now)).await?;
        Ok(())
    }

    /// Writes what happens to a table between moves, if nobody was faster.
    pub async fn write_between(&self, tending: &BetweenMoves) -> Result<Written, StoreError> {
        let mut writing = self.writing().await?;
        if !writing::spend(&mut writing, tending.interaction, tending.at).await? {
            writing.leave().await?;
            return Ok(Written::Repeated);
        }
        let written: Option<(i64,)> = sqlx::query_as(
            "update wait set person = $1, since = $2, look_at = $3, state = $4, guard = guard + 1
             where game_id = $5 and guard = $6
             returning (select revision from game where game.game_id = wait.game_id)",
        )
        .bind(tending.wait.person)
        .bind(tending.wait.since)
        .bind(tending.wait.look_at)
        .bind(&tending.wait.state)
        .bind(tending.game.0)
        .bind(tending.wait.guard)
        .fetch_optional(&mut *writing)
        .await?;
        let Some((revision,)) = written else {
            writing.leave().await?;
            return Ok(Written::Stale);
        };
        writing::write_notices(&mut writing, tending.game.0, &tending.notices).await?;
        writing.commit().await?;
        Ok(Written::Done { revision })
    }
}
