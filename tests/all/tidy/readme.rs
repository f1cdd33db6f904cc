//! The README, the pages of `docs` and the language files mention exactly the registered commands.

use std::{collections::BTreeSet, fs, path::Path};

use crate::commands::commands;

fn read_file(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// Every command with its part, as people type it: `/turn`, `/table open`.
fn registered_commands() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    // A command on a person is not typed.
    let typed = commands();
    let typed = typed.as_array().unwrap().iter();
    for command in typed.filter(|command| command["type"] != 2) {
        let name = command["name"].as_str().unwrap();
        let options = command["options"].as_array().cloned().unwrap_or_default();
        let parts: Vec<&str> = options
            .iter()
            .filter(|item| item["type"] == 1)
            .map(|item| item["name"].as_str().unwrap())
            .collect();
        if parts.is_empty() {
            all.insert(format!("/{name}"));
        }
        all.extend(parts.iter().map(|part| format!("/{name} {part}")));
    }
    all
}

/// A command of another language names the words of its own that stand for it: `{
/// cmd-table-open-name }` is `open`.
fn command_in_english(words: &str) -> String {
    let mut english = String::new();
    for part in words.split(['{', '}']) {
        let name = part
            .trim()
            .strip_prefix("cmd-")
            .and_then(|name| name.strip_suffix("-name"));
        english.push_str(name.map_or(part, |name| name.rsplit('-').next().unwrap_or(name)));
    }
    english
}

/// Returns the code spans of a text.
fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// All commands in the section *Commands*. `/table join`, `leave` means `/table leave` as well.
fn listed_commands(readme: &str) -> BTreeSet<String> {
    let (_, section) = readme.split_once("\n## Commands\n").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let mut all = BTreeSet::new();
    let mut above = "";
    for words in code_spans(section) {
        if words.starts_with('/') {
            above = words.split(' ').next().unwrap();
            all.insert(words.to_owned());
        } else {
            all.insert(format!("{above} {words}"));
        }
    }
    all
}

#[test]
fn the_readme_lists_exactly_the_commands_that_are_registered() {
    let registered = registered_commands();
    assert!(registered.contains("/turn") && registered.contains("/table open"));
    assert_eq!(listed_commands(&read_file("README.md")), registered);
}

/// Asserts that every mentioned command is registered, and returns their number.
fn assert_registered(path: &str, registered: &BTreeSet<String>) -> usize {
    let text = read_file(path);
    // A path of a machine has more than one stroke.
    let told: Vec<String> = code_spans(&text)
        .filter(|words: &&str| {
            words
                .strip_prefix('/')
                .is_some_and(|rest| !rest.contains('/'))
        })
        .map(command_in_english)
        .collect();
    for words in &told {
        // Options may follow.
        let known = registered
            .iter()
            .any(|item| words == item || words.starts_with(&format!("{item} ")));
        assert!(known, "{path} tells people to type {words}");
    }
    told.len()
}

#[test]
fn people_are_told_to_type_only_what_is_registered() {
    let registered = registered_commands();
    for path in [
        "README.md",
        "docs/playing.md",
        "assets/words/en.ftl",
        "assets/words/fr.ftl",
    ] {
        assert!(assert_registered(path, &registered) > 10, "{path}");
    }
    let house = super::text_files();
    let pages = house
        .iter()
        .map(|source| source.path.as_str())
        .filter(|path| path.starts_with("docs/"));
    // Records have paths of their own: places in a file.
    for path in pages.filter(|path| *path != "docs/records.md") {
        assert_registered(path, &registered);
    }
}
