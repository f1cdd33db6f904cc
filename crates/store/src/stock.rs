//! What an operator watches in the database: how many rows wait in it, and whether it can be written to.

use rand::{TryRng as _, rngs::SysRng};

use super::home::connect;
use super::memory::SET_KEY_VALUE;
use super::query::{Database, query, query_as};
use super::{Address, Store, StoreError, Timestamp};
use lanai_metrics::{Disk, RowCounts};

/// The row of `memory` that `check_writable` changes.
const WRITE_CHECK: &str = "write_check";
/// About as much as a move. Less would find room on a full disk: a write that failed leaves some behind in the write-ahead log.
const WRITE_CHECK_BYTES: usize = 32 * 1024;
/// The row of `memory` that says when the last backup was made, in seconds since 1970.
const LAST_BACKUP: &str = "last_backup";

/// Notes in a database, which a bot may serve meanwhile, when a backup of it was made. It needs no tables of the present version.
pub async fn record_backup(database: &Address, at: Timestamp) -> Result<(), StoreError> {
    let mut on = connect(database).await?;
    query(SET_KEY_VALUE)
        .bind(LAST_BACKUP)
        .bind(at.0.to_string())
        .execute(on.as_mut())
        .await?;
    on.close().await
}

/// What an operator watches in a database.
#[derive(Clone, Copy, Debug)]
pub struct DatabaseHealth<'a> {
    pub(crate) store: &'a Store,
}

impl DatabaseHealth<'_> {
    /// Changes one small row and commits it. An error means that no move can be kept: the disk is full, or the database takes
    /// no changes.
    pub async fn check_writable(self) -> Result<(), StoreError> {
        // SQLite writes no page that stays as it was, so each check has a value of its own.
        let value = format!("{:016x}", SysRng.try_next_u64().unwrap_or_default())
            .repeat(WRITE_CHECK_BYTES / 16);
        self.store.values().set(WRITE_CHECK, &value).await
    }

    /// How many there are now. An error means that nothing can be done here.
    pub async fn counts(self, now: Timestamp) -> Result<RowCounts, StoreError> {
        if let Database::Sqlite((_, file)) = &self.store.door {
            file.is_there()?;
        }
        // The first condition is the one by which an index knows those few that are not over.
        let sql = "select (select count(*) from game_table where status <> 'over' and status = 'open'),
                          (select count(*) from game_table where status <> 'over' and status = 'running'),
                          (select count(*) from wait where person is not null),
                          (select count(*) from wait where person is null),
                          (select count(*) from notice where status = 'waiting' and due_at <= $1),
                          (select count(*) from notice where status = 'waiting' and attempts > 0),
                          (select cast(value as bigint) from key_value where name = $2)";
        let (
            tables_open,
            tables_running,
            waiting_for_people,
            waiting_for_computers,
            notices_due,
            notices_failing,
            last_backup,
        ) = query_as(sql)
            .bind(now)
            .bind(LAST_BACKUP)
            .fetch_one(self.store.readers())
            .await?;
        Ok(RowCounts {
            tables_open,
            tables_running,
            waiting_for_people,
            waiting_for_computers,
            notices_due,
            notices_failing,
            last_backup,
        })
    }

    /// Returns how much room there is for the database. `None` for one on a server, whose disk only the server sees.
    pub fn disk_usage(self) -> Option<Disk> {
        let Database::Sqlite((_, file)) = &self.store.door else {
            return None;
        };
        file.disk().ok()
    }
}
