//! Where a database is, how it is opened and brought up to date: a file of SQLite, or a database on a server of PostgreSQL.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr as _;
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, SqliteConnection};

use super::file::{File, check_file, make_private, real};
use super::query::{Database, WITHIN, query_scalar};
use super::{Store, StoreError, reason};

/// How long a writer waits for another program that holds the file.
const PATIENCE: Duration = Duration::from_secs(5);
/// How many connections read a file.
const READERS: u32 = 4;
/// Connections to a server, of which one listens.
const CONNECTIONS: u32 = 9;
/// How long a server may take to answer when the program starts.
const FIRST_WITHIN: Duration = Duration::from_secs(10);

/// What PostgreSQL says where nothing can be changed.
const READ_ONLY: &str = "25006";
/// The migrations of each home. A migration is never changed once it was released.
pub(super) static MIGRATIONS_OF_SQLITE: Migrator = sqlx_macros::migrate!("../../migrations/sqlite");
pub(super) static MIGRATIONS_OF_POSTGRES: Migrator =
    sqlx_macros::migrate!("../../migrations/postgres");

/// How long it may take to bring the tables there up to date.
pub(super) const MIGRATES_WITHIN: Duration = Duration::from_mins(10);

/// Where a database is.
#[derive(Clone, PartialEq, Eq)]
pub enum Address {
    File(PathBuf),
    /// On a server of PostgreSQL, by an address that may hold a password.
    Server(String),
}

impl Address {
    /// Reads the address of a server, or else the name of a file. What only looks like an address is refused: it may hold a
    /// password, and names of files are shown.
    pub fn read(written: &str) -> Result<Address, StoreError> {
        let Some((scheme, rest)) = written.split_once(':') else {
            return Ok(Address::File(PathBuf::from(written)));
        };
        let is_path = scheme.contains(['/', '\\']) || scheme.len() == 1;
        if is_path && !rest.contains("://") && !rest.starts_with("//") {
            return Ok(Address::File(PathBuf::from(written)));
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
        // The host ends here, or a password that holds such a sign itself.
        if rest
            .find(['/', '?', '#'])
            .is_some_and(|end| rest[end..].contains('@'))
        {
            return Err(StoreError::Address(
                "there is an @ behind the host".to_owned(),
            ));
        }
        PgConnectOptions::from_str(written)
            .map_err(|error| StoreError::Address(error.to_string()))?;
        Ok(Address::Server(written.to_owned()))
    }
}

/// By which it is known, without what nobody should read.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::File(path) => path.display().fmt(f),
            Address::Server(address) => match PgConnectOptions::from_str(address) {
                Ok(options) => f.write_str(&name_of(&options)),
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

pub(super) fn name_of(options: &PgConnectOptions) -> String {
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

/// Opens a file, which is made if there is none and may grow to so many pages.
pub(super) async fn open_file(path: &Path, pages: u32) -> Result<Store, StoreError> {
    let path = &*real(path);
    let file = || path.display().to_string();
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        // What is deleted is written over: who is forgotten stays in no corner of the file.
        .pragma("secure_delete", "on")
        .pragma("max_page_count", pages.to_string())
        .busy_timeout(PATIENCE);
    let failed = |error: sqlx::Error| StoreError::Open {
        file: file(),
        error: error.into(),
    };
    check_file(path)?;
    make_private(path);
    let writer = sqlite_pool(1)
        .connect_with(options.clone())
        .await
        .map_err(failed)?;
    let migrated = MIGRATIONS_OF_SQLITE.run(&writer).await;
    migrated.map_err(|error| cannot_migrate(file(), error))?;
    let readers = sqlite_pool(READERS)
        .connect_with(options.read_only(true))
        .await
        .map_err(failed)?;
    let found = File::at(path).map_err(|error| failed(error.into()))?;
    let door = Database::Sqlite((writer, found));
    Ok(Store {
        door,
        readers: Database::Sqlite(readers),
        here: Arc::default(),
    })
}

/// A connection to a file does not get lost as one to a server may. One stays open: the last to be closed would delete the log
/// of changes, by which the file is known to be there.
fn sqlite_pool(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .min_connections(1)
        .max_connections(connections)
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
}

/// Opens a database on a server.
pub(super) async fn open_server(address: &str) -> Result<Store, StoreError> {
    let (options, mut first) = reach(address).await?;
    // Of several processes that start at once, one does it, and the others wait for it.
    let migrated =
        tokio::time::timeout(MIGRATES_WITHIN, MIGRATIONS_OF_POSTGRES.run(&mut first)).await;
    let migrated = migrated.map_err(|_| StoreError::Silent)?;
    migrated.map_err(|error| cannot_migrate(name_of(&options), error))?;
    first.close().await?;
    let pool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(WITHIN);
    let pool = pool.connect_lazy_with(options);
    Ok(Store {
        door: Database::Postgres(pool.clone()),
        readers: Database::Postgres(pool),
        here: Arc::default(),
    })
}

/// Connects to a database that is there, and does not bring it up to date.
pub(super) async fn connect(
    address: &Address,
) -> Result<Database<SqliteConnection, PgConnection>, StoreError> {
    match address {
        Address::File(path) => {
            let options = SqliteConnectOptions::new()
                .filename(path)
                .busy_timeout(PATIENCE);
            let failed = |error: sqlx::Error| StoreError::Open {
                file: address.to_string(),
                error: error.into(),
            };
            // Statements that read a whole database are slow, and meant to be.
            let mut on = options
                .disable_statement_logging()
                .connect()
                .await
                .map_err(failed)?;
            // A file that is no database fails only here.
            sqlx::query("select 1 from sqlite_master")
                .execute(&mut on)
                .await
                .map_err(failed)?;
            Ok(Database::Sqlite(on))
        }
        Address::Server(address) => Ok(Database::Postgres(reach(address).await?.1)),
    }
}

/// Connects to a database to read it. (A file that is opened read-only would keep SQLite's own files beside it.)
pub(super) async fn look(
    address: &Address,
) -> Result<Database<SqliteConnection, PgConnection>, StoreError> {
    let mut on = connect(address).await?;
    if let Database::Sqlite(on) = &mut on {
        sqlx::query("pragma query_only = on").execute(on).await?;
    }
    Ok(on)
}

/// The tables that are there, whosever they are.
pub(super) async fn tables_in(
    on: &mut Database<SqliteConnection, PgConnection>,
) -> Result<Vec<String>, StoreError> {
    let sql = match on {
        Database::Sqlite(_) => {
            "select name from sqlite_master where type = 'table' and name not like 'sqlite~_%' escape '~'"
        }
        Database::Postgres(_) => {
            "select tablename::text from pg_tables where schemaname = current_schema()"
        }
    };
    query_scalar(sql).fetch_all(on.as_mut()).await
}

/// Where it is written which migrations a database has.
pub(super) const MIGRATIONS: &str = "_sqlx_migrations";

/// A first connection to a server, which says why there is none: a pool would only say that it waited.
pub(super) async fn reach(address: &str) -> Result<(PgConnectOptions, PgConnection), StoreError> {
    let failed = |error: sqlx::Error| StoreError::Open {
        file: Address::Server(address.to_owned()).to_string(),
        error: reason(&error).into(),
    };
    // PgBouncer refuses this parameter, and PostgreSQL sends exact numbers without it.
    let mut options = PgConnectOptions::from_str(address)
        .map_err(failed)?
        .extra_float_digits(None);
    if options.get_application_name().is_none() {
        options = options.application_name("lanai");
    }
    let connecting = tokio::time::timeout(FIRST_WITHIN, PgConnection::connect_with(&options)).await;
    let connection = connecting
        .map_err(|_| failed(sqlx::Error::PoolTimedOut))
        .and_then(|it| it.map_err(failed));
    Ok((options, connection?))
}

/// Why tables cannot be brought up to date.
fn cannot_migrate(file: String, error: MigrateError) -> StoreError {
    if let MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) = &error
        && error
            .as_database_error()
            .is_some_and(|error| error.code().is_some_and(|code| code == READ_ONLY))
    {
        return StoreError::ReadOnly { file };
    }
    StoreError::Migrate { file, error }
}
