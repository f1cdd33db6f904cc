//! The shape of `assets/haleakala.toml`. Reading and checking are in the parent.

use serde::{Deserialize, Serialize};

use crate::{figures::Sourced, haleakala::pieces::Keepsake};

/// The whole file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// The palm cards: with one, with two, with three palms.
    pub pile: Vec<Sourced<Pile>>,
    /// The island.
    pub board: Sourced<Board>,
    /// Wooden pieces.
    pub pieces: Sourced<Pieces>,
    /// What the cards of the display cost.
    pub display: Sourced<Display>,
    /// What things are worth.
    pub points: Sourced<Points>,
    /// Which collected cards show a butterfly.
    pub butterflies: Sourced<Butterflies>,
}

/// The cards of a pile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pile {
    /// Cards that build a statue.
    pub statue: u8,
    pub shell: u8,
    /// Lava priestesses.
    pub priestess: u8,
    /// Lava cards.
    pub lava: u8,
    /// Cards that are collected.
    pub collected: Vec<Keepsake>,
}

/// The island.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Board {
    /// The segments whose beaches have huts.
    pub huts: Vec<u8>,
    /// The segment whose beach has the jetty.
    pub jetty: u8,
}

/// Wooden pieces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pieces {
    /// Statues of each colour.
    pub statues_each: u8,
    pub lava_discs: u8,
}

/// What the cards of the display cost, in shells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Display {
    pub butterflies: u8,
    pub statue_majority: u8,
    pub complete_segment: u8,
    pub forest: u8,
    pub mountain: u8,
    pub priestess: u8,
}

/// What things are worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Points {
    /// A statue on grassland.
    pub grassland: u16,
    /// A statue in a forest.
    pub forest: u16,
    /// A statue on a mountain.
    pub mountain: u16,
    /// The most baskets of fish.
    pub most_fish: u16,
    /// The white pearl alone.
    pub white_pearl: u16,
    /// The black pearl alone.
    pub black_pearl: u16,
    pub both_pearls: u16,
    /// The nautilus, at the second scoring.
    pub nautilus: u16,
    /// A shell left at the second scoring.
    pub shell_left: u16,
    /// With the butterfly card: a butterfly.
    pub butterfly: u16,
    /// With the majority card: a terrain with more statues.
    pub majority: u16,
    /// With the segment card: a segment with three statues.
    pub complete_segment: u16,
    /// With the forest card: a statue in a forest, besides.
    pub forest_card: u16,
    /// With the mountain card: a statue on a mountain, besides.
    pub mountain_card: u16,
}

/// Which collected cards show a butterfly.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Butterflies {
    pub on: Vec<Keepsake>,
}
