//! `docs/record.schema.json`: every record that was written is as it says, whatever the schema refuses we do not read
//! either, and nothing that the rules know is missing in it.

use std::collections::BTreeSet;

use jsonschema::{Draft, Validator};
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::{self, Haleakala};
use lanai_rules::hawaii::{self, Hawaii};
use lanai_rules::record::{Detail, FORMAT, Fault, Header, Record};
use lanai_rules::{Rules, Title, choices};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

fn schema() -> Value {
    serde_json::from_str(include_str!("../../../../../docs/record.schema.json")).unwrap()
}

fn validator() -> Validator {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .build(&schema())
        .unwrap()
}

fn must_fit(validator: &Validator, record: &Value, of: &str) {
    let complaints: Vec<String> = validator
        .iter_errors(record)
        .map(|it| format!("{}: {it}", it.instance_path()))
        .take(3)
        .collect();
    assert!(complaints.is_empty(), "{of}: {complaints:#?}");
}

/// What our own reader says, which plays the record, too.
fn read(record: &Value) -> Result<(), Fault> {
    let text = record.to_string();
    match Header::read(&text)?.title {
        Title::Hawaii => Record::<Hawaii>::read(&text)?.replay(None).map(drop),
        Title::Haleakala => Record::<Haleakala>::read(&text)?.replay(None).map(drop),
    }
}

/// A game of so many, to its end, or to where it was left: what is listed first is chosen more often.
fn walked<G: Rules>(
    seats: u8,
    options: G::Options,
    number: u64,
    detail: Detail,
    steps: usize,
) -> Value {
    let names = (1..=seats).map(|seat| format!("Player {seat}")).collect();
    let printed = G::printed().unwrap();
    let (mut record, mut game) =
        Record::<G>::begin(&printed, names, options, Seed::from_number(number), detail).unwrap();
    let mut dice = Dice::new(&Seed::from_number(number), 0);
    while let Some(seat) = game.status().to_act()
        && record.steps.len() < steps
    {
        let legal = game.legal_actions();
        let bound = u32::try_from(legal.len()).unwrap();
        let action = legal[dice.below(bound).min(dice.below(bound)) as usize];
        let mut events = Vec::new();
        game.play(action, &mut events).unwrap();
        record.push_step(seat, action, events, &game);
    }
    serde_json::to_value(&record).unwrap()
}

/// Each choice of a table, with every number of seats, as short and as full records.
fn written_in_all_variants<G: Rules>() {
    let validator = validator();
    let mut variants = choices::words::<G>();
    variants.push(String::new());
    let (mut number, mut over) = (0, 0);
    for (variant, detail) in variants
        .iter()
        .zip([Detail::Digests, Detail::Full].into_iter().cycle())
    {
        for seats in G::TITLE.seats() {
            number += 1;
            let steps = if detail == Detail::Full { 60 } else { 1_500 };
            let record = walked::<G>(
                seats,
                choices::read::<G>(variant).unwrap(),
                number,
                detail,
                steps,
            );
            must_fit(&validator, &record, &format!("{variant} with {seats}"));
            over += usize::from(record["winners"].is_array());
        }
    }
    assert!(over >= 4, "only {over} of {number} games came to their end");
}

#[test]
fn records_of_hawaii_in_all_variants_fit_the_schema() {
    written_in_all_variants::<Hawaii>();
}

#[test]
fn records_of_haleakala_in_all_variants_fit_the_schema() {
    written_in_all_variants::<Haleakala>();
}

/// What is done to a record, and how.
type Breaking = (String, Box<dyn Fn(&mut Value)>);

/// Puts a value there.
fn put(pointer: &'static str, value: Value) -> Breaking {
    let (above, field) = pointer.rsplit_once('/').unwrap();
    let what = format!("{pointer} = {value}");
    let put = move |record: &mut Value| match record.pointer_mut(pointer) {
        Some(there) => there.clone_from(&value),
        None => record.pointer_mut(above).unwrap()[field] = value.clone(),
    };
    (what, Box::new(put))
}

/// Takes a field away.
fn without(pointer: &'static str) -> Breaking {
    let (above, field) = pointer.rsplit_once('/').unwrap();
    let drop = move |record: &mut Value| {
        let above = record.pointer_mut(above).unwrap().as_object_mut().unwrap();
        assert!(above.remove(field).is_some(), "{pointer}");
    };
    (format!("without {pointer}"), Box::new(drop))
}

/// Each of these is refused by both of them.
fn both_refuse(whole: &Value, broken: Vec<Breaking>) {
    let validator = validator();
    must_fit(&validator, whole, "whole");
    read(whole).unwrap();
    for (what, breaking) in broken {
        let mut record = whole.clone();
        breaking(&mut record);
        assert!(
            !validator.is_valid(&record),
            "the schema takes a record {what}"
        );
        assert!(read(&record).is_err(), "we take a record {what}");
    }
}

#[test]
fn what_the_schema_refuses_we_do_not_read() {
    let whole = walked::<Hawaii>(3, hawaii::options::Options::default(), 5, Detail::Full, 40);
    let mut broken: Vec<_> = [
        "/format", "/title", "/edition", "/options", "/seed", "/seats", "/printed", "/start",
    ]
    .into_iter()
    .chain([
        "/steps",
        "/start/digest",
        "/start/full/state",
        "/start/full/legal",
        "/start/full/state/round",
    ])
    .chain([
        "/steps/0/seat",
        "/steps/0/action",
        "/steps/0/events",
        "/steps/0/after",
    ])
    .chain([
        "/printed/tiles",
        "/printed/start/shells",
        "/printed/start/source",
    ])
    .map(without)
    .collect();
    broken.extend([
        put("/format", json!(FORMAT + 1)),
        put("/format", json!(0)),
        put("/format", json!("2")),
        put("/title", json!("tahiti")),
        put("/title", json!("haleakala")),
        put("/edition", json!(Hawaii::EDITION + 1)),
        put("/edition", json!(0)),
        put("/comment", json!("a fine game")),
        put("/options/weather", json!("fine")),
        put("/options/goods", json!("behind")),
        put("/seed", json!("7")),
        put("/seats", json!(["Ana"])),
        put("/seats", json!([1, 2, 3])),
        put("/seats", json!(["Ana", "Ben", "ā".repeat(101)])),
        put("/origin", json!({ "secret": 5 })),
        put("/printed/start/shells", json!(100)),
        put("/printed/start/confidence", json!("certain")),
        put("/printed/weather", json!(1)),
        put("/start/digest", json!("0")),
        put("/start/full/to_act", json!(0)),
        put("/start/full/state/stacks", json!([1, 2])),
        put(
            "/start/full/state/agenda",
            json!([{ "seat": 1, "step": "dance" }]),
        ),
        put("/steps", json!({})),
        put("/steps/0/seat", json!(-1)),
        put("/steps/0/seat", json!(0)),
        put("/steps/0/seat", json!(6)),
        put("/steps/0/seat", json!("1")),
        put("/steps/0/comment", json!("a fine move")),
        put("/steps/0/action", json!("dance")),
        put("/steps/0/action", json!({ "dance": 3 })),
        put("/steps/0/action", json!({ "move": 11 })),
        put("/steps/0/action", json!({ "move": 1.5 })),
        put("/steps/0/action", json!({ "move": 1, "sail": 1 })),
        put("/steps/0/action", json!({})),
        put(
            "/steps/0/action",
            json!({ "pay": { "shells": -1, "feet": 0, "fruits": 0 } }),
        ),
        put(
            "/steps/0/action",
            json!({ "pay": { "shells": 1, "feet": 0, "fruits": 0, "stones": 1 } }),
        ),
        put(
            "/steps/0/action",
            json!({ "buy": { "tile": "boat", "level": "one" } }),
        ),
        put("/steps/0/events/0", json!("danced")),
        put(
            "/steps/0/events/0",
            json!({ "declined": { "seat": 1, "why": "pride" } }),
        ),
        put("/standings", json!({ "points": [1, 2, 3] })),
        put("/winners", json!([0])),
    ]);
    both_refuse(&whole, broken);
}

#[test]
fn what_the_schema_refuses_of_haleakala_we_do_not_read() {
    let whole = walked::<Haleakala>(
        2,
        haleakala::options::Options::tactical(),
        5,
        Detail::Full,
        40,
    );
    let broken = vec![
        without("/steps/3/seat"),
        without("/start/full/state/boat"),
        put("/seats", json!(["Ana", "Ben", "Cai"])),
        put("/options/lava", json!("cold")),
        put("/steps/0/action", json!({ "take": { "disc": 6 } })),
        put(
            "/steps/0/action",
            json!({ "walk": { "segment": 1, "terrain": "beach" } }),
        ),
        put("/steps/0/action", json!({ "boat": 1 })),
        put(
            "/steps/0/events/0",
            json!({ "sailed": { "from": 1, "to": 7 } }),
        ),
        put("/printed/pile", json!([])),
        put("/start/full/state/priestess", json!("asleep")),
    ];
    both_refuse(&whole, broken);
}

/// The words that a reader would have taken in place of this one.
fn known<T: DeserializeOwned>() -> BTreeSet<String> {
    let error = serde_json::from_str::<T>("\"?\"")
        .err()
        .unwrap()
        .to_string();
    assert!(error.starts_with("unknown variant `?`"), "{error}");
    error
        .split('`')
        .skip(3)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// The words that the schema lists at a place.
fn listed(schema: &Value, name: &str) -> BTreeSet<String> {
    let cases = &schema["$defs"][name];
    let (plain, tagged) = match cases["oneOf"].as_array().map(Vec::as_slice) {
        Some([plain, tagged]) => (plain["enum"].as_array().unwrap().as_slice(), tagged),
        _ => (
            cases["enum"].as_array().map_or(&[][..], Vec::as_slice),
            cases,
        ),
    };
    let tagged = tagged["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, _)| name.clone());
    plain
        .iter()
        .map(|it| it.as_str().unwrap().to_owned())
        .chain(tagged)
        .collect()
}

#[test]
fn every_action_and_event_is_in_the_schema() {
    let schema = schema();
    for (name, known) in [
        ("hawaii_action", known::<hawaii::action::Action>()),
        ("hawaii_event", known::<hawaii::action::Event>()),
        ("hawaii_step", known::<hawaii::state::Step>()),
        ("hawaii_chieftain", known::<hawaii::island::Chieftain>()),
        ("hawaii_god", known::<hawaii::pieces::God>()),
        ("haleakala_action", known::<haleakala::action::Action>()),
        ("haleakala_event", known::<haleakala::action::Event>()),
        ("haleakala_card", known::<haleakala::pieces::Card>()),
        ("haleakala_kept", known::<haleakala::pieces::Keepsake>()),
        ("haleakala_ware", known::<haleakala::pieces::Ware>()),
    ] {
        assert!(known.len() > 1, "{name}: {known:?}");
        assert_eq!(listed(&schema, name), known, "{name}");
    }
    let tiles: BTreeSet<String> = hawaii::pieces::Tile::all()
        .map(|tile| tile.name().to_owned())
        .collect();
    assert_eq!(listed(&schema, "hawaii_tile"), tiles);
}

#[test]
fn the_version_of_the_schema_is_the_format_of_records() {
    let schema = schema();
    assert_eq!(schema["$id"], format!("urn:lanai:record:{FORMAT}"));
    assert_eq!(schema["properties"]["format"]["const"], FORMAT);
    assert_eq!(
        schema["properties"]["edition"]["const"],
        Hawaii::EDITION.max(Haleakala::EDITION)
    );
    let titles: Value = Title::ALL.map(Title::name).into_iter().collect();
    assert_eq!(schema["properties"]["title"]["enum"], titles);
}
