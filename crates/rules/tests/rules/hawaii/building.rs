//! "The place tiles: where to put them": villages, kahunas, tikis, boats.

use lanai_rules::hawaii::action::{Action, Event, Refusal};
use lanai_rules::hawaii::island::Row;
use lanai_rules::hawaii::pieces::VillageTile;

use super::fixture::*;

/// The rows in which red, having this realm, may put this tile.
fn rows_for(table: Table, name: &str) -> Vec<u8> {
    let game = table.play();
    let figures = printed();
    let rows = game
        .realm(RED)
        .rows_for(&figures, &game.state().options, village_tile(name));
    rows.map(Row::number).collect()
}

const HUTS: [&str; 5] = [
    "shell-hut",
    "foot-hut",
    "spear-hut",
    "exchange-hut",
    "long-hut",
];
const OTHERS: [&str; 13] = [
    "breadfruit",
    "taro",
    "coconut",
    "banana",
    "irrigation",
    "surfer",
    "hula",
    "ku",
    "kane",
    "pele",
    "lono",
    "laka",
    "kanaloa",
];

// --- "A player may only start a new village with one of these 5 place tiles" ---

#[test]
fn each_hut_may_start_a_village_or_join_one() {
    for hut in HUTS {
        assert_eq!(rows_for(Table::of(2), hut), [1, 2], "{hut}");
    }
}

#[test]
fn no_other_tile_may_start_a_village() {
    for other in OTHERS {
        assert_eq!(rows_for(Table::of(2), other), [1], "{other}");
    }
}

#[test]
fn other_tiles_may_join_any_village() {
    let realm = || {
        Table::of(2)
            .build(RED, 2, "shell-hut", I)
            .build(RED, 3, "long-hut", I)
    };
    for other in OTHERS {
        assert_eq!(rows_for(realm(), other), [1, 2, 3], "{other}");
    }
}

#[test]
fn villages_are_begun_from_the_top_without_gaps() {
    let table = Table::of(2).build(RED, 2, "shell-hut", I);
    assert_eq!(rows_for(table, "long-hut"), [1, 2, 3]);
}

#[test]
fn a_village_need_not_be_completed_to_start_a_new_one() {
    let table = Table::of(2)
        .build(RED, 2, "long-hut", I)
        .build(RED, 3, "long-hut", I);
    assert_eq!(rows_for(table, "foot-hut"), [1, 2, 3, 4]);
}

#[test]
fn there_are_five_villages_at_most() {
    let table = (2..=5).fold(Table::of(2), |table, row| {
        table.build(RED, row, "long-hut", I)
    });
    assert_eq!(rows_for(table, "foot-hut"), [1, 2, 3, 4, 5]);
}

// --- "A player may never put a second place tile of the same kind in a village" ---

#[test]
fn no_kind_stands_twice_in_a_village() {
    for name in HUTS.into_iter().chain(OTHERS.into_iter().take(7)) {
        let table = Table::of(2)
            .build(RED, 1, name, I)
            .build(RED, 2, "shell-hut", I);
        assert!(!rows_for(table, name).contains(&1), "{name}");
    }
}

#[test]
fn not_even_from_its_other_side() {
    let table = Table::of(2).build(RED, 1, "hula", II);
    assert_eq!(rows_for(table, "hula"), Vec::<u8>::new());
}

#[test]
fn four_different_fruits_may_stand_in_a_village() {
    let table = Table::of(2).village(RED, 1, &["breadfruit", "taro", "coconut"]);
    assert_eq!(rows_for(table, "banana"), [1]);
}

#[test]
fn tiles_stand_in_the_order_in_which_they_came() {
    let mut game = Table::of(2)
        .build(RED, 1, "taro", I)
        .price("shells-and-feet", 2)
        .play();
    game.walks("shells-and-feet")
        .buys("foot-hut", 2, I)
        .builds(1);
    let village: Vec<VillageTile> = game.realm(RED).villages[row(1)]
        .tiles()
        .map(|it| it.tile)
        .collect();
    assert_eq!(village, ["taro", "foot-hut"].map(village_tile));
    let built = Event::Built {
        seat: seat(RED),
        tile: village_tile("foot-hut"),
        level: I,
        row: row(1),
    };
    assert!(game.events.contains(&built));
}

#[test]
fn a_tile_with_one_row_goes_there_by_itself() {
    let mut game = Table::of(2).price("dancers-and-surfers", 2).play();
    game.walks("dancers-and-surfers").buys("hula", 2, I);
    assert!(game.stands(RED, 1, "hula", I));
    assert_eq!(game.to_act(), GREEN);
}

// --- Gods ---

#[test]
fn each_village_has_one_god_at_most() {
    let table = Table::of(2)
        .village(RED, 1, &["ku"])
        .build(RED, 2, "long-hut", I);
    assert_eq!(rows_for(table, "pele"), [2]);
}

#[test]
fn each_god_stands_once_in_a_realm() {
    let table = Table::of(2)
        .village(RED, 1, &["ku"])
        .build(RED, 2, "long-hut", I);
    assert_eq!(rows_for(table, "ku"), Vec::<u8>::new());
}

#[test]
fn two_players_may_have_the_same_god() {
    let table = Table::of(2).village(GREEN, 1, &["ku"]);
    assert_eq!(rows_for(table, "ku"), [1]);
}

// --- Kahunas and tikis ---

/// "Put kahunas on spaces 1-5": some of the spaces show shells.
#[test]
fn the_shells_of_a_kahunas_space_come_at_once() {
    let shown = printed().sheet.realm.kahuna_shells.shells.clone();
    for (before, shells) in (0..).zip(shown) {
        let mut game = Table::of(2).kahunas(RED, before).price("kahunas", 2).play();
        game.walks("kahunas").buys("kahuna", 2, I);
        assert_eq!(game.purse(RED).0, 13 - 2 + u16::from(shells));
    }
}

#[test]
fn two_kahunas_bring_the_shells_of_both_spaces() {
    let mut game = Table::of(2).kahunas(RED, 1).price("kahunas", 2).play();
    let shown = &printed().sheet.realm.kahuna_shells.shells;
    game.walks("kahunas").buys("kahuna", 2, II);
    assert_eq!(game.purse(RED).0, 13 - 4 + u16::from(shown[1] + shown[2]));
}

#[test]
fn the_feet_of_a_tikis_space_come_at_once() {
    let shown = printed().sheet.realm.tiki_feet.feet.clone();
    for (before, feet) in (0..6).zip(shown) {
        let mut game = Table::of(2).tikis(RED, before).price("tikis", 2).play();
        game.walks("tikis").buys("tiki", 2, I);
        assert_eq!(game.purse(RED).1, 7 - 1 + u16::from(feet));
    }
}

#[test]
fn kahunas_have_five_spaces() {
    let mut game = Table::of(2).kahunas(RED, 5).price("kahunas", 2).play();
    game.refuses(
        walk("kahunas"),
        Refusal::NothingFits {
            place: place("kahunas"),
        },
    );
}

#[test]
fn tikis_have_six_spaces() {
    let mut game = Table::of(2).tikis(RED, 6).price("tikis", 2).play();
    game.refuses(
        walk("tikis"),
        Refusal::NothingFits {
            place: place("tikis"),
        },
    );
}

#[test]
fn boats_have_room_beside_every_realm() {
    let table = (0..7)
        .fold(Table::of(2), |table, _| table.boat(RED, I))
        .price("boats-and-water", 2);
    let mut game = table.play();
    game.walks("boats-and-water").buys("boat", 2, I);
    assert_eq!(game.realm(RED).ashore.one, 8);
}

#[test]
fn a_tile_cannot_be_moved_once_it_stands() {
    let mut game = Table::of(2).village(RED, 1, &["long-hut"]).play();
    for number in 1..=5 {
        game.refuses(Action::Build(row(number)), Refusal::SomethingElseFirst);
    }
}
