//! What a table may choose before the game begins.

use serde::{Deserialize, Serialize};

/// The choices of a table. The default is the base game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Who decides where lava flows.
    pub lava: Lava,
    /// Whether a lava priestess must act.
    pub priestess: Priestess,
    /// Whether discs may be shuffled around for ever.
    pub shuffling: Shuffling,
}

impl Options {
    /// Returns the base game.
    pub fn base() -> Options {
        Options::default()
    }

    /// Returns the tactical variant.
    pub fn tactical() -> Options {
        Options {
            lava: Lava::Invoked,
            ..Options::default()
        }
    }
}

/// Who decides where lava flows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lava {
    /// Lava cards among the palm cards, and a purchase before each scoring: the base game.
    #[default]
    Drawn,
    /// Invocation discs, and no purchase before scorings: the tactical variant.
    Invoked,
}

/// Whether a lava priestess must act.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Priestess {
    /// She moves a lava disc if there is one: action cards must be carried out.
    #[default]
    MustAct,
    /// She can move one: so her own card says.
    MayDecline,
}

/// Whether discs may be shuffled around for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shuffling {
    /// No rule forbids it.
    #[default]
    Unlimited,
    /// A house rule: after forty turns in which no player received a card, no disc is taken back
    /// until one does.
    FortyTurns,
}

impl Shuffling {
    /// After how many turns without a card no disc is taken back.
    pub fn quiet_turns(self) -> Option<u16> {
        match self {
            Shuffling::Unlimited => None,
            Shuffling::FortyTurns => Some(40),
        }
    }
}
