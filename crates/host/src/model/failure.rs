//! Errors: refusals, whose reason is told to the person who asked, and errors for the operator.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{ContestRefusal, GuildRefusal, TableId, Timestamp};
use lanai_rules::choices::NoSuchChoice;
use lanai_rules::figures::Flaw;
use lanai_rules::{Broken, Seat, UnsupportedPlayerCount};
use lanai_store::StoreError;

/// Why a request was refused. The chat puts it into words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("declined: {self:?}")]
pub enum Refusal {
    NoTable,
    /// The channel has an unfinished table.
    Occupied,
    /// The interaction was executed before, so that no response is needed.
    Repeated,
    /// The table was changed by a concurrent write.
    Stale,
    Begun,
    /// The game is about to begin, so that the seats and the players' words for the seed are fixed.
    Starting,
    NotBegun,
    Over,
    NotOver,
    /// Only a finished game can be reviewed.
    NotReviewable,
    /// A rematch needs a finished game.
    PreviousGameNotOver,
    /// The person did not play the previous game.
    NotInPreviousGame,
    Full,
    /// The person has a seat at the table already.
    Seated,
    /// The invited person has a seat at the table already.
    InviteeSeated,
    /// A person without a seat acted in a channel other than the table's.
    OtherChannel,
    NotSeated,
    NotYourTurn(Seat),
    /// This many more players are needed.
    TooFew(u8),
    /// The person has opened the largest allowed number of unfinished tables.
    TooManyTables,
    /// The person has had many threads created recently.
    TooManyThreads,
    /// Seats are still free, and only the table's owner may begin before they are taken.
    OnlyOwnerBegins,
    /// More computers were wanted than the table has seats for.
    TooManyComputers,
    /// Only the owner of the table may set it up.
    OnlyOwnerSetsUp,
    /// This many players sit at the table, more than the wanted seats.
    TooFewSeats(usize),
    NoComputer,
    #[error(transparent)]
    SetUp(#[from] UnsupportedPlayerCount),
    #[error(transparent)]
    Choice(#[from] NoSuchChoice),
    /// The steps that would be taken back revealed something hidden.
    HiddenRevealed,
    ActedSince(Seat),
    NothingToTakeBack,
    /// The computer played in this turn for the player, so the turn cannot be taken back.
    TimeWasUp,
    /// The channel watches too many tables, or too many channels watch the table.
    TooManyWatches,
    /// A person can be named as a replacement only by themselves.
    OnlyForOneself,
    /// The computer plays for the person until they come back.
    ComputerPlays,
    /// The player is present, or has not been absent for long enough to be replaced.
    NotAbsent,
    /// The person plays this seat themselves.
    PlaysThemselves,
    /// The computer plays for the absent player already.
    ComputerPlaysAlready,
    /// The person named in the request has no seat at the table.
    PersonNotSeated,
    /// There is no other player who could agree to the proposal.
    NoOtherPlayers,
    /// The proposal is no longer open.
    NotProposed,
    Paused(Timestamp),
    NotPaused,
    /// The time is outside of the allowed range.
    TimeOutOfRange,
    /// The table cannot be watched from other channels.
    NotWatchable,
    /// The table is played in this channel, which can neither watch it nor receive it.
    AlreadyInChannel,
    NoHints,
    /// It is the person's turn, so that there is nothing to decide ahead.
    YourTurn,
    /// The person has left the round, or another player has to decide something first.
    CannotPremove,
    /// The link to the board was used before, or is too old.
    BoardLinkSpent,
    /// The game went on while the person chose a premove.
    GameWentOn,
    TooManyAlternatives,
    TooManyAnswers,
    NoPremove,
    /// A private table cannot change its channel or its visibility.
    StaysPrivate,
    NoPrivateThread,
    /// The seats at the table of a contest are fixed.
    ContestTable,
    #[error(transparent)]
    Contest(#[from] ContestRefusal),
    #[error(transparent)]
    Guild(#[from] GuildRefusal),
    /// The person already plays between guilds, which is allowed at one table at a time.
    AlreadyBetweenGuilds,
    /// The players of a table between guilds are fixed.
    PlayersFixedBetweenGuilds,
}

/// An error on which only the operator can act.
#[derive(Debug, thiserror::Error)]
pub enum InternalError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the figures cannot be used: {0}")]
    Flaw(#[from] Flaw),
    /// Stored data cannot be parsed.
    #[error("{what} cannot be read at line {line}, column {column}")]
    Unreadable {
        what: String,
        // Only the position of the error, because the data may be secret.
        line: usize,
        column: usize,
    },
    /// Stored data of a table is missing.
    #[error("table {table}: {what} is missing")]
    Missing { table: i64, what: &'static str },
    /// A snapshot violates an invariant of the game.
    #[error("table {table}: {broken}")]
    Broken { table: i64, broken: Broken },
    #[error("table {table}: entry {entry} is refused by the rules")]
    Replay {
        table: i64,
        // The reason is left out, because it could reveal hidden information.
        entry: i64,
    },
    /// Replaying a log entry gives different events, or it is the turn of another seat.
    #[error("table {table}: entry {entry} comes out otherwise than it is written")]
    ReplayDiffers { table: i64, entry: i64 },
    /// Replaying the log does not lead to the snapshot.
    #[error("table {table}: its log does not lead to where the game stands")]
    SnapshotDiffers { table: i64 },
    /// A computer player chose no legal action, or panicked.
    #[error("table {table}: its computer player does nothing that the rules allow")]
    PolicyFailed { table: i64 },
    /// A value that is stored by name cannot be parsed.
    #[error("what is remembered as {0} cannot be read")]
    NamedValue(&'static str),
    /// A value cannot be serialized, so that nothing was written.
    #[error("{what} cannot be written: {error}")]
    Unwritable {
        what: &'static str,
        error: serde_json::Error,
    },
    #[error(
        "table {table}: it was begun by edition {found} of the rules, which this program does not know; start the program that \
         began it, or a newer one"
    )]
    Edition { table: i64, found: u32 },
    #[error("the operating system gives no randomness")]
    NoRandomness,
}

impl InternalError {
    /// Returns the error for data of a table that cannot be parsed.
    pub fn unreadable(
        game: TableId,
        what: &'static str,
        error: &serde_json::Error,
    ) -> InternalError {
        unreadable(format_args!("table {}: {what}", game.0), error)
    }
}

fn unreadable(what: impl fmt::Display, error: &serde_json::Error) -> InternalError {
    InternalError::Unreadable {
        what: what.to_string(),
        line: error.line(),
        column: error.column(),
    }
}

/// Parses a value from the store. `what` names it in errors.
pub(crate) fn parse_json<T: DeserializeOwned>(
    what: impl fmt::Display,
    json: &str,
) -> Result<T, InternalError> {
    serde_json::from_str(json).map_err(|error| unreadable(what, &error))
}

/// Serializes a value for the store. `what` names it in errors.
pub(crate) fn json<T: Serialize>(what: &'static str, value: &T) -> Result<String, InternalError> {
    serde_json::to_string(value).map_err(|error| InternalError::Unwritable { what, error })
}

pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// Why a request was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error(transparent)]
    Refusal(#[from] Refusal),
    #[error(transparent)]
    InternalError(#[from] InternalError),
}

impl From<ContestRefusal> for Failure {
    fn from(refusal: ContestRefusal) -> Failure {
        Failure::Refusal(refusal.into())
    }
}

impl From<GuildRefusal> for Failure {
    fn from(refusal: GuildRefusal) -> Failure {
        Failure::Refusal(refusal.into())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::InternalError(error.into())
    }
}
