//! Time goes on while a porch is closed: what is kept is found as it would be if somebody had sat there all the while.

use std::time::Duration;

use lanai::porch::{Clock, Settings};
use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Bot, Scene};

/// Some day in 2026.
const DAY_ONE: u64 = 1_791_900_000_000;

/// What was begun in the evening.
struct Evening {
    slow: String,
    thread: String,
    post: String,
    poll: String,
    once: Value,
    bot: String,
    token: String,
}

/// A slow channel, a thread and a forum's post, a poll with a vote and a reaction, a nonce, and an answer.
async fn much_begins(scene: &Scene) -> Evening {
    let text = |value: &Value| value["id"].as_str().unwrap().to_owned();
    let mut bot = Bot::enter(scene, 1).await;
    scene.registers(&bot, json!([{ "name": "ping", "description": "Says pong" }])).await;
    let slow = text(&scene.post("channels", json!({ "name": "slow", "slow": 30 })).await);
    scene.post("type", json!({ "as": scene.person("Ben"), "channel": slow, "line": "hello" })).await;
    scene.post("channels", json!({ "name": "news", "kind": "announcement" })).await;
    let forum = text(&scene.post("channels", json!({ "name": "forum", "kind": "forum" })).await);
    let begun = json!({ "as": scene.person("Ben"), "name": "rules", "line": "what are they?" });
    let post = text(&scene.post(&format!("channels/{forum}/threads"), begun).await);
    let thread = json!({ "name": "table", "type": 11, "auto_archive_duration": 60 });
    let threads = format!("channels/{}/threads", scene.channel());
    let (_, thread) = scene.rest(Method::POST, &threads, thread).await;
    let answers = json!([{ "poll_media": { "text": "Hawaii" } }, { "poll_media": { "text": "Haleakala" } }]);
    let poll = json!({ "question": { "text": "Which?" }, "answers": answers, "duration": 1 });
    let poll = text(&scene.says(json!({ "poll": poll })).await.1);
    scene.post("vote", json!({ "as": scene.person("Ben"), "message": poll, "answers": [2] })).await;
    scene.post("react", json!({ "as": scene.person("Ben"), "message": poll, "emoji": "👍" })).await;
    let (_, once) = scene.says(json!({ "content": "once", "nonce": "n1", "enforce_nonce": true })).await;
    let (_, token) = tokio::join!(scene.types("Ana", "/ping"), async {
        let asked = bot.interaction().await;
        assert_eq!(scene.answers(&asked, 4, json!({ "content": "pong" })).await.0, 204);
        asked["token"].as_str().unwrap().to_owned()
    });
    Evening { slow, thread: text(&thread), post, poll, once, bot: bot.id.clone(), token }
}

/// What is told of a channel.
async fn seen(scene: &Scene, id: &str) -> Value {
    let world = scene.get("world").await;
    world["channels"].as_array().unwrap().iter().find(|channel| channel["id"] == id).unwrap().clone()
}

#[tokio::test]
async fn time_goes_on_while_the_porch_is_closed() {
    let (folder, clock) = (TempDir::new().unwrap(), Clock::standing_at(DAY_ONE));
    let kept = Some(folder.path().join("world"));
    let settings = Settings { kept, clock: clock.clone(), ..Settings::default() };
    let scene = Scene::by_the_clock(settings.clone()).await;
    let evening = much_begins(&scene).await;
    let everything = scene.get("world").await["channels"].clone();
    drop(scene);

    clock.turn(Duration::from_secs(20));
    let scene = Scene::by_the_clock(settings.clone()).await;
    assert_eq!(scene.get("world").await["channels"], everything, "kinds and all");
    let line = json!({ "as": scene.person("Ben"), "channel": evening.slow, "line": "hello again" });
    assert!(scene.refused("type", line.clone()).await.contains("wait for 10 s"));
    let again = json!({ "content": "once", "nonce": "n1", "enforce_nonce": true });
    assert_eq!(scene.says(again.clone()).await.1["id"], evening.once["id"], "it is known");
    let path = format!("channels/{}/messages/{}", scene.channel(), evening.poll);
    let (_, poll) = scene.rest(Method::GET, &path, Value::Null).await;
    assert_eq!(poll["poll"]["results"]["is_finalized"], false);
    assert_eq!(poll["poll"]["results"]["answer_counts"][1]["count"], 1);
    assert_eq!(
        (&poll["reactions"][0]["emoji"]["name"], &poll["reactions"][0]["count"]),
        (&json!("👍"), &json!(1))
    );
    let follow_up = format!("webhooks/{}/{}", evening.bot, evening.token);
    assert_eq!(scene.rest(Method::POST, &follow_up, json!({ "content": "x" })).await.0, 200);
    drop(scene);

    clock.turn(Duration::from_hours(1));
    let scene = Scene::by_the_clock(settings.clone()).await;
    let (_, thread) = scene.rest(Method::GET, &format!("channels/{}", evening.thread), Value::Null).await;
    let about = &thread["thread_metadata"];
    assert_eq!((&about["archived"], &about["auto_archive_duration"]), (&json!(true), &json!(60)));
    assert_eq!(seen(&scene, &evening.post).await["archived"], false, "three days are not over");
    scene.post("type", line).await;
    assert_ne!(scene.says(again).await.1["id"], evening.once["id"], "that was long ago");
    let (_, poll) = scene.rest(Method::GET, &path, Value::Null).await;
    assert_eq!(poll["poll"]["results"]["is_finalized"], true);
    let vote = json!({ "as": scene.person("Dan"), "message": evening.poll, "answers": [1] });
    assert!(scene.refused("vote", vote).await.contains("over"));
    assert_eq!(scene.rest(Method::POST, &follow_up, json!({ "content": "x" })).await.1["code"], 50027);
    drop(scene);

    clock.turn(Duration::from_hours(72));
    let scene = Scene::by_the_clock(settings).await;
    assert_eq!(seen(&scene, &evening.post).await["archived"], true);
    let asleep = scene.rest(Method::GET, &format!("channels/{}", evening.thread), Value::Null).await.1;
    assert_eq!(asleep["thread_metadata"], thread["thread_metadata"], "when it fell asleep is kept");
}
