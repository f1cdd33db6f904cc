//! No circles: a file that needs another is not needed by it, however long the way. A file may name what stands above it and
//! below it: a room and its parts are one.

use std::collections::{BTreeMap, BTreeSet};

use super::{house, source::Source};

/// Which files each file names, but for those above it and below it.
fn imports(sources: &[Source]) -> BTreeMap<&str, BTreeSet<&str>> {
    let files: BTreeMap<Vec<&str>, &str> =
        sources.iter().filter_map(|source| Some((source.module()?, source.path.as_str()))).collect();
    let mut imports: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (module, path) in &files {
        let source = sources.iter().find(|source| source.path == *path).unwrap();
        for (_, names) in source.paths().iter().filter(|(_, names)| names[0] == "crate") {
            let names: Vec<&str> = names[1..].iter().map(String::as_str).collect();
            // The file in which the path ends: what follows is in it.
            let there = (1..=names.len()).rev().find_map(|length| files.get_key_value(&names[..length]));
            if let Some((other, file)) = there
                && !module.starts_with(other)
                && !other.starts_with(module)
            {
                imports.entry(path).or_default().insert(file);
            }
        }
    }
    imports
}

/// All files to which a way leads from this one.
fn reached<'a>(imports: &BTreeMap<&'a str, BTreeSet<&'a str>>, from: &'a str) -> BTreeSet<&'a str> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(file) = open.pop() {
        for next in imports.get(file).into_iter().flatten() {
            if reached.insert(*next) {
                open.push(*next);
            }
        }
    }
    reached
}

/// Every file from which a way leads back to itself, and which files it names on that way.
fn circles(sources: &[Source]) -> Vec<String> {
    let imports = imports(sources);
    let mut circles = Vec::new();
    for (file, others) in &imports {
        let is_back = |other: &&&str| reached(&imports, other).contains(file);
        let back: Vec<&str> = others.iter().filter(is_back).copied().collect();
        if !back.is_empty() {
            circles.push(format!("{file} -> {}", back.join(", ")));
        }
    }
    circles
}

#[test]
fn files_do_not_need_each_other_in_circles() {
    let circles = circles(&house());
    assert!(circles.is_empty(), "circles:\n  {}", circles.join("\n  "));
}

#[test]
fn a_circle_is_found_however_long_it_is() {
    let source = |path: &str, code: &str| Source::new(path, code);
    let sources = [
        source("src/store.rs", "mod waits;\nuse waits::Wait;"),
        source("src/store/waits.rs", "use super::{Store, notices::Notice};"),
        source("src/store/notices.rs", "use crate::store::standing::{Standing, of};"),
        source("src/store/standing.rs", "fn wait() -> super::waits::Wait { wait }"),
        source("src/tables.rs", "use crate::store::waits::Wait;"),
    ];
    assert_eq!(
        circles(&sources),
        [
            "src/store/notices.rs -> src/store/standing.rs",
            "src/store/standing.rs -> src/store/waits.rs",
            "src/store/waits.rs -> src/store/notices.rs",
        ]
    );
    assert_eq!(circles(&sources[..3]), Vec::<String>::new(), "a room and its parts are one");
}
