//! The store: all SQL of the project. It stores text and numbers, knows neither the games nor
//! Discord, and gets the time of a game from its callers.
//!
//! The database is an SQLite file or a PostgreSQL database (`open.rs`). The file is in WAL mode
//! with `synchronous = full`, so that committed data survives a loss of power; one connection
//! writes, so that writers queue instead of failing, and a few others read. Statements that both
//! databases understand are written once (`query.rs`). Except for the bookkeeping of processes and
//! backups, all writes go through `transaction.rs`, and every change of a game or its seats is
//! guarded by the revision of its table (`table_writer.rs`).

#[macro_use]
mod text_enum;
#[macro_use]
mod notices;
#[macro_use]
mod stats;
mod backup;
mod board_tokens;
mod channel_messages;
mod cleanup;
mod contests;
mod copy;
mod database_file;
mod departures;
mod erasure;
mod exports;
mod health;
mod ids;
mod key_values;
mod leases;
mod lock;
mod match_requests;
mod migration_trial;
mod moderation;
mod notify;
mod open;
mod pre_migration;
mod processes;
mod query;
mod ratings;
mod results;
mod schema;
mod schema_state;
mod settings;
mod shards;
mod store;
mod table_writer;
mod tables;
mod transaction;
mod waits;

pub use backup::{Backup, BackupError, BackupStage, list_leftovers};
pub use board_tokens::{BoardToken, BoardTokenKind, BoardVisitor};
pub use channel_messages::{MessageRole, StandingMessage, Watch};
pub use cleanup::delete_expired;
pub use contests::{
    ClaimedContest, ContestChange, ContestRow, HeatTable, NewContest, NewHeat, OpenContestOutcome,
};
pub use copy::{CopyError, DatabaseCopy, TableComparison};
pub use database_file::{check_file, folder_of};
pub use erasure::{ErasureOutcome, ModerationText, SetUpText, TextRedactor};
pub use exports::{PlayedGame, RatedGame, SeenGames};
pub use health::record_backup;
pub use ids::{
    ChannelId, ContestId, Destination, GuildId, InteractionId, MessageId, NoticeId, PersonId,
    Revision, TableId, Timestamp,
};
pub use leases::Claim;
pub use lock::DatabaseLock;
pub use match_requests::{MatchRequestOutcome, MatchRequestRow, PrivateChannel};
pub use migration_trial::try_migrations;
pub use moderation::{ActRow, NewAct};
pub use notices::{NoticeRow, SentNotice};
pub use notify::{Notification, NotifyListener};
pub use open::Address;
pub use processes::{PROCESS_LEASE, ProcessOverview};
pub use ratings::{RankedPerson, RatedPerson, Rating, RatingUpdate, TitleRating};
pub use results::{
    Ending, GameResult, LeftBy, Participant, PastGame, PastGamePosition, PastGamesFilter,
};
pub use schema::{COPIED_TABLES, Column, ColumnKind, CopiedTable};
pub use schema_state::{
    SchemaState, UnusableDatabase, check_integrity, check_server, find_application,
};
pub use settings::{SaveOutcome, SettingsOwner};
pub use shards::ShardId;
pub use stats::{ActivePerson, BestGame, PlayStats, RatingPoint, SeatStats, TakenPieces};
pub use store::{BoardTokens, Store};
pub use table_writer::{OpenTableOutcome, TableLimitReached, TableLimits};
pub use tables::{
    LogEntry, NewTable, Notice, SeatedPlayer, TableChange, TableRow, TableSetUp, TableStatus,
    WriteOutcome,
};
pub use waits::{OptionalWait, Wait, WaitKind, WaitUpdate};

use std::{error::Error, fmt, sync::Arc};

use sqlx::migrate::MigrateError;
use sqlx::postgres::PgDatabaseError;

/// PostgreSQL's error code of a deadlock.
const DEADLOCK: &str = "40P01";

/// An error of the database. Only the operator can act on it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be opened: its server cannot be reached, or its file cannot be opened,
    /// written or locked, or is no database.
    #[error(
        "the database {file} cannot be opened: {error}; LANAI_DATABASE says where tables are kept"
    )]
    Open {
        file: String,
        error: Box<dyn Error + Send + Sync>,
    },
    /// The address itself is not shown, because it may contain a password.
    #[error(
        "LANAI_DATABASE must be an address such as postgres://lanai@localhost/lanai: {0}; in a password, write / as %2F, ? as %3F, # as %23 and @ as %40"
    )]
    Address(String),
    /// The name is neither an address nor a file name. Only its beginning is shown, because it may
    /// contain a password.
    #[error(
        "the database's name begins with \"{0}:\", but it has to be that of a file, such as lanai.db, or an address such as postgres://lanai@localhost/lanai; LANAI_DATABASE says where tables are kept"
    )]
    Scheme(String),
    #[error(
        "the database {file} has a second name (a hard link), by which another Lanai could serve it at the same time: remove one of the two names, or make the second one a symbolic link"
    )]
    HardLinked { file: String },
    #[error(
        "the database {file} is in use: another Lanai serves it, and two would tell everything twice; stop that one, or give this one a file of its own by LANAI_DATABASE"
    )]
    InUse { file: String },
    #[error(
        "the database {file} is that of a newer Lanai, and this one does not know it: start the newer one"
    )]
    NewerVersion { file: String },
    #[error(
        "the database {file} was made by a development version of Lanai before 0.1.0, which this version cannot read; nothing in it was changed: let LANAI_DATABASE name another one"
    )]
    DevelopmentVersion { file: String },
    #[error(
        "the database {file} takes no changes, as a replica does: LANAI_DATABASE has to name the server that takes them"
    )]
    ReadOnly { file: String },
    #[error("the database {file} cannot be brought up to date: {}", migration_reason(.error))]
    Migrate {
        file: String,
        error: sqlx::migrate::MigrateError,
    },
    /// A migration is refused because the backup before it failed.
    #[error(
        "the database {file} is of an earlier version and is not brought up to date, because it cannot be backed up first: {why}"
    )]
    BackupFailed { file: String, why: String },
    #[error(
        "the database {file} is not whole: a copy of {of} into it was not finished; run `lanai store copy` again, with the same two names"
    )]
    UnfinishedCopy { file: String, of: String },
    /// Writes to a deleted file would be lost with the end of the program.
    #[error(
        "the database {file} was deleted or replaced while it was open: nothing is written any more; bring it back or start anew"
    )]
    FileMissing { file: String },
    /// The server did not respond in time. Whether it executed the last statement is not known.
    #[error("the database does not answer")]
    Timeout,
    #[error("the database failed: {}", reason(.0))]
    Database(#[source] Arc<sqlx::Error>),
}

/// Returns the message of the database, without the source line that the PostgreSQL driver adds.
fn reason(error: &sqlx::Error) -> String {
    let postgres = error
        .as_database_error()
        .and_then(|error| error.try_downcast_ref::<PgDatabaseError>());
    postgres.map_or_else(|| error.to_string(), |error| error.message().to_owned())
}

fn migration_reason(error: &MigrateError) -> String {
    if let MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) = error {
        return reason(error);
    }
    error.to_string()
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Database(Arc::new(error))
    }
}

impl StoreError {
    fn open(file: impl fmt::Display, error: impl Into<Box<dyn Error + Send + Sync>>) -> StoreError {
        StoreError::Open {
            file: file.to_string(),
            error: error.into(),
        }
    }

    /// Returns whether the transaction was rolled back because of a deadlock and may be retried.
    pub fn is_deadlock(&self) -> bool {
        let StoreError::Database(error) = self else {
            return false;
        };
        error
            .as_database_error()
            .and_then(sqlx::error::DatabaseError::code)
            .is_some_and(|code| code == DEADLOCK)
    }

    pub fn is_closed(&self) -> bool {
        matches!(self, StoreError::Database(error) if matches!(**error, sqlx::Error::PoolClosed))
    }
}
