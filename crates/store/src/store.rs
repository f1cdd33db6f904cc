//! An open database: its pools, the transactions that write to it, and a repository for each subject.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use lanai_metrics::DatabaseWork;
use sqlx::{PgPool, SqlitePool};

use crate::acts::ModerationActs;
use crate::bell::NotifyChannel;
use crate::claims::LeaseRepository;
use crate::contests::ContestRepository;
use crate::departures::DepartureRepository;
use crate::exporting::ExportRepository;
use crate::forgetting::ErasureRepository;
use crate::home::{self, name_of};
use crate::memory::KeyValueRepository;
use crate::notices::NoticeRepository;
use crate::processes::ProcessRepository;
use crate::query::{Database, Query, query, soon};
use crate::ratings::RatingRepository;
use crate::results::ResultRepository;
use crate::settings::SettingsRepository;
use crate::shards::{Here, ShardRepository};
use crate::standing::ChannelRepository;
use crate::stats::StatsRepository;
use crate::stock::DatabaseHealth;
use crate::tables::TableRepository;
use crate::transaction::{WritePools, WriteTransaction};
use crate::waits::WaitRepository;
use crate::wishes::SeekerRepository;
use crate::writing::TableWriter;
use crate::{Address, StoreError, TableId, before, copy};

/// As many as SQLite knows how to count, unless somebody sets a bound.
pub(crate) const MOST_PAGES: u32 = u32::MAX - 1;

/// An open database.
#[derive(Clone, Debug)]
pub struct Store {
    /// The connection or pool that writes.
    pub(crate) door: WritePools,
    pub(crate) readers: Database<SqlitePool, PgPool>,
    /// Which process this is, where several serve one database.
    pub(crate) here: Arc<Here>,
}

impl Store {
    /// Opens a database, wherever it is, and brings its tables up to date. A file is kept beside it as it was.
    pub async fn at(address: &Address) -> Result<Store, StoreError> {
        copy::is_whole(Store::of_any(address).await?, address).await
    }

    /// The same, even if it is only a part of a copy.
    pub(crate) async fn of_any(address: &Address) -> Result<Store, StoreError> {
        before::prepare(address).await?;
        match address {
            Address::File(path) => home::open_file(path, MOST_PAGES).await,
            Address::Server(address) => home::open_server(address).await,
        }
    }

    /// Opens a file, which is made if there is none.
    pub async fn open(path: &Path) -> Result<Store, StoreError> {
        Store::open_at_most(path, MOST_PAGES).await
    }

    /// The same, for a file that may grow to so many pages and no further.
    pub async fn open_at_most(path: &Path, pages: u32) -> Result<Store, StoreError> {
        before::prepare(&Address::File(path.to_owned())).await?;
        copy::is_whole(home::open_file(path, pages).await?, &path.display()).await
    }

    /// Closes all connections, once they are idle.
    pub async fn close(&self) {
        if let Database::Sqlite(readers) = &self.readers {
            readers.close().await;
        }
        match &self.door {
            Database::Sqlite((writer, _)) => writer.close().await,
            Database::Postgres(pool) => pool.close().await,
        }
    }

    /// Returns where the database is, without the password.
    pub fn name(&self) -> String {
        match &self.door {
            Database::Sqlite((_, file)) => file.path().display().to_string(),
            Database::Postgres(pool) => name_of(&pool.connect_options()),
        }
    }

    /// Lends any free connection to a statement that only reads.
    pub(crate) fn readers(&self) -> Database<&SqlitePool, &PgPool> {
        match &self.readers {
            Database::Sqlite(pool) => Database::Sqlite(pool),
            Database::Postgres(pool) => Database::Postgres(pool),
        }
    }

    /// The server and this process, if there may be others.
    pub(crate) fn shared(&self) -> Option<(&PgPool, i64)> {
        let Database::Postgres(pool) = &self.readers else {
            return None;
        };
        self.here.process().map(|process| (pool, process))
    }

    /// Begins a transaction.
    pub(crate) async fn writing(&self) -> Result<WriteTransaction<'_>, StoreError> {
        let asked = Instant::now();
        let writing = self.take_connection().await;
        lanai_metrics::record_database_work(DatabaseWork::Door, asked, writing.is_ok());
        let mut writing = writing?;
        let begin = match writing.connection {
            Database::Sqlite(_) => "begin immediate",
            Database::Postgres(_) => "begin",
        };
        query(begin).execute(writing.on()).await?;
        Ok(writing)
    }

    async fn take_connection(&self) -> Result<WriteTransaction<'_>, StoreError> {
        match &self.door {
            Database::Sqlite((pool, file)) => {
                file.is_there()?;
                let connection = Database::Sqlite(pool.acquire().await?);
                Ok(WriteTransaction {
                    file: Some(file),
                    connection,
                    unfinished: true,
                })
            }
            Database::Postgres(pool) => {
                let connection = Database::Postgres(pool.acquire().await?);
                Ok(WriteTransaction {
                    file: None,
                    connection,
                    unfinished: true,
                })
            }
        }
    }

    /// Begins a transaction that locks a table.
    pub(crate) async fn writing_to(
        &self,
        game: TableId,
    ) -> Result<WriteTransaction<'_>, StoreError> {
        let mut writing = self.writing().await?;
        if let Database::Postgres(on) = writing.on() {
            // And whom it waits for, which settings of people change too.
            let hold =
                "with held as (select table_id from game_table where table_id = $1 for update)
                 select 1 from wait where table_id = (select table_id from held) for update";
            soon(sqlx::query(hold).bind(game).execute(on)).await?;
        }
        Ok(writing)
    }

    /// Executes one statement in a transaction of its own; returns how many rows it changed.
    pub(crate) async fn write_one(&self, statement: Query<()>) -> Result<u64, StoreError> {
        let mut writing = self.writing().await?;
        let changed = statement.execute(writing.on()).await?;
        writing.commit().await?;
        Ok(changed)
    }

    pub fn channels(&self) -> ChannelRepository<'_> {
        ChannelRepository { store: self }
    }

    pub fn contests(&self) -> ContestRepository<'_> {
        ContestRepository { store: self }
    }

    pub fn departures(&self) -> DepartureRepository<'_> {
        DepartureRepository { store: self }
    }

    pub fn erasure(&self) -> ErasureRepository<'_> {
        ErasureRepository { store: self }
    }

    pub fn exports(&self) -> ExportRepository<'_> {
        ExportRepository { store: self }
    }

    pub fn health(&self) -> DatabaseHealth<'_> {
        DatabaseHealth { store: self }
    }

    pub fn leases(&self) -> LeaseRepository<'_> {
        LeaseRepository { store: self }
    }

    pub fn moderation(&self) -> ModerationActs<'_> {
        ModerationActs { store: self }
    }

    pub fn notices(&self) -> NoticeRepository<'_> {
        NoticeRepository { store: self }
    }

    pub fn notify_channel(&self) -> NotifyChannel<'_> {
        NotifyChannel { store: self }
    }

    pub fn processes(&self) -> ProcessRepository<'_> {
        ProcessRepository { store: self }
    }

    pub fn ratings(&self) -> RatingRepository<'_> {
        RatingRepository { store: self }
    }

    pub fn results(&self) -> ResultRepository<'_> {
        ResultRepository { store: self }
    }

    pub fn seekers(&self) -> SeekerRepository<'_> {
        SeekerRepository { store: self }
    }

    pub fn settings(&self) -> SettingsRepository<'_> {
        SettingsRepository { store: self }
    }

    pub fn shards(&self) -> ShardRepository<'_> {
        ShardRepository { store: self }
    }

    pub fn stats(&self) -> StatsRepository<'_> {
        StatsRepository { store: self }
    }

    pub fn tables(&self) -> TableRepository<'_> {
        TableRepository { store: self }
    }

    pub fn values(&self) -> KeyValueRepository<'_> {
        KeyValueRepository { store: self }
    }

    pub fn waits(&self) -> WaitRepository<'_> {
        WaitRepository { store: self }
    }

    pub fn writer(&self) -> TableWriter<'_> {
        TableWriter { store: self }
    }
}
