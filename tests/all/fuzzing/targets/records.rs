//! Records: what is read is written as the same again, and played; what is not is told in a sentence. An input is the text of
//! a file, or names edits of a record as it really is.

use std::sync::LazyLock;

use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::{self, Haleakala};
use lanai_rules::hawaii::{self, Hawaii};
use lanai_rules::record::{Detail, Fault, Header, Record};
use lanai_rules::{Rules, Title, Viewer};
use lanai_text::Words;
use serde_json::Value;

use super::{Target, must_be_a_sentence, owned};

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

static WORDS_SAID: LazyLock<Words> = LazyLock::new(|| Words::english().unwrap());
static RECORDS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    vec![
        begun::<Hawaii>(2, hawaii::options::Options::default(), Detail::Digests, 8),
        begun::<Hawaii>(4, hawaii::options::Options::online(), Detail::Full, 3),
        begun::<Haleakala>(
            2,
            haleakala::options::Options::default(),
            Detail::Digests,
            8,
        ),
        begun::<Haleakala>(2, haleakala::options::Options::tactical(), Detail::Full, 3),
    ]
});

/// The record of a game that has just begun.
fn begun<G: Rules>(seats: u8, options: G::Options, detail: Detail, steps: u32) -> Value {
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
        record.note(seat, action, events, &game);
    }
    serde_json::to_value(&record).unwrap()
}

fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let text = if text.starts_with(|letter: char| letter.is_ascii_digit()) {
        edited(&text)
    } else {
        text.into()
    };
    let read = match Header::read(&text) {
        Ok(Header {
            title: Title::Hawaii,
            ..
        }) => held::<Hawaii>(&text),
        Ok(Header {
            title: Title::Haleakala,
            ..
        }) => held::<Haleakala>(&text),
        Err(fault) => Err(fault),
    };
    if let Err(fault) = read {
        must_be_a_sentence(&WORDS_SAID.fault(&fault));
    }
}

fn held<G: Rules>(text: &str) -> Result<(), Fault> {
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
        // A state that keeps every law can be looked at by anybody.
        if let Ok(game) = G::restore(&record.printed.clone().into(), full.state.clone()) {
            let _ = game.legal_actions();
            game.seats()
                .iter()
                .map(Viewer::Seat)
                .for_each(|viewer| drop(game.view(viewer)));
        }
    }
    let game = record.replay(None)?;
    assert_eq!(record.in_full()?.replay(None).as_ref(), Ok(&game));
    Ok(())
}

/// A number says which record, and each line after it which thing in it becomes what.
fn edited(text: &str) -> String {
    let mut lines = text.lines();
    let which: usize = lines
        .next()
        .and_then(|line| line.trim().parse().ok())
        .unwrap_or(0);
    let mut record = RECORDS[which % RECORDS.len()].clone();
    for line in lines.take(8) {
        let (at, value) = line.split_once(' ').unwrap_or((line, "null"));
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
        let mut before = at.parse::<usize>().unwrap_or(0) % things(&record);
        put(&mut record, &mut before, &value);
    }
    record.to_string()
}

/// How many things there are, the whole counted, too.
fn things(tree: &Value) -> usize {
    1 + match tree {
        Value::Array(list) => list.iter().map(things).sum(),
        Value::Object(map) => map.values().map(things).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

/// Puts a value where so many things come before.
fn put(tree: &mut Value, before: &mut usize, value: &Value) -> bool {
    if *before == 0 {
        *tree = value.clone();
        return true;
    }
    *before -= 1;
    match tree {
        Value::Array(list) => list.iter_mut().any(|child| put(child, before, value)),
        Value::Object(map) => map.values_mut().any(|child| put(child, before, value)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let mut seeds: Vec<Vec<u8>> = RECORDS
        .iter()
        .map(|record| record.to_string().into_bytes())
        .collect();
    seeds.extend(owned(&[
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
