//! The island's six segments around the volcano, and how boat, shamans and lava move.
//!
//! Each segment has water, beach, grassland, forest, mountain and crater.

use serde::{Deserialize, Serialize};

use crate::numbered::numbered;

/// How many segments the island has.
pub const SEGMENTS: usize = 6;

numbered!(
    /// One of the six segments, counted from 1, clockwise.
    Segment, 6, "segment");

impl Segment {
    /// Returns the segment this many segments clockwise, as seen from above.
    pub fn clockwise(self, segments: u8) -> Segment {
        Segment((self.0 + segments % 6) % 6)
    }

    /// Returns the neighbouring segment in this direction.
    pub fn next(self, direction: Direction) -> Segment {
        match direction {
            Direction::Clockwise => self.clockwise(1),
            Direction::Counterclockwise => self.clockwise(5),
        }
    }
}

/// A direction around the volcano, as seen from above.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    Clockwise,
    Counterclockwise,
}

impl Direction {
    pub const ALL: [Direction; 2] = [Direction::Clockwise, Direction::Counterclockwise];

    /// Returns the word that commands use.
    pub fn name(self) -> &'static str {
        match self {
            Direction::Clockwise => "clockwise",
            Direction::Counterclockwise => "counterclockwise",
        }
    }
}

/// The terrains on which statues can stand, from the beach up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    #[default]
    Grassland,
    Forest,
    Mountain,
}

impl Terrain {
    pub const ALL: [Terrain; 3] = [Terrain::Grassland, Terrain::Forest, Terrain::Mountain];

    pub fn index(self) -> usize {
        self as usize
    }

    /// Returns the word that commands use.
    pub fn name(self) -> &'static str {
        match self {
            Terrain::Grassland => "grassland",
            Terrain::Forest => "forest",
            Terrain::Mountain => "mountain",
        }
    }
}

/// A spot for a statue: one on each terrain of each segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    pub segment: Segment,
    pub terrain: Terrain,
}

impl Site {
    /// Returns all eighteen sites.
    pub fn all() -> impl Iterator<Item = Site> {
        Segment::all().flat_map(|segment| Terrain::ALL.map(|terrain| Site { segment, terrain }))
    }
}

/// Where a shaman stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shaman {
    /// In the hut on the beach, where it starts.
    Hut(Segment),
    /// On a site of the volcano's side.
    At(Site),
}

impl Default for Shaman {
    fn default() -> Shaman {
        Shaman::Hut(Segment::default())
    }
}

// --- Rulebook: "Moving the shaman" ---

/// Returns the height of a shaman: 0 on the beach to 3 on a mountain.
fn height(shaman: Shaman) -> u8 {
    match shaman {
        Shaman::Hut(_) => 0,
        Shaman::At(site) => 1 + site.terrain as u8,
    }
}

fn segment(shaman: Shaman) -> Segment {
    match shaman {
        Shaman::Hut(segment) | Shaman::At(Site { segment, .. }) => segment,
    }
}

/// Returns whether a shaman can walk from `from` to `to`.
///
/// A walk has at most two steps, each around the volcano, up or down, and at most one of them up.
/// Huts and craters are never entered.
pub fn within_reach(from: Shaman, to: Site) -> bool {
    let around = to.segment.number().abs_diff(segment(from).number());
    let around = around.min(6 - around);
    let here = height(from);
    let there = height(Shaman::At(to));
    // From a hut the first step goes up to the grassland: no path leads around the beach.
    there <= here + 1 && around + there.abs_diff(here) <= 2
}

/// An array with one entry for each segment.
pub type BySegment<T> = [T; SEGMENTS];
