//! The house rules, read off the sources: who may import whom, how long files and functions are, and which words
//! do not belong. The tables are in `house`; each complaint names file, line, room and reason.

mod checks;
mod circles;
mod dependencies;
mod house;
mod made_up;
mod names;
mod packages;
mod pages;
mod pictures;
mod readme;
mod source;
mod third_game;

use std::{fs, path::Path};

use source::Source;

/// What is read: the sources, and everything beside them that a person writes.
const WRITTEN: [&str; 18] = [
    "src",
    "tests",
    "benches",
    "assets",
    "migrations",
    "docs",
    "packaging",
    ".ci",
    ".github",
    ".devcontainer",
    "Cargo.toml",
    "deny.toml",
    "justfile",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    ".env.example",
];

fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A file of the house.
fn written(path: &str) -> &'static str {
    fs::read_to_string(top().join(path)).unwrap_or_else(|error| panic!("{path}: {error}")).leak()
}

/// Every text file of the house, with its path from the top.
fn house() -> Vec<Source> {
    let mut sources = Vec::new();
    for written in WRITTEN {
        read(top(), written, &mut sources);
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    sources
}

/// Whether a file is a page to be read.
fn is_markdown(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "md")
}

fn read(top: &Path, path: &str, into: &mut Vec<Source>) {
    // What a machine found there is as it is.
    if path == "tests/fuzz/corpus" {
        return;
    }
    let full = top.join(path);
    if full.is_dir() {
        for entry in fs::read_dir(&full).unwrap() {
            let name = entry.unwrap().file_name();
            read(top, &format!("{path}/{}", name.to_str().unwrap()), into);
        }
    } else if let Some(text) = fs::read(&full).ok().and_then(|bytes| String::from_utf8(bytes).ok()) {
        // What is no text (a font, a picture) is no business of ours.
        into.push(Source::new(path, &text));
    }
}

#[test]
fn the_house_is_tidy() {
    let complaints: Vec<String> =
        house().iter().flat_map(checks::complaints).map(|complaint| format!("  {complaint}\n")).collect();
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.concat());
}

#[test]
fn the_sources_are_found() {
    let house = house();
    for path in ["src/lib.rs", "src/rules/hawaii/turn.rs", "tests/all/tidy.rs", "assets/hawaii.toml"] {
        assert!(house.iter().any(|source| source.path == path), "{path}");
    }
}

/// A home that nobody needs any more, or that was renamed, should not stay in the table.
#[test]
fn every_crate_with_a_home_is_one_that_we_know_of() {
    for name in dependencies::named("dependencies").iter().map(|name| name.replace('-', "_")) {
        let everywhere = house::EVERYWHERE.contains(&name.as_str());
        let at_home = house::HOMES.iter().any(|home| home.krate == name);
        assert!(everywhere || at_home, "{name}: say in tests/all/tidy/house.rs in which rooms it lives");
    }
}
