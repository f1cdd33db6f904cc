//! The rules by topic: every topic in every language, with the figures and options in force.

use std::collections::HashSet;

use lanai_rules::haleakala::Haleakala;
use lanai_rules::haleakala::options::Options as Chosen;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::hawaii::options::{Options, Ranking};
use lanai_rules::hawaii::pieces::{Level, Tile};
use lanai_rules::hawaii::printed::Printed;
use lanai_rules::{Rules, figures};
use lanai_text::{Dictionary, Phrasebook, RulesText, TellRules, Words};

use super::assert_whole;
use super::languages::assert_keeps_to;

fn topics_are_told<G: TellRules>() {
    let printed = G::printed().unwrap();
    for words in Dictionary::open().unwrap().languages() {
        let phrasebook = Phrasebook::<G> {
            words,
            printed: &printed,
            names: &[],
        };
        let mut titles = HashSet::new();
        for (_, options) in G::presets() {
            for topic in RulesText::<G>::topics() {
                let (title, told) = (
                    phrasebook.rules().topic_title(topic),
                    phrasebook.rules().topic_text(&options, topic),
                );
                for said in [&title, &told] {
                    assert_whole(said);
                    assert_keeps_to(words, said);
                }
                assert!(
                    told.chars().count() < 1900,
                    "{topic} in {} is too long for a message",
                    words.tag()
                );
                titles.insert(title);
            }
            for part in phrasebook.rules().sheet(&options) {
                assert_whole(&part.title);
                for line in part.lines {
                    assert_whole(&line);
                }
            }
            assert_whole(&phrasebook.rules().describe_sheet(&options));
        }
        assert_eq!(
            titles.len(),
            RulesText::<G>::topics().count(),
            "two topics of {} have one name",
            words.tag()
        );
        for ruling in G::RULINGS {
            let question = phrasebook.rules().ruling_question(ruling);
            assert!(question.ends_with(['?', '.', '\u{2026}']), "{question}");
            for said in [
                [question].as_slice(),
                &phrasebook.rules().ruling_lines(ruling),
            ]
            .concat()
            {
                assert_whole(&said);
                assert_keeps_to(words, &said);
                assert!(said.ends_with(['?', '.', '\u{bb}', '"']), "{said}");
            }
        }
    }
}

#[test]
fn every_topic_is_told_in_every_language() {
    topics_are_told::<Hawaii>();
    topics_are_told::<Haleakala>();
}

#[test]
fn no_ruling_has_the_name_of_another() {
    for rulings in [Hawaii::RULINGS, Haleakala::RULINGS] {
        assert_eq!(
            rulings
                .iter()
                .map(|ruling| ruling.name)
                .collect::<HashSet<_>>()
                .len(),
            rulings.len()
        );
    }
}

/// Figures come from the file, so a correction changes the text.
#[test]
fn a_figure_that_is_corrected_is_told_as_corrected() {
    let text = include_str!("../../../../assets/hawaii.toml");
    let changed = text.replace("hula = { one = 1, two = 2 }", "hula = { one = 3, two = 7 }");
    let changed = changed.replace("shells = 8\nfeet = 5", "shells = 9\nfeet = 5");
    assert_ne!(text, changed);
    let (before, after): (Printed, Result<Printed, figures::Flaw>) =
        (Printed::read(text).unwrap(), Printed::read(&changed));
    let (words, after) = (Words::english().unwrap(), after.unwrap());
    let told = |printed: &Printed, topic| {
        Phrasebook::<Hawaii> {
            words: &words,
            printed,
            names: &[],
        }
        .rules()
        .topic_text(&Options::default(), topic)
    };
    assert!(
        told(&before, "hula")
            .contains("hula dancer II: at the end, if her village counts, 2 points for each tile")
    );
    assert!(
        told(&after, "hula")
            .contains("hula dancer II: at the end, if her village counts, 7 points for each tile")
    );
    assert!(told(&before, "income").contains("After round 2: 8 shells and 5 feet"));
    assert!(told(&after, "income").contains("After round 2: 9 shells and 5 feet"));
}

#[test]
fn what_a_table_plays_otherwise_is_told() {
    let (words, printed) = (Words::english().unwrap(), Hawaii::printed().unwrap());
    let phrasebook = Phrasebook::<Hawaii> {
        words: &words,
        printed: &printed,
        names: &[],
    };
    assert!(
        phrasebook
            .rules()
            .topic_text(&Options::default(), "tiki")
            .contains("room for six")
    );
    assert!(
        phrasebook
            .rules()
            .topic_text(&Options::online(), "tiki")
            .contains("room for seven")
    );
    assert_eq!(
        phrasebook.rules().list_option_changes(&Options::default()),
        Vec::<String>::new()
    );
    assert_eq!(
        phrasebook
            .rules()
            .list_option_changes(&Options::online())
            .len(),
        2
    );
    let everyone = Options {
        ranking: Ranking::Everyone,
        ..Options::default()
    };
    assert!(
        phrasebook
            .rules()
            .topic_text(&everyone, "people")
            .contains("is ranked too")
    );
    assert!(
        !phrasebook
            .rules()
            .topic_text(&Options::default(), "people")
            .contains("is ranked too")
    );
    let printed = Haleakala::printed().unwrap();
    let phrasebook = Phrasebook::<Haleakala> {
        words: &words,
        printed: &printed,
        names: &[],
    };
    assert!(
        phrasebook
            .rules()
            .topic_text(&Chosen::tactical(), "lava")
            .contains("invocation discs alone")
    );
}

/// A topic is found by what players see on the picture or call it.
#[test]
fn a_topic_is_found_by_what_it_is_called() {
    let (words, printed) = (Words::english().unwrap(), Hawaii::printed().unwrap());
    let phrasebook = Phrasebook::<Hawaii> {
        words: &words,
        printed: &printed,
        names: &[],
    };
    let first = |typed: &str| {
        phrasebook
            .rules()
            .find_topics(&Options::default(), typed)
            .first()
            .copied()
    };
    for (typed, topic) in [
        ("crossed spears", "buy"),
        ("Spear hut", "spear-hut"),
        ("kane", "kane"),
        ("the people want", "people"),
        ("taro", "fruit-tiles"),
        ("turtle", "people"),
        ("dock", "islands"),
        ("dashes", "signs"),
    ] {
        assert_eq!(first(typed), Some(topic), "{typed}");
    }
    assert_eq!(first("xyzzy"), None);
}

/// Each tile has an effect, and its better side a better one.
#[test]
fn each_tile_says_what_it_does() {
    let printed = Hawaii::printed().unwrap();
    for words in Dictionary::open().unwrap().languages() {
        let phrasebook = Phrasebook::<Hawaii> {
            words,
            printed: &printed,
            names: &[],
        };
        for tile in Tile::all() {
            let [one, two] = Level::ALL
                .map(|level| lanai_text::hawaii::describe_effect(&phrasebook, tile, level));
            assert_whole(&one);
            assert_keeps_to(words, &two);
            let sides = !matches!(tile, Tile::Kahuna | Tile::Tiki);
            assert_eq!(one != two, sides, "{}: {one}, {two}", tile.name());
        }
    }
}
