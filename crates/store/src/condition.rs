//! How a database stands before anybody serves it: whether it is there, is one of ours, of which version, and whether what it
//! holds fits together. Whoever looks changes nothing.

use std::time::{Duration, Instant};

use sqlx::{Connection as _, PgConnection, Row as _, SqliteConnection};

use super::StoreError;
use super::copy::mark_in;
use super::home::{
    Address, MIGRATIONS, MIGRATIONS_OF_POSTGRES, MIGRATIONS_OF_SQLITE, look, reach, tables_in,
};
use super::memory::APPLICATION;
use super::query::{Database, query_as, query_scalar, soon};

/// The earliest PostgreSQL that will do, as it counts itself.
const EARLIEST_SERVER: i32 = 150_000;
/// Of so many round trips the shortest counts.
const ROUND_TRIPS: u32 = 5;

/// How a database is, by the migrations that were applied to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// It has no tables of Lanai: serving it creates them.
    New,
    /// It was made by an earlier version: the number and the name of each migration that is still to be applied.
    Older(Vec<(i64, String)>),
    /// It is of the present version.
    Current,
}

/// Why a database cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{self:?}")]
pub enum Unfit {
    /// A misspelt name makes no database.
    NoFile(String),
    /// It is no database of ours.
    NoTables(String),
    /// It is itself not whole.
    Part {
        file: String,
        /// Of what it is a part.
        of: String,
    },
    /// What it holds does not fit together.
    Damaged {
        file: String,
        /// What the database says.
        what: String,
    },
    /// It takes no changes.
    Replica(String),
    /// Its server is too old.
    OldServer {
        file: String,
        /// The version of its server.
        version: String,
    },
    /// This user may create no tables there.
    NoRights(String),
    /// A pooler in transaction mode stands between.
    Pooled(String),
    /// It cannot be opened, or a statement failed.
    Store(#[from] StoreError),
}

impl Condition {
    /// How this database stands; an error if it is none that this program could serve.
    pub async fn of(database: &Address) -> Result<Condition, Unfit> {
        if let Address::File(path) = database
            && !path.exists()
        {
            return Ok(Condition::New);
        }
        let mut on = look(database).await?;
        let condition = Condition::on(&mut on, database).await;
        // Nothing was written.
        let _ = on.close().await;
        condition
    }

    async fn on(
        on: &mut Database<SqliteConnection, PgConnection>,
        database: &Address,
    ) -> Result<Condition, Unfit> {
        let name = database.to_string();
        if let Database::Postgres(on) = &mut *on {
            is_usable(on, &name).await?;
        }
        let condition = condition_of(on, &name).await?;
        match mark_in(on).await? {
            Some(of) => Err(Unfit::Part { file: name, of }),
            None => Ok(condition),
        }
    }

    /// The same of a database that has to be there.
    pub async fn of_existing(database: &Address) -> Result<Condition, Unfit> {
        match (Condition::of(database).await?, database) {
            (Condition::New, Address::File(path)) if !path.exists() => {
                Err(Unfit::NoFile(database.to_string()))
            }
            (Condition::New, _) => Err(Unfit::NoTables(database.to_string())),
            (other, _) => Ok(other),
        }
    }
}

/// Compares the migrations of a database with those of this program. Refuses one that a newer version or a development
/// version made.
pub(super) async fn condition_of(
    on: &mut Database<SqliteConnection, PgConnection>,
    name: &str,
) -> Result<Condition, StoreError> {
    if !tables_in(on).await?.iter().any(|table| table == MIGRATIONS) {
        return Ok(Condition::New);
    }
    let sql = "select version, checksum from _sqlx_migrations where success order by version";
    let applied: Vec<(i64, Vec<u8>)> = query_as(sql).fetch_all(on.as_mut()).await?;
    let known = match on {
        Database::Sqlite(_) => &MIGRATIONS_OF_SQLITE,
        Database::Postgres(_) => &MIGRATIONS_OF_POSTGRES,
    };
    let mut applied = applied.into_iter().peekable();
    let mut to_come = Vec::new();
    for migration in known.iter() {
        match applied.next_if(|(version, _)| *version == migration.version) {
            Some((_, checksum)) if checksum == *migration.checksum => {}
            None if applied.peek().is_none() => {
                to_come.push((
                    migration.version,
                    migration.description.clone().into_owned(),
                ));
            }
            Some(_) | None => {
                return Err(StoreError::Unreleased {
                    file: name.to_owned(),
                });
            }
        }
    }
    match applied.next() {
        Some(_) => Err(StoreError::Newer {
            file: name.to_owned(),
        }),
        None if to_come.is_empty() => Ok(Condition::Current),
        None => Ok(Condition::Older(to_come)),
    }
}

/// Whether what a database holds fits together, as far as the database itself knows: whatever we think of its rows. A server
/// sees to that by itself. A copy is known as what it is a copy of.
pub async fn fits_together(database: &Address, known_as: &Address) -> Result<(), Unfit> {
    let Database::Sqlite(mut on) = look(database).await? else {
        return Ok(());
    };
    let found = looked_through(&mut on).await;
    let _ = on.close().await;
    match found? {
        Some(what) => Err(Unfit::Damaged {
            file: known_as.to_string(),
            what,
        }),
        None => Ok(()),
    }
}

async fn looked_through(on: &mut SqliteConnection) -> Result<Option<String>, StoreError> {
    let whole: String = sqlx::query_scalar("pragma integrity_check(1)")
        .fetch_one(&mut *on)
        .await?;
    if whole != "ok" {
        return Ok(Some(whole));
    }
    let lost =
        sqlx::query_scalar::<_, String>("select \"table\" from pragma_foreign_key_check limit 1");
    let lost = lost.fetch_optional(on).await?;
    Ok(lost.map(|table| format!("a row of {table} refers to one that is not there")))
}

/// Checks that the bot can work with a server, and returns how long one round trip takes.
pub async fn check_server(address: &str) -> Result<Duration, Unfit> {
    let name = || Address::Server(address.to_owned()).to_string();
    let [(_, mut first), (_, mut second)] = [reach(address).await?, reach(address).await?];
    // Two open connections share a backend only if a pooler hands it out for each transaction.
    if backend_of(&mut first).await? == backend_of(&mut second).await? {
        return Err(Unfit::Pooled(name()));
    }
    let sql = "select coalesce(has_schema_privilege(current_schema(), 'create'), false)";
    if !soon(sqlx::query_scalar(sql).fetch_one(&mut first)).await? {
        return Err(Unfit::NoRights(name()));
    }
    let mut round_trip = Duration::MAX;
    for _ in 0..ROUND_TRIPS {
        let asked = Instant::now();
        soon(first.ping()).await?;
        round_trip = round_trip.min(asked.elapsed());
    }
    // Nothing was written.
    let _ = tokio::join!(first.close(), second.close());
    Ok(round_trip)
}

/// Returns the number of the server's process behind a connection. The statement is not prepared, which a pooler may forget.
async fn backend_of(on: &mut PgConnection) -> Result<i32, StoreError> {
    let row = soon(sqlx::raw_sql("select pg_backend_pid()").fetch_one(on)).await?;
    Ok(row.try_get(0)?)
}

/// Returns the ID of the application that a database belongs to, or `None` if no bot has served it yet.
pub async fn application_of(database: &Address) -> Result<Option<String>, StoreError> {
    let mut on = look(database).await?;
    let sql = "select value from key_value where name = $1";
    let owner = query_scalar(sql)
        .bind(APPLICATION)
        .fetch_optional(on.as_mut())
        .await?;
    // Nothing was written.
    let _ = on.close().await;
    Ok(owner)
}

/// Whether a server is new enough, and takes changes.
async fn is_usable(on: &mut PgConnection, name: &str) -> Result<(), Unfit> {
    let sql = "select current_setting('server_version_num')::int, current_setting('server_version'),
                      pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool";
    let told: (i32, String, bool) = soon(sqlx::query_as(sql).fetch_one(on)).await?;
    match told {
        (number, version, _) if number < EARLIEST_SERVER => Err(Unfit::OldServer {
            file: name.to_owned(),
            version,
        }),
        (_, _, true) => Err(Unfit::Replica(name.to_owned())),
        _ => Ok(()),
    }
}
