//! What a table may choose before the game begins: where the texts differ, either reading can be
//! played.

use serde::{Deserialize, Serialize};

/// The choices of a table. The default is the printed rule, as the English rulebook has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Whether shells, feet and fruits are public.
    pub goods: GoodsShown,
    /// How many tikis a realm has room for.
    pub tikis: TikiSpaces,
    /// Whether space 1 is worth points after the last round.
    pub last_first_space: FirstSpace,
    /// What decides between equal points.
    pub tie_break: TieBreak,
    /// Whether a new village may skip rows.
    pub rows: Rows,
    /// How often an exchange hut helps in a turn.
    pub exchange: Exchange,
    /// Whose sums are ranked at the end of a round.
    pub ranking: Ranking,
}

impl Options {
    /// Returns the printed rule.
    pub fn printed() -> Options {
        Options::default()
    }

    /// Returns the rule of the online edition: open goods and seven spaces for tikis.
    pub fn online() -> Options {
        Options {
            goods: GoodsShown::Open,
            tikis: TikiSpaces::Seven,
            ..Options::default()
        }
    }
}

/// Whether shells, feet and fruits are public.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoodsShown {
    /// Behind screens (en, fr, cs).
    #[default]
    Hidden,
    /// On the table (online).
    Open,
}

/// How many tikis a realm has room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TikiSpaces {
    /// Spaces 1 to 6 (en, cs).
    #[default]
    Six,
    /// Seven (online).
    Seven,
}

impl TikiSpaces {
    pub fn count(self) -> u8 {
        match self {
            TikiSpaces::Six => 6,
            TikiSpaces::Seven => 7,
        }
    }
}

/// Whether space 1 is worth points after the last round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstSpace {
    /// It is (en, cs, online).
    #[default]
    Scores,
    /// It is not (fr).
    ScoresNothing,
}

/// What decides between equal points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    /// Shells, feet and fruits left (en, cs, online).
    #[default]
    GoodsLeft,
    /// Nothing: they share the victory (fr).
    Shared,
}

/// Whether a new village may skip rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rows {
    /// From the top, without gaps (all four texts).
    #[default]
    WithoutGaps,
    /// Any empty row (the German rule, by hearsay).
    MayBeSkipped,
}

/// How often an exchange hut helps in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Exchange {
    /// In one payment of a turn (all four texts).
    #[default]
    OncePerTurn,
    /// In each payment (the German rule, by hearsay).
    EachPayment,
}

/// Whose sums are ranked at the end of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ranking {
    /// Only those of players who reach their number (as the order of the sentences suggests in en,
    /// fr, cs).
    #[default]
    ThoseWhoScore,
    /// All: a player who misses the number takes a rank, but scores nothing (literally en, fr, cs).
    Everyone,
}
