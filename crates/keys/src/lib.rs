//! The keys of all sentences, so that the compiler checks them.
//!
//! Each crate that says sentences has a build script that calls [`write_constants`]. It reads the
//! English sentences and writes a constant for each key of the crate, which the crate includes as
//! its module `key`. A key that does not exist does not compile, and rustc reports a key that the
//! crate does not use. The build fails if a key belongs to no crate. That the other languages have
//! the same keys is left to the tests of `lanai-text`.

mod owners;

use std::env;
use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use owners::{OWNERS, Owner};

/// The English sentences. Those of other languages have the same keys.
const ENGLISH: &str = include_str!("../../../assets/words/en.ftl");

/// The key of a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key(&'static str);

impl Key {
    /// Returns a key without checking it, for the constants that [`write_constants`] writes.
    pub const fn new(name: &'static str) -> Key {
        Key(name)
    }

    /// Returns the key with this name, for tests.
    ///
    /// # Panics
    ///
    /// Panics if there is no such sentence.
    #[expect(clippy::panic, reason = "only tests name keys in strings")]
    pub fn named(name: &str) -> Key {
        match keys().find(|key| *key == name) {
            Some(key) => Key(key),
            None => panic!("there is no sentence {name}"),
        }
    }

    pub const fn name(self) -> &'static str {
        self.0
    }
}

/// Keys with a common beginning that is followed by the name of a value, as in `title-hawaii` for
/// `Title::Hawaii`.
///
/// `tests/all/keys.rs` compares each family with the values.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    prefix: &'static str,
    /// Sorted by name.
    keys: &'static [Key],
}

impl Family {
    /// Returns a family without checking it, for the constants that [`write_constants`] writes.
    pub const fn new(prefix: &'static str, keys: &'static [Key]) -> Family {
        Family { prefix, keys }
    }

    /// Returns the key for a value. Without a sentence for it, the returned key shows the family's
    /// prefix in brackets.
    pub fn member(self, name: &str) -> Key {
        let key = self.find(name);
        debug_assert!(key.is_some(), "there is no sentence {}{name}", self.prefix);
        key.unwrap_or(Key(self.prefix))
    }

    /// Returns the key for a value that need not have a sentence.
    pub fn find(self, name: &str) -> Option<Key> {
        let index = self
            .keys
            .binary_search_by(|key| key.0[self.prefix.len()..].cmp(name));
        index.ok().map(|index| self.keys[index])
    }
}

/// Returns the prefix of each family with the names of its members.
pub fn families() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let prefixes = OWNERS.iter().flat_map(|owner| owner.families);
    prefixes.map(|prefix| (*prefix, members(prefix)))
}

/// Writes the constants of the package that is built into `keys.rs` in its output directory.
///
/// Call this in the build script.
pub fn write_constants() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let unowned: Vec<&str> = keys().filter(|key| !has_owner(key)).collect();
    let stale: Vec<&str> = OWNERS.iter().flat_map(stale_entries).collect();
    if !unowned.is_empty() || !stale.is_empty() {
        let message = format!(
            "crates/keys/src/owners.rs has no place for {unowned:?}, and {stale:?} for no sentence"
        );
        return Err(io::Error::other(message));
    }
    let package = env::var("CARGO_PKG_NAME").unwrap_or_default();
    let directory = env::var("OUT_DIR").unwrap_or_default();
    fs::write(Path::new(&directory).join("keys.rs"), constants(&package))
}

fn constants(package: &str) -> String {
    let mut text = String::new();
    for owner in OWNERS.iter().filter(|owner| owner.package == package) {
        for key in keys().filter(|key| is_own(owner, key)) {
            let name = constant_name(key);
            let _ = writeln!(text, "pub(crate) const {name}: Key = Key::new({key:?});");
        }
        for prefix in owner.families {
            let name = constant_name(prefix);
            let mut keys = String::new();
            for member in members(prefix) {
                let _ = write!(keys, "Key::new(\"{prefix}{member}\"), ");
            }
            let _ = writeln!(
                text,
                "pub(crate) const {name}: Family = Family::new({prefix:?}, &[{keys}]);"
            );
        }
    }
    text
}

fn constant_name(key: &str) -> String {
    key.trim_end_matches('-').replace('-', "_").to_uppercase()
}

/// Returns all keys in the order of the file.
fn keys() -> impl Iterator<Item = &'static str> {
    let messages = ENGLISH.lines().filter_map(|line| line.split_once(" ="));
    messages
        .map(|(key, _)| key)
        .filter(|key| key.starts_with(|letter: char| letter.is_ascii_lowercase()))
}

fn has_owner(key: &str) -> bool {
    family_of(key).is_some() || OWNERS.iter().any(|owner| is_own(owner, key))
}

/// Returns what an owner lists although there is no such sentence.
fn stale_entries(owner: &'static Owner) -> impl Iterator<Item = &'static str> {
    let beginnings = owner.prefixes.iter().chain(owner.families);
    let stale_beginnings =
        beginnings.filter(|beginning| !keys().any(|key| key.starts_with(**beginning)));
    let stale_keys = owner
        .keys
        .iter()
        .filter(|name| !keys().any(|key| key == **name));
    stale_beginnings.chain(stale_keys).copied()
}

/// Returns whether a crate says a sentence that is in no family: one that it names, or, if no crate
/// names it, one with its prefix. The longest prefix decides.
fn is_own(owner: &Owner, key: &str) -> bool {
    if is_named(key) {
        return owner.keys.contains(&key);
    }
    let longest = OWNERS
        .iter()
        .filter_map(|owner| longest_prefix(owner.prefixes, key))
        .max_by_key(|prefix| prefix.len());
    family_of(key).is_none() && longest.is_some_and(|prefix| owner.prefixes.contains(&prefix))
}

fn is_named(key: &str) -> bool {
    OWNERS.iter().any(|owner| owner.keys.contains(&key))
}

/// Returns the prefix of the family to which a key belongs.
fn family_of(key: &str) -> Option<&'static str> {
    if is_named(key) {
        return None;
    }
    let prefixes = OWNERS.iter();
    prefixes
        .filter_map(|owner| longest_prefix(owner.families, key))
        .max_by_key(|prefix| prefix.len())
}

fn longest_prefix(prefixes: &'static [&'static str], key: &str) -> Option<&'static str> {
    let fitting = prefixes.iter().filter(|prefix| key.starts_with(**prefix));
    fitting.max_by_key(|prefix| prefix.len()).copied()
}

/// Returns the sorted names of a family's members.
fn members(prefix: &str) -> Vec<&'static str> {
    let keys = keys().filter(|key| family_of(key) == Some(prefix));
    let mut names: Vec<&str> = keys.map(|key| &key[prefix.len()..]).collect();
    names.sort_unstable();
    names
}
