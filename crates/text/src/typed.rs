//! Words that people type beside the names of pieces: units of time, never, tomorrow evening. Each
//! language lists its own.

use super::{Dictionary, Words};

/// Sentences with comma-separated words, and what the program calls them.
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
    /// Replaces words of the user's language, or of English, by the program's words: `2 Tage`
    /// becomes `2 d`.
    pub fn understood(&self, words: &Words, typed: &str) -> String {
        let typed = typed.trim().to_lowercase();
        // English comes first, because the suggestions are in English.
        let meaning = |part: &str| self.english().meaning(part).or_else(|| words.meaning(part));
        if let Some(meaning) = meaning(&typed) {
            return meaning.to_owned();
        }
        let mut understood = String::new();
        // Word by word, because a number may stand right before its unit.
        for part in typed.split_inclusive(|letter: char| !letter.is_alphabetic()) {
            let word = part.trim_end_matches(|letter: char| !letter.is_alphabetic());
            understood.push_str(meaning(word).unwrap_or(word));
            understood.push_str(&part[word.len()..]);
        }
        understood
    }
}
