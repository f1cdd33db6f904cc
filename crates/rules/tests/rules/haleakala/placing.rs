//! "Your turn", "Placing or returning a number disc" and "Moving the fishing boat".

use lanai_rules::haleakala::action::{Action, Event, Refusal};
use lanai_rules::haleakala::state::Step;

use super::fixture::*;

// --- The three actions ---

#[test]
fn a_disc_away_from_the_boat_moves_the_shaman() {
    let mut game = Table::base().play();
    game.places(3, 5);
    assert_eq!((game.boat(), game.lies(RED, 3)), (2, Some(5)));
    assert_eq!(game.asks(), (RED, Step::Shaman));
    game.walks(1, Grassland);
    assert_eq!(game.asks(), (YELLOW, Step::Turn));
}

#[test]
fn a_disc_adjacent_to_the_boat_moves_the_boat_by_its_number() {
    for number in 1..=5 {
        for at in 1..=6 {
            let mut game = Table::base().boat(at).play();
            let before = game.player(RED).shaman;
            game.places(number, at);
            assert_eq!(game.boat(), (at - 1 + number) % 6 + 1, "{number} from {at}");
            assert_eq!(
                game.lies(RED, number),
                Some(at),
                "the disc stays on the beach that the boat left"
            );
            assert_eq!(game.asks(), (YELLOW, Step::Turn), "the shaman doesn't move");
            assert_eq!(game.player(RED).shaman, before);
        }
    }
}

#[test]
fn a_returned_disc_moves_the_shaman() {
    for (number, at) in [(1, 2), (5, 6)] {
        let mut game = Table::base().disc(RED, number, at).play();
        game.takes(number);
        assert_eq!(
            (game.lies(RED, number), game.boat()),
            (None, 2),
            "even from beside the boat"
        );
        assert_eq!(game.asks(), (RED, Step::Shaman));
        game.walks(6, Grassland);
        assert_eq!(game.asks(), (YELLOW, Step::Turn));
    }
}

#[test]
fn any_own_disc_can_be_returned_and_no_other() {
    let table = Table::base()
        .disc(RED, 1, 3)
        .disc(RED, 4, 3)
        .disc(RED, 5, 6)
        .disc(YELLOW, 2, 1);
    let mut game = table.play();
    let takes: Vec<Action> = game
        .legal()
        .into_iter()
        .filter(|action| matches!(action, Action::Take { .. }))
        .collect();
    assert_eq!(takes, [take(1), take(4), take(5)]);
    game.refuses(take(2), Refusal::DiscInHand { disc: disc(2) });
}

fn all_placed() -> Table {
    let table = Table::base()
        .disc(RED, 1, 1)
        .disc(RED, 2, 1)
        .disc(RED, 3, 3);
    table.disc(RED, 4, 3).disc(RED, 5, 5)
}

#[test]
fn without_number_discs_the_boat_can_be_moved_one_space() {
    let mut game = all_placed().boat(3).play();
    assert_eq!(
        game.legal(),
        [take(1), take(2), take(3), take(4), take(5), Action::Boat]
    );
    game.moves_the_boat();
    assert_eq!((game.boat(), game.asks()), (4, (YELLOW, Step::Turn)));
}

#[test]
fn the_boat_moves_one_space_across_the_jetty_and_from_six_to_one() {
    let mut game = all_placed().boat(6).cards(1, [Statue, Shell]).play();
    game.moves_the_boat();
    assert_eq!(
        (game.boat(), game.asks()),
        (1, (RED, Step::Choose)),
        "cards are distributed as ever"
    );
}

#[test]
fn with_a_number_disc_left_the_boat_does_not_move_alone() {
    Table::base()
        .play()
        .refuses(Action::Boat, Refusal::DiscsInHand { discs: 5 });
    let table = Table::base()
        .disc(RED, 1, 1)
        .disc(RED, 2, 1)
        .disc(RED, 3, 3)
        .disc(RED, 4, 3);
    table
        .play()
        .refuses(Action::Boat, Refusal::DiscsInHand { discs: 1 });
}

#[test]
fn each_disc_is_placed_once() {
    let mut game = Table::base().disc(RED, 3, 5).play();
    game.refuses(
        place(3, 1),
        Refusal::DiscNotInHand {
            disc: disc(3),
            at: segment(5),
        },
    );
    game.refuses(
        place(3, 5),
        Refusal::DiscNotInHand {
            disc: disc(3),
            at: segment(5),
        },
    );
}

#[test]
fn turns_alternate() {
    let mut game = Table::base().play();
    for player in [RED, YELLOW, RED, YELLOW] {
        assert_eq!(game.to_act(), player);
        let number = if game.lies(player, 1).is_none() { 1 } else { 2 };
        game.places(number, if player == RED { 4 } else { 5 })
            .stays();
    }
}

#[test]
fn everything_can_be_placed_everywhere_at_first() {
    let game = Table::base().play();
    let all = (1..=5).flat_map(|number| (1..=6).map(move |at| place(number, at)));
    assert!(game.legal().into_iter().eq(all));
}

// --- The sums ---

/// "Yellow could not place a 3 on this Beach space, because her sum would be equal to the red sum, namely 3. So
/// she places a 2."
#[test]
fn example_yellow_could_not_place_a_3() {
    let mut game = Table::base().disc(RED, 3, 2).turn_of(YELLOW).play();
    game.refuses(
        place(3, 2),
        Refusal::EqualSums {
            sum: 3,
            at: segment(2),
        },
    );
    game.places(2, 2);
    assert_eq!(game.boat(), 4, "the boat moves 2 spaces in clockwise order");
}

#[test]
fn there_is_no_limit_on_how_many_discs_can_be_on_a_beach() {
    let table = (1..=4).fold(Table::base(), |table, number| table.disc(RED, number, 5));
    let mut game = table.play();
    game.places(5, 5).stays();
    assert_eq!(game.state().sum(seat(RED), segment(5)), 15);
    for number in 1..=5 {
        assert!(game.may(place(number, 5)), "{number}");
    }
}

#[test]
fn sums_of_several_discs_are_compared() {
    let mut game = Table::base().disc(YELLOW, 5, 4).disc(RED, 1, 4).play();
    game.refuses(
        place(4, 4),
        Refusal::EqualSums {
            sum: 5,
            at: segment(4),
        },
    );
    for number in [2, 3, 5] {
        assert!(game.may(place(number, 4)), "{number}");
    }
    assert!(game.may(place(4, 5)), "only this beach counts");
}

#[test]
fn sums_differ_after_a_disc_was_returned_too() {
    let mut game = Table::base()
        .disc(YELLOW, 3, 4)
        .disc(RED, 3, 4)
        .disc(RED, 4, 4)
        .play();
    game.refuses(
        take(4),
        Refusal::EqualSums {
            sum: 3,
            at: segment(4),
        },
    );
    game.takes(3).stays();
}

#[test]
fn a_beach_without_discs_has_no_equal_sums() {
    let mut game = Table::base().disc(RED, 3, 4).play();
    game.takes(3);
    assert_eq!(game.state().sum(seat(RED), segment(4)), 0);
}

#[test]
fn the_last_own_disc_can_leave_a_beach_where_the_other_has_some() {
    let mut game = Table::base().disc(RED, 3, 4).disc(YELLOW, 1, 4).play();
    game.takes(3);
    assert_eq!(game.state().sum(seat(YELLOW), segment(4)), 1);
}

/// A last disc always has a legal beach: otherwise the other colour would have to lie on six beaches.
#[test]
fn a_player_with_a_disc_always_has_a_legal_action() {
    let mut table = Table::base().boat(2);
    for (number, at) in [(1, 1), (2, 2), (3, 3), (4, 4)] {
        table = table.disc(RED, number, at);
    }
    for (number, at) in [(5, 5), (4, 3), (3, 2)] {
        table = table.disc(YELLOW, number, at);
    }
    let mut game = table.play();
    game.refuses(
        place(5, 5),
        Refusal::EqualSums {
            sum: 5,
            at: segment(5),
        },
    );
    assert!(game.may(place(5, 6)));
}

#[test]
fn what_was_done_is_told() {
    let mut game = Table::base().disc(RED, 4, 4).play();
    game.takes(4).stays();
    assert_eq!(
        game.events,
        [Event::TookBack {
            seat: seat(RED),
            disc: disc(4),
            from: segment(4)
        }]
    );
    let mut game = Table::base().play();
    game.places(1, 2);
    let placed = Event::Placed {
        seat: seat(RED),
        disc: disc(1),
        at: segment(2),
    };
    assert_eq!(
        game.events,
        [
            placed,
            Event::Sailed {
                from: segment(2),
                to: segment(3)
            }
        ]
    );
}
