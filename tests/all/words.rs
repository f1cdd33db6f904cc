//! Every event, refusal, action and view has its sentence, and no sentence has a hole.

use std::collections::BTreeSet;

use lanai::{
    minds::{Mind, Random, Sight},
    rules::{
        Rules, Seat, Seats, Status, Title, Viewer,
        chance::Seed,
        hawaii::{
            Hawaii,
            action::Refusal,
            island::{Dock, Place, Row, Space},
            options::Options,
            pieces::{Fruit, God, Good, Price, Tile, VillageTile},
        },
    },
    words::{Words, hawaii::Teller},
};

/// A name that the file lacks is said in brackets, a value that was not filled in with a brace.
fn assert_whole(sentence: &str) {
    assert!(!sentence.contains(['[', ']', '{', '}', '$']), "{sentence}");
    assert!(!sentence.trim().is_empty());
}

#[test]
fn games_are_told_without_holes() {
    let words = Words::english().unwrap();
    let printed = Hawaii::printed().unwrap();
    let names: Vec<_> = ["Ana", "Ben", "Cleo"].map(str::to_owned).into();
    let teller = Teller { words: &words, printed: &printed, names: &names };
    let mut told = BTreeSet::new();
    for number in 0..60 {
        let seed = Seed::from_number(number);
        let seats = Seats::of(Title::Hawaii, 3).unwrap();
        let mut game = Hawaii::setup(&printed, seats, Options::online(), seed).unwrap();
        let mut mind = Random::new(&seed, Seat::default());
        let (mut legal, mut events) = (Vec::new(), Vec::new());
        while let Status::ToAct(seat) = game.status() {
            game.legal(&mut legal);
            let view = game.view(Viewer::Seat(seat));
            let question = teller.question(&view).expect("whoever decides is asked something");
            assert_whole(&question);
            if number < 5 {
                for action in &legal {
                    assert_whole(&teller.action(&view, *action));
                }
                assert_whole(&teller.island(&view));
                assert_whole(&teller.realms(&view));
            }
            events.clear();
            game.play(legal[mind.choose(&Sight::new(&game, seat, &legal))], &mut events).unwrap();
            for event in &events {
                assert_whole(&teller.event(event));
                let tree = serde_json::to_value(event).unwrap();
                told.extend(tree.as_object().unwrap().keys().cloned());
            }
        }
        assert_whole(&teller.standings(&game.view(Viewer::Table).standings.unwrap()));
    }
    // 21 kinds of event: random games come past all of them.
    assert_eq!(told.len(), 21, "{told:?}");
}

#[test]
fn every_refusal_has_its_sentence() {
    let words = Words::english().unwrap();
    let printed = Hawaii::printed().unwrap();
    let teller = Teller { words: &words, printed: &printed, names: &[] };
    let place = Place::from_number(4).unwrap();
    let (row, dock, space) = (Row::default(), Dock::default(), Space::default());
    let (tile, god, price) = (VillageTile::Hula, God::Laka, Price { worth: 3, spears: true });
    for missing in [1, 2] {
        let small = u8::try_from(missing).unwrap();
        let mut refusals = vec![
            Refusal::GameOver,
            Refusal::SomethingElseFirst,
            Refusal::NoPriceToken { place },
            Refusal::NoTile { place },
            Refusal::NothingFits { place },
            Refusal::NothingLeftToBuyWith { missing },
            Refusal::NotSoldHere { tile: Tile::Boat, place },
            Refusal::NoSuchPrice { price },
            Refusal::TooFewTiles { tile: Tile::Tiki, missing: small },
            Refusal::GodNotOnTop { god },
            Refusal::NoKahunaSpace { missing: small },
            Refusal::NoTikiSpace { missing: small },
            Refusal::NoVillageFor { tile },
            Refusal::GodOnlyOnce { god },
            Refusal::OneGodPerVillage { row },
            Refusal::SecondOfItsKind { tile, row },
            Refusal::VillageNeedsHut { tile, row },
            Refusal::RowSkipped { next: row },
            Refusal::WrongSum { cost: 3, paid: 2 },
            Refusal::Mixed { turned: 2, power: missing - 1 },
            Refusal::FishNothing,
            Refusal::NotInCove { fish: 3, missing: small },
            Refusal::BoatsTooSmall { missing: small },
            Refusal::NotAshore,
            Refusal::MoreBoatsThanNeeded,
            Refusal::NoIsland { dock },
            Refusal::EverybodyWaited,
            Refusal::NoSuchSpace { spaces: 3 },
            Refusal::SpaceTaken { space },
            Refusal::NoFruitTile { fruit: Fruit::Taro },
            Refusal::KaneTakes { goods: 2 },
        ];
        for good in Good::ALL {
            refusals.push(Refusal::TooLittle { good, missing });
            refusals.push(Refusal::NotInPurse { good, missing });
        }
        for refusal in refusals {
            assert_whole(&teller.refusal(refusal));
        }
    }
}

#[test]
fn a_refusal_says_what_is_missing() {
    let words = Words::english().unwrap();
    let printed = Hawaii::printed().unwrap();
    let teller = Teller { words: &words, printed: &printed, names: &[] };
    let missing = |good, missing| teller.refusal(Refusal::TooLittle { good, missing });
    assert_eq!(missing(Good::Foot, 2), "That needs 2 more feet.");
    assert_eq!(missing(Good::Foot, 1), "That needs 1 more foot.");
    assert_eq!(missing(Good::Shell, 1), "That needs 1 more shell.");
}

#[test]
fn lists_are_said_as_people_say_them() {
    let words = Words::english().unwrap();
    let list = |items: &[&str]| words.list(&items.iter().map(|item| (*item).to_owned()).collect::<Vec<_>>());
    assert_eq!(list(&[]), "");
    assert_eq!(list(&["a"]), "a");
    assert_eq!(list(&["a", "b"]), "a and b");
    assert_eq!(list(&["a", "b", "c"]), "a, b and c");
}
