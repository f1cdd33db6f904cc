//! Who, where, which and when: numbers that are never taken for one another. Those of persons, servers, channels,
//! messages and interactions are the chat's, the others ours.

use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};
use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Debug,
    Hash,
    Serialize,
    Deserialize,
    sqlx_macros::Type,
)]
#[sqlx(transparent)]
pub struct PersonId(pub i64);

impl PersonId {
    /// Whether this is nobody's number: whoever had it is forgotten. Those of the chat are all above zero.
    pub fn is_nameless(self) -> bool {
        self.0 < 0
    }
}

/// A server; 0 is none, as in direct messages.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, sqlx_macros::Type)]
#[sqlx(transparent)]
pub struct GuildId(pub i64);

impl GuildId {
    /// Whether this is nobody's number: whichever server had it is forgotten. Those of the chat are all above zero.
    pub fn is_nameless(self) -> bool {
        self.0 < 0
    }
}

/// A channel, or a thread.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Debug,
    Hash,
    Serialize,
    Deserialize,
    sqlx_macros::Type,
)]
#[sqlx(transparent)]
pub struct ChannelId(pub i64);

#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Debug,
    Hash,
    Serialize,
    Deserialize,
    sqlx_macros::Type,
)]
#[sqlx(transparent)]
pub struct MessageId(pub i64);

/// A press or a command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, sqlx_macros::Type)]
#[sqlx(transparent)]
pub struct InteractionId(pub i64);

/// A table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, sqlx_macros::Type)]
#[sqlx(transparent)]
pub struct TableId(pub i64);

#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Debug,
    Hash,
    Serialize,
    Deserialize,
    sqlx_macros::Type,
)]
#[sqlx(transparent)]
pub struct ContestId(pub i64);

/// A notice. It is the nonce of its message: a chat posts a nonce once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, sqlx_macros::Type)]
#[sqlx(transparent)]
pub struct NoticeId(pub i64);

/// How often a table was written. The revision that began a turn names the turn.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Debug,
    Default,
    Hash,
    Serialize,
    Deserialize,
    sqlx_macros::Type,
)]
#[sqlx(transparent)]
pub struct Revision(pub i64);

impl Revision {
    /// The one that the next change makes.
    pub fn next(self) -> Revision {
        Revision(self.0 + 1)
    }
}

/// A moment, in seconds since 1970.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Debug,
    Default,
    Hash,
    Serialize,
    Deserialize,
    sqlx_macros::Type,
)]
#[sqlx(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// Before all others: what is due then is due at once.
    pub const FIRST: Timestamp = Timestamp(0);
}

/// So many seconds later.
impl Add<i64> for Timestamp {
    type Output = Timestamp;

    fn add(self, seconds: i64) -> Timestamp {
        Timestamp(self.0.saturating_add(seconds))
    }
}

/// So many seconds before.
impl Sub<i64> for Timestamp {
    type Output = Timestamp;

    fn sub(self, seconds: i64) -> Timestamp {
        Timestamp(self.0.saturating_sub(seconds))
    }
}

/// How many seconds lie between two moments.
impl Sub for Timestamp {
    type Output = i64;

    fn sub(self, earlier: Timestamp) -> i64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// Where something is said: in a channel, or to a person alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Destination {
    Channel(ChannelId),
    Person(PersonId),
}

impl Destination {
    /// The column `channel`: the number of either. No two of them are the same in a chat.
    pub(super) fn number(self) -> i64 {
        match self {
            Destination::Channel(ChannelId(number)) | Destination::Person(PersonId(number)) => {
                number
            }
        }
    }

    /// To whom, if not to a channel.
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
