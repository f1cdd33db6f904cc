//! The one way to write. A transaction that is neither committed nor rolled back closes its connection.
//!
//! SQLite rolls back by itself when the disk is full or fails, and its driver does not notice: it would count that transaction
//! for ever, and refuse to begin another. So a connection goes back to its pool only after its transaction has certainly ended.
//!
//! On SQLite one transaction writes at a time. On PostgreSQL many do: each locks the row of the table that it writes to, and
//! the channels for which it has notices, so that notices of a channel are numbered in the order of their commits.

use std::collections::BTreeSet;
use std::time::Instant;

use sqlx::pool::PoolConnection;
use sqlx::{PgPool, Postgres, Sqlite, SqlitePool};

use super::StoreError;
use super::file::File;
use super::query::{Connection, Database, query, soon};
use lanai_metrics::DatabaseWork;

/// The pools that write.
pub(super) type WritePools = Database<(SqlitePool, File), PgPool>;

/// A transaction: everything that is written before [`WriteTransaction::commit`] is kept, or nothing of it.
pub(super) struct WriteTransaction<'a> {
    /// The file behind it, if there is one.
    pub(super) file: Option<&'a File>,
    pub(super) connection: Database<PoolConnection<Sqlite>, PoolConnection<Postgres>>,
    /// Whether the connection may still hold a transaction.
    pub(super) unfinished: bool,
}

impl WriteTransaction<'_> {
    /// The connection of the transaction.
    pub(super) fn on(&mut self) -> Connection<'_> {
        match &mut self.connection {
            Database::Sqlite(on) => Database::Sqlite(on),
            Database::Postgres(on) => Database::Postgres(on),
        }
    }

    /// Locks channels (or other numbers) until the transaction ends. All lock them in the same order, so that no
    /// two wait for each other.
    pub(super) async fn lock_channels(
        &mut self,
        channels: impl IntoIterator<Item = i64>,
    ) -> Result<(), StoreError> {
        let Database::Postgres(on) = self.on() else {
            return Ok(());
        };
        let channels: Vec<i64> = channels
            .into_iter()
            .collect::<BTreeSet<i64>>()
            .into_iter()
            .collect();
        if channels.is_empty() {
            return Ok(());
        }
        // Rows come in the order of the array.
        let hold = sqlx::query("select pg_advisory_xact_lock(channel) from unnest($1) as channel");
        soon(hold.bind(channels).execute(on)).await.map(drop)
    }

    /// Commits. That is acknowledged only if the file is still where the next start will look for it.
    pub(super) async fn commit(self) -> Result<(), StoreError> {
        let asked = Instant::now();
        let file = self.file;
        self.end("commit").await?;
        lanai_metrics::record_database_work(DatabaseWork::Commit, asked, true);
        file.map_or(Ok(()), File::is_there)
    }

    /// Rolls back and returns the outcome to report.
    pub(super) async fn rollback<T>(self, outcome: T) -> Result<T, StoreError> {
        self.end("rollback").await.map(|()| outcome)
    }

    async fn end(mut self, how: &'static str) -> Result<(), StoreError> {
        query(how).execute(self.on()).await?;
        self.unfinished = false;
        Ok(())
    }
}

impl Drop for WriteTransaction<'_> {
    fn drop(&mut self) {
        if self.unfinished {
            match &mut self.connection {
                Database::Sqlite(on) => on.close_on_drop(),
                Database::Postgres(on) => on.close_on_drop(),
            }
        }
    }
}
