//! "End of the round": points, the payout, the next turn order, and the next round.

use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::{Action, Event, Gain, Reason};
use lanai_rules::hawaii::island::Chieftain;
use lanai_rules::hawaii::pieces::{Good, Goods};
use lanai_rules::hawaii::state::Step;
use lanai_rules::hawaii::token::At;
use lanai_rules::{CannotTakeBack, Rules, Session};

use super::fixture::*;

/// What each scores at the end of a round with these sums.
fn points<const N: usize>(round: u8, sums: [&[u8]; N]) -> [u16; N] {
    let table = Table::of(u8::try_from(N).unwrap()).round(round);
    let mut game = sums
        .iter()
        .zip(1..)
        .fold(table, |table, (sum, player)| table.took(player, sum))
        .play();
    game.all_leave();
    std::array::from_fn(|at| game.scored(u8::try_from(at).unwrap() + 1, Reason::People))
}

// --- Points ---

#[test]
fn whoever_misses_the_number_scores_nothing() {
    assert_eq!(points(1, [&[3, 5], &[2]]), [0, 0]);
}

#[test]
fn whoever_reaches_it_exactly_scores() {
    assert_eq!(points(1, [&[4, 5], &[2]]), [8, 0]);
}

#[test]
fn the_second_highest_sum_scores_the_second_points_and_the_others_the_third() {
    assert_eq!(
        points(1, [&[6, 6], &[5, 4, 2], &[5, 5], &[4, 5]]),
        [8, 5, 2, 2]
    );
}

#[test]
fn several_first_all_score_the_first_points_and_nobody_the_second() {
    assert_eq!(
        points(1, [&[6, 6], &[5, 4, 3], &[5, 5], &[4, 5]]),
        [8, 8, 2, 2]
    );
    assert_eq!(points(1, [&[4, 6], &[4, 6], &[5, 5]]), [8, 8, 8]);
}

#[test]
fn several_second_all_score_the_second_points() {
    assert_eq!(
        points(1, [&[6, 5], &[4, 6], &[5, 5], &[4, 5]]),
        [8, 5, 5, 2]
    );
}

#[test]
fn several_others_all_score_the_third_points() {
    assert_eq!(
        points(1, [&[6, 6], &[5, 4, 2], &[5, 5], &[4, 4, 2], &[4, 5]]),
        [8, 5, 2, 2, 2]
    );
}

#[test]
fn each_round_has_its_number_and_points() {
    let figures = printed();
    let numbers: Vec<u8> = (1..=5)
        .map(|round| figures.round(round).threshold.sum)
        .collect();
    assert_eq!(numbers, [9, 11, 13, 15, 17]);
    for round in 1..=5 {
        let indicator = &figures.round(round).points;
        let expected = [indicator.first, indicator.second, indicator.others, 0].map(u16::from);
        assert_eq!(
            points(
                round,
                [&[6, 5, 5, 4], &[6, 5, 4, 4], &[5, 4, 4, 3, 2], &[3, 2, 3]]
            ),
            expected
        );
    }
}

#[test]
fn fish_and_price_tokens_count_alike() {
    let mut game = Table::of(2).took(RED, &[4]).fished(RED, &[5]).play();
    game.all_leave();
    assert_eq!(game.points(RED), 8);
}

#[test]
fn a_player_with_surfers_needs_less() {
    let table = Table::of(2)
        .build(RED, 1, "surfer", I)
        .took(RED, &[3, 4])
        .took(GREEN, &[4, 4]);
    let mut game = table.play();
    game.all_leave();
    assert_eq!((game.points(RED), game.points(GREEN)), (8, 0));
}

#[test]
fn sums_are_told_with_the_number_of_each() {
    let mut game = Table::of(2)
        .build(RED, 1, "surfer", II)
        .took(RED, &[3])
        .play();
    game.all_leave();
    for (player, sum, needed) in [(RED, 3, 5), (GREEN, 0, 9)] {
        assert!(game.events.contains(&Event::Summed {
            seat: seat(player),
            sum,
            needed
        }));
    }
}

// --- The payout ---

#[test]
fn everybody_gets_the_income_of_the_round() {
    for round in 1..=4 {
        let mut game = Table::of(3).round(round).play();
        game.all_leave();
        let figures = printed();
        let income = figures.round(round).income.as_ref().unwrap();
        for player in [RED, GREEN, BLUE] {
            assert_eq!(
                game.gained(player, Gain::Income),
                (income.shells, income.feet, 0)
            );
        }
    }
}

#[test]
fn the_income_decreases_from_round_to_round() {
    let figures = printed();
    let start = &figures.sheet.start;
    let incomes = (1..=4).map(|round| figures.round(round).income.as_ref().unwrap());
    let all: Vec<(u16, u16)> = [(start.shells, start.feet)]
        .into_iter()
        .chain(incomes.map(|it| (it.shells, it.feet)))
        .collect();
    assert!(
        all.is_sorted_by(|before, after| before.0 > after.0 && before.1 > after.1),
        "{all:?}"
    );
}

#[test]
fn goods_are_kept_for_the_next_rounds() {
    let mut game = Table::of(2).purse(RED, 5, 4, 3).play();
    game.all_leave();
    assert_eq!(game.purse(RED), (5 + 10, 4 + 6, 3));
}

#[test]
fn after_the_fifth_round_nothing_is_paid_out() {
    let mut game = Table::of(2)
        .round(5)
        .build(RED, 1, "shell-hut", II)
        .build(RED, 1, "irrigation", II)
        .play();
    game.all_leave();
    assert_eq!(game.purse(RED), (13, 7, 0));
    assert!(
        !game
            .events
            .iter()
            .any(|event| matches!(event, Event::Gained { .. }))
    );
    assert!(game.legal().is_empty());
}

// --- Irrigations ---

#[test]
fn two_irrigations_bring_two_choices() {
    let table = Table::of(2)
        .build(RED, 1, "irrigation", II)
        .build(RED, 2, "long-hut", I);
    let mut game = table.build(RED, 2, "irrigation", II).play();
    game.all_leave().harvests(Good::Fruit).harvests(Good::Shell);
    assert_eq!(game.gained(RED, Gain::Irrigation), (1, 0, 1));
    assert_eq!(game.state().round, 2);
}

/// The tokens of the next round are to be seen after the last choice: it cannot be taken back.
#[test]
fn the_last_choice_uncovers_the_next_round() {
    let table = Table::of(2).out(GREEN, 1).build(RED, 1, "irrigation", II);
    let mut session = Session::new(table.play().game().clone());
    let mut events = Vec::new();
    session.play(pass(2), &mut events).unwrap();
    events.clear();
    session
        .play(Action::Harvest(Good::Shell), &mut events)
        .unwrap();
    assert!(events.iter().any(Hawaii::reveals_hidden), "{events:?}");
    assert_eq!(session.take_back(seat(RED)), Err(CannotTakeBack::Nothing));
}

// --- The next round ---

#[test]
fn the_next_turn_order_is_that_of_the_chieftains_under_the_track() {
    let mut game = Table::of(4).play();
    game.leaves(3).leaves(1).leaves(4).leaves(2);
    assert_eq!(
        game.state().order.to_vec(),
        [GREEN, YELLOW, RED, BLUE].map(seat)
    );
    assert_eq!(game.to_act(), GREEN);
    assert_eq!(game.waits().to_act(), YELLOW);
}

#[test]
fn chieftains_return_to_the_beach() {
    let mut game = Table::of(3).play();
    game.all_leave();
    assert!(
        game.state()
            .chieftains
            .values()
            .all(|chieftain| *chieftain == Chieftain::Beach)
    );
}

#[test]
fn all_tokens_go_back_into_the_bag_and_are_laid_out_again() {
    let table = Table::of(3)
        .took(RED, &[2, 2, 2])
        .fished(GREEN, &[6, 6])
        .cove(&[3, 4]);
    let mut game = table.play();
    game.all_leave();
    assert!(
        game.tokens(|at| matches!(at, At::Bought(_) | At::Fished(_)))
            .is_empty()
    );
    assert_eq!(game.tokens(|at| at == At::Bag).len(), 25 - 21 - 2);
}

#[test]
fn each_round_is_laid_out_differently() {
    let mut game = Table::of(3).play();
    game.all_leave();
    let second = game.state().tokens;
    game.all_leave();
    assert_ne!(game.state().tokens, second);
}

#[test]
fn boats_come_home() {
    let mut game = Table::of(2).launched(RED).play();
    game.all_leave();
    assert_eq!(
        (
            game.realm(RED).ashore.total(),
            game.realm(RED).launched.total()
        ),
        (1, 0)
    );
}

#[test]
fn realms_and_stacks_stay_as_they_are() {
    let table = Table::of(2)
        .village(RED, 1, &["hula", "ku"])
        .kahunas(RED, 2)
        .tikis(RED, 1)
        .boat(RED, II);
    let mut game = table.play();
    let before = game.state().clone();
    game.all_leave();
    let mut realm = before.realms[seat(RED)];
    realm.goods += Goods {
        shells: 10,
        feet: 7,
        fruits: 0,
    };
    assert_eq!(*game.realm(RED), realm);
    assert_eq!(
        (game.state().stacks, game.state().gods),
        (before.stacks, before.gods)
    );
}

#[test]
fn a_game_has_five_rounds() {
    let mut game = Table::of(3).play();
    for round in 1..=5 {
        assert_eq!(game.state().round, round);
        game.all_leave();
        assert!(game.events.contains(&Event::RoundOver { round }));
        assert_eq!(
            game.events
                .contains(&Event::RoundBegins { round: round + 1 }),
            round < 5
        );
    }
    assert_eq!(game.standings().points.values().count(), 3);
}

#[test]
fn the_end_of_a_round_is_told_in_the_order_of_the_rulebook() {
    let mut game = Table::of(2)
        .took(RED, &[4, 5])
        .build(RED, 1, "irrigation", II)
        .out(GREEN, 1)
        .play();
    game.leaves(2).harvests(Good::Foot);
    let position = |wanted: fn(&Event) -> bool| game.events.iter().position(wanted).unwrap();
    let order = [
        position(|event| matches!(event, Event::Left { .. })),
        position(|event| matches!(event, Event::RoundOver { .. })),
        position(|event| matches!(event, Event::Summed { .. })),
        position(|event| matches!(event, Event::Scored { .. })),
        position(|event| {
            matches!(
                event,
                Event::Gained {
                    from: Gain::Income,
                    ..
                }
            )
        }),
        position(|event| {
            matches!(
                event,
                Event::Gained {
                    from: Gain::Irrigation,
                    ..
                }
            )
        }),
        position(|event| matches!(event, Event::RoundBegins { .. })),
    ];
    assert!(order.is_sorted(), "{order:?}");
}

// --- The fifth round ---

#[test]
fn the_first_space_is_worth_two_points_after_the_fifth_round() {
    let mut game = Table::of(2).round(5).play();
    game.leaves(2).leaves(1);
    assert_eq!(
        (
            game.scored(RED, Reason::FirstSpace),
            game.scored(GREEN, Reason::FirstSpace)
        ),
        (0, 2)
    );
}

#[test]
fn the_first_space_is_worth_nothing_before() {
    for round in 1..=4 {
        let mut game = Table::of(2).round(round).play();
        game.leaves(1).leaves(2);
        assert_eq!(game.points(RED), 0);
    }
}

#[test]
fn the_fifth_round_scores_before_the_final_scoring() {
    let mut game = Table::of(2).round(5).took(RED, &[6, 6, 5]).play();
    game.all_leave();
    let figures = printed();
    assert_eq!(
        game.points(RED),
        u16::from(figures.round(5).points.first) + 2
    );
    assert_eq!(game.step(), None::<Step>);
}
