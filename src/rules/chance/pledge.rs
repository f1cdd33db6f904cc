//! Checkable chance: nobody, the host included, can choose a shuffle, and everybody can prove it afterwards.
//!
//! Before anybody sits down the host draws a [`Secret`] and publishes its [`Secret::commitment`]. Then players may
//! give a word each. The seed of the game is mixed from both ([`Secret::seed`]): the host cannot change the secret any
//! more when the words come, and who gives a word does not know the secret. When the game is over the record tells
//! the secret and the words, and replaying it proves all of it. This room draws nothing: the bytes come from the host.

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
        hex(&Sha256::new().chain_update(self.secret.0).chain_update(self.nonce.0).finalize())
    }

    /// The seed of the game: SHA-256 of secret, nonce and the players' words in the order of their seats, each word
    /// with its length in bytes before it (eight bytes, the highest first), so that no two lists of words look alike.
    pub fn seed(&self, words: &[String]) -> Seed {
        let mut mix = Sha256::new().chain_update(self.secret.0).chain_update(self.nonce.0);
        for word in words {
            let length = u64::try_from(word.len()).unwrap_or(u64::MAX);
            mix = mix.chain_update(length.to_be_bytes()).chain_update(word.as_bytes());
        }
        Seed(mix.finalize().into())
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
}

/// In what an origin does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotFromThere {
    /// The secret is not the one that was published.
    #[error("secret and nonce do not have this commitment")]
    Commitment,
    /// The seed is not mixed from secret and words.
    #[error("the seed does not come from the secret and the words")]
    Seed,
}

impl Origin {
    /// The origin of a seed.
    pub fn of(secret: &Secret, words: Vec<String>) -> Origin {
        Origin { commitment: secret.commitment(), secret: secret.secret, nonce: secret.nonce, words }
    }

    /// Proves that a seed comes from here.
    pub fn prove(&self, seed: &Seed) -> Result<(), NotFromThere> {
        let secret = Secret { secret: self.secret, nonce: self.nonce };
        if secret.commitment() != self.commitment {
            return Err(NotFromThere::Commitment);
        }
        if secret.seed(&self.words) == *seed { Ok(()) } else { Err(NotFromThere::Seed) }
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
        Ok(Secret { secret: secret.parse()?, nonce: nonce.parse()? })
    }
}
