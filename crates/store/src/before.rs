//! A file as it was before a newer program brought it up to date: an older program can serve that, and no other.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{fs, io};

use super::StoreError;
use super::backup::{Backup, remove_leftovers};
use super::condition::{Condition, condition_of};
use super::file::{check_file, folder_of, real};
use super::home::{Address, look};

/// How long a copy of the database is kept beside it.
const KEPT_FOR: Duration = Duration::from_hours(30 * 24);

/// Refuses a database that another program made, and keeps a file of an earlier version as it is, beside it:
/// `lanai.db.before-0019` is the database before the nineteenth migration.
pub(super) async fn prepare(database: &Address) -> Result<(), StoreError> {
    if let Address::File(path) = database {
        if !path.exists() {
            return Ok(());
        }
        check_file(&real(path))?;
    }
    let mut on = look(database).await?;
    let condition = condition_of(&mut on, &database.to_string()).await;
    // Nothing was written.
    let _ = on.close().await;
    let (Address::File(path), Condition::Older(to_come)) = (database, condition?) else {
        return Ok(());
    };
    let Some((first, _)) = to_come.first() else {
        return Ok(());
    };
    let failed = |why: String| StoreError::NotKept {
        file: database.to_string(),
        why,
    };
    let real = path
        .canonicalize()
        .map_err(|error| failed(error.to_string()))?;
    let before = beside(&real, *first);
    let backup = Backup::unseen(&real, folder_of(&real))
        .await
        .map_err(|error| failed(error.to_string()))?;
    backup
        .put_over(&before)
        .map_err(|error| failed(error.to_string()))?;
    tracing::info!(file = %before.display(), "the database is of an earlier version; it was backed up");
    Ok(())
}

/// Where a database lies as it was before a migration.
fn beside(database: &Path, migration: i64) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(format!(".before-{}", numbered(migration)));
    name.into()
}

fn numbered(migration: i64) -> String {
    format!("{migration:04}")
}

/// Whether a file beside a database of this name is a copy of it from before a migration or a restore.
fn is_copy(database: &str, name: &str) -> bool {
    let copy = name
        .strip_prefix(database)
        .and_then(|rest| rest.strip_prefix(".before-"));
    copy.is_some_and(|what| {
        what.starts_with("restore") || what.parse().is_ok_and(|number| what == numbered(number))
    })
}

/// Removes the copies beside a database that are older than [`KEPT_FOR`], and what killed backups left: they still hold people
/// who were forgotten since.
pub(super) fn remove_expired(database: &Path, now: SystemTime) -> io::Result<()> {
    let Some(name) = database.file_name().and_then(OsStr::to_str) else {
        return Ok(());
    };
    let folder = folder_of(database);
    remove_leftovers(folder);
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry
            .file_name()
            .to_str()
            .is_some_and(|copy| is_copy(name, copy))
        {
            let modified = entry.metadata()?.modified()?;
            if now.duration_since(modified).is_ok_and(|age| age > KEPT_FOR) {
                fs::remove_file(entry.path())?;
            }
        }
    }
    Ok(())
}
