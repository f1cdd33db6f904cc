//! An open database and its repositories.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use lanai_metrics::DatabaseWork;
use sqlx::{PgPool, SqlSafeStr, SqlitePool};

use crate::open::{self, describe_server};
use crate::query::{
    Args, Database, DecodeRow, PooledConnection, STATEMENT_TIMEOUT, query, with_timeout,
};
use crate::shards::ProcessState;
use crate::transaction::{WritePools, WriteTransaction};
use crate::{Address, StoreError, TableId, copy, pre_migration};

/// SQLite's maximum number of pages, which serves as no limit.
pub(crate) const MAX_PAGES: u32 = u32::MAX - 1;

/// An open database.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) writers: WritePools,
    pub(crate) readers: Database<SqlitePool, PgPool>,
    pub(crate) process_state: Arc<ProcessState>,
}

impl Store {
    /// Opens a database and migrates it. A file of an earlier version is backed up beside it.
    pub async fn connect(address: &Address) -> Result<Store, StoreError> {
        copy::refuse_unfinished_copy(Store::connect_unchecked(address).await?, address).await
    }

    /// Opens a database that may be an unfinished copy.
    pub(crate) async fn connect_unchecked(address: &Address) -> Result<Store, StoreError> {
        pre_migration::check_and_back_up(address).await?;
        match address {
            Address::File(path) => open::open_file(path, MAX_PAGES).await,
            Address::Server(address) => open::open_server(address).await,
        }
    }

    /// Opens a file, and creates it if there is none.
    pub async fn open_file(path: &Path) -> Result<Store, StoreError> {
        Store::open_file_with_page_limit(path, MAX_PAGES).await
    }

    /// Opens a file that may not grow beyond this many pages.
    pub async fn open_file_with_page_limit(path: &Path, pages: u32) -> Result<Store, StoreError> {
        pre_migration::check_and_back_up(&Address::File(path.to_owned())).await?;
        copy::refuse_unfinished_copy(open::open_file(path, pages).await?, &path.display()).await
    }

    /// Closes all connections as soon as they are idle.
    pub async fn close(&self) {
        if let Database::Sqlite(readers) = &self.readers {
            readers.close().await;
        }
        match &self.writers {
            Database::Sqlite((writer, _)) => writer.close().await,
            Database::Postgres(pool) => pool.close().await,
        }
    }

    /// Returns the address without its password.
    pub fn name(&self) -> String {
        match &self.writers {
            Database::Sqlite((_, file)) => file.path().display().to_string(),
            Database::Postgres(pool) => describe_server(&pool.connect_options()),
        }
    }

    /// Acquires a connection for statements without a transaction. That of a file only reads.
    pub(crate) async fn read_connection(&self) -> Result<PooledConnection, StoreError> {
        let started = Instant::now();
        // Boxed to keep futures small.
        let connection = Box::pin(self.acquire_reader()).await;
        if connection.is_err() {
            // The statement that needs the connection has failed.
            lanai_metrics::record_database_work(DatabaseWork::Statement, started, false);
        }
        connection
    }

    async fn acquire_reader(&self) -> Result<PooledConnection, StoreError> {
        Ok(match &self.readers {
            Database::Sqlite(pool) => Database::Sqlite(pool.acquire().await?),
            Database::Postgres(pool) => {
                let connection = tokio::time::timeout(STATEMENT_TIMEOUT, pool.acquire()).await;
                Database::Postgres(connection.map_err(|_| StoreError::Timeout)??)
            }
        })
    }

    /// Returns the pool and the id of this process on a server. `None` for a file, and while this
    /// process has not joined.
    pub(crate) fn shared_process(&self) -> Option<(&PgPool, i64)> {
        let Database::Postgres(pool) = &self.readers else {
            return None;
        };
        self.process_id().map(|process| (pool, process))
    }

    /// Returns the id of this process on a server, or `None` while it has not joined.
    pub(crate) fn process_id(&self) -> Option<i64> {
        self.process_state.process_id()
    }

    /// Executes the bookkeeping of a process on a server, without a transaction. Returns the number
    /// of rows that it changed. For a file, and while this process has not joined, does nothing and
    /// returns `None`.
    pub(crate) async fn execute_shared<'q>(
        &self,
        sql: impl SqlSafeStr,
        args: impl Args<'q>,
    ) -> Result<Option<u64>, StoreError> {
        if self.shared_process().is_none() {
            return Ok(None);
        }
        let query = query(sql, args);
        let mut connection = self.read_connection().await?;
        query.execute(connection.as_mut()).await.map(Some)
    }

    pub(crate) async fn begin(&self) -> Result<WriteTransaction<'_>, StoreError> {
        let started = Instant::now();
        let transaction = self.take_connection().await;
        lanai_metrics::record_database_work(
            DatabaseWork::WriteConnection,
            started,
            transaction.is_ok(),
        );
        let mut transaction = transaction?;
        let begin = match transaction.connection {
            Database::Sqlite(_) => "begin immediate",
            Database::Postgres(_) => "begin",
        };
        transaction.execute(begin, ()).await?;
        Ok(transaction)
    }

    async fn take_connection(&self) -> Result<WriteTransaction<'_>, StoreError> {
        let (file, connection) = match &self.writers {
            Database::Sqlite((pool, file)) => {
                file.check_present()?;
                (Some(file), Database::Sqlite(pool.acquire().await?))
            }
            Database::Postgres(pool) => (None, Database::Postgres(pool.acquire().await?)),
        };
        Ok(WriteTransaction {
            file,
            connection,
            unfinished: true,
        })
    }

    /// Begins a transaction that locks a table and its wait.
    pub(crate) async fn begin_for_table(
        &self,
        table_id: TableId,
    ) -> Result<WriteTransaction<'_>, StoreError> {
        let mut transaction = self.begin().await?;
        if let Database::Postgres(connection) = transaction.connection() {
            // The wait is locked as well, because saving the settings of a person changes it, too.
            let hold =
                "with held as (select table_id from game_table where table_id = $1 for update)
                 select 1 from wait where table_id = (select table_id from held) for update";
            with_timeout(sqlx::query(hold).bind(table_id).execute(connection)).await?;
        }
        Ok(transaction)
    }

    pub(crate) fn fetch_all<'q, T: DecodeRow>(
        &self,
        sql: impl SqlSafeStr,
        args: impl Args<'q>,
    ) -> impl Future<Output = Result<Vec<T>, StoreError>> {
        let query = query(sql, args);
        async {
            query
                .fetch_all(self.read_connection().await?.as_mut())
                .await
        }
    }

    pub(crate) fn fetch_optional<'q, T: DecodeRow>(
        &self,
        sql: impl SqlSafeStr,
        args: impl Args<'q>,
    ) -> impl Future<Output = Result<Option<T>, StoreError>> {
        let query = query(sql, args);
        async {
            query
                .fetch_optional(self.read_connection().await?.as_mut())
                .await
        }
    }

    /// Returns the first row, or an error if there is none.
    pub(crate) fn fetch_one<'q, T: DecodeRow>(
        &self,
        sql: impl SqlSafeStr,
        args: impl Args<'q>,
    ) -> impl Future<Output = Result<T, StoreError>> {
        let query = query(sql, args);
        async {
            query
                .fetch_one(self.read_connection().await?.as_mut())
                .await
        }
    }

    /// Returns the column of all rows.
    pub(crate) fn fetch_scalars<'q, T>(
        &self,
        sql: impl SqlSafeStr,
        args: impl Args<'q>,
    ) -> impl Future<Output = Result<Vec<T>, StoreError>>
    where
        (T,): DecodeRow,
    {
        let query = query(sql, args);
        async {
            query
                .fetch_scalars(self.read_connection().await?.as_mut())
                .await
        }
    }

    pub(crate) fn fetch_optional_scalar<'q, T>(
        &self,
        sql: impl SqlSafeStr,
        args: impl Args<'q>,
    ) -> impl Future<Output = Result<Option<T>, StoreError>>
    where
        (T,): DecodeRow,
    {
        let query = query(sql, args);
        async {
            query
                .fetch_optional_scalar(self.read_connection().await?.as_mut())
                .await
        }
    }

    pub(crate) fn fetch_scalar<'q, T>(
        &self,
        sql: impl SqlSafeStr,
        args: impl Args<'q>,
    ) -> impl Future<Output = Result<T, StoreError>>
    where
        (T,): DecodeRow,
    {
        let query = query(sql, args);
        async {
            query
                .fetch_scalar(self.read_connection().await?.as_mut())
                .await
        }
    }

    /// Executes one statement in its own transaction.
    pub(crate) fn execute<'q>(
        &self,
        sql: impl SqlSafeStr,
        args: impl Args<'q>,
    ) -> impl Future<Output = Result<(), StoreError>> {
        let done = self.execute_counted(sql, args);
        async { done.await.map(drop) }
    }

    /// Executes one statement in its own transaction. Returns the number of rows it changed.
    pub(crate) async fn execute_counted<'q>(
        &self,
        sql: impl SqlSafeStr,
        args: impl Args<'q>,
    ) -> Result<u64, StoreError> {
        let mut transaction = self.begin().await?;
        let changed = transaction.execute_counted(sql, args).await?;
        transaction.commit().await?;
        Ok(changed)
    }
}

/// Defines a repository for each group of statements, and the method of [`Store`] that returns it.
/// The module of the group implements the repository.
macro_rules! repositories {
    ($($(#[$doc:meta])* $method:ident: $name:ident,)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $name<'a> {
                pub(crate) store: &'a Store,
            }
        )*

        impl Store {
            $(pub fn $method(&self) -> $name<'_> {
                $name { store: self }
            })*
        }
    };
}

repositories! {
    /// Repository of the tokens of boards.
    board_tokens: BoardTokens,
    /// Repository of standing messages, watches and unwritable channels.
    channels: ChannelRepository,
    /// Repository of contests and their heats.
    contests: ContestRepository,
    /// Repository of guilds that removed the bot.
    departures: DepartureRepository,
    /// Repository for the erasure of a person.
    erasure: ErasureRepository,
    /// Repository for the export of a person's data.
    exports: ExportRepository,
    /// Queries for the health report.
    health: DatabaseHealth,
    /// Repository of claims.
    leases: LeaseRepository,
    /// Repository of moderation acts.
    moderation: ModerationActs,
    /// Repository of the outbox.
    notices: NoticeRepository,
    /// Sends and receives notifications.
    notify_channel: NotifyChannel,
    /// Repository of processes.
    processes: ProcessRepository,
    /// Repository of ratings.
    ratings: RatingRepository,
    /// Repository of results.
    results: ResultRepository,
    /// Repository of requests for opponents across guilds.
    seekers: SeekerRepository,
    /// Repository of settings and notes.
    settings: SettingsRepository,
    /// Repository of shards, and of the gates that space out the sessions of all processes.
    shards: ShardRepository,
    /// Repository of statistics.
    stats: StatsRepository,
    /// Repository of tables, seats and logs, for reading.
    tables: TableRepository,
    /// Repository of values by name.
    values: KeyValueRepository,
    /// Repository of waits.
    waits: WaitRepository,
    /// Repository for writes to tables, guarded by revision.
    writer: TableWriter,
}
