//! Session starts: what a bot is told, how many may start, and what happens beyond the limit.

use std::time::Duration;

use lanai_porch::{Clock, Settings, TOKEN};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Bot, Scene};

/// Some day in 2026.
const DAY_ONE: u64 = 1_791_900_000_000;
const HOUR: Duration = Duration::from_hours(1);

impl Scene {
    async fn start_limit(&self) -> Value {
        let (status, told) = self
            .bot_request(Method::GET, "gateway/bot", Value::Null)
            .await;
        assert_eq!(status, 200, "{told}");
        told["session_start_limit"].clone()
    }
}

#[tokio::test]
async fn a_bot_is_told_how_many_sessions_may_begin() {
    let clock = Clock::stopped_at(DAY_ONE);
    let settings = Settings {
        clock: clock.clone(),
        shards: 3,
        max_concurrency: 2,
        ..Settings::default()
    };
    let scene = Scene::open_with_clock(settings).await;
    let (_, told) = scene
        .bot_request(Method::GET, "gateway/bot", Value::Null)
        .await;
    let limit = json!({ "total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 2 });
    let url = scene.base.replace("http", "ws");
    assert_eq!(
        told,
        json!({ "url": url, "shards": 3, "session_start_limit": limit })
    );
    let (mut bot, _) = Bot::connect_as_shard(&scene, 0, [0, 3]).await;
    clock.advance(HOUR);
    Bot::connect_as_shard(&scene, 0, [1, 3]).await;
    // Resuming is no start.
    bot.resume(&scene).await;
    bot.event("RESUMED").await;
    let limit = scene.start_limit().await;
    assert_eq!(
        (&limit["remaining"], &limit["reset_after"]),
        (&json!(998), &json!(23 * 3_600_000))
    );
    assert_eq!(scene.get("sessions").await["session_start_limit"], limit);
    clock.advance(23 * HOUR);
    let limit = scene.start_limit().await;
    assert_eq!(
        (&limit["remaining"], &limit["reset_after"]),
        (&json!(1000), &json!(0))
    );
    Bot::connect_as_shard(&scene, 0, [2, 3]).await;
    let limit = scene.start_limit().await;
    assert_eq!(
        (&limit["remaining"], &limit["reset_after"]),
        (&json!(999), &json!(24 * 3_600_000))
    );
}

#[tokio::test]
async fn identify_buckets_are_sequential() {
    let time_control = Duration::from_secs(2);
    let settings = Settings {
        identify_interval: time_control,
        max_concurrency: 2,
        ..Settings::default()
    };
    let scene = Scene::with(settings).await;
    let begun = std::time::Instant::now();
    let (_first, _) = Bot::connect_as_shard(&scene, 0, [0, 4]).await;
    // Shard 1 is of another bucket; shard 2 is of the same one, and has to wait.
    let (_second, _) = Bot::connect_as_shard(&scene, 0, [1, 4]).await;
    let mut third = Bot::connect(&scene, "?v=10").await;
    third.identify_as(TOKEN, 0, &json!([2, 4])).await;
    let frame = third.frame().await;
    assert!(
        begun.elapsed() < time_control,
        "the machine is too slow for this test"
    );
    assert_eq!((&frame["op"], &frame["d"]), (&json!(9), &json!(false)));
    let (_, limit) = (frame, scene.start_limit().await);
    assert_eq!(
        limit["remaining"], 998,
        "what did not begin uses up nothing"
    );
    // On the same connection it may try again.
    tokio::time::sleep(time_control).await;
    third.identify_as(TOKEN, 0, &json!([2, 4])).await;
    assert_eq!(third.event("READY").await["shard"], json!([2, 4]));
    let all = scene.get("sessions").await;
    let attempts = all["identifies"].as_array().unwrap();
    let seen: Vec<Value> = attempts
        .iter()
        .map(|item| json!([item["shard"], item["bucket"], item["outcome"]]))
        .collect();
    let expected = json!([
        [[0, 4], 0, "granted"],
        [[1, 4], 1, "granted"],
        [[2, 4], 0, "too_early"],
        [[2, 4], 0, "granted"]
    ]);
    assert_eq!(json!(seen), expected);
    let at = |number: usize| attempts[number]["at_ms"].as_u64().unwrap();
    assert!(at(3) - at(0) >= 2_000, "{attempts:?}");
    assert_eq!(all["identified"], 3);
}

#[tokio::test]
async fn exceeding_the_session_limit_resets_the_token() {
    let clock = Clock::stopped_at(DAY_ONE);
    let settings = Settings {
        clock: clock.clone(),
        session_starts: 2,
        ..Settings::default()
    };
    let scene = Scene::open_with_clock(settings).await;
    let (mut one, _) = Bot::connect_as_shard(&scene, 0, [0, 1]).await;
    let (mut two, _) = Bot::connect_as_shard(&scene, 0, [0, 1]).await;
    assert_eq!(scene.start_limit().await["remaining"], 0);
    assert_eq!(scene.get("sessions").await["token_reset"], false);
    two.drop_connection(&scene).await;
    two.resume(&scene).await;
    two.event("RESUMED").await;
    // One more resets the token: for connected, resuming and new sessions.
    let mut three = Bot::connect(&scene, "?v=10").await;
    three.identify(TOKEN, 0).await;
    for bot in [&mut three, &mut one, &mut two] {
        assert_eq!(bot.close_code().await, Some(4004));
    }
    two.resume(&scene).await;
    assert_eq!(two.close_code().await, Some(4004));
    clock.advance(24 * HOUR);
    let mut late = Bot::connect(&scene, "?v=10").await;
    late.identify(TOKEN, 0).await;
    assert_eq!(
        late.close_code().await,
        Some(4004),
        "another day does not bring the token back"
    );
    let (status, refusal) = scene
        .bot_request(Method::GET, "users/@me", Value::Null)
        .await;
    assert_eq!(
        (status, &refusal["message"]),
        (401, &json!("401: Unauthorized"))
    );
    let all = scene.get("sessions").await;
    assert_eq!(
        (&all["token_reset"], &all["sessions"]),
        (&json!(true), &json!([]))
    );
    assert_eq!(all["identifies"][2]["outcome"], "none_left");
}
