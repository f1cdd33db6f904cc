//! Commands for operators that work on a database or on a running bot.
//!
//! `cli` parses their arguments. The entry points are [`run`] for the commands on databases, and
//! the functions that this module re-exports.

mod backup;
mod clock;
mod copy;
mod doctor;
mod health;
mod maintenance;
mod migrate;
mod restore;
mod service;
mod verification;

use crate::cli::{OperatingCommand, StoreCommand};
use crate::config::{Config, Secret};
use crate::error::CommandError;
use crate::key;
use lanai_store::{Address, DatabaseLock, StoreError};
use lanai_text::{Dictionary, Words, WordsError};

pub use clock::watch_clock;
pub use doctor::diagnose;
pub use health::print_health;
pub use maintenance::run_maintenance_responder;
pub use service::{notify_service_manager, notify_stopping};

const DEFAULT_DATABASE: &str = "lanai.db";

/// Returns the address of the database in the settings, or of the default database.
pub fn database_address(config: &Config) -> Result<Address, StoreError> {
    Address::parse(
        config
            .database
            .as_ref()
            .map_or(DEFAULT_DATABASE, Secret::reveal),
    )
}

/// Loads all languages, including those in the folder that the settings name.
pub fn load_dictionary(config: &Config) -> Result<Dictionary, WordsError> {
    let built_in = Dictionary::open()?;
    let Some(folder) = &config.words else {
        return Ok(built_in);
    };
    let (dictionary, gaps) = built_in.with_folder(folder)?;
    for (language, sentences) in gaps.iter().filter(|(_, sentences)| *sentences > 0) {
        tracing::warn!(
            language,
            sentences,
            "sentences are missing and appear in English"
        );
    }
    Ok(dictionary)
}

/// Runs a command on a database to its end, or until `stop` resolves.
pub async fn run(
    command: OperatingCommand,
    config: &Config,
    words: &Words,
    stop: impl Future<Output = ()>,
) -> Result<(), CommandError> {
    let stopped_key = match &command {
        OperatingCommand::Store(StoreCommand::Copy(_)) => key::COPY_STOPPED,
        OperatingCommand::Backup(_) => key::BACKUP_STOPPED,
        OperatingCommand::Verify(_) => key::VERIFY_STOPPED,
        OperatingCommand::Restore(_) => key::RESTORE_STOPPED,
        OperatingCommand::Store(StoreCommand::Migrate(_)) => key::MIGRATE_STOPPED,
    };
    tokio::select! {
        result = dispatch(command, config, words) => result,
        () = stop => Err(CommandError::Stopped(stopped_key)),
    }
}

async fn dispatch(
    command: OperatingCommand,
    config: &Config,
    words: &Words,
) -> Result<(), CommandError> {
    match command {
        OperatingCommand::Store(StoreCommand::Copy(arguments)) => {
            copy::copy_database(words, &arguments).await
        }
        OperatingCommand::Backup(arguments) => {
            backup::back_up(words, &database_address(config)?, &arguments).await
        }
        OperatingCommand::Verify(arguments) => backup::verify_backup(words, &arguments).await,
        OperatingCommand::Restore(arguments) => {
            restore::restore_backup(words, &database_address(config)?, &arguments).await
        }
        OperatingCommand::Store(StoreCommand::Migrate(arguments)) => {
            migrate::migrate(words, &database_address(config)?, &arguments).await
        }
    }
}

/// Locks the database, so that no other process uses it.
async fn lock_database(database: &Address) -> Result<DatabaseLock, CommandError> {
    DatabaseLock::acquire(database)
        .await
        .map_err(into_command_error)
}

/// Converts an error of the store; [`StoreError::InUse`] gets a variant that is translated later.
fn into_command_error(error: StoreError) -> CommandError {
    if let StoreError::InUse { file } = error {
        CommandError::DatabaseInUse(file)
    } else {
        error.into()
    }
}
