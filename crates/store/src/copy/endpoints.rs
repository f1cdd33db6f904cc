//! The source and the target of a copy, and all checks that are made before anything is written.

use sqlx::{AssertSqlSafe, PgConnection, SqliteConnection};

use super::super::lock::DatabaseLock;
use super::super::open::{Address, MIGRATIONS_TABLE, connect_read_only, list_table_names};
use super::super::query::{Connection, Database, query};
use super::super::schema::PROCESS_TABLES;
use super::super::schema_state::{SchemaState, UnusableDatabase, schema_state_of};
use super::super::{Store, StoreError};
use super::{CopyError, UNFINISHED_COPY};

/// The source of a copy, read in a single transaction.
pub(super) struct Source {
    /// The canonical name, which does not depend on the working directory.
    pub(super) name: String,
    connection: Database<SqliteConnection, PgConnection>,
    /// `None` if others may serve the source meanwhile.
    lock: Option<DatabaseLock>,
}

impl Source {
    /// Opens a source without changing it. It is not migrated either, so that the operator can
    /// return to it with the old program.
    ///
    /// With `exclusive`, no other program may serve the source meanwhile.
    pub(super) async fn open(address: &Address, exclusive: bool) -> Result<Source, CopyError> {
        let name = canonical_name(address)?;
        if let Address::File(path) = address
            && !path.is_file()
        {
            return Err(UnusableDatabase::NoFile(name).into());
        }
        let lock = if exclusive {
            Some(lock_unused(address, &name).await?)
        } else {
            None
        };
        let mut connection = connect_read_only(address).await?;
        match schema_state_of(&mut connection, &name).await? {
            SchemaState::New => return Err(UnusableDatabase::NoTables(name).into()),
            SchemaState::Older(_) => return Err(CopyError::Older(name)),
            SchemaState::Current => {}
        }
        if let Some(of) = find_unfinished_copy(&mut connection).await? {
            return Err(UnusableDatabase::Unfinished { file: name, of }.into());
        }
        // All reads of this transaction see the database as it is now.
        let begin = match &connection {
            Database::Sqlite(_) => "begin",
            Database::Postgres(_) => "begin isolation level repeatable read read only",
        };
        query(begin, ()).execute(connection.as_mut()).await?;
        Ok(Source {
            name,
            connection,
            lock,
        })
    }

    pub(super) fn connection(&mut self) -> Connection<'_> {
        self.connection.as_mut()
    }

    pub(super) async fn close(self) -> Result<(), StoreError> {
        self.connection.close().await?;
        match self.lock {
            Some(lock) => lock.release().await,
            None => Ok(()),
        }
    }
}

/// Opens the target: an empty database, or one with an unfinished copy of the same source. Any
/// other database is refused and stays as it is.
pub(super) async fn open_target(
    address: &Address,
    source: &mut Source,
) -> Result<(DatabaseLock, Store), CopyError> {
    let name = canonical_name(address)?;
    let is_new = matches!(address, Address::File(path) if !path.exists());
    if name == source.name || !is_new && is_same_server_database(address, source).await? {
        return Err(CopyError::Same(name));
    }
    let lock = lock_unused(address, &name).await?;
    if !is_new {
        let mut connection = connect_read_only(address).await?;
        let found = inspect_contents(&mut connection, &name).await;
        // The connection only read, so an error does not matter.
        let _ = connection.close().await;
        match found? {
            Contents::Unfinished(other) if other != source.name => {
                return Err(CopyError::UnfinishedOther {
                    file: name,
                    of: other,
                });
            }
            Contents::Rows(table) => return Err(CopyError::NotEmpty { file: name, table }),
            Contents::Unfinished(_) | Contents::Nothing => {}
        }
    }
    let store = Store::connect_unchecked(address).await?;
    store.values().set(UNFINISHED_COPY, &source.name).await?;
    Ok((lock, store))
}

enum Contents {
    Nothing,
    /// An unfinished copy of the database with this name.
    Unfinished(String),
    /// Rows in the table with this name.
    Rows(String),
}

async fn inspect_contents(
    connection: &mut Database<SqliteConnection, PgConnection>,
    name: &str,
) -> Result<Contents, StoreError> {
    schema_state_of(connection, name).await?;
    if let Some(of) = find_unfinished_copy(connection).await? {
        return Ok(Contents::Unfinished(of));
    }
    for table in list_table_names(connection).await? {
        let sql = format!(
            "select exists (select 1 from \"{}\")",
            table.replace('"', "\"\"")
        );
        let is_ours = table == MIGRATIONS_TABLE || PROCESS_TABLES.contains(&table.as_str());
        if !is_ours
            && query(AssertSqlSafe(sql), ())
                .fetch_scalar(connection.as_mut())
                .await?
        {
            return Ok(Contents::Rows(table));
        }
    }
    Ok(Contents::Nothing)
}

/// Returns the source of an unfinished copy, or `None` if the database is whole.
pub(in super::super) async fn find_unfinished_copy(
    connection: &mut Database<SqliteConnection, PgConnection>,
) -> Result<Option<String>, StoreError> {
    if !list_table_names(connection)
        .await?
        .iter()
        .any(|table| table == "key_value")
    {
        return Ok(None);
    }
    let sql = "select value from key_value where name = $1";
    query(sql, (UNFINISHED_COPY,))
        .fetch_optional_scalar(connection.as_mut())
        .await
}

/// Locks a database. Returns an error if another program serves or copies it.
async fn lock_unused(address: &Address, name: &str) -> Result<DatabaseLock, CopyError> {
    DatabaseLock::acquire(address).await.map_err(|error| {
        let is_served = matches!(error, StoreError::InUse { .. });
        if is_served {
            CopyError::InUse(name.to_owned())
        } else {
            CopyError::Store(error)
        }
    })
}

/// Returns the name of a database, independent of the working directory.
fn canonical_name(address: &Address) -> Result<String, CopyError> {
    let Address::File(path) = address else {
        return Ok(address.to_string());
    };
    let absolute = path
        .canonicalize()
        .or_else(|_| std::path::absolute(path))
        .map_err(|error| StoreError::open(address, error))?;
    Ok(Address::File(absolute).to_string())
}

/// Returns whether two addresses name the same database of a server.
async fn is_same_server_database(
    address: &Address,
    source: &mut Source,
) -> Result<bool, CopyError> {
    let (Address::Server(_), Database::Postgres(source)) = (address, source.connection()) else {
        return Ok(false);
    };
    let Database::Postgres(mut target) = connect_read_only(address).await? else {
        return Ok(false);
    };
    Ok(server_database_id(source).await? == server_database_id(&mut target).await?)
}

async fn server_database_id(connection: &mut PgConnection) -> Result<String, StoreError> {
    let sql = "select pg_postmaster_start_time()::text || current_database()";
    Ok(sqlx::query_scalar(sql).fetch_one(connection).await?)
}
