//! A database as it stands at one moment, in a file of its own, whoever serves it meanwhile. Of a file, SQLite itself makes it;
//! of a database on a server, it is a copy of everything that a single transaction saw. It is made in a folder that nobody
//! else can look into, and is gone with it, unless it is kept: then it is on the disk before it gets its name.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};
use tempfile::{TempDir, TempPath};

use super::condition::{Condition, Unfit, fits_together};
use super::copy::{Copy, CopyError};
use super::file::{make_private, real};
use super::home::{Address, connect, open_file};
use super::query::Database;
use super::store::MOST_PAGES;
use super::{Store, StoreError};

/// How the name of a folder begins in which a backup is being made.
const UNFINISHED: &str = ".lanai-unfinished-";
/// How a database file begins: <https://sqlite.org/fileformat.html#magic_header_string>.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// A backup writes all the time: one that wrote nothing for so long was killed.
const LEFTOVER_AGE: Duration = Duration::from_hours(12);
/// How often it is looked how far SQLite is.
const GLANCE: Duration = Duration::from_millis(200);

/// Why there is no backup, or why it is not kept.
#[derive(Debug, thiserror::Error)]
#[error("{self:?}")]
pub enum BackupError {
    /// The database cannot be used.
    Unfit(#[from] Unfit),
    /// Rows of a table are not the same in the backup.
    Differs(&'static str),
    /// There is something of that name.
    Exists(PathBuf),
    /// It cannot be written where it should be.
    Place {
        place: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The database on a server cannot be read.
    Copy(#[from] CopyError),
    /// A database cannot be opened, or a statement failed.
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for BackupError {
    fn from(error: sqlx::Error) -> BackupError {
        BackupError::Store(error.into())
    }
}

/// What is done while a backup is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackupStage {
    /// SQLite writes pages.
    Pages,
    /// Rows are copied.
    Rows,
    /// They are compared with those of the database.
    Compared,
}

/// A database as it stood.
#[derive(Debug)]
pub struct Backup {
    file: PathBuf,
    /// Whether the database was of the present version.
    is_of_today: bool,
    folder: TempDir,
}

impl Backup {
    /// Makes one in a folder of its own below this one, and tells again and again how much is done, and of how much.
    pub async fn of(
        database: &Address,
        below: &Path,
        mut told: impl FnMut(BackupStage, u64, u64),
    ) -> Result<Backup, BackupError> {
        let is_of_today = Condition::of_existing(database).await? == Condition::Current;
        let folder = private_folder(below).map_err(|error| BackupError::Place {
            place: below.to_owned(),
            error,
        })?;
        let file = folder.path().join("lanai.db");
        match connect(database).await? {
            Database::Sqlite(on) => written(on, &file, told).await?,
            Database::Postgres(on) => {
                on.close().await?;
                let copy =
                    Copy::begin_beside_others(database, &Address::File(file.clone())).await?;
                copied(copy, &mut told).await?;
            }
        }
        fits_together(&Address::File(file.clone()), database).await?;
        Ok(Backup {
            file,
            is_of_today,
            folder,
        })
    }

    /// The same of a file of an earlier version, whether or not what it holds fits together: it is kept as it is.
    pub(super) async fn unseen(file: &Path, below: &Path) -> Result<Backup, BackupError> {
        let folder = private_folder(below).map_err(|error| BackupError::Place {
            place: below.to_owned(),
            error,
        })?;
        let backup = folder.path().join("lanai.db");
        if let Database::Sqlite(on) = connect(&Address::File(file.to_owned())).await? {
            written(on, &backup, |_, _, _| ()).await?;
        }
        Ok(Backup {
            file: backup,
            is_of_today: false,
            folder,
        })
    }

    /// What it holds, to be proven. If it is of an earlier version, this is a copy of it that was brought up to date.
    pub async fn store(&self) -> Result<Store, BackupError> {
        if self.is_of_today {
            return Ok(Store::open(&self.file).await?);
        }
        let other = self.folder.path().join("brought-up-to-date.db");
        fs::copy(&self.file, &other).map_err(|error| self.failed(error))?;
        Ok(open_file(&other, MOST_PAGES).await?)
    }

    /// Keeps it under a name that nothing else has.
    pub fn keep(self, place: &Path) -> Result<(), BackupError> {
        self.is_on_disk()?;
        let part = TempPath::try_from_path(&self.file).map_err(|error| self.failed(error))?;
        part.persist_noclobber(place).map_err(|failed| {
            if failed.error.kind() == io::ErrorKind::AlreadyExists {
                BackupError::Exists(place.to_owned())
            } else {
                BackupError::Place {
                    place: place.to_owned(),
                    error: failed.error,
                }
            }
        })?;
        named_for_good(place).map_err(|error| BackupError::Place {
            place: place.to_owned(),
            error,
        })
    }

    /// The same, whatever has that name now.
    pub(super) fn put_over(self, place: &Path) -> Result<(), BackupError> {
        self.is_on_disk()?;
        let put = fs::rename(&self.file, place).and_then(|()| named_for_good(place));
        put.map_err(|error| BackupError::Place {
            place: place.to_owned(),
            error,
        })
    }

    /// Puts it in the place of a database that nobody serves. What was there is put aside: where, if there was anything.
    pub async fn put(self, place: &Path) -> Result<Option<PathBuf>, BackupError> {
        self.is_on_disk()?;
        let failed = |error| BackupError::Place {
            place: place.to_owned(),
            error,
        };
        // It may be a link to where the database really is.
        let place = real(place);
        // A damaged database is replaced, and one of a development version is not.
        if begins_as_a_database(&place).unwrap_or(false)
            && let Err(Unfit::Store(error @ StoreError::Unreleased { .. })) =
                Condition::of(&Address::File(place.clone())).await
        {
            return Err(error.into());
        }
        let aside = put_aside(&place).await.map_err(failed)?;
        fs::rename(&self.file, &place).map_err(failed)?;
        named_for_good(&place).map_err(failed)?;
        Ok(aside)
    }

    /// How many bytes it has.
    pub fn size(&self) -> Result<u64, BackupError> {
        Ok(fs::metadata(&self.file)
            .map_err(|error| self.failed(error))?
            .len())
    }

    fn is_on_disk(&self) -> Result<(), BackupError> {
        let synced = fs::OpenOptions::new()
            .write(true)
            .open(&self.file)
            .and_then(|file| file.sync_all());
        synced.map_err(|error| self.failed(error))
    }

    fn failed(&self, error: io::Error) -> BackupError {
        BackupError::Place {
            place: self.file.clone(),
            error,
        }
    }
}

/// Creates a folder that only this user can read and that is removed when it is dropped. Removes what killed processes left
/// there first.
fn private_folder(below: &Path) -> io::Result<TempDir> {
    remove_leftovers(below);
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.prefix(UNFINISHED).tempdir_in(below)
}

/// Removes what killed processes left below a folder, as far as this user may.
pub(super) fn remove_leftovers(below: &Path) {
    for folder in leftovers(below) {
        let _ = fs::remove_dir_all(folder);
    }
}

/// Returns the folders that killed backups and restores left below this one.
pub fn leftovers(below: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(below).into_iter().flatten().flatten();
    let is_folder = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    entries
        .filter(|entry| {
            entry.file_name().to_string_lossy().starts_with(UNFINISHED) && is_folder(entry)
        })
        .map(|entry| entry.path())
        .filter(|folder| is_left_behind(folder))
        .collect()
}

/// Whether nothing was written in a folder for so long that its process must be gone.
fn is_left_behind(folder: &Path) -> bool {
    let files = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    files.chain([folder.to_owned()]).all(|path| {
        let changed = fs::metadata(path).and_then(|found| found.modified());
        changed.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > LEFTOVER_AGE))
    })
}

/// SQLite writes all that it holds into a new file, as it stands now, and lets others write meanwhile.
async fn written(
    mut on: SqliteConnection,
    file: &Path,
    mut told: impl FnMut(BackupStage, u64, u64),
) -> Result<(), BackupError> {
    let pages: i64 = sqlx::query_scalar("pragma page_count")
        .fetch_one(&mut on)
        .await?;
    let bytes: i64 = sqlx::query_scalar("pragma page_size")
        .fetch_one(&mut on)
        .await?;
    write_into(&mut on, file, |size| {
        told(
            BackupStage::Pages,
            size / bytes.unsigned_abs().max(1),
            pages.unsigned_abs(),
        );
    })
    .await?;
    Ok(on.close().await?)
}

/// The same, and tells again and again how many bytes there are.
async fn write_into(
    on: &mut SqliteConnection,
    file: &Path,
    mut told: impl FnMut(u64),
) -> Result<(), StoreError> {
    // An empty file becomes the database, and stays for its owner's eyes alone.
    make_private(file);
    let name = file.to_str().ok_or_else(|| StoreError::Open {
        file: file.display().to_string(),
        error: "its name is not valid text".into(),
    })?;
    let written = sqlx::query("vacuum into $1").bind(name).execute(on);
    tokio::pin!(written);
    loop {
        tokio::select! {
            done = &mut written => return Ok(done.map(drop)?),
            () = tokio::time::sleep(GLANCE) => told(fs::metadata(file).map_or(0, |file| file.len())),
        }
    }
}

/// All rows that a server holds, read in one transaction, and once more to see that they are there.
async fn copied(
    mut copy: Copy,
    told: &mut impl FnMut(BackupStage, u64, u64),
) -> Result<(), BackupError> {
    let rows = copy.rows().await?;
    copy.run(|done| told(BackupStage::Rows, done, rows)).await?;
    let compared = copy
        .compare(|done| told(BackupStage::Compared, done, rows))
        .await?;
    match compared.into_iter().find(|table| !table.is_same()) {
        Some(other) => Err(BackupError::Differs(other.table)),
        None => Ok(copy.finish().await?),
    }
}

/// What SQLite keeps beside a database, by how their names end. It takes whatever is there for its own: a log of another
/// database would be played into this one.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// A database that nobody serves gets another name, and so does what lies beside it, even if it is gone itself: where something
/// is now, if there was anything. Until something has its old name, it has both, where the system knows how: whatever happens,
/// there is a database.
async fn put_aside(place: &Path) -> io::Result<Option<PathBuf>> {
    let beside = |file: &Path, what: &str| -> PathBuf {
        let mut name = file.as_os_str().to_owned();
        name.push(what);
        name.into()
    };
    let is_there = place.exists();
    if is_there && begins_as_a_database(place)? {
        fold(place).await;
    }
    let logs: Vec<&str> = BESIDE
        .into_iter()
        .filter(|what| beside(place, what).exists())
        .collect();
    if !is_there && logs.is_empty() {
        return Ok(None);
    }
    let aside = (1..).map(|number| match number {
        1 => beside(place, ".before-restore"),
        _ => beside(place, &format!(".before-restore-{number}")),
    });
    let is_free =
        |file: &PathBuf| !file.exists() && BESIDE.iter().all(|what| !beside(file, what).exists());
    let aside = aside
        .take(10_000)
        .find(is_free)
        .ok_or(io::ErrorKind::AlreadyExists)?;
    if is_there && (!logs.is_empty() || fs::hard_link(place, &aside).is_err()) {
        fs::rename(place, &aside)?;
    }
    for what in &logs {
        fs::rename(beside(place, what), beside(&aside, what))?;
    }
    for what in [""].iter().chain(&logs) {
        // Its age counts from now. Only its owner can say so; for others, it counts from when it was last written.
        let aside = fs::OpenOptions::new()
            .append(true)
            .open(beside(&aside, what));
        let _ = aside.and_then(|aside| aside.set_modified(SystemTime::now()));
    }
    Ok(Some(if is_there {
        aside
    } else {
        beside(&aside, logs[0])
    }))
}

/// What stands in its log of changes goes into a database, as far as it can be read. Whoever opens it only has it in hand as
/// long as this takes: a connection that fails while it is made closes at some later time, and takes the log with it.
async fn fold(place: &Path) {
    if let Ok(mut on) = SqliteConnectOptions::new().filename(place).connect().await {
        let _ = sqlx::query("pragma journal_mode = delete")
            .execute(&mut on)
            .await;
        let _ = on.close().await;
    }
}

/// Whether a file says that it is a database; one that does not is nothing to SQLite, and is not opened.
fn begins_as_a_database(file: &Path) -> io::Result<bool> {
    let mut begins = Vec::new();
    fs::File::open(file)?
        .take(MAGIC.len() as u64)
        .read_to_end(&mut begins)?;
    Ok(begins == MAGIC)
}

/// A new name is not lost with the power.
fn named_for_good(file: &Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::File::open(super::file::folder_of(file))?.sync_all()?;
    Ok(())
}
