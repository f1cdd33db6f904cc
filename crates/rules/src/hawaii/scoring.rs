//! Rulebook section "The final scoring": villages that reach a tiki, what is in them, and who wins.

use super::action::FinalPoints;
use super::island::Row;
use super::options::TieBreak;
use super::pieces::{Fruit, God, Hut, VillageTile};
use super::printed::Printed;
use super::realm::{Building, Realm};
use super::state::State;
use crate::{BySeat, Standings};

/// Returns whether a village is long enough to reach the leftmost tiki.
pub fn is_scored(printed: &Printed, realm: &Realm, row: Row) -> bool {
    nearest_tiki(printed, realm).is_some_and(|column| realm.length(printed, row) >= column)
}

/// Returns the length at which a village reaches the leftmost tiki; `None` if there is no tiki.
pub fn nearest_tiki(printed: &Printed, realm: &Realm) -> Option<usize> {
    let columns = printed
        .sheet
        .realm
        .tikis
        .columns
        .iter()
        .take(usize::from(realm.tikis));
    columns.min().map(|column| usize::from(*column))
}

/// Returns the points that a realm scores at the end. Villages that reach no tiki and the tiles in
/// them score nothing.
pub fn final_points(printed: &Printed, realm: &Realm) -> FinalPoints {
    let mut points = FinalPoints::default();
    let [mut surfers, mut fruits, mut laka, mut kanaloa] = [0; 4];
    let effects = printed.effects();
    for row in Row::all().filter(|row| is_scored(printed, realm, *row)) {
        let village = &realm.villages[row];
        let length = u16::try_from(realm.length(printed, row)).unwrap_or_default();
        if row.number() <= realm.kahunas {
            points.kahunas += u16::from(printed.sheet.realm.kahunas.points[row.index()]);
        }
        let fruit_tiles = village
            .tiles()
            .filter(|it| matches!(it.tile, VillageTile::Fruit(_)))
            .count();
        for Building { tile, level } in village.tiles() {
            match tile {
                VillageTile::Hut(Hut::Long) => {
                    points.long_huts += u16::from(effects.long_hut.at(level));
                }
                VillageTile::Hula => points.hulas += length * u16::from(effects.hula.at(level)),
                VillageTile::Irrigation => {
                    points.irrigations += u16::from(effects.irrigation_points[fruit_tiles]);
                }
                VillageTile::Surfer => surfers += 1,
                VillageTile::Fruit(
                    Fruit::Breadfruit | Fruit::Taro | Fruit::Coconut | Fruit::Banana,
                ) => {
                    fruits += u16::from(effects.fruit.at(level));
                }
                VillageTile::God(God::Laka) => laka = effects.laka.at(level).into(),
                VillageTile::God(God::Kanaloa) => kanaloa = effects.kanaloa.at(level).into(),
                VillageTile::Hut(Hut::Shell | Hut::Foot | Hut::Spear | Hut::Exchange)
                | VillageTile::God(God::Ku | God::Kane | God::Pele | God::Lono) => {}
            }
        }
    }
    points.laka = fruits * laka;
    points.kanaloa = (u16::from(realm.boats().total()) + surfers) * kanaloa;
    points
}

/// Returns the standings. Goods left break ties, unless the table plays with shared victories.
pub fn standings(state: &State) -> Standings {
    Standings {
        points: state.realms.map(|realm| realm.points),
        tie_break: match state.options.tie_break {
            TieBreak::GoodsLeft => state.realms.map(|realm| realm.goods.total()),
            TieBreak::Shared => BySeat::new(state.seats(), |_| 0),
        },
    }
}
