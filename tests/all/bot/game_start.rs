//! A game starts with a public message that fixes all words; its id, which no player could choose,
//! decides with them.

use serde_json::{Value, json};

use super::{Scene, Shown, injected_failure, text};

/// Ana and Ben sit at a table of Hawaii, and Ben has given a word.
async fn open_lobby(scene: &Scene) -> String {
    scene
        .run_command(
            "Ana",
            &scene.main_channel,
            "/table open game:Hawaii seats:2",
        )
        .await;
    let place = scene.list_threads().await.last().unwrap().clone();
    scene
        .run_command("Ben", &place, "/table join word:pine*apple")
        .await
        .assert_says("You have seat 2");
    place
}

/// The messages that list the words before the shuffle.
async fn start_announcements(scene: &Scene, place: &str) -> Vec<Shown> {
    let public = scene.list_public_messages(place).await;
    public
        .into_iter()
        .filter(|answer| answer.text().contains("is starting"))
        .collect()
}

/// Returns the stored announcement of the start.
async fn stored_announcement(scene: &Scene) -> Value {
    let mut intruder = scene.open_as_intruder().await;
    let first = sqlx::query_as("select action from log_entry where number = 0");
    let (action,): (String,) = first.fetch_one(&mut intruder).await.unwrap();
    serde_json::from_str::<Value>(&action).unwrap()["announced"]["message"].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shuffle_words_are_published_before_the_game_starts() {
    let scene = Scene::start_on_file().await;
    let place = open_lobby(&scene).await;
    scene
        .assert_answer("Ana", &place, "/table start", "begins")
        .await;
    scene.wait_for_text(&place, "The game begins").await;
    let all = start_announcements(&scene, &place).await;
    assert_eq!(all.len(), 1);
    all[0]
        .assert_says("Ben: pine\\*apple")
        .assert_says("The shuffle is sealed");
    assert!(!all[0].text().contains("Ana"), "Ana gave no word");
    assert_eq!(
        stored_announcement(&scene).await,
        text(&all[0].0["message"]["id"])
    );
    let edits = scene.list_requests().await.into_iter().filter(|request| {
        request["method"] == "PATCH" && text(&request["path"]).ends_with(&all[0].message_id())
    });
    assert_eq!(edits.count(), 0, "it stays as it was posted");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lost_answer_does_not_duplicate_the_start_message() {
    let scene = Scene::start_on_file().await;
    let place = open_lobby(&scene).await;
    scene.wait_for_text(&place, "A table for").await;
    let path = format!("{place}/messages");
    let lost = injected_failure(
        "lose_answer",
        &json!({ "method": "POST", "path_contains": path, "times": 2 }),
    );
    scene.post("trouble", lost).await;
    scene
        .assert_answer("Ana", &place, "/table start", "begins")
        .await;
    scene.wait_for_text(&place, "The game begins").await;
    let all = start_announcements(&scene, &place).await;
    assert_eq!(all.len(), 1);
    assert_eq!(
        stored_announcement(&scene).await,
        text(&all[0].0["message"]["id"])
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn interrupted_start_continues_after_restart() {
    let mut scene = Scene::start().await;
    let place = open_lobby(&scene).await;
    scene.wait_for_text(&place, "A table for").await;
    let path = format!("{place}/messages");
    let fails = json!({ "status": 500, "method": "POST", "path_contains": path, "times": 2 });
    scene
        .post("trouble", injected_failure("answer", &fails))
        .await;
    scene
        .assert_answer("Ana", &place, "/table start", "begins")
        .await;
    scene.stop_bot().await;
    scene.start_bot().await;
    scene.wait_for_text(&place, "The game begins").await;
    assert_eq!(start_announcements(&scene, &place).await.len(), 1);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failed_start_reopens_the_table() {
    let scene = Scene::start().await;
    let place = open_lobby(&scene).await;
    scene.wait_for_text(&place, "A table for").await;
    let deny = |rights: Value| json!({ "channel": scene.main_channel, "deny": rights });
    scene
        .post("permissions", deny(json!(["SEND_MESSAGES_IN_THREADS"])))
        .await;
    scene.run_command("Ana", &place, "/table start").await;
    for who in ["Ana", "Ben"] {
        scene.wait_for_direct_message(who, "couldn't start").await;
    }
    scene.post("permissions", deny(json!([]))).await;
    scene
        .assert_answer("Ben", &place, "/table join word:guava", "word")
        .await;
    scene
        .assert_answer("Ben", &place, "/table start", "begins")
        .await;
    scene.wait_for_text(&place, "The game begins").await;
    let all = start_announcements(&scene, &place).await;
    assert_eq!(all.len(), 1);
    all[0].assert_says("Ben: guava");
    scene.end().await;
}
