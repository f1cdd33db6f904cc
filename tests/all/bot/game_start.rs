//! How a game begins: a public message fixes all words, and its number, which nobody could choose, decides with them.

use serde_json::{Value, json};

use super::{Scene, Shown, evening, text, trouble};

/// Ana and Ben sit at a table of Hawaii, and Ben has given a word.
async fn lobby(scene: &Scene) -> String {
    scene
        .says("Ana", &scene.hall, "/table open game:Hawaii seats:2")
        .await;
    let place = scene.threads().await.last().unwrap().clone();
    scene
        .says("Ben", &place, "/table join word:pine*apple")
        .await
        .says("You have seat 2");
    place
}

/// The messages that say that all words are fixed.
async fn fixed(scene: &Scene, place: &str) -> Vec<Shown> {
    let public = scene.public(place).await;
    public
        .into_iter()
        .filter(|shown| shown.text().contains("all words are fixed"))
        .collect()
}

/// The message with which the game began, as it is kept.
async fn kept(scene: &Scene) -> Value {
    let mut intruder = scene.intruder().await;
    let first = sqlx::query_as("select action from log_entry where number = 0");
    let (action,): (String,) = first.fetch_one(&mut intruder).await.unwrap();
    serde_json::from_str::<Value>(&action).unwrap()["announced"]["message"].clone()
}

#[test]
fn shuffle_words_are_published_before_the_game_starts() {
    evening(async {
        let scene = Scene::in_a_file().await;
        let place = lobby(&scene).await;
        scene
            .says("Ana", &place, "/table start")
            .await
            .says("begins");
        scene.told(&place, "The game begins").await;
        let all = fixed(&scene, &place).await;
        assert_eq!(all.len(), 1);
        all[0]
            .says("Ana: no word")
            .says("Ben: pine\\*apple")
            .says("Shuffle sealed");
        assert_eq!(kept(&scene).await, text(&all[0].0["message"]["id"]));
        let edits = scene.requests().await.into_iter().filter(|request| {
            request["method"] == "PATCH" && text(&request["path"]).ends_with(&all[0].message())
        });
        assert_eq!(edits.count(), 0, "it stays as it was posted");
        scene.end().await;
    });
}

#[test]
fn lost_answer_does_not_duplicate_the_start_message() {
    evening(async {
        let scene = Scene::in_a_file().await;
        let place = lobby(&scene).await;
        scene.told(&place, "A table for").await;
        let path = format!("{place}/messages");
        let lost = trouble(
            "lose_answer",
            &json!({ "method": "POST", "path_contains": path, "times": 2 }),
        );
        scene.post("trouble", lost).await;
        scene
            .says("Ana", &place, "/table start")
            .await
            .says("begins");
        scene.told(&place, "The game begins").await;
        let all = fixed(&scene, &place).await;
        assert_eq!(all.len(), 1);
        assert_eq!(kept(&scene).await, text(&all[0].0["message"]["id"]));
        scene.end().await;
    });
}

#[test]
fn interrupted_start_continues_after_restart() {
    evening(async {
        let mut scene = Scene::begin().await;
        let place = lobby(&scene).await;
        scene.told(&place, "A table for").await;
        let path = format!("{place}/messages");
        let fails = json!({ "status": 500, "method": "POST", "path_contains": path, "times": 2 });
        scene.post("trouble", trouble("answer", &fails)).await;
        scene
            .says("Ana", &place, "/table start")
            .await
            .says("begins");
        scene.bot_goes().await;
        scene.bot_comes().await;
        scene.told(&place, "The game begins").await;
        assert_eq!(fixed(&scene, &place).await.len(), 1);
        scene.end().await;
    });
}

#[test]
fn failed_start_reopens_the_table() {
    evening(async {
        let scene = Scene::begin().await;
        let place = lobby(&scene).await;
        scene.told(&place, "A table for").await;
        let deny = |rights: Value| json!({ "channel": scene.hall, "deny": rights });
        scene
            .post("permissions", deny(json!(["SEND_MESSAGES_IN_THREADS"])))
            .await;
        scene.says("Ana", &place, "/table start").await;
        for who in ["Ana", "Ben"] {
            scene.is_told_directly(who, "could not start").await;
        }
        scene.post("permissions", deny(json!([]))).await;
        scene
            .says("Ben", &place, "/table join word:guava")
            .await
            .says("word");
        scene
            .says("Ben", &place, "/table start")
            .await
            .says("begins");
        scene.told(&place, "The game begins").await;
        let all = fixed(&scene, &place).await;
        assert_eq!(all.len(), 1);
        all[0].says("Ben: guava");
        scene.end().await;
    });
}
