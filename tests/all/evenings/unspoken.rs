//! An evening in a language that nobody speaks: it shows whether everything that people read comes from the files of words.

use std::fs;

use lanai::rules::Title;
use lanai::words::{Dictionary, Words, text_of};
use serde_json::Value;

use super::whole::{MOST_TURNS, abroad, by_menus_alone};
use super::{Scene, evening, text};

/// A language of the chat that Lanai has no file for.
const UNSPOKEN: &str = "fi";

/// A vowel that English does not have, for each that it has.
fn changed(letter: char) -> char {
    match letter {
        'a' => 'â',
        'e' => 'ê',
        'i' => 'î',
        'o' => 'ô',
        'u' => 'û',
        'A' => 'Â',
        'E' => 'Ê',
        'I' => 'Î',
        'O' => 'Ô',
        'U' => 'Û',
        other => other,
    }
}

/// English in other letters: a file of words in which nothing is left as it was but what is filled in or typed.
fn unspoken() -> String {
    let mut file = String::new();
    for line in text_of("en").unwrap().lines() {
        let text = if line.starts_with('#') {
            line.len()
        } else if line.starts_with('}') {
            1
        } else if let Some((name, _)) = line.split_once(" =").filter(|_| !line.starts_with(' ')) {
            name.len() + 2
        } else {
            // The key of a way to say it.
            line.find("] ").filter(|_| line.trim_start().starts_with(['[', '*'])).map_or(0, |at| at + 1)
        };
        file.push_str(&line[..text]);
        let (mut filled, mut typed) = (0, false);
        for letter in line[text..].chars() {
            match letter {
                '{' => filled += 1,
                // What ends here may have begun on a line above.
                '}' => filled = (filled - 1).max(0),
                '`' => typed = !typed,
                _ => {}
            }
            file.push(if filled > 0 || typed { letter } else { changed(letter) });
        }
        file.push('\n');
    }
    file
}

/// What people read in something that the bot sent.
fn read(value: &Value, into: &mut Vec<String>) {
    const SHOWN: [&str; 7] = ["content", "description", "label", "placeholder", "title", "footer", "name"];
    match value {
        Value::Array(list) => list.iter().for_each(|it| read(it, into)),
        Value::Object(fields) => {
            for (name, value) in fields {
                // What is not shown is the name of a file or of an emoji, and what a choice stands for.
                let hidden = name == "emoji" || name == "options" && value.is_object();
                match value.as_str() {
                    Some(shown) if SHOWN.contains(&name.as_str()) => into.push(shown.to_owned()),
                    None if !hidden => read(value, into),
                    _ => {}
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// What of a text was in no file of words: what is left when commands, names of people, mentions and times are taken away.
fn foreign(text: &str) -> String {
    let spoken = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let mut words = Vec::new();
    for part in spoken.split('<') {
        words.extend(part.rsplit('>').next().unwrap_or_default().split_whitespace());
    }
    words.retain(|word| {
        // A choice has one letter, and so has a player.
        let letters = word.chars().filter(|letter| letter.is_alphabetic()).count();
        // A computer at a first game is called by its own name.
        letters > 1
            && !word.starts_with("Kula")
            && word.contains(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U'])
    });
    words.join(" ")
}

/// Every topic of the rules, a ruling, and the first steps of each game.
async fn rules_and_first_games(scene: &Scene) {
    let hall = scene.hall.clone();
    for title in Title::ALL {
        let game = title.name();
        let rules = scene.says("Krk", &hall, &format!("/rules game:{game}")).await;
        for (number, (id, topics)) in rules.menus().into_iter().enumerate() {
            // Of rulings, one stands for all.
            for topic in topics.iter().take(if number < 2 { topics.len() } else { 1 }) {
                scene.chooses_in("Krk", &rules, &id, topic).await;
            }
        }
        let learns = scene.says("Krk", &hall, &format!("/learn game:{game}")).await;
        scene.presses("Krk", &learns, &scene.said("chat-button-turn")).await;
    }
}

#[test]
fn everything_that_people_read_is_in_the_files_of_words() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(format!("{UNSPOKEN}.ftl")), unspoken()).unwrap();
    let (dictionary, gaps) = Dictionary::open().unwrap().and(folder.path()).unwrap();
    assert_eq!(gaps, [(UNSPOKEN.to_owned(), 0)]);
    assert!(dictionary.named(UNSPOKEN).map(Words::tag).is_some());
    evening(async {
        let scene = abroad(UNSPOKEN, dictionary).await;
        by_menus_alone(&scene, "Hawaii", &["Brň", "Krk"], MOST_TURNS).await;
        by_menus_alone(&scene, "Haleakala", &["Brň", "Krk"], 16).await;
        for line in [
            "/help",
            "/check",
            "/mine",
            "/remind",
            "/table list",
            "/remind quiet:nonsense",
            "/table open game:Hawaii pace:never-ever",
        ] {
            scene.says("Krk", &scene.hall.clone(), line).await;
        }
        rules_and_first_games(&scene).await;
        let mut faults = Vec::new();
        for request in scene.requests().await {
            let path = text(&request["path"]);
            // Commands have English names, too.
            if path.contains("/commands") || path.contains("/emojis") {
                continue;
            }
            let mut shown = Vec::new();
            read(&request["body"], &mut shown);
            // Parts of a request have names, too.
            shown.retain(|it| !it.starts_with("files["));
            faults.extend(shown.iter().map(|it| foreign(it)).filter(|it| !it.is_empty()));
        }
        faults.sort();
        faults.dedup();
        assert!(faults.is_empty(), "{faults:#?}");
        scene.end().await;
    });
}
