//! Words other than the names of pieces that people type, such as units of time, "never" and
//! "tomorrow evening". Each language has its own words.

use crate::{Key, key};

use super::{Dictionary, Words};

/// The keys of sentences that list words, separated by commas, and what they mean to the program.
const TYPED_WORDS: [(Key, &str); 9] = [
    (key::TYPED_MINUTES, "m"),
    (key::TYPED_HOURS, "h"),
    (key::TYPED_DAYS, "d"),
    (key::TYPED_WEEKS, "w"),
    (key::TYPED_NEVER, "never"),
    (key::TYPED_USUAL, "usual"),
    (key::TYPED_EVENING, "evening"),
    (key::TYPED_MORNING, "morning"),
    (key::TYPED_TOMORROW, "tomorrow"),
];

/// Replaces words of the user's language or of English by the program's words: `2 Tage` becomes
/// `2 d`.
pub fn translate_typed(dictionary: &Dictionary, words: &Words, typed: &str) -> String {
    // English is searched first, because the suggestions are in English.
    let languages = [dictionary.english(), words];
    let find_in_any = |typed: &str| {
        languages
            .into_iter()
            .find_map(|words| find_meaning(words, typed))
    };
    let typed = typed.trim().to_lowercase();
    if let Some(meaning) = find_in_any(&typed) {
        return meaning.to_owned();
    }
    let mut translated = String::new();
    // Words are replaced one by one, because a number may directly precede its unit, as in `2d`.
    for part in typed.split_inclusive(|letter: char| !letter.is_alphabetic()) {
        let word = part.trim_end_matches(|letter: char| !letter.is_alphabetic());
        translated.push_str(find_in_any(word).unwrap_or(word));
        translated.push_str(&part[word.len()..]);
    }
    translated
}

fn find_meaning(words: &Words, typed: &str) -> Option<&'static str> {
    for (key, meaning) in TYPED_WORDS {
        let listed = words.say(key, &[]);
        if listed.split(',').any(|word| word.trim() == typed) {
            return Some(meaning);
        }
    }
    None
}
