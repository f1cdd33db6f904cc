//! Interactions: every kind of answer, in time and too late, public and private.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use super::{Bot, Scene, short_timeouts};

fn commands() -> Value {
    json!([{ "name": "play", "description": "Plays", "options": [
        { "type": 3, "name": "place", "description": "Where", "autocomplete": true, "required": true }
    ] }])
}

async fn scene() -> (Scene, Bot) {
    let scene = Scene::open().await;
    let bot = Bot::connect_and_identify(&scene, 1).await;
    scene.register_commands(&bot, commands()).await;
    (scene, bot)
}

/// Types and answers a command; returns the interaction and what the person sees.
async fn turn(scene: &Scene, bot: &mut Bot, kind: u8, data: Value) -> (Value, Value) {
    let answer = async {
        let interaction = bot.interaction().await;
        let (status, body) = scene.answer(&interaction, kind, data).await;
        assert_eq!(status, 204, "{body}");
        interaction
    };
    let (outcome, interaction) =
        tokio::join!(scene.type_command("Ana", "/play place:beach"), answer);
    (outcome, interaction)
}

fn button_component() -> Value {
    json!([{ "type": 1, "components": [
        { "type": 2, "style": 1, "label": "Go", "custom_id": "go" },
        { "type": 2, "style": 1, "label": "No", "custom_id": "no", "disabled": true }
    ] }, { "type": 1, "components": [{ "type": 3, "custom_id": "menu", "max_values": 2, "options": [
        { "label": "One", "value": "1" }, { "label": "Two", "value": "2" }, { "label": "Three", "value": "3" }
    ] }] }])
}

#[tokio::test]
async fn an_interaction_is_complete() {
    let (scene, mut bot) = scene().await;
    let (outcome, got) = turn(&scene, &mut bot, 4, json!({ "content": "played" })).await;
    assert_eq!(
        got["data"]["options"],
        json!([{ "name": "place", "type": 3, "value": "beach" }])
    );
    assert_eq!(got["member"]["user"]["id"], scene.person_id("Ana"));
    for field in [
        "token",
        "app_permissions",
        "locale",
        "guild_locale",
        "entitlements",
        "context",
        "version",
    ] {
        assert!(!got[field].is_null(), "{field}");
    }
    assert_eq!(got["channel"]["id"], scene.first_channel());
    assert_eq!(
        got["authorizing_integration_owners"],
        json!({ "0": scene.guild_id() })
    );
    assert_eq!(outcome["outcome"], "message");
    assert_eq!(outcome["message"]["kind"], "answer");
    assert_eq!(outcome["message"]["command"], "play");
}

#[tokio::test]
async fn ephemeral_messages_are_private() {
    let (scene, mut bot) = scene().await;
    let (_, got) = turn(
        &scene,
        &mut bot,
        4,
        json!({ "content": "secret", "flags": 64 }),
    )
    .await;
    let channel = scene.first_channel();
    assert_eq!(scene.list_visible_messages("Ana", &channel).await.len(), 1);
    assert_eq!(scene.list_visible_messages("Ben", &channel).await.len(), 0);
    let token = got["token"].as_str().unwrap();
    let original = format!("webhooks/{}/{token}/messages/@original", bot.id);
    let (status, message) = scene
        .bot_request_as("", Method::GET, &original, Value::Null)
        .await;
    assert_eq!((status, &message["content"]), (200, &json!("secret")));
    let path = format!(
        "channels/{channel}/messages/{}",
        message["id"].as_str().unwrap()
    );
    scene
        .assert_code(Method::GET, &path, Value::Null, 10008)
        .await;
    scene
        .assert_status(Method::DELETE, &original, Value::Null, 204)
        .await;
    assert_eq!(scene.list_visible_messages("Ana", &channel).await.len(), 0);
}

#[tokio::test]
async fn deferred_answer_shows_thinking() {
    let (scene, mut bot) = scene().await;
    let (outcome, got) = turn(&scene, &mut bot, 5, json!({ "flags": 64 })).await;
    assert_eq!(outcome["outcome"], "deferred");
    assert_eq!(outcome["message"]["loading"], true);
    let webhook = format!("webhooks/{}/{}", bot.id, got["token"].as_str().unwrap());
    // The first that follows takes its place, and is as private.
    let (_, first) = scene
        .bot_request(Method::POST, &webhook, json!({ "content": "done" }))
        .await;
    assert_eq!(first["id"], outcome["message"]["id"]);
    let (_, second) = scene
        .bot_request(Method::POST, &webhook, json!({ "content": "for all" }))
        .await;
    let edit = format!("{webhook}/messages/{}", second["id"].as_str().unwrap());
    scene
        .assert_status(Method::PATCH, &edit, json!({ "content": "edited" }), 200)
        .await;
    let seen = scene
        .list_visible_messages("Ben", &scene.first_channel())
        .await;
    assert_eq!(seen.len(), 1);
    assert_eq!(
        (&seen[0]["content"], &seen[0]["edited"]),
        (&json!("edited"), &json!(true))
    );
}

#[tokio::test]
async fn components_accept_only_possible_input() {
    let (scene, mut bot) = scene().await;
    let (outcome, _) = turn(
        &scene,
        &mut bot,
        4,
        json!({ "components": button_component() }),
    )
    .await;
    let message = outcome["message"]["id"].clone();
    let ben = scene.person_id("Ben");
    let touch = |custom_id: &str, values: Value| json!({ "as": ben, "message": message, "custom_id": custom_id, "values": values });
    for (route, custom_id, values, why) in [
        ("press", "no", json!([]), "disabled"),
        ("press", "what", json!([]), "no button"),
        ("choose", "menu", json!(["4"]), "does not offer"),
        ("choose", "menu", json!([]), "1 to 2"),
        ("choose", "menu", json!(["1", "2", "3"]), "1 to 2"),
        ("choose", "menu", json!(["1", "1"]), "twice"),
    ] {
        let sentence = scene.refusal_text(route, touch(custom_id, values)).await;
        assert!(sentence.contains(why), "{sentence}");
    }
    let answer = async {
        let got = bot.interaction().await;
        assert_eq!(
            got["data"],
            json!({ "id": 5, "custom_id": "menu", "component_type": 3, "values": ["2"] })
        );
        assert_eq!(got["message"]["id"], message);
        scene
            .answer(&got, 7, json!({ "content": "chosen", "components": [] }))
            .await
    };
    let (outcome, _) = tokio::join!(scene.post("choose", touch("menu", json!(["2"]))), answer);
    assert_eq!(outcome["outcome"], "updated");
    assert_eq!(outcome["message"]["content"], "chosen");
    assert_eq!(outcome["message"]["components"], json!([]));
}

#[tokio::test]
async fn a_form_is_opened_and_sent() {
    let (scene, mut bot) = scene().await;
    let field =
        json!({ "type": 4, "custom_id": "word", "style": 1, "label": "Word", "max_length": 5 });
    let form = json!({ "custom_id": "form", "title": "A form",
        "components": [{ "type": 1, "components": [field] }] });
    let (outcome, got) = turn(&scene, &mut bot, 9, form).await;
    assert_eq!(outcome["modal"]["title"], "A form");
    let submit = |fields: Value| json!({ "as": scene.person_id("Ana"), "interaction": got["id"], "fields": fields });
    for fields in [
        json!({}),
        json!({ "word": "too long" }),
        json!({ "word": "x", "other": "y" }),
    ] {
        scene.refusal_text("submit", submit(fields)).await;
    }
    let answer = async {
        let got = bot.interaction().await;
        assert_eq!(got["type"], 5);
        assert_eq!(
            got["data"]["components"][0]["components"][0]["value"],
            "aloha"
        );
        // A form that did not come from a message cannot update one.
        assert_eq!(
            scene.answer(&got, 7, json!({ "content": "no" })).await.1["code"],
            50035
        );
        scene.answer(&got, 4, json!({ "content": "thanks" })).await
    };
    let (outcome, _) = tokio::join!(
        scene.post("submit", submit(json!({ "word": "aloha" }))),
        answer
    );
    assert_eq!(outcome["message"]["content"], "thanks");
}

#[tokio::test]
async fn autocomplete_while_typing() {
    let (scene, mut bot) = scene().await;
    let typing = json!({ "as": scene.person_id("Ana"), "channel": scene.first_channel(),
        "line": "/play place:be", "focused": "place" });
    let answer = async {
        let got = bot.interaction().await;
        assert_eq!(got["type"], 4);
        assert_eq!(got["data"]["options"][0]["focused"], true);
        assert_eq!(got["data"]["options"][0]["value"], "be");
        let many: Vec<Value> = (0..26)
            .map(|n| json!({ "name": "n", "value": n.to_string() }))
            .collect();
        assert_eq!(
            scene.answer(&got, 8, json!({ "choices": many })).await.1["code"],
            50035
        );
        assert_eq!(
            scene.answer(&got, 4, json!({ "content": "no" })).await.1["code"],
            50035
        );
        scene
            .answer(
                &got,
                8,
                json!({ "choices": [{ "name": "Beach", "value": "beach" }] }),
            )
            .await
    };
    let (outcome, _) = tokio::join!(scene.post("autocomplete", typing), answer);
    assert_eq!(
        outcome["choices"],
        json!([{ "name": "Beach", "value": "beach" }])
    );
}

#[tokio::test]
async fn an_answer_comes_once_in_time_and_with_its_token() {
    let scene = Scene::with(short_timeouts(150, 60_000)).await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    scene.register_commands(&bot, commands()).await;
    let late = async {
        let got = bot.interaction().await;
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert_eq!(
            scene.answer(&got, 4, json!({ "content": "late" })).await.1["code"],
            10062
        );
    };
    let (outcome, ()) = tokio::join!(scene.type_command("Ana", "/play place:x"), late);
    assert_eq!(outcome["error"], "the application did not respond");

    let (_, got) = turn(&scene, &mut bot, 4, json!({ "content": "in time" })).await;
    let (status, body) = scene.answer(&got, 4, json!({ "content": "again" })).await;
    assert_eq!((status, &body["code"]), (400, &json!(40060)));
    let mut forged = got.clone();
    forged["token"] = json!("0".repeat(48));
    assert_eq!(
        scene.answer(&forged, 4, json!({ "content": "x" })).await.1["code"],
        10062
    );
    let webhook = format!("webhooks/{}/{}", bot.id, "0".repeat(48));
    scene
        .assert_code(Method::POST, &webhook, json!({ "content": "x" }), 10015)
        .await;
}

#[tokio::test]
async fn without_a_bot_interactions_fail_at_once() {
    let (scene, bot) = scene().await;
    drop(bot);
    let session = scene.get("sessions").await["sessions"][0]["id"].clone();
    assert!(session.is_string());
    let fresh = Scene::open().await;
    let before = std::time::Instant::now();
    let path = format!(
        "applications/{}/commands",
        fresh
            .bot_request(Method::GET, "users/@me", Value::Null)
            .await
            .1["id"]
            .as_str()
            .unwrap()
    );
    fresh.bot_request(Method::PUT, &path, commands()).await;
    let outcome = fresh.type_command("Ana", "/play place:x").await;
    assert_eq!(outcome["outcome"], "failed");
    assert!(before.elapsed() < Duration::from_secs(2));
}
