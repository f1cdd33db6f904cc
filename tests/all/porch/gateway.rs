//! The gateway: connecting, events and resuming.

use std::time::Duration;

use lanai_porch::{PrivilegedIntent, Settings, TOKEN};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Bot, Scene};

const PING: &str = r#"[{ "name": "ping", "description": "Says pong" }]"#;

fn ping_command() -> Value {
    serde_json::from_str(PING).unwrap()
}

#[tokio::test]
async fn a_bot_that_identifies_is_ready_and_is_told_its_servers() {
    let scene = Scene::open().await;
    let mut bot = Bot::connect(&scene, "?v=10").await;
    bot.identify(TOKEN, 1).await;
    let ready = bot.event("READY").await;
    assert_eq!(ready["v"], 10);
    assert_eq!(
        ready["guilds"],
        json!([{ "id": scene.guild_id(), "unavailable": true }])
    );
    assert_eq!(
        ready["resume_gateway_url"],
        scene.base.replace("http", "ws")
    );
    let server = bot.event("GUILD_CREATE").await;
    assert_eq!(server["channels"][0]["id"], scene.first_channel());
    assert_eq!(server["members"][0]["user"]["id"], ready["user"]["id"]);
    bot.send(json!({ "op": 1, "d": 2 })).await;
    assert_eq!(bot.frame().await["op"], 11);
}

fn identify_json(token: &str, intents: u64, shard: Value) -> Value {
    json!({ "op": 2, "d": { "token": token, "intents": intents, "properties": {}, "shard": shard } })
}

#[tokio::test]
async fn protocol_errors_close_with_their_code() {
    let scene = Scene::open().await;
    for (frame, code) in [
        (identify_json("nonsense", 1, json!([0, 1])), 4004),
        (identify_json(TOKEN, 1 << 40, json!([0, 1])), 4013),
        (identify_json(TOKEN, 1, json!([1, 1])), 4010),
        (identify_json(TOKEN, 1, json!([0, 0])), 4010),
        (identify_json(TOKEN, 1, json!([-1, 2])), 4010),
        (identify_json(TOKEN, 1, json!([0])), 4010),
        (identify_json(TOKEN, 1, json!([0, 1, 2])), 4010),
        (identify_json(TOKEN, 1, json!("0")), 4010),
        (json!({ "op": 3, "d": {} }), 4003),
        (json!({ "op": 77, "d": {} }), 4001),
        (json!("nonsense"), 4002),
        (
            json!({ "op": 1, "d": null, "more": "x".repeat(4_096) }),
            4002,
        ),
    ] {
        let mut bot = Bot::connect(&scene, "?v=10").await;
        bot.send(frame.clone()).await;
        assert_eq!(bot.close_code().await, Some(code), "{frame}");
    }
    let mut bot = Bot::connect_and_identify(&scene, 0).await;
    bot.identify(TOKEN, 0).await;
    assert_eq!(bot.close_code().await, Some(4005));
    let mut bot = Bot::connect_and_identify(&scene, 0).await;
    for _ in 0..130 {
        bot.send(json!({ "op": 3, "d": {} })).await;
    }
    assert_eq!(bot.close_code().await, Some(4008));
}

#[tokio::test]
async fn resumed_session_replays_missed_events() {
    let scene = Scene::open().await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    scene.register_commands(&bot, ping_command()).await;
    bot.drop_connection(&scene).await;
    let typed = scene.type_command("Ana", "/ping");
    let back = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        bot.resume(&scene).await;
        let missed = bot.interaction().await;
        assert_eq!(bot.frame().await["t"], "RESUMED");
        assert_eq!(
            scene
                .answer(&missed, 4, json!({ "content": "pong" }))
                .await
                .0,
            204
        );
    };
    let (outcome, ()) = tokio::join!(typed, back);
    assert_eq!(outcome["outcome"], "message");
    assert_eq!(outcome["message"]["content"], "pong");
    assert_eq!(scene.get("sessions").await["resumed"], 1);
}

#[tokio::test]
async fn unknown_session_cannot_be_resumed() {
    let scene = Scene::open().await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    "nobody's".clone_into(&mut bot.session);
    bot.resume(&scene).await;
    let frame = bot.frame().await;
    assert_eq!((&frame["op"], &frame["d"]), (&json!(9), &json!(false)));
    // The same connection can identify again.
    bot.sequence = 0;
    bot.identify(TOKEN, 1).await;
    bot.event("READY").await;
}

#[tokio::test]
async fn sessions_expire() {
    let scene = Scene::with(Settings {
        session_lifetime: Duration::from_millis(50),
        ..Settings::default()
    })
    .await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    scene.register_commands(&bot, ping_command()).await;
    bot.drop_connection(&scene).await;
    tokio::time::sleep(Duration::from_millis(80)).await;
    bot.resume(&scene).await;
    assert_eq!(bot.frame().await["op"], 9);
    let outcome = scene.type_command("Ana", "/ping").await;
    assert_eq!(outcome["error"], "the application did not respond");
}

#[tokio::test]
async fn invalid_sequence_closes_the_socket() {
    let scene = Scene::open().await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    bot.sequence += 100;
    bot.resume(&scene).await;
    assert_eq!(bot.close_code().await, Some(4007));
}

#[tokio::test]
async fn missing_heartbeats_close_the_socket() {
    let scene = Scene::with(Settings {
        heartbeat: Duration::from_millis(60),
        ..Settings::default()
    })
    .await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    assert_eq!(bot.close_code().await, Some(4009));
}

#[tokio::test]
async fn messages_need_the_intent() {
    let scene = Scene::open().await;
    let mut deaf = Bot::connect_and_identify(&scene, 1).await;
    let mut curious = Bot::connect_and_identify(&scene, 1 | 1 << 9).await;
    let mut entitled = Bot::connect_and_identify(&scene, 1 | 1 << 9 | 1 << 15).await;
    let said = scene.type_command("Ana", "good evening").await;
    assert_eq!(said["outcome"], "message");
    assert_eq!(curious.event("MESSAGE_CREATE").await["content"], "");
    assert_eq!(
        entitled.event("MESSAGE_CREATE").await["content"],
        "good evening"
    );
    deaf.assert_no_event().await;
    scene.post_message(json!({ "content": "and to you" })).await;
    assert_eq!(
        curious.event("MESSAGE_CREATE").await["content"],
        "and to you"
    );
}

#[tokio::test]
async fn privileged_intents_have_to_be_switched_on() {
    for switched_on in PrivilegedIntent::ALL {
        let settings = Settings {
            intents: vec![switched_on],
            ..Settings::default()
        };
        let scene = Scene::with(settings).await;
        for (intent, bit) in PrivilegedIntent::ALL
            .into_iter()
            .zip([1 << 1, 1 << 8, 1 << 15])
        {
            let mut bot = Bot::connect(&scene, "?v=10").await;
            bot.identify(TOKEN, 1 | bit).await;
            if intent == switched_on {
                bot.event("READY").await;
            } else {
                assert_eq!(bot.close_code().await, Some(4014), "{intent:?}");
            }
        }
    }
}

fn members_path(server: &str) -> String {
    format!("guilds/{server}/members?limit=1000")
}

#[tokio::test]
async fn member_list_needs_the_intent() {
    let scene = Scene::open().await;
    let server = scene.guild_id();
    for (intents, answered) in [(1, "ben"), (1 | 1 << 1, "all")] {
        let mut bot = Bot::connect_and_identify(&scene, intents).await;
        for (nonce, query) in [("all", ""), ("ben", "be")] {
            let data = json!({ "guild_id": server, "query": query, "limit": 0, "nonce": nonce });
            bot.send(json!({ "op": 8, "d": data })).await;
        }
        assert_eq!(bot.event("GUILD_MEMBERS_CHUNK").await["nonce"], answered);
    }
    scene
        .assert_status(Method::GET, &members_path(&server), Value::Null, 200)
        .await;
    let new = Scene::with(Settings::default()).await;
    assert_eq!(
        new.bot_request(Method::GET, &members_path(&new.guild_id()), Value::Null)
            .await
            .1["code"],
        50001
    );
}
