//! One program a file: two would tell everything twice. A lock of the system lies beside the database for as long as the
//! program lives, however it ends; the file of the lock stays and means nothing. A database on a server may be served by
//! several processes that know of each other: a connection of each holds it against those who want it for themselves.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::PgConnection;

use super::StoreError;
use super::file::{access_problem, real};
use super::home::{Address, reach};
use super::processes::LEASE;
use super::query::{Database, soon};

/// What is held on a server: the letters "lanai" as a number.
const HELD: i64 = 0x006c_616e_6169;
/// How long a server takes to notice that a program which held it has ended.
const NOTICES_WITHIN: Duration = Duration::from_secs(2);
const ALONE: &str = "select pg_try_advisory_lock($1)";
const WITH_OTHERS: &str = "select pg_try_advisory_lock_shared($1)";

/// A database that no other program may serve.
#[derive(Debug)]
pub struct Held {
    by: Database<File, PgConnection>,
}

impl Held {
    /// Holds a database until this is dropped, or the program ends; an error if another program holds it.
    pub async fn hold(database: &Address) -> Result<Held, StoreError> {
        let by = match database {
            Address::File(path) => Database::Sqlite(hold_file(path)?),
            Address::Server(address) => Database::Postgres(hold_server(address, ALONE).await?),
        };
        Ok(Held { by })
    }

    /// The same, but processes that serve it together may hold it too, where that is possible.
    pub async fn hold_with_others(database: &Address) -> Result<Held, StoreError> {
        match database {
            Address::File(_) => Held::hold(database).await,
            Address::Server(address) => Ok(Held {
                by: Database::Postgres(hold_server(address, WITH_OTHERS).await?),
            }),
        }
    }

    /// Holds it no more, from this moment on: a server does not notice at once that a program has ended.
    pub(super) async fn release(self) -> Result<(), StoreError> {
        match self.by {
            // To close it would not be enough: a program that is just being started has it open for a moment, too. Where there
            // are no locks there is nothing to let go of.
            Database::Sqlite(lock) => drop(lock.unlock()),
            Database::Postgres(mut connection) => {
                let release = sqlx::query("select pg_advisory_unlock_all()");
                soon(release.execute(&mut connection)).await?;
            }
        }
        Ok(())
    }
}

fn hold_file(database: &Path) -> Result<File, StoreError> {
    let database = real(database);
    let file = || database.display().to_string();
    let failed = |error: io::Error| {
        let error = access_problem(&database).map_or_else(|| error.into(), Into::into);
        StoreError::Open {
            file: file(),
            error,
        }
    };
    let lock = database.with_added_extension("lock");
    let lock = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(lock)
        .map_err(failed)?;
    match lock.try_lock() {
        Ok(()) => {}
        // Where the system has no locks there is nothing to hold, and nobody to be warned of.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
        Err(TryLockError::Error(error)) => return Err(failed(error)),
        Err(TryLockError::WouldBlock) => return Err(StoreError::InUse { file: file() }),
    }
    Ok(lock)
}

async fn hold_server(address: &str, how: &'static str) -> Result<PgConnection, StoreError> {
    let (_, mut connection) = reach(address).await?;
    let until = Instant::now() + NOTICES_WITHIN;
    while !soon(
        sqlx::query_scalar(how)
            .bind(HELD)
            .fetch_one(&mut connection),
    )
    .await?
    {
        if Instant::now() > until {
            return Err(StoreError::InUse {
                file: Address::Server(address.to_owned()).to_string(),
            });
        }
        tokio::time::sleep(NOTICES_WITHIN / 20).await;
    }
    if how == ALONE && serves_still(&mut connection).await? {
        return Err(StoreError::InUse {
            file: Address::Server(address.to_owned()).to_string(),
        });
    }
    Ok(connection)
}

/// Whether a process serves a database though it does not hold it any more: the server began anew, or a wall cut a connection that
/// said nothing for long. It renews its lease; that of one which is gone runs out.
async fn serves_still(connection: &mut PgConnection) -> Result<bool, StoreError> {
    let known = sqlx::query_scalar("select to_regclass('process') is not null");
    if !soon(known.fetch_one(&mut *connection)).await? {
        return Ok(false);
    }
    let until = Instant::now() + LEASE;
    loop {
        let lives = sqlx::query_scalar(
            "select exists (select 1 from process where until > clock_timestamp())",
        );
        if !soon(lives.fetch_one(&mut *connection)).await? {
            return Ok(false);
        }
        if Instant::now() > until {
            return Ok(true);
        }
        tokio::time::sleep(NOTICES_WITHIN / 4).await;
    }
}
