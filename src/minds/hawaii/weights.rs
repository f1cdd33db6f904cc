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
        foot: 0.55,
        fruit: 1.05,
        last: 0.06,
        near_miss: 0.55,
        spread: 9.0,
        fishing: 0.3,
        space: 0.6,
        hope: [1.5, 1.2, 0.9, 0.6, 0.35],
        tiki_hope: 0.55,
        first_tiki: 0.6,
        doubt: 1.4,
        village: 0.4,
        growth: 0.6,
        dry_irrigation: 0.5,
        dry_fruit: 0.3,
        tiki: 0.45,
        boat_now: 1.2,
        boat_later: 2.2,
        boat_foot: 0.8,
        shell_hut: 0.85,
        foot_hut: 0.6,
        fruit_tile: 0.95,
        spears: 1.2,
        exchange: 0.7,
        surfer: 1.0,
        pele: 1.2,
        lono: 1.7,
        laka: 0.6,
        kanaloa: 0.3,
    };
}
