//! What a game began with.

use serde::{Deserialize, Serialize};

use crate::{InternalError, Table};
use lanai_rules::Rules;
use lanai_rules::chance::{Announced, Origin, Secret, Seed};

/// The first entry of a log: what the game began with, beside what the table's row says.
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
    /// The seed itself, once a word that was mixed into it is deleted because its player was
    /// forgotten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seed: Option<Seed>,
}

impl SetUp {
    /// The set-up of a table, if we know the rules by which it was begun.
    pub(crate) fn read<G: Rules>(table: &Table, action: &str) -> Result<SetUp, InternalError> {
        let set_up: SetUp = table.json(action, "its set-up")?;
        if G::plays(set_up.edition) {
            return Ok(set_up);
        }
        Err(InternalError::Edition {
            table: table.game.0,
            found: set_up.edition,
        })
    }

    /// Where the seed comes from, as far as it is known.
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
