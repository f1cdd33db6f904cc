//! What people type that is no name of a piece: units of time, never, tomorrow evening. Each language has its own words for
//! them, and the program one.

use super::{Dictionary, Words};

/// Sentences that list what may be typed, with commas between, and what it means to the program.
const TYPED: [(&str, &str); 9] = [
    ("typed-minutes", "m"),
    ("typed-hours", "h"),
    ("typed-days", "d"),
    ("typed-weeks", "w"),
    ("typed-never", "never"),
    ("typed-usual", "usual"),
    ("typed-evening", "evening"),
    ("typed-morning", "morning"),
    ("typed-tomorrow", "tomorrow"),
];

impl Words {
    /// What something typed means, if it is listed.
    fn meaning(&self, typed: &str) -> Option<&'static str> {
        let lists = |(name, _): &&(&str, &str)| {
            self.say(name, &[])
                .split(',')
                .any(|listed| listed.trim() == typed)
        };
        TYPED.iter().find(lists).map(|(_, meaning)| *meaning)
    }
}

impl Dictionary {
    /// What somebody typed, with the program's words for what they, or English, have a word for: `2 Tage` as `2 d`.
    pub fn understood(&self, words: &Words, typed: &str) -> String {
        let typed = typed.trim().to_lowercase();
        // English first, for it is what we offer.
        let meaning = |part: &str| self.english().meaning(part).or_else(|| words.meaning(part));
        if let Some(meaning) = meaning(&typed) {
            return meaning.to_owned();
        }
        let mut understood = String::new();
        // Word by word, for a number may stand right before its unit.
        for part in typed.split_inclusive(|letter: char| !letter.is_alphabetic()) {
            let word = part.trim_end_matches(|letter: char| !letter.is_alphabetic());
            understood.push_str(meaning(word).unwrap_or(word));
            understood.push_str(&part[word.len()..]);
        }
        understood
    }
}
