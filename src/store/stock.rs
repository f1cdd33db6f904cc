//! What an operator watches in the database: how many rows wait in it, and whether it can be written to.

use super::home::Home;
use super::{Store, StoreError, Timestamp};
use crate::metrics::Stock;

/// The row of `memory` that [`Store::check_writable`] changes.
const WRITE_CHECK: &str = "write_check";

impl Store {
    /// Changes one small row and commits it. An error means that no move can be kept: the disk is full, or the database takes
    /// no changes.
    pub async fn check_writable(&self) -> Result<(), StoreError> {
        // SQLite writes no page for a row that is set to what it was: each check needs a value of its own.
        let sql = "insert into memory (name, value) values ($1, '0') on conflict (name)
             do update set value = cast(cast(memory.value as bigint) + 1 as text)";
        write_one!(self, sqlx::query(sql).bind(WRITE_CHECK));
        Ok(())
    }

    /// How many there are now. An error means that nothing can be done here.
    pub async fn stock(&self, now: Timestamp) -> Result<Stock, StoreError> {
        if let Home::Sqlite((_, file)) = &self.door {
            file.is_there()?;
        }
        // The first condition is the one by which an index knows those few that are not over.
        let sql = "select (select count(*) from game where status <> 'over' and status = 'open'),
                          (select count(*) from game where status <> 'over' and status = 'running'),
                          (select count(*) from wait where person is not null),
                          (select count(*) from wait where person is null),
                          (select count(*) from notice where status = 'waiting' and due_at <= $1),
                          (select count(*) from notice where status = 'waiting' and attempts > 0)";
        let (
            tables_open,
            tables_running,
            waiting_for_people,
            waiting_for_computers,
            notices_due,
            notices_failing,
        ) = found!(&self.readers, fetch_one, sqlx::query_as(sql).bind(now));
        Ok(Stock {
            tables_open,
            tables_running,
            waiting_for_people,
            waiting_for_computers,
            notices_due,
            notices_failing,
        })
    }
}
