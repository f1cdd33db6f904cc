//! What whoever runs the bot does beside serving: each is a command, of which `cli` knows the arguments.

mod away;
mod backing_up;
mod backups;
mod clock;
mod copying;
mod doctor;
mod health;
mod migrating;
mod proving;
mod restoring;
mod service;

use std::error::Error;

use crate::cli::{OperatingCommand, StoreCommand};
use crate::config::{Config, Secret};
use lanai_store::{Address, StoreError};
use lanai_text::{Dictionary, NoWords, Words};

pub use away::stand_in;
pub use clock::watch_clock;
pub use doctor::examine;
pub use health::ask_health;
pub use service::{leaves, vouch};

/// The file in which tables are kept, unless the settings name another place.
const USUAL: &str = "lanai.db";

/// Where a bot with these settings keeps its tables.
pub fn database(config: &Config) -> Result<Address, StoreError> {
    Address::read(config.database.as_ref().map_or(USUAL, Secret::reveal))
}

/// All languages of a bot with these settings, those that were put beside the program included.
pub fn dictionary(config: &Config) -> Result<Dictionary, NoWords> {
    let ours = Dictionary::open()?;
    let Some(folder) = &config.words else {
        return Ok(ours);
    };
    let (all, gaps) = ours.and(folder)?;
    for (language, sentences) in gaps.iter().filter(|(_, sentences)| *sentences > 0) {
        tracing::warn!(
            language,
            sentences,
            "sentences are missing, and are said in English"
        );
    }
    Ok(all)
}

/// Does what is asked for, until it is told to stop.
pub async fn run(
    command: OperatingCommand,
    config: &Config,
    words: &Words,
    stop: impl Future<Output = ()>,
) -> Result<(), Box<dyn Error>> {
    let stopped = match &command {
        OperatingCommand::Store(StoreCommand::Copy(_)) => "copy-stopped",
        OperatingCommand::Backup(_) => "backup-stopped",
        OperatingCommand::Verify(_) => "verify-stopped",
        OperatingCommand::Restore(_) => "restore-stopped",
        OperatingCommand::Store(StoreCommand::Migrate(_)) => "migrate-stopped",
    };
    tokio::select! {
        done = done(command, config, words) => done,
        () = stop => Err(words.say(stopped, &[]).into()),
    }
}

async fn done(
    command: OperatingCommand,
    config: &Config,
    words: &Words,
) -> Result<(), Box<dyn Error>> {
    match command {
        OperatingCommand::Store(StoreCommand::Copy(arguments)) => {
            copying::copy(words, &arguments).await
        }
        OperatingCommand::Backup(arguments) => {
            backing_up::back_up(words, &database(config)?, &arguments).await
        }
        OperatingCommand::Verify(arguments) => backing_up::verify(words, &arguments).await,
        OperatingCommand::Restore(arguments) => {
            restoring::restore(words, &database(config)?, &arguments).await
        }
        OperatingCommand::Store(StoreCommand::Migrate(arguments)) => {
            migrating::migrate(words, &database(config)?, &arguments).await
        }
    }
}
