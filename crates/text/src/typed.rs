//! Words that people type beside the names of pieces: units of time, never, tomorrow evening. Each
//! language lists its own.

use super::{Dictionary, Words};

/// Sentences with comma-separated words, and what the program calls them.
const TYPED_WORDS: [(&str, &str); 9] = [
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
    fn find_meaning(&self, typed: &str) -> Option<&'static str> {
        for (name, meaning) in TYPED_WORDS {
            let listed = self.say(name, &[]);
            if listed.split(',').any(|word| word.trim() == typed) {
                return Some(meaning);
            }
        }
        None
    }
}

impl Dictionary {
    /// Replaces words of the user's language, or of English, by the program's words: `2 Tage`
    /// becomes `2 d`.
    pub fn translate_typed(&self, words: &Words, typed: &str) -> String {
        let typed = typed.trim().to_lowercase();
        if let Some(meaning) = self.find_meaning(words, &typed) {
            return meaning.to_owned();
        }
        let mut translated = String::new();
        // Word by word, because a number may stand right before its unit.
        for part in typed.split_inclusive(|letter: char| !letter.is_alphabetic()) {
            let word = part.trim_end_matches(|letter: char| !letter.is_alphabetic());
            translated.push_str(self.find_meaning(words, word).unwrap_or(word));
            translated.push_str(&part[word.len()..]);
        }
        translated
    }

    /// Asks English first, because the suggestions are in English.
    fn find_meaning(&self, words: &Words, typed: &str) -> Option<&'static str> {
        self.english()
            .find_meaning(typed)
            .or_else(|| words.find_meaning(typed))
    }
}
