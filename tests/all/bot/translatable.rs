//! An evening in a language that nobody speaks: it shows whether everything that people read comes from the files of words.

use lanai_rules::Title;
use lanai_text::{Dictionary, Words};
use serde_json::Value;

use super::whole_games::{MOST_TURNS, abroad, by_menus_alone};
use super::{Scene, evening, text};
use crate::translatable::{UNSPOKEN, foreign, in_a_folder};

/// What people read in something that the bot sent.
fn read(value: &Value, into: &mut Vec<String>) {
    const SHOWN: [&str; 7] = [
        "content",
        "description",
        "label",
        "placeholder",
        "title",
        "footer",
        "name",
    ];
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

/// Every topic of the rules, a ruling, and the first steps of each game.
async fn rules_and_first_games(scene: &Scene) {
    let hall = scene.hall.clone();
    for title in Title::ALL {
        let game = title.name();
        let rules = scene
            .says("Krk", &hall, &format!("/rules game:{game}"))
            .await;
        for (number, (id, topics)) in rules.menus().into_iter().enumerate() {
            // Of rulings, one stands for all.
            for topic in topics
                .iter()
                .take(if number < 2 { topics.len() } else { 1 })
            {
                scene.chooses_in("Krk", &rules, &id, topic).await;
            }
        }
        let learns = scene
            .says("Krk", &hall, &format!("/learn game:{game}"))
            .await;
        scene
            .presses("Krk", &learns, &scene.said("chat-button-turn"))
            .await;
    }
}

#[test]
fn all_player_text_is_translatable() {
    let folder = in_a_folder();
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
            faults.extend(
                shown
                    .iter()
                    .map(|it| foreign(it))
                    .filter(|it| !it.is_empty()),
            );
        }
        faults.sort();
        faults.dedup();
        assert!(faults.is_empty(), "{faults:#?}");
        scene.end().await;
    });
}
