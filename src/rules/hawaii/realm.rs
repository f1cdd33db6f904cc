//! A player's realm: five rows for villages, kahunas at their heads, tikis above, boats on the water side; and
//! what its tiles do. Where each tile may stand is here and nowhere else.

use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

use super::action::Refusal;
use super::island::Row;
use super::options::{Options, Rows};
use super::payment::ExchangeHuts;
use super::pieces::{Fleet, Fruit, God, Goods, Hut, Level, VillageTile};
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

/// A row of tiles, left to right. The hut that is printed on the board is not among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Village(ArrayVec<[Building; MOST_TILES]>);

impl Village {
    /// Its tiles, left to right.
    pub fn tiles(&self) -> impl Iterator<Item = Building> + '_ {
        self.0.iter().copied()
    }

    /// Whether a tile of this kind stands here; any god is the same kind as any other.
    pub fn has_kind(&self, tile: VillageTile) -> bool {
        self.0.iter().any(|here| match (here.tile, tile) {
            (VillageTile::God(_), VillageTile::God(_)) => true,
            (here, tile) => here == tile,
        })
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
        usize::from(huts) + self.villages[row].0.len()
    }

    // --- Where the tiles stand ---

    /// Whether this tile may stand in this row.
    pub fn may_stand(
        &self,
        printed: &Printed,
        options: &Options,
        tile: VillageTile,
        row: Row,
    ) -> Result<(), Refusal> {
        if let VillageTile::God(god) = tile
            && self.has(tile)
        {
            return Err(Refusal::GodOnlyOnce { god });
        }
        if self.villages[row].has_kind(tile) {
            let is_god = matches!(tile, VillageTile::God(_));
            let second = Refusal::SecondOfItsKind { tile, row };
            return Err(if is_god { Refusal::OneGodPerVillage { row } } else { second });
        }
        if self.length(printed, row) > 0 {
            return Ok(());
        }
        if !matches!(tile, VillageTile::Hut(_)) {
            return Err(Refusal::VillageNeedsHut { tile, row });
        }
        match options.rows {
            Rows::MayBeSkipped => Ok(()),
            Rows::WithoutGaps => match Row::all().find(|row| self.length(printed, *row) == 0) {
                Some(next) if next < row => Err(Refusal::RowSkipped { next }),
                Some(_) | None => Ok(()),
            },
        }
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
        self.villages[row].0.push(building);
    }

    /// Whether this very tile stands anywhere.
    pub fn has(&self, tile: VillageTile) -> bool {
        self.buildings().any(|building| building.tile == tile)
    }

    // --- What the tiles offer ---

    /// Adds up what all tiles of this kind are worth for some purpose.
    fn worth(&self, tile: VillageTile, each: ByLevel) -> u16 {
        self.buildings().filter(|building| building.tile == tile).map(|it| u16::from(each.at(it.level))).sum()
    }

    /// Points for a token with crossed spears: spear huts and KU.
    pub fn spear_points(&self, effects: &Effects) -> u16 {
        self.worth(VillageTile::Hut(Hut::Spear), effects.spear_hut)
            + self.worth(VillageTile::God(God::Ku), effects.ku)
    }

    /// The exchange huts.
    pub fn exchange_huts(&self) -> ExchangeHuts {
        let mut huts = ExchangeHuts::default();
        for building in self.buildings().filter(|it| it.tile == VillageTile::Hut(Hut::Exchange)) {
            match building.level {
                Level::One => huts.one += 1,
                Level::Two => huts.two += 1,
            }
        }
        huts
    }

    /// What a walk costs at the most: PELE caps it.
    pub fn walk_cap(&self, effects: &Effects) -> u8 {
        let pele = self.buildings().find(|building| building.tile == VillageTile::God(God::Pele));
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
        Goods {
            shells: self.worth(VillageTile::Hut(Hut::Shell), effects.shell_hut)
                + self.worth(VillageTile::God(God::Kane), effects.kane),
            feet: self.worth(VillageTile::Hut(Hut::Foot), effects.foot_hut)
                + self.worth(VillageTile::God(God::Ku), effects.ku_feet),
            fruits: self.fruits_shown(effects),
        }
    }

    /// The fruits on all fruit tiles.
    fn fruits_shown(&self, effects: &Effects) -> u16 {
        Fruit::ALL.iter().map(|fruit| self.worth(VillageTile::Fruit(*fruit), effects.fruit)).sum()
    }

    /// How many goods of its owner's choice the irrigations bring after a round.
    pub fn free_harvests(&self, effects: &Effects) -> u16 {
        self.worth(VillageTile::Irrigation, effects.irrigation)
    }
}
