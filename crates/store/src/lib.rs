//! The store: all SQL of the project. It keeps text and numbers, knows no game and no chat, and has no clock.
//!
//! The database (`home.rs`) is an SQLite file, in WAL mode and with `synchronous = full`, so that what was committed survives
//! a loss of power; one connection writes, so that writers queue instead of failing, and a few others read. Or it is on a
//! server of PostgreSQL. Statements that both understand are written once (`query.rs`). All writing goes through
//! `transaction.rs`, and every write to a table is guarded by its revision: see `writing.rs`.

#[macro_use]
mod row;
#[macro_use]
mod notices;
mod acts;
mod backup;
mod before;
mod bell;
mod claims;
mod columns;
mod condition;
mod contests;
mod copy;
mod departures;
mod exporting;
mod file;
mod forgetting;
mod home;
mod ids;
mod lock;
mod memory;
mod processes;
mod query;
mod ratings;
mod results;
mod settings;
mod shards;
mod standing;
mod stats;
mod stock;
mod store;
mod tables;
mod tidying;
mod transaction;
mod trial;
mod waits;
mod wishes;
mod writing;

pub use acts::{ActRow, NewAct};
pub use backup::{Backup, BackupError, BackupStage, leftovers};
pub use bell::{Bell, Ring};
pub use claims::Claim;
pub use columns::{COPIED, ColumnKind, CopiedTable};
pub use condition::{Condition, Unfit, application_of, check_server, fits_together};
pub use contests::{ContestChange, ContestOpened, ContestRow, NewContest, Tended};
pub use copy::{Compared, Copy, CopyError};
pub use exporting::{PlayedGame, RatedGame, SeenGames};
pub use file::{check_file, folder_of};
pub use forgetting::{Forgotten, Texts};
pub use home::Address;
pub use ids::{
    ChannelId, ContestId, Destination, GuildId, InteractionId, MessageId, NoticeId, PersonId,
    Revision, TableId, Timestamp,
};
pub use lock::Held;
pub use notices::{Due, Sent};
pub use processes::{LEASE, Presence};
pub use ratings::{Counted, RankedPerson, RatedPerson, Rating, RatingOf};
pub use results::{Ending, GameResult, LeftBy, Participant, PastGame, PastOf};
pub use settings::{Acted, Chooser};
pub use shards::ShardId;
pub use standing::{Role, Standing, Watch};
pub use stats::{ActivePerson, BestGame, Placed, Playing, RatedThen};
pub use stock::record_backup;
pub use store::Store;
pub use tables::{Chair, Change, Entry, NewTable, Notice, TableRow, TableStatus, Written};
pub use tidying::tidy;
pub use trial::try_migrations;
pub use waits::{Awaited, BetweenMoves, Looks, Wait};
pub use wishes::{OwnChannel, SeekerRow, Wished};
pub use writing::{Crowded, Opened, TableLimits};

use std::{error::Error, sync::Arc};

use sqlx::migrate::MigrateError;
use sqlx::postgres::PgDatabaseError;

/// What PostgreSQL says to one of two who wait for each other.
const DEADLOCK: &str = "40P01";

/// What went wrong in the store. Only the operator can act on it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be opened or is no database of ours, or whether another program serves it cannot be seen.
    #[error(
        "the database {file} cannot be opened: {error}; LANAI_DATABASE says where tables are kept"
    )]
    Open {
        file: String,
        /// What the database says, or the system.
        error: Box<dyn Error + Send + Sync>,
    },
    /// What was meant as an address of a server is none, for this reason. It is not shown: it may hold a password.
    #[error(
        "LANAI_DATABASE must be an address such as postgres://lanai@localhost/lanai: {0}; in a password, write / as %2F, ? as %3F, # as %23 and @ as %40"
    )]
    Address(String),
    /// What is neither an address nor the name of a file, and how it begins. The rest is not shown: it may hold a password.
    #[error(
        "the database's name begins with \"{0}:\", but it has to be that of a file, such as lanai.db, or an address such as postgres://lanai@localhost/lanai; LANAI_DATABASE says where tables are kept"
    )]
    Scheme(String),
    /// The file has a second name.
    #[error(
        "the database {file} has a second name (a hard link), by which another Lanai could serve it at the same time: remove one of the two names, or make the second one a symbolic link"
    )]
    HardLinked { file: String },
    /// Another program serves it.
    #[error(
        "the database {file} is in use: another Lanai serves it, and two would tell everything twice; stop that one, or give this one a file of its own by LANAI_DATABASE"
    )]
    InUse { file: String },
    /// A newer version of this program has changed the tables.
    #[error(
        "the database {file} is that of a newer Lanai, and this one does not know it: start the newer one"
    )]
    Newer { file: String },
    /// A development version made it, with tables that no release has.
    #[error(
        "the database {file} was made by a development version of Lanai before 0.1.0, which this version cannot read; nothing in it was changed: let LANAI_DATABASE name another one"
    )]
    Unreleased { file: String },
    /// It is a copy that nobody can write to.
    #[error(
        "the database {file} takes no changes, as a replica does: LANAI_DATABASE has to name the server that takes them"
    )]
    ReadOnly { file: String },
    /// The tables could not be brought up to date.
    #[error("the database {file} cannot be brought up to date: {}", migration_reason(.error))]
    Migrate {
        file: String,
        error: sqlx::migrate::MigrateError,
    },
    /// It is not kept as it was, so it is not brought up to date.
    #[error(
        "the database {file} is of an earlier version and is not brought up to date, because it cannot be backed up first: {why}"
    )]
    NotKept { file: String, why: String },
    /// Somebody began to copy another database into it.
    #[error(
        "the database {file} is not whole: a copy of {of} into it was not finished; run `lanai store copy` again, with the same two names"
    )]
    Unfinished { file: String, of: String },
    /// The file of an open database is not where it was: what is written would be gone with the program.
    #[error(
        "the database {file} was deleted or replaced while it was open: nothing is written any more; bring it back or start anew"
    )]
    Gone { file: String },
    /// A server does not answer. Whether it did what it was told last is not known.
    #[error("the database does not answer")]
    Silent,
    #[error("the database failed: {}", reason(.0))]
    Database(#[source] Arc<sqlx::Error>),
}

/// Returns what a database says, without the line of PostgreSQL's source that its driver adds.
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
    /// Whether nothing was done because others wrote to the same rows in another order: it may be tried anew.
    pub fn is_deadlock(&self) -> bool {
        let StoreError::Database(error) = self else {
            return false;
        };
        error
            .as_database_error()
            .and_then(sqlx::error::DatabaseError::code)
            .is_some_and(|code| code == DEADLOCK)
    }

    /// Whether nothing was done because the store was closed.
    pub fn is_closed(&self) -> bool {
        matches!(self, StoreError::Database(error) if matches!(**error, sqlx::Error::PoolClosed))
    }
}
