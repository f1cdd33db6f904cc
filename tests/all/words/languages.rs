//! Every language has every sentence of the English file, filled with the same things, and keeps to itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use lanai::rules::haleakala::Haleakala;
use lanai::rules::hawaii::Hawaii;
use lanai::rules::{Rules, choices};
use lanai::words::{Dictionary, Fill, Language, Words};

/// English words that no French sentence has.
const ENGLISH: [&str; 22] = [
    "the", "of", "and", "is", "takes", "pays", "gets", "walks", "buys", "shell", "shells", "foot", "feet",
    "boat", "boats", "hut", "round", "turn", "free", "none", "nothing", "fish",
];

/// No English is left in a sentence of another language.
pub(super) fn assert_keeps_to(language: Language, sentence: &str) {
    if language != Language::English {
        for word in sentence.split(|letter: char| letter.is_whitespace() || ",.;:()".contains(letter)) {
            assert!(!ENGLISH.contains(&word.to_lowercase().as_str()), "{word} in: {sentence}");
        }
    }
}

/// The messages of a file, each with the variables that it fills in.
fn messages(language: Language) -> BTreeMap<String, BTreeSet<String>> {
    let path = format!("assets/words/{}.ftl", language.tag());
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let mut messages = BTreeMap::new();
    let mut last = None;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let begins = line.starts_with(|letter: char| letter.is_ascii_lowercase());
        if let Some((name, _)) = line.split_once(" =").filter(|_| begins) {
            let before = messages.insert(name.to_owned(), BTreeSet::new());
            assert_eq!(before, None, "{name} twice in {language:?}");
            last = Some(name.to_owned());
        }
        for part in line.split('$').skip(1) {
            let end = part.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(part.len());
            messages.get_mut(last.as_ref().unwrap()).unwrap().insert(part[..end].to_owned());
        }
    }
    messages
}

#[test]
fn every_language_has_the_sentences_of_english() {
    let english = messages(Language::English);
    for language in Language::ALL {
        let theirs = messages(*language);
        let names = |messages: &BTreeMap<String, _>| messages.keys().cloned().collect::<BTreeSet<_>>();
        let lacking: Vec<_> = names(&english).difference(&names(&theirs)).cloned().collect();
        let astray: Vec<_> = names(&theirs).difference(&names(&english)).cloned().collect();
        assert!(lacking.is_empty() && astray.is_empty(), "{language:?} lacks {lacking:?}, has {astray:?}");
    }
}

/// What is typed is filled in only where a language does not call the pieces what commands call them.
#[test]
fn every_language_fills_in_what_english_fills_in() {
    let english = messages(Language::English);
    for language in Language::ALL {
        for (name, mut variables) in messages(*language) {
            variables.remove("typed");
            assert_eq!(Some(&variables), english.get(&name), "{name} in {language:?}");
        }
    }
}

#[test]
fn every_sentence_can_be_said_with_every_number() {
    let dictionary = Dictionary::open().unwrap();
    for language in Language::ALL {
        for (name, variables) in messages(*language) {
            for (number, good, scored) in
                [(0, "shells", "yes"), (1, "feet", "no"), (2, "fruits", "yes"), (5, "shells", "no")]
            {
                let fill = variables.iter().map(|variable| {
                    let fill = match variable.as_str() {
                        "good" => Fill::from(good),
                        "scored" => Fill::from(scored),
                        _ => Fill::from(number),
                    };
                    (variable.as_str(), fill)
                });
                let said = dictionary.words(*language).say(&name, &fill.collect::<Vec<_>>());
                let whole = !said.trim().is_empty() && !said.contains(['{', '}', '$']);
                assert!(whole && said != format!("[{name}]"), "{name} in {language:?} with {number}: {said}");
            }
        }
    }
}

#[test]
fn plurals_are_those_of_the_language() {
    let dictionary = Dictionary::open().unwrap();
    let feet = |locale, n: u8| dictionary.words(Language::of(locale)).say("goods-feet", &[("n", n.into())]);
    assert_eq!([0, 1, 2, 5].map(|n| feet("en-GB", n)), ["0 feet", "1 foot", "2 feet", "5 feet"]);
    assert_eq!([0, 1, 2, 5].map(|n| feet("fr", n)), ["0 pied", "1 pied", "2 pieds", "5 pieds"]);
}

#[test]
fn a_locale_is_a_language_of_ours_or_english() {
    for (locale, language) in [
        ("fr", Language::French),
        ("fr-CA", Language::French),
        ("FR_fr", Language::French),
        ("en-US", Language::English),
        ("en-GB", Language::English),
        ("fry", Language::English),
        ("xx", Language::English),
        ("", Language::English),
    ] {
        assert_eq!(Language::of(locale), language, "{locale}");
    }
    for language in Language::ALL {
        assert_eq!(Language::of(language.tag()), *language);
    }
    assert_eq!(Words::english().unwrap().say("goods-nothing", &[]), "nothing");
}

fn every_option_is_explained<G: Rules>() {
    let dictionary = Dictionary::open().unwrap();
    let mut explained = 0;
    for word in choices::words::<G>().into_iter().filter(|word| word.contains('=')) {
        // What is usual needs no words.
        for (name, value) in choices::differing::<G>(&choices::read::<G>(&word).unwrap()) {
            let key = format!("option-{}-{name}-{value}", G::TITLE.name());
            for language in Language::ALL {
                let said = dictionary.words(*language).say(&key, &[]);
                assert!(said.ends_with('.') && !said.contains('['), "{key} in {language:?}: {said}");
            }
            explained += 1;
        }
    }
    assert!(explained > 2);
}

#[test]
fn what_every_option_means_is_said() {
    every_option_is_explained::<Hawaii>();
    every_option_is_explained::<Haleakala>();
}
