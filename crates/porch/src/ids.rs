//! Generates Discord's snowflake ids and signs the tokens of interactions.

use std::fmt;
use std::hash::{BuildHasher as _, RandomState};
use std::str::FromStr;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::clock::{Clock, to_millis};

/// The epoch of snowflakes, the start of 2015, in milliseconds since 1970.
const EPOCH_MS: u64 = 1_420_070_400_000;

/// A snowflake: 42 bits of milliseconds since [`EPOCH_MS`], then a counter within the millisecond.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Id(pub(crate) u64);

impl Id {
    /// Parses an id, which Discord accepts as text or as a number.
    pub(crate) fn from_json(value: &Value) -> Option<Id> {
        match value {
            Value::String(text) => text.parse().ok(),
            Value::Number(number) => number.as_u64().map(Id),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
        }
    }

    /// Returns which of `total` shards receives the events of the guild with this id.
    pub(crate) fn shard(self, total: u64) -> u64 {
        (self.0 >> 22) % total.max(1)
    }

    /// Returns when the object with this id was created, in milliseconds since 1970.
    pub(crate) fn created_ms(self) -> u64 {
        (self.0 >> 22) + EPOCH_MS
    }

    pub(crate) fn is_older_than(self, age: Duration, now_ms: u64) -> bool {
        now_ms.saturating_sub(self.created_ms()) > to_millis(age)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

impl FromStr for Id {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Id)
    }
}

/// Formats a time in the ISO 8601 format of Discord: `2026-08-06T12:34:56.789000+00:00`.
pub(crate) fn format_timestamp(ms: u64) -> String {
    to_timestamp(ms)
        .strftime("%Y-%m-%dT%H:%M:%S%.6f+00:00")
        .to_string()
}

/// Formats a time for HTTP headers: `Thu, 06 Aug 2026 12:34:56 GMT`.
pub(crate) fn format_http_date(ms: u64) -> String {
    to_timestamp(ms)
        .strftime("%a, %d %b %Y %H:%M:%S GMT")
        .to_string()
}

fn to_timestamp(ms: u64) -> Timestamp {
    let moment = i64::try_from(ms)
        .ok()
        .and_then(|ms| Timestamp::from_millisecond(ms).ok());
    moment.unwrap_or(Timestamp::MAX)
}

#[derive(Serialize, Deserialize)]
pub(crate) struct IdGenerator {
    last: u64,
    #[serde(skip)]
    pub(crate) clock: Clock,
}

impl IdGenerator {
    pub(crate) fn new(clock: Clock) -> IdGenerator {
        IdGenerator { last: 0, clock }
    }

    /// Returns a new id, greater than all ids before it.
    pub(crate) fn next(&mut self) -> Id {
        self.last = (self.last + 1).max(self.clock.now_ms().saturating_sub(EPOCH_MS) << 22);
        Id(self.last)
    }

    /// Returns a new id that belongs to the shard after that of `from`, so that guilds are spread
    /// evenly.
    ///
    /// Without this, guilds created within the same millisecond would all belong to the same shard.
    /// The id may be a few milliseconds in the future.
    pub(crate) fn next_for_next_shard(&mut self, from: Option<Id>, shards: u64) -> Id {
        let Some(from) = from else { return self.next() };
        let shards = shards.max(1);
        let next = (from.0 >> 22) + 1;
        let now = self.clock.now_ms().saturating_sub(EPOCH_MS);
        let least = next.max(now).max(self.last >> 22);
        let ahead = (next % shards + shards - least % shards) % shards;
        self.last = (self.last + 1).max((least + ahead) << 22);
        Id(self.last)
    }
}

/// Signs the tokens of interactions and the ids of gateway sessions.
///
/// A token is an id and a truncated hash over the id and a secret.
///
/// So expired tokens can still be recognized, no token has to be stored, and tokens survive a
/// restart of a persistent world.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TokenSigner([u64; 4]);

impl Default for TokenSigner {
    /// Creates a signer with a random secret. `RandomState` is seeded by the operating system,
    /// which is random enough for an emulator on loopback.
    fn default() -> Self {
        TokenSigner([0, 1, 2, 3].map(|part| RandomState::new().hash_one(part)))
    }
}

impl TokenSigner {
    pub(crate) fn sign(&self, id: Id) -> String {
        let mut hash = Sha256::new();
        for part in self.0.iter().chain([&id.0]) {
            hash.update(part.to_be_bytes());
        }
        let hash = hash.finalize();
        let sealed = hash.iter().take(16).map(|byte| format!("{byte:02x}"));
        format!("{:016x}{}", id.0, sealed.collect::<String>())
    }

    /// Returns the id in a token, or `None` if its signature is invalid.
    pub(crate) fn verify(&self, token: &str) -> Option<Id> {
        let id = Id(u64::from_str_radix(token.get(..16)?, 16).ok()?);
        (self.sign(id) == token).then_some(id)
    }
}
