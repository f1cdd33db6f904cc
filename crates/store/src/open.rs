//! Opens databases and migrates them: an SQLite file or a PostgreSQL database.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr as _;
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, SqliteConnection};

use super::database_file::{DatabaseFile, check_file, create_private_file, resolve_links};
use super::query::{Database, STATEMENT_TIMEOUT, query};
use super::{Store, StoreError, reason};

/// How long a writer waits for another program that locks the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// The number of connections that read a file.
const MAX_READERS: u32 = 4;
/// The largest number of connections to a server, one of which listens for notifications.
const MAX_SERVER_CONNECTIONS: u32 = 9;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// PostgreSQL's error code of a write in a read-only transaction.
const READ_ONLY_TRANSACTION_CODE: &str = "25006";
// A released migration is never changed.
pub(super) static MIGRATIONS_OF_SQLITE: Migrator = sqlx_macros::migrate!("../../migrations/sqlite");
pub(super) static MIGRATIONS_OF_POSTGRES: Migrator =
    sqlx_macros::migrate!("../../migrations/postgres");

pub(super) const MIGRATION_TIMEOUT: Duration = Duration::from_mins(10);

/// The address of a database.
#[derive(Clone, PartialEq, Eq)]
pub enum Address {
    File(PathBuf),
    /// A PostgreSQL URL, which may contain a password.
    Server(String),
}

impl Address {
    /// Parses a PostgreSQL URL or else a file name. Anything that only resembles a URL is refused,
    /// because file names are shown and it may contain a password.
    pub fn parse(text: &str) -> Result<Address, StoreError> {
        let Some((scheme, rest)) = text.split_once(':') else {
            return Ok(Address::File(PathBuf::from(text)));
        };
        let is_path = scheme.contains(['/', '\\']) || scheme.len() == 1;
        if is_path && !rest.contains("://") && !rest.starts_with("//") {
            return Ok(Address::File(PathBuf::from(text)));
        }
        if !["postgres", "postgresql"]
            .iter()
            .any(|known| scheme.eq_ignore_ascii_case(known))
        {
            return Err(StoreError::Scheme(scheme.to_owned()));
        }
        let Some(rest) = rest.strip_prefix("//") else {
            return Err(StoreError::Address(
                "// has to follow the first colon".to_owned(),
            ));
        };
        // The first of these characters ends the host, unless a password contains it.
        if rest
            .find(['/', '?', '#'])
            .is_some_and(|end| rest[end..].contains('@'))
        {
            return Err(StoreError::Address(
                "there is an @ behind the host".to_owned(),
            ));
        }
        PgConnectOptions::from_str(text).map_err(|error| StoreError::Address(error.to_string()))?;
        Ok(Address::Server(text.to_owned()))
    }
}

/// Shows the address without its password.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::File(path) => path.display().fmt(f),
            Address::Server(address) => match PgConnectOptions::from_str(address) {
                Ok(options) => f.write_str(&describe_server(&options)),
                Err(_) => f.write_str("PostgreSQL"),
            },
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

pub(super) fn describe_server(options: &PgConnectOptions) -> String {
    let database = options
        .get_database()
        .unwrap_or_else(|| options.get_username());
    match options.get_socket() {
        Some(socket) => format!("{database} at {}", socket.display()),
        None => format!(
            "{database} at {}:{}",
            options.get_host(),
            options.get_port()
        ),
    }
}

/// Opens a file, and creates it if there is none.
pub(super) async fn open_file(path: &Path, pages: u32) -> Result<Store, StoreError> {
    let path = &*resolve_links(path);
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        // Deleted data is overwritten, so that erased people leave no traces in the file.
        .pragma("secure_delete", "on")
        .pragma("max_page_count", pages.to_string())
        .busy_timeout(BUSY_TIMEOUT);
    check_file(path)?;
    create_private_file(path);
    let writer = sqlite_pool(1)
        .connect_with(options.clone())
        .await
        .map_err(|error| StoreError::open(path.display(), error))?;
    let migrated = MIGRATIONS_OF_SQLITE.run(&writer).await;
    migrated.map_err(|error| migration_error(path.display().to_string(), error))?;
    let readers = sqlite_pool(MAX_READERS)
        .connect_with(options.read_only(true))
        .await
        .map_err(|error| StoreError::open(path.display(), error))?;
    let file = DatabaseFile::open(path).map_err(|error| StoreError::open(path.display(), error))?;
    Ok(Store {
        writers: Database::Sqlite((writer, file)),
        readers: Database::Sqlite(readers),
        process_state: Arc::default(),
    })
}

/// Returns the options of a pool for a file. Its connections need no health checks. One stays open,
/// because closing the last one would delete the write-ahead log, whose absence `check_present`
/// reports.
fn sqlite_pool(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .min_connections(1)
        .max_connections(connections)
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
}

pub(super) async fn open_server(address: &str) -> Result<Store, StoreError> {
    let (options, mut first) = connect_to_server(address).await?;
    // If several processes start at once, sqlx's lock lets one migrate while the others wait.
    let migrated =
        tokio::time::timeout(MIGRATION_TIMEOUT, MIGRATIONS_OF_POSTGRES.run(&mut first)).await;
    let migrated = migrated.map_err(|_| StoreError::Timeout)?;
    migrated.map_err(|error| migration_error(describe_server(&options), error))?;
    first.close().await?;
    let pool = PgPoolOptions::new()
        .max_connections(MAX_SERVER_CONNECTIONS)
        .acquire_timeout(STATEMENT_TIMEOUT);
    let pool = pool.connect_lazy_with(options);
    Ok(Store {
        writers: Database::Postgres(pool.clone()),
        readers: Database::Postgres(pool),
        process_state: Arc::default(),
    })
}

/// Connects without migrating.
pub(super) async fn connect(
    address: &Address,
) -> Result<Database<SqliteConnection, PgConnection>, StoreError> {
    match address {
        Address::File(path) => {
            let options = SqliteConnectOptions::new()
                .filename(path)
                .busy_timeout(BUSY_TIMEOUT);
            // Copies and backups read whole tables, which would only fill the log with slow
            // statements.
            let mut connection = options
                .disable_statement_logging()
                .connect()
                .await
                .map_err(|error| StoreError::open(address, error))?;
            // A file that is no database fails only here.
            sqlx::query("select 1 from sqlite_master")
                .execute(&mut connection)
                .await
                .map_err(|error| StoreError::open(address, error))?;
            Ok(Database::Sqlite(connection))
        }
        Address::Server(address) => Ok(Database::Postgres(connect_to_server(address).await?.1)),
    }
}

/// Connects for reading. A file is not opened read-only, which would leave SQLite's side files
/// behind.
pub(super) async fn connect_read_only(
    address: &Address,
) -> Result<Database<SqliteConnection, PgConnection>, StoreError> {
    let mut connection = connect(address).await?;
    if let Database::Sqlite(connection) = &mut connection {
        sqlx::query("pragma query_only = on")
            .execute(connection)
            .await?;
    }
    Ok(connection)
}

/// Returns the names of all tables, including those of other programs.
pub(super) async fn list_table_names(
    connection: &mut Database<SqliteConnection, PgConnection>,
) -> Result<Vec<String>, StoreError> {
    let sql = match connection {
        Database::Sqlite(_) => {
            "select name from sqlite_master where type = 'table' and name not like 'sqlite~_%' escape '~'"
        }
        Database::Postgres(_) => {
            "select tablename::text from pg_tables where schemaname = current_schema()"
        }
    };
    query(sql, ()).fetch_scalars(connection.as_mut()).await
}

/// The table in which sqlx records migrations.
pub(super) const MIGRATIONS_TABLE: &str = "_sqlx_migrations";

/// Connects to a server directly, because a pool would report only a timeout.
pub(super) async fn connect_to_server(
    address: &str,
) -> Result<(PgConnectOptions, PgConnection), StoreError> {
    // PgBouncer refuses this parameter, and PostgreSQL sends exact numbers without it.
    let mut options = PgConnectOptions::from_str(address)
        .map_err(|error| connection_error(address, &error))?
        .extra_float_digits(None);
    if options.get_application_name().is_none() {
        options = options.application_name("lanai");
    }
    let connection = tokio::time::timeout(CONNECT_TIMEOUT, PgConnection::connect_with(&options))
        .await
        .unwrap_or(Err(sqlx::Error::PoolTimedOut))
        .map_err(|error| connection_error(address, &error))?;
    Ok((options, connection))
}

fn connection_error(address: &str, error: &sqlx::Error) -> StoreError {
    StoreError::open(Address::Server(address.to_owned()), reason(error))
}

fn migration_error(file: String, error: MigrateError) -> StoreError {
    if let MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) = &error
        && error.as_database_error().is_some_and(|error| {
            error
                .code()
                .is_some_and(|code| code == READ_ONLY_TRANSACTION_CODE)
        })
    {
        return StoreError::ReadOnly { file };
    }
    StoreError::Migrate { file, error }
}
