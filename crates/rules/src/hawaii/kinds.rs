//! Sets of tile kinds as bits, for example the kinds that a place sells or a village holds.
//!
//! Listing the legal moves checks every kind at every place, so these sets have to be fast.

use super::pieces::Tile;

/// A set of the 21 kinds of tile: one bit for each, village tiles first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Kinds(u32);

impl Kinds {
    pub(super) const NONE: Kinds = Kinds(0);
    pub(super) const HUTS: Kinds = Kinds(0b1_1111);
    pub(super) const GODS: Kinds = Kinds(0b11_1111 << 12);
    /// All kinds of tile that are built in villages.
    pub(super) const OF_VILLAGES: Kinds = Kinds((1 << 18) - 1);

    /// Returns the set of this kind alone.
    pub(super) fn of(tile: impl Into<Tile>) -> Kinds {
        Kinds(match tile.into() {
            Tile::Village(tile) => 1 << tile.index(),
            Tile::Boat => 1 << 18,
            Tile::Kahuna => 1 << 19,
            Tile::Tiki => 1 << 20,
        })
    }

    pub(super) fn union(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    pub(super) fn without(self, other: Kinds) -> Kinds {
        Kinds(self.0 & !other.0)
    }

    pub(super) fn intersection(self, other: Kinds) -> Kinds {
        Kinds(self.0 & other.0)
    }

    pub(super) fn intersects(self, other: Kinds) -> bool {
        self.intersection(other) != Kinds::NONE
    }

    /// Returns whether the set contains this kind.
    pub(super) fn has(self, tile: impl Into<Tile>) -> bool {
        self.intersects(Kinds::of(tile))
    }
}

impl FromIterator<Tile> for Kinds {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Kinds {
        tiles
            .into_iter()
            .map(Kinds::of)
            .fold(Kinds::NONE, Kinds::union)
    }
}
