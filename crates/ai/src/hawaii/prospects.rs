//! Estimates a realm's prospects, the points that it will still bring, with or without added tiles.

use super::weights;
use lanai_rules::hawaii::island::Row;
use lanai_rules::hawaii::options::Options;
use lanai_rules::hawaii::pieces::{Fleet, Fruit, God, Hut, Level, Tile, VillageTile};
use lanai_rules::hawaii::printed::Printed;
use lanai_rules::hawaii::realm::{Building, Realm};
use lanai_rules::hawaii::state::State;

/// A realm, and what else its prospects depend on.
#[derive(Clone, Copy)]
pub(super) struct RealmSketch<'a> {
    printed: &'a Printed,
    options: &'a Options,
    realm: Realm,
    /// The number of rounds after the current one.
    rounds_to_come: f32,
}

impl<'a> RealmSketch<'a> {
    pub(super) fn new(state: &'a State, printed: &'a Printed, realm: &Realm) -> RealmSketch<'a> {
        RealmSketch {
            printed,
            options: &state.options,
            realm: *realm,
            rounds_to_come: 5.0 - f32::from(state.round),
        }
    }

    fn level_of(&self, tile: VillageTile) -> Option<Level> {
        self.realm
            .buildings()
            .find(|building| building.tile == tile)
            .map(|building| building.level)
    }

    pub(super) fn has(&self, god: God) -> bool {
        self.realm.has(VillageTile::God(god))
    }

    pub(super) fn max_walk_cost(&self) -> u8 {
        self.realm.max_walk_cost(self.printed.effects())
    }

    pub(super) fn spear_points(&self) -> f32 {
        self.realm.spear_points(self.printed.effects()).into()
    }

    // --- Adding tiles ---

    /// Returns the best prospects with this tile added, or `None` if there is no room for it.
    pub(super) fn best_prospects_with(&self, tile: Tile, level: Level) -> Option<f32> {
        let mut extended = *self;
        match tile {
            Tile::Boat => extended.realm.ashore += Fleet::of(level),
            Tile::Kahuna => extended.realm.kahunas += level.times(),
            Tile::Tiki => extended.realm.tikis += level.times(),
            Tile::Village(tile) => {
                let rows = Row::all().filter(|row| self.fits_row(*row, tile));
                let prospects =
                    rows.map(|row| self.with_tile(row, Building { tile, level }).prospects());
                return prospects.reduce(f32::max);
            }
        }
        let spaces = self.printed.sheet.realm.kahunas.points.len();
        let room = usize::from(extended.realm.kahunas) <= spaces
            && extended.realm.tikis <= self.options.tikis.count();
        room.then(|| extended.prospects())
    }

    pub(super) fn with_tile(&self, row: Row, building: Building) -> RealmSketch<'a> {
        let mut extended = *self;
        extended.realm.build(row, building);
        extended
    }

    /// Returns whether a tile probably fits a row. An approximation suffices here, because only
    /// legal actions are valued.
    fn fits_row(&self, row: Row, tile: VillageTile) -> bool {
        if matches!(tile, VillageTile::God(_)) && self.realm.has(tile) {
            return false;
        }
        let before = Row::from_number(row.number() - 1);
        let next = before.is_none_or(|before| self.village_length(before) > 0);
        !self.realm.villages[row].has_kind(tile)
            && (self.village_length(row) > 0 || (next && matches!(tile, VillageTile::Hut(_))))
    }

    fn village_length(&self, row: Row) -> u8 {
        u8::try_from(self.realm.length(self.printed, row)).unwrap_or(u8::MAX)
    }

    /// Returns the points that the realm is likely to bring from now on.
    pub(super) fn prospects(&self) -> f32 {
        let mut points = self.income_value() + self.boats_value() + self.tiki_value();
        let mut surfers = 0.0;
        let mut fruits = 0.0;
        for row in Row::all() {
            let chance = self.tiki_chance(row);
            let (worth, surfers_here, fruits_here) = self.village_value(row);
            points += chance * worth;
            surfers += chance * surfers_here;
            fruits += chance * fruits_here;
        }
        if let Some(level) = self.level_of(VillageTile::God(God::Laka)) {
            points +=
                f32::from(level.times()) * (0.9 * fruits + weights::LAKA * self.rounds_to_come);
        }
        if let Some(level) = self.level_of(VillageTile::God(God::Kanaloa)) {
            let boats = f32::from(self.realm.boats().total());
            let counted = boats + surfers + weights::KANALOA * self.rounds_to_come;
            points += 0.9 * 2.0 * f32::from(level.times()) * counted;
        }
        points
    }

    /// Returns the column of the leftmost tiki; without a tiki, one beyond the rightmost column.
    fn first_tiki_column(&self) -> f32 {
        let columns = &self.printed.sheet.realm.tikis.columns;
        let reached = columns.iter().take(self.realm.tikis.into()).min();
        reached.map_or_else(
            || {
                columns
                    .iter()
                    .max()
                    .map_or(8.0, |first| f32::from(*first) + 1.0)
            },
            |column| f32::from(*column),
        )
    }

    /// Returns how likely a village is to reach a tiki by the end.
    fn tiki_chance(&self, row: Row) -> f32 {
        let missing = self.first_tiki_column() - f32::from(self.village_length(row));
        let needs_tiki = if self.realm.tikis == 0 {
            weights::FIRST_TIKI
        } else {
            1.0
        };
        let rounds = self.rounds_to_come + 0.35;
        if missing <= 0.0 {
            return needs_tiki;
        }
        let hope = rounds * (weights::HOPE[row.index()] + weights::TIKI_HOPE);
        needs_tiki * (0.95 * (hope / missing).min(1.0)).powf(weights::DOUBT)
    }

    /// Returns the points of a village that reaches a tiki, and its numbers of surfers and fruits.
    ///
    /// Surfers count for KANALOA, fruits for LAKA.
    fn village_value(&self, row: Row) -> (f32, f32, f32) {
        let effects = self.printed.effects();
        let mut worth = weights::VILLAGE * self.rounds_to_come;
        if row.number() <= self.realm.kahunas {
            worth += f32::from(self.printed.sheet.realm.kahunas.points[row.index()]);
        }
        let length = f32::from(self.village_length(row));
        let grown =
            length + weights::HULA_GROWTH_SHARE * weights::HOPE[row.index()] * self.rounds_to_come;
        let mut surfers = 0.0;
        let mut fruits = 0.0;
        let mut fruit_tiles = 0;
        let mut irrigated = false;
        for building in self.realm.villages[row].tiles() {
            match building.tile {
                VillageTile::Hut(Hut::Long) => {
                    worth += f32::from(effects.long_hut.at(building.level));
                }
                VillageTile::Hula => worth += grown * f32::from(effects.hula.at(building.level)),
                VillageTile::Surfer => surfers += 1.0,
                VillageTile::Fruit(
                    Fruit::Breadfruit | Fruit::Taro | Fruit::Coconut | Fruit::Banana,
                ) => {
                    fruit_tiles += 1;
                    fruits += f32::from(building.level.times());
                }
                VillageTile::Irrigation => irrigated = true,
                VillageTile::Hut(Hut::Shell | Hut::Foot | Hut::Spear | Hut::Exchange)
                | VillageTile::God(_) => {}
            }
        }
        if irrigated {
            worth += f32::from(effects.irrigation_points[fruit_tiles]);
            worth += if fruit_tiles < 4 {
                weights::DRY_IRRIGATION * self.rounds_to_come
            } else {
                0.0
            };
        } else {
            let fruit_tiles = f32::from(u8::try_from(fruit_tiles).unwrap_or(0));
            worth += weights::DRY_FRUIT * fruit_tiles * self.rounds_to_come.min(2.0);
        }
        (worth, surfers, fruits)
    }

    /// Returns the value of the tikis; each further tiki makes it easier for villages to be scored.
    fn tiki_value(&self) -> f32 {
        f32::from(self.realm.tikis.min(4)) * weights::TIKI
    }

    /// Returns the value of the tiles' income and abilities in this round and those to come.
    fn income_value(&self) -> f32 {
        let rounds = self.rounds_to_come;
        let now = rounds + 0.4;
        let mut points = 0.0;
        for Building { tile, level } in self.realm.buildings() {
            let times = f32::from(level.times());
            points += match tile {
                VillageTile::Hut(Hut::Shell) | VillageTile::God(God::Kane) => {
                    weights::SHELL_HUT * times * rounds
                }
                VillageTile::Hut(Hut::Foot) => weights::FOOT_HUT * times * rounds,
                VillageTile::Fruit(_) => weights::FRUIT_TILE * times * rounds,
                VillageTile::Hut(Hut::Spear) => weights::SPEARS * times * now,
                VillageTile::Hut(Hut::Exchange) => weights::EXCHANGE * times * now,
                VillageTile::Irrigation => weights::FRUIT_TILE * (times - 1.0) * rounds,
                VillageTile::Surfer => weights::SURFER * times * now,
                VillageTile::God(God::Ku) => (weights::SPEARS * times + weights::FOOT_HUT) * now,
                VillageTile::God(God::Pele) => weights::PELE * (1.0 + times) * now,
                VillageTile::God(God::Lono) => weights::LONO * times * now,
                VillageTile::Hut(Hut::Long)
                | VillageTile::Hula
                | VillageTile::God(God::Laka | God::Kanaloa) => 0.0,
            };
        }
        points
    }

    fn boats_value(&self) -> f32 {
        let boats = self.realm.boats();
        let ready = f32::from(self.realm.ashore.total()) * weights::BOAT_NOW;
        let later = f32::from(boats.total().min(3)) * weights::BOAT_LATER * self.rounds_to_come;
        ready + later + weights::BOAT_FOOT * f32::from(boats.two) * self.rounds_to_come
    }
}
