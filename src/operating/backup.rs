//! `lanai backup` backs up a database, and `lanai verify` checks a backup. Both replay every game.
//!
//! The bot may go on serving. `--keep` deletes old backups in a folder once a new one is verified.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use jiff::Timestamp;

use super::verification::verify_all_games;
use crate::cli::{BackupArgs, Progress, VerifyArgs};
use crate::error::CommandError;
use crate::key;
use lanai_store::{Address, Backup, BackupError, BackupStage, folder_of, record_backup};
use lanai_text::{Key, Words};

/// The format of the name of a backup in a folder: the time at which the backup was begun.
const BACKUP_NAME_FORMAT: &str = "lanai-%Y%m%dT%H%M%SZ.db";

/// Backs up a database and verifies the backup.
pub(super) async fn back_up(
    words: &Words,
    database: &Address,
    arguments: &BackupArgs,
) -> Result<(), CommandError> {
    let begun = Timestamp::now();
    let is_folder = arguments.keep.is_some() || arguments.place.is_dir();
    let file = if is_folder {
        let name = begun.strftime(BACKUP_NAME_FORMAT).to_string();
        arguments.place.join(name)
    } else {
        arguments.place.clone()
    };
    if file.exists() {
        return Err(BackupError::Exists(file).into());
    }
    let folder = folder_of(&file);
    if is_folder {
        create_private_folder(folder).map_err(|error| place_error(folder, error))?;
    }
    let backup = take_backup(words, database, folder).await?;
    let store = backup.open_store().await?;
    let proof = verify_all_games(words, &store).await?;
    store.close().await;
    let size = backup.size()?;
    // Even a backup that cannot be verified is kept: it may be the last copy of the games.
    backup.save_as(&file)?;
    if !proof.failures.is_empty() {
        return Err(CommandError::BackupUnverified {
            file: file.display().to_string(),
            games: proof.failures.len(),
        });
    }
    // The backup is complete even if its time cannot be recorded, as in a read-only database.
    if let Err(error) = record_backup(database, lanai_store::Timestamp(begun.as_second())).await {
        tracing::warn!(%error, "the metrics will not show this backup");
    }
    let summary = [
        ("file", file.display().to_string().into()),
        ("from", database.to_string().into()),
        ("kilobytes", size.div_ceil(1000).into()),
    ];
    writeln!(io::stdout(), "{}", words.say(key::BACKUP_DONE, &summary))?;
    match arguments.keep {
        Some(keep) => delete_old_backups(words, &file, keep),
        None => Ok(()),
    }
}

fn delete_old_backups(words: &Words, new: &Path, keep: u32) -> Result<(), CommandError> {
    let old_backups =
        find_old_backups(new, keep).map_err(|error| place_error(folder_of(new), error))?;
    for old in old_backups {
        fs::remove_file(&old).map_err(|error| place_error(&old, error))?;
        let arguments = [("file", old.display().to_string().into())];
        writeln!(
            io::stdout(),
            "{}",
            words.say(key::BACKUP_DELETED, &arguments)
        )?;
    }
    Ok(())
}

fn place_error(place: &Path, error: io::Error) -> BackupError {
    BackupError::Place {
        place: place.to_owned(),
        error,
    }
}

/// Checks that a backup is whole, and that replaying each game leads to its stored state.
///
/// The file is only read. A copy is opened, which is migrated if it is of an earlier version.
pub(super) async fn verify_backup(
    words: &Words,
    arguments: &VerifyArgs,
) -> Result<(), CommandError> {
    let database = Address::File(arguments.file.clone());
    let backup = take_backup(words, &database, &std::env::temp_dir()).await?;
    let store = backup.open_store().await?;
    let proof = verify_all_games(words, &store).await;
    store.close().await;
    let proof = proof?;
    if !proof.failures.is_empty() {
        return Err(CommandError::VerificationFailed {
            file: database.to_string(),
            games: proof.failures.len(),
        });
    }
    let arguments = [("file", database.to_string().into())];
    writeln!(io::stdout(), "{}", words.say(key::VERIFY_DONE, &arguments))?;
    Ok(())
}

/// Takes a backup in a new folder within `parent_folder`, and shows the progress.
pub(super) async fn take_backup(
    words: &Words,
    database: &Address,
    parent_folder: &Path,
) -> Result<Backup, BackupError> {
    let mut current: Option<(BackupStage, Progress)> = None;
    Backup::create(database, parent_folder, |stage, done, total| {
        if current.as_ref().is_none_or(|(before, _)| *before != stage) {
            current = Some((stage, Progress::start(words, progress_key(stage), total)));
        }
        if let Some((_, progress)) = &mut current {
            progress.set_done(done);
        }
    })
    .await
}

fn progress_key(stage: BackupStage) -> Key {
    match stage {
        BackupStage::Pages => key::PROGRESS_BACKING_UP,
        BackupStage::Rows => key::PROGRESS_COPYING,
        BackupStage::Comparison => key::PROGRESS_COMPARING,
    }
}

/// Creates a folder that only its owner can read, unless it exists.
fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Finds the backups next to a new one that exceed the number to keep, which includes the new one.
///
/// The new backup is never returned, even if the clock was wrong when older backups were made.
fn find_old_backups(new: &Path, keep: u32) -> io::Result<Vec<PathBuf>> {
    let mut backups = Vec::new();
    for entry in fs::read_dir(folder_of(new))? {
        let entry = entry?;
        let is_backup =
            entry.file_name().to_str().is_some_and(is_backup_name) && entry.file_type()?.is_file();
        if is_backup && entry.file_name() != new.file_name().unwrap_or_default() {
            backups.push(entry.path());
        }
    }
    // The names contain the times, so sorting by name sorts by time.
    backups.sort();
    backups.truncate((backups.len() + 1).saturating_sub(keep as usize));
    Ok(backups)
}

/// Returns when the newest backup in a folder was made, if there is one.
pub(super) fn newest_backup_time(folder: &Path) -> Option<SystemTime> {
    fs::read_dir(folder)
        .ok()?
        .flatten()
        .filter(|entry| entry.file_name().to_str().is_some_and(is_backup_name))
        .filter_map(|backup| backup.metadata().ok()?.modified().ok())
        .max()
}

fn is_backup_name(name: &str) -> bool {
    jiff::civil::DateTime::strptime(BACKUP_NAME_FORMAT, name).is_ok()
}
