//! Every trouble that can be asked for comes, as often as asked, and where it was asked for.

use std::time::{Duration, Instant};

use lanai_porch::TOKEN;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Bot, Scene, short};

#[tokio::test]
async fn failures_can_be_injected_into_answers() {
    let scene = Scene::open().await;
    let body = || json!({ "content": "x" });
    scene.trouble(json!({ "kind": "answer", "status": 429, "retry_after": 0.5, "global": true, "method": "post", "path_contains": "/messages" })).await;
    assert_eq!(
        scene.rest(Method::GET, "users/@me", Value::Null).await.0,
        200
    );
    let url = format!(
        "{}/api/v10/channels/{}/messages",
        scene.base,
        scene.channel()
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
        .trouble(json!({ "kind": "answer", "status": 500, "times": 2 }))
        .await;
    for expected in [500, 500, 200] {
        assert_eq!(scene.says(body()).await.0, expected);
    }
    scene.trouble(json!({ "kind": "lose_answer" })).await;
    assert_eq!(scene.says(body()).await.0, 500);
    assert_eq!(scene.sees("Ana", &scene.channel()).await.len(), 2);
    scene.trouble(json!({ "kind": "slow", "ms": 120 })).await;
    let before = Instant::now();
    assert_eq!(scene.says(body()).await.0, 200);
    assert!(before.elapsed() >= Duration::from_millis(120));
    scene
        .trouble(json!({ "kind": "answer", "status": 500 }))
        .await;
    scene.ask(Method::DELETE, "trouble", Value::Null).await;
    assert_eq!(scene.says(body()).await.0, 200);
}

#[tokio::test]
async fn interactions_can_be_duplicated() {
    let scene = Scene::with(short(50, 60_000)).await;
    let mut bot = Bot::enter(&scene, 1).await;
    scene
        .registers(
            &bot,
            json!([{ "name": "ping", "description": "Says pong" }]),
        )
        .await;
    scene.trouble(json!({ "kind": "double" })).await;
    scene.types("Ana", "/ping").await;
    assert_eq!(bot.interaction().await["id"], bot.interaction().await["id"]);
    scene.types("Ana", "/ping").await;
    bot.interaction().await;
    bot.hears_nothing().await;
}

#[tokio::test]
async fn gateway_failures_can_be_injected() {
    let scene = Scene::open().await;
    let mut bot = Bot::enter(&scene, 1).await;
    scene.trouble(json!({ "kind": "malformed" })).await;
    assert_eq!(bot.interaction().await["type"], 2);
    bot.event("SOMETHING_NOBODY_KNOWS").await;
    scene.trouble(json!({ "kind": "reconnect" })).await;
    assert_eq!(bot.frame().await["op"], 7);
    bot.resume(&scene).await;
    bot.event("RESUMED").await;
    scene
        .trouble(json!({ "kind": "invalid_session", "resumable": true }))
        .await;
    assert_eq!(bot.frame().await["d"], true);
    bot.resume(&scene).await;
    bot.event("RESUMED").await;
    // Twice: now, and when it comes back.
    scene
        .trouble(json!({ "kind": "drop_gateway", "code": 4000, "times": 2 }))
        .await;
    assert_eq!(bot.closed().await, Some(4000));
    bot.resume(&scene).await;
    bot.event("RESUMED").await;
    assert_eq!(bot.closed().await, Some(4000));
    bot.resume(&scene).await;
    bot.event("RESUMED").await;
    scene
        .trouble(json!({ "kind": "invalid_session", "resumable": false }))
        .await;
    assert_eq!(bot.frame().await["d"], false);
    bot.resume(&scene).await;
    assert_eq!(bot.frame().await["op"], 9);
}
