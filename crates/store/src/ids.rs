//! Typed ids and times. Ids of persons, guilds, channels, messages and interactions are Discord's;
//! the store assigns all other ids.

use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};
use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

/// Defines types of numbers, which both databases and JSON store as plain numbers.
macro_rules! numbers {
    ($($(#[$meta:meta])* $name:ident,)*) => {$(
        $(#[$meta])*
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize, sqlx_macros::Type,
        )]
        #[sqlx(transparent)]
        pub struct $name(pub i64);
    )*};
}

numbers! {
    PersonId,
    /// The id of a guild. 0 stands for none, as in direct messages.
    GuildId,
    /// The id of a channel or thread.
    ChannelId,
    MessageId,
    /// The id of a button press or command.
    InteractionId,
    TableId,
    ContestId,
    /// The id of a notice, which is also the nonce of its message: Discord posts a nonce once.
    NoticeId,
    /// The number of times a table or contest was written. A turn is named by the revision that
    /// began it.
    #[derive(Default)]
    Revision,
    /// Seconds since 1970.
    #[derive(Default)]
    Timestamp,
}

impl PersonId {
    /// Returns whether the person was erased. Discord's ids are positive.
    pub fn is_erased(self) -> bool {
        self.0 < 0
    }
}

impl GuildId {
    /// Returns whether the guild was erased. Discord's ids are positive.
    pub fn is_erased(self) -> bool {
        self.0 < 0
    }
}

impl Revision {
    /// Returns the revision that the next change creates.
    pub fn next(self) -> Revision {
        Revision(self.0 + 1)
    }
}

impl Timestamp {
    /// The time before all other times. A notice or a check with this time is due at once.
    pub const FIRST: Timestamp = Timestamp(0);
}

/// Adds seconds.
impl Add<i64> for Timestamp {
    type Output = Timestamp;

    fn add(self, seconds: i64) -> Timestamp {
        Timestamp(self.0.saturating_add(seconds))
    }
}

/// Subtracts seconds.
impl Sub<i64> for Timestamp {
    type Output = Timestamp;

    fn sub(self, seconds: i64) -> Timestamp {
        Timestamp(self.0.saturating_sub(seconds))
    }
}

/// Returns the difference in seconds.
impl Sub for Timestamp {
    type Output = i64;

    fn sub(self, earlier: Timestamp) -> i64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// The destination of a notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Destination {
    Channel(ChannelId),
    Person(PersonId),
}

impl Destination {
    /// Returns the value of the column `channel`. Ids of channels and persons never collide.
    pub(super) fn number(self) -> i64 {
        match self {
            Destination::Channel(ChannelId(number)) | Destination::Person(PersonId(number)) => {
                number
            }
        }
    }

    pub fn person(self) -> Option<PersonId> {
        match self {
            Destination::Channel(_) => None,
            Destination::Person(person) => Some(person),
        }
    }
}

impl<'r, R: Row> FromRow<'r, R> for Destination
where
    &'static str: ColumnIndex<R>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
{
    fn from_row(row: &'r R) -> sqlx::Result<Destination> {
        let person: Option<PersonId> = row.try_get("person")?;
        Ok(match person {
            Some(person) => Destination::Person(person),
            None => Destination::Channel(row.try_get("channel")?),
        })
    }
}
