//! A player's realm: its tiles, where each tile may stand, and what the tiles do.
//!
//! A realm has five rows for villages, kahunas at their heads, tikis above and boats on the water
//! side. No other module decides where a tile may stand.

use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

use super::action::Refusal;
use super::island::Row;
use super::kinds::Kinds;
use super::options::{Options, Rows};
use super::payment::ExchangeHuts;
use super::pieces::{Fleet, God, Good, Goods, Hut, Level, VillageTile};
use super::printed::{ByLevel, Effects, Printed};

/// A tile that stands in a village.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Building {
    pub tile: VillageTile,
    /// The side that is up.
    pub level: Level,
}

/// The most tiles of a village besides the printed hut.
///
/// They are five huts, four fruits, an irrigation, a surfer, a hula dancer and a god.
pub const MAX_VILLAGE_TILES: usize = 13;

/// The tiles built in one row, from left to right, without the hut printed on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(
    from = "ArrayVec<[Building; MAX_VILLAGE_TILES]>",
    into = "ArrayVec<[Building; MAX_VILLAGE_TILES]>"
)]
pub struct Village {
    tiles: ArrayVec<[Building; MAX_VILLAGE_TILES]>,
    /// The same tiles as a set, for fast lookup.
    kinds: Kinds,
    /// The tiles that show side II.
    of_side_two: Kinds,
}

impl Village {
    /// Returns the built tiles, from left to right.
    pub fn tiles(&self) -> impl Iterator<Item = Building> + '_ {
        self.tiles.iter().copied()
    }

    /// Returns which side of a tile is up; `None` if the village does not have it.
    #[inline]
    fn side_of(&self, tile: VillageTile) -> Option<Level> {
        let side = if self.of_side_two.has(tile) {
            Level::Two
        } else {
            Level::One
        };
        self.kinds.has(tile).then_some(side)
    }

    fn build(&mut self, building: Building) {
        let kind = Kinds::of(building.tile);
        self.kinds = self.kinds.union(kind);
        if building.level == Level::Two {
            self.of_side_two = self.of_side_two.union(kind);
        }
        self.tiles.push(building);
    }

    /// Returns whether the village has a tile of this kind; all gods are one kind.
    pub fn has_kind(&self, tile: VillageTile) -> bool {
        if matches!(tile, VillageTile::God(_)) {
            self.kinds.intersects(Kinds::GODS)
        } else {
            self.kinds.has(tile)
        }
    }
}

impl From<ArrayVec<[Building; MAX_VILLAGE_TILES]>> for Village {
    fn from(tiles: ArrayVec<[Building; MAX_VILLAGE_TILES]>) -> Village {
        let mut village = Village::default();
        tiles
            .into_iter()
            .for_each(|building| village.build(building));
        village
    }
}

impl From<Village> for ArrayVec<[Building; MAX_VILLAGE_TILES]> {
    fn from(village: Village) -> Self {
        village.tiles
    }
}

/// What one player owns: tiles, boats, goods and points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Realm {
    /// The villages, by row.
    pub villages: [Village; 5],
    /// The number of kahunas; they stand at the heads of the rows from the first down.
    pub kahunas: u8,
    /// The number of tikis; they fill their spaces from the right.
    pub tikis: u8,
    /// Boats that can still be launched in this round.
    pub ashore: Fleet,
    /// Boats that were launched in this round.
    pub launched: Fleet,
    /// Shells, feet and fruits, which may be hidden from other players.
    pub goods: Goods,
    /// Points on the scoring track.
    pub points: u16,
}

impl Realm {
    /// Returns every tile of every village.
    pub fn buildings(&self) -> impl Iterator<Item = Building> + '_ {
        self.villages.iter().flat_map(Village::tiles)
    }

    /// Returns all boats, launched or not.
    pub fn boats(&self) -> Fleet {
        let mut boats = self.ashore;
        boats += self.launched;
        boats
    }

    /// Returns the number of tiles in a row, the printed hut included.
    pub fn length(&self, printed: &Printed, row: Row) -> usize {
        let huts = if row == Row::default() {
            printed.sheet.realm.start_huts.printed
        } else {
            0
        };
        usize::from(huts) + self.villages[row].tiles.len()
    }

    // --- Where the tiles stand ---

    /// Returns the tiles that may be built in each row.
    fn open_rows(&self, printed: &Printed, skipping: Rows) -> [Kinds; 5] {
        let standing = self.kinds().intersection(Kinds::GODS);
        let mut open = [Kinds::NONE; 5];
        let mut huts = Kinds::HUTS;
        for row in Row::all() {
            let village = self.villages[row].kinds;
            open[row] = if self.length(printed, row) > 0 {
                // A village has at most one god, and a god stands only once in a realm.
                let gods = if village.intersects(Kinds::GODS) {
                    Kinds::GODS
                } else {
                    standing
                };
                Kinds::OF_VILLAGES.without(village).without(gods)
            } else if skipping == Rows::WithoutGaps {
                std::mem::take(&mut huts)
            } else {
                huts
            };
        }
        open
    }

    /// Returns the tiles that may be built in at least one row.
    pub(super) fn open(&self, printed: &Printed, skipping: Rows) -> Kinds {
        self.open_rows(printed, skipping)
            .into_iter()
            .fold(Kinds::NONE, Kinds::union)
    }

    fn first_empty(&self, printed: &Printed) -> Option<Row> {
        Row::all().find(|row| self.length(printed, *row) == 0)
    }

    /// Checks whether this tile may be built in this row.
    pub fn check_row(
        &self,
        printed: &Printed,
        options: &Options,
        tile: VillageTile,
        row: Row,
    ) -> Result<(), Refusal> {
        if self.open_rows(printed, options.rows)[row].has(tile) {
            return Ok(());
        }
        Err(match tile {
            VillageTile::God(god) if self.has(tile) => Refusal::GodOnlyOnce { god },
            VillageTile::God(_) if self.villages[row].has_kind(tile) => {
                Refusal::OneGodPerVillage { row }
            }
            _ if self.villages[row].has_kind(tile) => Refusal::SecondOfItsKind { tile, row },
            VillageTile::Hut(_) => Refusal::RowSkipped {
                next: self.first_empty(printed).unwrap_or(row),
            },
            VillageTile::Fruit(_)
            | VillageTile::Irrigation
            | VillageTile::Surfer
            | VillageTile::Hula
            | VillageTile::God(_) => Refusal::VillageNeedsHut { tile, row },
        })
    }

    /// Returns the rows in which this tile may be built.
    pub fn rows_for(
        &self,
        printed: &Printed,
        options: &Options,
        tile: VillageTile,
    ) -> impl Iterator<Item = Row> {
        let open = self.open_rows(printed, options.rows);
        Row::all().filter(move |row| open[*row].has(tile))
    }

    /// Puts a tile into a row, at its right end.
    pub fn build(&mut self, row: Row, building: Building) {
        // A village never gets more than `MAX_VILLAGE_TILES`, because no kind stands twice in it.
        self.villages[row].build(building);
    }

    /// Returns whether any village has this exact tile.
    pub fn has(&self, tile: VillageTile) -> bool {
        self.kinds().has(tile)
    }

    /// Returns the set of the tiles in all villages.
    fn kinds(&self) -> Kinds {
        self.villages
            .iter()
            .fold(Kinds::NONE, |all, village| all.union(village.kinds))
    }

    fn sides_of(&self, tile: VillageTile) -> impl Iterator<Item = Level> + '_ {
        self.villages
            .iter()
            .filter_map(move |village| village.side_of(tile))
    }

    // --- What the tiles do ---

    /// Returns the sum of `each` over all tiles of this kind, by their side.
    fn worth(&self, tile: VillageTile, each: ByLevel) -> u16 {
        self.sides_of(tile)
            .map(|level| u16::from(each.at(level)))
            .sum()
    }

    /// Returns the points that spear huts and KU bring for a token with crossed spears.
    pub fn spear_points(&self, effects: &Effects) -> u16 {
        self.worth(VillageTile::Hut(Hut::Spear), effects.spear_hut)
            + self.worth(VillageTile::God(God::Ku), effects.ku)
    }

    pub fn exchange_huts(&self) -> ExchangeHuts {
        let mut huts = ExchangeHuts::default();
        for level in self.sides_of(VillageTile::Hut(Hut::Exchange)) {
            match level {
                Level::One => huts.one += 1,
                Level::Two => huts.two += 1,
            }
        }
        huts
    }

    /// Returns the most feet that a walk can cost: PELE's cap, or `u8::MAX` without PELE.
    pub fn max_walk_cost(&self, effects: &Effects) -> u8 {
        let pele = self.sides_of(VillageTile::God(God::Pele)).next();
        pele.map_or(u8::MAX, |level| effects.pele.at(level))
    }

    /// Returns by how much the surfers lower the sum that pleases the people.
    pub fn surfer_relief(&self, effects: &Effects) -> u16 {
        self.worth(VillageTile::Surfer, effects.surfer)
    }

    /// Returns the points that LONO adds when the people are pleased.
    pub fn lono_points(&self, effects: &Effects) -> u16 {
        self.worth(VillageTile::God(God::Lono), effects.lono)
    }

    /// Returns the goods that the tiles bring after a round, without income and irrigations.
    pub fn harvest(&self, effects: &Effects) -> Goods {
        let mut goods = Goods::default();
        for Building { tile, level } in self.buildings() {
            let (good, each) = match tile {
                VillageTile::Hut(Hut::Shell) => (Good::Shell, effects.shell_hut),
                VillageTile::God(God::Kane) => (Good::Shell, effects.kane),
                VillageTile::Hut(Hut::Foot) => (Good::Foot, effects.foot_hut),
                VillageTile::God(God::Ku) => (Good::Foot, effects.ku_feet),
                VillageTile::Fruit(_) => (Good::Fruit, effects.fruit),
                VillageTile::Hut(Hut::Spear | Hut::Exchange | Hut::Long)
                | VillageTile::God(God::Pele | God::Lono | God::Laka | God::Kanaloa)
                | VillageTile::Irrigation
                | VillageTile::Surfer
                | VillageTile::Hula => continue,
            };
            goods[good] += u16::from(each.at(level));
        }
        goods
    }

    /// Returns how many goods of the owner's choice the irrigations bring after a round.
    pub fn free_harvests(&self, effects: &Effects) -> u16 {
        self.worth(VillageTile::Irrigation, effects.irrigation)
    }
}
