//! Several turns on one picture: their marks and numbers.

use lanai_render::{Canvas, Draw};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::{Rules, Seat, Status, Viewer};
use lanai_text::Scene;

use super::games::{draw_plain, positions, recap, save};
use super::{golden, pixels_of};
use lanai_testing::outside::test_size;

/// A game after a turn, with all turns so far.
struct After<G: Rules> {
    view: G::View,
    turns: Vec<Vec<G::Event>>,
}

/// Returns a random game after each of its turns.
fn game<G: Draw>(players: u8, seed: u64) -> Vec<After<G>> {
    let mut turns: Vec<Vec<G::Event>> = Vec::new();
    let mut all = Vec::new();
    for position in positions::<G>(players, seed, G::Options::default())
        .into_iter()
        .skip(1)
    {
        let over = matches!(position.game.status(), Status::Over(_));
        if position.game.begins_turn() || over {
            turns.push(position.events);
            all.push(After {
                view: position.game.view(Viewer::Table),
                turns: turns.clone(),
            });
        }
    }
    all
}

/// Returns the last turns before a position.
fn last<G: Draw>(after: &After<G>, many: usize) -> &[Vec<G::Event>] {
    &after.turns[after.turns.len().saturating_sub(many)..]
}

/// A single turn has its usual marks. Several turns have numbers, which are all that depends on
/// their order; and the same turns look the same.
fn shows_each_turn<G: Draw>(players: u8, name: &str) {
    let mut told_apart = 0;
    for (number, after) in game::<G>(players, 11)
        .iter()
        .enumerate()
        .step_by(test_size(8, 4))
    {
        let view = &after.view;
        let bare = recap::<G>(view, &[]);
        let one = recap::<G>(view, last(after, 1));
        assert!(one.numbers() == draw_plain::<G>(view, &last(after, 1)[0], Scene::Board).numbers());
        assert!(
            bare.numbers() == recap::<G>(view, &[vec![]]).numbers(),
            "nothing is no turn"
        );
        let several = last(after, 6);
        if several.len() < 2 {
            continue;
        }
        let picture = recap::<G>(view, several);
        save(&format!("{name}-turns-{number:03}.png"), &picture);
        assert!(
            picture.numbers() == recap::<G>(view, several).numbers(),
            "the same"
        );
        assert!(
            picture.numbers() != bare.numbers() && picture.numbers() != one.numbers(),
            "{number}"
        );
        // Merged into one turn, they have at most the same marks, and no numbers.
        assert!(
            picture.numbers() != recap::<G>(view, &[several.concat()]).numbers(),
            "{number}"
        );
        // Another turn without effect increases every number by one.
        let later = [&[vec![]], several].concat();
        told_apart += usize::from(picture.numbers() != recap::<G>(view, &later).numbers());
    }
    assert!(told_apart > 4, "{told_apart}");
}

#[test]
fn several_turns_have_numbers_and_one_has_none() {
    shows_each_turn::<Hawaii>(3, "island");
    shows_each_turn::<Haleakala>(2, "volcano");
}

/// Returns how many pixels have a seat's colour.
fn of_seat(canvas: &Canvas, number: u8) -> usize {
    use lanai_render::{Look, Tone};
    let colour = Tone::Main.rgb(Seat::from_number(number).unwrap(), Look::Calm);
    pixels_of(canvas)
        .into_iter()
        .filter(|(_, pixel)| *pixel == colour)
        .count()
}

/// A number has the colour of the acting seat: two turns of one seat add to no other colour.
#[test]
fn a_number_is_in_the_colour_of_who_acted() {
    use lanai_rules::hawaii::{action::Event, island::Chieftain};
    let view = &game::<Hawaii>(3, 2)[0].view;
    let before = recap::<Hawaii>(view, &[]);
    for number in 1..=3 {
        let seat = Seat::from_number(number).unwrap();
        let waits = vec![Event::Moved {
            seat,
            from: Chieftain::Beach,
            to: Chieftain::Beach,
        }];
        let picture = recap::<Hawaii>(view, &[waits.clone(), waits]);
        for other in 1..=3 {
            let more = of_seat(&picture, other).saturating_sub(of_seat(&before, other));
            assert_eq!(
                more > 1000,
                other == number,
                "{more} pixels of seat {other} for {number}"
            );
        }
    }
}

/// A sailing boat's events name no seat, but seats take turns alternately.
#[test]
fn a_boat_that_sails_alone_belongs_to_whose_turn_it_was() {
    use lanai_rules::haleakala::{action::Event, board::Segment, pieces::Disc};
    let view = &game::<Haleakala>(2, 2)[0].view;
    let sailed = |from: Segment| {
        vec![Event::Sailed {
            from,
            to: from.clockwise(1),
        }]
    };
    let at = Segment::default();
    for number in [1, 2] {
        let (seat, disc) = (
            Seat::from_number(number).unwrap(),
            Disc::all().next().unwrap(),
        );
        let took = vec![Event::TookBack {
            seat,
            disc,
            from: at.clockwise(3),
        }];
        let settled = vec![Event::BoughtNothing { seat }];
        let mut colours = Vec::new();
        for turns in [
            vec![took.clone(), sailed(at)],
            vec![sailed(at), settled, took],
        ] {
            let picture = recap::<Haleakala>(view, &turns);
            colours.push([1, 2].map(|seat| {
                of_seat(&picture, seat) - of_seat(&recap::<Haleakala>(view, &[]), seat)
            }));
        }
        for more in colours {
            assert!(
                more.iter().all(|more| *more > 500),
                "a number of each seat: {more:?}"
            );
        }
    }
    // With two boats the seats are unknown, so the numbers have no colour.
    let picture = recap::<Haleakala>(view, &[sailed(at), sailed(at.clockwise(1))]);
    assert!(picture.numbers() != recap::<Haleakala>(view, &[]).numbers());
}

#[test]
fn the_pictures_of_several_turns_are_those_that_were_looked_at() {
    let hawaii = game::<Hawaii>(4, 1);
    let after = &hawaii[17];
    golden::compare(
        "island-turns",
        &recap::<Hawaii>(&after.view, last(after, 7)),
    );
    let haleakala = game::<Haleakala>(2, 3);
    let after = &haleakala[40];
    golden::compare(
        "haleakala-turns",
        &recap::<Haleakala>(&after.view, last(after, 5)),
    );
}
