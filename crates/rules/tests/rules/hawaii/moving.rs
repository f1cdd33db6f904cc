//! "The turn of the chieftains" and "How do players move their chieftains?".

use lanai_rules::hawaii::action::{Action, Event, Refusal};
use lanai_rules::hawaii::island::{Chieftain, Spot};
use lanai_rules::hawaii::token::At;

use super::fixture::*;

// --- Whose turn it is ---

#[test]
fn the_others_follow_in_turn_order_and_not_clockwise() {
    let order = [BLUE, RED, YELLOW, GREEN];
    let mut game = Table::of(4)
        .edit(|state| {
            state.order = order.iter().map(|player| seat(*player)).collect();
            state.agenda[0].seat = seat(BLUE);
        })
        .play();
    let turns: Vec<u8> = (0..4).map(|_| game.waits().to_act()).collect();
    assert_eq!(turns, [RED, YELLOW, GREEN, BLUE], "and then blue again");
}

#[test]
fn players_move_again_until_all_have_left() {
    let mut game = Table::of(3).play();
    game.waits().waits().waits();
    assert_eq!(game.to_act(), RED);
    game.leaves(2).waits().leaves(1);
    assert_eq!(
        game.to_act(),
        GREEN,
        "red and blue are out: green goes on alone"
    );
    game.waits();
    assert_eq!((game.to_act(), game.state().round), (GREEN, 1));
    game.leaves(3);
    assert_eq!(game.state().round, 2);
}

#[test]
fn who_has_left_is_not_asked_again() {
    let mut game = Table::of(3).out(GREEN, 1).play();
    game.waits();
    assert_eq!(game.to_act(), BLUE);
}

// --- What a walk costs ---

/// Prices everywhere, so that each place may be a goal.
fn table_with_all_prices() -> Table {
    let names = printed()
        .sheet
        .place
        .iter()
        .map(|card| card.name.clone())
        .collect::<Vec<_>>();
    names.iter().fold(Table::of(2), |table, name| {
        table.edit(|state| {
            let token = state.tokens.tokens_at(|at| at == At::Bag).next().unwrap();
            state.tokens[token] = At::Circle(place(name), 0);
        })
    })
}

/// What red pays for walking from a spot (none is the beach) to a spot.
fn cost(from: Option<u8>, to: u8) -> u16 {
    let spot = |number| Spot::from_number(number).unwrap();
    let state = Table::of(2).state();
    let from = from.map_or(Chieftain::Beach, |from| {
        Chieftain::Place(state.places.0[spot(from)])
    });
    let mut game = table_with_all_prices()
        .purse(RED, 20, 20, 0)
        .standing(RED, from)
        .play();
    game.does(Action::Move(state.places.0[spot(to)]));
    20 - game.purse(RED).1
}

#[test]
fn a_step_from_the_beach_to_a_neighbouring_place_costs_one_foot() {
    assert_eq!([1, 2].map(|to| cost(None, to)), [1, 1]);
}

#[test]
fn only_the_two_lower_places_neighbour_the_beach() {
    assert_eq!(
        [3, 4, 5, 6, 7, 8, 9, 10].map(|to| cost(None, to)),
        [2, 2, 2, 3, 3, 3, 4, 4]
    );
}

#[test]
fn each_step_from_place_to_place_costs_one_foot() {
    assert_eq!(cost(Some(1), 2), 1, "beside");
    assert_eq!(cost(Some(1), 3), 1, "above to the left");
    assert_eq!(cost(Some(3), 7), 1, "diagonally");
    assert_eq!(cost(Some(3), 6), 1, "straight up");
    assert_eq!(cost(Some(3), 5), 2, "two beside");
    assert_eq!(cost(Some(1), 10), 3, "across the island");
    assert_eq!(
        cost(Some(1), 5),
        2,
        "the left lower place does not touch the right end of the second row"
    );
}

#[test]
fn ways_are_as_long_back_as_forth() {
    let figures = printed();
    for from in Spot::all() {
        for to in Spot::all() {
            assert_eq!(figures.ways.steps(from, to), figures.ways.steps(to, from));
        }
        assert_eq!(figures.ways.steps(from, from), 0);
    }
}

#[test]
fn staying_costs_one_foot() {
    assert_eq!(cost(Some(7), 7), 1);
}

#[test]
fn the_beach_is_free_from_everywhere() {
    let mut game = Table::of(2)
        .standing_at(RED, "coconut-and-banana")
        .cove(&[2])
        .purse(RED, 0, 1, 0)
        .play();
    game.fishes([1, 0, 0]);
    assert_eq!(
        game.purse(RED).1,
        0,
        "the fish costs a foot, the way nothing"
    );
}

#[test]
fn from_space_to_space_on_the_beach_is_free_and_so_is_staying() {
    let mut game = Table::of(2)
        .purse(RED, 0, 0, 0)
        .standing(RED, Chieftain::Cove)
        .out(GREEN, 2)
        .play();
    game.waits();
    assert_eq!(game.chieftain(RED), Chieftain::Beach);
    game.leaves(1);
    assert_eq!(game.state().round, 2);
}

#[test]
fn a_walk_from_the_cove_or_a_dock_begins_at_the_beach() {
    for at in [Chieftain::Cove, Chieftain::Dock(dock(4))] {
        let mut game = Table::of(2).standing(RED, at).price("kahunas", 2).play();
        game.walks("kahunas");
        assert_eq!(game.purse(RED).1, 7 - 2);
    }
}

// --- Where a chieftain may stop ---

#[test]
fn a_place_without_tokens_may_not_be_entered() {
    let refusal = Refusal::NoPriceToken {
        place: place("gods"),
    };
    Table::of(2).play().refuses(walk("gods"), refusal);
}

#[test]
fn a_place_without_tiles_may_not_be_entered() {
    let mut game = Table::of(3)
        .left("long-hut", 0, GREEN)
        .price("long-huts", 2)
        .play();
    game.refuses(
        walk("long-huts"),
        Refusal::NoTile {
            place: place("long-huts"),
        },
    );
}

#[test]
fn a_place_whose_tiles_fit_nowhere_may_not_be_entered() {
    let table = Table::of(2)
        .village(RED, 1, &["ku"])
        .top_gods("kane", "pele")
        .price("gods", 2);
    table.play().refuses(
        walk("gods"),
        Refusal::NothingFits {
            place: place("gods"),
        },
    );
}

#[test]
fn who_stays_needs_a_token_that_is_still_there() {
    let mut game = Table::of(2).standing_at(RED, "kahunas").play();
    game.refuses(
        walk("kahunas"),
        Refusal::NoPriceToken {
            place: place("kahunas"),
        },
    );
}

#[test]
fn who_moves_to_a_place_must_buy() {
    let mut game = Table::of(2).price("kahunas", 2).play();
    game.walks("kahunas");
    for other in [Action::Wait, pass(1), walk("kahunas")] {
        game.refuses(other, Refusal::SomethingElseFirst);
    }
    assert!(
        game.legal()
            .iter()
            .all(|action| matches!(action, Action::Buy { .. }))
    );
}

#[test]
fn another_chieftain_is_in_nobodys_way() {
    let table = Table::of(2)
        .standing_at(GREEN, "kahunas")
        .price("kahunas", 2)
        .price("kahunas", 3);
    let mut game = table.play();
    game.walks("kahunas").buys("kahuna", 2, I);
    assert_eq!(game.chieftain(RED), game.chieftain(GREEN));
}

#[test]
fn a_move_tells_whence_and_where() {
    let mut game = Table::of(2).price("kahunas", 2).play();
    game.walks("kahunas");
    let (from, to) = (Chieftain::Beach, Chieftain::Place(place("kahunas")));
    assert!(game.events.contains(&Event::Moved {
        seat: seat(RED),
        from,
        to
    }));
}
