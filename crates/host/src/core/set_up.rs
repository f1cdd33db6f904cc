//! The set-up of a game: the first entry of its log.

use serde::{Deserialize, Serialize};

use crate::{InternalError, Table};
use lanai_rules::Rules;
use lanai_rules::chance::{Announced, Origin, Secret, Seed};

/// What a game began with, besides the row of its table.
#[derive(Serialize, Deserialize)]
pub(crate) struct SetUp {
    /// The edition of the rules.
    pub(crate) edition: u32,
    pub(crate) names: Vec<String>,
    /// The word that each player mixed into the seed.
    pub(crate) words: Vec<String>,
    /// The public message that began the game. `None` until it is posted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) announced: Option<Announced>,
    /// The seed. It is stored once a word that was mixed into it is deleted with its player's data,
    /// because it can no longer be computed then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seed: Option<Seed>,
}

impl SetUp {
    /// Parses a set-up. Fails if the game began with an unknown edition of the rules.
    pub(crate) fn parse<G: Rules>(table: &Table, action: &str) -> Result<SetUp, InternalError> {
        let set_up: SetUp = table.parse_json(action, "its set-up")?;
        if G::supports_edition(set_up.edition) {
            return Ok(set_up);
        }
        Err(InternalError::Edition {
            table: table.id.0,
            found: set_up.edition,
        })
    }

    /// Returns the origin of the seed, or `None` if one of its words was deleted.
    pub(crate) fn origin(&self, secret: &Secret) -> Option<Origin> {
        self.seed
            .is_none()
            .then(|| Origin::of(secret, self.words.clone(), self.announced))
    }

    /// Returns the seed of the game.
    pub(crate) fn seed(&self, secret: &Secret) -> Seed {
        self.seed
            .unwrap_or_else(|| Origin::of(secret, self.words.clone(), self.announced).seed())
    }
}
