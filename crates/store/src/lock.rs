//! Prevents two programs from serving the same database, which would send everything twice.
//!
//! A file is guarded by a system lock on a file beside it, which ends with the program; the lock
//! file that is left behind locks nothing. A PostgreSQL database may be served by several processes
//! that know of each other: each holds a shared advisory lock against programs that need the
//! database for themselves.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::PgConnection;

use super::StoreError;
use super::database_file::{access_problem, resolve_links};
use super::open::{Address, connect_to_server};
use super::processes::PROCESS_LEASE;
use super::query::{Database, with_timeout};

/// The key of the advisory lock: the letters "lanai" as a number.
const LOCK_KEY: i64 = 0x006c_616e_6169;
/// How long a server may take to notice that the holder of a lock has ended.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);
const TRY_EXCLUSIVE_LOCK: &str = "select pg_try_advisory_lock($1)";
const TRY_SHARED_LOCK: &str = "select pg_try_advisory_lock_shared($1)";

/// Exclusive or shared use of a database.
#[derive(Debug)]
pub struct DatabaseLock {
    guard: Database<File, PgConnection>,
}

impl DatabaseLock {
    /// Locks a database until the lock is dropped or the program ends.
    pub async fn acquire(database: &Address) -> Result<DatabaseLock, StoreError> {
        let guard = match database {
            Address::File(path) => Database::Sqlite(lock_file(path)?),
            Address::Server(address) => {
                Database::Postgres(lock_server(address, TRY_EXCLUSIVE_LOCK).await?)
            }
        };
        Ok(DatabaseLock { guard })
    }

    /// Locks a database for processes that serve it together. A file is always locked exclusively.
    pub async fn acquire_shared(database: &Address) -> Result<DatabaseLock, StoreError> {
        match database {
            Address::File(_) => DatabaseLock::acquire(database).await,
            Address::Server(address) => Ok(DatabaseLock {
                guard: Database::Postgres(lock_server(address, TRY_SHARED_LOCK).await?),
            }),
        }
    }

    /// Unlocks at once: a server does not immediately notice that a program has ended.
    pub(super) async fn release(self) -> Result<(), StoreError> {
        match self.guard {
            // Closing is not enough, because a child process that is being started may hold the
            // file, too. A system without locks returns an error that does not matter.
            Database::Sqlite(lock) => drop(lock.unlock()),
            Database::Postgres(mut connection) => {
                let release = sqlx::query("select pg_advisory_unlock_all()");
                with_timeout(release.execute(&mut connection)).await?;
            }
        }
        Ok(())
    }
}

fn lock_file(database: &Path) -> Result<File, StoreError> {
    let database = resolve_links(database);
    let lock = database.with_added_extension("lock");
    let lock = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(lock)
        .map_err(|error| lock_error(&database, error))?;
    match lock.try_lock() {
        Ok(()) => {}
        // Some file systems have no locks.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
        Err(TryLockError::Error(error)) => return Err(lock_error(&database, error)),
        Err(TryLockError::WouldBlock) => {
            return Err(StoreError::InUse {
                file: database.display().to_string(),
            });
        }
    }
    Ok(lock)
}

fn lock_error(database: &Path, error: io::Error) -> StoreError {
    match access_problem(database) {
        Some(problem) => StoreError::open(database.display(), problem),
        None => StoreError::open(database.display(), error),
    }
}

async fn lock_server(address: &str, try_lock: &'static str) -> Result<PgConnection, StoreError> {
    let (_, mut connection) = connect_to_server(address).await?;
    let until = Instant::now() + LOCK_TIMEOUT;
    while !with_timeout(
        sqlx::query_scalar(try_lock)
            .bind(LOCK_KEY)
            .fetch_one(&mut connection),
    )
    .await?
    {
        if Instant::now() > until {
            return Err(StoreError::InUse {
                file: Address::Server(address.to_owned()).to_string(),
            });
        }
        tokio::time::sleep(LOCK_TIMEOUT / 20).await;
    }
    if try_lock == TRY_EXCLUSIVE_LOCK && detect_other_process(&mut connection).await? {
        return Err(StoreError::InUse {
            file: Address::Server(address.to_owned()).to_string(),
        });
    }
    Ok(connection)
}

/// Returns whether a process still serves a database without holding its lock, because the server
/// restarted or a firewall cut an idle connection. A living process renews its lease, while the
/// lease of a dead process expires.
async fn detect_other_process(connection: &mut PgConnection) -> Result<bool, StoreError> {
    let known = sqlx::query_scalar("select to_regclass('process') is not null");
    if !with_timeout(known.fetch_one(&mut *connection)).await? {
        return Ok(false);
    }
    let until = Instant::now() + PROCESS_LEASE;
    loop {
        let is_alive = sqlx::query_scalar(
            "select exists (select 1 from process where until > clock_timestamp())",
        );
        if !with_timeout(is_alive.fetch_one(&mut *connection)).await? {
            return Ok(false);
        }
        if Instant::now() > until {
            return Ok(true);
        }
        tokio::time::sleep(LOCK_TIMEOUT / 4).await;
    }
}
