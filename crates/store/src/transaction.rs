//! Transactions, which make all writes except for the bookkeeping of processes and backups. A
//! transaction that is neither committed nor rolled back closes its connection.
//!
//! SQLite rolls back by itself when the disk is full or fails, and its driver does not notice: it
//! would count the transaction forever and refuse to begin another. So a connection returns to its
//! pool only after its transaction has certainly ended.
//!
//! SQLite has one writer at a time. PostgreSQL has many: each locks the row of the table that it
//! writes and the channels for which it has notices, so that notices of a channel are numbered in
//! the order of commits.

use std::collections::BTreeSet;
use std::time::Instant;

use sqlx::{PgPool, SqlSafeStr, SqlitePool};

use super::StoreError;
use super::database_file::DatabaseFile;
use super::query::{Args, Connection, Database, DecodeRow, PooledConnection, query, with_timeout};
use lanai_metrics::DatabaseWork;

pub(super) type WritePools = Database<(SqlitePool, DatabaseFile), PgPool>;

/// A transaction. Nothing is written before [`WriteTransaction::commit`].
pub(super) struct WriteTransaction<'a> {
    pub(super) file: Option<&'a DatabaseFile>,
    pub(super) connection: PooledConnection,
    /// Whether the connection may still be in a transaction.
    pub(super) unfinished: bool,
}

impl WriteTransaction<'_> {
    pub(super) fn connection(&mut self) -> Connection<'_> {
        self.connection.as_mut()
    }

    pub(super) fn fetch_all<'q, T: DecodeRow>(
        &mut self,
        sql: impl SqlSafeStr,
        args: impl Args<'q>,
    ) -> impl Future<Output = Result<Vec<T>, StoreError>> {
        query(sql, args).fetch_all(self.connection())
    }

    pub(super) fn fetch_optional<'q, T: DecodeRow>(
        &mut self,
        sql: impl SqlSafeStr,
        args: impl Args<'q>,
    ) -> impl Future<Output = Result<Option<T>, StoreError>> {
        query(sql, args).fetch_optional(self.connection())
    }

    pub(super) fn fetch_optional_scalar<'q, T>(
        &mut self,
        sql: impl SqlSafeStr,
        args: impl Args<'q>,
    ) -> impl Future<Output = Result<Option<T>, StoreError>>
    where
        (T,): DecodeRow,
    {
        query(sql, args).fetch_optional_scalar(self.connection())
    }

    pub(super) fn fetch_scalar<'q, T>(
        &mut self,
        sql: impl SqlSafeStr,
        args: impl Args<'q>,
    ) -> impl Future<Output = Result<T, StoreError>>
    where
        (T,): DecodeRow,
    {
        query(sql, args).fetch_scalar(self.connection())
    }

    pub(super) fn execute<'q>(
        &mut self,
        sql: impl SqlSafeStr,
        args: impl Args<'q>,
    ) -> impl Future<Output = Result<(), StoreError>> {
        let done = self.execute_counted(sql, args);
        async { done.await.map(drop) }
    }

    /// Executes a statement. Returns the number of rows that it changed.
    pub(super) fn execute_counted<'q>(
        &mut self,
        sql: impl SqlSafeStr,
        args: impl Args<'q>,
    ) -> impl Future<Output = Result<u64, StoreError>> {
        query(sql, args).execute(self.connection())
    }

    /// Locks channels (or other numbers) until the transaction ends. Each call locks them in
    /// ascending order, so that two such calls cannot deadlock.
    pub(super) async fn lock_channels(
        &mut self,
        channels: impl IntoIterator<Item = i64>,
    ) -> Result<(), StoreError> {
        let Database::Postgres(connection) = self.connection() else {
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
        // `unnest` keeps the order of the array.
        let lock = sqlx::query("select pg_advisory_xact_lock(channel) from unnest($1) as channel");
        with_timeout(lock.bind(channels).execute(connection))
            .await
            .map(drop)
    }

    /// Commits. Returns an error if the file was deleted meanwhile, because the next start would
    /// not find the data.
    pub(super) async fn commit(self) -> Result<(), StoreError> {
        let started = Instant::now();
        let file = self.file;
        self.finish("commit").await?;
        lanai_metrics::record_database_work(DatabaseWork::Commit, started, true);
        file.map_or(Ok(()), DatabaseFile::check_present)
    }

    /// Rolls back, and returns `outcome`, which the caller reports.
    pub(super) async fn rollback<T>(self, outcome: T) -> Result<T, StoreError> {
        self.finish("rollback").await.map(|()| outcome)
    }

    async fn finish(mut self, statement: &'static str) -> Result<(), StoreError> {
        self.execute(statement, ()).await?;
        self.unfinished = false;
        Ok(())
    }
}

impl Drop for WriteTransaction<'_> {
    fn drop(&mut self) {
        if self.unfinished {
            match &mut self.connection {
                Database::Sqlite(connection) => connection.close_on_drop(),
                Database::Postgres(connection) => connection.close_on_drop(),
            }
        }
    }
}
