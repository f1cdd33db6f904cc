//! `lanai restore`: puts a backup in place of a database that is not served, after verifying it.

use std::io::{self, Write as _};
use std::path::Path;

use super::backup::take_backup;
use super::copy::copy_and_verify;
use super::lock_database;
use super::verification::verify_all_games;
use crate::cli::RestoreArgs;
use crate::error::CommandError;
use crate::key;
use lanai_host::VerificationReport;
use lanai_store::{Address, DatabaseCopy, folder_of};
use lanai_text::Words;

/// Restores a backup to a database.
pub(super) async fn restore_backup(
    words: &Words,
    database: &Address,
    arguments: &RestoreArgs,
) -> Result<(), CommandError> {
    match database {
        Address::File(path) => restore_file(words, path, arguments).await?,
        Address::Server(_) => restore_server(words, database, arguments).await?,
    }
    let places = [
        ("file", arguments.file.display().to_string().into()),
        ("to", database.to_string().into()),
    ];
    writeln!(io::stdout(), "{}", words.say(key::RESTORE_DONE, &places))?;
    Ok(())
}

async fn restore_file(
    words: &Words,
    path: &Path,
    arguments: &RestoreArgs,
) -> Result<(), CommandError> {
    let _lock = lock_database(&Address::File(path.to_owned())).await?;
    // The backup is unpacked on the file system of the database, to be renamed into its place.
    let real_path = path.canonicalize().or_else(|_| std::path::absolute(path))?;
    let file = Address::File(arguments.file.clone());
    let backup = take_backup(words, &file, folder_of(&real_path)).await?;
    let store = backup.open_store().await?;
    let proof = verify_all_games(words, &store).await?;
    store.close().await;
    check_verified(&proof, arguments)?;
    if let Some(old_file) = backup.restore_to(&real_path).await? {
        let place = [("aside", old_file.display().to_string().into())];
        writeln!(io::stdout(), "{}", words.say(key::RESTORE_ASIDE, &place))?;
    }
    Ok(())
}

/// Restores to a server, where the old data cannot be put aside: the database has to be empty.
async fn restore_server(
    words: &Words,
    database: &Address,
    arguments: &RestoreArgs,
) -> Result<(), CommandError> {
    let copy =
        DatabaseCopy::begin_while_served(&Address::File(arguments.file.clone()), database).await?;
    let (copy, proof) = copy_and_verify(words, copy, database).await?;
    if let Err(unverified) = check_verified(&proof, arguments) {
        copy.close().await?;
        return Err(unverified);
    }
    Ok(copy.finish().await?)
}

/// Fails if games could not be verified, unless the operator accepts that.
fn check_verified(proof: &VerificationReport, arguments: &RestoreArgs) -> Result<(), CommandError> {
    if proof.failures.is_empty() || arguments.unproven {
        return Ok(());
    }
    Err(CommandError::RestoreUnverified {
        games: proof.failures.len(),
    })
}
