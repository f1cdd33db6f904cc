//! The one door for writing. A transaction that was neither committed nor left takes its connection with it.
//!
//! SQLite rolls back by itself when the disk is full or fails, and the driver does not hear of it: it would count that
//! transaction for ever, and refuse to begin another. So transactions are begun and ended here, by statements of our
//! own, and a connection of which it is not certain that it is clean is closed. The next writer opens a new one.

use std::ffi::OsString;
use std::io;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

use sqlx::{Database, Sqlite, SqliteConnection, SqlitePool, pool::PoolConnection, query::Query};

use super::{Store, StoreError};

/// The one connection that writes, and the file behind it. Nobody else can reach it.
#[derive(Clone, Debug)]
pub(super) struct Door {
    connection: SqlitePool,
    file: File,
}

/// Everything that is written between its beginning and [`Writing::commit`] happens, or nothing of it.
pub(super) struct Writing<'a> {
    file: &'a File,
    connection: PoolConnection<Sqlite>,
    /// Whether the connection may still hold an unfinished transaction.
    unfinished: bool,
}

impl Door {
    /// The door to the database at a path, by a pool of one connection.
    pub(super) fn new(connection: SqlitePool, path: &Path) -> io::Result<Door> {
        Ok(Door { connection, file: File::at(path)? })
    }

    pub(super) async fn close(&self) {
        self.connection.close().await;
    }
}

impl Store {
    /// Begins to write: others wait until it is done.
    pub(super) async fn writing(&self) -> Result<Writing<'_>, StoreError> {
        let Door { connection, file } = &self.door;
        file.is_there()?;
        let mut writing = Writing { file, connection: connection.acquire().await?, unfinished: true };
        sqlx::query("begin immediate").execute(&mut *writing).await?;
        Ok(writing)
    }

    /// Writes by one statement alone, and says how many rows it changed.
    pub(super) async fn write_one(
        &self,
        statement: Query<'_, Sqlite, <Sqlite as Database>::Arguments>,
    ) -> Result<u64, StoreError> {
        let mut writing = self.writing().await?;
        let changed = statement.execute(&mut *writing).await?.rows_affected();
        writing.commit().await?;
        Ok(changed)
    }
}

impl Writing<'_> {
    /// What was written is kept. It is acknowledged only if the file is still where the next start will look for it.
    pub(super) async fn commit(mut self) -> Result<(), StoreError> {
        sqlx::query("commit").execute(&mut *self).await?;
        self.unfinished = false;
        self.file.is_there()
    }

    /// What was written is not kept, and this is why.
    pub(super) async fn leave<T>(mut self, why: T) -> Result<T, StoreError> {
        sqlx::query("rollback").execute(&mut *self).await?;
        self.unfinished = false;
        Ok(why)
    }
}

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        if self.unfinished {
            self.connection.close_on_drop();
        }
    }
}

impl Deref for Writing<'_> {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.connection
    }
}

impl DerefMut for Writing<'_> {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }
}

/// The file of an open database, as it was found: a system lets go of a deleted file only when nobody has it open, so
/// moves would go on being written to something that is gone with the program.
#[derive(Clone, Debug)]
struct File {
    path: PathBuf,
    identity: Identity,
}

impl File {
    /// The file at a path.
    fn at(path: &Path) -> io::Result<File> {
        Ok(File { path: path.to_owned(), identity: identity(path)? })
    }

    /// Whether it is still this file that its name stands for, and its log of changes still lies beside it.
    fn is_there(&self) -> Result<(), StoreError> {
        let log: OsString = [self.path.as_os_str(), "-wal".as_ref()].into_iter().collect();
        if identity(&self.path).is_ok_and(|found| found == self.identity) && Path::new(&log).exists() {
            return Ok(());
        }
        Err(StoreError::Gone { file: self.path.display().to_string() })
    }
}

/// By which a file is known, whatever its name.
#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    let found = std::fs::metadata(path)?;
    Ok((found.dev(), found.ino()))
}

/// Other systems do not let an open file be deleted.
#[cfg(not(unix))]
type Identity = ();

#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<Identity> {
    std::fs::metadata(path).map(drop)
}
