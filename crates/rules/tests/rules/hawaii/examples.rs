//! The worked examples of the English rulebook, in its order.

use lanai_rules::hawaii::action::{Action, Event, Reason};
use lanai_rules::hawaii::banker;
use lanai_rules::hawaii::island::{Chieftain, Places};
use lanai_rules::hawaii::printed::Gift;
use lanai_rules::hawaii::token::At;

use super::fixture::*;

// --- "Lay out the price tokens" ---

/// Tokens drawn in this order are laid out at a place that comes first; what lies on its number, and the cove.
fn laid_out(name: &str, worths: &[u8]) -> (Vec<u8>, usize) {
    let state = Table::of(2).places(&[name]).state();
    let figures = printed();
    let drawn = bag(worths);
    let tokens = banker::lay_out_drawn(&figures, drawn, &state.seed, 1, &state.places, seats(2));
    let last = drawn[worths.len() - 1];
    let on_number = tokens.tokens_at(|at| at == At::Circle(place(name), 0));
    let on_number = on_number
        .map(|token| figures.face(token).price.worth)
        .collect();
    let blank = tokens
        .tokens_at(|at| matches!(at, At::Circle(at, circle) if at == place(name) && circle > 0));
    assert_eq!(
        blank.count(),
        worths.len() - 1,
        "each blank circle has its token"
    );
    (on_number, usize::from(matches!(tokens[last], At::Cove(_))))
}

#[test]
fn three_five_three_is_smaller_than_twelve() {
    assert_eq!(laid_out("coconut-and-banana", &[3, 5, 3]), (vec![3], 0));
}

#[test]
fn three_five_six_is_larger_than_twelve() {
    assert_eq!(laid_out("coconut-and-banana", &[3, 5, 6]), (vec![], 1));
}

#[test]
fn four_five_is_larger_than_six() {
    assert_eq!(laid_out("long-huts", &[4, 5]), (vec![], 1));
}

#[test]
fn a_six_is_larger_than_five() {
    assert_eq!(laid_out("gods", &[6]), (vec![], 1));
}

#[test]
fn a_five_is_not_larger_than_five() {
    assert_eq!(laid_out("gods", &[5]), (vec![5], 0));
}

#[test]
fn a_sum_of_exactly_the_number_fits() {
    assert_eq!(laid_out("coconut-and-banana", &[3, 5, 4]), (vec![4], 0));
}

/// "Even if the number on the pre-printed purchase circle is equal to the price token(s)": the next one is fish.
#[test]
fn tokens_that_already_reach_the_number_send_the_next_one_to_the_cove() {
    assert_eq!(laid_out("long-huts", &[6, 2]), (vec![], 1));
    assert_eq!(laid_out("coconut-and-banana", &[6, 6, 2]), (vec![], 1));
}

// --- "How do players move their chieftains?" ---

/// Spots from the beach: long huts and tikis, then shells-and-feet, spears-and-exchange, kahunas.
fn island() -> Table {
    let rows = [
        "long-huts",
        "tikis",
        "shells-and-feet",
        "spears-and-exchange",
        "kahunas",
    ];
    Table::of(2)
        .places(&rows)
        .price("shells-and-feet", 2)
        .price("spears-and-exchange", 2)
        .price("kahunas", 2)
}

#[test]
fn two_steps_cost_two_feet() {
    let mut game = island().play();
    game.walks("shells-and-feet");
    assert_eq!(game.purse(RED), (13, 5, 0));
}

#[test]
fn diagonal_moves_are_allowed() {
    // The two lower places lie half a place beside those above: each touches two of them.
    let mut game = island().standing_at(RED, "long-huts").play();
    game.walks("spears-and-exchange");
    assert_eq!(game.purse(RED), (13, 6, 0));
}

#[test]
fn the_move_back_to_the_beach_costs_nothing() {
    let mut game = island().standing_at(RED, "kahunas").play();
    game.waits();
    assert_eq!(game.purse(RED), (13, 7, 0));
    assert_eq!(game.chieftain(RED), Chieftain::Beach);
}

#[test]
fn remaining_in_a_place_costs_one_foot() {
    let mut game = island().standing_at(RED, "kahunas").play();
    game.walks("kahunas");
    assert_eq!(game.purse(RED), (13, 6, 0));
}

/// "The red chieftain may cross the place with the long hut", where no price tokens are any more.
#[test]
fn the_chieftain_may_cross_the_place_with_the_long_hut() {
    let mut game = island().play();
    assert!(!game.may(walk("long-huts")), "no price tokens are there");
    game.walks("spears-and-exchange");
    assert_eq!(game.purse(RED), (13, 5, 0));
}

// --- "The purchase of place tiles" ---

#[test]
fn an_exchange_hut_for_three_shells_on_side_i() {
    let mut game = Table::of(2).price("spears-and-exchange", 3).play();
    game.walks("spears-and-exchange")
        .buys("exchange-hut", 3, I)
        .builds(1);
    assert_eq!(game.purse(RED).0, 10);
    assert!(game.stands(RED, 1, "exchange-hut", I));
    assert_eq!(game.tokens(|at| at == At::Bought(seat(RED))), [3]);
    let left: Vec<u8> = game.tokens(|at| matches!(at, At::Circle(..)));
    assert!(left.is_empty(), "it was the last token of the place");
}

#[test]
fn an_exchange_hut_for_six_shells_on_side_ii() {
    let mut game = Table::of(2).price("spears-and-exchange", 3).play();
    game.walks("spears-and-exchange")
        .buys("exchange-hut", 3, II)
        .builds(1);
    assert_eq!(game.purse(RED).0, 7);
    assert!(game.stands(RED, 1, "exchange-hut", II));
    assert_eq!(
        game.tokens(|at| at == At::Bought(seat(RED))),
        [3],
        "the token is taken once"
    );
}

// --- "The beach and what a chieftain can do there" ---

#[test]
fn red_takes_the_token_with_three_fish() {
    // One token with three fish and one with one lie in the cove.
    let mut game = Table::of(2).cove(&[5, 2]).play();
    assert!(
        game.may(fish([1, 0, 1])),
        "there are two empty spaces on the boat"
    );
    game.fishes([0, 0, 1]);
    assert_eq!(game.purse(RED), (13, 6, 0));
    assert_eq!(game.tokens(|at| at == At::Fished(seat(RED))), [5]);
    assert_eq!(game.tokens(|at| matches!(at, At::Cove(_))), [2]);
    assert_eq!(
        (
            game.realm(RED).ashore.fishing,
            game.realm(RED).launched.fishing
        ),
        (0, 1)
    );
    assert_eq!(game.chieftain(RED), Chieftain::Cove);
}

#[test]
fn red_takes_a_second_fish_for_a_second_foot() {
    let mut game = Table::of(2).cove(&[5, 2]).play();
    game.fishes([1, 0, 1]);
    assert_eq!(game.purse(RED), (13, 5, 0));
}

#[test]
fn red_visits_the_island_of_the_second_dock() {
    let mut game = Table::of(2).island(2, Gift::Hula).boat(RED, I).play();
    game.sails(2);
    assert_eq!(game.scored(RED, Reason::Dock), 3);
    assert!(game.stands(RED, 1, "hula", II));
    assert_eq!(game.purse(RED), (13, 3, 0));
    assert_eq!(
        game.realm(RED).ashore.total(),
        0,
        "boats for five are launched with four feet"
    );
    assert_eq!(game.state().docks[dock(2)], None);
    assert_eq!(
        game.state().islands.visited.len(),
        1,
        "the island lies face up under the stack"
    );
}

#[test]
fn red_places_his_chieftain_under_space_two() {
    let mut game = Table::of(4).track(2, plain(3)).play();
    game.leaves(2);
    assert_eq!(game.chieftain(RED), Chieftain::Left(space(2)));
    assert_eq!(game.tokens(|at| at == At::Bought(seat(RED))), [3]);
    game.all_leave();
    assert_eq!(
        game.state().order[1],
        seat(RED),
        "in the next round, red will be second"
    );
}

// --- "End of the round" ---

#[test]
fn fourteen_eleven_nine_and_eight_score_eight_five_two_and_nothing() {
    let table = Table::of(4)
        .took(RED, &[3, 3, 5, 3])
        .took(GREEN, &[3, 4, 4]);
    let mut game = table.took(BLUE, &[2, 3, 4]).took(YELLOW, &[6, 2]).play();
    game.all_leave();
    assert_eq!(
        [RED, GREEN, BLUE, YELLOW].map(|player| game.points(player)),
        [8, 5, 2, 0]
    );
}

#[test]
fn two_elevens_ten_and_nine_score_eight_eight_two_and_two() {
    let table = Table::of(4).took(RED, &[2, 4, 5]).took(GREEN, &[5, 6]);
    let mut game = table.took(BLUE, &[2, 3, 5]).took(YELLOW, &[5, 4]).play();
    game.all_leave();
    assert_eq!(
        [RED, GREEN, BLUE, YELLOW].map(|player| game.points(player)),
        [8, 8, 2, 2]
    );
}

#[test]
fn red_receives_two_additional_shells_and_blue_two_fruits() {
    let table = Table::of(3)
        .build(RED, 1, "shell-hut", I)
        .build(RED, 1, "kane", I);
    let mut game = table.build(BLUE, 1, "taro", II).play();
    game.all_leave();
    assert_eq!(game.purse(RED), (13 + 10 + 2, 7 + 6, 0));
    assert_eq!(game.purse(BLUE), (13 + 10, 7 + 6, 2));
    assert_eq!(game.purse(GREEN), (13 + 10, 7 + 6, 0));
}

/// "Move the island at the third dock onto the second dock": those of the second and fourth were visited.
#[test]
fn the_third_island_moves_to_the_second_dock_and_new_ones_fill_the_others() {
    let table = Table::of(2).edit(|state| {
        for number in [2, 4] {
            let visited = state.docks[dock(number)].take().unwrap();
            state.islands.visited.push(visited);
        }
    });
    let before = table.play();
    let (docks, hidden) = (before.state().docks, before.state().islands.hidden);
    let mut game = before;
    game.all_leave();
    assert_eq!(
        game.state().docks,
        [docks[0], docks[2], Some(hidden[5]), Some(hidden[4])]
    );
}

// --- "Example of a first round" ---

#[test]
fn the_first_round_of_red() {
    let mut game = Table::of(2)
        .places(&[
            "long-huts",
            "tikis",
            "shells-and-feet",
            "kahunas",
            "spears-and-exchange",
        ])
        .edit(|state| state.places = gods_in_the_last_row())
        .price("long-huts", 2)
        .price("shells-and-feet", 3)
        .price("gods", 5)
        .track(2, plain(3))
        .top_gods("kane", "ku")
        .out(GREEN, 1)
        .play();
    game.walks("long-huts").buys("long-hut", 2, II).builds(1);
    assert_eq!(
        game.purse(RED),
        (13 - 4, 6, 0),
        "a foot, and double the amount of two"
    );
    game.walks("shells-and-feet")
        .buys("shell-hut", 3, I)
        .builds(2);
    assert_eq!(game.purse(RED), (6, 5, 0));
    game.walks("gods").buys("kane", 5, I).builds(1);
    assert_eq!(game.purse(RED), (1, 3, 0), "two feet and five shells");
    game.does(Action::Decline).leaves(2);
    let summed = Event::Summed {
        seat: seat(RED),
        sum: 13,
        needed: 9,
    };
    assert!(game.events.contains(&summed), "{:?}", game.events);
    assert_eq!(
        game.purse(RED),
        (1 + 10 + 2, 3 + 6, 0),
        "he keeps his remaining shells and feet"
    );
    assert_eq!(game.state().order.to_vec(), [seat(GREEN), seat(RED)]);
}

/// From the shell huts in the second row it is two steps to the gods.
fn gods_in_the_last_row() -> Places {
    let names = [
        "long-huts",
        "tikis",
        "shells-and-feet",
        "kahunas",
        "spears-and-exchange",
        "dancers-and-surfers",
        "boats-and-water",
        "breadfruit-and-taro",
        "gods",
        "coconut-and-banana",
    ];
    Places(names.map(place))
}
