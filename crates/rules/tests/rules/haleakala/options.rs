//! The options of a table, with each of their values.

use lanai_rules::Rules;
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::action::{Action, Refusal};
use lanai_rules::haleakala::options::{Lava, Options, Priestess as WhenCalled, Shuffling};
use lanai_rules::haleakala::pieces::Card;

use super::fixture::*;

#[test]
fn the_default_is_the_base_game() {
    let base = Options {
        lava: Lava::Drawn,
        priestess: WhenCalled::MustAct,
        shuffling: Shuffling::Unlimited,
    };
    assert_eq!((Options::default(), Options::base()), (base, base));
    assert_eq!(
        Options::tactical(),
        Options {
            lava: Lava::Invoked,
            ..base
        }
    );
    assert_eq!(
        Haleakala::presets(),
        [("base", base), ("tactical", Options::tactical())]
    );
}

#[test]
fn options_are_read_by_their_names() {
    let read = |text: &str| toml::from_str::<Options>(text);
    assert_eq!(read("").unwrap(), Options::base());
    let all = "lava = \"invoked\"\npriestess = \"may_decline\"\nshuffling = \"forty_turns\"";
    let (priestess, shuffling) = (WhenCalled::MayDecline, Shuffling::FortyTurns);
    let expected = Options {
        lava: Lava::Invoked,
        priestess,
        shuffling,
    };
    assert_eq!(read(all).unwrap(), expected);
    assert!(read("lava = \"hot\"").is_err() && read("magma = \"drawn\"").is_err());
}

#[test]
fn lava_is_drawn_or_invoked() {
    let lava = |table: Table| {
        table
            .state()
            .piles
            .iter()
            .flatten()
            .filter(|card| **card == Card::Lava)
            .count()
    };
    assert_eq!((lava(Table::base()), lava(Table::tactical())), (8, 0));
    assert!(!Table::base().play().may(invoke(1)) && Table::tactical().play().may(invoke(1)));
}

#[test]
fn a_priestess_must_act_or_may_decline() {
    for (priestess, may) in [(WhenCalled::MustAct, false), (WhenCalled::MayDecline, true)] {
        let options = Options {
            priestess,
            ..Options::base()
        };
        let table = Table::with(options)
            .cards(4, [Priestess, Priestess])
            .lava(1, 1)
            .disc(RED, 1, 4);
        let mut game = table.play();
        game.places(2, 2);
        assert_eq!(game.may(Action::LeaveLava), may);
    }
}

// --- The house rule against shuffling ---

fn forty_turns() -> Options {
    Options {
        shuffling: Shuffling::FortyTurns,
        ..Options::base()
    }
}

/// Red and yellow put a disc somewhere and take it back, so many turns.
fn shuffles(game: &mut Play, turns: u16) {
    for _ in 0..turns {
        let (player, at) = (game.to_act(), if game.to_act() == RED { 5 } else { 6 });
        match game.lies(player, 1) {
            None => game.places(1, at),
            Some(_) => game.takes(1),
        };
        game.stays();
    }
}

#[test]
fn discs_may_be_shuffled_without_end_unless_the_table_forbids_it() {
    let mut game = Table::base().play();
    shuffles(&mut game, 200);
    assert_eq!(
        (game.state().quiet, Shuffling::Unlimited.quiet_turns()),
        (200, None)
    );
}

#[test]
fn quiet_turns_are_counted_without_overflow() {
    let mut game = Table::base()
        .edit(|state| state.quiet = u16::MAX - 1)
        .play();
    shuffles(&mut game, 4);
    assert_eq!(game.state().quiet, u16::MAX);
}

#[test]
fn after_forty_quiet_turns_nothing_is_taken_back() {
    let mut game = Table::with(forty_turns()).play();
    shuffles(&mut game, 38);
    game.places(2, 4).stays();
    assert!(!game.legal().is_empty() && game.state().quiet == 39);
    game.places(2, 1).stays();
    assert_eq!(game.state().quiet, 40);
    game.refuses(take(2), Refusal::TooManyQuietTurns { turns: 40 });
    game.places(3, 5).stays();
    game.refuses(take(2), Refusal::TooManyQuietTurns { turns: 41 });
}

#[test]
fn the_fortieth_turn_may_still_take_back() {
    let mut game = Table::with(forty_turns()).play();
    game.places(1, 5).stays().places(1, 6).stays();
    shuffles(&mut game, 37);
    assert_eq!(game.state().quiet, 39);
    assert!(
        game.legal()
            .iter()
            .any(|action| matches!(action, Action::Take { .. }))
    );
}

#[test]
fn a_received_card_ends_the_ban_and_forty_turns_are_counted_anew() {
    let table = Table::with(forty_turns()).edit(|state| state.quiet = 60);
    let table = table
        .cards(4, [Statue, Statue])
        .disc(RED, 1, 4)
        .disc(YELLOW, 5, 3);
    let mut game = table.play();
    game.refuses(take(1), Refusal::TooManyQuietTurns { turns: 60 });
    game.places(2, 2);
    assert_eq!(
        game.state().quiet,
        0,
        "the turn in which a card was received is not quiet"
    );
    game.takes(5).stays();
    shuffles(&mut game, 39);
    assert_eq!(game.state().quiet, 40);
    assert!(
        !game
            .legal()
            .iter()
            .any(|action| matches!(action, Action::Take { .. }))
    );
}

/// Players prefer taking back, then placing away from the boat.
#[test]
fn with_the_house_rule_every_game_ends() {
    for (number, options) in (0..6).zip(
        [
            forty_turns(),
            Options {
                lava: Lava::Invoked,
                ..forty_turns()
            },
        ]
        .repeat(3),
    ) {
        let seed = Seed::from_number(number);
        let mut dice = Dice::new(&seed, 99);
        let game = Haleakala::setup(&printed(), seats(), options, seed).unwrap();
        let mut game = Play::new(game);
        let mut actions = 0;
        while !game.is_over() {
            let mut legal = game.legal();
            dice.shuffle(&mut legal);
            let boat = game.state().boat;
            let far = |action: &Action| matches!(action, Action::Place { at, .. } if *at != boat);
            let takes = |action: &Action| matches!(action, Action::Take { .. });
            let rank = |action: &Action| (!takes(action), !far(action));
            legal.sort_by_key(rank);
            game.does(legal[0]);
            assert!(game.state().quiet < 40 + 10 + 6, "the boat finds the discs");
            actions += 1;
            assert!(actions < 10_000, "shuffled for ever");
        }
    }
}
