//! What whoever runs the bot asks for beside serving. It is done by `operating`, which knows databases.

use clap::{Args, Subcommand};

/// What is done for a bot while it does not serve, or beside it.
#[derive(Subcommand, Debug)]
pub enum OperatingCommand {
    /// What is done with databases.
    #[command(subcommand)]
    Store(StoreCommand),
}

/// What can be done with a database that nobody serves.
#[derive(Subcommand, Debug)]
pub enum StoreCommand {
    /// Copy everything in one database to another, empty one, and verify that it is all there
    Copy(CopyArgs),
    /// Count all ratings anew, without games that are taken out
    Recount(RecountArgs),
}

/// What is copied, and where to.
#[derive(Args, Debug)]
pub struct CopyArgs {
    /// The database to copy from
    pub from: String,
    /// The database to copy to: a file that does not exist yet, or an empty PostgreSQL database
    pub to: String,
}

/// Of which bot ratings are counted anew, and without which games.
#[derive(Args, Debug)]
pub struct RecountArgs {
    /// The database of the bot
    pub database: String,
    /// The number of a game that is taken out of the ratings; may be given several times
    #[arg(long, value_name = "GAME")]
    pub without: Vec<i64>,
    /// The number of a game that was taken out and is put back; may be given several times
    #[arg(long, value_name = "GAME")]
    pub with: Vec<i64>,
}
