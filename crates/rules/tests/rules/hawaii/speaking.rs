//! What a line says besides its verb: the village, the payment, and what is settled if it says nothing.

use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::pieces::{Fleet, Hut};
use lanai_rules::hawaii::printed::Gift;
use lanai_rules::{Rules, Viewer};
use lanai_text::input::{self, IntentError, Request};
use lanai_text::{Dictionary, Phrasebook};

use super::fixture::*;

/// Says a line for red, and does what it says; else why not.
fn says(game: &mut Play, line: &str) -> Result<(), String> {
    let view = game.game().view(Viewer::Seat(seat(RED)));
    let (dictionary, printed) = (Dictionary::open().unwrap(), printed());
    let words = dictionary.english();
    let said = input::parse_line::<Hawaii>(words, line, &view, &game.legal()).unwrap();
    let Request::Act(wish) = said else {
        panic!("{line} is no wish")
    };
    let phrasebook = Phrasebook::<Hawaii> {
        words,
        printed: &printed,
        names: &[],
    };
    let explain = |not_done: IntentError<Hawaii>| not_done.explain(&phrasebook, seat(RED));
    for action in input::resolve_intent(game.game(), seat(RED), &wish).map_err(explain)? {
        game.does_only(action);
    }
    Ok(())
}

fn visiting_for_a_hut() -> Play {
    Table::of(3)
        .launched(RED)
        .boat(RED, I)
        .island(1, Gift::Hut(Hut::Foot))
        .play()
}

#[test]
fn a_gift_that_fits_several_villages_is_put_where_the_line_says_and_paid_as_it_says() {
    for line in [
        "sail 1 pay feet village 2",
        "sail 1 village 2 pay feet",
        "sail 1 village 2 pay 3 feet",
    ] {
        let mut game = visiting_for_a_hut();
        says(&mut game, line).unwrap();
        assert!(game.stands(RED, 2, "foot-hut", II), "{line}");
        assert_eq!(game.purse(RED), (13, 4, 0), "{line}");
    }
}

#[test]
fn who_says_how_to_pay_hears_what_else_has_to_be_said() {
    let mut game = visiting_for_a_hut();
    let why = says(&mut game, "sail 1 pay feet").unwrap_err();
    assert!(why.starts_with("This has to be answered first"), "{why}");
    assert!(
        why.contains("village 1") && why.contains("village 2"),
        "{why}"
    );
    assert_eq!(game.purse(RED), (13, 7, 0), "nothing is done by halves");
    // Without a word about it the village is asked for, and the payment settled after it.
    says(&mut game, "sail 1").unwrap();
    says(&mut game, "village 2").unwrap();
    assert_eq!(game.purse(RED), (13, 4, 0));
}

#[test]
fn of_several_ways_as_few_boats_go_out_as_will_do() {
    // The fishing boat and the boat I would do as well, for a foot more.
    let mut game = Table::of(2)
        .boat(RED, I)
        .boat(RED, II)
        .island(2, Gift::Points(5))
        .play();
    says(&mut game, "sail 2").unwrap();
    assert_eq!(
        game.realm(RED).ashore,
        Fleet {
            fishing: 1,
            one: 1,
            two: 0
        }
    );
    assert_eq!(game.purse(RED), (13, 4, 0));
}
