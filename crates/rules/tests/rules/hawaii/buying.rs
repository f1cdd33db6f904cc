//! "The purchase of place tiles".

use lanai_rules::hawaii::action::{Action, Event, Refusal};
use lanai_rules::hawaii::state::Step;
use lanai_rules::hawaii::token::At;

use super::fixture::*;

fn at_the_huts() -> Play {
    let mut game = Table::of(2)
        .price("shells-and-feet", 2)
        .price("shells-and-feet", 4)
        .play();
    game.walks("shells-and-feet");
    game
}

#[test]
fn of_two_kinds_the_player_chooses_freely() {
    let game = at_the_huts();
    assert!(game.may(buy("shell-hut", plain(2), I)) && game.may(buy("foot-hut", plain(2), I)));
}

#[test]
fn of_one_kind_he_must_buy_this_one() {
    let mut game = Table::of(2).price("kahunas", 2).play();
    game.walks("kahunas");
    assert_eq!(
        game.legal(),
        [buy("kahuna", plain(2), I), buy("kahuna", plain(2), II)]
    );
}

#[test]
fn he_may_buy_only_one_tile_per_turn() {
    let mut game = at_the_huts();
    game.buys("shell-hut", 2, I).builds(1);
    assert_eq!((game.to_act(), game.step()), (GREEN, Some(Step::Turn)));
}

#[test]
fn he_selects_one_of_the_tokens_and_pays_what_it_shows() {
    for worth in [2, 4] {
        let mut game = at_the_huts();
        game.buys("foot-hut", worth, I).builds(1);
        assert_eq!(game.purse(RED).0, 13 - u16::from(worth));
        assert_eq!(game.tokens(|at| at == At::Bought(seat(RED))), [worth]);
        assert_eq!(game.tokens(|at| matches!(at, At::Circle(..))), [6 - worth]);
    }
}

#[test]
fn for_double_he_pays_twice_and_takes_side_ii() {
    let mut game = at_the_huts();
    game.buys("foot-hut", 4, II).builds(2);
    assert_eq!(game.purse(RED).0, 13 - 8);
    assert!(game.stands(RED, 2, "foot-hut", II));
}

#[test]
fn the_tile_leaves_its_stack() {
    let mut game = at_the_huts();
    game.buys("foot-hut", 4, I).builds(1);
    assert_eq!(
        (game.in_stack("foot-hut"), game.in_stack("shell-hut")),
        (4, 5)
    );
}

#[test]
fn for_double_he_takes_two_kahunas() {
    for (level, number) in [(I, 1), (II, 2)] {
        let mut game = Table::of(2).price("kahunas", 3).play();
        game.walks("kahunas").buys("kahuna", 3, level);
        assert_eq!(
            (game.realm(RED).kahunas, game.in_stack("kahuna")),
            (number, 25 - number)
        );
    }
}

#[test]
fn for_double_he_takes_two_tikis() {
    for (level, number) in [(I, 1), (II, 2)] {
        let mut game = Table::of(2).price("tikis", 3).play();
        game.walks("tikis").buys("tiki", 3, level);
        assert_eq!(
            (game.realm(RED).tikis, game.in_stack("tiki")),
            (number, 15 - number)
        );
    }
}

#[test]
fn a_boat_for_the_price_is_side_i_and_for_double_side_ii() {
    for (level, one, two) in [(I, 1, 0), (II, 0, 1)] {
        let mut game = Table::of(2).price("boats-and-water", 3).play();
        game.walks("boats-and-water").buys("boat", 3, level);
        let ashore = game.realm(RED).ashore;
        assert_eq!((ashore.fishing, ashore.one, ashore.two), (1, one, two));
        assert_eq!(game.in_stack("boat"), 7);
    }
}

#[test]
fn a_red_token_and_a_plain_one_are_different_prices() {
    let mut game = Table::of(2)
        .price("shells-and-feet", 3)
        .token("shells-and-feet", red(3))
        .play();
    game.walks("shells-and-feet")
        .does(buy("shell-hut", red(3), I));
    let price = red(3);
    let took = Event::TookPrice {
        seat: seat(RED),
        place: place("shells-and-feet"),
        price,
    };
    assert!(game.events.contains(&took));
}

#[test]
fn two_equal_tokens_are_offered_once_and_one_of_them_is_taken() {
    let mut game = Table::of(2)
        .price("shells-and-feet", 3)
        .price("shells-and-feet", 3)
        .play();
    game.walks("shells-and-feet");
    assert_eq!(game.legal().len(), 4, "two huts, two sides");
    game.buys("shell-hut", 3, I).builds(1);
    assert_eq!(game.tokens(|at| matches!(at, At::Circle(..))), [3]);
}

#[test]
fn what_cannot_be_put_legally_cannot_be_bought() {
    let table = Table::of(2)
        .village(RED, 1, &["hula"])
        .price("dancers-and-surfers", 2);
    let mut game = table.play();
    game.walks("dancers-and-surfers");
    game.refuses(
        buy("hula", plain(2), I),
        Refusal::NoVillageFor {
            tile: village_tile("hula"),
        },
    );
    assert!(game.may(buy("surfer", plain(2), I)));
}

#[test]
fn what_cannot_be_paid_cannot_be_bought() {
    let mut game = Table::of(2).purse(RED, 5, 7, 0).price("kahunas", 3).play();
    game.walks("kahunas");
    assert_eq!(
        game.legal(),
        [buy("kahuna", plain(3), I)],
        "six shells for two are too many"
    );
}

#[test]
fn kahunas_cannot_help_with_their_own_payment() {
    // The second kahuna brings a shell; there are two shells and the double price is four.
    let table = Table::of(2)
        .kahunas(RED, 1)
        .purse(RED, 2, 7, 0)
        .price("kahunas", 2);
    let mut game = table.play();
    game.walks("kahunas").buys("kahuna", 2, I);
    assert_eq!(
        game.purse(RED).0,
        1,
        "two paid, and one from the space afterwards"
    );
}

#[test]
fn a_god_that_is_bought_uncovers_the_next() {
    let mut game = Table::of(2)
        .top_gods("lono", "pele")
        .price("gods", 2)
        .play();
    game.walks("gods");
    assert!(!game.may(buy("ku", plain(2), I)), "KU lies below");
    game.buys("lono", 2, I);
    assert!(game.stands(RED, 1, "lono", I));
    let next = game.state().gods.top_gods()[0];
    assert!(game.events.contains(&Event::GodUncovered {
        stack: 1,
        god: next
    }));
    assert_eq!(
        (next, game.state().gods.0.map(|stack| stack.len())),
        (Some(god("ku")), [5, 6])
    );
}

#[test]
fn the_last_god_of_a_stack_uncovers_nothing() {
    let table = Table::of(2).top_gods("ku", "kane").price("gods", 2);
    // All others of the left stack stand in green's villages.
    let villages = (1..).zip(["kanaloa", "laka", "lono", "pele", "kane"]);
    let mut game = villages
        .fold(table, |table, (row, name)| table.build(GREEN, row, name, I))
        .play();
    game.walks("gods").buys("ku", 2, I);
    assert_eq!(game.state().gods.0.map(|stack| stack.len()), [0, 6]);
    assert!(game.events.contains(&Event::GodUncovered {
        stack: 1,
        god: None
    }));
}

#[test]
fn buying_is_told_in_the_order_of_the_rulebook() {
    let mut game = Table::of(2).price("kahunas", 2).play();
    game.walks("kahunas");
    game.events.clear();
    game.buys("kahuna", 2, I);
    let seat = seat(RED);
    let told = [
        Event::TookPrice {
            seat,
            place: place("kahunas"),
            price: plain(2),
        },
        Event::Paid {
            seat,
            goods: goods(2, 0, 0),
        },
        Event::GotKahunas { seat, number: 1 },
    ];
    assert_eq!(game.events, told);
}

#[test]
fn nothing_is_bought_before_walking() {
    let mut game = Table::of(2)
        .standing_at(RED, "kahunas")
        .price("kahunas", 2)
        .play();
    game.refuses(buy("kahuna", plain(2), I), Refusal::SomethingElseFirst);
    game.refuses(Action::Build(row(1)), Refusal::SomethingElseFirst);
}
