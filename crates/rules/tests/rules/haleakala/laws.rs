//! Laws of conservation: a snapshot that breaks one is refused with its name.

use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::Round;
use lanai_rules::haleakala::board::Shaman;
use lanai_rules::haleakala::pieces::{Card, DiscLocation, Holder};
use lanai_rules::haleakala::state::{Collected, State, Step, Task};
use lanai_rules::{Broken, Rules};

use super::fixture::*;

const THIRD: u8 = 3;

fn law(table: Table) -> &'static str {
    Haleakala::restore(&printed(), table.state())
        .expect_err("a law is broken")
        .law
}

/// Returns the law that an edited table breaks.
fn edited(edit: impl FnOnce(&mut State)) -> &'static str {
    law(Table::base().edit(edit))
}

#[test]
fn a_lawful_snapshot_is_the_same_game_again() {
    let table = Table::base()
        .cards(4, [Shell, Priestess])
        .disc(RED, 1, 4)
        .disc(YELLOW, 3, 4)
        .lava(1, 1);
    let mut game = table.play();
    let read_again = |game: &Play| {
        let json = serde_json::to_string(game.state()).unwrap();
        let state: State = serde_json::from_str(&json).unwrap();
        assert_eq!(
            Haleakala::restore(&printed(), state).as_ref(),
            Ok(game.game())
        );
    };
    read_again(&game);
    game.places(2, 2);
    read_again(&game);
    game.chooses(Shell);
    read_again(&game);
    game.does(BUY_PRIESTESS);
    read_again(&game);
    game.does(clockwise(1));
    read_again(&game);
}

#[test]
fn a_broken_law_is_told_with_both_figures() {
    let state = Table::base().edit(|state| state.discarded[0] = 2).state();
    let broken = Haleakala::restore(&printed(), state).unwrap_err();
    assert_eq!(
        broken,
        Broken {
            law: "statue cards",
            expected: 13,
            found: 15
        }
    );
    assert_eq!(broken.to_string(), "statue cards: expected 13, found 15");
}

// --- Seats ---

#[test]
fn two_sit_at_the_table() {
    for players in [1, 3, 5] {
        let mut json = serde_json::to_value(Table::base().state()).unwrap();
        let list = json["players"].as_array_mut().unwrap();
        let one = list[0].clone();
        list.resize(players, one);
        let state: State = serde_json::from_value(json).unwrap();
        let broken = Haleakala::restore(&printed(), state).unwrap_err();
        assert_eq!(broken.law, "two sit at the table");
    }
}

#[test]
fn only_the_two_at_the_table_play() {
    let expected = "only the two at the table play";
    assert_eq!(edited(|state| state.start_player = seat(THIRD)), expected);
    assert_eq!(edited(|state| state.turn = seat(THIRD)), expected);
    assert_eq!(edited(|state| state.agenda[0].seat = seat(THIRD)), expected);
}

// --- Cards ---

#[test]
fn every_card_of_the_box_is_in_one_place() {
    assert_eq!(edited(|state| state.discarded[0] = u8::MAX), "statue cards");
    assert_eq!(edited(|state| state.discarded[1] = 1), "priestesses");
    assert_eq!(edited(|state| state.discarded[2] = 1), "shells");
    assert_eq!(
        edited(|state| state.players[seat(RED)].shells = u8::MAX),
        "shells"
    );
    assert_eq!(edited(|state| state.discarded[3] = 1), "lava cards");
    assert_eq!(
        law(Table::tactical().edit(|state| state.discarded[3] = 1)),
        "lava cards"
    );
    let taken = Table::base()
        .cards(4, [Statue, Shell])
        .edit(|state| state.slots[3][0] = None);
    assert_eq!(law(taken), "statue cards");
}

#[test]
fn no_lava_card_lies_beside_the_board() {
    let swapped = Table::base()
        .cards(4, [Statue, Shell])
        .next(2, &[Lava])
        .edit(|state| {
            state.slots[3][0] = Some(Card::Lava);
            *state.piles[1].last_mut().unwrap() = Card::Statue;
        });
    assert_eq!(law(swapped), "no lava card lies beside the board");
}

#[test]
fn each_collected_card_is_in_one_place() {
    let expected = "each collected card is in one place";
    for kept in 0..8 {
        assert_eq!(
            edited(|state| state.players[seat(RED)].kept[kept] = Collected::Yes),
            expected
        );
    }
    let both = Table::base().has(RED, &[Fish1]);
    assert_eq!(
        law(both.edit(|state| state.players[seat(YELLOW)].kept[0] = Collected::Yes)),
        expected
    );
    let nobody = Table::base().has(RED, &[Fish1]);
    assert_eq!(
        law(nobody.edit(|state| state.players[seat(RED)].kept[0] = Collected::No)),
        expected
    );
}

#[test]
fn no_pile_is_higher_than_it_was() {
    let moved = |from: usize, to: usize| {
        edited(move |state| {
            let card = state.piles[from].pop().unwrap();
            state.piles[to].push(card);
        })
    };
    assert_eq!(moved(2, 1), "no pile is higher than it was");
    assert_eq!(moved(0, 1), "no pile is higher than it was");
}

// --- Pieces ---

#[test]
fn lava_discs_are_no_more_than_the_box_holds() {
    let expected = "lava discs are no more than the box holds";
    assert_eq!(law(Table::base().lava(1, 3).lava(5, 2)), expected);
    assert_eq!(edited(|state| state.lava = [u8::MAX; 6]), expected);
}

#[test]
fn statues_are_of_one_of_the_two_colours() {
    assert_eq!(
        law(Table::base().statue(THIRD, 1, Forest)),
        "statues are of one of the two colours"
    );
}

#[test]
fn statues_are_no_more_than_the_box_holds() {
    let expected = "statues are no more than the box holds";
    let table = (1..=6).fold(Table::base(), |table, at| table.statue(RED, at, Forest));
    let eight = table.statue(RED, 1, Grassland).statue(RED, 2, Grassland);
    assert_eq!(law(eight.statue(RED, 3, Grassland)), expected);
    assert_eq!(
        edited(|state| state.statues = [[Some(seat(YELLOW)); 3]; 6]),
        expected
    );
}

#[test]
fn scoring_cards_are_on_the_display_or_bought() {
    let edit = |state: &mut State| state.display[2] = Holder::Seat(seat(THIRD));
    assert_eq!(edited(edit), "scoring cards are on the display or bought");
}

#[test]
fn points_are_countable() {
    for points in [10_000, u16::MAX] {
        assert_eq!(
            edited(|state| state.players[seat(RED)].points = points),
            "points are countable"
        );
    }
}

#[test]
fn invocation_discs_stay_in_the_box_in_the_base_game() {
    let expected = "invocation discs stay in the box in the base game";
    assert_eq!(law(Table::base().invocation(YELLOW, 3)), expected);
    assert!(!Table::tactical().invocation(YELLOW, 3).play().is_over());
}

#[test]
fn the_sums_of_a_beach_differ() {
    let expected = "the sums of a beach differ";
    assert_eq!(
        law(Table::base().disc(RED, 3, 3).disc(YELLOW, 3, 3)),
        expected
    );
    assert_eq!(
        law(Table::base()
            .disc(RED, 3, 3)
            .disc(YELLOW, 1, 3)
            .disc(YELLOW, 2, 3)),
        expected
    );
}

#[test]
fn shamans_stand_apart() {
    let table = Table::base()
        .shaman(RED, 3, Forest)
        .shaman(YELLOW, 3, Forest);
    assert_eq!(law(table), "shamans stand apart");
}

#[test]
fn a_shaman_on_the_beach_is_in_his_own_hut() {
    let expected = "a shaman on the beach is in his own hut";
    for at in [2, 3, 4, 5, 6] {
        let edit = |state: &mut State| state.players[seat(RED)].shaman = Shaman::Hut(segment(at));
        assert_eq!(edited(edit), expected);
    }
}

// --- Rounds ---

#[test]
fn spaces_stay_empty_only_when_no_cards_are_left() {
    let expected = "spaces stay empty only when no cards are left";
    assert_eq!(law(Table::base().bare(4)), expected);
    assert_eq!(law(Table::base().second_round().bare_slot(2, 0)), expected);
    assert!(!Table::base().last_cards().bare(4).play().is_over());
}

#[test]
fn the_first_round_lasts_as_long_as_the_second_pile() {
    let expected = "the first round lasts as long as the second pile";
    assert_eq!(law(Table::base().left(1, &[]).left(2, &[])), expected);
    assert_eq!(edited(|state| state.round = Round::Second), expected);
    assert_eq!(
        law(Table::base()
            .left(1, &[])
            .edit(|state| state.round = Round::Second)),
        expected
    );
}

#[test]
fn a_scoring_comes_at_the_end_of_its_round() {
    let expected = "a scoring comes at the end of its round";
    let scoring = [(RED, Step::Scoring), (RED, Step::Purchase)];
    assert_eq!(law(Table::base().agenda(&scoring)), expected);
    assert_eq!(law(Table::base().second_round().agenda(&scoring)), expected);
    assert!(!Table::base().last_cards().agenda(&scoring).play().is_over());
}

// --- The agenda ---

#[test]
fn a_game_ends_only_when_all_cards_are_laid() {
    let expected = "a game ends only when all cards are laid";
    assert_eq!(law(Table::base().agenda(&[])), expected);
    assert_eq!(law(Table::base().second_round().agenda(&[])), expected);
    assert!(Table::base().last_cards().agenda(&[]).play().is_over());
}

#[test]
fn the_turn_is_of_who_is_on_turn() {
    for step in [Step::Turn, Step::Shaman] {
        let table = Table::base()
            .agenda(&[(RED, step)])
            .edit(|state| state.turn = seat(YELLOW));
        assert_eq!(law(table), "the turn is of who is on turn");
    }
}

#[test]
fn what_has_to_be_settled_is_in_order() {
    use Step::{Choose, DiscsBack, Priestess, Purchase, Refill, Scoring, Shaman, Turn};
    let orders: [&[Step]; 11] = [
        &[Turn, Turn],
        &[Turn, Shaman],
        &[Choose],
        &[Purchase],
        &[Refill],
        &[Refill, DiscsBack],
        &[DiscsBack, Refill, Choose],
        &[Refill, DiscsBack, Choose, Choose, Choose],
        &[Refill, DiscsBack, Priestess, Choose],
        &[Refill, DiscsBack, Turn],
        &[Turn, Refill, DiscsBack, Choose],
    ];
    let expected = "what has to be settled is in order";
    for order in orders {
        let steps: Vec<(u8, Step)> = order.iter().map(|step| (RED, *step)).collect();
        assert_eq!(law(Table::base().agenda(&steps)), expected, "{order:?}");
    }
    for order in [
        &[Scoring][..],
        &[Scoring, Scoring, Purchase],
        &[Scoring, Purchase, Purchase, Purchase],
    ] {
        let steps: Vec<(u8, Step)> = order.iter().map(|step| (RED, *step)).collect();
        assert_eq!(
            law(Table::base().last_cards().agenda(&steps)),
            expected,
            "{order:?}"
        );
    }
    let full = [Task {
        seat: seat(RED),
        step: Turn,
    }; 12];
    assert_eq!(
        edited(|state| state.agenda = full.into_iter().collect()),
        expected
    );
}

#[test]
fn there_are_as_many_cards_as_choices() {
    let delivery =
        [Step::Refill, Step::DiscsBack, Step::Choose, Step::Choose].map(|step| (RED, step));
    let table = Table::base().last_cards().bare_slot(2, 0).agenda(&delivery);
    assert_eq!(law(table), "there are as many cards as choices");
}

#[test]
fn somebody_to_act_has_a_choice() {
    let called = [Step::Refill, Step::DiscsBack, Step::Priestess].map(|step| (RED, step));
    assert_eq!(
        law(Table::base().agenda(&called)),
        "the seat to act has a choice",
        "there is no lava"
    );
}

#[test]
fn a_disc_lies_on_one_of_six_beaches() {
    let mut json = serde_json::to_value(Table::base().disc(RED, 1, 3).state()).unwrap();
    json["players"][0]["discs"][0] = serde_json::json!({ "on": 7 });
    let error = serde_json::from_value::<State>(json).unwrap_err();
    assert!(
        error.to_string().contains("there is no segment 7"),
        "{error}"
    );
    assert_eq!(
        Table::base().disc(RED, 1, 3).state().players[seat(RED)].discs[0],
        DiscLocation::On(segment(3))
    );
}
