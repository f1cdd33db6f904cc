//! Every event, refusal, action and view has a sentence without unfilled placeholders, in every
//! language.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod brief;
mod languages;
mod pieces;
mod topics;

use std::collections::BTreeSet;

use lanai_ai::{Budget, Observation, Policy, Random};
use lanai_rules::chance::Seed;
use lanai_rules::haleakala::{self, Haleakala};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::action::{Action, Refusal};
use lanai_rules::hawaii::island::{Dock, Place, Row, Space};
use lanai_rules::hawaii::options::Options;
use lanai_rules::hawaii::pieces::{Fruit, God, Good, Price, Tile, VillageTile};
use lanai_rules::{BySeat, Rules, Seat, Seats, Standings, Status, Title, Viewer};
use lanai_text::input::{self, Request, TypedGame};
use lanai_text::{Dictionary, Phrasebook, Tell, TellEvents as _, Words};

use languages::assert_keeps_to;

/// A missing sentence would be in brackets, a missing value in braces.
fn assert_whole(sentence: &str) {
    assert!(!sentence.contains(['[', ']', '{', '}', '$']), "{sentence}");
    assert!(!sentence.trim().is_empty());
}

/// Describes random games and everything that can be asked, done and seen in some of them. Returns
/// the kinds of events.
fn tell_games<G: TypedGame>(
    words: &Words,
    players: u8,
    options: &G::Options,
    games: u64,
) -> BTreeSet<String> {
    let printed = G::printed().unwrap();
    let names: Vec<_> = ["Ana", "Ben", "Cleo"].map(str::to_owned).into();
    let phrasebook = Phrasebook {
        words,
        printed: &*printed,
        names: &names,
    };
    let check = |sentence: String| {
        assert_whole(&sentence);
        assert_keeps_to(words, &sentence);
    };
    let mut told = BTreeSet::new();
    for number in 0..games {
        let seed = Seed::from_number(number);
        let seats = Seats::of(G::TITLE, players).unwrap();
        let mut game = G::setup(&printed, seats, options.clone(), seed).unwrap();
        let mut mind = Random::new(&seed, Seat::default());
        let (mut legal, mut events) = (Vec::new(), Vec::new());
        while let Status::ToAct(seat) = game.status() {
            game.legal(&mut legal);
            let view = game.view(Viewer::Seat(seat));
            check(
                G::open_question(&phrasebook, &view).expect("whoever decides is asked something"),
            );
            assert_eq!(
                G::open_question(&phrasebook, &game.view(Viewer::Table)),
                None
            );
            for action in &legal {
                let line = G::describe_action(&phrasebook, &view, action);
                assert_whole(&line);
                assert_keeps_to(
                    words,
                    assert_can_be_typed::<G>(words, &line, &view, &legal, action),
                );
            }
            if number < 3 {
                check(G::describe_board(&phrasebook, &view));
                check(G::describe_players(&phrasebook, &view));
                check(G::describe_player(&phrasebook, &view, seat));
            }
            events.clear();
            game.play(
                legal[mind.choose(
                    &Observation::new(&game, seat, &legal),
                    &mut Budget::per_turn(),
                )],
                &mut events,
            )
            .unwrap();
            for event in &events {
                check(G::describe_event(&phrasebook, event));
                let tree = serde_json::to_value(event).unwrap();
                let name = tree
                    .as_str()
                    .or_else(|| tree.as_object()?.keys().next().map(String::as_str));
                told.insert(name.unwrap().to_owned());
            }
        }
        let Status::Over(standings) = game.status() else {
            panic!("not over")
        };
        check(phrasebook.standings(&standings));
    }
    told
}

/// Asserts that the text before the colon is parsed as its action. Returns the text after it.
fn assert_can_be_typed<'a, G: TypedGame>(
    words: &Words,
    line: &'a str,
    view: &G::View,
    legal: &[G::Action],
    action: &G::Action,
) -> &'a str {
    let (typed, meaning) = line.split_once(':').unwrap_or((line, ""));
    match input::parse_line::<G>(words, typed, view, legal) {
        Ok(Request::Act(wish)) => assert_eq!(wish.first, *action, "{line}"),
        Ok(_) => panic!("{line} is no wish"),
        Err(unclear) => panic!("{line}: {unclear:?}"),
    }
    meaning
}

/// Random games have all 21 kinds of events.
#[test]
fn games_of_hawaii_are_told_without_holes() {
    for words in Dictionary::open().unwrap().languages() {
        let told = tell_games::<Hawaii>(words, 3, &Options::online(), 60);
        assert_eq!(told.len(), 21, "{told:?}");
    }
}

/// There are 22 kinds of events; each variant lacks some.
#[test]
fn games_of_haleakala_are_told_without_holes() {
    use haleakala::options::{Options, Priestess};
    let tactical = Options {
        priestess: Priestess::MayDecline,
        ..Options::tactical()
    };
    for words in Dictionary::open().unwrap().languages() {
        let mut told = tell_games::<Haleakala>(words, 2, &Options::base(), 20);
        told.extend(tell_games::<Haleakala>(words, 2, &tactical, 20));
        assert_eq!(told.len(), 22, "{told:?}");
    }
}

/// Asserts that a refusal has a sentence in every language.
fn assert_is_told<G: Tell>(refusal: &G::Refusal) {
    let dictionary = Dictionary::open().unwrap();
    let printed = G::printed().unwrap();
    for words in dictionary.languages() {
        let phrasebook = Phrasebook::<G> {
            words,
            printed: &*printed,
            names: &[],
        };
        let sentence = G::explain_refusal(&phrasebook, refusal);
        assert_whole(&sentence);
        assert_keeps_to(words, &sentence);
    }
}

#[test]
fn every_refusal_of_haleakala_has_its_sentence() {
    use haleakala::{
        action::Refusal,
        board::Segment,
        pieces::{Card, Disc, ScoringCard},
    };
    let (at, disc) = (Segment::default(), Disc::default());
    for refusal in [
        Refusal::GameOver,
        Refusal::SomethingElseFirst,
        Refusal::DiscNotInHand { disc, at },
        Refusal::DiscInHand { disc },
        Refusal::EqualSums { sum: 3, at },
        Refusal::NoInvocation,
        Refusal::InvocationNotInHand { at },
        Refusal::DiscsInHand { discs: 1 },
        Refusal::DiscsInHand { discs: 2 },
        Refusal::TooManyQuietTurns { turns: 40 },
        Refusal::TooFar,
        Refusal::OtherShaman,
        Refusal::NoSuchCard { card: Card::Shell },
        Refusal::NoLava { at },
        Refusal::MustMoveLava,
        Refusal::Sold {
            card: ScoringCard::Forest,
        },
        Refusal::PriestessGone,
        Refusal::TooFewShells { missing: 1 },
        Refusal::TooFewShells { missing: 2 },
    ] {
        assert_is_told::<Haleakala>(&refusal);
    }
}

/// By points, by tie-break, and as a shared victory.
#[test]
fn the_end_is_told() {
    let words = Words::english().unwrap();
    let printed = Hawaii::printed().unwrap();
    let names = ["Ana", "Ben"].map(str::to_owned);
    let phrasebook = Phrasebook::<Hawaii> {
        words: &words,
        printed: &printed,
        names: &names,
    };
    let seats = Seats::of(Title::Hawaii, 2).unwrap();
    let end = |points: [u16; 2], tie_break: [u16; 2]| {
        let by_seat =
            |figures: [u16; 2]| BySeat::new(seats, |seat| figures[usize::from(seat.number()) - 1]);
        phrasebook.standings(&Standings {
            points: by_seat(points),
            tie_break: by_seat(tie_break),
        })
    };
    assert_eq!(
        end([5, 7], [9, 1]),
        "1. Ben: 7 points\n2. Ana: 5 points\nBen wins."
    );
    assert_eq!(
        end([7, 7], [9, 1]),
        "1. Ana: 7 points\n2. Ben: 7 points\nAna wins on the tie-break."
    );
    assert_eq!(
        end([1, 1], [4, 4]),
        "1. Ana: 1 point\n1. Ben: 1 point\nAna and Ben share the victory."
    );
}

#[test]
fn every_refusal_has_its_sentence() {
    let place = Place::from_number(4).unwrap();
    let (row, dock, space) = (Row::default(), Dock::default(), Space::default());
    let (tile, god, price) = (
        VillageTile::Hula,
        God::Laka,
        Price {
            worth: 3,
            spears: true,
        },
    );
    for missing in [1, 2] {
        let small = u8::try_from(missing).unwrap();
        let mut refusals = vec![
            Refusal::GameOver,
            Refusal::SomethingElseFirst,
            Refusal::NoPriceToken { place },
            Refusal::NoTile { place },
            Refusal::NothingFits { place },
            Refusal::NothingLeftToBuyWith { missing },
            Refusal::NotSoldHere {
                tile: Tile::Boat,
                place,
            },
            Refusal::NoSuchPrice { price },
            Refusal::TooFewTiles {
                tile: Tile::Tiki,
                missing: small,
            },
            Refusal::GodNotOnTop { god },
            Refusal::NoKahunaSpace { missing: small },
            Refusal::NoTikiSpace { missing: small },
            Refusal::NoVillageFor { tile },
            Refusal::GodOnlyOnce { god },
            Refusal::OneGodPerVillage { row },
            Refusal::SecondOfItsKind { tile, row },
            Refusal::VillageNeedsHut { tile, row },
            Refusal::RowSkipped { next: row },
            Refusal::WrongSum {
                good: Good::Shell,
                cost: 3,
                paid: 2,
            },
            Refusal::Mixed {
                turned: 2,
                exchange_capacity: missing - 1,
            },
            Refusal::CoveEmpty,
            Refusal::FishNothing,
            Refusal::NotInCove {
                fish: 3,
                missing: small,
            },
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
            assert_is_told::<Hawaii>(&refusal);
        }
    }
}

#[test]
fn a_refusal_says_what_is_missing() {
    let words = Words::english().unwrap();
    let printed = Hawaii::printed().unwrap();
    let phrasebook = Phrasebook::<Hawaii> {
        words: &words,
        printed: &printed,
        names: &[],
    };
    let missing =
        |good, missing| Hawaii::explain_refusal(&phrasebook, &Refusal::TooLittle { good, missing });
    assert_eq!(missing(Good::Foot, 2), "That needs 2 more feet.");
    assert_eq!(missing(Good::Foot, 1), "That needs 1 more foot.");
    assert_eq!(missing(Good::Shell, 1), "That needs 1 more shell.");
}

#[test]
fn lists_are_said_as_people_say_them() {
    let words = Words::english().unwrap();
    let list = |items: &[&str]| {
        words.join_list(
            &items
                .iter()
                .map(|item| (*item).to_owned())
                .collect::<Vec<_>>(),
        )
    };
    assert_eq!(list(&[]), "");
    assert_eq!(list(&["a"]), "a");
    assert_eq!(list(&["a", "b"]), "a and b");
    assert_eq!(list(&["a", "b", "c"]), "a, b and c");
}

/// Names on pictures and in menus are understood in each language.
#[test]
fn places_and_tiles_are_understood_by_their_names() {
    let printed = Hawaii::printed().unwrap();
    let dictionary = Dictionary::open().unwrap();
    let seats = Seats::of(Title::Hawaii, 2).unwrap();
    let game = Hawaii::setup(&printed, seats, Options::default(), Seed::from_number(1)).unwrap();
    let mut walked = game.clone();
    let walk = walked
        .legal_actions()
        .into_iter()
        .find(|action| matches!(action, Action::Move(_)))
        .unwrap();
    walked.play(walk, &mut Vec::new()).unwrap();
    let shop = walked.view(Viewer::Table);
    for words in dictionary.languages() {
        let phrasebook = Phrasebook::<Hawaii> {
            words,
            printed: &printed,
            names: &[],
        };
        let view = game.view(Viewer::Table);
        let understood = |line: &str| match input::parse_line::<Hawaii>(words, line, &view, &[]) {
            Ok(Request::Act(wish)) => wish.first,
            Ok(_) => panic!("{line} is no wish"),
            Err(unclear) => panic!("{line}: {unclear:?}"),
        };
        for place in Place::all() {
            assert_eq!(
                understood(&format!("move {}", phrasebook.place(place))),
                Action::Move(place)
            );
            assert_eq!(
                understood(&format!("move {}", printed.card(place).name)),
                Action::Move(place)
            );
        }
        for tile in Tile::all() {
            let home = printed.selling_place(tile).unwrap();
            assert_eq!(
                understood(&format!("move {}", phrasebook.tile(tile))),
                Action::Move(home)
            );
            // Whether it is sold there is up to the rules.
            let line = format!("buy {}", phrasebook.tile(tile));
            let Ok(Request::Act(wish)) = input::parse_line::<Hawaii>(words, &line, &shop, &[])
            else {
                panic!("{line}")
            };
            assert!(
                matches!(wish.first, Action::Buy { tile: other, .. } if other == tile),
                "{line}"
            );
        }
    }
}
