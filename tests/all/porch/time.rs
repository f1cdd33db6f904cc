//! What time does: threads go to sleep, tokens run out. The clock is turned.

use std::time::Duration;

use lanai_porch::{Clock, Settings};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Bot, Scene};

const MINUTE: Duration = Duration::from_mins(1);

async fn scene() -> (Scene, Clock) {
    let clock = Clock::of_machine();
    (
        Scene::by_the_clock(Settings {
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
    let mut bot = Bot::enter(&scene, 1).await;
    let threads = format!("channels/{}/threads", scene.channel());
    let wanted = json!({ "name": "table", "type": 11, "auto_archive_duration": 60 });
    let (_, thread) = scene.rest(Method::POST, &threads, wanted).await;
    let (path, id) = (
        format!("channels/{}", thread["id"].as_str().unwrap()),
        thread["id"].as_str().unwrap(),
    );
    let messages = format!("{path}/messages");
    clock.turn(59 * MINUTE);
    let (_, said) = scene
        .rest(Method::POST, &messages, json!({ "content": "x" }))
        .await;
    let one = format!("{messages}/{}", said["id"].as_str().unwrap());
    clock.turn(59 * MINUTE);
    assert_eq!(
        scene
            .rest(Method::PATCH, &one, json!({ "content": "y" }))
            .await
            .0,
        200,
        "a word keeps it awake"
    );
    clock.turn(2 * MINUTE);
    // It is told without anybody asking.
    let told = bot.event("THREAD_UPDATE").await;
    assert_eq!(
        (&told["id"], &told["thread_metadata"]["archived"]),
        (&json!(id), &json!(true))
    );
    let (status, refusal) = scene
        .rest(Method::PATCH, &one, json!({ "content": "z" }))
        .await;
    assert_eq!(
        (status, &refusal["code"]),
        (400, &json!(50083)),
        "an edit does not wake it"
    );
    let (_, archived) = scene
        .rest(
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
        .find(|it| it["id"] == id)
        .unwrap()
        .clone();
    assert_eq!(seen["archived"], true);
    // A word of anybody does.
    let line = json!({ "as": scene.person("Ben"), "channel": id, "line": "hello" });
    scene.post("type", line).await;
    assert_eq!(
        bot.event("THREAD_UPDATE").await["thread_metadata"]["archived"],
        false
    );
    assert_eq!(
        scene
            .rest(Method::PATCH, &one, json!({ "content": "z" }))
            .await
            .0,
        200
    );
}

#[tokio::test]
async fn interaction_tokens_expire_after_fifteen_minutes() {
    let (scene, clock) = scene().await;
    let mut bot = Bot::enter(&scene, 1).await;
    scene
        .registers(
            &bot,
            json!([{ "name": "ping", "description": "Says pong" }]),
        )
        .await;
    let (_, asked) = tokio::join!(scene.types("Ana", "/ping"), async {
        let asked = bot.interaction().await;
        scene.answers(&asked, 4, json!({ "content": "pong" })).await;
        asked
    });
    let path = format!("webhooks/{}/{}", bot.id, asked["token"].as_str().unwrap());
    clock.turn(14 * MINUTE);
    assert_eq!(
        scene
            .rest(Method::POST, &path, json!({ "content": "x" }))
            .await
            .0,
        200
    );
    clock.turn(2 * MINUTE);
    assert_eq!(
        scene
            .rest(Method::POST, &path, json!({ "content": "x" }))
            .await
            .1["code"],
        50027
    );
}
