//! "Using the palm tree cards": statues, priestesses, shells and the display, and what is collected.

use lanai_rules::haleakala::action::{Action, Event, Refusal};
use lanai_rules::haleakala::board::Terrain;
use lanai_rules::haleakala::options::{Options, Priestess as WhenCalled};
use lanai_rules::haleakala::pieces::{Card, Face, Holder, ScoringCard, Ware};
use lanai_rules::haleakala::state::Step;

use super::fixture::*;

/// Red receives this card: the boat comes to segment 4, and the other card is the white pearl.
fn receives(card: Card, table: Table) -> Play {
    let mut game = table
        .cards(4, [card, kept(WhitePearl)])
        .disc(RED, 1, 4)
        .play();
    game.places(2, 2).chooses(card);
    game
}

fn in_vain(game: &Play, card: Card) -> bool {
    game.happened(Event::InVain {
        seat: seat(RED),
        card,
    })
}

// --- "Building a statue" ---

#[test]
fn a_statue_is_placed_on_the_place_of_your_shaman() {
    for terrain in Terrain::ALL {
        let game = receives(Statue, Table::base().shaman(RED, 6, terrain));
        assert!(game.stands(RED, 6, terrain) && game.shaman_is_at(RED, 6, terrain));
        assert_eq!(game.state().statues_of(seat(RED)), 1);
        assert_eq!(game.state().discarded, [1, 0, 0, 0]);
        assert_eq!(game.asks(), (YELLOW, Step::Turn));
    }
}

#[test]
fn a_statue_cannot_be_placed_on_a_beach_space() {
    let game = receives(Statue, Table::base());
    assert!(in_vain(&game, Statue));
    assert_eq!(
        (
            game.state().statues_of(seat(RED)),
            game.state().discarded[0]
        ),
        (0, 1)
    );
}

#[test]
fn there_can_only_be_one_statue_on_each_space() {
    for owner in [RED, YELLOW] {
        let game = receives(
            Statue,
            Table::base()
                .shaman(RED, 6, Forest)
                .statue(owner, 6, Forest),
        );
        assert!(in_vain(&game, Statue) && game.stands(owner, 6, Forest));
        assert_eq!(game.state().discarded[0], 1);
    }
}

fn seven_statues() -> Table {
    let table = (1..=6).fold(Table::base(), |table, at| table.statue(RED, at, Grassland));
    table.statue(RED, 1, Forest).shaman(RED, 1, Mountain)
}

#[test]
fn the_eighth_statue_can_be_built() {
    let game = receives(Statue, seven_statues());
    assert!(game.stands(RED, 1, Mountain));
}

#[test]
fn there_is_no_ninth_statue() {
    let game = receives(Statue, seven_statues().statue(RED, 2, Forest));
    assert!(in_vain(&game, Statue) && !game.stands(RED, 1, Mountain));
    let game = receives(Statue, seven_statues().statue(YELLOW, 2, Forest));
    assert!(
        game.stands(RED, 1, Mountain),
        "the other colour has its own"
    );
}

// --- "Lava priestess" ---

#[test]
fn a_lava_disc_moves_to_an_adjacent_crater_either_way() {
    for (action, lava) in [
        (clockwise(3), [0, 0, 0, 1, 0, 0]),
        (counterclockwise(3), [0, 1, 0, 0, 0, 0]),
    ] {
        let mut game = receives(Priestess, Table::base().lava(3, 1));
        game.does(action);
        assert_eq!((game.lava(), game.asks()), (lava, (YELLOW, Step::Turn)));
    }
}

#[test]
fn lava_moves_between_the_sixth_and_the_first_crater() {
    let mut game = receives(Priestess, Table::base().lava(6, 1));
    game.does(clockwise(6));
    assert_eq!(game.lava(), [1, 0, 0, 0, 0, 0]);
    let mut game = receives(Priestess, Table::base().lava(1, 1));
    game.does(counterclockwise(1));
    assert_eq!(game.lava(), [0, 0, 0, 0, 0, 1]);
}

#[test]
fn one_disc_moves_and_onto_others() {
    let mut game = receives(Priestess, Table::base().lava(3, 2).lava(4, 2));
    let legal = [
        clockwise(3),
        counterclockwise(3),
        clockwise(4),
        counterclockwise(4),
    ];
    assert_eq!(game.legal(), legal);
    game.refuses(clockwise(5), Refusal::NoLava { at: segment(5) });
    game.does(clockwise(3));
    assert_eq!(game.lava(), [0, 0, 1, 3, 0, 0]);
}

#[test]
fn the_priestess_must_be_carried_out_if_possible() {
    let mut game = receives(Priestess, Table::base().lava(3, 1));
    game.refuses(Action::LeaveLava, Refusal::MustMoveLava);
    assert_eq!(game.state().discarded, [0, 1, 0, 0], "and is discarded");
}

#[test]
fn the_priestess_may_decline_at_tables_that_play_so() {
    let options = Options {
        priestess: WhenCalled::MayDecline,
        ..Options::base()
    };
    let mut game = receives(Priestess, Table::with(options).lava(3, 1));
    game.does(Action::LeaveLava);
    assert_eq!(
        (game.lava(), game.asks()),
        ([0, 0, 1, 0, 0, 0], (YELLOW, Step::Turn))
    );
    assert!(game.happened(Event::LavaLeft { seat: seat(RED) }));
}

#[test]
fn a_priestess_without_lava_is_discarded() {
    let game = receives(Priestess, Table::base());
    assert!(in_vain(&game, Priestess));
    assert_eq!(
        (game.state().discarded, game.asks()),
        ([0, 1, 0, 0], (YELLOW, Step::Turn))
    );
}

// --- "Shell cards" ---

#[test]
fn a_shell_buys_a_card_of_the_display() {
    for card in [Butterflies, StatueMajority, CompleteSegment] {
        let mut game = receives(Shell, Table::base());
        assert_eq!(game.asks(), (RED, Step::Purchase));
        game.buys(card);
        assert_eq!(game.state().holder(card), Holder::Seat(seat(RED)));
        assert_eq!(
            (game.player(RED).shells, game.state().discarded),
            (0, [0, 0, 1, 0])
        );
        assert_eq!(game.asks(), (YELLOW, Step::Turn));
    }
}

#[test]
fn two_shells_buy_the_dear_cards() {
    for card in [ForestCard, MountainCard] {
        let mut game = receives(Shell, Table::base().shells(RED, 1));
        game.buys(card);
        assert_eq!((game.player(RED).shells, game.state().discarded[2]), (0, 2));
    }
}

#[test]
fn for_two_shells_you_must_have_kept_one() {
    let mut game = receives(Shell, Table::base());
    for card in [ForestCard, MountainCard] {
        game.refuses(
            Action::Buy(Ware::Card(card)),
            Refusal::TooFewShells { missing: 1 },
        );
    }
}

#[test]
fn shells_can_be_collected() {
    let mut game = receives(Shell, Table::base().shells(RED, 2));
    game.buys_nothing();
    assert_eq!(
        (game.player(RED).shells, game.asks()),
        (3, (YELLOW, Step::Turn))
    );
    assert!(game.happened(Event::BoughtNothing { seat: seat(RED) }));
}

#[test]
fn one_shell_received_is_one_purchase_at_most() {
    let mut game = receives(Shell, Table::base().shells(RED, 4));
    game.buys(Butterflies);
    assert_eq!(
        (game.player(RED).shells, game.asks()),
        (4, (YELLOW, Step::Turn))
    );
}

#[test]
fn nothing_is_bought_without_a_shell_received() {
    let mut game = Table::base().shells(RED, 3).play();
    game.refuses(
        Action::Buy(Ware::Card(Butterflies)),
        Refusal::SomethingElseFirst,
    );
    let game = receives(kept(Fish1), Table::base().shells(RED, 3));
    assert_eq!(game.asks(), (YELLOW, Step::Turn));
}

#[test]
fn a_sold_card_is_gone_for_both() {
    for holder in [RED, YELLOW] {
        let mut game = receives(Shell, Table::base().bought(holder, Butterflies));
        game.refuses(
            Action::Buy(Ware::Card(Butterflies)),
            Refusal::Sold { card: Butterflies },
        );
        assert_eq!(
            game.legal().len(),
            4,
            "two cards, the priestess, or nothing"
        );
    }
}

#[test]
fn nobody_is_asked_what_cannot_be_bought() {
    let table = [Butterflies, StatueMajority, CompleteSegment]
        .into_iter()
        .fold(Table::base(), |table, card| table.bought(YELLOW, card));
    let game = receives(Shell, table.edit(|state| state.priestess = Face::Down));
    assert_eq!(
        (game.player(RED).shells, game.asks()),
        (1, (YELLOW, Step::Turn)),
        "the others cost two"
    );
}

#[test]
fn every_ware_costs_what_the_appendix_says() {
    let costs = Ware::ALL.map(|ware| printed().cost(ware));
    assert_eq!(costs, [1, 1, 1, 2, 2, 1]);
    assert_eq!(ScoringCard::ALL.len(), 5);
}

// --- "Lava priestess on scoring board" ---

#[test]
fn the_priestess_of_the_display_acts_at_once_and_is_turned_facedown() {
    let mut game = receives(Shell, Table::base().lava(5, 1));
    game.does(BUY_PRIESTESS);
    assert_eq!(game.asks(), (RED, Step::Priestess));
    game.refuses(Action::LeaveLava, Refusal::MustMoveLava);
    game.does(counterclockwise(5));
    assert_eq!(
        (game.state().priestess, game.lava()),
        (Face::Down, [0, 0, 0, 1, 0, 0])
    );
    assert_eq!(
        game.state().discarded,
        [0, 0, 1, 0],
        "the shell is discarded, she stays"
    );
}

#[test]
fn the_priestess_can_be_bought_even_in_vain() {
    let mut game = receives(Shell, Table::base());
    game.does(BUY_PRIESTESS);
    assert!(in_vain(&game, Priestess));
    assert_eq!(
        (game.state().priestess, game.player(RED).shells),
        (Face::Down, 0)
    );
    assert_eq!(game.asks(), (YELLOW, Step::Turn));
}

#[test]
fn the_priestess_cannot_be_used_again_before_the_scoring_by_either() {
    let mut game = receives(
        Shell,
        Table::base().edit(|state| state.priestess = Face::Down),
    );
    game.refuses(BUY_PRIESTESS, Refusal::PriestessGone);
    let table = Table::base()
        .cards(4, [Shell, kept(WhitePearl)])
        .edit(|state| state.priestess = Face::Down);
    let mut game = table.disc(YELLOW, 1, 4).play();
    game.places(2, 2)
        .chooses(Shell)
        .refuses(BUY_PRIESTESS, Refusal::PriestessGone);
}

// --- "Beach cards" ---

#[test]
fn fish_pearls_and_nautilus_are_collected() {
    for keepsake in [Fish1, Fish2, Fish3, Fish4, Fish5, BlackPearl, Nautilus] {
        let game = receives(kept(keepsake), Table::base());
        assert!(game.has(RED, keepsake) && !game.has(YELLOW, keepsake));
        assert_eq!(
            (game.state().discarded, game.asks()),
            ([0; 4], (YELLOW, Step::Turn))
        );
    }
}
