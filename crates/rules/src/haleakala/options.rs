//! The options of Haleakala that a table chooses before the game begins.

use serde::{Deserialize, Serialize};

/// The options of a table. The default is the base game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// How lava comes onto the volcano: by drawn cards or by invocation discs.
    pub lava: Lava,
    /// Whether a lava priestess must move a lava disc.
    pub priestess: Priestess,
    /// Whether players may place and take back discs without end.
    pub shuffling: Shuffling,
}

impl Options {
    /// Returns the options of the base game.
    pub fn base() -> Options {
        Options::default()
    }

    /// Returns the options of the tactical variant.
    pub fn tactical() -> Options {
        Options {
            lava: Lava::Invoked,
            ..Options::default()
        }
    }
}

/// How lava comes onto the volcano: by drawn cards or by invocation discs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lava {
    /// Lava cards among the palm cards, and a purchase before each scoring: the base game.
    #[default]
    Drawn,
    /// Invocation discs, and no purchase before scorings: the tactical variant.
    Invoked,
}

/// Whether a lava priestess must move a lava disc.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Priestess {
    /// She must move a lava disc if there is one, because action cards must be carried out.
    #[default]
    MustAct,
    /// She may move a lava disc, as the text of her card says.
    MayDecline,
}

/// Whether players may place and take back discs without end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shuffling {
    /// There is no limit: the rulebook has none.
    #[default]
    Unlimited,
    /// A house rule: after forty turns in which no player received a card, no disc is taken back
    /// until one does.
    FortyTurns,
}

impl Shuffling {
    /// Returns after how many turns without a received card no disc may be taken back.
    pub fn quiet_turns(self) -> Option<u16> {
        match self {
            Shuffling::Unlimited => None,
            Shuffling::FortyTurns => Some(40),
        }
    }
}
