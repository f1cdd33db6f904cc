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
    /// What was played otherwise in an earlier edition. Nobody chooses it: a game keeps what it began with, and one that
    /// says nothing of it began with edition 1.
    #[serde(default = "Rulings::of_edition_1", skip_serializing_if = "Rulings::are_of_edition_1")]
    pub rulings: Rulings,
}

impl Options {
    /// The base game.
    pub fn base() -> Options {
        Options::default()
    }

    /// The tactical variant.
    pub fn tactical() -> Options {
        Options { lava: Lava::Invoked, ..Options::default() }
    }
}

/// Rulings that an edition changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rulings {
    /// When a lava priestess brings the invocation disc back.
    pub invocation_disc: InvocationDisc,
}

impl Rulings {
    /// What was played before any of them changed.
    pub fn of_edition_1() -> Rulings {
        Rulings { invocation_disc: InvocationDisc::BeforeTheLava }
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the writer of options hands in a reference")]
    fn are_of_edition_1(&self) -> bool {
        *self == Rulings::of_edition_1()
    }
}

/// When a lava priestess brings the invocation disc back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InvocationDisc {
    /// After her action: so the text says.
    #[default]
    AfterTheLava,
    /// When she is called, before she moves any lava: edition 1.
    BeforeTheLava,
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
    /// A house rule: after forty turns in which nobody received a card, no disc is taken back until somebody does.
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
