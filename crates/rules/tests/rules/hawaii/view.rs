//! What a viewer may know: two tables that differ only in what is hidden look the same.

use lanai_rules::chance::{Dice, Seed};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::options::Options;
use lanai_rules::hawaii::printed::Gift;
use lanai_rules::hawaii::state::Step;
use lanai_rules::hawaii::view::View;
use lanai_rules::{Rules, Seats, Title, Viewer};

use super::fixture::*;

const TABLE: Viewer = Viewer::Table;

fn view(table: Table, viewer: Viewer) -> View {
    table.play().game().view(viewer)
}

#[test]
fn islands_at_the_docks_and_visited_ones_are_open() {
    let mut game = Table::of(2)
        .launched(RED)
        .boat(RED, I)
        .island(1, Gift::Surfer)
        .play();
    assert_eq!(game.game().view(TABLE).docks[0].gift, Some(Gift::Surfer));
    game.sails(1);
    let seen = game.game().view(TABLE);
    assert_eq!(
        (seen.docks[0].gift, seen.islands_visited),
        (None, vec![Gift::Surfer])
    );
}

/// Whether there is a choice of payments, boats or offers depends on the purse: it is asked for in any case.
#[test]
fn the_agenda_tells_nothing_of_a_purse() {
    for purse in [goods(9, 1, 0), goods(9, 9, 9)] {
        let table = Table::of(2)
            .purse(RED, purse.shells, purse.feet, purse.fruits)
            .price("gods", 4);
        let mut game = table.top_gods("kane", "ku").play();
        for action in [
            walk("gods"),
            pay(0, 1, 0),
            buy("kane", plain(4), I),
            pay(4, 0, 0),
        ] {
            game.does_only(action);
        }
        assert_eq!(game.step(), Some(Step::Kane));
    }
    let mut game = Table::of(2).purse(RED, 0, 3, 0).boat(RED, I).play();
    game.does_only(sail(1));
    assert_eq!(game.step(), Some(Step::Launch { load: 3 }));
}

#[test]
fn realms_lie_open() {
    let table = Table::of(2)
        .build(RED, 2, "shell-hut", II)
        .kahunas(RED, 2)
        .tikis(RED, 1)
        .boat(RED, I);
    let seen = view(table.took(RED, &[3, 4]).build(RED, 1, "surfer", I), TABLE);
    let realm = seen.realm(seat(RED)).unwrap();
    assert_eq!(
        (realm.kahunas, realm.tikis, realm.ashore.one, realm.needed),
        (2, 1, 1, 7)
    );
    assert_eq!(
        (realm.villages[1].length, realm.villages[1].tiles.len()),
        (1, 1)
    );
    assert_eq!(
        (realm.villages[0].length, realm.villages[0].tiles.len()),
        (2, 1)
    );
    assert_eq!(realm.open_sum(), 7);
}

#[test]
fn prices_are_seen_on_their_circles() {
    let seen = view(Table::of(3).price("long-huts", 4).track(2, red(5)), TABLE);
    let circles = &seen.place(place("long-huts")).unwrap().circles;
    assert_eq!(
        circles
            .iter()
            .map(|it| (it.number, it.price))
            .collect::<Vec<_>>(),
        [(Some(6), None), (None, Some(plain(4)))]
    );
    assert_eq!(
        seen.spaces.iter().map(|it| it.price).collect::<Vec<_>>(),
        [None, Some(red(5)), None]
    );
}

/// No one sees the numbers of fish tokens before the game is over.
#[test]
fn at_the_end_fish_tokens_are_among_the_sum_that_is_seen() {
    let mut fished = false;
    for number in 0..8 {
        let seats = Seats::of(Title::Hawaii, 3).unwrap();
        let seed = Seed::from_number(number);
        let mut game =
            Hawaii::setup(&Hawaii::printed().unwrap(), seats, Options::default(), seed).unwrap();
        let mut dice = Dice::new(&Seed::from_number(number), 1);
        while game.status().to_act().is_some() {
            let legal = game.legal_actions();
            let choice = dice.below(u32::try_from(legal.len()).unwrap());
            game.play(legal[choice as usize], &mut Vec::new()).unwrap();
        }
        for realm in game.view(Viewer::Table).realms {
            assert_eq!(realm.open_sum(), game.sum_of_tokens(realm.seat));
            let open: u16 = realm
                .prices
                .iter()
                .map(|price| u16::from(price.worth))
                .sum();
            fished |= realm.open_sum() > open;
        }
    }
    assert!(fished, "somebody has fish tokens");
}
