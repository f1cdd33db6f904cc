//! What a realm promises: a sketch of it, tiles that could be added, and a guess at the points it will bring.

use tinyvec::ArrayVec;

use super::weights::Weights;
use crate::rules::hawaii::{
    pieces::{Fruit, God, Hut, Level, Tile, VillageTile},
    printed::ByLevel,
    realm::{Building, MOST_TILES},
    view::{RealmView, View},
};

/// A realm, as far as prospects need it.
#[derive(Clone, Copy)]
pub(super) struct Sketch<'a> {
    weights: &'a Weights,
    rows: [ArrayVec<[Building; MOST_TILES]>; 5],
    lengths: [usize; 5],
    kahunas: usize,
    tikis: usize,
    boats: u8,
    boats_two: u8,
    launched: u8,
    /// Rounds that are still to come, this one not among them.
    to_come: f64,
}

impl<'a> Sketch<'a> {
    pub(super) fn of(weights: &'a Weights, view: &View, realm: &RealmView) -> Sketch<'a> {
        let mut sketch = Sketch {
            weights,
            rows: [ArrayVec::new(); 5],
            lengths: [0; 5],
            kahunas: usize::from(realm.kahunas),
            tikis: usize::from(realm.tikis),
            boats: realm.ashore.total() + realm.launched.total(),
            boats_two: realm.ashore.two + realm.launched.two,
            launched: realm.launched.total(),
            to_come: 5.0 - f64::from(view.round),
        };
        for (row, village) in realm.villages.iter().enumerate() {
            sketch.rows[row] = village.tiles.iter().copied().collect();
            sketch.lengths[row] = village.length;
        }
        sketch
    }

    fn tiles(&self) -> impl Iterator<Item = Building> + '_ {
        self.rows.iter().flat_map(|row| row.iter().copied())
    }

    fn level_of(&self, tile: VillageTile) -> Option<Level> {
        self.tiles().find(|building| building.tile == tile).map(|building| building.level)
    }

    pub(super) fn has_god(&self, god: God) -> bool {
        self.level_of(VillageTile::God(god)).is_some()
    }

    /// What a walk costs at the most.
    pub(super) fn pele(&self, view: &View) -> Option<u8> {
        let caps = view.printed.effects().pele;
        self.level_of(VillageTile::God(God::Pele)).map(|level| caps.at(level))
    }

    /// Points for a token with spears.
    pub(super) fn spear_points(&self, view: &View) -> f64 {
        let effects = view.printed.effects();
        let worth = |tile: VillageTile, each: ByLevel| {
            let these = self.tiles().filter(|it| it.tile == tile);
            these.map(|it| f64::from(each.at(it.level))).sum::<f64>()
        };
        worth(VillageTile::Hut(Hut::Spear), effects.spear_hut) + worth(VillageTile::God(God::Ku), effects.ku)
    }

    // --- Adding ---

    /// Whether the realm has room for this.
    pub(super) fn takes(&self, view: &View, tile: Tile, level: Level) -> bool {
        self.with(view, tile, level).is_some()
    }

    /// The best prospects that this tile can make.
    pub(super) fn with(&self, view: &View, tile: Tile, level: Level) -> Option<f64> {
        let mut with = *self;
        let number = usize::from(level.times());
        match tile {
            Tile::Boat => {
                with.boats += 1;
                with.boats_two += level.times() - 1;
            }
            Tile::Kahuna => with.kahunas += number,
            Tile::Tiki => with.tikis += number,
            Tile::Village(tile) => {
                let rows = (0..5).filter(|row| self.may_stand(*row, tile));
                let prospects = rows.map(|row| self.with_tile(row, Building { tile, level }).prospects(view));
                return prospects.reduce(f64::max);
            }
        }
        let spaces = view.printed.sheet.realm.kahunas.points.len();
        let room = with.kahunas <= spaces && with.tikis <= usize::from(view.options.tikis.count());
        room.then(|| with.prospects(view))
    }

    pub(super) fn with_tile(&self, row: usize, building: Building) -> Sketch<'a> {
        let mut with = *self;
        with.rows[row].push(building);
        with.lengths[row] += 1;
        with
    }

    /// A guess at the rule, good enough for plans: what is really lawful is in the list of legal actions.
    fn may_stand(&self, row: usize, tile: VillageTile) -> bool {
        let god = |tile| matches!(tile, VillageTile::God(_));
        if god(tile) && self.level_of(tile).is_some() {
            return false;
        }
        let second = self.rows[row].iter().any(|it| it.tile == tile || (god(it.tile) && god(tile)));
        let begun = self.lengths[row] > 0;
        let next = row == 0 || self.lengths[row - 1] > 0;
        !second && (begun || (next && matches!(tile, VillageTile::Hut(_))))
    }

    // --- Prospects ---

    /// Points that the realm is likely to bring from now on.
    pub(super) fn prospects(&self, view: &View) -> f64 {
        let chances: [f64; 5] = std::array::from_fn(|row| self.chance_of(view, row));
        let mut points = self.income() + self.boats_worth() + self.tiki_worth();
        let mut surfers = 0.0;
        let mut fruits = 0.0;
        for (row, chance) in chances.into_iter().enumerate() {
            let (worth, surfers_here, fruits_here) = self.village_worth(view, row);
            points += chance * worth;
            surfers += chance * surfers_here;
            fruits += chance * fruits_here;
        }
        if let Some(level) = self.level_of(VillageTile::God(God::Laka)) {
            points += f64::from(level.times()) * (0.9 * fruits + self.weights.laka * self.to_come);
        }
        if let Some(level) = self.level_of(VillageTile::God(God::Kanaloa)) {
            let counted = f64::from(self.boats) + surfers + self.weights.kanaloa * self.to_come;
            points += 0.9 * 2.0 * f64::from(level.times()) * counted;
        }
        points
    }

    /// The column of the leftmost tiki; one beyond the first when there is none.
    fn column(&self, view: &View) -> f64 {
        let columns = &view.printed.sheet.realm.tikis.columns;
        let reached = columns.iter().take(self.tikis).min();
        reached.map_or_else(
            || columns.iter().max().map_or(8.0, |first| f64::from(*first) + 1.0),
            |it| f64::from(*it),
        )
    }

    /// How likely a village is to reach a tiki in the end.
    fn chance_of(&self, view: &View, row: usize) -> f64 {
        let missing = self.column(view) - f64::from(u8::try_from(self.lengths[row]).unwrap_or(u8::MAX));
        let needs_tiki = if self.tikis == 0 { self.weights.first_tiki } else { 1.0 };
        let rounds = self.to_come + 0.35;
        if missing <= 0.0 {
            return needs_tiki;
        }
        let hope = rounds * (self.weights.hope[row] + self.weights.tiki_hope);
        needs_tiki * (0.95 * (hope / missing).min(1.0)).powf(self.weights.doubt)
    }

    /// What a village brings if it reaches a tiki: points, and its surfers and fruits for the gods.
    fn village_worth(&self, view: &View, row: usize) -> (f64, f64, f64) {
        let effects = view.printed.effects();
        let mut worth = self.weights.village * self.to_come;
        if row < self.kahunas {
            worth += f64::from(view.printed.sheet.realm.kahunas.points[row]);
        }
        let length = f64::from(u8::try_from(self.lengths[row]).unwrap_or(u8::MAX));
        let grown = length + self.weights.growth * self.weights.hope[row] * self.to_come;
        let mut surfers = 0.0;
        let mut fruits = 0.0;
        let mut fruit_tiles = 0;
        for building in &self.rows[row] {
            match building.tile {
                VillageTile::Hut(Hut::Long) => worth += f64::from(effects.long_hut.at(building.level)),
                VillageTile::Hula => worth += grown * f64::from(effects.hula.at(building.level)),
                VillageTile::Surfer => surfers += 1.0,
                VillageTile::Fruit(Fruit::Breadfruit | Fruit::Taro | Fruit::Coconut | Fruit::Banana) => {
                    fruit_tiles += 1;
                    fruits += f64::from(building.level.times());
                }
                VillageTile::Hut(Hut::Shell | Hut::Foot | Hut::Spear | Hut::Exchange)
                | VillageTile::Irrigation
                | VillageTile::God(_) => {}
            }
        }
        if self.rows[row].iter().any(|it| it.tile == VillageTile::Irrigation) {
            worth += f64::from(effects.irrigation_points[fruit_tiles]);
            worth += if fruit_tiles < 4 { self.weights.dry_irrigation * self.to_come } else { 0.0 };
        } else {
            let fruit_tiles = f64::from(u8::try_from(fruit_tiles).unwrap_or(0));
            worth += self.weights.dry_fruit * fruit_tiles * self.to_come.min(2.0);
        }
        (worth, surfers, fruits)
    }

    /// A tiki brings every village nearer.
    fn tiki_worth(&self) -> f64 {
        f64::from(u8::try_from(self.tikis.min(4)).unwrap_or(4)) * self.weights.tiki
    }

    /// What the tiles bring during the rounds that are still to come.
    fn income(&self) -> f64 {
        let rounds = self.to_come;
        let now = rounds + 0.4;
        let weights = self.weights;
        let mut points = 0.0;
        for Building { tile, level } in self.tiles() {
            let times = f64::from(level.times());
            points += match tile {
                VillageTile::Hut(Hut::Shell) | VillageTile::God(God::Kane) => {
                    weights.shell_hut * times * rounds
                }
                VillageTile::Hut(Hut::Foot) => weights.foot_hut * times * rounds,
                VillageTile::Fruit(_) => weights.fruit_tile * times * rounds,
                VillageTile::Hut(Hut::Spear) => weights.spears * times * now,
                VillageTile::Hut(Hut::Exchange) => weights.exchange * times * now,
                VillageTile::Irrigation => weights.fruit_tile * (times - 1.0) * rounds,
                VillageTile::Surfer => weights.surfer * times * now,
                VillageTile::God(God::Ku) => (weights.spears * times + weights.foot_hut) * now,
                VillageTile::God(God::Pele) => weights.pele * (1.0 + times) * now,
                VillageTile::God(God::Lono) => weights.lono * times * now,
                VillageTile::Hut(Hut::Long)
                | VillageTile::Hula
                | VillageTile::God(God::Laka | God::Kanaloa) => 0.0,
            };
        }
        points
    }

    fn boats_worth(&self) -> f64 {
        let ready = f64::from(self.boats - self.launched) * self.weights.boat_now;
        let later = f64::from(self.boats.min(3)) * self.weights.boat_later * self.to_come;
        ready + later + self.weights.boat_foot * f64::from(self.boats_two) * self.to_come
    }
}
