//! `lanai restore`: a backup takes the place of a database that nobody serves, once its games are proven.

use std::error::Error;
use std::io::{self, Write as _};
use std::path::Path;

use super::{backups, copying, proving};
use crate::cli::RestoreArgs;
use lanai_host::Proof;
use lanai_store::{Address, BackupError, Copy, Held, folder_of};
use lanai_text::Words;

/// Restores a backup.
pub(super) async fn restore(
    words: &Words,
    database: &Address,
    arguments: &RestoreArgs,
) -> Result<(), Box<dyn Error>> {
    match database {
        Address::File(path) => to_file(words, path, arguments).await?,
        Address::Server(_) => to_guild(words, database, arguments).await?,
    }
    let fill = [
        ("file", arguments.file.display().to_string().into()),
        ("to", database.to_string().into()),
    ];
    writeln!(io::stdout(), "{}", words.say("restore-done", &fill))?;
    Ok(())
}

async fn to_file(
    words: &Words,
    path: &Path,
    arguments: &RestoreArgs,
) -> Result<(), Box<dyn Error>> {
    let refused = |error: BackupError| backups::told(words, &error);
    let held = Held::hold(&Address::File(path.to_owned())).await;
    let _held = held.map_err(|error| backups::served(words, error))?;
    // Beside the database, wherever that really is.
    let real = path.canonicalize().or_else(|_| std::path::absolute(path))?;
    let backup = backups::take(
        words,
        &Address::File(arguments.file.clone()),
        folder_of(&real),
    )
    .await?;
    let store = backup.store().await.map_err(refused)?;
    let proof = proving::prove_all(words, &store).await?;
    store.close().await;
    is_proven(words, &proof, arguments)?;
    if let Some(aside) = backup.put(&real).await.map_err(refused)? {
        let fill = [("aside", aside.display().to_string().into())];
        writeln!(io::stdout(), "{}", words.say("restore-aside", &fill))?;
    }
    Ok(())
}

/// There is nothing on a server that could be put aside: the database has to be empty.
async fn to_guild(
    words: &Words,
    database: &Address,
    arguments: &RestoreArgs,
) -> Result<(), Box<dyn Error>> {
    let copy = Copy::begin_beside_others(&Address::File(arguments.file.clone()), database).await?;
    let (copy, proof) = copying::made(words, copy, database).await?;
    if let Err(unproven) = is_proven(words, &proof, arguments) {
        copy.leave().await?;
        return Err(unproven);
    }
    Ok(copy.finish().await?)
}

/// An error if games cannot be verified, unless that is of no matter.
fn is_proven(words: &Words, proof: &Proof, arguments: &RestoreArgs) -> Result<(), Box<dyn Error>> {
    if proof.wrong.is_empty() || arguments.unproven {
        return Ok(());
    }
    Err(words
        .say("restore-unproven", &[("n", proof.wrong.len().into())])
        .into())
}
