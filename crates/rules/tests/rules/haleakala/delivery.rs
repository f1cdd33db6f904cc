//! "Distributing cards", "Take your number discs back", "Add new palm tree cards" and "The lava cards".

use lanai_rules::haleakala::action::{Action, Event, LavaFrom, Refusal};
use lanai_rules::haleakala::state::Step;

use super::fixture::*;

/// Red will place the 2 beside the boat, which then comes to segment 4.
fn comes_to_four(table: Table) -> Play {
    let mut game = table.play();
    game.places(2, 2);
    assert_eq!(game.boat(), 4);
    game
}

// --- The three cases ---

#[test]
fn the_player_with_the_greater_sum_chooses_first() {
    let table = Table::base()
        .cards(4, [Statue, kept(Fish1)])
        .disc(RED, 1, 4)
        .disc(YELLOW, 3, 4);
    let mut game = comes_to_four(table);
    assert_eq!(
        game.asks(),
        (YELLOW, Step::Choose),
        "though it is red's turn"
    );
    game.chooses(kept(Fish1));
    assert_eq!(
        game.received(),
        [(YELLOW, kept(Fish1)), (RED, Statue)],
        "red receives the remaining card"
    );
    assert_eq!(game.asks(), (YELLOW, Step::Turn));
}

#[test]
fn the_sum_counts_and_not_the_number_of_discs() {
    let table = Table::base()
        .cards(4, [Statue, kept(Fish1)])
        .disc(RED, 1, 4)
        .disc(RED, 3, 4);
    let mut game = comes_to_four(table.disc(YELLOW, 5, 4));
    assert_eq!(game.to_act(), YELLOW);
    game.chooses(Statue);
    assert!(game.has(RED, Fish1));
}

#[test]
fn either_card_can_be_chosen() {
    for (chosen, left) in [(Statue, kept(Fish1)), (kept(Fish1), Statue)] {
        let table = Table::base()
            .cards(4, [Statue, kept(Fish1)])
            .disc(RED, 4, 4)
            .disc(YELLOW, 3, 4);
        let mut game = comes_to_four(table);
        game.refuses(
            Action::Choose(Priestess),
            Refusal::NoSuchCard { card: Priestess },
        );
        game.chooses(chosen);
        assert_eq!(game.received(), [(RED, chosen), (YELLOW, left)]);
    }
}

#[test]
fn if_both_cards_are_identical_only_the_greater_sum_receives_one() {
    let table = Table::base()
        .cards(4, [Statue, Statue])
        .next(1, &[kept(Fish1)]);
    let game = comes_to_four(table.disc(RED, 1, 4).disc(YELLOW, 3, 4));
    assert_eq!(game.received(), [(YELLOW, Statue)]);
    assert!(game.happened(Event::NothingLeft { seat: seat(RED) }));
    assert_eq!(
        game.cards(4),
        [Some(kept(Fish1)), Some(Statue)],
        "the second card stays"
    );
    assert_eq!(
        (game.lies(RED, 1), game.lies(YELLOW, 3)),
        (None, None),
        "both take their discs back"
    );
}

#[test]
fn fish_of_another_number_are_not_identical() {
    let table = Table::base()
        .cards(4, [kept(Fish1), kept(Fish2)])
        .disc(RED, 1, 4)
        .disc(YELLOW, 3, 4);
    let mut game = comes_to_four(table);
    game.chooses(kept(Fish2));
    assert!(game.has(YELLOW, Fish2) && game.has(RED, Fish1));
}

#[test]
fn if_only_one_player_has_discs_that_player_chooses_one() {
    for player in [RED, YELLOW] {
        let table = Table::base()
            .cards(4, [Statue, kept(Fish1)])
            .disc(player, 1, 4);
        let mut game = comes_to_four(table);
        assert_eq!(game.asks(), (player, Step::Choose));
        game.chooses(kept(Fish1));
        assert_eq!(game.received(), [(player, kept(Fish1))]);
        assert_eq!(game.cards(4)[0], Some(Statue), "the other card remains");
        assert_eq!(game.to_act(), YELLOW);
    }
}

#[test]
fn if_only_one_player_has_discs_and_both_cards_are_identical_he_receives_one() {
    let table = Table::base().cards(4, [Statue, Statue]).disc(YELLOW, 1, 4);
    let game = comes_to_four(table);
    assert_eq!(game.received(), [(YELLOW, Statue)]);
    assert!(!game.happened(Event::NothingLeft { seat: seat(RED) }));
}

#[test]
fn if_there_are_no_discs_nobody_receives_a_card() {
    let before = Table::base().cards(4, [Statue, Shell]).play();
    let mut game = Table::base()
        .cards(4, [Statue, Shell])
        .disc(YELLOW, 1, 5)
        .disc(RED, 1, 3)
        .play();
    game.places(2, 2);
    assert_eq!(game.received(), []);
    assert_eq!(
        game.cards(4),
        [Some(Statue), Some(Shell)],
        "both cards remain"
    );
    assert_eq!(game.state().piles, before.state().piles, "nothing is laid");
    assert_eq!(
        (game.lies(YELLOW, 1), game.lies(RED, 1), game.lies(RED, 2)),
        (Some(5), Some(3), Some(2))
    );
    assert!(!game.happened(Event::DiscsBack { at: segment(4) }));
}

#[test]
fn the_disc_that_moved_the_boat_does_not_count_where_it_goes() {
    let mut game = Table::base().cards(4, [Statue, Shell]).play();
    game.places(2, 2);
    assert_eq!(
        (game.received(), game.asks()),
        (vec![], (YELLOW, Step::Turn))
    );
}

#[test]
fn a_single_card_goes_to_the_greater_sum() {
    let table = Table::base()
        .last_cards()
        .bare_slot(4, 0)
        .card_beside(4, 1, Statue);
    let game = comes_to_four(table.disc(RED, 5, 4).disc(YELLOW, 3, 4));
    assert_eq!(game.received(), [(RED, Statue)]);
    assert!(game.happened(Event::NothingLeft { seat: seat(YELLOW) }));
    assert_eq!((game.cards(4), game.lies(YELLOW, 3)), ([None, None], None));
    assert!(!game.is_over());
}

#[test]
fn you_cannot_decline_a_card() {
    let mut game = comes_to_four(Table::base().cards(4, [Statue, Priestess]).disc(RED, 1, 4));
    assert_eq!(game.legal().len(), 2);
    game.chooses(Statue);
    assert!(
        game.happened(Event::InVain {
            seat: seat(RED),
            card: Statue
        }),
        "he is in his hut"
    );
    assert_eq!(game.state().discarded[0], 1, "and discards it");
}

// --- The order ---

/// "If both players can take a card action, do so in the order you took the cards."
#[test]
fn the_first_card_is_carried_out_before_the_second_is_taken() {
    let table = Table::base()
        .cards(4, [Priestess, Shell])
        .lava(1, 1)
        .disc(RED, 1, 4)
        .disc(YELLOW, 3, 4);
    let mut game = comes_to_four(table);
    game.chooses(Priestess);
    assert_eq!(game.asks(), (YELLOW, Step::Priestess));
    assert_eq!(game.received(), [(YELLOW, Priestess)]);
    game.does(clockwise(1));
    assert_eq!(game.asks(), (RED, Step::Purchase));
    game.buys(Butterflies);
    assert_eq!(
        (game.asks(), game.lava()),
        ((YELLOW, Step::Turn), [0, 1, 0, 0, 0, 0])
    );
}

#[test]
fn purchases_are_made_before_the_second_card_is_taken() {
    let table = Table::base()
        .cards(4, [Priestess, Shell])
        .lava(1, 1)
        .disc(RED, 1, 4)
        .disc(YELLOW, 3, 4);
    let mut game = comes_to_four(table);
    game.chooses(Shell);
    assert_eq!(game.asks(), (YELLOW, Step::Purchase));
    game.does(BUY_PRIESTESS);
    assert_eq!(game.asks(), (YELLOW, Step::Priestess));
    game.does(clockwise(1));
    assert_eq!(
        game.asks(),
        (RED, Step::Priestess),
        "her card comes after her purchase"
    );
    game.does(clockwise(2));
    assert_eq!(game.lava(), [0, 0, 1, 0, 0, 0]);
}

#[test]
fn discs_are_taken_back_and_cards_added_after_both_actions() {
    let table = Table::base()
        .cards(4, [Priestess, Shell])
        .lava(1, 1)
        .disc(RED, 1, 4)
        .disc(YELLOW, 3, 4);
    let mut game = comes_to_four(table.next(1, &[Statue, kept(Fish1)]));
    game.chooses(Priestess).does(clockwise(1));
    assert_eq!((game.lies(RED, 1), game.cards(4)), (Some(4), [None, None]));
    game.buys_nothing();
    assert_eq!((game.lies(RED, 1), game.lies(YELLOW, 3)), (None, None));
    assert_eq!(game.cards(4), [Some(Statue), Some(kept(Fish1))]);
    let back = game
        .events
        .iter()
        .position(|event| matches!(event, Event::DiscsBack { .. }));
    let laid = game
        .events
        .iter()
        .position(|event| matches!(event, Event::Laid { .. }));
    assert!(back < laid);
}

#[test]
fn all_discs_of_the_beach_come_back_and_no_others() {
    let table = Table::base()
        .cards(4, [Statue, kept(Fish1)])
        .disc(RED, 1, 4)
        .disc(RED, 5, 4)
        .disc(RED, 3, 6);
    let mut game = comes_to_four(
        table
            .disc(YELLOW, 1, 5)
            .disc(YELLOW, 3, 4)
            .disc(YELLOW, 4, 4),
    );
    game.chooses(Statue);
    assert_eq!(
        [1, 2, 3, 4, 5].map(|number| game.lies(RED, number)),
        [None, Some(2), Some(6), None, None]
    );
    assert_eq!(
        [1, 2, 3, 4, 5].map(|number| game.lies(YELLOW, number)),
        [Some(5), None, None, None, None]
    );
}

// --- New cards ---

#[test]
fn the_cards_with_one_palm_come_first_then_two_then_three() {
    let table = Table::base()
        .cards(4, [Statue, kept(Fish1)])
        .left(1, &[Shell])
        .next(2, &[Priestess]);
    let mut game = comes_to_four(table.disc(RED, 1, 4).disc(YELLOW, 3, 4));
    game.chooses(Statue);
    assert_eq!(game.cards(4), [Some(Shell), Some(Priestess)]);
    assert_eq!(game.state().piles.map(|pile| pile.len()), [0, 11, 15]);

    let table = Table::base()
        .second_round()
        .cards(4, [Statue, kept(Fish1)])
        .next(3, &[Shell, Priestess]);
    let mut game = comes_to_four(table.disc(RED, 1, 4).disc(YELLOW, 3, 4));
    game.chooses(Statue);
    assert_eq!(game.cards(4), [Some(Shell), Some(Priestess)]);
    assert_eq!(game.state().piles.map(|pile| pile.len()), [0, 0, 13]);
}

#[test]
fn a_lava_card_puts_a_lava_disc_on_the_current_segment_and_is_replaced() {
    let table = Table::base()
        .cards(4, [Statue, kept(Fish1)])
        .left(1, &[])
        .next(2, &[Lava, Shell]);
    let mut game = comes_to_four(table.disc(RED, 1, 4));
    game.chooses(Statue);
    assert_eq!(game.lava(), [0, 0, 0, 1, 0, 0]);
    assert_eq!(game.cards(4), [Some(Shell), Some(kept(Fish1))]);
    assert_eq!(game.state().discarded[3], 1);
    assert!(game.happened(Event::LavaRose {
        at: segment(4),
        from: LavaFrom::Card
    }));
}

#[test]
fn several_lava_cards_in_succession_pile_up() {
    let table = Table::base().cards(4, [Statue, kept(Fish1)]).left(1, &[]);
    let table = table
        .next(2, &[Lava, Lava, Shell, Lava, Priestess])
        .lava(4, 1);
    let mut game = comes_to_four(table.disc(RED, 1, 4).disc(YELLOW, 3, 4));
    game.chooses(Statue);
    assert_eq!(game.lava(), [0, 0, 0, 4, 0, 0]);
    assert_eq!(game.cards(4), [Some(Shell), Some(Priestess)]);
}

#[test]
fn the_supply_of_lava_discs_is_never_exceeded() {
    let table = Table::base()
        .cards(4, [Statue, kept(Fish1)])
        .left(1, &[])
        .next(2, &[Lava, Shell]);
    let mut game = comes_to_four(table.lava(1, 3).lava(2, 1).disc(RED, 1, 4));
    game.chooses(Statue);
    assert_eq!(
        (game.lava(), game.cards(4)[0]),
        ([3, 1, 0, 0, 0, 0], Some(Shell))
    );
    assert!(game.happened(Event::NoLavaLeft {
        at: segment(4),
        from: LavaFrom::Card
    }));
}

#[test]
fn spaces_stay_empty_when_the_last_pile_is_exhausted() {
    let table = Table::base()
        .second_round()
        .cards(4, [Statue, kept(Fish1)])
        .left(3, &[Shell]);
    let mut game = comes_to_four(table.disc(RED, 1, 4).disc(YELLOW, 3, 4));
    game.chooses(Statue);
    assert_eq!(
        (game.cards(4), game.step()),
        ([Some(Shell), None], Some(Step::Turn))
    );

    // A lava card at the very end leaves its space empty.
    let table = Table::base()
        .second_round()
        .cards(4, [Statue, kept(Fish1)])
        .left(3, &[Shell, Lava]);
    let mut game = comes_to_four(table.disc(RED, 1, 4).disc(YELLOW, 3, 4));
    game.chooses(Statue);
    assert_eq!(
        (game.cards(4), game.lava()),
        ([Some(Shell), None], [0, 0, 0, 1, 0, 0])
    );
}
