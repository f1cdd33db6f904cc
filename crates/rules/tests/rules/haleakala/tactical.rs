//! The tactical variant: invocation discs instead of lava cards.

use lanai_rules::haleakala::action::{Action, Event, LavaFrom, Refusal, Round};
use lanai_rules::haleakala::pieces::DiscLocation;
use lanai_rules::haleakala::state::Step;

use super::fixture::*;

fn invocation(game: &Play, player: u8) -> Option<u8> {
    match game.player(player).invocation {
        DiscLocation::InHand => None,
        DiscLocation::On(at) => Some(at.number()),
    }
}

/// "Yellow places a 2 and her Invocation disc. She moves the Fishing Boat 2 spaces and places a Lava disc on the
/// volcano."
#[test]
fn example_yellow_places_a_2_and_her_invocation_disc() {
    let mut game = Table::tactical().turn_of(YELLOW).play();
    game.invokes(2);
    assert_eq!((game.boat(), game.lava()), (4, [0, 0, 0, 1, 0, 0]));
    assert_eq!(
        (game.lies(YELLOW, 2), invocation(&game, YELLOW)),
        (Some(2), Some(2))
    );
    assert_eq!(game.asks(), (RED, Step::Turn));
}

#[test]
fn the_invocation_disc_can_be_left_in_hand() {
    let mut game = Table::tactical().play();
    game.places(2, 2);
    assert_eq!((game.lava(), invocation(&game, RED)), ([0; 6], None));
}

#[test]
fn it_is_placed_only_with_a_number_disc_beside_the_boat() {
    let game = Table::tactical().disc(RED, 3, 5).play();
    let invocations: Vec<Action> = game
        .legal()
        .into_iter()
        .filter(|action| matches!(action, Action::Invoke { .. }))
        .collect();
    assert_eq!(
        invocations,
        [1, 2, 4, 5].map(invoke),
        "with every disc in hand, on the beach of the boat"
    );
}

#[test]
fn the_number_disc_keeps_its_rules() {
    let mut game = Table::tactical().disc(RED, 3, 5).disc(YELLOW, 4, 2).play();
    game.refuses(
        invoke(3),
        Refusal::DiscNotInHand {
            disc: disc(3),
            at: segment(5),
        },
    );
    game.refuses(
        invoke(4),
        Refusal::EqualSums {
            sum: 4,
            at: segment(2),
        },
    );
}

#[test]
fn there_are_no_invocation_discs_in_the_base_game() {
    Table::base()
        .play()
        .refuses(invoke(2), Refusal::NoInvocation);
}

#[test]
fn nobody_has_two() {
    let mut game = Table::tactical().invocation(RED, 6).play();
    game.refuses(invoke(2), Refusal::InvocationNotInHand { at: segment(6) });
}

#[test]
fn the_lava_comes_before_cards_are_distributed() {
    let table = Table::tactical()
        .cards(4, [Priestess, Statue])
        .disc(RED, 1, 4);
    let mut game = table.play();
    game.invokes(2);
    let rose = Event::LavaRose {
        at: segment(4),
        from: LavaFrom::Invocation,
    };
    assert!(game.happened(rose) && game.received().is_empty());
    game.chooses(Priestess);
    assert_eq!(game.asks(), (RED, Step::Priestess), "and can be moved on");
    game.does(clockwise(4));
    assert_eq!(game.lava(), [0, 0, 0, 0, 1, 0]);
}

#[test]
fn once_four_lava_discs_are_in_play_no_more_come() {
    let mut game = Table::tactical().lava(1, 2).lava(4, 1).play();
    game.invokes(2);
    assert_eq!(game.lava(), [2, 0, 0, 2, 0, 0]);
    game.invokes(1);
    assert_eq!(game.lava(), [2, 0, 0, 2, 0, 0], "lawful, without effect");
    assert!(game.happened(Event::NoLavaLeft {
        at: segment(5),
        from: LavaFrom::Invocation
    }));
    assert_eq!(invocation(&game, YELLOW), Some(4));
}

#[test]
fn it_is_no_number_disc_and_brings_no_card() {
    let mut game = Table::tactical()
        .cards(4, [Statue, Shell])
        .invocation(RED, 4)
        .play();
    game.places(2, 2);
    assert_eq!(
        (game.received(), game.asks()),
        (vec![], (YELLOW, Step::Turn))
    );
    assert_eq!(invocation(&game, RED), None, "but comes back");
    let table = Table::tactical()
        .cards(4, [Statue, Statue])
        .invocation(RED, 4)
        .disc(YELLOW, 1, 4);
    let mut game = table.play();
    game.places(2, 2);
    assert_eq!(game.received(), [(YELLOW, Statue)]);
}

#[test]
fn it_adds_nothing_to_a_sum() {
    let mut game = Table::tactical()
        .invocation(RED, 5)
        .disc(YELLOW, 3, 5)
        .play();
    game.refuses(
        place(3, 5),
        Refusal::EqualSums {
            sum: 3,
            at: segment(5),
        },
    );
}

fn all_placed() -> Table {
    (1..=5).fold(Table::tactical(), |table, number| {
        table.disc(RED, number, if number < 4 { 1 } else { 5 })
    })
}

#[test]
fn whoever_has_only_the_invocation_disc_left_moves_the_boat_alone() {
    let mut game = all_placed().play();
    assert!(
        !game
            .legal()
            .iter()
            .any(|action| matches!(action, Action::Invoke { .. }))
    );
    game.moves_the_boat();
    assert_eq!((game.boat(), game.lava()), (3, [0; 6]));
}

#[test]
fn you_cannot_take_it_back_as_an_action() {
    let game = Table::tactical().invocation(RED, 6).disc(RED, 2, 6).play();
    let takes: Vec<Action> = game
        .legal()
        .into_iter()
        .filter(|action| matches!(action, Action::Take { .. }))
        .collect();
    assert_eq!(takes, [take(2)]);
    let mut game = game;
    game.takes(2).stays();
    assert_eq!(invocation(&game, RED), Some(6));
}

// --- "Receiving the invocation disc back" ---

#[test]
fn it_comes_back_when_the_boat_ends_in_its_segment_whoever_moved_it() {
    for mover in [RED, YELLOW] {
        let table = Table::tactical()
            .turn_of(mover)
            .invocation(RED, 4)
            .invocation(YELLOW, 4);
        let mut game = table.play();
        game.places(2, 2);
        assert_eq!(
            [RED, YELLOW].map(|player| invocation(&game, player)),
            [None, None]
        );
        assert!(game.happened(Event::InvocationBack { seat: seat(RED) }));
    }
}

#[test]
fn it_stays_when_the_boat_passes() {
    let mut game = Table::tactical().invocation(YELLOW, 3).play();
    game.places(2, 2);
    assert_eq!(invocation(&game, YELLOW), Some(3));
}

#[test]
fn it_comes_back_with_a_priestess_received() {
    for lava in [0, 1] {
        let table = Table::tactical()
            .cards(4, [Priestess, Statue])
            .disc(RED, 1, 4)
            .lava(1, lava);
        let mut game = table.invocation(RED, 6).invocation(YELLOW, 5).play();
        game.places(2, 2).chooses(Priestess);
        if lava > 0 {
            game.does(clockwise(1));
        }
        assert_eq!(
            (invocation(&game, RED), game.asks()),
            (None, (YELLOW, Step::Turn))
        );
        assert_eq!(
            invocation(&game, YELLOW),
            Some(5),
            "only that of who received her"
        );
    }
}

#[test]
fn it_comes_back_with_the_priestess_of_the_display() {
    for lava in [0, 1] {
        let table = Table::tactical()
            .cards(4, [Shell, Statue])
            .disc(RED, 1, 4)
            .lava(1, lava);
        let mut game = table.invocation(RED, 6).play();
        game.places(2, 2).chooses(Shell).does(BUY_PRIESTESS);
        if lava > 0 {
            game.does(clockwise(1));
        }
        assert_eq!(invocation(&game, RED), None);
    }
}

#[test]
fn it_comes_back_even_with_a_priestess_of_the_same_turn() {
    let mut game = Table::tactical()
        .cards(4, [Priestess, Statue])
        .disc(RED, 1, 4)
        .play();
    game.invokes(2).chooses(Priestess).does(counterclockwise(4));
    assert_eq!(
        (invocation(&game, RED), game.lava()),
        (None, [0, 0, 1, 0, 0, 0])
    );
}

// --- Scorings ---

#[test]
fn nothing_is_bought_before_a_scoring() {
    let table = Table::tactical()
        .left(1, &[])
        .left(2, &[Shell])
        .cards(4, [Statue, kept(WhitePearl)]);
    let mut game = table
        .disc(RED, 1, 4)
        .shells(RED, 2)
        .shells(YELLOW, 2)
        .play();
    game.places(2, 2).chooses(Statue);
    assert_eq!(
        (game.state().round, game.asks()),
        (Round::Second, (YELLOW, Step::Turn))
    );

    let mut game = Table::tactical().shells(RED, 2).last_cards().bare(4).play();
    game.places(2, 2);
    assert!(game.is_over());
    assert_eq!(game.player(RED).points, 2);
}

#[test]
fn a_shell_received_still_buys() {
    let mut game = Table::tactical()
        .cards(4, [Shell, Statue])
        .disc(RED, 1, 4)
        .play();
    game.places(2, 2).chooses(Shell);
    assert_eq!(game.asks(), (RED, Step::Purchase));
}

#[test]
fn an_invocation_that_ends_the_game_brings_its_lava_first() {
    let mut game = Table::tactical()
        .last_cards()
        .bare(4)
        .statue(YELLOW, 4, Mountain)
        .play();
    game.invokes(2);
    assert!(game.is_over() && !game.stands(YELLOW, 4, Mountain));
    let position = |wanted: Event| {
        game.events
            .iter()
            .position(|event| *event == wanted)
            .unwrap()
    };
    let rose = position(Event::LavaRose {
        at: segment(4),
        from: LavaFrom::Invocation,
    });
    assert!(
        rose < position(Event::ScoringBegins {
            round: Round::Second
        })
    );
}

#[test]
fn invocation_discs_stay_through_the_first_scoring_and_lava_can_come_again() {
    let table = Table::tactical()
        .left(1, &[])
        .left(2, &[Shell])
        .cards(4, [Statue, kept(WhitePearl)]);
    let table = table.disc(RED, 1, 4).invocation(RED, 6).lava(1, 4);
    let mut game = table.play();
    game.places(2, 2).chooses(Statue);
    assert_eq!((game.lava(), invocation(&game, RED)), ([0; 6], Some(6)));
    game.invokes(1);
    assert_eq!(game.lava(), [0, 0, 0, 0, 1, 0]);
}
