//! The island: spots and the distances between them, places, docks, islands, and the stacks.

use std::ops::Index;

use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

use super::kinds::Kinds;
use super::pieces::{God, STACKED_KINDS, Tile, VillageTile};
use crate::{Seat, numbered::numbered};

/// How many places the island has.
pub const PLACES: usize = 10;
/// How many docks the beach has.
pub const DOCKS: usize = 4;

numbered!(
    /// One of the ten places, in the order of `assets/hawaii.toml`. Its spot differs from game to
    /// game.
    Place, 10, "place");
numbered!(
    /// One of the ten spots on which places lie, from the lower left, row by row.
    Spot, 10, "spot");
numbered!(
    /// One of the four docks, from the left.
    Dock, 4, "dock");
numbered!(
    /// One of the two stacks of gods, from the left.
    GodStack, 2, "stack of gods");
numbered!(
    /// One of the ten islands, in the order of `assets/hawaii.toml`.
    Island, 10, "island");
numbered!(
    /// One of the spaces of the turn-order track, from the front.
    Space, 5, "space");
numbered!(
    /// One of the five rows of a realm in which a village may stand, from the top.
    Row, 5, "row");

// --- Distances ---

/// The distances in steps between spots and from the beach. The beach is no short cut.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ways {
    from_beach: [u8; PLACES],
    between: [[u8; PLACES]; PLACES],
    at: [(u8, u8); PLACES],
}

impl Ways {
    /// Computes the distances between places that lie in rows, the first row at the beach.
    ///
    /// `halves_from_left` tells how far each row is indented, in halves of a place. Two places
    /// touch if their rows differ by at most one and their columns by at most one whole place.
    pub(super) fn between(rows: &[u8], halves_from_left: &[u8]) -> Ways {
        let mut at = [(0, 0); PLACES];
        let cells =
            rows.iter()
                .zip(halves_from_left)
                .zip(0..)
                .flat_map(|((places, halves), row)| {
                    (0..*places).map(move |place| (row, halves + 2 * place))
                });
        for (at, cell) in at.iter_mut().zip(cells) {
            *at = cell;
        }
        let touch = |a: (u8, u8), b: (u8, u8)| a.0.abs_diff(b.0) <= 1 && a.1.abs_diff(b.1) <= 2;
        let mut between = [[u8::MAX; PLACES]; PLACES];
        for (from, steps) in between.iter_mut().enumerate() {
            spread(steps, from, |a, b| touch(at[a], at[b]));
        }
        let mut from_beach = [u8::MAX; PLACES];
        for (to, steps) in from_beach.iter_mut().enumerate() {
            let first_row = (0..PLACES).filter(|spot| at[*spot].0 == 0);
            *steps = first_row
                .map(|spot| between[spot][to].saturating_add(1))
                .min()
                .unwrap_or(u8::MAX);
        }
        Ways {
            from_beach,
            between,
            at,
        }
    }

    /// Returns the number of steps from the beach to this spot.
    pub fn from_beach(&self, to: Spot) -> u8 {
        self.from_beach[to]
    }

    /// Returns the number of steps between two spots: zero from a spot to itself, though it costs a
    /// foot.
    pub fn steps(&self, from: Spot, to: Spot) -> u8 {
        self.between[from][to]
    }

    /// Returns the number of steps to each spot from `here`, or from the beach if it is `None`.
    pub(super) fn steps_from(&self, here: Option<Spot>) -> &[u8; PLACES] {
        here.map_or(&self.from_beach, |here| &self.between[here])
    }

    /// Returns the row of a spot, counted from the beach, and how many halves of a place it lies
    /// from the left.
    pub fn position(&self, spot: Spot) -> (u8, u8) {
        self.at[spot]
    }
}

/// Fills in the number of steps from one spot to all other spots (breadth-first search).
fn spread(steps: &mut [u8; PLACES], from: usize, touch: impl Fn(usize, usize) -> bool) {
    steps[from] = 0;
    for reached in 0..10 {
        for here in 0..PLACES {
            if steps[here] != reached {
                continue;
            }
            for (there, steps) in steps.iter_mut().enumerate() {
                if *steps == u8::MAX && touch(here, there) {
                    *steps = reached + 1;
                }
            }
        }
    }
}

// --- Chieftains ---

/// Where a chieftain stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chieftain {
    /// On the beach, neither at the cove nor at a dock.
    #[default]
    Beach,
    /// On the beach, at the fishing cove.
    Cove,
    /// On the beach, at a dock.
    Dock(Dock),
    Place(Place),
    /// Under this space of the turn order, because its player has left the round.
    Left(Space),
}

/// The places in the order of the spots on which they lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Places(pub [Place; PLACES]);

impl Places {
    pub fn iter(&self) -> impl Iterator<Item = (Spot, Place)> {
        Spot::all().zip(self.0)
    }

    /// Returns the spot on which a place lies.
    pub fn spot(&self, place: Place) -> Spot {
        self.iter()
            .find(|(_, there)| *there == place)
            .map_or_else(Spot::default, |(spot, _)| spot)
    }
}

// --- Stacks ---

/// The number of tiles left of each kind except the gods.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "[u8; STACKED_KINDS]", into = "[u8; STACKED_KINDS]")]
pub struct Stacks {
    heights: [u8; STACKED_KINDS],
    /// The kinds with at least one tile left, for fast lookup.
    left: Kinds,
}

impl From<[u8; STACKED_KINDS]> for Stacks {
    fn from(heights: [u8; STACKED_KINDS]) -> Stacks {
        let left = Tile::STACKED
            .into_iter()
            .zip(heights)
            .filter(|(_, height)| *height > 0);
        Stacks {
            heights,
            left: left.map(|(tile, _)| tile).collect(),
        }
    }
}

impl From<Stacks> for [u8; STACKED_KINDS] {
    fn from(stacks: Stacks) -> [u8; STACKED_KINDS] {
        stacks.heights
    }
}

impl Index<Tile> for Stacks {
    type Output = u8;

    /// Returns the number of tiles left; zero for gods, which do not lie in plain stacks.
    fn index(&self, tile: Tile) -> &u8 {
        stack_index(tile).map_or(&0, |position| &self.heights[position])
    }
}

impl Stacks {
    pub fn new(height: impl FnMut(Tile) -> u8) -> Stacks {
        Tile::STACKED.map(height).into()
    }

    /// Returns the kinds with at least one tile left.
    pub(super) fn left(&self) -> Kinds {
        self.left
    }

    /// Removes this number of tiles from their stack.
    pub fn take(&mut self, tile: Tile, number: u8) {
        let Some(position) = stack_index(tile) else {
            return;
        };
        let height = &mut self.heights[position];
        *height = height.saturating_sub(number);
        if *height == 0 {
            self.left = self.left.without(Kinds::of(tile));
        }
    }
}

/// Returns the index of a kind in [`Tile::STACKED`]; `None` for gods.
fn stack_index(tile: Tile) -> Option<usize> {
    match tile {
        Tile::Village(VillageTile::God(_)) => None,
        Tile::Village(tile) => Some(tile.index()),
        Tile::Boat => Some(12),
        Tile::Kahuna => Some(13),
        Tile::Tiki => Some(14),
    }
}

/// The two stacks of gods; the last god of each lies on top. Only the tops are visible and for
/// sale.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Gods(pub [ArrayVec<[God; 6]>; 2]);

impl Gods {
    /// Returns the tops of both stacks.
    pub fn top_gods(&self) -> [Option<God>; 2] {
        [self.0[0].last().copied(), self.0[1].last().copied()]
    }

    /// Returns the tops of both stacks as a set.
    pub(super) fn visible_gods(&self) -> Kinds {
        self.top_gods()
            .into_iter()
            .flatten()
            .map(Tile::god)
            .collect()
    }

    /// Returns the stacks whose top is this god, the left one first.
    pub fn stacks_topped_by(&self, god: God) -> impl Iterator<Item = GodStack> + '_ {
        let top_gods = self.top_gods();
        GodStack::all().filter(move |stack| top_gods[*stack] == Some(god))
    }

    /// Returns the stack from which a god is taken unless the player chooses.
    ///
    /// It is the higher of the stacks with this god on top, or the left one if both are equally
    /// high.
    pub fn default_stack_with(&self, god: God) -> Option<GodStack> {
        self.stacks_topped_by(god)
            .min_by_key(|stack| std::cmp::Reverse(self.0[*stack].len()))
    }

    /// Returns whether it matters from which of the two stacks a god is taken.
    ///
    /// It matters if the god is on top of both and their heights differ. Stacks of the same height
    /// are interchangeable, because what lies below them is unknown.
    pub fn is_choice(&self, god: God) -> bool {
        self.stacks_topped_by(god).count() == 2 && self.0[0].len() != self.0[1].len()
    }

    /// Removes the top of a stack and returns the new top.
    pub fn take_from(&mut self, stack: GodStack) -> Option<God> {
        let stack = &mut self.0[stack];
        stack.pop();
        stack.last().copied()
    }
}

/// The stack of islands that do not lie at a dock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IslandStack {
    /// The islands that lie face down, the next one last.
    pub hidden: ArrayVec<[Island; 10]>,
    /// The visited islands, face up under the stack, in the order of their visits.
    pub visited: ArrayVec<[Island; 10]>,
    /// How often the stack was shuffled.
    pub shuffles: u8,
}

/// The island at each dock; `None` once it was visited in this round.
pub type Docks = [Option<Island>; DOCKS];

/// The turn order of a round, the first player first.
pub type Order = ArrayVec<[Seat; crate::MAX_SEATS]>;
