//! Waits: whom a table waits for, and when it is checked again. A wait has its own version, so that
//! a reminder does not make buttons stale, and no change between moves overwrites another.

use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

use super::store::WaitRepository;
use super::{
    InteractionId, Notice, PersonId, Revision, StoreError, TableId, Timestamp, WriteOutcome,
    table_writer,
};

/// Whom a running table waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wait {
    /// The person who is to act. `None` if a computer is to act.
    pub person: Option<PersonId>,
    pub since: Timestamp,
    /// When the table is checked next. `None` if no check is scheduled.
    pub check_at: Option<Timestamp>,
    /// The number of times the wait was written.
    pub version: i64,
    /// The latest turn for which the person was pinged.
    pub pinged_revision: Revision,
    /// JSON with reminders, pauses and premoves, opaque to the store.
    pub state: String,
}

impl Wait {
    /// Returns whether a computer may have to act now.
    pub fn is_due_for_computer(&self, now: Timestamp) -> bool {
        self.person.is_none() && self.check_at.is_some_and(|at| at <= now)
    }
}

/// A wait whose columns may all be null.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionalWait(pub Option<Wait>);

impl<'r, R: Row> FromRow<'r, R> for OptionalWait
where
    &'static str: ColumnIndex<R>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
    String: Decode<'r, R::Database> + Type<R::Database>,
{
    fn from_row(row: &'r R) -> sqlx::Result<OptionalWait> {
        let Some(since) = row.try_get("since")? else {
            return Ok(OptionalWait(None));
        };
        Ok(OptionalWait(Some(Wait {
            person: row.try_get("person")?,
            since,
            check_at: row.try_get("check_at")?,
            version: row.try_get("version")?,
            pinged_revision: row.try_get("pinged_revision")?,
            state: row.try_get("state")?,
        })))
    }
}

/// Selects the waits for a person or those for a computer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WaitKind {
    People,
    Computers,
}

/// A change between moves, written as a whole or not at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaitUpdate {
    pub table_id: TableId,
    /// The new wait, with the version on which the change is based.
    pub wait: Wait,
    pub notices: Vec<Notice>,
    pub interaction: Option<InteractionId>,
    pub at: Timestamp,
}

impl WaitRepository<'_> {
    /// Returns tables that are due for a check, the longest overdue first.
    pub async fn list_due(self, now: Timestamp, limit: u32) -> Result<Vec<TableId>, StoreError> {
        let sql = concat!(
            "select table_id from wait where check_at <= $1 order by check_at ",
            limit_clause!("$2")
        );
        self.store.fetch_scalars(sql, (now, i64::from(limit))).await
    }

    /// Returns tables of one kind that are due for a check, without `excluded`.
    pub(super) async fn list_due_of_kind(
        self,
        kind: WaitKind,
        now: Timestamp,
        excluded: &[TableId],
        limit: u32,
    ) -> Result<Vec<TableId>, StoreError> {
        let sql = concat!(
            "select table_id from wait where check_at <= $1 and (person is not null) = $2 order by check_at ",
            limit_clause!("$3")
        );
        let enough = i64::from(limit) + i64::try_from(excluded.len()).unwrap_or(i64::MAX >> 1);
        let mut found: Vec<TableId> = self
            .store
            .fetch_scalars(sql, (now, kind == WaitKind::People, enough))
            .await?;
        found.retain(|table_id| !excluded.contains(table_id));
        found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(found)
    }

    /// Makes waits for computers due if no check is scheduled, as another version of the program
    /// may have left them.
    pub async fn schedule_unattended(self) -> Result<(), StoreError> {
        let sql = "update wait set check_at = 0 where person is null and check_at is null";
        self.store.execute(sql, ()).await
    }

    pub async fn load_revision(self, table_id: TableId) -> Result<Option<Revision>, StoreError> {
        let sql = "select revision from game_table where table_id = $1";
        self.store.fetch_optional_scalar(sql, (table_id,)).await
    }

    /// Returns when the next wait for a person is due.
    pub async fn next_check_at(self) -> Result<Option<Timestamp>, StoreError> {
        let sql =
            "select min(check_at) from wait where check_at is not null and person is not null";
        self.store.fetch_scalar(sql, ()).await
    }

    /// Returns tables that wait for a person, the longest waiting first.
    pub async fn list_awaiting(self, person: PersonId) -> Result<Vec<TableId>, StoreError> {
        let sql = "select table_id from wait where person = $1 order by since, table_id";
        self.store.fetch_scalars(sql, (person,)).await
    }

    /// Postpones a check that is due by `now`.
    pub async fn postpone_check(
        self,
        table_id: TableId,
        now: Timestamp,
        at: Option<Timestamp>,
    ) -> Result<(), StoreError> {
        let sql = "update wait set check_at = $1 where table_id = $2 and check_at <= $3";
        self.store.execute(sql, (at, table_id, now)).await
    }

    /// Writes a change between moves if its version is current.
    pub async fn update_wait(self, update: &WaitUpdate) -> Result<WriteOutcome, StoreError> {
        let mut transaction = self.store.begin_for_table(update.table_id).await?;
        if !table_writer::claim_interaction(&mut transaction, update.interaction, update.at).await?
        {
            return transaction.rollback(WriteOutcome::Repeated).await;
        }
        let sql =
            "update wait set person = $1, since = $2, check_at = $3, state = $4, version = version + 1
             where table_id = $5 and version = $6
             returning (select revision from game_table where game_table.table_id = wait.table_id)";
        let Wait {
            person,
            since,
            check_at,
            version,
            state,
            pinged_revision: _,
        } = &update.wait;
        let args = (person, since, check_at, state, update.table_id, version);
        let written: Option<Revision> = transaction.fetch_optional_scalar(sql, args).await?;
        let Some(revision) = written else {
            return transaction.rollback(WriteOutcome::Stale).await;
        };
        table_writer::insert_notices(&mut transaction, update.table_id, &update.notices).await?;
        transaction.commit().await?;
        Ok(WriteOutcome::Done { revision })
    }
}
