//! Whom tables wait for, and when to look at them again. What happens to a table between moves goes by its own guard, so
//! that no reminder makes a button stale, and no two of them happen at once.

use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

use super::query::{query, query_scalar};
use super::{
    InteractionId, Notice, PersonId, Revision, Store, StoreError, TableId, Timestamp, Written,
    writing,
};

/// Whom a running table waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wait {
    /// Who is to act; nobody if nobody is waited for.
    pub person: Option<PersonId>,
    pub since: Timestamp,
    /// When to look at it again; never if nobody does anything.
    pub look_at: Option<Timestamp>,
    /// How often this was written.
    pub guard: i64,
    /// The turn to which the person was called last.
    pub called: Revision,
    /// How far reminding is, and whatever else belongs to the days of a table.
    pub state: String,
}

impl Wait {
    /// Whether nobody is waited for, and it is to be looked at by then: a computer may be to act.
    pub fn is_computers(&self, now: Timestamp) -> bool {
        self.person.is_none() && self.look_at.is_some_and(|at| at <= now)
    }
}

/// Whom a table waits for, if it waits for anybody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Awaited(pub Option<Wait>);

impl<'r, R: Row> FromRow<'r, R> for Awaited
where
    &'static str: ColumnIndex<R>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
    String: Decode<'r, R::Database> + Type<R::Database>,
{
    fn from_row(row: &'r R) -> sqlx::Result<Awaited> {
        let Some(since) = row.try_get("since")? else {
            return Ok(Awaited(None));
        };
        Ok(Awaited(Some(Wait {
            person: row.try_get("awaited")?,
            since,
            look_at: row.try_get("check_at")?,
            guard: row.try_get("version")?,
            called: row.try_get("pinged_revision")?,
            state: row.try_get("state")?,
        })))
    }
}

/// Which tables are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Looks {
    /// Those that wait for a person.
    People,
    /// Those that wait for nobody: a computer may be to act there.
    Computers,
}

/// Something that happens to a running table between moves: all of it, or nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BetweenMoves {
    pub game: TableId,
    /// Whom it waits for afterwards, with the guard that whoever writes has seen.
    pub wait: Wait,
    /// What has to be said.
    pub notices: Vec<Notice>,
    /// The press or command that brings it about, if any.
    pub interaction: Option<InteractionId>,
    pub at: Timestamp,
}

/// Whom tables wait for, and when they are due.
#[derive(Clone, Copy, Debug)]
pub struct WaitRepository<'a> {
    pub(crate) store: &'a Store,
}

impl WaitRepository<'_> {
    /// Tables that should be looked at now, whoever they wait for, those that wait longest first.
    pub async fn to_look_at(self, now: Timestamp, most: u32) -> Result<Vec<TableId>, StoreError> {
        let sql = concat!(
            "select table_id from wait where check_at <= $1 order by check_at ",
            at_most!("$2")
        );
        query_scalar(sql)
            .bind(now)
            .bind(i64::from(most))
            .fetch_all(self.store.readers())
            .await
    }

    /// The same of tables that wait for a person, or of those that wait for nobody: there a computer may be to act. None is
    /// one of those that are left out.
    pub(super) async fn to_look_at_of(
        self,
        kind: Looks,
        now: Timestamp,
        without: &[TableId],
        most: u32,
    ) -> Result<Vec<TableId>, StoreError> {
        let sql = concat!(
            "select table_id from wait where check_at <= $1 and (person is not null) = $2 order by check_at ",
            at_most!("$3")
        );
        let more = i64::from(most) + i64::try_from(without.len()).unwrap_or(i64::MAX >> 1);
        let mut found: Vec<TableId> = query_scalar(sql)
            .bind(now)
            .bind(kind == Looks::People)
            .bind(more)
            .fetch_all(self.store.readers())
            .await?;
        found.retain(|game| !without.contains(game));
        found.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        Ok(found)
    }

    /// Tables that wait for nobody and at which nobody looks are looked at once: another version may have left them so.
    pub async fn look_at_all_that_wait_for_nobody(self) -> Result<(), StoreError> {
        let sql = "update wait set check_at = 0 where person is null and check_at is null";
        self.store.write_one(query(sql)).await.map(drop)
    }

    /// How often a table was written.
    pub async fn revision(self, game: TableId) -> Result<Option<Revision>, StoreError> {
        let sql = "select revision from game_table where table_id = $1";
        query_scalar(sql)
            .bind(game)
            .fetch_optional(self.store.readers())
            .await
    }

    /// When the next table that waits for a person should be looked at.
    pub async fn next_look(self) -> Result<Option<Timestamp>, StoreError> {
        let sql =
            "select min(check_at) from wait where check_at is not null and person is not null";
        query_scalar(sql).fetch_one(self.store.readers()).await
    }

    /// Tables that wait for a person, those that wait longest first.
    pub async fn waiting_for(self, person: PersonId) -> Result<Vec<TableId>, StoreError> {
        let sql = "select table_id from wait where person = $1 order by since, table_id";
        query_scalar(sql)
            .bind(person)
            .fetch_all(self.store.readers())
            .await
    }

    /// A table that is due is not looked at before this time, unless somebody acts.
    pub async fn look_later(
        self,
        game: TableId,
        now: Timestamp,
        at: Option<Timestamp>,
    ) -> Result<(), StoreError> {
        let sql = "update wait set check_at = $1 where table_id = $2 and check_at <= $3";
        self.store
            .write_one(query(sql).bind(at).bind(game).bind(now))
            .await
            .map(drop)
    }

    /// Writes what happens to a table between moves, if nobody was faster.
    pub async fn write_between(self, tending: &BetweenMoves) -> Result<Written, StoreError> {
        let mut writing = self.store.writing_to(tending.game).await?;
        if !writing::claim_interaction(&mut writing, tending.interaction, tending.at).await? {
            return writing.rollback(Written::Repeated).await;
        }
        let sql =
            "update wait set person = $1, since = $2, check_at = $3, state = $4, version = version + 1
             where table_id = $5 and version = $6
             returning (select revision from game_table where game_table.table_id = wait.table_id)";
        let Wait {
            person,
            since,
            look_at,
            guard,
            state,
            called: _,
        } = &tending.wait;
        let written: Option<Revision> = query_scalar(sql)
            .bind(person)
            .bind(since)
            .bind(look_at)
            .bind(state)
            .bind(tending.game)
            .bind(guard)
            .fetch_optional(writing.on())
            .await?;
        let Some(revision) = written else {
            return writing.rollback(Written::Stale).await;
        };
        writing::write_notices(&mut writing, tending.game, &tending.notices).await?;
        writing.commit().await?;
        Ok(Written::Done { revision })
    }
}
