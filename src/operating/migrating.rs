//! `lanai store migrate`: a database is brought up to date before a newer bot starts on it, or that is tried out first.

use std::error::Error;
use std::io::{self, Write as _};

use super::{backups, proving};
use crate::cli::MigrateArgs;
use lanai_store::{Address, BackupError, Condition, Held, Store, Unfit, folder_of, try_migrations};
use lanai_text::Words;

/// Brings it up to date, or only tries to.
pub(super) async fn migrate(
    words: &Words,
    database: &Address,
    arguments: &MigrateArgs,
) -> Result<(), Box<dyn Error>> {
    let refused = |unfit: Unfit| backups::unfit_told(words, &unfit);
    let fill = [("file", database.to_string().into())];
    let to_come = match Condition::of_existing(database).await.map_err(refused)? {
        Condition::Older(to_come) => to_come,
        Condition::New | Condition::Current => {
            writeln!(io::stdout(), "{}", words.say("migrate-nothing", &fill))?;
            return Ok(());
        }
    };
    for (number, name) in &to_come {
        let fill = [
            ("number", format!("{number:04}").into()),
            ("name", name.into()),
        ];
        writeln!(io::stdout(), "{}", words.say("migrate-to-come", &fill))?;
    }
    if arguments.dry_run {
        tried(words, database).await?;
        writeln!(io::stdout(), "{}", words.say("migrate-tried", &fill))?;
        return Ok(());
    }
    let _held = Held::hold(database)
        .await
        .map_err(|error| backups::served(words, error))?;
    let store = Store::at(database).await?;
    let wrong = replayed(words, &store).await;
    store.close().await;
    wrong?;
    writeln!(io::stdout(), "{}", words.say("migrate-done", &fill))?;
    Ok(())
}

/// Tries it: a file, with its games, as a copy; a database on a server, in a transaction that is not committed.
async fn tried(words: &Words, database: &Address) -> Result<(), Box<dyn Error>> {
    let refused = |error: BackupError| backups::told(words, &error);
    match database {
        Address::File(path) => {
            let real = path.canonicalize()?;
            let backup = backups::take(words, database, folder_of(&real)).await?;
            let store = backup.store().await.map_err(refused)?;
            let wrong = replayed(words, &store).await;
            store.close().await;
            wrong
        }
        Address::Server(address) => try_migrations(address)
            .await
            .map_err(|error| backups::served(words, error)),
    }
}

/// An error if not all games come out as they stand.
async fn replayed(words: &Words, store: &Store) -> Result<(), Box<dyn Error>> {
    let proof = proving::prove_all(words, store).await?;
    if proof.wrong.is_empty() {
        return Ok(());
    }
    Err(words
        .say("migrate-unproven", &[("n", proof.wrong.len().into())])
        .into())
}
