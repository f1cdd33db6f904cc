//! What the README, the pages of `docs` and the words tell people to type is what is registered, no more and no less.

use std::{collections::BTreeSet, fs, path::Path};

use crate::commands::commands;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// Every command with its part, as people type it: `/turn`, `/table open`.
fn registered() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for command in commands().as_array().unwrap() {
        let name = command["name"].as_str().unwrap();
        let options = command["options"].as_array().cloned().unwrap_or_default();
        let parts: Vec<&str> = options
            .iter()
            .filter(|it| it["type"] == 1)
            .map(|it| it["name"].as_str().unwrap())
            .collect();
        if parts.is_empty() {
            all.insert(format!("/{name}"));
        }
        all.extend(parts.iter().map(|part| format!("/{name} {part}")));
    }
    all
}

/// A command of another language names the words of its own that stand for it: `{ cmd-table-open-name }` is `open`.
fn in_english(words: &str) -> String {
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

/// What stands between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The first column of the table of commands. `/table join`, `leave` means `/table leave` as well.
fn listed(readme: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for row in readme.lines().filter(|line| line.starts_with("| `/")) {
        let mut above = "";
        for words in quoted(row.split('|').nth(1).unwrap()) {
            if words.starts_with('/') {
                above = words.split(' ').next().unwrap();
                all.insert(words.to_owned());
            } else {
                all.insert(format!("{above} {words}"));
            }
        }
    }
    all
}

#[test]
fn the_readme_lists_exactly_the_commands_that_are_registered() {
    let registered = registered();
    assert!(registered.contains("/turn") && registered.contains("/table open"));
    assert_eq!(listed(&read("README.md")), registered);
}

/// Complains of a command that people are told to type and that is none; answers how many there are.
fn assert_registered(path: &str, registered: &BTreeSet<String>) -> usize {
    let text = read(path);
    // A path of a machine has more than one stroke.
    let is_typed = |words: &&str| {
        words
            .strip_prefix('/')
            .is_some_and(|rest| !rest.contains('/'))
    };
    let told: Vec<String> = quoted(&text).filter(is_typed).map(in_english).collect();
    for words in &told {
        // Options may follow.
        let known = registered
            .iter()
            .any(|it| words == it || words.starts_with(&format!("{it} ")));
        assert!(known, "{path} tells people to type {words}");
    }
    told.len()
}

#[test]
fn people_are_told_to_type_only_what_is_registered() {
    let registered = registered();
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
