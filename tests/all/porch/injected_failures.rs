//! Injected failures occur as often as requested, and only there.

use std::time::{Duration, Instant};

use lanai_porch::TOKEN;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Bot, Scene, short_timeouts};

#[tokio::test]
async fn failures_can_be_injected_into_answers() {
    let scene = Scene::open().await;
    let body = || json!({ "content": "x" });
    scene.inject_failure(json!({ "kind": "answer", "status": 429, "retry_after": 0.5, "global": true, "method": "post", "path_contains": "/messages" })).await;
    scene
        .assert_status(Method::GET, "users/@me", Value::Null, 200)
        .await;
    let url = format!(
        "{}/api/v10/channels/{}/messages",
        scene.base,
        scene.first_channel()
    );
    let request = scene
        .client
        .post(url)
        .header("authorization", format!("Bot {TOKEN}"))
        .json(&body());
    let limited = request.send().await.unwrap();
    assert_eq!(limited.status().as_u16(), 429);
    assert_eq!(limited.headers()["retry-after"], "0.5");
    assert_eq!(limited.headers()["x-ratelimit-global"], "true");
    let told: Value = limited.json().await.unwrap();
    assert_eq!(
        (&told["retry_after"], &told["global"]),
        (&json!(0.5), &json!(true))
    );

    scene
        .inject_failure(json!({ "kind": "answer", "status": 500, "times": 2 }))
        .await;
    for expected in [500, 500, 200] {
        assert_eq!(scene.post_message(body()).await.0, expected);
    }
    scene.inject_failure(json!({ "kind": "lose_answer" })).await;
    assert_eq!(scene.post_message(body()).await.0, 500);
    assert_eq!(
        scene
            .list_visible_messages("Ana", &scene.first_channel())
            .await
            .len(),
        2
    );
    scene
        .inject_failure(json!({ "kind": "slow", "ms": 120 }))
        .await;
    let before = Instant::now();
    assert_eq!(scene.post_message(body()).await.0, 200);
    assert!(before.elapsed() >= Duration::from_millis(120));
    scene
        .inject_failure(json!({ "kind": "answer", "status": 500 }))
        .await;
    scene.ask(Method::DELETE, "trouble", Value::Null).await;
    assert_eq!(scene.post_message(body()).await.0, 200);
}

#[tokio::test]
async fn interactions_can_be_duplicated() {
    let scene = Scene::with(short_timeouts(50, 60_000)).await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    scene
        .register_commands(
            &bot,
            json!([{ "name": "ping", "description": "Says pong" }]),
        )
        .await;
    scene.inject_failure(json!({ "kind": "double" })).await;
    scene.type_command("Ana", "/ping").await;
    assert_eq!(bot.interaction().await["id"], bot.interaction().await["id"]);
    scene.type_command("Ana", "/ping").await;
    bot.interaction().await;
    bot.assert_no_event().await;
}

#[tokio::test]
async fn gateway_failures_can_be_injected() {
    let scene = Scene::open().await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    scene.inject_failure(json!({ "kind": "malformed" })).await;
    assert_eq!(bot.interaction().await["type"], 2);
    bot.event("SOMETHING_NOBODY_KNOWS").await;
    scene.inject_failure(json!({ "kind": "reconnect" })).await;
    assert_eq!(bot.frame().await["op"], 7);
    bot.resume(&scene).await;
    bot.event("RESUMED").await;
    scene
        .inject_failure(json!({ "kind": "invalid_session", "resumable": true }))
        .await;
    assert_eq!(bot.frame().await["d"], true);
    bot.resume(&scene).await;
    bot.event("RESUMED").await;
    // Twice: now, and after the reconnect.
    scene
        .inject_failure(json!({ "kind": "drop_gateway", "code": 4000, "times": 2 }))
        .await;
    assert_eq!(bot.close_code().await, Some(4000));
    bot.resume(&scene).await;
    bot.event("RESUMED").await;
    assert_eq!(bot.close_code().await, Some(4000));
    bot.resume(&scene).await;
    bot.event("RESUMED").await;
    scene
        .inject_failure(json!({ "kind": "invalid_session", "resumable": false }))
        .await;
    assert_eq!(bot.frame().await["d"], false);
    bot.resume(&scene).await;
    assert_eq!(bot.frame().await["op"], 9);
}
