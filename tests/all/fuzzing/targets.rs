//! What is fuzzed: plain functions over bytes, which panic when something does not hold that has to. The tests run them for
//! seconds; `tests/fuzz` runs them for hours, and looks at which lines of the program they reach.

mod frames;
mod ids;
mod interactions;
mod lines;
mod records;
mod settings;
mod stage;

/// Something that is fuzzed.
pub(crate) struct Target {
    pub(crate) name: &'static str,
    /// What is done with an input.
    pub(crate) run: fn(&[u8]),
    /// What is mangled: inputs as they really come.
    pub(crate) seeds: fn() -> Vec<Vec<u8>>,
    /// What means something here.
    pub(crate) words: &'static [&'static str],
}

/// All of them but the markup of the page, for which a browser is needed.
pub(crate) const TARGETS: [Target; 6] = [
    lines::TARGET,
    ids::TARGET,
    records::TARGET,
    settings::TARGET,
    interactions::TARGET,
    frames::TARGET,
];

/// Whether somebody can read it: words, and not the name of a sentence that no file has.
fn must_be_a_sentence(said: &str) {
    assert!(
        said.chars().filter(|letter| letter.is_alphabetic()).count() >= 3,
        "{said:?} is no sentence"
    );
    assert!(!said.starts_with('['), "{said} is missing among the words");
}

fn owned(seeds: &[&str]) -> Vec<Vec<u8>> {
    seeds.iter().map(|seed| seed.as_bytes().to_vec()).collect()
}
