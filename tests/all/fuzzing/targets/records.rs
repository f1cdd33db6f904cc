//! Records: a valid one is written back unchanged and can be replayed, an invalid one is refused in
//! a sentence. An input is the text of a file, or a list of edits of a real record.

use std::sync::LazyLock;

use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::{self, Haleakala};
use lanai_rules::hawaii::{self, Hawaii};
use lanai_rules::record::{Detail, Fault, Header, Record};
use lanai_rules::{Rules, Title, Viewer};
use lanai_text::Words;
use serde_json::Value;

use super::{Target, assert_sentence, owned_seeds};

pub(super) const TARGET: Target = Target {
    name: "records",
    run,
    seeds,
    words: WORDS,
};

const WORDS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "null",
    "true",
    "1.5",
    "\"format\":",
    "\"title\":\"hawaii\",",
    "\"haleakala\"",
    "\"edition\":2,",
    "\"steps\":[",
    "\"seat\":",
    "\"action\":",
    "{\"move\":3}",
    "\"wait\"",
    "\"full\":",
    "\n",
    " ",
    "{\"shells\":65535,\"feet\":65535,\"fruits\":65535}",
    "{\"circle\":[1,255]}",
    "[]",
    "{}",
    "\"next_round\"",
    "{\"harvest\":{\"left\":65535}}",
    "{\"launch\":{\"load\":255}}",
];

static ENGLISH: LazyLock<Words> = LazyLock::new(|| Words::english().unwrap());
static RECORDS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    vec![
        started_record::<Hawaii>(2, hawaii::options::Options::default(), Detail::Digests, 8),
        started_record::<Hawaii>(4, hawaii::options::Options::online(), Detail::Full, 3),
        started_record::<Haleakala>(
            2,
            haleakala::options::Options::default(),
            Detail::Digests,
            8,
        ),
        started_record::<Haleakala>(2, haleakala::options::Options::tactical(), Detail::Full, 3),
    ]
});

/// The record of a game that has just begun.
fn started_record<G: Rules>(seats: u8, options: G::Options, detail: Detail, steps: u32) -> Value {
    let names = (1..=seats).map(|seat| format!("Player {seat}")).collect();
    let (mut record, mut game) = Record::<G>::begin(
        &G::printed().unwrap(),
        names,
        options,
        Seed::from_number(8),
        detail,
    )
    .unwrap();
    let mut dice = Dice::new(&Seed::from_number(9), 0);
    for _ in 0..steps {
        let (seat, legal) = (game.status().to_act().unwrap(), game.legal_actions());
        let action = legal[dice.below(u32::try_from(legal.len()).unwrap()) as usize];
        let mut events = Vec::new();
        game.play(action, &mut events).unwrap();
        record.push_step(seat, action, events, &game);
    }
    serde_json::to_value(&record).unwrap()
}

fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let text = if text.starts_with(|letter: char| letter.is_ascii_digit()) {
        apply_edits(&text)
    } else {
        text.into()
    };
    let read = match Header::read(&text) {
        Ok(Header {
            title: Title::Hawaii,
            ..
        }) => check_record::<Hawaii>(&text),
        Ok(Header {
            title: Title::Haleakala,
            ..
        }) => check_record::<Haleakala>(&text),
        Err(fault) => Err(fault),
    };
    if let Err(fault) = read {
        assert_sentence(&ENGLISH.explain_fault(&fault));
    }
}

fn check_record<G: Rules>(text: &str) -> Result<(), Fault> {
    let record = Record::<G>::read(text)?;
    let written = serde_json::to_string(&record).unwrap();
    let again = Record::<G>::read(&written).unwrap_or_else(|fault| panic!("{fault}: {written}"));
    assert_eq!(serde_json::to_string(&again).unwrap(), written);
    for mark in record
        .steps
        .iter()
        .map(|step| &step.after)
        .chain([&record.start])
    {
        let Some(full) = &mark.full else { continue };
        // Any viewer can look at a valid state.
        if let Ok(game) = G::restore(&record.printed.clone().into(), full.state.clone()) {
            let _ = game.legal_actions();
            game.seats()
                .iter()
                .map(Viewer::Seat)
                .for_each(|viewer| drop(game.view(viewer)));
        }
    }
    let game = record.replay(None)?;
    assert_eq!(record.with_full_states()?.replay(None).as_ref(), Ok(&game));
    Ok(())
}

/// Applies edits: the first number chooses a record, each line replaces a value in it.
fn apply_edits(text: &str) -> String {
    let mut lines = text.lines();
    let which: usize = lines
        .next()
        .and_then(|line| line.trim().parse().ok())
        .unwrap_or(0);
    let mut record = RECORDS[which % RECORDS.len()].clone();
    for line in lines.take(8) {
        let (at, value) = line.split_once(' ').unwrap_or((line, "null"));
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
        let mut before = at.parse::<usize>().unwrap_or(0) % count_values(&record);
        replace_value(&mut record, &mut before, &value);
    }
    record.to_string()
}

/// Counts the values of a tree, including itself.
fn count_values(tree: &Value) -> usize {
    1 + match tree {
        Value::Array(list) => list.iter().map(count_values).sum(),
        Value::Object(map) => map.values().map(count_values).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

/// Replaces the value with this number.
fn replace_value(tree: &mut Value, before: &mut usize, value: &Value) -> bool {
    if *before == 0 {
        *tree = value.clone();
        return true;
    }
    *before -= 1;
    match tree {
        Value::Array(list) => list
            .iter_mut()
            .any(|child| replace_value(child, before, value)),
        Value::Object(map) => map
            .values_mut()
            .any(|child| replace_value(child, before, value)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let mut seeds: Vec<Vec<u8>> = RECORDS
        .iter()
        .map(|record| record.to_string().into_bytes())
        .collect();
    seeds.extend(owned_seeds(&[
        "0\n40 3\n",
        "1\n200 {\"move\":3}\n401 65535\n",
        "2\n77 \"it\"\n",
        "3\n9 []\n",
    ]));
    seeds.extend(
        (0..60).map(|at| format!("{}\n{} {}\n", at % 4, at * 31 % 900, at % 7).into_bytes()),
    );
    seeds
}
