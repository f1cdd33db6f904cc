//! Discord's rate limits, with a clock that only the test turns.

use std::time::Duration;

use lanai_porch::{Clock, Limits, Settings};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Bot, Scene};

/// Some day in 2026.
const DAY_ONE: u64 = 1_791_900_000_000;
const SECOND: Duration = Duration::from_secs(1);
const HOUR: Duration = Duration::from_hours(1);

async fn open_with_standing_clock(limits: Limits) -> (Scene, Clock) {
    let clock = Clock::stopped_at(DAY_ONE);
    let scene = Scene::open_with_clock(Settings {
        clock: clock.clone(),
        limits,
        ..Settings::default()
    })
    .await;
    (scene, clock)
}

impl Scene {
    async fn post_in(&self, channel: &str) -> reqwest::Response {
        let url = format!("{}/api/v10/channels/{channel}/messages", self.base);
        let token = format!("Bot {}", Settings::default().token);
        let request = self.client.post(url).header("authorization", token);
        request
            .json(&json!({ "content": "x" }))
            .send()
            .await
            .unwrap()
    }

    async fn create_channel(&self) -> String {
        let made = self.post("channels", json!({ "name": "another" })).await;
        made["id"].as_str().unwrap().to_owned()
    }
}

fn header<'a>(answer: &'a reqwest::Response, name: &str) -> Option<&'a str> {
    answer
        .headers()
        .get(name)
        .map(|value| value.to_str().unwrap())
}

#[tokio::test]
async fn a_channel_takes_five_messages_in_five_seconds() {
    let (scene, clock) = open_with_standing_clock(Limits::default()).await;
    let (here, there) = (scene.first_channel(), scene.create_channel().await);
    for left in (0..5).rev() {
        let answer = scene.post_in(&here).await;
        assert_eq!(answer.status().as_u16(), 200);
        assert_eq!(header(&answer, "x-ratelimit-limit"), Some("5"));
        assert_eq!(
            header(&answer, "x-ratelimit-remaining"),
            Some(left.to_string().as_str())
        );
        assert_eq!(header(&answer, "x-ratelimit-scope"), None);
    }
    clock.advance(Duration::from_millis(3_500));
    let refused = scene.post_in(&here).await;
    assert_eq!(refused.status().as_u16(), 429);
    for (name, value) in [
        ("retry-after", "2"),
        ("x-ratelimit-limit", "5"),
        ("x-ratelimit-remaining", "0"),
        ("x-ratelimit-reset", "1791900005.000"),
        ("x-ratelimit-reset-after", "1.500"),
        ("x-ratelimit-scope", "user"),
    ] {
        assert_eq!(header(&refused, name), Some(value), "{name}");
    }
    assert!(header(&refused, "x-ratelimit-bucket").is_some());
    assert!(header(&refused, "x-ratelimit-global").is_none());
    let told: Value = refused.json().await.unwrap();
    assert_eq!(
        (&told["retry_after"], &told["global"]),
        (&json!(1.5), &json!(false))
    );
    // Other channels are not limited, and the refused message was not posted.
    assert_eq!(scene.post_in(&there).await.status().as_u16(), 200);
    assert_eq!(scene.list_visible_messages("Ana", &here).await.len(), 5);
    clock.advance(Duration::from_millis(1_500));
    assert_eq!(scene.post_in(&here).await.status().as_u16(), 200);
}

#[tokio::test]
async fn global_limit_is_fifty_requests_a_second() {
    let (scene, clock) = open_with_standing_clock(Limits::default()).await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    scene
        .register_commands(
            &bot,
            json!([{ "name": "ping", "description": "Says pong" }]),
        )
        .await;
    clock.advance(SECOND);
    for _ in 0..50 {
        scene
            .assert_status(Method::GET, "gateway", Value::Null, 200)
            .await;
    }
    let refused = scene.post_in(&scene.first_channel()).await;
    assert_eq!(refused.status().as_u16(), 429);
    assert_eq!(header(&refused, "x-ratelimit-global"), Some("true"));
    assert_eq!(header(&refused, "x-ratelimit-scope"), Some("global"));
    assert_eq!(header(&refused, "x-ratelimit-bucket"), None);
    let told: Value = refused.json().await.unwrap();
    assert_eq!(told["global"], true);
    // Interactions are answered all the same.
    let (outcome, answered) = tokio::join!(scene.type_command("Ana", "/ping"), async {
        let asked = bot.interaction().await;
        let (status, _) = scene.answer(&asked, 4, json!({ "content": "pong" })).await;
        (status, asked["token"].as_str().unwrap().to_owned())
    });
    assert_eq!((&outcome["outcome"], answered.0), (&json!("message"), 204));
    let follow_up = format!("webhooks/{}/{}", bot.id, answered.1);
    for expected in [200, 200, 200, 200, 200, 429] {
        let (status, _) = scene
            .bot_request(Method::POST, &follow_up, json!({ "content": "pong" }))
            .await;
        assert_eq!(status, expected);
    }
    clock.advance(SECOND);
    assert_eq!(
        scene
            .post_in(&scene.first_channel())
            .await
            .status()
            .as_u16(),
        200
    );
}

#[tokio::test]
async fn old_messages_have_an_edit_limit() {
    let (scene, clock) = open_with_standing_clock(Limits::default()).await;
    let (_, old) = scene.post_message(json!({ "content": "0" })).await;
    let path = |message: &Value| {
        format!(
            "channels/{}/messages/{}",
            scene.first_channel(),
            message["id"].as_str().unwrap()
        )
    };
    let (old, edit) = (
        path(&old),
        |number: u64| json!({ "content": number.to_string() }),
    );
    clock.advance(HOUR);
    for number in 0..5 {
        assert_eq!(
            scene.bot_request(Method::PATCH, &old, edit(number)).await.0,
            200,
            "an hour is not more than an hour"
        );
    }
    clock.advance(5 * SECOND);
    let (_, young) = scene.post_message(json!({ "content": "0" })).await;
    for number in 0..3 {
        scene
            .assert_status(Method::PATCH, &old, edit(number), 200)
            .await;
    }
    let (status, refusal) = scene.bot_request(Method::PATCH, &old, edit(3)).await;
    assert_eq!((status, &refusal["code"]), (429, &json!(30046)));
    assert_eq!(
        (&refusal["retry_after"], &refusal["global"]),
        (&json!(20.0), &json!(false))
    );
    scene
        .assert_status(Method::PATCH, &path(&young), edit(1), 200)
        .await;
    let (_, kept) = scene.bot_request(Method::GET, &old, Value::Null).await;
    assert_eq!(kept["content"], "2");
    clock.advance(20 * SECOND);
    scene.assert_status(Method::PATCH, &old, edit(4), 200).await;
}

#[tokio::test]
async fn invalid_requests_lead_to_a_ban() {
    let (scene, clock) = open_with_standing_clock(Limits {
        invalid: 6,
        ..Limits::default()
    })
    .await;
    let nobody = async || {
        scene
            .bot_request_as("Bot nobody", Method::GET, "users/@me", Value::Null)
            .await
            .0
    };
    assert_eq!(nobody().await, 401);
    // Old requests and 404s do not count.
    clock.advance(10 * 60 * SECOND);
    for _ in 0..5 {
        scene
            .assert_status(Method::GET, "users/1", Value::Null, 404)
            .await;
    }
    for _ in 0..5 {
        assert_eq!(
            scene
                .post_in(&scene.first_channel())
                .await
                .status()
                .as_u16(),
            200
        );
    }
    assert_eq!(
        scene
            .post_in(&scene.first_channel())
            .await
            .status()
            .as_u16(),
        429
    );
    scene
        .post(
            "permissions",
            json!({ "server": scene.guild_id(), "deny": ["CREATE_PUBLIC_THREADS"] }),
        )
        .await;
    let threads = format!("channels/{}/threads", scene.first_channel());
    let thread = json!({ "name": "open", "type": 11 });
    scene
        .assert_status(Method::POST, &threads, thread, 403)
        .await;
    for _ in 0..3 {
        assert_eq!(nobody().await, 401);
    }
    scene
        .inject_failure(json!({ "kind": "answer", "status": 429, "global": true }))
        .await;
    clock.advance(2 * 60 * SECOND);
    scene
        .assert_status(Method::GET, "gateway", Value::Null, 429)
        .await;
    let counted = json!({ "global": 1, "user": 1, "invalid": 7, "turned_away": 0 });
    assert_eq!(scene.get("refusals").await, counted);
    for path in ["gateway", "interactions/1/x/callback"] {
        let answer = scene
            .client
            .get(format!("{}/api/v10/{path}", scene.base))
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status().as_u16(), 429);
        assert_eq!(header(&answer, "retry-after"), Some("480"));
        for absent in [
            "via",
            "x-ratelimit-scope",
            "x-ratelimit-global",
            "x-ratelimit-bucket",
        ] {
            assert_eq!(header(&answer, absent), None);
        }
        assert_eq!(answer.text().await.unwrap(), "error code: 1015");
    }
    let counted = json!({ "global": 1, "user": 1, "invalid": 7, "turned_away": 2 });
    assert_eq!(scene.get("refusals").await, counted);
    let logged = scene.get("requests").await;
    assert_eq!(logged.as_array().unwrap().last().unwrap()["status"], 429);
    // Further attempts do not prolong the ban.
    clock.advance(8 * 60 * SECOND);
    scene
        .assert_status(Method::GET, "gateway", Value::Null, 200)
        .await;
    assert_eq!(nobody().await, 401);
}
