//! Arguments of the commands for operators, which `operating` executes.

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Subcommand};

#[derive(Subcommand, Debug)]
pub enum OperatingCommand {
    #[command(subcommand)]
    Store(StoreCommand),
    /// Back up the bot's database, even while the bot runs
    Backup(BackupArgs),
    /// Check that a backup is whole, and replay every game in it
    Verify(VerifyArgs),
    /// Replace the bot's database with a backup
    Restore(RestoreArgs),
}

/// Commands on a database that is not served.
#[derive(Subcommand, Debug)]
pub enum StoreCommand {
    /// Copy everything in one database to another, empty one, and verify that it is all there
    Copy(CopyArgs),
    /// Bring the bot's database up to date
    Migrate(MigrateArgs),
}

#[derive(Args, Debug)]
pub struct CopyArgs {
    /// The database to copy from
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    pub from: String,
    /// The database to copy to: a file that does not exist yet, or an empty PostgreSQL database
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    pub to: String,
}

#[derive(Args, Debug)]
pub struct BackupArgs {
    /// A file that does not exist yet, or a folder
    pub place: PathBuf,
    /// How many backups are kept in the folder
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub keep: Option<u32>,
}

#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// The backup
    pub file: PathBuf,
}

#[derive(Args, Debug)]
pub struct RestoreArgs {
    /// The backup
    pub file: PathBuf,
    /// Whether the backup is restored even if games in it cannot be verified
    #[arg(long)]
    pub unproven: bool,
}

#[derive(Args, Debug)]
pub struct MigrateArgs {
    /// Whether the migrations are only tried out
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Args, Debug)]
pub struct DoctorArgs {
    /// The id of a channel in which the bot's requests are tried out
    #[arg(long, value_name = "CHANNEL")]
    pub live: Option<u64>,
}

#[derive(Args, Debug)]
pub struct AwayArgs {
    /// Why, and for how long
    pub reason: Option<String>,
}
