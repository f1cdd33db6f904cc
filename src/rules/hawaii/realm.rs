//! A player's realm: five rows for villages, kahunas at their heads, tikis above, boats on the water side; and
//! what its tiles do. Where each tile may stand is here and nowhere else.

use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

use super::action::Refusal;
use super::island::Row;
use super::options::{Options, Rows};
use super::payment::ExchangeHuts;
use super::pieces::{Fleet, God, Good, Goods, Hut, Level, VillageTile};
use super::printed::{ByLevel, Effects, Printed};

/// A tile that stands in a village.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Building {
    /// What it is.
    pub tile: VillageTile,
    /// Which side is up.
    pub level: Level,
}

/// Most tiles that a village can hold besides the printed hut: five huts, four fruits, irrigation, surfer, hula
/// dancer and a god.
pub const MOST_TILES: usize = 13;

/// Some of the 18 village tiles: a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct TileSet(u32);

impl TileSet {
    const NONE: TileSet = TileSet(0);
    const HUTS: TileSet = TileSet(0b1_1111);
    const GODS: TileSet = TileSet(0b11_1111 << 12);
    const ALL: TileSet = TileSet((1 << 18) - 1);

    fn of(tile: VillageTile) -> TileSet {
        TileSet(1 << tile.index())
    }

    fn and(self, other: TileSet) -> TileSet {
        TileSet(self.0 | other.0)
    }

    fn without(self, other: TileSet) -> TileSet {
        TileSet(self.0 & !other.0)
    }

    fn among(self, other: TileSet) -> TileSet {
        TileSet(self.0 & other.0)
    }

    fn meets(self, other: TileSet) -> bool {
        self.among(other) != TileSet::NONE
    }

    /// Whether this tile is among them.
    pub(super) fn has(self, tile: VillageTile) -> bool {
        self.meets(TileSet::of(tile))
    }
}

/// A row of tiles, left to right. The hut that is printed on the board is not among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "ArrayVec<[Building; MOST_TILES]>", into = "ArrayVec<[Building; MOST_TILES]>")]
pub struct Village {
    tiles: ArrayVec<[Building; MOST_TILES]>,
    /// The same tiles, to be asked at a glance: whatever a realm does is asked of it all the time.
    set: TileSet,
}

impl Village {
    /// Its tiles, left to right.
    pub fn tiles(&self) -> impl Iterator<Item = Building> + '_ {
        self.tiles.iter().copied()
    }

    /// This very tile, which no village has twice.
    #[inline]
    fn find(&self, tile: VillageTile) -> Option<Building> {
        if self.set.has(tile) { self.tiles().find(|building| building.tile == tile) } else { None }
    }

    /// Whether a tile of this kind stands here; any god is the same kind as any other.
    pub fn has_kind(&self, tile: VillageTile) -> bool {
        if matches!(tile, VillageTile::God(_)) { self.set.meets(TileSet::GODS) } else { self.set.has(tile) }
    }
}

impl From<ArrayVec<[Building; MOST_TILES]>> for Village {
    fn from(tiles: ArrayVec<[Building; MOST_TILES]>) -> Village {
        let set = tiles.iter().fold(TileSet::NONE, |set, building| set.and(TileSet::of(building.tile)));
        Village { tiles, set }
    }
}

impl From<Village> for ArrayVec<[Building; MOST_TILES]> {
    fn from(village: Village) -> Self {
        village.tiles
    }
}

/// A realm with everything in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Realm {
    /// The villages, by row.
    pub villages: [Village; 5],
    /// Kahunas, from the first row down.
    pub kahunas: u8,
    /// Tikis, from the right.
    pub tikis: u8,
    /// Boats that can still be launched in this round.
    pub ashore: Fleet,
    /// Boats that were launched in this round.
    pub launched: Fleet,
    /// Behind the screen.
    pub goods: Goods,
    /// On the scoring track.
    pub points: u16,
}

impl Realm {
    /// Every tile of every village.
    pub fn buildings(&self) -> impl Iterator<Item = Building> + '_ {
        self.villages.iter().flat_map(Village::tiles)
    }

    /// All boats, launched or not.
    pub fn boats(&self) -> Fleet {
        let mut boats = self.ashore;
        boats += self.launched;
        boats
    }

    /// How many tiles long a village is, the printed hut included.
    pub fn length(&self, printed: &Printed, row: Row) -> usize {
        let huts = if row == Row::default() { printed.sheet.realm.start_huts.printed } else { 0 };
        usize::from(huts) + self.villages[row].tiles.len()
    }

    // --- Where the tiles stand ---

    /// Which tiles may stand in this row.
    fn open_in(&self, printed: &Printed, skipping: Rows, row: Row) -> TileSet {
        let village = self.villages[row].set;
        if self.length(printed, row) == 0 {
            let skips = skipping == Rows::WithoutGaps && self.first_empty(printed) != Some(row);
            return if skips { TileSet::NONE } else { TileSet::HUTS };
        }
        // One god in a village, and none of those that stand elsewhere.
        let gods = if village.meets(TileSet::GODS) { TileSet::GODS } else { self.tiles() };
        TileSet::ALL.without(village).without(gods.among(TileSet::GODS))
    }

    /// Which tiles may stand in any row.
    pub(super) fn open(&self, printed: &Printed, skipping: Rows) -> TileSet {
        Row::all().fold(TileSet::NONE, |open, row| open.and(self.open_in(printed, skipping, row)))
    }

    fn first_empty(&self, printed: &Printed) -> Option<Row> {
        Row::all().find(|row| self.length(printed, *row) == 0)
    }

    /// Whether this tile may stand in this row.
    pub fn may_stand(
        &self,
        printed: &Printed,
        options: &Options,
        tile: VillageTile,
        row: Row,
    ) -> Result<(), Refusal> {
        if self.open_in(printed, options.rows, row).has(tile) {
            return Ok(());
        }
        Err(match tile {
            VillageTile::God(god) if self.has(tile) => Refusal::GodOnlyOnce { god },
            VillageTile::God(_) if self.villages[row].has_kind(tile) => Refusal::OneGodPerVillage { row },
            _ if self.villages[row].has_kind(tile) => Refusal::SecondOfItsKind { tile, row },
            VillageTile::Hut(_) => Refusal::RowSkipped { next: self.first_empty(printed).unwrap_or(row) },
            VillageTile::Fruit(_)
            | VillageTile::Irrigation
            | VillageTile::Surfer
            | VillageTile::Hula
            | VillageTile::God(_) => Refusal::VillageNeedsHut { tile, row },
        })
    }

    /// The rows in which this tile may stand.
    pub fn rows_for(
        &self,
        printed: &Printed,
        options: &Options,
        tile: VillageTile,
    ) -> impl Iterator<Item = Row> {
        Row::all().filter(move |row| self.may_stand(printed, options, tile, *row).is_ok())
    }

    /// Puts a tile into a row, at its right end.
    pub fn build(&mut self, row: Row, building: Building) {
        // A fourteenth tile cannot come: no kind stands twice in a village.
        let village = &mut self.villages[row];
        village.tiles.push(building);
        village.set = village.set.and(TileSet::of(building.tile));
    }

    /// Whether this very tile stands anywhere.
    pub fn has(&self, tile: VillageTile) -> bool {
        self.tiles().has(tile)
    }

    /// Every tile that stands anywhere.
    fn tiles(&self) -> TileSet {
        self.villages.iter().fold(TileSet::NONE, |all, village| all.and(village.set))
    }

    /// All such tiles.
    fn each(&self, tile: VillageTile) -> impl Iterator<Item = Building> + '_ {
        let villages = if self.has(tile) { &self.villages[..] } else { &[] };
        villages.iter().filter_map(move |village| village.find(tile))
    }

    // --- What the tiles offer ---

    /// Adds up what all tiles of this kind are worth for some purpose.
    fn worth(&self, tile: VillageTile, each: ByLevel) -> u16 {
        self.each(tile).map(|it| u16::from(each.at(it.level))).sum()
    }

    /// Points for a token with crossed spears: spear huts and KU.
    pub fn spear_points(&self, effects: &Effects) -> u16 {
        self.worth(VillageTile::Hut(Hut::Spear), effects.spear_hut)
            + self.worth(VillageTile::God(God::Ku), effects.ku)
    }

    /// The exchange huts.
    pub fn exchange_huts(&self) -> ExchangeHuts {
        let mut huts = ExchangeHuts::default();
        for building in self.each(VillageTile::Hut(Hut::Exchange)) {
            match building.level {
                Level::One => huts.one += 1,
                Level::Two => huts.two += 1,
            }
        }
        huts
    }

    /// What a walk costs at the most: PELE caps it.
    pub fn walk_cap(&self, effects: &Effects) -> u8 {
        let pele = self.each(VillageTile::God(God::Pele)).next();
        pele.map_or(u8::MAX, |pele| effects.pele.at(pele.level))
    }

    /// By how much the surfers lower the number that pleases the people.
    pub fn relief(&self, effects: &Effects) -> u16 {
        self.worth(VillageTile::Surfer, effects.surfer)
    }

    /// Points that LONO adds when the people are pleased.
    pub fn lono_points(&self, effects: &Effects) -> u16 {
        self.worth(VillageTile::God(God::Lono), effects.lono)
    }

    /// What the tiles bring after a round, besides what everybody gets and the irrigations' choice.
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

    /// How many goods of its owner's choice the irrigations bring after a round.
    pub fn free_harvests(&self, effects: &Effects) -> u16 {
        self.worth(VillageTile::Irrigation, effects.irrigation)
    }
}
