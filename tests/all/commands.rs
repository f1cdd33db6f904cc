//! The commands as they are registered: within all of Discord's limits, in every language.

mod limits;

use lanai::{chat::commands_as_json, words::Dictionary};
use serde_json::{Value, json};

use limits::{faults, weight};

pub(crate) fn commands() -> Value {
    commands_as_json(&Dictionary::open().unwrap())
}

#[test]
fn discord_takes_every_command_that_is_registered() {
    let commands = commands();
    assert!(commands.as_array().unwrap().len() > 10);
    let faults = faults(&commands);
    assert!(faults.is_empty(), "{faults:#?}");
    for command in commands.as_array().unwrap() {
        assert!(weight(command) > 20, "nothing is counted of {command}");
    }
}

#[test]
fn every_command_says_where_it_is_and_admin_is_for_those_who_manage_the_server() {
    let mut for_users = Vec::new();
    for command in commands().as_array().unwrap() {
        let name = command["name"].as_str().unwrap();
        assert!(command["contexts"].is_array(), "/{name} does not say where it is offered");
        let permissions = if name == "admin" { json!("32") } else { Value::Null };
        assert_eq!(command["default_member_permissions"], permissions, "/{name}");
        match &command["integration_types"] {
            types if *types == json!([0, 1]) => for_users.push(name.to_owned()),
            types => assert_eq!(*types, json!([0]), "/{name}"),
        }
    }
    for_users.sort();
    assert_eq!(for_users, ["learn", "mine", "privacy", "rules"]);
}

/// An option that can be given.
fn option(name: &str) -> Value {
    json!({ "type": 3, "name": name, "description": "What" })
}

fn with(mut it: Value, field: &str, value: Value) -> Value {
    it[field] = value;
    it
}

fn command(options: &[Value]) -> Value {
    json!([{ "name": "sail", "description": "Visit an island", "options": options }])
}

fn part(name: &str, kind: u64, options: &[Value]) -> Value {
    json!({ "type": kind, "name": name, "description": "A part", "options": options })
}

/// A counter that lets everything pass would be none: each limit is met, and passed by one.
#[test]
fn each_limit_is_counted() {
    let words = |length: usize| json!("x".repeat(length));
    let options = |number: usize| (0..number).map(|at| option(&format!("o{at}"))).collect::<Vec<_>>();
    let choices = |number: usize, letters: usize| {
        let one =
            |at: usize| json!({ "name": format!("{at:0letters$}"), "value": format!("{at:0letters$}") });
        (0..number).map(one).collect::<Value>()
    };
    let many = |number: usize| {
        let one = |at: usize| json!({ "name": format!("c{at}"), "description": "One" });
        (0..number).map(one).collect::<Value>()
    };
    let heavy = |letters: usize| {
        // 25 options of some 300 letters, and choices that bring the sum to what is wanted.
        let full = |at: usize| {
            let value = json!([{ "name": words(100), "value": words(92) }]);
            with(with(option(&format!("o{at:03}")), "choices", value), "description", words(100))
        };
        let mut all: Vec<Value> = (0..25).map(full).collect();
        let missing = letters - weight(&command(&all)[0]);
        let more = (0..missing / 100).map(|_| json!({ "name": words(99), "value": "x" }));
        let rest = json!({ "name": words(missing % 100), "value": "" });
        let list = all[0]["choices"].as_array_mut().unwrap();
        list.extend(more);
        list.push(rest);
        command(&all)
    };
    let required = with(option("must"), "required", json!(true));
    let in_french = |field: &str, text: Value| {
        let mut named = option("what");
        named[field] = json!({ "fr": text });
        command(&[named])
    };
    let nested = |kind: u64| command(&[part("a", 2, &[part("b", kind, &[option("c")])])]);
    for (fits, does_not) in [
        (many(100), many(101)),
        (command(&options(25)), command(&options(26))),
        (command(&[option(&"x".repeat(32))]), command(&[option(&"x".repeat(33))])),
        (command(&[option("dé-à_l'œuf")]), command(&[option("Big")])),
        (command(&[option("x")]), command(&[option("")])),
        (command(&[option("x")]), command(&[option("two words")])),
        (command(&[option("x"), option("y")]), command(&[option("x"), option("x")])),
        (in_french("name_localizations", json!("quoi")), in_french("name_localizations", json!("Quoi"))),
        (in_french("name_localizations", words(32)), in_french("name_localizations", words(33))),
        (
            in_french("description_localizations", words(100)),
            in_french("description_localizations", words(101)),
        ),
        (in_french("description_localizations", words(1)), in_french("description_localizations", words(0))),
        (
            command(&[with(option("x"), "description", words(100))]),
            command(&[with(option("x"), "description", words(101))]),
        ),
        (
            command(&[with(option("x"), "choices", choices(25, 100))]),
            command(&[with(option("x"), "choices", choices(26, 100))]),
        ),
        (
            command(&[with(option("x"), "choices", choices(1, 100))]),
            command(&[with(option("x"), "choices", choices(1, 101))]),
        ),
        (
            command(&[with(option("x"), "name_localizations", json!({ "fr": "x" }))]),
            command(&[with(option("x"), "name_localizations", json!({ "en": "x" }))]),
        ),
        (command(&[required.clone(), option("may")]), command(&[option("may"), required])),
        (nested(1), nested(2)),
        (command(&[part("a", 1, &[option("b")])]), command(&[part("a", 1, &[part("b", 1, &[])])])),
        (command(&[part("a", 1, &[])]), command(&[part("a", 1, &[]), option("b")])),
        (heavy(8000), heavy(8001)),
    ] {
        assert_eq!(faults(&fits), Vec::<String>::new());
        assert!(!faults(&does_not).is_empty(), "nobody complains of {does_not}");
    }
}
