//! The store: all SQL of the project. It keeps text and numbers, knows no game and no chat, and has no clock.
//!
//! One SQLite file, in WAL mode and with `synchronous = full`: what was committed survives a loss of power. One
//! connection writes, so that writers queue instead of failing; a pool of others reads. All writing goes through one door
//! (`transaction.rs`), and every write to a table is guarded by its revision: see [`Store::write`].

mod ids;
mod lock;
mod notices;
mod settings;
mod standing;
mod tables;
mod transaction;
mod waits;
mod writing;

pub use ids::{
    ChannelId, Destination, GameId, InteractionId, MessageId, NoticeId, PersonId, Revision, ServerId,
    Timestamp,
};
pub use lock::Held;
pub use notices::{Due, Sent};
pub use settings::Chooser;
pub use standing::{Role, Standing, Watch};
pub use tables::{Awaited, Chair, Change, Entry, NewTable, Notice, TableRow, TableStatus, Written};
pub use waits::{BetweenMoves, Wait};
pub use writing::Opened;

use transaction::Door;

use std::{error::Error, fs::OpenOptions, path::Path, time::Duration};

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{SqlSafeStr as _, SqlitePool};

/// How long a writer waits for another program that holds the file.
const PATIENCE: Duration = Duration::from_secs(5);
/// As many as SQLite knows how to count, unless somebody sets a bound.
const MOST_PAGES: u32 = u32::MAX - 1;
/// Connections that read.
const READERS: u32 = 4;

/// An open database.
#[derive(Clone, Debug)]
pub struct Store {
    /// What writes: [`Store::writing`].
    door: Door,
    readers: SqlitePool,
}

/// What went wrong in the store. Only the operator can act on it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be opened or is no database of ours, or whether another program serves it cannot be seen.
    #[error("the database {file} cannot be opened: {error}; LANAI_DATABASE names where tables are kept")]
    Open {
        /// Which file.
        file: String,
        /// What the database says, or the system.
        error: Box<dyn Error + Send + Sync>,
    },
    /// Another program serves it.
    #[error(
        "the database {file} is in use: another Lanai serves it, and two would tell everything twice; stop that one, or give this one a file of its own by LANAI_DATABASE"
    )]
    InUse {
        /// Which file.
        file: String,
    },
    /// The tables could not be brought up to date.
    #[error("the database {file} cannot be brought up to date: {error}")]
    Migrate {
        /// Which file.
        file: String,
        /// What the database says.
        error: sqlx::migrate::MigrateError,
    },
    /// The file of an open database is not where it was: what is written would be gone with the program.
    #[error(
        "the database {file} was deleted or replaced while it was open: nothing is written any more; bring it back or start anew"
    )]
    Gone {
        /// Which file.
        file: String,
    },
    /// A statement failed.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
}

impl StoreError {
    /// Whether nothing was done because the store was closed.
    pub fn is_closed(&self) -> bool {
        matches!(self, StoreError::Database(sqlx::Error::PoolClosed))
    }
}

impl Store {
    /// Opens a database, which is made if there is none, and brings its tables up to date.
    pub async fn open(path: &Path) -> Result<Store, StoreError> {
        Store::open_at_most(path, MOST_PAGES).await
    }

    /// The same, for a file that may grow to so many pages and no further.
    pub async fn open_at_most(path: &Path, pages: u32) -> Result<Store, StoreError> {
        let file = || path.display().to_string();
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .pragma("max_page_count", pages.to_string())
            .busy_timeout(PATIENCE);
        let failed = |error: sqlx::Error| StoreError::Open { file: file(), error: error.into() };
        make_private(path);
        let one = SqlitePoolOptions::new().max_connections(1);
        let writer = one.connect_with(options.clone()).await.map_err(failed)?;
        let migrated = Migrator::with_migrations(migrations()).run(&writer).await;
        migrated.map_err(|error| StoreError::Migrate { file: file(), error })?;
        let many = SqlitePoolOptions::new().max_connections(READERS);
        let readers = many.connect_with(options.read_only(true)).await.map_err(failed)?;
        let gone = |error: std::io::Error| failed(error.into());
        let door = Door::new(writer, path).map_err(gone)?;
        Ok(Store { door, readers })
    }

    /// Closes all connections, once they are idle.
    pub async fn close(&self) {
        self.readers.close().await;
        self.door.close().await;
    }
}

/// Makes a database that is not there yet for its owner's eyes alone, whatever the shell thinks of new files; what SQLite
/// puts beside it is as the file itself. One that is there stays as it is. Why it cannot be made, SQLite says itself.
fn make_private(path: &Path) {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let _ = options.open(path);
}

/// The files of `migrations/`, which are never changed once they have been in use.
fn migrations() -> Vec<Migration> {
    let files = [
        (1, "tables", include_str!("../migrations/0001_tables.sql")),
        (2, "days", include_str!("../migrations/0002_days.sql")),
        (3, "pictures", include_str!("../migrations/0003_pictures.sql")),
        (4, "starting", include_str!("../migrations/0004_starting.sql")),
        (5, "destinations", include_str!("../migrations/0005_destinations.sql")),
        (6, "again", include_str!("../migrations/0006_again.sql")),
    ];
    let migration = |(version, name, sql): (i64, &'static str, &'static str)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    files.into_iter().map(migration).collect()
}
