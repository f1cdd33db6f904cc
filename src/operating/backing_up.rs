//! `lanai backup`: the database as it stands, kept in a file once every game in it was replayed, while the bot runs; and in a
//! folder, the newest of them. `lanai verify` proves the same of a backup that is already there.

use std::error::Error;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use jiff::Timestamp;

use super::{backups, proving};
use crate::cli::{BackupArgs, VerifyArgs};
use lanai_store::{Address, BackupError, folder_of, record_backup};
use lanai_text::Words;

/// How the name of a backup in a folder says when it was made, and by which it is known as one.
const NAME: &str = "lanai-%Y%m%dT%H%M%SZ.db";

/// Backs a database up, and lets go of old backups once the new one is proven.
pub(super) async fn back_up(
    words: &Words,
    database: &Address,
    arguments: &BackupArgs,
) -> Result<(), Box<dyn Error>> {
    let BackupArgs { place, keep } = arguments;
    let begun = Timestamp::now();
    let refused = |error: BackupError| backups::told(words, &error);
    let is_folder = keep.is_some() || place.is_dir();
    let file = if is_folder {
        place.join(begun.strftime(NAME).to_string())
    } else {
        place.clone()
    };
    if file.exists() {
        return Err(refused(BackupError::Exists(file)).into());
    }
    let folder = folder_of(&file);
    if is_folder {
        let made = made_private(folder);
        made.map_err(|error| {
            refused(BackupError::Place {
                place: folder.to_owned(),
                error,
            })
        })?;
    }
    let backup = backups::take(words, database, folder).await?;
    let store = backup.store().await.map_err(refused)?;
    let proof = proving::prove_all(words, &store).await?;
    store.close().await;
    let size = backup.size().map_err(refused)?;
    backup.keep(&file).map_err(refused)?;
    let named = |file: &Path| ("file", file.display().to_string().into());
    if !proof.wrong.is_empty() {
        return Err(words
            .say(
                "backup-unproven",
                &[named(&file), ("n", proof.wrong.len().into())],
            )
            .into());
    }
    // The backup is good whether or not this can be noted, as where the database takes no changes.
    if let Err(error) = record_backup(database, lanai_store::Timestamp(begun.as_second())).await {
        tracing::warn!(%error, "the metrics do not hear of this backup");
    }
    let all = [
        named(&file),
        ("from", database.to_string().into()),
        ("kilobytes", size.div_ceil(1000).into()),
    ];
    writeln!(io::stdout(), "{}", words.say("backup-done", &all))?;
    for old in keep.iter().map(|keep| old_ones(&file, *keep)) {
        for old in old.map_err(|error| {
            refused(BackupError::Place {
                place: folder.to_owned(),
                error,
            })
        })? {
            fs::remove_file(&old).map_err(|error| {
                refused(BackupError::Place {
                    place: old.clone(),
                    error,
                })
            })?;
            writeln!(
                io::stdout(),
                "{}",
                words.say("backup-deleted", &[named(&old)])
            )?;
        }
    }
    Ok(())
}

/// Checks that a backup is whole and that every game in it comes out of its log as it is stored. The file itself is only read:
/// a copy is opened, which is brought up to date if it is of an earlier version.
pub(super) async fn verify(words: &Words, arguments: &VerifyArgs) -> Result<(), Box<dyn Error>> {
    let database = Address::File(arguments.file.clone());
    let backup = backups::take(words, &database, &std::env::temp_dir()).await?;
    let store = backup
        .store()
        .await
        .map_err(|error| backups::told(words, &error))?;
    let proof = proving::prove_all(words, &store).await;
    store.close().await;
    let proof = proof?;
    let file = ("file", database.to_string().into());
    if !proof.wrong.is_empty() {
        return Err(words
            .say("verify-unproven", &[file, ("n", proof.wrong.len().into())])
            .into());
    }
    writeln!(io::stdout(), "{}", words.say("verify-done", &[file]))?;
    Ok(())
}

/// Makes a folder that is for its owner's eyes alone, unless there is one.
fn made_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// The backups beside one that was just made, without so many of the newest, of which it is one, whatever the clock said when the
/// others were. What has another name is none.
fn old_ones(new: &Path, keep: u32) -> io::Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder_of(new))? {
        let entry = entry?;
        let is_one =
            entry.file_name().to_str().is_some_and(is_a_backup) && entry.file_type()?.is_file();
        if is_one && entry.file_name() != new.file_name().unwrap_or_default() {
            all.push(entry.path());
        }
    }
    // Their names sort as their times do.
    all.sort();
    all.truncate((all.len() + 1).saturating_sub(keep as usize));
    Ok(all)
}

/// Returns when the newest backup in a folder was made, if there is one.
pub(super) fn newest_backup(folder: &Path) -> Option<SystemTime> {
    let entries = fs::read_dir(folder).ok()?.flatten();
    let backups = entries.filter(|entry| entry.file_name().to_str().is_some_and(is_a_backup));
    backups
        .filter_map(|backup| backup.metadata().ok()?.modified().ok())
        .max()
}

fn is_a_backup(name: &str) -> bool {
    jiff::civil::DateTime::strptime(NAME, name).is_ok()
}
