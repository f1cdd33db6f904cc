//! The structure of `assets/haleakala.toml`. The parent module reads and checks the file.

use serde::{Deserialize, Serialize};

use crate::{figures::Sourced, haleakala::pieces::Keepsake};

/// The contents of the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// The three piles of palm cards: with one, two and three palms.
    pub pile: Vec<Sourced<Pile>>,
    /// The island's segments with special features.
    pub board: Sourced<Board>,
    /// The numbers of wooden pieces.
    pub pieces: Sourced<Pieces>,
    /// The costs of the cards on the display.
    pub display: Sourced<Display>,
    /// How many points things are worth.
    pub points: Sourced<Points>,
    /// Which collected cards show a butterfly.
    pub butterflies: Sourced<Butterflies>,
}

/// How many cards of each kind a pile has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pile {
    /// The number of cards that build a statue.
    pub statue: u8,
    pub shell: u8,
    /// The number of lava priestesses.
    pub priestess: u8,
    /// The number of lava cards.
    pub lava: u8,
    /// The collected cards in this pile.
    pub collected: Vec<Keepsake>,
}

/// The island's segments with special features.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Board {
    /// The segments whose beaches have huts.
    pub huts: Vec<u8>,
    /// The segment whose beach has the jetty.
    pub jetty: u8,
}

/// The numbers of wooden pieces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pieces {
    /// The number of statues of each colour.
    pub statues_each: u8,
    pub lava_discs: u8,
}

/// The costs of the cards on the display, in shells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Display {
    pub butterflies: u8,
    pub statue_majority: u8,
    pub complete_segment: u8,
    pub forest: u8,
    pub mountain: u8,
    pub priestess: u8,
}

/// How many points things are worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Points {
    /// Each statue on grassland.
    pub grassland: u16,
    /// Each statue in a forest.
    pub forest: u16,
    /// Each statue on a mountain.
    pub mountain: u16,
    /// The most baskets of fish in a scoring.
    pub most_fish: u16,
    /// The white pearl alone.
    pub white_pearl: u16,
    /// The black pearl alone.
    pub black_pearl: u16,
    pub both_pearls: u16,
    /// The nautilus, which scores only at the second scoring.
    pub nautilus: u16,
    /// Each shell left at the second scoring.
    pub shell_left: u16,
    /// For the owner of the butterfly card: each collected card with a butterfly.
    pub butterfly: u16,
    /// For the owner of the majority card: each terrain with more statues than the opponent has
    /// there.
    pub majority: u16,
    /// For the owner of the segment card: each segment with three own statues.
    pub complete_segment: u16,
    /// For the owner of the forest card: each own statue in a forest, on top of its normal points.
    pub forest_card: u16,
    /// For the owner of the mountain card: each own statue on a mountain, on top of its normal
    /// points.
    pub mountain_card: u16,
}

/// Which collected cards show a butterfly.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Butterflies {
    pub on: Vec<Keepsake>,
}
