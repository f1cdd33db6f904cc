//! Records of games: what we write we can read and replay, and every edit is noticed and named.

pub(crate) mod edits;
mod noise;
mod schema;

use lanai_ai::{Budget, Observation, PolicyKind};
use lanai_rules::chance::{Origin, OriginMismatch, Secret, Seed};
use lanai_rules::haleakala::{self, Haleakala};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::options::Options;
use lanai_rules::record::{Detail, Difference, FORMAT, Fault, LONGEST_NAME, Record};
use lanai_rules::{FIRST_EDITION, Rules, Seat, Status, Title, UnsupportedPlayerCount};
use lanai_text::Words;
use serde_json::{Value, json};

/// A whole game of two, played by random minds.
pub(crate) fn played(detail: Detail) -> Record<Hawaii> {
    let seats = vec!["Ana".to_owned(), "Ben".to_owned()];
    let seed = Seed::from_number(21);
    let printed = Hawaii::printed().unwrap();
    let (mut record, mut game) =
        Record::<Hawaii>::begin(&printed, seats, Options::default(), seed, detail).unwrap();
    let mut minds: Vec<_> = game
        .seats()
        .iter()
        .map(|seat| {
            PolicyKind::Random
                .build::<Hawaii>(&seed, game.seats(), seat)
                .expect("a mind")
        })
        .collect();
    let mut legal = Vec::new();
    while let Status::ToAct(seat) = game.status() {
        game.legal(&mut legal);
        let mind = &mut minds[usize::from(seat.number()) - 1];
        let action = legal[mind.choose(
            &Observation::new(&game, seat, &legal),
            &mut Budget::per_turn(),
        )];
        let mut events = Vec::new();
        game.play(action, &mut events).unwrap();
        record.push_step(seat, action, events, &game);
    }
    record
}

fn tree(detail: Detail) -> Value {
    serde_json::to_value(played(detail)).unwrap()
}

fn replay(tree: &Value) -> Result<Hawaii, Fault> {
    Record::<Hawaii>::read(&tree.to_string())?.replay(None)
}

/// The fault of a record after an edit.
fn fault(tree: &Value) -> Fault {
    replay(tree).unwrap_err()
}

/// A fault, as people read it.
fn told(fault: &Fault) -> String {
    Words::english().unwrap().explain_fault(fault)
}

/// In what a record differs after an edit, and at which step.
fn difference(tree: &Value) -> (usize, Difference) {
    let fault = fault(tree);
    let Fault::Differs { step, difference } = fault else {
        panic!("{fault}")
    };
    (step, difference)
}

/// Where a record differs after an edit, and at which step.
fn place(tree: &Value) -> (usize, String) {
    let (step, difference) = difference(tree);
    let Difference::Value { path, .. } = difference else {
        panic!("{difference}")
    };
    (step, path)
}

/// A score that is one point too high is reported with its path and both figures.
fn scored(tree: &mut Value) -> (String, String, String) {
    let steps = tree["steps"].as_array_mut().unwrap();
    for (step, number) in steps.iter_mut().zip(0..) {
        for (event, place) in step["events"].as_array_mut().unwrap().iter_mut().zip(0..) {
            if let Some(points) = event.pointer_mut("/scored/points") {
                let found = points.as_u64().unwrap();
                *points = json!(found + 1);
                let path = format!("/steps/{number}/events/{place}/scored/points");
                return (path, (found + 1).to_string(), found.to_string());
            }
        }
    }
    panic!("nobody scores")
}

/// The words of a record that cannot be read.
fn why_unreadable(tree: &Value) -> String {
    let fault = fault(tree);
    let Fault::Unreadable { why, .. } = fault else {
        panic!("{fault}")
    };
    why
}

fn seat(number: u8) -> Seat {
    Seat::from_number(number).unwrap()
}

// --- As written ---

#[test]
fn a_played_game_reads_back_and_replays() {
    for detail in [Detail::Digests, Detail::Full] {
        let record = played(detail);
        let text = serde_json::to_string_pretty(&record).unwrap();
        let read = Record::<Hawaii>::read(&text).unwrap();
        assert_eq!(serde_json::to_string_pretty(&read).unwrap(), text);
        let game = read.replay(None).unwrap();
        assert_eq!(game.status(), Status::Over(record.standings.unwrap()));
        assert_eq!(read.start.full.is_some(), detail == Detail::Full);
        assert!(
            read.steps
                .iter()
                .all(|step| step.after.full.is_some() == (detail == Detail::Full))
        );
    }
}

#[test]
fn a_record_replays_up_to_each_step() {
    let record = played(Detail::Full);
    for (step, number) in record.steps.iter().zip(1..) {
        let game = record.replay(Some(number)).unwrap();
        assert_eq!(*game.state(), step.after.full.as_ref().unwrap().state);
    }
    let steps = record.steps.len();
    let asked = steps + 1;
    assert_eq!(
        record.replay(Some(asked)),
        Err(Fault::NoSuchStep { asked, steps })
    );
}

#[test]
fn a_game_that_is_still_running_replays() {
    let mut record = played(Detail::Digests);
    record.steps.truncate(10);
    let end = record.replay(None).unwrap_err();
    let Fault::OtherEnd(Difference::Value { path, found, .. }) = end else {
        panic!("{end}")
    };
    assert_eq!(
        (path.as_str(), found.as_str()),
        ("/standings", "null"),
        "no standings before the end"
    );
    record.standings = None;
    let end = told(&record.replay(None).unwrap_err());
    assert_eq!(
        end,
        "the end: at /winners the record has [1], but the game has null"
    );
    record.winners = None;
    assert!(matches!(
        record.replay(None).unwrap().status(),
        Status::ToAct(_)
    ));
}

// --- Damaged, foreign, or of another time ---

#[test]
fn half_a_record_cannot_be_read() {
    let text = serde_json::to_string_pretty(&played(Detail::Digests)).unwrap();
    let lines = text.lines().count();
    for cut in (0..text.len() - 1).step_by(997) {
        match Record::<Hawaii>::read(&text[..cut]) {
            Err(Fault::Unreadable { line, .. }) => assert!(line <= lines),
            other => panic!("cut at {cut}: {other:?}"),
        }
    }
}

#[test]
fn what_is_no_record_cannot_be_read() {
    for text in [
        "",
        "{}",
        "[]",
        "null",
        "7",
        "\"hawaii\"",
        "{\"format\":1}",
        "PK\u{3}\u{4}",
    ] {
        let read = Record::<Hawaii>::read(text);
        assert!(
            matches!(read, Err(Fault::Unreadable { .. })),
            "{text}: {read:?}"
        );
    }
}

#[test]
fn a_fault_names_its_line_and_column() {
    let fault = Record::<Hawaii>::read("{\n  \"format\": 1,\n  \"title\": 5\n}").unwrap_err();
    let Fault::Unreadable { line, column, why } = &fault else {
        panic!("{fault}")
    };
    assert_eq!((*line, *column), (3, 12));
    assert_eq!(
        told(&fault),
        format!("this isn't a record, or it's damaged: {why}")
    );
    assert!(why.ends_with("at line 3 column 12"), "{why}");
}

#[test]
fn another_format_is_refused() {
    for found in [FORMAT - 1, FORMAT + 1] {
        let mut tree = tree(Detail::Digests);
        tree["format"] = json!(found);
        assert_eq!(fault(&tree), Fault::Format { found });
    }
}

#[test]
fn an_edition_that_is_not_known_is_refused() {
    for found in [FIRST_EDITION - 1, Hawaii::EDITION + 1] {
        let mut tree = tree(Detail::Digests);
        tree["edition"] = json!(found);
        assert_eq!(fault(&tree), Fault::Edition { found });
    }
}

#[test]
fn names_that_nobody_has_are_refused() {
    for (letters, lawful) in [
        (LONGEST_NAME, true),
        (LONGEST_NAME + 1, false),
        (100_000, false),
    ] {
        let mut tree = tree(Detail::Digests);
        tree["seats"][1] = json!("ā".repeat(letters));
        match replay(&tree) {
            Ok(_) => assert!(lawful),
            Err(fault) => assert_eq!(
                (lawful, fault),
                (false, Fault::LongName { seat: 2, letters })
            ),
        }
    }
}

#[test]
fn figures_of_another_box_are_named() {
    let shipped = Haleakala::printed().unwrap();
    let seats = vec!["Ana".to_owned(), "Ben".to_owned()];
    let (options, seed) = (
        haleakala::options::Options::default(),
        Seed::from_number(21),
    );
    let begun = Record::<Haleakala>::begin(&shipped, seats, options, seed, Detail::Digests);
    let mut tree = serde_json::to_value(begun.unwrap().0).unwrap();
    tree["printed"]["points"]["source"] = json!("another box");
    let read = |tree: &Value| Record::<Haleakala>::read(&tree.to_string());
    assert_eq!(read(&tree).unwrap().differing_figures(&shipped), []);
    let before = tree["printed"]["points"]["most_fish"].take();
    tree["printed"]["points"]["most_fish"] = json!(7);
    let found = read(&tree).unwrap().differing_figures(&shipped);
    let [difference] = found.as_slice() else {
        panic!("{found:?}")
    };
    assert_eq!(difference.path, "/printed/points/most_fish");
    assert_eq!(
        (&*difference.recorded, &difference.shipped),
        ("7", &before.to_string())
    );
    tree["printed"]["points"]["most_fish"] = json!(100);
    let fault = told(&read(&tree).unwrap_err());
    assert!(
        fault.contains("printed: points.most_fish") && !fault.contains("assets"),
        "{fault}"
    );
}

#[test]
fn a_full_record_has_the_whole_state_at_every_checkpoint() {
    let mut tree = tree(Detail::Full);
    tree["steps"][3]["after"]
        .as_object_mut()
        .unwrap()
        .remove("full");
    assert_eq!(
        fault(&tree),
        Fault::PartlyFull {
            path: "/steps/3/after".to_owned()
        }
    );
}

#[test]
fn an_unknown_title_is_refused() {
    let mut tree = tree(Detail::Digests);
    tree["title"] = json!("tahiti");
    assert!(why_unreadable(&tree).contains("unknown variant `tahiti`"));
}

#[test]
fn an_unknown_field_is_refused() {
    let mut tree = tree(Detail::Digests);
    tree["steps"][0]["comment"] = json!("a fine move");
    assert!(why_unreadable(&tree).contains("unknown field `comment`"));
}

#[test]
fn too_few_or_too_many_names_are_refused() {
    for asked in [0, 1, 6, 255] {
        let mut tree = tree(Detail::Digests);
        tree["seats"] = vec!["Ana"; usize::from(asked)].into();
        assert_eq!(
            fault(&tree),
            Fault::SetUp(UnsupportedPlayerCount {
                title: Title::Hawaii,
                asked
            })
        );
    }
}

// --- Edited steps ---

#[test]
fn an_unlawful_action_is_refused() {
    let mut tree = tree(Detail::Digests);
    tree["steps"][0]["action"] = json!({ "harvest": "fruit" });
    let (action, why) = (
        "{\"harvest\":\"fruit\"}".to_owned(),
        "SomethingElseFirst".to_owned(),
    );
    assert_eq!(difference(&tree), (1, Difference::Refused { action, why }));
}

#[test]
fn another_lawful_action_makes_other_events() {
    let record = played(Detail::Full);
    let other = record
        .start
        .full
        .as_ref()
        .unwrap()
        .legal
        .iter()
        .find(|it| **it != record.steps[0].action);
    let mut tree = tree(Detail::Digests);
    tree["steps"][0]["action"] = serde_json::to_value(other.unwrap()).unwrap();
    let (step, path) = place(&tree);
    assert!(step == 1 && path.starts_with("/steps/0/events/0"), "{path}");
}

#[test]
fn an_edited_a_missing_and_an_added_event_are_noticed() {
    let whole = tree(Detail::Digests);
    let steps = whole["steps"].as_array().unwrap();
    let at = steps
        .iter()
        .position(|step| step["events"].as_array().unwrap().len() >= 2)
        .unwrap();
    let another = json!({ "declined": { "seat": 1 } });

    let mut tree = whole.clone();
    tree["steps"][at]["events"][1] = another.clone();
    let found = whole["steps"][at]["events"][1].to_string();
    let (path, recorded) = (format!("/steps/{at}/events/1"), another.to_string());
    assert_eq!(
        difference(&tree),
        (
            at + 1,
            Difference::Value {
                path,
                recorded,
                found
            }
        )
    );

    let mut tree = whole.clone();
    tree["steps"][at]["events"]
        .as_array_mut()
        .unwrap()
        .remove(0);
    let (number, path) = place(&tree);
    assert!(
        number == at + 1 && path.starts_with(&format!("/steps/{at}/events/0")),
        "{path}"
    );

    let mut tree = whole.clone();
    let events = tree["steps"][at]["events"].as_array_mut().unwrap();
    let path = format!("/steps/{at}/events/{}", events.len());
    events.push(another.clone());
    let (recorded, found) = (another.to_string(), "nothing".to_owned());
    assert_eq!(
        difference(&tree),
        (
            at + 1,
            Difference::Value {
                path,
                recorded,
                found
            }
        )
    );

    let mut tree = whole.clone();
    let (path, recorded, found) = scored(&mut tree);
    let (_, difference) = difference(&tree);
    assert_eq!(
        difference,
        Difference::Value {
            path,
            recorded,
            found
        },
        "down to the figure"
    );
}

#[test]
fn a_step_of_another_seat_is_noticed() {
    let mut tree = tree(Detail::Digests);
    let found = played(Detail::Digests).steps[0].seat;
    let recorded = if found == seat(1) { seat(2) } else { seat(1) };
    tree["steps"][0]["seat"] = json!(recorded.number());
    assert_eq!(difference(&tree), (1, Difference::Seat { recorded, found }));
}

#[test]
fn a_missing_step_is_noticed() {
    let mut tree = tree(Detail::Digests);
    tree["steps"].as_array_mut().unwrap().remove(0);
    assert_eq!(difference(&tree).0, 1);
}

#[test]
fn a_step_after_the_end_is_noticed() {
    let mut tree = tree(Detail::Digests);
    let steps = tree["steps"].as_array_mut().unwrap();
    let last = steps[steps.len() - 1].clone();
    steps.push(last);
    let added = steps.len();
    assert_eq!(difference(&tree), (added, Difference::AfterTheEnd));
}

// --- Edited states ---

#[test]
fn an_edited_digest_is_noticed() {
    let whole = tree(Detail::Digests);
    let recorded = "0".repeat(64);
    for (at, pointer) in [(0, "/start/digest"), (3, "/steps/2/after/digest")] {
        let mut tree = whole.clone();
        let found = tree.pointer(pointer).unwrap().as_str().unwrap().to_owned();
        *tree.pointer_mut(pointer).unwrap() = json!(recorded);
        let (path, recorded, found) = (
            pointer.to_owned(),
            json!(recorded).to_string(),
            json!(found).to_string(),
        );
        assert_eq!(
            difference(&tree),
            (
                at,
                Difference::Value {
                    path,
                    recorded,
                    found
                }
            )
        );
    }
}

#[test]
fn an_edited_state_is_noticed_and_its_place_is_named() {
    let whole = tree(Detail::Full);
    let places = [
        "/realms/1/goods/shells",
        "/realms/0/points",
        "/round",
        "/stacks/14",
        "/seed",
    ];
    for (at, mark) in [(0, "/start"), (5, "/steps/4/after")] {
        for path in places {
            let pointer = format!("{mark}/full/state{path}");
            let mut tree = whole.clone();
            let spot = tree.pointer_mut(&pointer).unwrap();
            let found = spot.to_string();
            *spot = if spot.is_number() {
                json!(77)
            } else {
                json!("a".repeat(64))
            };
            let recorded = spot.to_string();
            assert_eq!(
                difference(&tree),
                (
                    at,
                    Difference::Value {
                        path: pointer,
                        recorded,
                        found
                    }
                )
            );
        }
    }
}

/// Where one list is longer than the other, the place is where the other ends.
#[test]
fn a_state_with_a_longer_list_is_noticed() {
    let mut tree = tree(Detail::Full);
    let order = tree.pointer_mut("/start/full/state/order").unwrap();
    order.as_array_mut().unwrap().push(json!(3));
    let (recorded, found) = ("3".to_owned(), "nothing".to_owned());
    let path = "/start/full/state/order/2".to_owned();
    assert_eq!(
        difference(&tree),
        (
            0,
            Difference::Value {
                path,
                recorded,
                found
            }
        )
    );
}

#[test]
fn edited_choices_are_noticed() {
    let whole = tree(Detail::Full);
    let mut tree = whole.clone();
    let legal = tree["steps"][2]["after"]["full"]["legal"]
        .as_array_mut()
        .unwrap();
    let found = legal.pop().unwrap().to_string();
    let path = format!("/steps/2/after/full/legal/{}", legal.len());
    let recorded = "nothing".to_owned();
    assert_eq!(
        difference(&tree),
        (
            3,
            Difference::Value {
                path,
                recorded,
                found
            }
        )
    );

    let mut tree = whole.clone();
    tree["start"]["full"]["legal"]
        .as_array_mut()
        .unwrap()
        .swap(0, 1);
    let (step, path) = place(&tree);
    assert!(
        step == 0 && path.starts_with("/start/full/legal/0"),
        "the order counts: {path}"
    );

    let mut tree = whole.clone();
    tree["start"]["full"]["to_act"] = Value::Null;
    assert_eq!(place(&tree), (0, "/start/full/to_act".to_owned()));
}

#[test]
fn edited_standings_are_noticed() {
    let whole = tree(Detail::Digests);
    let mut tree = whole.clone();
    let found = tree["standings"]["points"][0].to_string();
    tree["standings"]["points"][0] = json!(200);
    let (path, recorded) = ("/standings/points/0".to_owned(), "200".to_owned());
    assert_eq!(
        fault(&tree),
        Fault::OtherEnd(Difference::Value {
            path,
            recorded,
            found
        })
    );
    let mut tree = whole.clone();
    tree["standings"] = Value::Null;
    assert!(told(&fault(&tree)).starts_with("the end: at /standings the record has null"));
}

#[test]
fn the_winner_is_stated_and_compared() {
    let record = played(Detail::Digests);
    let standings = record.standings.unwrap();
    assert_eq!(record.winners, Some(standings.winners().collect()));
    let mut tree = tree(Detail::Digests);
    tree["winners"] = json!([1, 2]);
    assert!(told(&fault(&tree)).starts_with("the end: at /winners"));
    tree.as_object_mut().unwrap().remove("winners");
    assert!(
        told(&fault(&tree)).starts_with("the end: at /winners"),
        "only format 1 may leave it out"
    );
}

// --- Edited beginnings ---

#[test]
fn another_seed_is_another_game() {
    let mut tree = tree(Detail::Full);
    tree["seed"] = json!(Seed::from_number(22));
    assert!(place(&tree).1.starts_with("/start/full/state/"));
    tree["seed"] = json!("+1");
    assert!(why_unreadable(&tree).contains("64 hexadecimal digits"));
}

#[test]
fn other_options_are_another_game() {
    let mut tree = tree(Detail::Full);
    tree["options"]["goods"] = json!("open");
    let (recorded, found) = ("\"hidden\"".to_owned(), "\"open\"".to_owned());
    let path = "/start/full/state/options/goods".to_owned();
    assert_eq!(
        difference(&tree),
        (
            0,
            Difference::Value {
                path,
                recorded,
                found
            }
        )
    );
}

#[test]
fn printed_figures_that_no_box_has_are_refused() {
    let mut tree = tree(Detail::Digests);
    tree["printed"]["token"][0]["number"]["plain"] = json!(4);
    let why = why_unreadable(&tree);
    assert!(
        why.starts_with("printed: the number of tokens must be 25, not 24"),
        "{why}"
    );
}

#[test]
fn names_of_places_that_no_box_has_are_refused() {
    for name in [
        "a".repeat(100_000),
        "\u{1b}[2J".to_owned(),
        String::new(),
        "gods\u{202e}".to_owned(),
    ] {
        let mut tree = tree(Detail::Digests);
        tree["printed"]["place"][2]["name"] = json!(name);
        let why = why_unreadable(&tree);
        assert!(why.starts_with("printed: the letters"), "{why}");
    }
}

#[test]
fn printed_figures_beyond_all_reason_are_refused() {
    let whole = tree(Detail::Digests);
    let edits = [
        (
            "/printed/start/shells",
            "start.shells must be at most 99, not 100",
        ),
        (
            "/printed/place/2/circles/number",
            "place.3.circles.number must be at most 99, not 100",
        ),
        (
            "/printed/tiles/laka/two",
            "tiles.laka.two must be at most 20, not 100",
        ),
    ];
    for (pointer, expected) in edits {
        let mut tree = whole.clone();
        *tree.pointer_mut(pointer).unwrap() = json!(100);
        let why = why_unreadable(&tree);
        assert!(why.starts_with(&format!("printed: {expected}")), "{why}");
    }
    let mut tree = whole;
    tree["printed"]["tiles"]["exchange_hut"]["two"] = json!(3);
    let why = why_unreadable(&tree);
    assert!(
        why.starts_with("printed: exchange_hut.two must be 2, not 3"),
        "{why}"
    );
}

#[test]
fn a_game_with_other_printed_figures_is_another_game() {
    let edited = |detail| {
        let mut tree = tree(detail);
        let shells = &mut tree["printed"]["start"]["shells"];
        let found = shells.as_u64().unwrap() + 1;
        *shells = json!(found);
        (difference(&tree), found)
    };
    let ((step, difference), _) = edited(Detail::Digests);
    assert!(
        step == 0
            && matches!(difference, Difference::Value { path, .. } if path == "/start/digest")
    );
    let (difference, found) = edited(Detail::Full);
    let path = "/start/full/state/realms/0/goods/shells".to_owned();
    let recorded = (found - 1).to_string();
    let found = found.to_string();
    assert_eq!(
        difference,
        (
            0,
            Difference::Value {
                path,
                recorded,
                found
            }
        )
    );
}

// --- Where the seed came from ---

#[test]
fn a_record_proves_where_its_seed_came_from() {
    let secret = Secret::new([[4; 32], [5; 32]]);
    let words = vec!["surf".to_owned(), String::new()];
    let seats = vec!["Ana".to_owned(), "Ben".to_owned()];
    let printed = Hawaii::printed().unwrap();
    let seed = secret.seed(&words);
    let (mut record, _) =
        Record::<Hawaii>::begin(&printed, seats, Options::default(), seed, Detail::Digests)
            .unwrap();
    record.origin = Some(Origin::of(&secret, words, None));
    let tree = serde_json::to_value(&record).unwrap();
    assert!(replay(&tree).is_ok());
    for (path, value, wrong) in [
        ("/origin/words/0", json!("swim"), OriginMismatch::Seed),
        (
            "/origin/nonce",
            json!("00".repeat(32)),
            OriginMismatch::Commitment,
        ),
        (
            "/origin/commitment",
            json!("00".repeat(32)),
            OriginMismatch::Commitment,
        ),
    ] {
        let mut edited = tree.clone();
        *edited.pointer_mut(path).unwrap() = value;
        assert_eq!(fault(&edited), Fault::Origin(wrong), "{path}");
    }
}
