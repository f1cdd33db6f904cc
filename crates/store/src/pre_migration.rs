//! Backs a file up before it is migrated, because only the older program can serve the old version.

use std::error::Error;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{fs, io};

use super::StoreError;
use super::backup::{Backup, remove_leftovers};
use super::database_file::{check_file, folder_of, resolve_links};
use super::open::{Address, connect_read_only};
use super::schema_state::{SchemaState, schema_state_of};

/// How long a backup is kept beside the database.
const BACKUP_RETENTION: Duration = Duration::from_hours(30 * 24);

/// Refuses a database of a newer or a development version, and backs up a file of an earlier one.
/// The backup is beside the file: `lanai.db.before-0019` is the database before the nineteenth
/// migration.
pub(super) async fn check_and_back_up(database: &Address) -> Result<(), StoreError> {
    if let Address::File(path) = database {
        if !path.exists() {
            return Ok(());
        }
        check_file(&resolve_links(path))?;
    }
    let mut connection = connect_read_only(database).await?;
    let condition = schema_state_of(&mut connection, &database.to_string()).await;
    // The connection only read, so an error does not matter.
    let _ = connection.close().await;
    let (Address::File(path), SchemaState::Older(pending)) = (database, condition?) else {
        return Ok(());
    };
    let Some((first, _)) = pending.first() else {
        return Ok(());
    };
    let backup = back_up(path, *first)
        .await
        .map_err(|error| StoreError::BackupFailed {
            file: database.to_string(),
            why: error.to_string(),
        })?;
    tracing::info!(file = %backup.display(), "the database is of an earlier version; it was backed up");
    Ok(())
}

/// Backs a file up before the given migration. Returns the path of the backup.
async fn back_up(file: &Path, migration: i64) -> Result<PathBuf, Box<dyn Error + Send + Sync>> {
    let file = file.canonicalize()?;
    let backup = backup_path(&file, migration);
    Backup::create_unchecked(&file, folder_of(&file))
        .await?
        .replace_file(&backup)?;
    Ok(backup)
}

/// Returns the path of the backup before a migration.
fn backup_path(database: &Path, migration: i64) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(format!(".before-{}", migration_suffix(migration)));
    name.into()
}

fn migration_suffix(migration: i64) -> String {
    format!("{migration:04}")
}

/// Returns whether a file beside the database is its backup from before a migration or a restore.
fn is_backup(database: &str, name: &str) -> bool {
    let copy = name
        .strip_prefix(database)
        .and_then(|rest| rest.strip_prefix(".before-"));
    copy.is_some_and(|what| {
        what.starts_with("restore")
            || what
                .parse()
                .is_ok_and(|number| what == migration_suffix(number))
    })
}

/// Removes backups older than [`BACKUP_RETENTION`] and leftovers of killed backups, which still
/// contain people who were erased since.
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
            .is_some_and(|copy| is_backup(name, copy))
        {
            let modified = entry.metadata()?.modified()?;
            if now
                .duration_since(modified)
                .is_ok_and(|age| age > BACKUP_RETENTION)
            {
                fs::remove_file(entry.path())?;
            }
        }
    }
    Ok(())
}
