//! The errors of commands, as sentences that tell the operator what to do.

use std::io;

use crate::cli::CliError;
use crate::config::ConfigError;
use crate::key;
use lanai_discord::ServeError;
use lanai_host::InternalError;
use lanai_porch::OpenError;
use lanai_store::{BackupError, CopyError, StoreError, UnusableDatabase};
use lanai_text::{Key, Words, WordsError};

#[derive(Debug, thiserror::Error)]
#[error("{self:?}")]
pub enum CommandError {
    Cli(#[from] CliError),
    Config(#[from] ConfigError),
    Dictionary(#[from] WordsError),
    Io(#[from] io::Error),
    Store(#[from] StoreError),
    UnusableDatabase(#[from] UnusableDatabase),
    Backup(#[from] BackupError),
    Copy(#[from] CopyError),
    Internal(#[from] InternalError),
    Serve(#[from] ServeError),
    Porch(#[from] OpenError),
    /// A picture for the trial in a channel cannot be drawn.
    TrialPicture(String),
    ServeWithoutToken,
    MaintenanceWithoutToken,
    DatabaseInUse(String),
    /// The porch was given a database of a bot on Discord.
    ForeignPorchDatabase(String),
    /// The operator stopped the command. The value is the key of the sentence to print.
    Stopped(Key),
    /// A copied table differs from its original.
    CopyDiffers {
        table: String,
        to: String,
    },
    CopyUnverified {
        from: String,
        to: String,
        games: usize,
    },
    BackupUnverified {
        file: String,
        games: usize,
    },
    VerificationFailed {
        file: String,
        games: usize,
    },
    RestoreUnverified {
        games: usize,
    },
    MigrationUnverified {
        games: usize,
    },
    NoMetricsAddress,
    BotUnreachable {
        address: String,
        why: String,
    },
    /// The bot has problems, which its health page describes in this text.
    BotUnhealthy(String),
    /// How many checks of `lanai doctor` failed.
    ChecksFailed(usize),
}

impl CommandError {
    /// Describes the error in the language of the operator.
    pub fn to_sentence(&self, words: &Words) -> String {
        match self {
            CommandError::Cli(error) => error.to_sentence(words),
            CommandError::Config(error) => error.to_string(),
            CommandError::Dictionary(error) => error.to_string(),
            CommandError::Io(error) => error.to_string(),
            CommandError::Store(error) => error.to_string(),
            CommandError::UnusableDatabase(unusable) => describe_unusable_database(words, unusable),
            CommandError::Backup(error) => describe_backup_error(words, error),
            CommandError::Copy(error) => error.to_string(),
            CommandError::Internal(error) => error.to_string(),
            CommandError::Serve(error) => error.to_string(),
            CommandError::Porch(error) => error.to_string(),
            CommandError::TrialPicture(why) => why.clone(),
            CommandError::ServeWithoutToken => words.say(key::SERVE_NO_TOKEN, &[]),
            CommandError::MaintenanceWithoutToken => words.say(key::AWAY_NO_TOKEN, &[]),
            CommandError::DatabaseInUse(file) => say_with_file(words, key::UNFIT_SERVED, file),
            CommandError::ForeignPorchDatabase(file) => {
                say_with_file(words, key::PORCH_FOREIGN_DATABASE, file)
            }
            CommandError::Stopped(key) => words.say(*key, &[]),
            CommandError::CopyDiffers { table, to } => words.say(
                key::COPY_DIFFERS,
                &[("table", table.into()), ("to", to.into())],
            ),
            CommandError::CopyUnverified { from, to, games } => words.say(
                key::COPY_UNPROVEN,
                &[
                    ("from", from.into()),
                    ("to", to.into()),
                    ("n", (*games).into()),
                ],
            ),
            CommandError::BackupUnverified { file, games } => words.say(
                key::BACKUP_UNPROVEN,
                &[("file", file.into()), ("n", (*games).into())],
            ),
            CommandError::VerificationFailed { file, games } => words.say(
                key::VERIFY_UNPROVEN,
                &[("file", file.into()), ("n", (*games).into())],
            ),
            CommandError::RestoreUnverified { games } => {
                words.say(key::RESTORE_UNPROVEN, &[("n", (*games).into())])
            }
            CommandError::MigrationUnverified { games } => {
                words.say(key::MIGRATE_UNPROVEN, &[("n", (*games).into())])
            }
            CommandError::NoMetricsAddress => words.say(key::HEALTH_NO_ADDRESS, &[]),
            CommandError::BotUnreachable { address, why } => words.say(
                key::HEALTH_NO_ANSWER,
                &[("address", address.into()), ("why", why.into())],
            ),
            CommandError::BotUnhealthy(problems) => problems.clone(),
            CommandError::ChecksFailed(count) => {
                words.say(key::DOCTOR_ILL, &[("n", (*count).into())])
            }
        }
    }
}

fn say_with_file(words: &Words, key: Key, file: &String) -> String {
    words.say(key, &[("file", file.into())])
}

fn describe_backup_error(words: &Words, error: &BackupError) -> String {
    match error {
        BackupError::Unusable(unusable) => describe_unusable_database(words, unusable),
        BackupError::Differs(table) => {
            words.say(key::BACKUP_DIFFERS, &[("table", (*table).into())])
        }
        BackupError::Exists(place) => words.say(
            key::BACKUP_EXISTS,
            &[("file", place.display().to_string().into())],
        ),
        BackupError::Place { place, error } => {
            let arguments = [
                ("file", place.display().to_string().into()),
                ("why", error.to_string().into()),
            ];
            words.say(key::BACKUP_PLACE, &arguments)
        }
        BackupError::Copy(error) => error.to_string(),
        BackupError::Store(error) => error.to_string(),
    }
}

/// Describes why a database cannot be used.
pub(crate) fn describe_unusable_database(words: &Words, unusable: &UnusableDatabase) -> String {
    match unusable {
        UnusableDatabase::NoFile(file) => say_with_file(words, key::UNFIT_NO_FILE, file),
        UnusableDatabase::NoTables(file) => say_with_file(words, key::UNFIT_NO_TABLES, file),
        UnusableDatabase::Unfinished { file, of } => {
            words.say(key::UNFIT_PART, &[("file", file.into()), ("of", of.into())])
        }
        UnusableDatabase::Damaged {
            file,
            problem: what,
        } => words.say(
            key::UNFIT_DAMAGED,
            &[("file", file.into()), ("what", what.into())],
        ),
        UnusableDatabase::Replica(file) => say_with_file(words, key::UNFIT_REPLICA, file),
        UnusableDatabase::OldServer { file, version } => words.say(
            key::UNFIT_OLD_SERVER,
            &[("file", file.into()), ("version", version.into())],
        ),
        UnusableDatabase::NoRights(file) => say_with_file(words, key::UNFIT_NO_RIGHTS, file),
        UnusableDatabase::Pooled(file) => say_with_file(words, key::UNFIT_POOLED, file),
        UnusableDatabase::Store(error) => error.to_string(),
    }
}
