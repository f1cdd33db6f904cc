//! Every refusal, with its figure. [`Play::refuses`] also checks that nothing changed.

use lanai_rules::hawaii::action::{Action, Refusal};
use lanai_rules::hawaii::pieces::{Good, Price};
use lanai_rules::hawaii::printed::Gift;

use super::fixture::*;

#[test]
fn the_game_is_over() {
    let mut game = Table::of(2).round(5).play();
    game.leaves(1).leaves(2);
    for action in [Action::Wait, walk("gods"), pass(1)] {
        game.refuses(action, Refusal::GameOver);
    }
}

#[test]
fn something_else_comes_first() {
    let mut game = Table::of(2).price("gods", 2).play();
    for action in [
        pay(0, 1, 0),
        launch(1, 0, 0),
        Action::Pick(fruit("taro")),
        Action::Build(row(1)),
        offer(2, 0, 0),
        Action::Decline,
        Action::Harvest(Good::Shell),
        buy("ku", plain(2), I),
    ] {
        game.refuses(action, Refusal::SomethingElseFirst);
    }
    game.walks("gods");
    for action in [
        walk("gods"),
        Action::Wait,
        pass(1),
        sail(1),
        fish([1, 0, 0]),
    ] {
        game.refuses(action, Refusal::SomethingElseFirst);
    }
}

// --- Walking ---

#[test]
fn no_price_token_is_left_at_the_place() {
    Table::of(2).play().refuses(
        walk("tikis"),
        Refusal::NoPriceToken {
            place: place("tikis"),
        },
    );
}

#[test]
fn no_tile_is_left_at_the_place() {
    let table = Table::of(2)
        .left("long-hut", 0, GREEN)
        .price("long-huts", 2);
    table.play().refuses(
        walk("long-huts"),
        Refusal::NoTile {
            place: place("long-huts"),
        },
    );
}

#[test]
fn nothing_fits_into_the_realm() {
    let table = Table::of(2).kahunas(RED, 5).price("kahunas", 2);
    table.play().refuses(
        walk("kahunas"),
        Refusal::NothingFits {
            place: place("kahunas"),
        },
    );
}

#[test]
fn a_walk_costs_more_feet_than_there_are() {
    let table = Table::of(2)
        .purse(RED, 9, 1, 0)
        .price("coconut-and-banana", 2);
    let refusal = Refusal::TooLittle {
        good: Good::Foot,
        missing: 3,
    };
    table.play().refuses(walk("coconut-and-banana"), refusal);
}

#[test]
fn nothing_would_be_left_to_buy_with() {
    let table = Table::of(2).purse(RED, 2, 7, 0).price("kahunas", 5);
    table.play().refuses(
        walk("kahunas"),
        Refusal::NothingLeftToBuyWith { missing: 3 },
    );
}

#[test]
fn this_payment_for_the_walk_would_leave_nothing_to_buy_with() {
    let table = Table::of(2)
        .purse(RED, 1, 2, 4)
        .build(RED, 1, "exchange-hut", I)
        .price("kahunas", 4);
    let mut game = table.play();
    game.walks("kahunas");
    assert_eq!(
        game.legal(),
        [pay(0, 2, 0), pay(1, 1, 0)],
        "four fruits must be left"
    );
    game.refuses(pay(0, 0, 2), Refusal::NothingLeftToBuyWith { missing: 1 });
}

// --- Buying ---

fn shopping(table: Table, name: &str) -> Play {
    let mut game = table.price(name, 2).play();
    game.walks(name);
    game
}

#[test]
fn the_place_does_not_sell_it() {
    let mut game = shopping(Table::of(2), "kahunas");
    for name in ["tiki", "ku", "shell-hut"] {
        let refusal = Refusal::NotSoldHere {
            tile: tile(name),
            place: place("kahunas"),
        };
        game.refuses(buy(name, plain(2), I), refusal);
    }
}

#[test]
fn no_token_shows_the_price() {
    let mut game = shopping(Table::of(2), "kahunas");
    for price in [
        plain(3),
        red(2),
        Price {
            worth: 0,
            spears: false,
        },
        Price {
            worth: u8::MAX,
            spears: true,
        },
    ] {
        game.refuses(buy("kahuna", price, I), Refusal::NoSuchPrice { price });
    }
}

#[test]
fn too_few_tiles_are_left() {
    let mut game = shopping(Table::of(2).left("foot-hut", 0, GREEN), "shells-and-feet");
    game.refuses(
        buy("foot-hut", plain(2), I),
        Refusal::TooFewTiles {
            tile: tile("foot-hut"),
            missing: 1,
        },
    );
    let kahunas = [GREEN, BLUE, YELLOW, WHITE]
        .into_iter()
        .fold(Table::of(5), |table, player| table.kahunas(player, 5));
    let mut game = shopping(kahunas.kahunas(RED, 4), "kahunas");
    game.refuses(
        buy("kahuna", plain(2), II),
        Refusal::TooFewTiles {
            tile: tile("kahuna"),
            missing: 1,
        },
    );
}

#[test]
fn the_god_does_not_lie_on_top() {
    let mut game = shopping(Table::of(2).top_gods("ku", "lono"), "gods");
    game.refuses(
        buy("pele", plain(2), I),
        Refusal::GodNotOnTop { god: god("pele") },
    );
}

#[test]
fn there_is_no_space_for_the_kahunas() {
    let mut game = shopping(Table::of(2).kahunas(RED, 4), "kahunas");
    game.refuses(
        buy("kahuna", plain(2), II),
        Refusal::NoKahunaSpace { missing: 1 },
    );
}

#[test]
fn there_is_no_space_for_the_tikis() {
    let mut game = shopping(Table::of(2).tikis(RED, 5), "tikis");
    game.refuses(
        buy("tiki", plain(2), II),
        Refusal::NoTikiSpace { missing: 1 },
    );
}

#[test]
fn no_village_can_take_the_tile() {
    let mut game = shopping(
        Table::of(2).village(RED, 1, &["surfer"]),
        "dancers-and-surfers",
    );
    game.refuses(
        buy("surfer", plain(2), I),
        Refusal::NoVillageFor {
            tile: village_tile("surfer"),
        },
    );
}

#[test]
fn the_shells_do_not_suffice_for_double() {
    let mut game = Table::of(2).purse(RED, 5, 7, 1).price("kahunas", 3).play();
    game.walks("kahunas");
    let refusal = Refusal::TooLittle {
        good: Good::Shell,
        missing: 1,
    };
    game.refuses(buy("kahuna", plain(3), II), refusal);
}

// --- Building ---

#[test]
fn the_god_stands_in_the_realm_already() {
    let table = Table::of(2)
        .village(RED, 1, &["ku"])
        .build(RED, 2, "long-hut", I)
        .top_gods("pele", "ku");
    let mut game = shopping(table, "gods");
    game.refuses(
        buy("ku", plain(2), I),
        Refusal::GodOnlyOnce { god: god("ku") },
    );
}

#[test]
fn the_village_has_a_god_already() {
    let table = Table::of(2)
        .village(RED, 1, &["ku"])
        .build(RED, 2, "long-hut", I)
        .build(RED, 3, "long-hut", I);
    let mut game = shopping(table.top_gods("pele", "lono"), "gods");
    game.buys("pele", 2, I).refuses(
        Action::Build(row(1)),
        Refusal::OneGodPerVillage { row: row(1) },
    );
}

#[test]
fn the_village_has_such_a_tile_already() {
    let table = Table::of(2)
        .build(RED, 1, "foot-hut", II)
        .build(RED, 2, "long-hut", I);
    let mut game = shopping(table, "shells-and-feet");
    let refusal = Refusal::SecondOfItsKind {
        tile: village_tile("foot-hut"),
        row: row(1),
    };
    game.buys("foot-hut", 2, I)
        .refuses(Action::Build(row(1)), refusal);
}

#[test]
fn the_village_has_no_hut_yet() {
    let mut game = shopping(
        Table::of(2).build(RED, 2, "long-hut", I),
        "dancers-and-surfers",
    );
    game.buys("hula", 2, I);
    for number in 3..=5 {
        let refusal = Refusal::VillageNeedsHut {
            tile: village_tile("hula"),
            row: row(number),
        };
        game.refuses(Action::Build(row(number)), refusal);
    }
}

#[test]
fn a_row_would_be_skipped() {
    let mut game = shopping(Table::of(2).build(RED, 2, "long-hut", I), "shells-and-feet");
    game.buys("shell-hut", 2, I);
    for number in [4, 5] {
        game.refuses(
            Action::Build(row(number)),
            Refusal::RowSkipped { next: row(3) },
        );
    }
}

// --- Paying ---

/// Red has to pay three shells, with fruits at hand.
fn paying() -> Play {
    let mut game = Table::of(2)
        .purse(RED, 13, 1, 3)
        .price("gods", 3)
        .top_gods("lono", "ku")
        .play();
    game.walks("gods").pays(0, 1, 0).buys("lono", 3, I);
    game
}

#[test]
fn the_sum_is_another() {
    let mut game = paying();
    for (shells, fruits) in [(2, 0), (4, 0), (0, 2), (0, 0)] {
        game.refuses(
            pay(shells, 0, fruits),
            Refusal::WrongSum {
                good: Good::Shell,
                cost: 3,
                paid: shells + fruits,
            },
        );
    }
}

#[test]
fn it_is_not_in_the_purse() {
    paying().refuses(
        pay(0, 3, 0),
        Refusal::NotInPurse {
            good: Good::Foot,
            missing: 3,
        },
    );
}

#[test]
fn what_is_just_enough_is_not_what_lacks() {
    // The walk takes the only foot.
    let mut game = Table::of(2)
        .purse(RED, 13, 1, 0)
        .top_gods("kane", "ku")
        .price("gods", 2)
        .play();
    game.walks("gods").buys("kane", 2, I);
    game.refuses(
        offer(1, 0, 1),
        Refusal::NotInPurse {
            good: Good::Fruit,
            missing: 1,
        },
    );
}

#[test]
fn goods_are_not_mixed() {
    paying().refuses(
        pay(2, 0, 1),
        Refusal::Mixed {
            turned: 1,
            exchange_capacity: 0,
        },
    );
    let mut game = Table::of(2)
        .build(RED, 1, "exchange-hut", I)
        .purse(RED, 9, 1, 4)
        .price("gods", 4)
        .play();
    game.walks("gods").pays(0, 1, 0).buys("ku", 4, I);
    game.refuses(
        pay(2, 0, 2),
        Refusal::Mixed {
            turned: 2,
            exchange_capacity: 1,
        },
    );
}

// --- Beach ---

#[test]
fn to_fish_is_to_take_a_token() {
    Table::of(2)
        .cove(&[2])
        .play()
        .refuses(fish([0, 0, 0]), Refusal::FishNothing);
}

#[test]
fn there_is_nothing_to_fish_in_an_empty_cove() {
    let mut game = Table::of(2).cove(&[]).play();
    for catch in [fish([0, 0, 0]), fish([1, 0, 0])] {
        game.refuses(catch, Refusal::CoveEmpty);
    }
}

#[test]
fn the_cove_has_fewer_such_tokens() {
    let mut game = Table::of(2).cove(&[2, 6]).play();
    game.refuses(
        fish([3, 0, 0]),
        Refusal::NotInCove {
            fish: 1,
            missing: 2,
        },
    );
    game.refuses(
        fish([1, 1, 0]),
        Refusal::NotInCove {
            fish: 2,
            missing: 1,
        },
    );
    game.refuses(
        fish([0, 0, u8::MAX]),
        Refusal::NotInCove {
            fish: 3,
            missing: 254,
        },
    );
}

#[test]
fn the_boats_are_too_small() {
    let mut without = Table::of(2).play();
    for (number, missing) in [(1, 1), (2, 2), (3, 3), (4, 4)] {
        without.refuses(sail(number), Refusal::BoatsTooSmall { missing });
    }
    let mut choosing = Table::of(2)
        .boat(RED, II)
        .boat(RED, I)
        .island(4, Gift::Points(5))
        .play();
    choosing
        .sails(4)
        .refuses(launch(0, 0, 1), Refusal::BoatsTooSmall { missing: 2 });
}

#[test]
fn the_feet_do_not_suffice_for_fish() {
    let mut game = Table::of(2).purse(RED, 9, 1, 0).cove(&[2, 2]).play();
    game.refuses(
        fish([2, 0, 0]),
        Refusal::TooLittle {
            good: Good::Foot,
            missing: 1,
        },
    );
}

#[test]
fn the_boats_are_not_ashore() {
    let mut game = Table::of(2).boat(RED, I).cove(&[2]).play();
    game.fishes([1, 0, 0]);
    for boats in [
        launch(2, 0, 0),
        launch(0, 2, 0),
        launch(0, 0, 1),
        launch(u8::MAX, u8::MAX, u8::MAX),
    ] {
        game.refuses(boats, Refusal::NotAshore);
    }
}

#[test]
fn more_boats_than_needed() {
    let mut game = Table::of(2).boat(RED, I).cove(&[2]).play();
    game.fishes([1, 0, 0])
        .refuses(launch(1, 1, 0), Refusal::MoreBoatsThanNeeded);
}

#[test]
fn the_island_was_visited_already() {
    let table = Table::of(2).boat(RED, I).edit(|state| {
        let island = state.docks[dock(1)].take().unwrap();
        state.islands.visited.push(island);
    });
    table
        .play()
        .refuses(sail(1), Refusal::NoIsland { dock: dock(1) });
}

#[test]
fn everybody_waited() {
    let mut game = Table::of(3).play();
    game.waits()
        .waits()
        .waits()
        .refuses(Action::Wait, Refusal::EverybodyWaited);
}

#[test]
fn there_is_no_such_space() {
    let mut game = Table::of(3).play();
    for number in [4, 5] {
        game.refuses(pass(number), Refusal::NoSuchSpace { spaces: 3 });
    }
}

#[test]
fn the_space_is_taken() {
    let mut game = Table::of(3).play();
    game.leaves(2)
        .refuses(pass(2), Refusal::SpaceTaken { space: space(2) });
}

// --- Gifts ---

#[test]
fn no_such_fruit_tile_is_left() {
    let mut game = Table::of(2)
        .boat(RED, I)
        .left("taro", 0, GREEN)
        .island(1, Gift::FruitTile)
        .play();
    let taro = fruit("taro");
    game.sails(1)
        .refuses(Action::Pick(taro), Refusal::NoFruitTile { fruit: taro });
}

#[test]
fn the_fruit_tile_fits_nowhere() {
    let mut game = Table::of(2)
        .boat(RED, I)
        .build(RED, 1, "taro", I)
        .island(1, Gift::FruitTile)
        .play();
    let refusal = Refusal::NoVillageFor {
        tile: village_tile("taro"),
    };
    game.sails(1).refuses(Action::Pick(fruit("taro")), refusal);
}

#[test]
fn kane_takes_exactly_two_goods() {
    let mut game = Table::of(2).top_gods("kane", "ku").price("gods", 2).play();
    game.walks("gods").buys("kane", 2, I);
    for (shells, feet) in [(0, 0), (1, 0), (2, 1), (u16::MAX, u16::MAX)] {
        game.refuses(offer(shells, feet, 0), Refusal::KaneTakes { goods: 2 });
    }
    game.refuses(
        offer(1, 0, 1),
        Refusal::NotInPurse {
            good: Good::Fruit,
            missing: 1,
        },
    );
}
