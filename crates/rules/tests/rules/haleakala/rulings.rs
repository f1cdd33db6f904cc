//! Every ruling has a test of its name here, in the order of the list.

use lanai_rules::haleakala::action::{Action, Event, LavaFrom, Refusal, Round};
use lanai_rules::haleakala::board::Direction;
use lanai_rules::haleakala::options::{Options, Priestess as WhenCalled, Shuffling};
use lanai_rules::haleakala::pieces::{Card, DiscLocation, Ware};
use lanai_rules::haleakala::state::Step;

use super::fixture::*;

/// Red will bring the boat from segment 2 to segment 4.
fn sails(table: Table) -> Play {
    let mut game = table.play();
    game.places(2, 2);
    game
}

#[test]
fn the_boat_lies_in_the_water_of_its_segment() {
    let mut game = Table::base().play();
    assert_eq!(game.state().boat, printed().jetty);
    game.places(5, 2);
    assert_eq!(game.boat(), 1, "five segments on");
}

#[test]
fn beside_the_boat_is_its_own_segment() {
    for at in 1..=6 {
        let mut game = Table::base().play();
        game.places(1, at);
        assert_eq!(game.boat() == 3, at == 2, "{at}");
        assert_eq!(game.step() == Some(Step::Shaman), at != 2, "{at}");
    }
}

#[test]
fn a_disc_beside_the_boat_moves_it() {
    let game = sails(Table::base());
    assert_eq!((game.boat(), game.asks()), (4, (YELLOW, Step::Turn)));
}

#[test]
fn sums_differ_on_each_beach() {
    let mut game = Table::base().disc(YELLOW, 3, 4).play();
    game.refuses(
        place(3, 4),
        Refusal::EqualSums {
            sum: 3,
            at: segment(4),
        },
    );
    game.places(3, 5).stays();
    assert_eq!(
        [4, 5].map(|at| game.state().sum(seat(RED), segment(at))),
        [0, 3],
        "in all they are equal"
    );
}

#[test]
fn taking_back_may_not_make_sums_equal() {
    let mut game = Table::base()
        .disc(YELLOW, 3, 4)
        .disc(RED, 3, 4)
        .disc(RED, 1, 4)
        .disc(RED, 5, 6)
        .play();
    game.refuses(
        take(1),
        Refusal::EqualSums {
            sum: 3,
            at: segment(4),
        },
    );
    game.takes(5);
}

#[test]
fn one_of_two_steps_may_go_up() {
    for (at, terrain) in [(1, Forest), (2, Forest), (6, Forest), (3, Grassland)] {
        let mut game = Table::base().shaman(RED, 1, Grassland).play();
        game.places(1, 5).walks(at, terrain);
    }
    let mut game = Table::base().shaman(RED, 1, Grassland).play();
    game.places(1, 5)
        .refuses(walk(1, Mountain), Refusal::TooFar);
}

#[test]
fn the_first_walk_ends_on_grassland() {
    let mut game = Table::base().play();
    game.places(1, 5);
    let expected = [
        Action::Stay,
        walk(1, Grassland),
        walk(2, Grassland),
        walk(6, Grassland),
    ];
    assert_eq!(game.legal(), expected);
}

#[test]
fn action_cards_must_be_carried_out() {
    for (priestess, choices) in [(WhenCalled::MustAct, 2), (WhenCalled::MayDecline, 3)] {
        let table = Table::with(Options {
            priestess,
            ..Options::base()
        })
        .lava(5, 1);
        let game = sails(table.cards(4, [Priestess, Priestess]).disc(RED, 1, 4));
        assert_eq!(game.legal().len(), choices);
    }
    let table = Table::base()
        .cards(4, [Statue, Statue])
        .disc(RED, 1, 4)
        .shaman(RED, 3, Forest);
    assert!(
        sails(table).stands(RED, 3, Forest),
        "nobody is asked whether a statue is built"
    );
}

#[test]
fn identical_cards_show_the_same_face() {
    let both = |cards: [Card; 2]| {
        let mut game = sails(
            Table::base()
                .cards(4, cards)
                .disc(RED, 1, 4)
                .disc(YELLOW, 3, 4),
        );
        if game.step() == Some(Step::Choose) {
            game.chooses(cards[0]);
        }
        game.received().len()
    };
    assert_eq!(both([Statue, Statue]), 1);
    assert_eq!(both([kept(Fish1), kept(Fish2)]), 2);
    assert_eq!(both([Statue, kept(WhitePearl)]), 2);
}

#[test]
fn one_card_goes_to_the_higher_sum() {
    let table = Table::base()
        .last_cards()
        .bare_slot(4, 0)
        .card_beside(4, 1, kept(Fish1));
    let game = sails(table.disc(RED, 1, 4).disc(YELLOW, 3, 4));
    assert!(game.has(YELLOW, Fish1) && game.happened(Event::NothingLeft { seat: seat(RED) }));
    assert_eq!(game.lies(RED, 1), None);
}

#[test]
fn one_purchase_for_each_shell() {
    let mut game = sails(
        Table::base()
            .shells(RED, 2)
            .cards(4, [Shell, Shell])
            .disc(RED, 1, 4),
    );
    game.buys(Butterflies);
    assert_eq!(game.asks(), (YELLOW, Step::Turn));
}

/// The last card of two palms, with red's statue under the lava of segment 6.
fn last_card(card: Card) -> Table {
    let table = Table::base()
        .left(1, &[])
        .left(2, &[card])
        .cards(4, [Statue, Statue])
        .disc(RED, 1, 4);
    table.lava(6, 1).statue(RED, 6, Mountain)
}

#[test]
fn the_display_is_sold_with_its_priestess_before_scorings() {
    let mut game = sails(last_card(Priestess).shells(RED, 1));
    assert_eq!(game.asks(), (RED, Step::Purchase));
    game.does(BUY_PRIESTESS).does(clockwise(6));
    assert!(game.stands(RED, 6, Mountain));
    assert_eq!(game.player(RED).points, 3);
}

#[test]
fn a_last_lava_card_brings_the_scoring_too() {
    let game = sails(
        last_card(Lava)
            .next(3, &[Shell])
            .statue(YELLOW, 4, Mountain),
    );
    assert!(!game.stands(YELLOW, 4, Mountain));
    assert_eq!(
        (game.state().round, game.cards(4)[0]),
        (Round::Second, Some(Shell))
    );
}

#[test]
fn the_lava_supply_is_four_discs() {
    let mut game = Table::tactical().lava(1, 4).play();
    game.invokes(2);
    assert_eq!(game.lava(), [4, 0, 0, 0, 0, 0]);
    assert!(game.happened(Event::NoLavaLeft {
        at: segment(4),
        from: LavaFrom::Invocation
    }));
    for pile in 0..3 {
        let lava = printed()
            .pile(pile)
            .into_iter()
            .filter(|card| *card == Lava)
            .count();
        assert!(lava <= 4, "cards never draw more in a round");
    }
}

#[test]
fn lava_destroys_statues_under_shamans() {
    let game = sails(last_card(Priestess).shaman(RED, 6, Mountain));
    assert!(!game.stands(RED, 6, Mountain) && game.shaman_is_at(RED, 6, Mountain));
}

#[test]
fn no_majority_no_points() {
    let table = Table::base()
        .bought(RED, StatueMajority)
        .statue(RED, 1, Forest);
    assert_eq!(
        table.play().game().card_points(seat(RED), StatueMajority),
        2
    );
    let table = Table::base()
        .bought(RED, StatueMajority)
        .statue(RED, 1, Forest)
        .statue(YELLOW, 2, Forest);
    assert_eq!(
        table.play().game().card_points(seat(RED), StatueMajority),
        0
    );
}

#[test]
fn play_goes_on_after_the_first_scoring() {
    let game = sails(
        last_card(Priestess)
            .disc(YELLOW, 5, 1)
            .shaman(YELLOW, 3, Forest),
    );
    assert_eq!(
        (game.state().round, game.asks()),
        (Round::Second, (YELLOW, Step::Turn))
    );
    assert_eq!(
        (game.boat(), game.lies(YELLOW, 5), game.lies(RED, 2)),
        (4, Some(1), Some(2))
    );
    assert!(game.shaman_is_at(YELLOW, 3, Forest));
}

#[test]
fn the_last_segment_is_not_delivered() {
    let game = sails(Table::base().last_cards().bare(4).disc(RED, 1, 4));
    assert!(game.is_over() && game.received().is_empty());
    let table = Table::base()
        .last_cards()
        .bare_slot(4, 0)
        .card_beside(4, 1, kept(Fish1));
    let game = sails(table.disc(RED, 1, 4));
    assert!(game.has(RED, Fish1) && !game.is_over());
}

#[test]
fn an_invocations_lava_comes_before_the_last_scoring() {
    let table = Table::tactical()
        .last_cards()
        .bare(4)
        .statue(RED, 4, Mountain);
    let mut game = table.play();
    game.invokes(2);
    assert!(game.is_over() && game.received().is_empty());
    assert!(game.happened(Event::LavaRose {
        at: segment(4),
        from: LavaFrom::Invocation
    }));
    assert!(
        !game.stands(RED, 4, Mountain),
        "its lava burns in this eruption"
    );
}

#[test]
fn cards_are_never_shuffled_again() {
    let table = || {
        Table::base()
            .cards(4, [Statue, Statue])
            .disc(RED, 1, 4)
            .last_cards()
    };
    let discarded = table().state().discarded;
    let game = sails(table());
    assert_eq!(game.state().discarded[0], discarded[0] + 1);
    assert_eq!(
        (game.cards(4), game.state().current_pile()),
        ([None, Some(Statue)], None)
    );
}

#[test]
fn no_ninth_statue() {
    let table = (1..=6).fold(Table::base(), |table, at| table.statue(RED, at, Forest));
    let table = table
        .statue(RED, 1, Grassland)
        .statue(RED, 2, Grassland)
        .shaman(RED, 3, Grassland);
    let game = sails(table.cards(4, [Statue, Statue]).disc(RED, 1, 4));
    assert!(game.happened(Event::InVain {
        seat: seat(RED),
        card: Statue
    }));
    assert!(!game.stands(RED, 3, Grassland));
}

#[test]
fn discs_may_be_shuffled_for_ever() {
    let quiet = |shuffling| {
        let table = Table::with(Options {
            shuffling,
            ..Options::base()
        })
        .disc(RED, 1, 5);
        table.edit(|state| state.quiet = 40).play()
    };
    quiet(Shuffling::Unlimited).takes(1);
    quiet(Shuffling::FortyTurns).refuses(take(1), Refusal::TooManyQuietTurns { turns: 40 });
}

#[test]
fn clockwise_is_seen_from_above() {
    let next = |at| segment(at).next(Direction::Clockwise).number();
    assert_eq!([1, 2, 3, 4, 5, 6].map(next), [2, 3, 4, 5, 6, 1]);
    for at in 1..=6 {
        assert_eq!(
            segment(at)
                .next(Direction::Clockwise)
                .next(Direction::Counterclockwise),
            segment(at)
        );
    }
}

#[test]
fn an_invocation_without_lava_left_is_lawful() {
    let mut game = Table::tactical().lava(6, 4).play();
    game.invokes(3);
    assert_eq!(game.lava(), [0, 0, 0, 0, 0, 4]);
    assert_eq!(game.player(RED).invocation, DiscLocation::On(segment(2)));
}

#[test]
fn every_priestess_brings_the_invocation_disc_back() {
    let table = Table::tactical()
        .cards(4, [Priestess, Priestess])
        .disc(RED, 1, 4)
        .invocation(RED, 6);
    assert_eq!(sails(table).player(RED).invocation, DiscLocation::InHand);
    let table = Table::tactical()
        .cards(4, [Shell, Shell])
        .disc(RED, 1, 4)
        .invocation(RED, 6);
    let mut game = sails(table);
    assert!(game.may(Action::Buy(Ware::Priestess)));
    game.does(BUY_PRIESTESS);
    assert_eq!(game.player(RED).invocation, DiscLocation::InHand);
}

#[test]
fn the_invocation_disc_comes_back_after_the_lava() {
    let calls = |options: Options| {
        let table = Table::with(options)
            .cards(4, [Priestess, Priestess])
            .disc(RED, 1, 4)
            .lava(1, 1);
        let mut game = sails(table.invocation(RED, 6));
        let lies = game.player(RED).invocation;
        assert_eq!(game.asks(), (RED, Step::Priestess));
        game.does(clockwise(1));
        let place = |wanted: fn(&Event) -> bool| game.events.iter().position(wanted).unwrap();
        let moved = place(|event| matches!(event, Event::LavaMoved { .. }));
        (
            lies,
            place(|event| matches!(event, Event::InvocationBack { .. })) > moved,
            game.player(RED).invocation,
        )
    };
    let away = DiscLocation::On(segment(6));
    assert_eq!(
        calls(Options::tactical()),
        (away, true, DiscLocation::InHand)
    );
    let may = Options {
        priestess: WhenCalled::MayDecline,
        ..Options::tactical()
    };
    let table = Table::with(may)
        .cards(4, [Priestess, Priestess])
        .disc(RED, 1, 4)
        .lava(1, 1);
    let mut game = sails(table.invocation(RED, 6));
    assert_eq!(game.player(RED).invocation, away);
    game.does(Action::LeaveLava);
    assert_eq!(
        game.player(RED).invocation,
        DiscLocation::InHand,
        "also if she leaves the lava where it is"
    );
}

#[test]
fn an_empty_beach_does_nothing() {
    let mut game = Table::base().cards(3, [Statue, Shell]).turn_of(RED).play();
    let before = game.state().slots;
    game.places(1, 2);
    assert_eq!(
        (game.boat(), game.asks(), game.received()),
        (3, (YELLOW, Step::Turn), vec![])
    );
    assert_eq!(game.state().slots, before, "the cards stay");
}

#[test]
fn the_scoring_track_is_walked_again() {
    let table = Table::base().edit(|state| state.players[seat(RED)].points = 50);
    let mut game = table.has(RED, &[Nautilus]).last_cards().bare(4).play();
    game.places(2, 2);
    assert!(game.is_over());
    assert!(game.player(RED).points > 50, "{}", game.player(RED).points);
}
