//! From where a copy may be made, and into what: all that can be seen before anything is written.

use sqlx::{AssertSqlSafe, PgConnection, SqliteConnection};

use super::super::columns::PROCESS_TABLES;
use super::super::condition::{Condition, condition_of};
use super::super::home::{Address, MIGRATIONS, look, tables_in};
use super::super::lock::Held;
use super::super::query::{Connection, Database, query, query_scalar};
use super::super::{Store, StoreError};
use super::{CopyError, MARK};

/// What is copied, as it stood when the copy began.
pub(super) struct Source {
    /// By which it is known: the same from wherever the program starts.
    pub(super) name: String,
    on: Database<SqliteConnection, PgConnection>,
    /// Nothing where others may serve it meanwhile.
    held: Option<Held>,
}

impl Source {
    /// Opens it and changes nothing: what is copied is what one returns to if the new home does not please. So it is not
    /// brought up to date either: the program of yesterday could not read it any more.
    ///
    /// Unless it is read alone, others may serve it meanwhile.
    pub(super) async fn open(address: &Address, alone: bool) -> Result<Source, CopyError> {
        let name = name_of(address)?;
        if let Address::File(path) = address
            && !path.is_file()
        {
            return Err(CopyError::NoFile(name));
        }
        let held = if alone {
            Some(hold(address, &name).await?)
        } else {
            None
        };
        let mut on = look(address).await?;
        match condition_of(&mut on, &name).await? {
            Condition::New => return Err(CopyError::NoTables(name)),
            Condition::Older(_) => return Err(CopyError::Older(name)),
            Condition::Current => {}
        }
        if let Some(of) = mark_in(&mut on).await? {
            return Err(CopyError::Part { file: name, of });
        }
        // All that is read is of this moment.
        let begin = match &on {
            Database::Sqlite(_) => "begin",
            Database::Postgres(_) => "begin isolation level repeatable read read only",
        };
        query(begin).execute(on.as_mut()).await?;
        Ok(Source { name, on, held })
    }

    /// The connection on which it is read.
    pub(super) fn on(&mut self) -> Connection<'_> {
        self.on.as_mut()
    }

    /// Nobody reads it any more.
    pub(super) async fn close(self) -> Result<(), StoreError> {
        self.on.close().await?;
        match self.held {
            Some(held) => held.release().await,
            None => Ok(()),
        }
    }
}

/// The database into which is copied: an empty one, or one that holds a part of this very copy. Else nothing of it is
/// changed.
pub(super) async fn target(address: &Address, of: &mut Source) -> Result<(Held, Store), CopyError> {
    let name = name_of(address)?;
    let is_new = matches!(address, Address::File(path) if !path.exists());
    if name == of.name || !is_new && is_same(address, of).await? {
        return Err(CopyError::Same(name));
    }
    let held = hold(address, &name).await?;
    if !is_new {
        let mut on = look(address).await?;
        let found = contents(&mut on, &name).await;
        // Nothing was written.
        let _ = on.close().await;
        match found? {
            Contents::Part(other) if other != of.name => {
                return Err(CopyError::PartOfOther {
                    file: name,
                    of: other,
                });
            }
            Contents::Rows(table) => return Err(CopyError::NotEmpty { file: name, table }),
            Contents::Part(_) | Contents::Nothing => {}
        }
    }
    let store = Store::of_any(address).await?;
    store.values().set(MARK, &of.name).await?;
    Ok((held, store))
}

/// What a database holds.
enum Contents {
    Nothing,
    /// A part of a copy of this other one.
    Part(String),
    /// Rows in this table.
    Rows(String),
}

async fn contents(
    on: &mut Database<SqliteConnection, PgConnection>,
    name: &str,
) -> Result<Contents, StoreError> {
    condition_of(on, name).await?;
    if let Some(of) = mark_in(on).await? {
        return Ok(Contents::Part(of));
    }
    for table in tables_in(on).await? {
        let sql = format!(
            "select exists (select 1 from \"{}\")",
            table.replace('"', "\"\"")
        );
        let is_ours = table == MIGRATIONS || PROCESS_TABLES.contains(&table.as_str());
        if !is_ours
            && query_scalar::<bool>(AssertSqlSafe(sql.as_str()))
                .fetch_one(on.as_mut())
                .await?
        {
            return Ok(Contents::Rows(table));
        }
    }
    Ok(Contents::Nothing)
}

/// Of what a database is an unfinished copy, if it is one.
pub(in super::super) async fn mark_in(
    on: &mut Database<SqliteConnection, PgConnection>,
) -> Result<Option<String>, StoreError> {
    if !tables_in(on)
        .await?
        .iter()
        .any(|table| table == "key_value")
    {
        return Ok(None);
    }
    let sql = "select value from key_value where name = $1";
    query_scalar(sql)
        .bind(MARK)
        .fetch_optional(on.as_mut())
        .await
}

/// A database that nobody serves, and nobody else copies.
async fn hold(address: &Address, name: &str) -> Result<Held, CopyError> {
    Held::hold(address).await.map_err(|error| {
        let is_served = matches!(error, StoreError::InUse { .. });
        if is_served {
            CopyError::Served(name.to_owned())
        } else {
            CopyError::Store(error)
        }
    })
}

/// By which a database is known, from wherever the program starts.
fn name_of(address: &Address) -> Result<String, CopyError> {
    let Address::File(path) = address else {
        return Ok(address.to_string());
    };
    let failed = |error: std::io::Error| StoreError::Open {
        file: address.to_string(),
        error: error.into(),
    };
    let whole = path
        .canonicalize()
        .or_else(|_| std::path::absolute(path))
        .map_err(failed)?;
    Ok(Address::File(whole).to_string())
}

/// Whether a database on a server is the one that is copied, by whatever name either is called.
async fn is_same(address: &Address, of: &mut Source) -> Result<bool, CopyError> {
    let (Address::Server(_), Database::Postgres(source)) = (address, of.on()) else {
        return Ok(false);
    };
    let Database::Postgres(mut target) = look(address).await? else {
        return Ok(false);
    };
    let which = "select pg_postmaster_start_time()::text || current_database()";
    let ask = |on| sqlx::query_scalar::<_, String>(which).fetch_one(on);
    let same = ask(source).await.map_err(StoreError::from)?
        == ask(&mut target).await.map_err(StoreError::from)?;
    Ok(same)
}
