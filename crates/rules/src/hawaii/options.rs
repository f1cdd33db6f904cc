//! The options of Hawaii that a table chooses before the game begins.
//!
//! Where the rule texts differ, either reading can be played. Abbreviations name the texts: the
//! English (en), French (fr) and Czech (cs) rulebooks and the online edition (online).

use serde::{Deserialize, Serialize};

/// The options of a table. The default is the printed rule of the English rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Whether shells, feet and fruits are public.
    pub goods: GoodsShown,
    /// The number of spaces for tikis in a realm.
    pub tikis: TikiSpaces,
    /// Whether space 1 is worth points after the last round.
    pub last_first_space: FirstSpace,
    /// What decides between players with equal points.
    pub tie_break: TieBreak,
    /// Whether a new village may skip rows.
    pub rows: Rows,
    /// How often an exchange hut helps in a turn.
    pub exchange: Exchange,
    /// Which players' sums are ranked at the end of a round.
    pub ranking: Ranking,
}

impl Options {
    /// Returns the options of the printed rule.
    pub fn printed() -> Options {
        Options::default()
    }

    /// Returns the options of the online edition: open goods and seven spaces for tikis.
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
    /// Goods are behind screens (en, fr, cs).
    #[default]
    Hidden,
    /// Goods lie open on the table (online).
    Open,
}

/// The number of spaces for tikis in a realm.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TikiSpaces {
    /// Spaces 1 to 6 (en, cs).
    #[default]
    Six,
    /// Spaces 1 to 7 (online).
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
    /// Space 1 is worth points (en, cs, online).
    #[default]
    Scores,
    /// Space 1 is worth nothing (fr).
    ScoresNothing,
}

/// What decides between players with equal points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    /// The total of shells, feet and fruits left (en, cs, online).
    #[default]
    GoodsLeft,
    /// Nothing: the players share the victory (fr).
    Shared,
}

/// Whether a new village may skip rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rows {
    /// Villages are begun from the top without gaps (all four texts).
    #[default]
    WithoutGaps,
    /// A village may be begun in any empty row (the German rule, by hearsay).
    MayBeSkipped,
}

/// How often an exchange hut helps in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Exchange {
    /// A hut helps in one payment of a turn (all four texts).
    #[default]
    OncePerTurn,
    /// A hut helps in each payment (the German rule, by hearsay).
    EachPayment,
}

/// Which players' sums are ranked at the end of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ranking {
    /// Only the sums of players who reach their number (as the order of the sentences suggests in
    /// en, fr, cs).
    #[default]
    ThoseWhoScore,
    /// The sums of all players: one who misses the number takes a rank but scores nothing
    /// (literally en, fr, cs).
    Everyone,
}
