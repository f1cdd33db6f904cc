//! Every refusal, with its figure. [`Play::refuses`] also checks that nothing changed.

use lanai_rules::haleakala::action::{Action, Refusal};
use lanai_rules::haleakala::options::{Options, Shuffling};
use lanai_rules::haleakala::pieces::{Face, Ware};

use super::fixture::*;

#[test]
fn the_game_is_over() {
    let mut game = Table::base().last_cards().bare(4).play();
    game.places(2, 2);
    for action in [
        place(1, 1),
        take(2),
        Action::Boat,
        Action::Stay,
        Action::BuyNothing,
        invoke(1),
    ] {
        game.refuses(action, Refusal::GameOver);
    }
}

#[test]
fn something_else_comes_first() {
    let turn = [place(1, 1), invoke(1), take(1), Action::Boat];
    let walks = [walk(1, Grassland), Action::Stay];
    let chooses = [Action::Choose(Statue)];
    let lava = [clockwise(1), Action::LeaveLava];
    let buys = [
        BUY_PRIESTESS,
        Action::Buy(Ware::Card(Butterflies)),
        Action::BuyNothing,
    ];
    let check = |game: &mut Play, others: &[&[Action]]| {
        for action in others.iter().copied().flatten() {
            game.refuses(*action, Refusal::SomethingElseFirst);
        }
    };
    let table = || Table::base().lava(1, 1).disc(RED, 1, 4);
    let mut game = table().cards(4, [Priestess, Shell]).play();
    check(&mut game, &[&walks, &chooses, &lava, &buys]);
    game.places(2, 2);
    check(&mut game, &[&turn, &walks, &lava, &buys]);
    game.chooses(Priestess);
    check(&mut game, &[&turn, &walks, &chooses, &buys]);
    let mut game = table().cards(4, [Priestess, Shell]).play();
    game.places(2, 2).chooses(Shell);
    check(&mut game, &[&turn, &walks, &chooses, &lava]);
    let mut game = table().play();
    game.places(2, 1);
    check(&mut game, &[&turn, &chooses, &lava, &buys]);
}

// --- Number discs ---

#[test]
fn this_disc_lies_on_a_beach() {
    let mut game = Table::tactical().disc(RED, 3, 5).play();
    let refusal = Refusal::DiscNotInHand {
        disc: disc(3),
        at: segment(5),
    };
    for action in [place(3, 1), place(3, 2), place(3, 5), invoke(3)] {
        game.refuses(action, refusal);
    }
}

#[test]
fn this_disc_lies_on_no_beach() {
    let mut game = Table::base().disc(YELLOW, 3, 5).disc(RED, 1, 5).play();
    game.refuses(take(3), Refusal::DiscInHand { disc: disc(3) });
}

#[test]
fn both_colours_would_have_this_sum() {
    let mut game = Table::tactical()
        .disc(YELLOW, 3, 5)
        .disc(RED, 1, 5)
        .disc(YELLOW, 4, 2)
        .play();
    game.refuses(
        place(2, 5),
        Refusal::EqualSums {
            sum: 3,
            at: segment(5),
        },
    );
    game.refuses(
        place(4, 2),
        Refusal::EqualSums {
            sum: 4,
            at: segment(2),
        },
    );
    game.refuses(
        invoke(4),
        Refusal::EqualSums {
            sum: 4,
            at: segment(2),
        },
    );
    let mut game = Table::base()
        .disc(YELLOW, 5, 6)
        .disc(RED, 5, 6)
        .disc(RED, 1, 6)
        .play();
    game.refuses(
        take(1),
        Refusal::EqualSums {
            sum: 5,
            at: segment(6),
        },
    );
}

#[test]
fn there_is_no_invocation_in_the_base_game() {
    let mut game = Table::base().play();
    for number in 1..=5 {
        game.refuses(invoke(number), Refusal::NoInvocation);
    }
}

#[test]
fn the_invocation_disc_lies_on_a_beach() {
    let mut game = Table::tactical()
        .invocation(RED, 5)
        .invocation(YELLOW, 6)
        .play();
    game.refuses(invoke(1), Refusal::InvocationNotInHand { at: segment(5) });
}

#[test]
fn discs_are_still_in_hand() {
    for placed in 0..=4 {
        let table = (1..=placed).fold(Table::base(), |table, number| table.disc(RED, number, 4));
        table
            .play()
            .refuses(Action::Boat, Refusal::DiscsInHand { discs: 5 - placed });
    }
}

#[test]
fn too_many_turns_were_quiet() {
    let options = Options {
        shuffling: Shuffling::FortyTurns,
        ..Options::base()
    };
    let quiet = |turns| {
        Table::with(options)
            .disc(RED, 1, 4)
            .edit(|state| state.quiet = turns)
            .play()
    };
    quiet(40).refuses(take(1), Refusal::TooManyQuietTurns { turns: 40 });
    quiet(77).refuses(take(1), Refusal::TooManyQuietTurns { turns: 77 });
    quiet(39).takes(1);
}

// --- The shaman ---

#[test]
fn the_shaman_cannot_get_there() {
    let mut game = Table::base().shaman(RED, 1, Grassland).play();
    game.places(1, 4);
    for (at, terrain) in [
        (1, Grassland),
        (1, Mountain),
        (3, Forest),
        (4, Grassland),
        (5, Forest),
    ] {
        game.refuses(walk(at, terrain), Refusal::TooFar);
    }
}

#[test]
fn the_other_shaman_stands_there() {
    let mut game = Table::base()
        .shaman(RED, 1, Grassland)
        .shaman(YELLOW, 6, Forest)
        .play();
    game.places(1, 4)
        .refuses(walk(6, Forest), Refusal::OtherShaman);
}

// --- Cards ---

#[test]
fn no_such_card_lies_here() {
    let mut game = Table::base()
        .cards(4, [Statue, kept(Fish1)])
        .disc(RED, 1, 4)
        .play();
    game.places(2, 2);
    for card in [Priestess, Shell, Lava, kept(Fish2), kept(Nautilus)] {
        game.refuses(Action::Choose(card), Refusal::NoSuchCard { card });
    }
}

fn called() -> Play {
    let mut game = Table::base()
        .cards(4, [Priestess, Priestess])
        .lava(6, 2)
        .disc(RED, 1, 4)
        .play();
    game.places(2, 2);
    game
}

#[test]
fn there_is_no_lava_on_this_crater() {
    for at in 1..=5 {
        called().refuses(clockwise(at), Refusal::NoLava { at: segment(at) });
        called().refuses(counterclockwise(at), Refusal::NoLava { at: segment(at) });
    }
}

#[test]
fn the_priestess_must_act() {
    called().refuses(Action::LeaveLava, Refusal::MustMoveLava);
}

fn shopping(table: Table) -> Play {
    let mut game = table.cards(4, [Shell, Shell]).disc(RED, 1, 4).play();
    game.places(2, 2);
    game
}

#[test]
fn this_card_was_bought_already() {
    let mut game = shopping(
        Table::base()
            .bought(YELLOW, CompleteSegment)
            .bought(RED, MountainCard),
    );
    for card in [CompleteSegment, MountainCard] {
        game.refuses(Action::Buy(Ware::Card(card)), Refusal::Sold { card });
    }
}

#[test]
fn the_priestess_of_the_display_was_bought() {
    let mut game = shopping(Table::base().edit(|state| state.priestess = Face::Down));
    game.refuses(BUY_PRIESTESS, Refusal::PriestessGone);
}

#[test]
fn so_many_more_shells_are_needed() {
    let mut game = shopping(Table::base());
    for card in [ForestCard, MountainCard] {
        game.refuses(
            Action::Buy(Ware::Card(card)),
            Refusal::TooFewShells { missing: 1 },
        );
    }
}
