//! Why something was not done: what the person who asked can act on, and what only the operator
//! can.

use serde::Serialize;

use crate::{ContestRefusal, GuildRefusal, TableId, Timestamp};
use lanai_rules::choices::NoSuchChoice;
use lanai_rules::figures::Flaw;
use lanai_rules::{Broken, CannotSetUp, Seat};
use lanai_store::{Chooser, StoreError};

/// Why nothing was done. The person who asked can act on it, and hears of it in words of the chat:
/// here, it is only named.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("declined: {self:?}")]
pub enum Declined {
    NoTable,
    /// There is a table here that is not over.
    Occupied,
    /// This very press or command was acted on before: nothing more is to be said.
    Repeated,
    Stale,
    Begun,
    /// The game is about to begin: words and seats are fixed.
    Starting,
    /// The game has not begun.
    NotBegun,
    Over,
    /// The game is not over.
    NotOver,
    /// The game is not over, so that nobody has looked through it.
    NotReviewed,
    /// Nobody plays a game again that is not over.
    StillPlayed,
    /// The person did not play that game.
    NotPlayed,
    Full,
    /// The person sits here already.
    Seated,
    /// The person who is invited sits here already.
    SitsThere,
    /// The person would join from another channel than that of the table.
    OtherChannel,
    /// The person does not sit here.
    NotSeated,
    /// It is somebody else's turn.
    NotYourTurn(Seat),
    /// So many more must sit down.
    TooFew(u8),
    /// The person has opened as many tables that are not over as one may have.
    TooManyTables,
    /// The person has had many threads made just now.
    TooSoon,
    /// There are free chairs, and only whoever opened the table may begin without waiting for more.
    OwnerBegins,
    /// More computers than chairs beside the person who opens.
    TooManyComputers,
    /// Only whoever opened the table sets computers on its chairs, and takes them away.
    OwnerArranges,
    NoComputer,
    /// No game of so many.
    #[error(transparent)]
    SetUp(#[from] CannotSetUp),
    /// Options that the game does not have.
    #[error(transparent)]
    Choice(#[from] NoSuchChoice),
    /// The last step showed something that was hidden.
    Shown,
    ActedSince(Seat),
    /// There is no step to take back.
    NothingYet,
    /// The computer ended that turn because time was up.
    TimeWasUp,
    /// A channel follows as many tables, or a table is followed from as many channels, as may be.
    TooManyWatches,
    /// Somebody else cannot be made to play.
    NotThemselves,
    /// The computer plays for the person until they say that they are back.
    StoodIn,
    /// The person is here, or has not been waited for long enough to be replaced.
    StillHere,
    /// The person sits there themselves.
    NotAway,
    /// The computer plays for that person already.
    PlaysAlready,
    /// Somebody does not sit at the table who was named.
    NotThere,
    /// Nobody else plays who could agree.
    Alone,
    /// Nobody is asked for agreement.
    NotAsked,
    /// The game stands still already.
    Paused(Timestamp),
    /// The game does not stand still.
    NotPaused,
    /// More time than somebody may ask for.
    NoSuchTime,
    /// The table does not let others look on from elsewhere.
    Closed,
    /// A table cannot be followed from its own channel.
    Here,
    /// The table plays without hints.
    NoHints,
    /// It is that person's turn: nothing is to be decided ahead.
    YourTurn,
    /// Whoever has left the round, or waits for what somebody decides first, cannot decide ahead.
    NotAhead,
    /// Something happened while somebody decided ahead.
    Moved,
    /// No more ways to do a turn are kept.
    WaysEnough,
    /// No more answers that somebody always gives are kept.
    AnswersEnough,
    NothingAhead,
    /// A private table stays what it is, where it is.
    StaysPrivate,
    NoPrivateThread,
    /// Who sits at a table of a contest is decided.
    OfContest,
    #[error(transparent)]
    Contest(#[from] ContestRefusal),
    /// Something that the server chose, or its moderators did.
    #[error(transparent)]
    Server(#[from] GuildRefusal),
    /// The person plays between servers already: there is one such table at a time.
    PlaysBetween,
    /// Whoever plays between servers plays with those who were found.
    BetweenGuilds,
}

/// What only the operator can act on.
#[derive(Debug, thiserror::Error)]
pub enum InternalError {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The figures of a game cannot be read.
    #[error("the figures cannot be used: {0}")]
    Flaw(#[from] Flaw),
    /// What the store keeps of a table cannot be read.
    #[error("table {table}: {what} cannot be read at line {line}, column {column}")]
    Unreadable {
        table: i64,
        what: &'static str,
        /// Where; what stands there may be secret.
        line: usize,
        column: usize,
    },
    /// What the store keeps of a table is not there.
    #[error("table {table}: {what} is missing")]
    Missing { table: i64, what: &'static str },
    /// A snapshot breaks a law.
    #[error("table {table}: {broken}")]
    Broken { table: i64, broken: Broken },
    /// The log does not lead where it led before.
    #[error("table {table}: entry {entry} is refused by the rules")]
    Replay {
        table: i64,
        /// Which entry. Why would tell what is in somebody's purse.
        entry: i64,
    },
    /// The log says that something else came of an action, or that somebody else acted.
    #[error("table {table}: entry {entry} comes out otherwise than it is written")]
    Otherwise { table: i64, entry: i64 },
    /// The log leads somewhere, but not to the snapshot.
    #[error("table {table}: its log does not lead to where the game stands")]
    Elsewhere { table: i64 },
    /// A computer player did nothing that it may do, or came to a sudden end.
    #[error("table {table}: its computer player does nothing that the rules allow")]
    Thoughtless { table: i64 },
    /// What is remembered under a name cannot be read.
    #[error("what is remembered as {0} cannot be read")]
    Remembered(&'static str),
    /// What somebody waits for cannot be read.
    #[error("what person {person} waits for cannot be read at line {line}, column {column}")]
    Seeking {
        person: i64,
        line: usize,
        column: usize,
    },
    /// What a person or a server chose cannot be read.
    #[error("what {by:?} chose cannot be read at line {line}, column {column}")]
    Chosen {
        by: Chooser,
        line: usize,
        column: usize,
    },
    /// What a moderator did cannot be read.
    #[error("act {number} in guild {guild} cannot be read at line {line}, column {column}")]
    Act {
        guild: i64,
        number: i64,
        line: usize,
        column: usize,
    },
    /// What the store keeps of a contest cannot be read.
    #[error("contest {contest} cannot be read at line {line}, column {column}")]
    Contest {
        contest: i64,
        line: usize,
        column: usize,
    },
    /// Something cannot be written down, so nothing was done.
    #[error("{what} cannot be written: {error}")]
    Unwritable {
        what: &'static str,
        error: serde_json::Error,
    },
    /// A game that was begun by rules that this program does not know.
    #[error(
        "table {table}: it was begun by edition {found} of the rules, which this program does not know; start the program that \
         began it, or a newer one"
    )]
    Edition { table: i64, found: u32 },
    /// The machine gives no randomness.
    #[error("the operating system gives no randomness")]
    NoChance,
}

impl InternalError {
    /// Something of a table that cannot be read.
    pub fn unreadable(
        game: TableId,
        what: &'static str,
        error: &serde_json::Error,
    ) -> InternalError {
        InternalError::Unreadable {
            table: game.0,
            what,
            line: error.line(),
            column: error.column(),
        }
    }
}

/// Something as it is kept.
pub(crate) fn json<T: Serialize>(what: &'static str, it: &T) -> Result<String, InternalError> {
    serde_json::to_string(it).map_err(|error| InternalError::Unwritable { what, error })
}

/// What comes of something that may fail.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// For the person who asked.
    #[error(transparent)]
    Declined(#[from] Declined),
    #[error(transparent)]
    InternalError(#[from] InternalError),
}

impl From<ContestRefusal> for Failure {
    fn from(refusal: ContestRefusal) -> Failure {
        Failure::Declined(refusal.into())
    }
}

impl From<GuildRefusal> for Failure {
    fn from(refusal: GuildRefusal) -> Failure {
        Failure::Declined(refusal.into())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::InternalError(error.into())
    }
}
