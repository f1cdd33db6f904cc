//! "The beach and what a chieftain can do there": fishing, boats, waiting, leaving the round.

use lanai_rules::hawaii::action::{Action, Catch, Event, Reason, Refusal};
use lanai_rules::hawaii::boats;
use lanai_rules::hawaii::island::{Chieftain, Space};
use lanai_rules::hawaii::pieces::Fleet;
use lanai_rules::hawaii::printed::Gift;
use lanai_rules::hawaii::token::At;

use super::fixture::*;

// --- "The fishing cove" ---

#[test]
fn each_fish_token_costs_one_foot_whatever_it_shows() {
    for (worth, catch) in [(2, [1, 0, 0]), (4, [0, 1, 0]), (6, [0, 0, 1])] {
        let mut game = Table::of(2).cove(&[worth]).play();
        game.fishes(catch);
        assert_eq!(game.purse(RED).1, 6);
        assert_eq!(game.tokens(|at| at == At::Fished(seat(RED))), [worth]);
    }
}

#[test]
fn a_fisher_needs_a_boat_space_for_each_token() {
    let mut game = Table::of(2).cove(&[2, 2, 2]).play();
    assert!(game.may(fish([2, 0, 0])));
    game.refuses(fish([3, 0, 0]), Refusal::BoatsTooSmall { missing: 1 });
}

#[test]
fn a_launched_boat_cannot_be_used_again_in_this_round() {
    let mut game = Table::of(2).out(GREEN, 1).cove(&[2, 2]).play();
    game.fishes([1, 0, 0])
        .refuses(fish([1, 0, 0]), Refusal::BoatsTooSmall { missing: 1 });
    game.all_leave();
    assert_eq!(
        (
            game.realm(RED).ashore.fishing,
            game.realm(RED).launched.fishing
        ),
        (1, 0)
    );
}

#[test]
fn a_chieftain_may_fish_again_with_another_boat() {
    let mut game = Table::of(2)
        .out(GREEN, 1)
        .cove(&[2, 2, 2])
        .boat(RED, I)
        .play();
    game.fishes([1, 0, 0]).launches(1, 0, 0).fishes([2, 0, 0]);
    assert_eq!(game.realm(RED).ashore, Fleet::default());
    assert_eq!(game.purse(RED).1, 4);
}

#[test]
fn the_numbers_of_fish_tokens_count_in_the_sum() {
    let game = Table::of(2).took(RED, &[3]).fished(RED, &[6, 4]).play();
    assert_eq!(game.game().sum_of_tokens(seat(RED)), 13);
}

#[test]
fn fishing_is_told() {
    let mut game = Table::of(2).cove(&[2, 6]).play();
    game.fishes([1, 0, 1]);
    let catch = Catch([1, 0, 1]);
    assert!(game.events.contains(&Event::Fished {
        seat: seat(RED),
        catch
    }));
}

// --- Boats ---

fn cost(boats: Fleet, load: u8) -> u16 {
    boats::cost(printed().effects(), boats, load)
}

fn fleet(fishing: u8, one: u8, two: u8) -> Fleet {
    Fleet { fishing, one, two }
}

#[test]
fn the_fishing_boat_takes_two_a_boat_three_and_side_ii_one_more() {
    let room = |fleet| boats::room(printed().effects(), fleet);
    assert_eq!(
        [
            fleet(1, 0, 0),
            fleet(0, 1, 0),
            fleet(0, 0, 1),
            fleet(1, 2, 2)
        ]
        .map(room),
        [2, 3, 4, 16]
    );
}

#[test]
fn the_printed_foot_counts_as_one_from_the_supply() {
    assert_eq!(
        [1, 2, 3, 4].map(|load| cost(fleet(0, 0, 1), load)),
        [1, 1, 2, 3]
    );
    assert_eq!(cost(fleet(0, 0, 2), 8), 6);
}

#[test]
fn a_boat_ii_carries_four_tokens_for_three_feet() {
    let mut game = Table::of(2)
        .launched(RED)
        .boat(RED, II)
        .cove(&[2, 2, 2, 3])
        .play();
    game.fishes([4, 0, 0]);
    assert_eq!(game.purse(RED).1, 4);
}

/// "If the player pays with fruits, this is not considered as mixing different currencies."
#[test]
fn fruits_and_the_printed_foot_are_not_mixed() {
    let mut game = Table::of(2)
        .purse(RED, 0, 0, 2)
        .launched(RED)
        .boat(RED, II)
        .play();
    game.sails(1);
    assert_eq!(game.purse(RED), (0, 0, 0));
}

#[test]
fn several_boats_may_carry_what_one_cannot() {
    let mut game = Table::of(2)
        .boat(RED, I)
        .boat(RED, II)
        .island(4, Gift::Points(5))
        .play();
    game.sails(4);
    // Six feet: boat I and the fishing boat hold only five.
    assert_eq!(game.legal(), [launch(1, 0, 1), launch(0, 1, 1)]);
    game.launches(1, 0, 1);
    assert_eq!(game.purse(RED).1, 7 - 5);
    assert_eq!(game.realm(RED).ashore, fleet(0, 1, 0));
}

// --- "The player sequence track" ---

#[test]
fn any_empty_space_may_be_chosen() {
    let game = Table::of(3).out(GREEN, 2).play();
    let spaces: Vec<Action> = game
        .legal()
        .into_iter()
        .filter(|it| matches!(it, Action::Pass(_)))
        .collect();
    assert_eq!(spaces, [pass(1), pass(3)]);
}

#[test]
fn under_space_1_lies_no_token() {
    let mut game = Table::of(3).track(2, plain(2)).track(3, plain(5)).play();
    game.leaves(1);
    assert!(game.tokens(|at| at == At::Bought(seat(RED))).is_empty());
    assert!(game.events.contains(&Event::Left {
        seat: seat(RED),
        space: space(1),
        price: None
    }));
}

#[test]
fn the_token_of_the_track_is_free_and_counts_in_the_sum() {
    let mut game = Table::of(3)
        .purse(RED, 0, 0, 0)
        .track(2, plain(2))
        .track(3, plain(5))
        .play();
    game.leaves(3);
    assert_eq!(game.game().sum_of_tokens(seat(RED)), 5);
    assert!(game.events.contains(&Event::Left {
        seat: seat(RED),
        space: space(3),
        price: Some(plain(5))
    }));
}

#[test]
fn spears_on_the_track_score_too() {
    let table = Table::of(3).build(RED, 1, "spear-hut", II).track(2, red(2));
    let mut game = table.play();
    game.leaves(2);
    assert_eq!(game.scored(RED, Reason::Spears), 2);
}

#[test]
fn who_left_cannot_move_any_more_in_this_round() {
    let mut game = Table::of(2).play();
    game.leaves(1).waits();
    assert_eq!(game.to_act(), GREEN);
}

#[test]
fn a_chieftain_may_leave_from_a_place() {
    let mut game = Table::of(2).standing_at(RED, "gods").play();
    game.leaves(2);
    assert_eq!(game.chieftain(RED), Chieftain::Left(space(2)));
    assert_eq!(game.purse(RED).1, 7);
}

#[test]
fn with_n_players_there_are_n_spaces() {
    for players in 2..=5 {
        let game = Table::of(players).play();
        let spaces = Space::all().filter(|space| game.may(Action::Pass(*space)));
        assert_eq!(spaces.count(), usize::from(players));
    }
}

#[test]
fn white_the_fifth_plays_too() {
    let mut game = Table::of(5).turn_of(WHITE).play();
    game.leaves(5);
    assert_eq!(game.chieftain(WHITE), Chieftain::Left(space(5)));
    assert_eq!(game.to_act(), RED);
}
