//! "First scoring", "Second scoring", what comes before and after them, and "Game end and winner".

use lanai_rules::Rules;
use lanai_rules::haleakala::action::{Action, Event, LavaFrom, Refusal, Round};
use lanai_rules::haleakala::board::Shaman;
use lanai_rules::haleakala::pieces::{Face, Holder, ScoringCard, Ware};
use lanai_rules::haleakala::state::Step;

use super::fixture::*;

/// One card of two palms is left; red brings the boat to segment 4, where red alone has a disc.
fn last_of_two_palms(table: Table) -> Table {
    let table = table.left(1, &[]).left(2, &[Shell]);
    table.cards(4, [Statue, kept(WhitePearl)]).disc(RED, 1, 4)
}

fn comes_to_four(table: Table) -> Play {
    let mut game = table.play();
    game.places(2, 2).chooses(Statue);
    game
}

fn begins(round: Round) -> Event {
    Event::ScoringBegins { round }
}

// --- "First scoring" ---

#[test]
fn the_first_scoring_happens_as_soon_as_the_last_card_with_two_palms_is_placed() {
    let game = comes_to_four(last_of_two_palms(Table::base()));
    let laid = Event::Laid {
        card: Shell,
        at: segment(4),
    };
    let at = |event: Event| game.events.iter().position(|other| *other == event);
    assert_eq!(
        at(begins(Round::First)),
        at(laid).map(|at| at + 1),
        "immediately"
    );
    assert_eq!(game.state().round, Round::Second);
    assert_eq!(game.state().piles.map(|pile| pile.len()), [0, 0, 15]);
}

#[test]
fn before_the_last_card_with_two_palms_there_is_no_scoring() {
    let table = Table::base().left(1, &[]).left(2, &[Shell, Priestess]);
    let game = comes_to_four(table.cards(4, [Statue, kept(WhitePearl)]).disc(RED, 1, 4));
    assert_eq!((game.state().round, game.scored()), (Round::First, vec![]));
    assert_eq!(game.state().piles[1].len(), 1);
}

#[test]
fn empty_spaces_are_filled_after_the_scoring() {
    let table = last_of_two_palms(Table::base())
        .next(3, &[Priestess])
        .disc(YELLOW, 3, 4);
    let mut game = table.play();
    game.places(2, 2).chooses(kept(WhitePearl));
    assert_eq!(game.cards(4), [Some(Shell), Some(Priestess)]);
    let position = |wanted: Event| {
        game.events
            .iter()
            .position(|event| *event == wanted)
            .unwrap()
    };
    assert!(
        position(Event::SecondRound)
            < position(Event::Laid {
                card: Priestess,
                at: segment(4)
            })
    );
}

#[test]
fn lava_drawn_after_the_first_scoring_is_of_the_second_round() {
    let table = last_of_two_palms(Table::base())
        .next(3, &[Lava, Priestess])
        .disc(YELLOW, 3, 4);
    let mut game = table.lava(4, 1).statue(RED, 4, Mountain).play();
    game.places(2, 2).chooses(kept(WhitePearl));
    assert_eq!(
        (game.lava(), game.cards(4)[1]),
        ([0, 0, 0, 1, 0, 0], Some(Priestess))
    );
    assert!(
        !game.stands(RED, 4, Mountain),
        "the disc from before erupted"
    );
}

#[test]
fn a_lava_card_as_the_last_one_brings_the_scoring_with_a_space_still_empty() {
    let table = Table::base()
        .left(1, &[])
        .left(2, &[Lava])
        .next(3, &[Priestess]);
    let table = table
        .cards(4, [Statue, kept(WhitePearl)])
        .disc(RED, 1, 4)
        .statue(YELLOW, 4, Mountain);
    let game = comes_to_four(table);
    assert!(
        !game.stands(YELLOW, 4, Mountain),
        "its disc is on the volcano when it erupts"
    );
    assert_eq!(
        (game.state().round, game.cards(4)[0]),
        (Round::Second, Some(Priestess))
    );
    assert!(game.happened(Event::LavaRose {
        at: segment(4),
        from: LavaFrom::Card
    }));
}

// --- Purchases before scorings ---

#[test]
fn before_the_scoring_both_can_buy_beginning_with_who_triggered_it() {
    let mut game = comes_to_four(
        last_of_two_palms(Table::base())
            .shells(RED, 1)
            .shells(YELLOW, 2),
    );
    assert_eq!(
        (game.asks(), game.state().round),
        ((RED, Step::Purchase), Round::First)
    );
    game.buys(Butterflies);
    assert_eq!(game.asks(), (YELLOW, Step::Purchase));
    game.refuses(
        Action::Buy(Ware::Card(Butterflies)),
        Refusal::Sold { card: Butterflies },
    );
    game.buys(ForestCard);
    assert_eq!(
        (game.asks(), game.state().round),
        ((YELLOW, Step::Turn), Round::Second)
    );
    assert!(game.happened(Event::Bought {
        seat: seat(YELLOW),
        ware: Ware::Card(ForestCard),
        shells: 2
    }));
}

#[test]
fn yellow_buys_first_if_yellow_triggered_it() {
    let table = last_of_two_palms(Table::base())
        .shells(RED, 1)
        .shells(YELLOW, 1)
        .turn_of(YELLOW);
    let mut game = comes_to_four(table);
    assert_eq!(
        game.asks(),
        (YELLOW, Step::Purchase),
        "though red received the card"
    );
    game.buys_nothing();
    assert_eq!(game.asks(), (RED, Step::Purchase));
    game.buys_nothing();
    assert_eq!(game.asks(), (RED, Step::Turn));
}

#[test]
fn each_buys_one_card_before_a_scoring_at_most() {
    let mut game = comes_to_four(last_of_two_palms(Table::base()).shells(RED, 3));
    game.buys(Butterflies);
    assert_eq!(
        (game.player(RED).shells, game.asks()),
        (2, (YELLOW, Step::Turn)),
        "yellow has no shell"
    );
}

#[test]
fn what_was_just_bought_scores_at_once() {
    let table = last_of_two_palms(Table::base())
        .shells(RED, 2)
        .statue(RED, 6, Mountain);
    let mut game = comes_to_four(table);
    game.buys(MountainCard);
    assert_eq!(game.player(RED).points, 6);
}

#[test]
fn the_priestess_bought_before_a_scoring_acts_before_the_eruption() {
    let table = last_of_two_palms(Table::base())
        .shells(RED, 1)
        .shells(YELLOW, 1)
        .lava(6, 1);
    let mut game = comes_to_four(table.statue(RED, 6, Mountain).statue(YELLOW, 1, Mountain));
    game.does(BUY_PRIESTESS).does(clockwise(6));
    assert_eq!(game.asks(), (YELLOW, Step::Purchase));
    game.refuses(BUY_PRIESTESS, Refusal::PriestessGone)
        .buys_nothing();
    assert!(game.stands(RED, 6, Mountain) && !game.stands(YELLOW, 1, Mountain));
    assert_eq!(game.state().priestess, Face::Up, "for the second round");
}

/// The longest agenda there is: both receive a card, both buy, and the scoring comes with two purchases more.
#[test]
fn a_delivery_to_both_with_purchases_meets_a_scoring() {
    let table = Table::base()
        .left(1, &[])
        .left(2, &[Priestess])
        .next(3, &[Statue]);
    let table = table
        .cards(4, [Shell, Priestess])
        .disc(RED, 1, 4)
        .disc(YELLOW, 3, 4)
        .lava(5, 1);
    let mut game = table.shells(RED, 2).shells(YELLOW, 2).play();
    game.places(2, 2).chooses(Shell);
    assert_eq!(game.asks(), (YELLOW, Step::Purchase));
    game.does(BUY_PRIESTESS).does(clockwise(5));
    assert_eq!(game.asks(), (RED, Step::Priestess));
    game.does(clockwise(6));
    assert_eq!(game.asks(), (RED, Step::Purchase));
    game.buys(MountainCard);
    assert_eq!(game.asks(), (YELLOW, Step::Purchase));
    game.buys(ForestCard);
    assert_eq!(game.asks(), (YELLOW, Step::Turn));
    assert_eq!(
        (game.scored().len(), game.cards(4)),
        (2, [Some(Priestess), Some(Statue)])
    );
}

// --- After the first scoring ---

#[test]
fn round_two_removes_lava_and_returns_scoring_cards_and_turns_up_the_priestess() {
    let table = ScoringCard::ALL
        .into_iter()
        .fold(Table::base(), |table, card| table.bought(RED, card));
    let table = table
        .lava(1, 2)
        .lava(3, 2)
        .edit(|state| state.priestess = Face::Down);
    let game = comes_to_four(last_of_two_palms(table));
    assert_eq!(game.lava(), [0; 6]);
    assert_eq!(
        (game.state().display, game.state().priestess),
        ([Holder::Display; 5], Face::Up)
    );
    assert!(game.happened(Event::SecondRound));
}

#[test]
fn statues_discs_boat_shamans_shells_and_collected_cards_stay() {
    let table = Table::base()
        .has(RED, &[Fish1, Fish2])
        .has(YELLOW, &[BlackPearl])
        .shells(YELLOW, 1);
    let table = last_of_two_palms(table)
        .disc(RED, 4, 6)
        .disc(YELLOW, 5, 1)
        .statue(YELLOW, 6, Forest);
    let mut game = comes_to_four(table.shaman(RED, 6, Forest));
    game.buys_nothing();
    assert_eq!(
        (game.lies(RED, 4), game.lies(RED, 2), game.lies(YELLOW, 5)),
        (Some(6), Some(2), Some(1))
    );
    assert_eq!(
        game.lies(RED, 1),
        None,
        "but those of the delivery came back before"
    );
    assert_eq!((game.boat(), game.player(YELLOW).shells), (4, 1));
    assert!(game.has(RED, Fish1) && game.has(RED, Fish2) && game.has(YELLOW, BlackPearl));
    assert!(game.stands(YELLOW, 6, Forest) && game.shaman_is_at(RED, 6, Forest));
    assert_eq!(game.player(YELLOW).shaman, Shaman::Hut(segment(4)));
}

#[test]
fn play_goes_on_with_the_opponent_of_who_triggered_the_first_scoring() {
    for (player, next) in [(RED, YELLOW), (YELLOW, RED)] {
        let game = comes_to_four(last_of_two_palms(Table::base()).turn_of(player));
        assert_eq!(game.asks(), (next, Step::Turn));
    }
}

#[test]
fn points_of_both_scorings_are_added() {
    let table = Table::base().last_cards().bare(4).statue(RED, 6, Mountain);
    let mut game = table
        .edit(|state| state.players[seat(RED)].points = 30)
        .play();
    game.places(2, 2);
    assert_eq!((game.player(RED).points, game.is_over()), (33, true));
}

// --- "Second scoring" ---

#[test]
fn the_second_scoring_happens_when_the_boat_comes_to_a_segment_with_no_cards() {
    let mut game = Table::base()
        .last_cards()
        .bare(4)
        .disc(RED, 1, 4)
        .disc(YELLOW, 5, 4)
        .play();
    game.places(2, 2);
    assert!(game.is_over() && game.happened(begins(Round::Second)));
    assert_eq!(game.received(), [], "discs there are ignored");
    assert_eq!(
        (game.lies(RED, 1), game.lies(YELLOW, 5)),
        (Some(4), Some(4))
    );
    assert_eq!(game.legal(), []);
    game.refuses(Action::Boat, Refusal::GameOver);
}

#[test]
fn the_last_card_of_three_palms_ends_nothing() {
    let table = Table::base()
        .second_round()
        .left(3, &[Shell])
        .cards(4, [Statue, kept(WhitePearl)]);
    let mut game = table.disc(RED, 1, 4).play();
    game.places(2, 2).chooses(Statue);
    assert_eq!(
        (game.asks(), game.cards(4)[0]),
        ((YELLOW, Step::Turn), Some(Shell))
    );
}

#[test]
fn a_segment_with_one_card_is_still_delivered() {
    let table = Table::base()
        .last_cards()
        .bare_slot(4, 1)
        .card_beside(4, 0, kept(Fish1));
    let mut game = table.disc(YELLOW, 1, 4).disc(YELLOW, 4, 5).play();
    game.places(2, 2);
    assert!(game.has(YELLOW, Fish1) && !game.is_over());
    assert_eq!(game.cards(4), [None, None]);
}

#[test]
fn an_empty_segment_elsewhere_ends_nothing() {
    let mut game = Table::base()
        .last_cards()
        .bare(5)
        .cards(4, [Statue, Shell])
        .play();
    game.places(2, 2);
    assert!(!game.is_over());
    game.places(1, 4);
    assert!(game.is_over());
}

#[test]
fn purchases_come_before_the_second_scoring_too() {
    let table = Table::base()
        .last_cards()
        .bare(4)
        .shells(RED, 1)
        .shells(YELLOW, 2)
        .lava(6, 1);
    let mut game = table.statue(YELLOW, 1, Mountain).play();
    game.places(2, 2);
    assert_eq!(game.asks(), (RED, Step::Purchase));
    game.does(BUY_PRIESTESS).does(counterclockwise(6));
    assert_eq!(game.asks(), (YELLOW, Step::Purchase));
    game.buys(MountainCard);
    assert!(game.is_over());
    assert_eq!(
        (game.player(YELLOW).points, game.player(RED).points),
        (6, 0),
        "spent shells are worth nothing"
    );
}

#[test]
fn the_volcano_erupts_before_the_second_scoring() {
    let mut game = Table::base()
        .last_cards()
        .bare(4)
        .lava(6, 1)
        .statue(RED, 6, Mountain)
        .play();
    game.places(2, 2);
    assert_eq!(
        (game.player(RED).points, game.state().statues_of(seat(RED))),
        (0, 0)
    );
}

#[test]
fn shells_and_nautilus_score_at_the_end() {
    let mut game = Table::base()
        .has(RED, &[Nautilus])
        .shells(RED, 2)
        .last_cards()
        .bare(4)
        .play();
    game.places(2, 2).buys_nothing();
    assert!(game.is_over());
    assert_eq!(game.player(RED).points, 3 + 2);
}

// --- "Game end and winner" ---

fn ended(table: Table) -> (Vec<u8>, [u16; 2]) {
    let mut game = table.last_cards().bare(4).play();
    game.places(2, 2);
    let standings = game.standings();
    let winners = standings.winners().map(lanai_rules::Seat::number).collect();
    (
        winners,
        [RED, YELLOW].map(|player| standings.points[seat(player)]),
    )
}

fn with_points(red: u16, yellow: u16) -> Table {
    Table::base().edit(|state| {
        state.players[seat(RED)].points = red;
        state.players[seat(YELLOW)].points = yellow;
    })
}

#[test]
fn the_most_points_win() {
    assert_eq!(ended(with_points(20, 19)), (vec![RED], [20, 19]));
    assert_eq!(ended(with_points(49, 51)), (vec![YELLOW], [49, 51]));
    let statues = with_points(20, 18).statue(YELLOW, 1, Grassland);
    assert_eq!(
        ended(statues),
        (vec![RED], [20, 19]),
        "statues only break ties"
    );
}

#[test]
fn statues_on_the_board_break_a_tie() {
    let table = with_points(20, 19)
        .statue(RED, 1, Grassland)
        .statue(YELLOW, 2, Forest);
    assert_eq!(
        ended(table),
        (vec![YELLOW], [21, 21]),
        "one each: yellow did not begin"
    );
    let table = with_points(20, 20)
        .statue(RED, 1, Grassland)
        .statue(RED, 2, Grassland);
    assert_eq!(
        ended(table.statue(YELLOW, 3, Forest)),
        (vec![RED], [22, 22])
    );
}

#[test]
fn destroyed_statues_break_no_tie() {
    let table = with_points(20, 20).statue(RED, 1, Mountain).lava(1, 1);
    assert_eq!(ended(table), (vec![YELLOW], [20, 20]));
}

#[test]
fn if_still_tied_who_did_not_begin_wins() {
    assert_eq!(ended(with_points(20, 20)).0, [YELLOW]);
    let table = with_points(20, 20).edit(|state| state.start_player = seat(YELLOW));
    assert_eq!(ended(table).0, [RED]);
}

#[test]
fn a_finished_game_can_be_read_again() {
    let mut game = with_points(5, 4).last_cards().bare(4).play();
    game.places(2, 2);
    let json = serde_json::to_string(game.state()).unwrap();
    let state = serde_json::from_str(&json).unwrap();
    let again = lanai_rules::haleakala::Haleakala::restore(&printed(), state);
    assert_eq!(again.as_ref(), Ok(game.game()));
}
