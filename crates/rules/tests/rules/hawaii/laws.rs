//! Laws of conservation: a snapshot that breaks one is refused with its name.

use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::island::{Chieftain, Island};
use lanai_rules::hawaii::pieces::{Fleet, God, Tile};
use lanai_rules::hawaii::state::{State, Step, Task};
use lanai_rules::hawaii::token::{At, Token};
use lanai_rules::{Broken, BySeat, Rules};

use super::fixture::*;

/// Returns the law that an edited table breaks.
fn broken(edit: impl FnOnce(&mut State)) -> Broken {
    let state = Table::of(3)
        .village(GREEN, 1, &["ku", "hula"])
        .edit(edit)
        .state();
    Hawaii::restore(&printed(), state).expect_err("a law is broken")
}

fn law(edit: impl FnOnce(&mut State)) -> &'static str {
    broken(edit).law
}

#[test]
fn a_lawful_snapshot_is_the_same_game_again() {
    let mut game = Table::of(3)
        .village(GREEN, 1, &["ku", "hula"])
        .price("kahunas", 2)
        .play();
    let read_again = |game: &Play| {
        let json = serde_json::to_string(game.state()).unwrap();
        let state: State = serde_json::from_str(&json).unwrap();
        assert_eq!(Hawaii::restore(&printed(), state).as_ref(), Ok(game.game()));
    };
    read_again(&game);
    game.walks("kahunas");
    read_again(&game);
    game.buys("kahuna", 2, I);
    read_again(&game);
}

#[test]
fn a_broken_law_is_told_with_both_figures() {
    let broken = broken(|state| state.stacks.take(Tile::Boat, 3));
    assert_eq!(
        broken,
        Broken {
            law: "boat",
            expected: 8,
            found: 5
        }
    );
    assert_eq!(broken.to_string(), "boat: expected 8, found 5");
}

// --- Seats and turns ---

#[test]
fn the_round_is_between_one_and_five() {
    for round in [0, 6, u8::MAX] {
        assert_eq!(
            law(|state| state.round = round),
            "the round is between 1 and 5"
        );
    }
}

#[test]
fn chieftains_are_as_many_as_realms() {
    let edit = |state: &mut State| state.chieftains = BySeat::new(seats(4), |_| Chieftain::Beach);
    assert_eq!(law(edit), "chieftains are as many as realms");
}

#[test]
fn the_turn_order_names_each_seat_once() {
    assert_eq!(
        law(|state| state.order[1] = seat(RED)),
        "the turn order names each seat"
    );
    assert_eq!(
        law(|state| state.order.clear()),
        "the turn order names each seat"
    );
    assert_eq!(
        law(|state| state.order.push(seat(RED))),
        "the turn order names each seat once"
    );
    assert_eq!(
        law(|state| state.order.push(seat(WHITE))),
        "the turn order names each seat once"
    );
}

#[test]
fn the_turn_is_somebodys() {
    assert_eq!(law(|state| state.turn = 3), "the turn belongs to a seat");
}

#[test]
fn only_seats_of_the_table_have_something_to_settle() {
    let edit = |state: &mut State| state.agenda[0].seat = seat(YELLOW);
    assert_eq!(
        law(edit),
        "only seats of the table have something to settle"
    );
}

#[test]
fn chieftains_who_left_have_a_space_each() {
    let edit = |state: &mut State| {
        for player in [GREEN, BLUE] {
            state.chieftains[seat(player)] = Chieftain::Left(space(1));
        }
    };
    assert_eq!(law(edit), "chieftains who left have a space each");
}

#[test]
fn no_chieftain_stands_beyond_the_turn_order() {
    for at in [4, 5] {
        let edit = |state: &mut State| state.chieftains[seat(GREEN)] = Chieftain::Left(space(at));
        assert_eq!(law(edit), "no chieftain stands beyond the turn order");
    }
}

#[test]
fn two_at_least_sit_at_a_table() {
    let mut json = serde_json::to_value(Table::of(2).state()).unwrap();
    for list in ["realms", "chieftains", "order"] {
        json[list].as_array_mut().unwrap().pop();
    }
    let state: State = serde_json::from_value(json).unwrap();
    let broken = Hawaii::restore(&printed(), state).unwrap_err();
    assert_eq!(
        (broken.law, broken.found),
        ("two to five sit at the table", 1)
    );
}

// --- Tokens ---

fn first_token() -> Token {
    Token::all().next().unwrap()
}

#[test]
fn each_token_lies_in_one_lawful_spot() {
    let law_of = |at: At| law(move |state| state.tokens[first_token()] = at);
    for at in [
        At::Circle(place("gods"), 1),
        At::Circle(place("shells-and-feet"), 3),
        At::Track(space(1)),
        At::Track(space(4)),
        At::Bought(seat(YELLOW)),
        At::Fished(seat(WHITE)),
    ] {
        assert_eq!(law_of(at), "each token lies in one lawful spot", "{at:?}");
    }
}

#[test]
fn no_two_tokens_lie_in_the_same_spot() {
    for at in [
        At::Circle(place("gods"), 0),
        At::Track(space(2)),
        At::Cove(0),
    ] {
        let edit = move |state: &mut State| {
            Token::all()
                .take(2)
                .for_each(|token| state.tokens[token] = at)
        };
        assert_eq!(law(edit), "each token lies in one lawful spot", "{at:?}");
    }
}

#[test]
fn there_are_25_tokens() {
    for edit in [
        (|tokens| {
            tokens.pop();
        }) as fn(&mut Vec<serde_json::Value>),
        |tokens| tokens.push("bag".into()),
        Vec::clear,
    ] {
        let mut json = serde_json::to_value(Table::of(2).state()).unwrap();
        edit(json["tokens"].as_array_mut().unwrap());
        let error =
            serde_json::from_value::<State>(json).expect_err("25 tokens and no other number");
        assert!(error.to_string().contains("25"), "{error}");
    }
}

// --- Tiles and islands ---

#[test]
fn every_tile_of_the_box_is_in_one_place() {
    for stacked in Tile::STACKED {
        assert_eq!(law(|state| state.stacks.take(stacked, 1)), stacked.name());
    }
    assert_eq!(law(|state| state.realms[seat(RED)].kahunas = 1), "kahuna");
    assert_eq!(law(|state| state.realms[seat(RED)].tikis = 1), "tiki");
    assert_eq!(law(|state| state.realms[seat(RED)].ashore.one = 1), "boat");
    assert_eq!(
        law(|state| state.realms[seat(RED)].launched.two = 1),
        "boat"
    );
}

#[test]
fn every_god_of_the_box_is_in_one_place() {
    assert_eq!(
        law(|state| {
            state.gods.0[0].pop();
        }),
        "kane"
    );
    assert_eq!(law(|state| state.gods.0[1][5] = God::Laka), "ku");
}

#[test]
fn each_island_is_in_one_place() {
    let law_of = |edit: fn(&mut State)| law(edit);
    assert_eq!(
        law_of(|state| state.docks[dock(1)] = None),
        "each island is in one place"
    );
    assert_eq!(
        law_of(|state| {
            state.islands.hidden.pop();
        }),
        "each island is in one place"
    );
    let twice = law_of(|state| state.islands.visited.push(Island::from_number(1).unwrap()));
    assert_eq!(twice, "each island is in one place");
}

// --- Realms ---

#[test]
fn each_realm_has_one_fishing_boat() {
    assert_eq!(
        law(|state| state.realms[seat(RED)].ashore = Fleet::default()),
        "one fishing boat"
    );
    assert_eq!(
        law(|state| state.realms[seat(RED)].launched.fishing = 1),
        "one fishing boat"
    );
}

/// Snapshots may hold anything: a law is told, and nothing overflows.
#[test]
fn goods_and_points_can_be_counted() {
    let figures: [fn(&mut State); 4] = [
        |state| state.realms[seat(RED)].goods.shells = 10_000,
        |state| state.realms[seat(RED)].goods.feet = u16::MAX,
        |state| state.realms[seat(GREEN)].goods.fruits = u16::MAX,
        |state| state.realms[seat(BLUE)].points = u16::MAX,
    ];
    for edit in figures {
        assert_eq!(law(edit), "goods and points can be counted");
    }
    let fleet = Fleet {
        fishing: u8::MAX,
        one: u8::MAX,
        two: u8::MAX,
    };
    let edit = |state: &mut State| {
        state.realms[seat(RED)].ashore = fleet;
        state.realms[seat(RED)].launched = fleet;
    };
    assert_eq!(law(edit), "boat");
}

#[test]
fn kahunas_and_tikis_have_a_space_each() {
    let state = Table::of(2).kahunas(RED, 6).state();
    assert_eq!(
        Hawaii::restore(&printed(), state).unwrap_err().law,
        "kahunas have a space each"
    );
    let state = Table::of(2).tikis(RED, 7).state();
    assert_eq!(
        Hawaii::restore(&printed(), state).unwrap_err().law,
        "tikis have a space each"
    );
}

#[test]
fn each_god_stands_once_in_a_realm() {
    let state = Table::of(2)
        .build(RED, 1, "ku", I)
        .build(RED, 2, "ku", I)
        .state();
    assert_eq!(
        Hawaii::restore(&printed(), state).unwrap_err().law,
        "each god once in a realm"
    );
}

#[test]
fn no_kind_stands_twice_in_a_village() {
    for [one, other] in [["hula", "hula"], ["ku", "lono"], ["long-hut", "long-hut"]] {
        let state = Table::of(2)
            .build(RED, 1, one, I)
            .build(RED, 1, other, II)
            .state();
        assert_eq!(
            Hawaii::restore(&printed(), state).unwrap_err().law,
            "no kind twice in a village"
        );
    }
}

// --- The agenda ---

#[test]
fn chieftains_move_in_turn_order() {
    assert_eq!(
        law(|state| state.agenda[0].seat = seat(GREEN)),
        "chieftains move in turn order"
    );
    assert_eq!(law(|state| state.turn = 1), "chieftains move in turn order");
    let left = |state: &mut State| state.chieftains[seat(RED)] = Chieftain::Left(space(1));
    assert_eq!(law(left), "chieftains move in turn order");
}

#[test]
fn a_game_goes_on_until_the_last_chieftain_of_the_last_round_has_left() {
    let expected = "a game goes on until the last chieftain of the last round has left";
    assert_eq!(law(|state| state.agenda.clear()), expected);
    let last_round = |state: &mut State| {
        state.round = 5;
        state.agenda.clear();
    };
    assert_eq!(law(last_round), expected);
    let mut ended = Table::of(2).round(5).play();
    ended.all_leave();
    assert!(Hawaii::restore(&printed(), ended.state().clone()).is_ok());
}

#[test]
fn somebody_to_act_has_a_choice() {
    for step in [
        Step::NextRound,
        Step::Shop(place("gods")),
        Step::Launch { load: 200 },
    ] {
        let edit = move |state: &mut State| {
            state.agenda.push(Task {
                seat: seat(RED),
                step,
            })
        };
        assert_eq!(law(edit), "the seat to act has a choice", "{step:?}");
    }
}
