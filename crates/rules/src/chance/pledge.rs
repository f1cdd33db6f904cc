//! Checkable chance: nobody, the host included, can choose a shuffle, and everybody can prove it afterwards.
//!
//! Before anybody sits down the host draws a [`Secret`] and publishes its [`Secret::commitment`]. Then players may
//! give a word each. The host cannot change the secret any more when the words come, and who gives a word does not know
//! the secret; but a host who plays knows it, and could try words. So the number of the public message that announces the
//! start, which is posted when all words are fixed, is mixed in too ([`Secret::announced_seed`]): nobody can choose it, and
//! each further try is a further message. When the game is over the record tells all of this, and replaying it proves that
//! it belongs together; that it is what was public is for the players to compare. What remains: a message can be posted,
//! deleted and posted anew, which leaves no trace but time. This room draws nothing: the bytes come from the host.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{NotASeed, Seed, hex};

/// What the host draws and keeps to itself until the game is over. `Debug` does not show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Secret {
    secret: Seed,
    /// Makes the commitment tell nothing, whatever the secret is.
    nonce: Seed,
}

impl Secret {
    /// A secret of these bytes, the nonce in the second half.
    pub fn new(bytes: [[u8; 32]; 2]) -> Secret {
        let [secret, nonce] = bytes.map(Seed::new);
        Secret { secret, nonce }
    }

    /// What is published at once: SHA-256 of secret and nonce, 64 bytes, in hexadecimal digits.
    pub fn commitment(&self) -> String {
        hex(&Sha256::new()
            .chain_update(self.secret.0)
            .chain_update(self.nonce.0)
            .finalize())
    }

    /// Returns the seed of what computer players think: SHA-256 of secret, nonce and the players' words in the order of their
    /// seats, each word with its length in bytes before it (eight bytes, the highest first), so that no two lists of words
    /// look alike.
    pub fn seed(&self, words: &[String]) -> Seed {
        Seed(self.mixed(words).finalize().into())
    }

    /// The seed of a game: the same, and at the end the number of the message that announced the start, in eight bytes, the
    /// highest first. No word is so long that its length could be taken for one.
    pub fn announced_seed(&self, words: &[String], message: Message) -> Seed {
        Seed(
            self.mixed(words)
                .chain_update(message.0.to_be_bytes())
                .finalize()
                .into(),
        )
    }

    fn mixed(&self, words: &[String]) -> Sha256 {
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

/// The number of a message. A chat counts them up by time, so it tells when it was posted. Written as digits, for there are
/// readers of JSON that round it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Message(u64);

impl Message {
    /// When such numbers began: the first moment of 2015, in milliseconds since 1970.
    const BEGAN: i64 = 1_420_070_400_000;

    /// The message of this number.
    pub fn numbered(number: u64) -> Message {
        Message(number)
    }

    /// Its number.
    pub fn number(self) -> u64 {
        self.0
    }

    /// When it was posted, in milliseconds since 1970.
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
    /// Which.
    pub message: Message,
    /// When the last word was given, or the last seat taken, in seconds since 1970, by the clock of the host.
    pub settled_at: i64,
}

impl Announced {
    /// Returns when the message was posted, in seconds since 1970.
    pub fn posted_at_secs(&self) -> i64 {
        self.message.posted_at().div_euclid(1000)
    }

    /// Returns whether the message was posted before the last word or seat was settled.
    pub fn is_before_settled(&self) -> bool {
        self.posted_at_secs() < self.settled_at
    }
}

/// Where the seed of a game came from: told when the game is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// What was published before the words were given.
    pub commitment: String,
    /// What was behind it.
    pub secret: Seed,
    /// What was mixed in, so that the commitment told nothing.
    pub nonce: Seed,
    /// The players' words, by seat; empty where none was given.
    pub words: Vec<String>,
    /// The message that was posted when they were fixed, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announced: Option<Announced>,
}

/// In what an origin does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{self:?}")]
pub enum NotFromThere {
    /// The secret is not the one that was published.
    Commitment,
    /// The seed is not mixed from secret, words and message.
    Seed,
}

impl Origin {
    /// The origin of a seed.
    pub fn of(secret: &Secret, words: Vec<String>, announced: Option<Announced>) -> Origin {
        Origin {
            commitment: secret.commitment(),
            secret: secret.secret,
            nonce: secret.nonce,
            words,
            announced,
        }
    }

    /// The seed that comes from it.
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

    /// Proves that a seed comes from here.
    pub fn prove(&self, seed: &Seed) -> Result<(), NotFromThere> {
        let secret = Secret {
            secret: self.secret,
            nonce: self.nonce,
        };
        if secret.commitment() != self.commitment {
            return Err(NotFromThere::Commitment);
        }
        if self.seed() == *seed {
            Ok(())
        } else {
            Err(NotFromThere::Seed)
        }
    }
}

/// A secret as it is kept: the two halves, one after the other.
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
