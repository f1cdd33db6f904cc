//! Every language has every sentence of the English file, with the same placeholders, and no
//! English in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::{Rules, choices};
use lanai_text::{
    Dictionary, Fill, Key, Words, WordsFlaw, embedded_words, find_word_flaws, translate_typed,
};

/// English words that no French sentence has.
const ENGLISH: [&str; 22] = [
    "the", "of", "and", "is", "takes", "pays", "gets", "walks", "buys", "shell", "shells", "foot",
    "feet", "boat", "boats", "hut", "round", "turn", "free", "none", "nothing", "fish",
];

/// Asserts that a sentence has no English words.
pub(super) fn assert_keeps_to(words: &Words, sentence: &str) {
    if words.tag() != "en" {
        for word in
            sentence.split(|letter: char| letter.is_whitespace() || ",.;:()".contains(letter))
        {
            assert!(
                !ENGLISH.contains(&word.to_lowercase().as_str()),
                "{word} in: {sentence}"
            );
        }
    }
}

#[test]
fn every_language_has_the_sentences_of_english_and_fills_in_what_is_given() {
    for words in Dictionary::open().unwrap().languages() {
        let flaws = find_word_flaws(&embedded_words(words.tag()).unwrap());
        assert!(flaws.is_empty(), "{}: {flaws:#?}", words.tag());
    }
}

/// Returns the keys of all sentences, each with its placeholders.
fn messages() -> BTreeMap<String, BTreeSet<String>> {
    let mut messages = BTreeMap::new();
    let mut last = String::new();
    for line in embedded_words("en")
        .unwrap()
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let begins = line.starts_with(|letter: char| letter.is_ascii_lowercase());
        if let Some((name, _)) = line.split_once(" =").filter(|_| begins) {
            messages.insert(name.to_owned(), BTreeSet::new());
            name.clone_into(&mut last);
        }
        for part in line.split('$').skip(1) {
            let end = part
                .find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
                .unwrap_or(part.len());
            messages
                .get_mut(&last)
                .unwrap()
                .insert(part[..end].to_owned());
        }
    }
    messages
}

#[test]
fn every_sentence_can_be_said_with_every_number() {
    let dictionary = Dictionary::open().unwrap();
    let messages = messages();
    assert!(messages.len() > 1000, "{}", messages.len());
    for (words, (name, variables)) in dictionary
        .languages()
        .iter()
        .flat_map(|it| messages.iter().map(move |m| (it, m)))
    {
        for (number, good, scored) in [
            (0, "shells", "yes"),
            (1, "feet", "no"),
            (2, "fruits", "yes"),
            (5, "shells", "no"),
        ] {
            let fill = variables.iter().map(|variable| {
                let fill = match variable.as_str() {
                    "good" => Fill::from(good),
                    "scored" => Fill::from(scored),
                    _ => Fill::from(number),
                };
                (variable.as_str(), fill)
            });
            let typed = ("typed", Fill::from("said"));
            let said = words.say(Key::named(name), &fill.chain([typed]).collect::<Vec<_>>());
            let whole = !said.trim().is_empty() && !said.contains(['{', '}', '$']);
            assert!(
                whole && said != format!("[{name}]"),
                "{name} in {} with {number}: {said}",
                words.tag()
            );
        }
    }
}

#[test]
fn plurals_are_those_of_the_language() {
    let dictionary = Dictionary::open().unwrap();
    let feet = |locale, n: u8| {
        dictionary
            .for_locale(locale)
            .say(Key::named("goods-feet"), &[("n", n.into())])
    };
    assert_eq!(
        [0, 1, 2, 5].map(|n| feet("en-GB", n)),
        ["0 feet", "1 foot", "2 feet", "5 feet"]
    );
    assert_eq!(
        [0, 1, 2, 5].map(|n| feet("fr", n)),
        ["0 pied", "1 pied", "2 pieds", "5 pieds"]
    );
    assert_eq!(
        [0, 1, 2, 5].map(|n| feet("de", n)),
        ["0 Füße", "1 Fuß", "2 Füße", "5 Füße"]
    );
    let points = |n: u8| {
        dictionary
            .for_locale("cs")
            .say(Key::named("points"), &[("n", n.into())])
    };
    assert_eq!(
        [0, 1, 2, 5].map(points),
        ["0 bodů", "1 bod", "2 body", "5 bodů"]
    );
}

#[test]
fn a_locale_is_a_language_of_ours_or_english() {
    let dictionary = Dictionary::open().unwrap();
    for (locale, tag) in [
        ("fr", "fr"),
        ("fr-CA", "fr"),
        ("FR_fr", "fr"),
        ("de-AT", "de"),
        ("cs", "cs"),
        ("en-US", "en"),
        ("en-GB", "en"),
        ("fry", "en"),
        ("xx", "en"),
        ("", "en"),
    ] {
        assert_eq!(dictionary.for_locale(locale).tag(), tag, "{locale}");
    }
    for words in dictionary.languages() {
        assert_eq!(dictionary.for_locale(words.tag()).tag(), words.tag());
    }
    assert_eq!(
        dictionary.english().say(Key::named("goods-nothing"), &[]),
        "nothing"
    );
}

fn every_option_is_explained<G: Rules>() {
    let dictionary = Dictionary::open().unwrap();
    let mut explained = 0;
    for word in choices::words::<G>()
        .into_iter()
        .filter(|word| word.contains('='))
    {
        // Defaults need no words.
        for (name, value) in choices::differing::<G>(&choices::read::<G>(&word).unwrap()) {
            let key = format!("option-{}-{name}-{value}", G::TITLE.name());
            for words in dictionary.languages() {
                let said = words.say(Key::named(&key), &[]);
                assert!(
                    said.ends_with('.') && !said.contains('['),
                    "{key} in {}: {said}",
                    words.tag()
                );
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

// --- Files beside the program ---

#[test]
fn a_file_of_words_is_told_what_is_wrong_with_it() {
    let (words, english) = (Words::english().unwrap(), embedded_words("en").unwrap());
    assert!(find_word_flaws(&english).is_empty());
    let with = |name: &str, text: &str| {
        let lines = english.lines().map(|line| {
            let is_it = line
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with(" ="));
            if is_it {
                format!("{name} = {text}")
            } else {
                line.to_owned()
            }
        });
        find_word_flaws(&lines.collect::<Vec<_>>().join("\n"))
            .iter()
            .map(|flaw| words.explain_flaw(flaw))
            .collect::<Vec<_>>()
    };
    for (name, text, told) in [
        (
            "event-paid",
            "{ $who } pays { $shels }.",
            "event-paid: nothing is filled in for $shels",
        ),
        (
            "event-paid",
            "{ board-noone }",
            "event-paid: there's no sentence called board-noone",
        ),
        (
            "event-paid",
            "{ NUMBER($who) }",
            "event-paid: there's no sentence called NUMBER",
        ),
        (
            "cmd-help-name",
            "Help me",
            "cmd-help-name must be one word of lower-case letters, digits and dashes",
        ),
        (
            "chat-button-do",
            &"x".repeat(81),
            "chat-button-do has 81 characters, and Discord takes at most 80",
        ),
        (
            "cmd-help",
            &"x".repeat(101),
            "cmd-help has 101 characters, and Discord takes at most 100",
        ),
        (
            "board-none",
            "one\nboard-none = two",
            "board-none appears twice",
        ),
        (
            "board-none",
            "one\nboard-noone = two",
            "board-noone: there's no such sentence in English",
        ),
    ] {
        assert_eq!(with(name, text), [told], "{name} = {text}");
    }
    assert_eq!(
        with("action-pay", "{ $typed }: pay { $goods }"),
        [""; 0],
        "a comment says that it is filled in"
    );
    let broken = find_word_flaws("event-paid = { $who\n");
    assert!(
        words.explain_flaw(&broken[0]).starts_with("line "),
        "{broken:?}"
    );
    let missing = find_word_flaws("event-paid = { $who }: { $goods }\n");
    assert!(
        missing.len() > 1000 && missing.iter().all(WordsFlaw::is_gap),
        "all but one"
    );
}

#[test]
fn files_of_words_are_put_beside_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("fi.ftl", "goods-nothing = ei mitään\n");
    write("fr.ftl", "goods-nothing = que dalle\n");
    write("notes.txt", "nothing of ours");
    let open = || Dictionary::open().unwrap().with_folder(folder.path());
    let (dictionary, gaps) = open().unwrap();
    assert_eq!(
        gaps.iter().map(|(tag, _)| tag.as_str()).collect::<Vec<_>>(),
        ["fi"]
    );
    let points = |locale: &str| {
        dictionary
            .for_locale(locale)
            .say(Key::named("points"), &[("n", 21.into())])
    };
    assert_eq!(
        dictionary
            .for_locale("fi")
            .say(Key::named("goods-nothing"), &[]),
        "ei mitään"
    );
    assert_eq!(
        (points("fi"), points("fr")),
        ("21 points".to_owned(), "21 points".to_owned())
    );
    assert_eq!(
        dictionary
            .for_locale("fr-CA")
            .say(Key::named("goods-nothing"), &[]),
        "que dalle"
    );
    assert_eq!(
        dictionary
            .for_locale("fr")
            .say(Key::named("event-round-over"), &[("round", 2.into())]),
        "La manche 2 est terminée."
    );
    write("fi.ftl", "goods-nothing = { $n }\n");
    let told = open().err().unwrap().to_string();
    assert!(
        told.contains("fi.ftl: goods-nothing: nothing is filled in for $n; lanai words "),
        "{told}"
    );
    write("fi.ftl", "");
    write("not a language.ftl", "");
    assert!(
        open()
            .err()
            .unwrap()
            .to_string()
            .contains("is not the tag of a language")
    );
    assert!(
        Dictionary::open()
            .unwrap()
            .with_folder(&folder.path().join("nowhere"))
            .is_err()
    );
}

/// Times are understood in the player's language and in English.
#[test]
fn times_are_understood_as_people_write_them() {
    let dictionary = Dictionary::open().unwrap();
    for (locale, typed, understood) in [
        ("en", "90 min", "90 m"),
        ("en", " 2 Weeks ", "2 w"),
        ("fr", "2 jours", "2 d"),
        ("fr", "1 semaine", "1 w"),
        ("fr", "2 days", "2 d"),
        ("de", "3 Tage", "3 d"),
        ("de", "72h + 8 Std", "72h + 8 h"),
        ("cs", "5 dnů", "5 d"),
        ("cs", "nikdy", "never"),
        ("de", "morgen Abend", "tomorrow"),
        ("fr", "ce soir", "evening"),
        ("en", "off", "never"),
        ("en", "soon", "soon"),
        ("en", "2026-12-24", "2026-12-24"),
    ] {
        assert_eq!(
            translate_typed(&dictionary, dictionary.for_locale(locale), typed),
            understood,
            "{typed} in {locale}"
        );
    }
}
