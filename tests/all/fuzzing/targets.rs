//! Fuzz targets: functions over bytes that panic if a guarantee is broken. The tests run them for
//! seconds; `tests/fuzz` runs them for hours with coverage.

mod frames;
mod ids;
mod interactions;
mod lines;
mod records;
mod settings;
mod stage;

pub(crate) struct Target {
    pub(crate) name: &'static str,
    pub(crate) run: fn(&[u8]),
    /// Realistic inputs that are mangled.
    pub(crate) seeds: fn() -> Vec<Vec<u8>>,
    /// Words with a meaning for this target.
    pub(crate) words: &'static [&'static str],
}

/// All targets but the markup of the page, which needs a browser.
pub(crate) const TARGETS: [Target; 6] = [
    lines::TARGET,
    ids::TARGET,
    records::TARGET,
    settings::TARGET,
    interactions::TARGET,
    frames::TARGET,
];

/// Asserts that a text is a sentence and not the key of a missing one.
fn assert_sentence(said: &str) {
    assert!(
        said.chars().filter(|letter| letter.is_alphabetic()).count() >= 3,
        "{said:?} is no sentence"
    );
    assert!(!said.starts_with('['), "{said} is missing among the words");
}

fn owned_seeds(seeds: &[&str]) -> Vec<Vec<u8>> {
    seeds.iter().map(|seed| seed.as_bytes().to_vec()).collect()
}
