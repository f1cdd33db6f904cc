//! Provably fair chance: no one, not even the host, can choose a shuffle, and every player can
//! check it.
//!
//! Before anyone takes a seat the host draws a [`Secret`] and publishes its [`Secret::commitment`].
//! Then each player may contribute a word. The host cannot change the secret after the words are
//! known, and players do not know the secret; but a host who also plays could try out words. So the
//! ID of the public message that announces the start, posted once all words are fixed, is mixed in
//! too ([`Secret::announced_seed`]): the host cannot choose it, and a further attempt needs a
//! further message. When the game is over, the record contains the secret, the words and the
//! message ID, and a replay proves that the seed follows from them; the players must compare them
//! with what was published. One gap remains: a message can be posted, deleted and posted again, and
//! only its time shows that.
//!
//! This module draws nothing: the random bytes come from the host.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{NotASeed, Seed, hex};

/// The random bytes that the host keeps secret until the game is over. `Debug` does not show them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Secret {
    secret: Seed,
    /// Prevents guessing the secret from the commitment, even if the secret is predictable.
    nonce: Seed,
}

impl Secret {
    /// Makes a secret from random bytes: the first half is the secret, the second the nonce.
    pub fn new(bytes: [[u8; 32]; 2]) -> Secret {
        let [secret, nonce] = bytes.map(Seed::new);
        Secret { secret, nonce }
    }

    /// Returns the commitment to publish at once: SHA-256 of secret and nonce in hexadecimal
    /// digits.
    ///
    /// The hash covers the 32 bytes of the secret, followed by the 32 bytes of the nonce.
    pub fn commitment(&self) -> String {
        hex(&Sha256::new()
            .chain_update(self.secret.0)
            .chain_update(self.nonce.0)
            .finalize())
    }

    /// Returns the seed that the secret and words give, without an announcing message.
    ///
    /// It is SHA-256 of secret, nonce and words. A game hashes the players' words in the order of
    /// their seats; computer players hash a purpose instead.
    ///
    /// Each word is preceded by its length in bytes (eight bytes, big-endian), so two different
    /// lists of words are never hashed alike.
    pub fn seed(&self, words: &[String]) -> Seed {
        Seed(self.hash_with_words(words).finalize().into())
    }

    /// Returns the seed of a game that a message announced.
    ///
    /// The hash covers what [`Secret::seed`] hashes, followed by the message's ID (eight bytes,
    /// big-endian).
    ///
    /// An ID is never mistaken for the length of a further word, because no word is that long.
    pub fn announced_seed(&self, words: &[String], message: Message) -> Seed {
        Seed(
            self.hash_with_words(words)
                .chain_update(message.0.to_be_bytes())
                .finalize()
                .into(),
        )
    }

    fn hash_with_words(&self, words: &[String]) -> Sha256 {
        let mut mix = Sha256::new()
            .chain_update(self.secret.0)
            .chain_update(self.nonce.0);
        for word in words {
            let length = u64::try_from(word.len()).unwrap_or(u64::MAX);
            mix = mix
                .chain_update(length.to_be_bytes())
                .chain_update(word.as_bytes());
        }
        mix
    }
}

/// A message's Discord ID (snowflake), which contains the time of posting.
///
/// Serialized as a string, because some JSON parsers would round the number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Message(u64);

impl Message {
    /// Discord's epoch: the first moment of 2015, in milliseconds since 1970.
    const BEGAN: i64 = 1_420_070_400_000;

    pub fn from_id(number: u64) -> Message {
        Message(number)
    }

    pub fn number(self) -> u64 {
        self.0
    }

    /// Returns when the message was posted, in milliseconds since 1970.
    pub fn posted_at(self) -> i64 {
        Message::BEGAN + (self.0 >> 22).cast_signed()
    }
}

impl From<Message> for String {
    fn from(message: Message) -> String {
        message.0.to_string()
    }
}

impl TryFrom<String> for Message {
    type Error = std::num::ParseIntError;

    fn try_from(digits: String) -> Result<Message, Self::Error> {
        digits.parse().map(Message)
    }
}

/// The message that announced the start of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Announced {
    pub message: Message,
    /// When the seats and words last changed, in Unix seconds by the host's clock.
    pub settled_at: i64,
}

impl Announced {
    /// Returns when the message was posted, in seconds since 1970.
    pub fn posted_at_secs(&self) -> i64 {
        self.message.posted_at().div_euclid(1000)
    }

    /// Returns whether the message was posted before `settled_at`, which would prove nothing.
    pub fn is_before_settled(&self) -> bool {
        self.posted_at_secs() < self.settled_at
    }
}

/// The proof of where a game's seed came from, published when the game is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The commitment that was published before the players gave their words.
    pub commitment: String,
    pub secret: Seed,
    pub nonce: Seed,
    /// The players' words, by seat; an empty string if a player gave none.
    pub words: Vec<String>,
    /// The message posted once the words were fixed; `None` if the start was not announced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announced: Option<Announced>,
}

/// Why an origin does not prove a seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{self:?}")]
pub enum OriginMismatch {
    /// The secret and the nonce do not match the commitment.
    Commitment,
    /// The seed does not follow from the secret, the words and the message.
    Seed,
}

impl Origin {
    pub fn of(secret: &Secret, words: Vec<String>, announced: Option<Announced>) -> Origin {
        Origin {
            commitment: secret.commitment(),
            secret: secret.secret,
            nonce: secret.nonce,
            words,
            announced,
        }
    }

    /// Returns the seed that follows from the secret, the words and the message.
    pub fn seed(&self) -> Seed {
        let secret = Secret {
            secret: self.secret,
            nonce: self.nonce,
        };
        match self.announced {
            Some(announced) => secret.announced_seed(&self.words, announced.message),
            None => secret.seed(&self.words),
        }
    }

    /// Checks that the secret matches the commitment and that the seed follows from this origin.
    pub fn prove(&self, seed: &Seed) -> Result<(), OriginMismatch> {
        let secret = Secret {
            secret: self.secret,
            nonce: self.nonce,
        };
        if secret.commitment() != self.commitment {
            return Err(OriginMismatch::Commitment);
        }
        if self.seed() == *seed {
            Ok(())
        } else {
            Err(OriginMismatch::Seed)
        }
    }
}

/// The secret and the nonce in hexadecimal digits, one after the other.
impl From<Secret> for String {
    fn from(secret: Secret) -> String {
        String::from(secret.secret) + &String::from(secret.nonce)
    }
}

impl TryFrom<&str> for Secret {
    type Error = NotASeed;

    fn try_from(digits: &str) -> Result<Secret, NotASeed> {
        let (secret, nonce) = digits.split_at_checked(64).ok_or(NotASeed)?;
        Ok(Secret {
            secret: secret.parse()?,
            nonce: nonce.parse()?,
        })
    }
}
