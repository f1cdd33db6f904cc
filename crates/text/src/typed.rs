//! Words other than the names of pieces that people type, such as units of time, "never" and
//! "tomorrow evening". Each language has its own words.

use super::{Dictionary, Words};

/// The keys of sentences that list words, separated by commas, and what they mean to the program.
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
    /// Replaces words of the user's language or of English by the program's words: `2 Tage` becomes
    /// `2 d`.
    pub fn translate_typed(&self, words: &Words, typed: &str) -> String {
        let typed = typed.trim().to_lowercase();
        if let Some(meaning) = self.find_meaning(words, &typed) {
            return meaning.to_owned();
        }
        let mut translated = String::new();
        // Words are replaced one by one, because a number may directly precede its unit, as in
        // `2d`.
        for part in typed.split_inclusive(|letter: char| !letter.is_alphabetic()) {
            let word = part.trim_end_matches(|letter: char| !letter.is_alphabetic());
            translated.push_str(self.find_meaning(words, word).unwrap_or(word));
            translated.push_str(&part[word.len()..]);
        }
        translated
    }

    /// Returns the meaning of a word; English is searched first, because the suggestions are in
    /// English.
    fn find_meaning(&self, words: &Words, typed: &str) -> Option<&'static str> {
        self.english()
            .find_meaning(typed)
            .or_else(|| words.find_meaning(typed))
    }
}
