//! Threads are archived and tokens expire, with a turned clock.

use std::time::Duration;

use lanai_porch::{Clock, Settings};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Bot, Scene};

const MINUTE: Duration = Duration::from_mins(1);

async fn scene() -> (Scene, Clock) {
    let clock = Clock::system();
    (
        Scene::open_with_clock(Settings {
            clock: clock.clone(),
            ..Settings::default()
        })
        .await,
        clock,
    )
}

#[tokio::test]
async fn idle_threads_are_archived() {
    let (scene, clock) = scene().await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    let threads = format!("channels/{}/threads", scene.first_channel());
    let wanted = json!({ "name": "table", "type": 11, "auto_archive_duration": 60 });
    let (_, thread) = scene.bot_request(Method::POST, &threads, wanted).await;
    let (path, id) = (
        format!("channels/{}", thread["id"].as_str().unwrap()),
        thread["id"].as_str().unwrap(),
    );
    let messages = format!("{path}/messages");
    clock.advance(59 * MINUTE);
    let (_, said) = scene
        .bot_request(Method::POST, &messages, json!({ "content": "x" }))
        .await;
    let one = format!("{messages}/{}", said["id"].as_str().unwrap());
    clock.advance(59 * MINUTE);
    assert_eq!(
        scene
            .bot_request(Method::PATCH, &one, json!({ "content": "y" }))
            .await
            .0,
        200,
        "a word keeps it awake"
    );
    clock.advance(2 * MINUTE);
    // The event comes without a request.
    let told = bot.event("THREAD_UPDATE").await;
    assert_eq!(
        (&told["id"], &told["thread_metadata"]["archived"]),
        (&json!(id), &json!(true))
    );
    let (status, refusal) = scene
        .bot_request(Method::PATCH, &one, json!({ "content": "z" }))
        .await;
    assert_eq!(
        (status, &refusal["code"]),
        (400, &json!(50083)),
        "an edit does not wake it"
    );
    let (_, archived) = scene
        .bot_request(
            Method::GET,
            &format!("{threads}/archived/public"),
            Value::Null,
        )
        .await;
    assert_eq!(archived["threads"][0]["id"], id);
    let world = scene.get("world").await;
    let seen = world["channels"]
        .as_array()
        .unwrap()
        .iter()
        .find(|item| item["id"] == id)
        .unwrap()
        .clone();
    assert_eq!(seen["archived"], true);
    // Any message reopens the thread.
    let line = json!({ "as": scene.person_id("Ben"), "channel": id, "line": "hello" });
    scene.post("type", line).await;
    assert_eq!(
        bot.event("THREAD_UPDATE").await["thread_metadata"]["archived"],
        false
    );
    scene
        .assert_status(Method::PATCH, &one, json!({ "content": "z" }), 200)
        .await;
}

#[tokio::test]
async fn interaction_tokens_expire_after_fifteen_minutes() {
    let (scene, clock) = scene().await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    scene
        .register_commands(
            &bot,
            json!([{ "name": "ping", "description": "Says pong" }]),
        )
        .await;
    let (_, asked) = tokio::join!(scene.type_command("Ana", "/ping"), async {
        let asked = bot.interaction().await;
        scene.answer(&asked, 4, json!({ "content": "pong" })).await;
        asked
    });
    let path = format!("webhooks/{}/{}", bot.id, asked["token"].as_str().unwrap());
    clock.advance(14 * MINUTE);
    scene
        .assert_status(Method::POST, &path, json!({ "content": "x" }), 200)
        .await;
    clock.advance(2 * MINUTE);
    scene
        .assert_code(Method::POST, &path, json!({ "content": "x" }), 50027)
        .await;
}
