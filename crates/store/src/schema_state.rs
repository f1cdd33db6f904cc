//! Inspects a database before it is served: its schema version, its integrity, and the settings of
//! its server. Nothing is changed.

use std::time::{Duration, Instant};

use sqlx::{Connection as _, PgConnection, Row as _, SqliteConnection};

use super::StoreError;
use super::copy::find_unfinished_copy;
use super::key_values::APPLICATION;
use super::open::{
    Address, MIGRATIONS_OF_POSTGRES, MIGRATIONS_OF_SQLITE, MIGRATIONS_TABLE, connect_read_only,
    connect_to_server, list_table_names,
};
use super::query::{Database, query, with_timeout};

/// The earliest version of PostgreSQL that is supported, in its own numbering.
const MIN_SERVER_VERSION: i32 = 150_000;
/// The number of round trips that are measured. The shortest one counts.
const MEASURED_ROUND_TRIPS: u32 = 5;

/// The migrations of a database, compared with those of this program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SchemaState {
    /// The database has no tables of Lanai. Serving it creates them.
    New,
    /// The database lacks migrations, each given by its version and name.
    Older(Vec<(i64, String)>),
    Current,
}

/// Why a database cannot be served, backed up or copied. The command line translates these errors.
#[derive(Debug, thiserror::Error)]
pub enum UnusableDatabase {
    /// There is no file of this name, which may be misspelt, so none is created.
    #[error("there is no database {0}")]
    NoFile(String),
    #[error("the database {0} has no Lanai tables")]
    NoTables(String),
    #[error("the database {file} is an unfinished copy of {of}: copy that one")]
    Unfinished { file: String, of: String },
    #[error("the database {file} is damaged: {problem}")]
    Damaged { file: String, problem: String },
    #[error("the database {0} takes no changes")]
    Replica(String),
    #[error("the server of the database {file} is too old: {version}")]
    OldServer { file: String, version: String },
    #[error("this user may create no tables in the database {0}")]
    NoRights(String),
    #[error("a pooler in transaction mode stands in front of the database {0}")]
    Pooled(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SchemaState {
    /// Returns the state, or an error if this program cannot serve the database.
    pub async fn load(database: &Address) -> Result<SchemaState, UnusableDatabase> {
        if let Address::File(path) = database
            && !path.exists()
        {
            return Ok(SchemaState::New);
        }
        let mut connection = connect_read_only(database).await?;
        let condition = SchemaState::load_from(&mut connection, database).await;
        // The connection only read, so an error does not matter.
        let _ = connection.close().await;
        condition
    }

    async fn load_from(
        connection: &mut Database<SqliteConnection, PgConnection>,
        database: &Address,
    ) -> Result<SchemaState, UnusableDatabase> {
        let name = database.to_string();
        if let Database::Postgres(connection) = &mut *connection {
            check_server_settings(connection, &name).await?;
        }
        let condition = schema_state_of(connection, &name).await?;
        match find_unfinished_copy(connection).await? {
            Some(of) => Err(UnusableDatabase::Unfinished { file: name, of }),
            None => Ok(condition),
        }
    }

    /// Returns the state of a database that has to exist.
    pub async fn load_existing(database: &Address) -> Result<SchemaState, UnusableDatabase> {
        match (SchemaState::load(database).await?, database) {
            (SchemaState::New, Address::File(path)) if !path.exists() => {
                Err(UnusableDatabase::NoFile(database.to_string()))
            }
            (SchemaState::New, _) => Err(UnusableDatabase::NoTables(database.to_string())),
            (other, _) => Ok(other),
        }
    }
}

/// Compares the migrations of a database with the program's. Returns an error for a database of a
/// newer or a development version.
pub(super) async fn schema_state_of(
    connection: &mut Database<SqliteConnection, PgConnection>,
    name: &str,
) -> Result<SchemaState, StoreError> {
    if !list_table_names(connection)
        .await?
        .iter()
        .any(|table| table == MIGRATIONS_TABLE)
    {
        return Ok(SchemaState::New);
    }
    let sql = "select version, checksum from _sqlx_migrations where success order by version";
    let applied: Vec<(i64, Vec<u8>)> = query(sql, ()).fetch_all(connection.as_mut()).await?;
    let known = match connection {
        Database::Sqlite(_) => &MIGRATIONS_OF_SQLITE,
        Database::Postgres(_) => &MIGRATIONS_OF_POSTGRES,
    };
    let mut applied = applied.into_iter().peekable();
    let mut pending = Vec::new();
    for migration in known.iter() {
        match applied.next_if(|(version, _)| *version == migration.version) {
            Some((_, checksum)) if checksum == *migration.checksum => {}
            None if applied.peek().is_none() => {
                pending.push((
                    migration.version,
                    migration.description.clone().into_owned(),
                ));
            }
            Some(_) | None => {
                return Err(StoreError::DevelopmentVersion {
                    file: name.to_owned(),
                });
            }
        }
    }
    match applied.next() {
        Some(_) => Err(StoreError::NewerVersion {
            file: name.to_owned(),
        }),
        None if pending.is_empty() => Ok(SchemaState::Current),
        None => Ok(SchemaState::Older(pending)),
    }
}

/// Lets SQLite check the integrity of a file. PostgreSQL checks its files itself. Errors name the
/// database as `displayed_address`, because `database` may be a temporary copy.
pub async fn check_integrity(
    database: &Address,
    displayed_address: &Address,
) -> Result<(), UnusableDatabase> {
    let Database::Sqlite(mut connection) = connect_read_only(database).await? else {
        return Ok(());
    };
    let damage = find_damage(&mut connection).await;
    let _ = connection.close().await;
    match damage? {
        Some(problem) => Err(UnusableDatabase::Damaged {
            file: displayed_address.to_string(),
            problem,
        }),
        None => Ok(()),
    }
}

async fn find_damage(connection: &mut SqliteConnection) -> Result<Option<String>, StoreError> {
    let whole: String = sqlx::query_scalar("pragma integrity_check(1)")
        .fetch_one(&mut *connection)
        .await?;
    if whole != "ok" {
        return Ok(Some(whole));
    }
    let lost =
        sqlx::query_scalar::<_, String>("select \"table\" from pragma_foreign_key_check limit 1");
    let lost = lost.fetch_optional(connection).await?;
    Ok(lost.map(|table| format!("a row of {table} refers to one that is not there")))
}

/// Checks that the bot can work with a server, and returns how long one round trip takes.
pub async fn check_server(address: &str) -> Result<Duration, UnusableDatabase> {
    let name = Address::Server(address.to_owned()).to_string();
    let [(_, mut first), (_, mut second)] = [
        connect_to_server(address).await?,
        connect_to_server(address).await?,
    ];
    // Two open connections share a backend only behind a pooler in transaction mode.
    if backend_pid(&mut first).await? == backend_pid(&mut second).await? {
        return Err(UnusableDatabase::Pooled(name));
    }
    let sql = "select coalesce(has_schema_privilege(current_schema(), 'create'), false)";
    if !with_timeout(sqlx::query_scalar(sql).fetch_one(&mut first)).await? {
        return Err(UnusableDatabase::NoRights(name));
    }
    let mut round_trip = Duration::MAX;
    for _ in 0..MEASURED_ROUND_TRIPS {
        let started = Instant::now();
        with_timeout(first.ping()).await?;
        round_trip = round_trip.min(started.elapsed());
    }
    // The connections only read, so an error does not matter.
    let _ = tokio::join!(first.close(), second.close());
    Ok(round_trip)
}

/// Returns the process id of a connection's backend. The statement is not prepared, because a
/// pooler may lose prepared statements.
async fn backend_pid(connection: &mut PgConnection) -> Result<i32, StoreError> {
    let row = with_timeout(sqlx::raw_sql("select pg_backend_pid()").fetch_one(connection)).await?;
    Ok(row.try_get(0)?)
}

/// Returns the id of the application that owns the database, or `None` if no bot has served it.
pub async fn find_application(database: &Address) -> Result<Option<String>, StoreError> {
    let mut connection = connect_read_only(database).await?;
    let sql = "select value from key_value where name = $1";
    let owner = query(sql, (APPLICATION,))
        .fetch_optional_scalar(connection.as_mut())
        .await?;
    // The connection only read, so an error does not matter.
    let _ = connection.close().await;
    Ok(owner)
}

/// Checks that a server is new enough and accepts writes.
async fn check_server_settings(
    connection: &mut PgConnection,
    name: &str,
) -> Result<(), UnusableDatabase> {
    let sql = "select current_setting('server_version_num')::int, current_setting('server_version'),
                      pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool";
    let server: (i32, String, bool) =
        with_timeout(sqlx::query_as(sql).fetch_one(connection)).await?;
    match server {
        (number, version, _) if number < MIN_SERVER_VERSION => Err(UnusableDatabase::OldServer {
            file: name.to_owned(),
            version,
        }),
        (_, _, true) => Err(UnusableDatabase::Replica(name.to_owned())),
        _ => Ok(()),
    }
}
