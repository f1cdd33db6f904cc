//! A scene in an artificial language shows whether every text comes from the language files.

use lanai_rules::Title;
use lanai_text::{Dictionary, Words};
use serde_json::Value;

use super::whole_games::{MAX_TURNS, play_by_menus_only, start_in_language};
use super::{Scene, run_test, text};
use crate::translatable::{UNSPOKEN, untranslated, write_language_folder};

/// Collects the texts of a request.
fn collect_request_texts(value: &Value, into: &mut Vec<String>) {
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
        Value::Array(list) => list
            .iter()
            .for_each(|item| collect_request_texts(item, into)),
        Value::Object(fields) => {
            for (name, value) in fields {
                // Names of files and emojis and values of options are not shown.
                let hidden = name == "emoji" || name == "options" && value.is_object();
                match value.as_str() {
                    Some(answer) if SHOWN.contains(&name.as_str()) => into.push(answer.to_owned()),
                    None if !hidden => collect_request_texts(value, into),
                    _ => {}
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Every topic of the rules, a ruling, and the first steps of each game.
async fn read_rules_and_lessons(scene: &Scene) {
    let main_channel = scene.main_channel.clone();
    for title in Title::ALL {
        let game = title.name();
        let rules = scene
            .run_command("Krk", &main_channel, &format!("/rules game:{game}"))
            .await;
        for (number, (id, topics)) in rules.menus().into_iter().enumerate() {
            // One ruling represents all.
            for topic in topics
                .iter()
                .take(if number < 2 { topics.len() } else { 1 })
            {
                scene.choose_in_menu("Krk", &rules, &id, topic).await;
            }
        }
        let learns = scene
            .run_command("Krk", &main_channel, &format!("/learn game:{game}"))
            .await;
        scene
            .press_button("Krk", &learns, &scene.bot_text("learn-second-part"))
            .await;
    }
}

#[test]
fn all_player_text_is_translatable() {
    let folder = write_language_folder();
    let (dictionary, gaps) = Dictionary::open()
        .unwrap()
        .with_folder(folder.path())
        .unwrap();
    assert_eq!(gaps, [(UNSPOKEN.to_owned(), 0)]);
    assert!(dictionary.find(UNSPOKEN).map(Words::tag).is_some());
    run_test(async {
        let scene = start_in_language(UNSPOKEN, dictionary).await;
        play_by_menus_only(&scene, "Hawaii", &["Brň", "Krk"], MAX_TURNS).await;
        play_by_menus_only(&scene, "Haleakala", &["Brň", "Krk"], 16).await;
        for line in [
            "/help",
            "/check",
            "/mine",
            "/remind",
            "/table list",
            "/remind quiet:nonsense",
            "/table open game:Hawaii pace:never-ever",
        ] {
            scene
                .run_command("Krk", &scene.main_channel.clone(), line)
                .await;
        }
        read_rules_and_lessons(&scene).await;
        let mut faults = Vec::new();
        for request in scene.list_requests().await {
            let path = text(&request["path"]);
            // Commands have English names, too.
            if path.contains("/commands") || path.contains("/emojis") {
                continue;
            }
            let mut answer = Vec::new();
            collect_request_texts(&request["body"], &mut answer);
            // Parts of a request have names, too.
            answer.retain(|item| !item.starts_with("files["));
            faults.extend(
                answer
                    .iter()
                    .map(|item| untranslated(item))
                    .filter(|item| !item.is_empty()),
            );
        }
        faults.sort();
        faults.dedup();
        assert!(faults.is_empty(), "{faults:#?}");
        scene.end().await;
    });
}
