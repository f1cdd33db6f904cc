//! Why something was not done: what the person who asked can act on, and what only the operator can.

use serde::Serialize;

use super::GameId;
use crate::{
    rules::{Broken, CannotSetUp, Seat, choices::NoSuchChoice, figures::Flaw},
    store::{Chooser, StoreError},
};

/// Why nothing was done. The person who asked can act on it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Declined {
    /// There is no table here.
    #[error("there is no table here")]
    NoTable,
    /// There is a table here that is not over.
    #[error("there is a table here already")]
    Occupied,
    /// This very press or command was acted on before: nothing more is to be said.
    #[error("this was acted on before")]
    Repeated,
    /// Somebody was faster.
    #[error("somebody was faster")]
    Stale,
    /// The game has begun.
    #[error("the game has begun")]
    Begun,
    /// The game is about to begin: words and seats are fixed.
    #[error("the game is about to begin")]
    Starting,
    /// The game has not begun.
    #[error("the game has not begun")]
    NotBegun,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The game is not over.
    #[error("the game is not over")]
    NotOver,
    /// All chairs are taken.
    #[error("all chairs are taken")]
    Full,
    /// The person sits here already.
    #[error("you sit here already")]
    Seated,
    /// The person does not sit here.
    #[error("you do not sit here")]
    NotSeated,
    /// It is somebody else's turn.
    #[error("seat {0} is to act")]
    NotYourTurn(Seat),
    /// So many more must sit down.
    #[error("{0} more must sit down")]
    TooFew(u8),
    /// The person has opened as many tables that are not over as one may have.
    #[error("you have opened too many tables that are not over")]
    TooManyTables,
    /// The person has had many threads made just now.
    #[error("that was too fast")]
    TooSoon,
    /// There are free chairs, and only whoever opened the table may begin without waiting for more.
    #[error("whoever opened the table may begin with fewer")]
    OwnerBegins,
    /// More computers than chairs beside the person who opens.
    #[error("too many computers")]
    TooManyComputers,
    /// No game of so many.
    #[error(transparent)]
    SetUp(#[from] CannotSetUp),
    /// Options that the game does not have.
    #[error(transparent)]
    Choice(#[from] NoSuchChoice),
    /// The last step showed something that was hidden.
    #[error("your last step showed something hidden")]
    Shown,
    /// Somebody else has acted since.
    #[error("seat {0} has acted since")]
    ActedSince(Seat),
    /// There is no step to take back.
    #[error("there is nothing to take back")]
    NothingYet,
    /// The computer ended that turn because time was up.
    #[error("the computer ended your turn")]
    TimeWasUp,
    /// A channel follows as many tables, or a table is followed from as many channels, as may be.
    #[error("it is followed from too many channels")]
    TooManyWatches,
    /// Somebody else cannot be made to play.
    #[error("they must say it themselves")]
    NotThemselves,
    /// The computer plays for the person until they say that they are back.
    #[error("the computer plays for you")]
    StoodIn,
    /// The person is here, or has not been waited for long enough to be replaced.
    #[error("this person has not left")]
    StillHere,
    /// The person sits there themselves.
    #[error("you play your seat yourself")]
    NotAway,
    /// The computer plays for that person already.
    #[error("the computer plays there already")]
    PlaysAlready,
    /// Somebody does not sit at the table who was named.
    #[error("they do not sit at this table")]
    NotThere,
    /// Nobody is asked for agreement.
    #[error("nobody asks for that")]
    NotAsked,
    /// The game stands still already.
    #[error("the game is paused already")]
    Paused,
    /// The game does not stand still.
    #[error("the game is not paused")]
    NotPaused,
    /// More time than somebody may ask for.
    #[error("that is too long, or over already")]
    NoSuchTime,
    /// The table does not let others look on from elsewhere.
    #[error("the table is closed to watchers")]
    Closed,
    /// A table cannot be followed from its own channel.
    #[error("the table is here")]
    Here,
}

/// What only the operator can act on.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The figures of a game cannot be read.
    #[error("the figures cannot be used: {0}")]
    Flaw(#[from] Flaw),
    /// What the store keeps of a table cannot be read.
    #[error("table {table}: {what} cannot be read at line {line}, column {column}")]
    Unreadable {
        /// Of which table.
        table: i64,
        /// What.
        what: &'static str,
        /// Where; what stands there may be secret.
        line: usize,
        /// Where.
        column: usize,
    },
    /// What the store keeps of a table is not there.
    #[error("table {table}: {what} is missing")]
    Missing {
        /// Of which table.
        table: i64,
        /// What.
        what: &'static str,
    },
    /// A snapshot breaks a law.
    #[error("table {table}: {broken}")]
    Broken {
        /// Of which table.
        table: i64,
        /// Which law.
        broken: Broken,
    },
    /// The log does not lead where it led before.
    #[error("table {table}: entry {entry} is refused by the rules")]
    Replay {
        /// Of which table.
        table: i64,
        /// Which entry. Why would tell what is in somebody's purse.
        entry: i64,
    },
    /// What a person or a server chose cannot be read.
    #[error("what {by:?} chose cannot be read at line {line}, column {column}")]
    Chosen {
        /// By whom.
        by: Chooser,
        /// Where.
        line: usize,
        /// Where.
        column: usize,
    },
    /// Something cannot be written down, so nothing was done.
    #[error("{what} cannot be written: {error}")]
    Unwritable {
        /// What.
        what: &'static str,
        /// Why.
        error: serde_json::Error,
    },
    /// A game that was begun by rules that this program does not know.
    #[error(
        "table {table}: it was begun by edition {found} of the rules; this program knows editions 1 to {known}, so a newer \
         one has to run it"
    )]
    Edition {
        /// Which table.
        table: i64,
        /// Its edition.
        found: u32,
        /// The newest that we know.
        known: u32,
    },
    /// The machine gives no randomness.
    #[error("the operating system gives no randomness")]
    NoChance,
}

impl Trouble {
    pub(super) fn chosen(by: Chooser, error: &serde_json::Error) -> Trouble {
        Trouble::Chosen { by, line: error.line(), column: error.column() }
    }

    /// Something of a table that cannot be read.
    pub fn unreadable(game: GameId, what: &'static str, error: &serde_json::Error) -> Trouble {
        Trouble::Unreadable { table: game.0, what, line: error.line(), column: error.column() }
    }
}

/// Something as it is kept.
pub(super) fn json<T: Serialize>(what: &'static str, it: &T) -> Result<String, Trouble> {
    serde_json::to_string(it).map_err(|error| Trouble::Unwritable { what, error })
}

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// For the person who asked.
    #[error(transparent)]
    Declined(#[from] Declined),
    /// For the operator.
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::Trouble(error.into())
    }
}
