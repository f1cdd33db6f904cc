//! What an operator monitors in the database: the number of waiting rows, and whether it accepts
//! writes.

use rand::{TryRng as _, rngs::SysRng};

use super::key_values::SET_KEY_VALUE;
use super::open::connect;
use super::query::{Database, query};
use super::store::DatabaseHealth;
use super::{Address, StoreError, Timestamp};
use lanai_metrics::{Disk, RowCounts};

/// The row of `key_value` that `check_writable` changes.
const WRITE_CHECK: &str = "write_check";
/// About the size of a move. A smaller write would succeed on a full disk, in the space that a
/// failed write left in the write-ahead log.
const WRITE_CHECK_BYTES: usize = 32 * 1024;
/// The row of `key_value` with the time of the last backup, in seconds since 1970.
const LAST_BACKUP: &str = "last_backup";

/// Records the time of a backup in a database, which a bot may be serving. It does not need the
/// current schema.
pub async fn record_backup(database: &Address, at: Timestamp) -> Result<(), StoreError> {
    let mut connection = connect(database).await?;
    query(SET_KEY_VALUE, (LAST_BACKUP, at.0.to_string()))
        .execute(connection.as_mut())
        .await?;
    connection.close().await
}

impl DatabaseHealth<'_> {
    /// Changes one row and commits. An error means that no move can be saved.
    pub async fn check_writable(self) -> Result<(), StoreError> {
        // SQLite skips unchanged pages, so each check writes another value.
        let value = format!("{:016x}", SysRng.try_next_u64().unwrap_or_default())
            .repeat(WRITE_CHECK_BYTES / 16);
        self.store.values().set(WRITE_CHECK, &value).await
    }

    pub async fn count_rows(self, now: Timestamp) -> Result<RowCounts, StoreError> {
        if let Database::Sqlite((_, file)) = &self.store.writers {
            file.check_present()?;
        }
        // The redundant first condition lets SQLite use the partial indexes of unfinished tables.
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
        ) = self.store.fetch_one(sql, (now, LAST_BACKUP)).await?;
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

    /// Returns the space on the disk. `None` for a database on a server, whose disk is not visible
    /// here, or if the disk cannot be read.
    pub fn disk_usage(self) -> Option<Disk> {
        let Database::Sqlite((_, file)) = &self.store.writers else {
            return None;
        };
        file.disk_space().ok()
    }
}
