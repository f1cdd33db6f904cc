//! Backups: a database as it was at one moment, in a file of its own. The bot may serve the
//! database meanwhile.
//!
//! SQLite itself writes the backup of a file (`vacuum into`). The backup of a PostgreSQL database
//! is a copy of all rows that one transaction sees. Both are made in a folder that only this user
//! can read. Saving a backup syncs it and moves it out of the folder. The folder itself is always
//! removed, with the backup if that was not saved.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};
use tempfile::{TempDir, TempPath};

use super::copy::{CopyError, DatabaseCopy};
use super::database_file::{create_private_file, resolve_links};
use super::open::{Address, connect, open_file};
use super::query::Database;
use super::schema_state::{SchemaState, UnusableDatabase, check_integrity};
use super::store::MAX_PAGES;
use super::{Store, StoreError};

/// The prefix of a folder in which a backup is being made.
const UNFINISHED_PREFIX: &str = ".lanai-unfinished-";
/// The first bytes of a database file: <https://sqlite.org/fileformat.html#magic_header_string>.
const SQLITE_MAGIC: &[u8] = b"SQLite format 3\0";
/// A folder without writes for this long belongs to a killed process: a running backup always
/// writes.
const ABANDONED_AFTER: Duration = Duration::from_hours(12);
/// The interval at which the progress of SQLite is reported.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// Why a backup could not be made, saved or restored. The command line translates these errors.
#[derive(Debug, thiserror::Error)]
#[error("{self:?}")]
pub enum BackupError {
    Unusable(#[from] UnusableDatabase),
    /// The rows of this table differ between the backup and the database.
    Differs(&'static str),
    /// A file of this name exists already.
    Exists(PathBuf),
    /// The file or folder cannot be read or written.
    Place {
        place: PathBuf,
        error: io::Error,
    },
    Copy(#[from] CopyError),
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for BackupError {
    fn from(error: sqlx::Error) -> BackupError {
        BackupError::Store(error.into())
    }
}

impl BackupError {
    fn place(place: &Path, error: io::Error) -> BackupError {
        BackupError::Place {
            place: place.to_owned(),
            error,
        }
    }
}

/// The stages of a backup, for progress reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackupStage {
    /// SQLite writes pages.
    Pages,
    /// Rows are copied.
    Rows,
    /// Rows are compared with those of the database.
    Comparison,
}

/// A backup that is not saved yet.
#[derive(Debug)]
pub struct Backup {
    file: PathBuf,
    /// Whether the database had the schema of this version of the program.
    is_current: bool,
    folder: TempDir,
}

impl Backup {
    /// Makes a backup in a new folder in `parent_folder`. Calls `on_progress` with the steps done
    /// and the total.
    pub async fn create(
        database: &Address,
        parent_folder: &Path,
        mut on_progress: impl FnMut(BackupStage, u64, u64),
    ) -> Result<Backup, BackupError> {
        let is_current = SchemaState::load_existing(database).await? == SchemaState::Current;
        let folder = create_private_folder(parent_folder)
            .map_err(|error| BackupError::place(parent_folder, error))?;
        let file = folder.path().join("lanai.db");
        match connect(database).await? {
            Database::Sqlite(connection) => {
                vacuum_with_progress(connection, &file, on_progress).await?
            }
            Database::Postgres(connection) => {
                connection.close().await?;
                let copy = DatabaseCopy::begin_while_served(database, &Address::File(file.clone()))
                    .await?;
                copy_rows(copy, &mut on_progress).await?;
            }
        }
        check_integrity(&Address::File(file.clone()), database).await?;
        Ok(Backup {
            file,
            is_current,
            folder,
        })
    }

    /// Makes a backup of a file of an earlier version, without checking its integrity.
    pub(super) async fn create_unchecked(
        file: &Path,
        parent_folder: &Path,
    ) -> Result<Backup, BackupError> {
        let folder = create_private_folder(parent_folder)
            .map_err(|error| BackupError::place(parent_folder, error))?;
        let backup = folder.path().join("lanai.db");
        if let Database::Sqlite(connection) = connect(&Address::File(file.to_owned())).await? {
            vacuum_with_progress(connection, &backup, |_, _, _| ()).await?;
        }
        Ok(Backup {
            file: backup,
            is_current: false,
            folder,
        })
    }

    /// Opens the backup to verify it. A backup of an earlier version is copied, and the copy
    /// migrated.
    pub async fn open_store(&self) -> Result<Store, BackupError> {
        if self.is_current {
            return Ok(Store::open_file(&self.file).await?);
        }
        let other = self.folder.path().join("brought-up-to-date.db");
        fs::copy(&self.file, &other).map_err(|error| BackupError::place(&self.file, error))?;
        Ok(open_file(&other, MAX_PAGES).await?)
    }

    /// Saves the backup under a name that does not exist yet.
    pub fn save_as(self, place: &Path) -> Result<(), BackupError> {
        self.sync_file()?;
        let part = TempPath::try_from_path(&self.file)
            .map_err(|error| BackupError::place(&self.file, error))?;
        part.persist_noclobber(place).map_err(|failed| {
            if failed.error.kind() == io::ErrorKind::AlreadyExists {
                BackupError::Exists(place.to_owned())
            } else {
                BackupError::place(place, failed.error)
            }
        })?;
        sync_folder(place).map_err(|error| BackupError::place(place, error))
    }

    /// Saves the backup under this name, replacing an existing file.
    pub(super) fn replace_file(self, place: &Path) -> Result<(), BackupError> {
        self.sync_file()?;
        fs::rename(&self.file, place)
            .and_then(|()| sync_folder(place))
            .map_err(|error| BackupError::place(place, error))
    }

    /// Replaces a database that is not being served. Returns where the previous one was moved, if
    /// there was one.
    pub async fn restore_to(self, place: &Path) -> Result<Option<PathBuf>, BackupError> {
        self.sync_file()?;
        // The path may be a link to the file.
        let file = resolve_links(place);
        // A damaged database may be replaced, but not one of a development version.
        if has_database_header(&file).unwrap_or(false)
            && let Err(UnusableDatabase::Store(error @ StoreError::DevelopmentVersion { .. })) =
                SchemaState::load(&Address::File(file.clone())).await
        {
            return Err(error.into());
        }
        let aside = self
            .move_into_place(&file)
            .await
            .map_err(|error| BackupError::place(place, error))?;
        Ok(aside)
    }

    async fn move_into_place(&self, place: &Path) -> io::Result<Option<PathBuf>> {
        let aside = move_aside(place).await?;
        fs::rename(&self.file, place)?;
        sync_folder(place)?;
        Ok(aside)
    }

    pub fn size(&self) -> Result<u64, BackupError> {
        Ok(fs::metadata(&self.file)
            .map_err(|error| BackupError::place(&self.file, error))?
            .len())
    }

    fn sync_file(&self) -> Result<(), BackupError> {
        let synced = fs::OpenOptions::new()
            .write(true)
            .open(&self.file)
            .and_then(|file| file.sync_all());
        synced.map_err(|error| BackupError::place(&self.file, error))
    }
}

/// Creates a folder that only this user can read and that is removed when dropped. Removes
/// leftovers of killed processes first.
fn create_private_folder(parent_folder: &Path) -> io::Result<TempDir> {
    remove_leftovers(parent_folder);
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.prefix(UNFINISHED_PREFIX).tempdir_in(parent_folder)
}

/// Removes the leftovers of killed processes from a folder, as far as permissions allow.
pub(super) fn remove_leftovers(parent_folder: &Path) {
    for folder in list_leftovers(parent_folder) {
        let _ = fs::remove_dir_all(folder);
    }
}

/// Returns the folders that killed backups and restores left below this one.
pub fn list_leftovers(parent_folder: &Path) -> Vec<PathBuf> {
    let mut leftovers = Vec::new();
    for entry in fs::read_dir(parent_folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if name.to_string_lossy().starts_with(UNFINISHED_PREFIX)
            && entry.file_type().is_ok_and(|kind| kind.is_dir())
            && is_abandoned(&entry.path())
        {
            leftovers.push(entry.path());
        }
    }
    leftovers
}

/// Returns whether the last write in a folder is so long ago that its process must be gone.
fn is_abandoned(folder: &Path) -> bool {
    let files = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    files.chain([folder.to_owned()]).all(|path| {
        let changed = fs::metadata(path).and_then(|found| found.modified());
        changed.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > ABANDONED_AFTER))
    })
}

/// Lets SQLite write a compact copy of the database into a new file, while others may write.
async fn vacuum_with_progress(
    mut connection: SqliteConnection,
    file: &Path,
    mut on_progress: impl FnMut(BackupStage, u64, u64),
) -> Result<(), BackupError> {
    let pages: i64 = sqlx::query_scalar("pragma page_count")
        .fetch_one(&mut connection)
        .await?;
    let bytes: i64 = sqlx::query_scalar("pragma page_size")
        .fetch_one(&mut connection)
        .await?;
    vacuum_into(&mut connection, file, |size| {
        on_progress(
            BackupStage::Pages,
            size / bytes.unsigned_abs().max(1),
            pages.unsigned_abs(),
        );
    })
    .await?;
    Ok(connection.close().await?)
}

/// Runs `vacuum into`, and reports the size of the new file at intervals.
async fn vacuum_into(
    connection: &mut SqliteConnection,
    file: &Path,
    mut on_progress: impl FnMut(u64),
) -> Result<(), StoreError> {
    // SQLite accepts an empty file as the target and keeps its mode, so only the owner can read it.
    create_private_file(file);
    let name = file.to_str().ok_or_else(|| StoreError::Open {
        file: file.display().to_string(),
        error: "its name is not valid text".into(),
    })?;
    let written = sqlx::query("vacuum into $1").bind(name).execute(connection);
    tokio::pin!(written);
    loop {
        tokio::select! {
            done = &mut written => return Ok(done.map(drop)?),
            () = tokio::time::sleep(PROGRESS_INTERVAL) => on_progress(fs::metadata(file).map_or(0, |file| file.len())),
        }
    }
}

/// Copies all rows that one transaction of the server sees, and compares them afterwards.
async fn copy_rows(
    mut copy: DatabaseCopy,
    on_progress: &mut impl FnMut(BackupStage, u64, u64),
) -> Result<(), BackupError> {
    let rows = copy.count_rows().await?;
    copy.run(|done| on_progress(BackupStage::Rows, done, rows))
        .await?;
    let compared = copy
        .compare(|done| on_progress(BackupStage::Comparison, done, rows))
        .await?;
    match compared.into_iter().find(|table| !table.is_equal()) {
        Some(other) => Err(BackupError::Differs(other.table)),
        None => Ok(copy.finish().await?),
    }
}

/// Suffixes of the files that SQLite keeps beside a database. They are moved with it, because
/// SQLite would apply the log of another database to this one.
const SIDE_FILE_SUFFIXES: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Moves a database that is not being served, and its side files, to a free name. Returns the new
/// name, or the new name of a side file if the database itself was missing.
///
/// Where hard links work and there are no side files, the database keeps its old name as well until
/// it is replaced, so that there is a database even after a crash.
async fn move_aside(place: &Path) -> io::Result<Option<PathBuf>> {
    let exists = place.exists();
    if exists && has_database_header(place)? {
        merge_wal(place).await;
    }
    let side_files: Vec<&str> = SIDE_FILE_SUFFIXES
        .into_iter()
        .filter(|suffix| with_suffix(place, suffix).exists())
        .collect();
    if !exists && side_files.is_empty() {
        return Ok(None);
    }
    let aside = find_free_name(place).ok_or(io::ErrorKind::AlreadyExists)?;
    if exists && (!side_files.is_empty() || fs::hard_link(place, &aside).is_err()) {
        fs::rename(place, &aside)?;
    }
    for suffix in &side_files {
        fs::rename(with_suffix(place, suffix), with_suffix(&aside, suffix))?;
    }
    for suffix in [""].iter().chain(&side_files) {
        // Retention counts from now. Only the owner may set the time; otherwise it counts from the
        // last write.
        let file = fs::OpenOptions::new()
            .append(true)
            .open(with_suffix(&aside, suffix));
        let _ = file.and_then(|file| file.set_modified(SystemTime::now()));
    }
    Ok(Some(if exists {
        aside
    } else {
        with_suffix(&aside, side_files[0])
    }))
}

/// Returns an unused name beside a database, for which no side file exists either.
fn find_free_name(place: &Path) -> Option<PathBuf> {
    for number in 1..=10_000 {
        let name = match number {
            1 => with_suffix(place, ".before-restore"),
            _ => with_suffix(place, &format!(".before-restore-{number}")),
        };
        if !name.exists()
            && SIDE_FILE_SUFFIXES
                .iter()
                .all(|suffix| !with_suffix(&name, suffix).exists())
        {
            return Some(name);
        }
    }
    None
}

fn with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Merges the write-ahead log into its database, as far as it can be read. The connection belongs
/// to no pool, so that it closes at once: a pool could close one later and delete the log.
async fn merge_wal(place: &Path) {
    if let Ok(mut connection) = SqliteConnectOptions::new().filename(place).connect().await {
        let _ = sqlx::query("pragma journal_mode = delete")
            .execute(&mut connection)
            .await;
        let _ = connection.close().await;
    }
}

/// Returns whether a file starts like an SQLite database. A file that does not is never opened.
fn has_database_header(file: &Path) -> io::Result<bool> {
    let mut begins = Vec::new();
    fs::File::open(file)?
        .take(SQLITE_MAGIC.len() as u64)
        .read_to_end(&mut begins)?;
    Ok(begins == SQLITE_MAGIC)
}

/// Syncs the folder of a file, so that a new name survives a loss of power.
fn sync_folder(file: &Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::File::open(super::database_file::folder_of(file))?.sync_all()?;
    Ok(())
}
