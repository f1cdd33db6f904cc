//! `lanai store migrate`: migrates a database before a newer bot serves it, or only tries it out.

use std::io::{self, Write as _};

use super::backup::take_backup;
use super::verification::verify_all_games;
use super::{into_command_error, lock_database};
use crate::cli::MigrateArgs;
use crate::error::CommandError;
use crate::key;
use lanai_store::{Address, SchemaState, Store, folder_of, try_migrations};
use lanai_text::Words;

/// Runs the missing migrations on a database, or only tries them out.
pub(super) async fn migrate(
    words: &Words,
    database: &Address,
    arguments: &MigrateArgs,
) -> Result<(), CommandError> {
    let file = [("file", database.to_string().into())];
    let migrations = match SchemaState::load_existing(database).await? {
        SchemaState::Older(migrations) => migrations,
        SchemaState::New | SchemaState::Current => {
            writeln!(io::stdout(), "{}", words.say(key::MIGRATE_NOTHING, &file))?;
            return Ok(());
        }
    };
    for (number, name) in &migrations {
        let arguments = [
            ("number", format!("{number:04}").into()),
            ("name", name.into()),
        ];
        writeln!(
            io::stdout(),
            "{}",
            words.say(key::MIGRATE_TO_COME, &arguments)
        )?;
    }
    if arguments.dry_run {
        try_migration(words, database).await?;
        writeln!(io::stdout(), "{}", words.say(key::MIGRATE_TRIED, &file))?;
        return Ok(());
    }
    let _lock = lock_database(database).await?;
    let store = Store::connect(database).await?;
    let replayed = check_all_replay(words, &store).await;
    store.close().await;
    replayed?;
    writeln!(io::stdout(), "{}", words.say(key::MIGRATE_DONE, &file))?;
    Ok(())
}

/// Tries the migrations: on a copy of a file, or in a transaction that is rolled back on a server.
async fn try_migration(words: &Words, database: &Address) -> Result<(), CommandError> {
    match database {
        Address::File(path) => {
            let real_path = path.canonicalize()?;
            let backup = take_backup(words, database, folder_of(&real_path)).await?;
            let store = backup.open_store().await?;
            let replayed = check_all_replay(words, &store).await;
            store.close().await;
            replayed
        }
        Address::Server(address) => try_migrations(address).await.map_err(into_command_error),
    }
}

/// Fails if replaying a game does not lead to its stored state.
async fn check_all_replay(words: &Words, store: &Store) -> Result<(), CommandError> {
    let proof = verify_all_games(words, store).await?;
    if proof.failures.is_empty() {
        return Ok(());
    }
    Err(CommandError::MigrationUnverified {
        games: proof.failures.len(),
    })
}
