//! The rules as pictures: a game on one sheet, and the pieces of each topic.

use image::GenericImageView as _;
use lanai_render::{DrawRules, Look, png};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_text::{Dictionary, MAX_ALT_TEXT_UTF16, RulesText, Words};

use super::games::told;
use super::{golden, theme};

/// The maximum size of a picture in a message.
const MOST: usize = 150 << 10;

fn every_topic_has_its_picture<G: DrawRules>() {
    let dictionary = Dictionary::open().unwrap();
    for tag in dictionary.languages().iter().map(Words::tag) {
        for (_, options) in G::presets() {
            let sheet = told::<G, _>(tag, &[], |phrasebook| {
                G::draw_sheet(theme(Look::Calm), phrasebook, &options)
            });
            assert_eq!((sheet.width(), sheet.height()), (1650, 1050));
            assert!(png::encode(&sheet).len() <= MOST, "{tag}");
        }
        for topic in RulesText::<G>::topics() {
            let drawn = told::<G, _>(tag, &[], |phrasebook| {
                G::draw_topic(theme(Look::Calm), phrasebook, topic)
            });
            let Some((canvas, described)) = drawn else {
                // Topics about the whole game show the sheet, or nothing.
                assert!(
                    G::TOPICS[0].contains(&topic),
                    "{topic} is a piece, and has no picture"
                );
                continue;
            };
            assert_eq!(canvas.width(), 1080, "{topic}");
            assert!(
                canvas.height() <= 1080 && png::encode(&canvas).len() <= MOST,
                "{topic} in {tag}"
            );
            assert!(
                (1..=MAX_ALT_TEXT_UTF16).contains(&described.chars().count()),
                "{topic}: {described}"
            );
        }
    }
}

#[test]
fn every_topic_of_hawaii_has_its_picture() {
    every_topic_has_its_picture::<Hawaii>();
}

#[test]
fn every_topic_of_haleakala_has_its_picture() {
    every_topic_has_its_picture::<Haleakala>();
}

#[test]
fn the_sheets_and_the_signs_are_those_that_were_looked_at() {
    fn compare_sheet<G: DrawRules>(tag: &str, name: &str) {
        let options = G::Options::default();
        golden::compare(
            name,
            &told::<G, _>(tag, &[], |phrasebook| {
                G::draw_sheet(theme(Look::Calm), phrasebook, &options)
            }),
        );
    }
    fn shown<G: DrawRules>(topic: &str, name: &str) {
        let picture = told::<G, _>("en", &[], |phrasebook| {
            G::draw_topic(theme(Look::Calm), phrasebook, topic)
        });
        golden::compare(name, &picture.unwrap().0);
    }
    compare_sheet::<Hawaii>("en", "rules-hawaii");
    compare_sheet::<Haleakala>("de", "rules-haleakala-german");
    shown::<Hawaii>("islands", "rules-islands");
    shown::<Hawaii>("signs", "rules-signs");
}
