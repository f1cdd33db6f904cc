//! What things are worth to the greedy mind, in points: opinions, found by self-play.

use serde::{Deserialize, Serialize};

/// Weights of an opinion.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Weights {
    /// A shell, a foot and a fruit before the last round.
    pub shell: f64,
    /// See `shell`.
    pub foot: f64,
    /// See `shell`.
    pub fruit: f64,
    /// How much of that is left in the last round.
    pub last: f64,
    /// How much of a round's points a sum just below the number is worth.
    pub near_miss: f64,
    /// By how much a sum must exceed the number to be surely the first.
    pub spread: f64,
    /// The trouble of fishing a token.
    pub fishing: f64,
    /// A space nearer to the front of the next round.
    pub space: f64,
    /// Tiles that each village hopes to gain in a round that is still to come.
    pub hope: [f64; 5],
    /// Columns that the tikis hope to come nearer in a round.
    pub tiki_hope: f64,
    /// How likely a realm without a tiki is to get one.
    pub first_tiki: f64,
    /// How much less likely a long way is than a short one.
    pub doubt: f64,
    /// A village that reaches a tiki, in each round to come.
    pub village: f64,
    /// How much of the hope for a village its hula dancer shares.
    pub growth: f64,
    /// An irrigation that still lacks fruit tiles, in each round to come.
    pub dry_irrigation: f64,
    /// A fruit tile that still lacks an irrigation.
    pub dry_fruit: f64,
    /// A tiki.
    pub tiki: f64,
    /// A boat in this round.
    pub boat_now: f64,
    /// A boat in each round to come.
    pub boat_later: f64,
    /// A boat's printed foot in each round to come.
    pub boat_foot: f64,
    /// What tiles bring in each round to come, for each level.
    pub shell_hut: f64,
    /// See `shell_hut`.
    pub foot_hut: f64,
    /// See `shell_hut`.
    pub fruit_tile: f64,
    /// See `shell_hut`.
    pub spears: f64,
    /// See `shell_hut`.
    pub exchange: f64,
    /// See `shell_hut`.
    pub surfer: f64,
    /// See `shell_hut`.
    pub pele: f64,
    /// See `shell_hut`.
    pub lono: f64,
    /// Fruits that LAKA hopes for in each round to come.
    pub laka: f64,
    /// Boats and surfers that KANALOA hopes for in each round to come.
    pub kanaloa: f64,
}

impl Weights {
    /// The weights in use.
    pub const TUNED: Weights = Weights {
        shell: 0.95,
        foot: 1.354,
        fruit: 2.584,
        last: 0.36,
        near_miss: 1.0,
        spread: 54.482,
        fishing: 0.738,
        space: 0.81,
        hope: [0.61, 2.19, 0.27, 0.6, 0.47],
        tiki_hope: 0.407,
        first_tiki: 0.599,
        doubt: 2.552,
        village: 0.296,
        growth: 0.599,
        dry_irrigation: 0.911,
        dry_fruit: 1.345,
        tiki: 0.45,
        boat_now: 1.2,
        boat_later: 1.63,
        boat_foot: 1.458,
        shell_hut: 1.148,
        foot_hut: 1.094,
        fruit_tile: 1.283,
        spears: 1.2,
        exchange: 0.519,
        surfer: 1.0,
        pele: 0.659,
        lono: 1.259,
        laka: 0.599,
        kanaloa: 0.068,
    };
}
