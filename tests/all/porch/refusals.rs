//! Discord's errors with status, code and place, one test for each family.

use lanai_porch::TOKEN;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Bot, Scene};

fn action_row(components: &Value) -> Value {
    json!({ "type": 1, "components": components })
}

fn button_component(custom_id: &str) -> Value {
    json!({ "type": 2, "style": 1, "label": "x", "custom_id": custom_id })
}

fn menu_component(options: usize, most: usize) -> Value {
    let options: Vec<Value> = (0..options)
        .map(|n| json!({ "label": "x", "value": n.to_string() }))
        .collect();
    json!({ "type": 3, "custom_id": "m", "options": options, "max_values": most })
}

fn message_json(component: Value) -> Value {
    json!({ "components": [action_row(&json!([component]))] })
}

fn long_text(length: usize) -> String {
    "x".repeat(length)
}

#[tokio::test]
async fn messages_have_limits() {
    let scene = Scene::open().await;
    let buttons = |count: usize| -> Value {
        (0..count)
            .map(|n| button_component(&n.to_string()))
            .collect()
    };
    let labelled = |label: String| {
        message_json(json!({ "type": 2, "style": 1, "label": label, "custom_id": "a" }))
    };
    for (body, place) in [
        (json!({ "content": long_text(2001) }), "/content"),
        (
            json!({ "embeds": vec![json!({ "title": "x" }); 11] }),
            "/embeds",
        ),
        (
            json!({ "embeds": [{ "title": long_text(257) }] }),
            "/embeds/0/title",
        ),
        (
            json!({ "components": vec![action_row(&json!([])); 6] }),
            "/components",
        ),
        (
            json!({ "components": [action_row(&buttons(6))] }),
            "/components/0/components",
        ),
        (
            json!({ "components": [action_row(&json!([menu_component(2, 1), button_component("a")]))] }),
            "/components/0/components",
        ),
        (
            json!({ "components": [action_row(&json!([button_component("a"), button_component("a")]))] }),
            "/components/0/components/1/custom_id",
        ),
        (
            message_json(button_component(&long_text(101))),
            "/components/0/components/0/custom_id",
        ),
        (labelled(long_text(81)), "/components/0/components/0/label"),
        (
            message_json(menu_component(26, 1)),
            "/components/0/components/0/options",
        ),
        (
            message_json(menu_component(0, 1)),
            "/components/0/components/0/options",
        ),
        (
            message_json(menu_component(2, 3)),
            "/components/0/components/0/max_values",
        ),
        (json!({ "content": "x", "nonce": long_text(26) }), "/nonce"),
        (
            json!({ "content": "x", "allowed_mentions": { "parse": ["users"], "users": ["1"] } }),
            "/allowed_mentions",
        ),
        (
            json!({ "content": "x", "message_reference": { "message_id": "1" } }),
            "/message_reference",
        ),
    ] {
        let (status, refusal) = scene.post_message(body).await;
        assert_eq!(
            (status, &refusal["code"]),
            (400, &json!(50035)),
            "{place}: {refusal}"
        );
        let errors = refusal["errors"].pointer(&format!("{place}/_errors"));
        assert!(
            errors.is_some_and(|errors| errors[0]["code"].is_string()),
            "{place}: {refusal}"
        );
    }
    for body in [
        json!({}),
        json!({ "content": " " }),
        json!({ "embeds": [] }),
    ] {
        assert_eq!(scene.post_message(body).await.1["code"], 50006);
    }
    assert_eq!(
        scene
            .post_message(json!({ "components": [action_row(&buttons(5))] }))
            .await
            .0,
        200
    );
}

fn option_json(name: &str, required: bool) -> Value {
    json!({ "type": 3, "name": name, "description": "x", "required": required })
}

fn command_json(options: Value) -> Value {
    json!({ "name": "a", "description": "x", "options": options })
}

#[tokio::test]
async fn commands_have_limits() {
    let scene = Scene::open().await;
    let bot = Bot::connect_and_identify(&scene, 1).await;
    let path = format!("applications/{}/commands", bot.id);
    let many: Vec<Value> = (0..26)
        .map(|n| option_json(&format!("o{n}"), false))
        .collect();
    let choices: Vec<Value> = (0..26)
        .map(|n| json!({ "name": "x", "value": n.to_string() }))
        .collect();
    let mut chooser = option_json("c", false);
    chooser["choices"] = json!(choices);
    let heavy: Vec<Value> = (0..25)
        .map(|n| {
            let mut heavy = option_json(&format!("o{n}"), false);
            heavy["choices"] = (0..4)
                .map(|n| json!({ "name": "x".repeat(99), "value": n.to_string() }))
                .collect();
            heavy
        })
        .collect();
    for (command, place) in [
        (json!({ "name": "Big", "description": "x" }), "/name"),
        (json!({ "name": "two words", "description": "x" }), "/name"),
        (
            json!({ "name": "x".repeat(33), "description": "x" }),
            "/name",
        ),
        (json!({ "name": "a", "description": "" }), "/description"),
        (
            json!({ "name": "a", "description": "x".repeat(101) }),
            "/description",
        ),
        (json!({ "name": "a" }), "/description"),
        (command_json(json!(many)), "/options"),
        (command_json(json!([chooser])), "/options/0/choices"),
        (
            command_json(json!([option_json("a", false), option_json("b", true)])),
            "/options/1",
        ),
        (
            command_json(json!([option_json("a", false), option_json("a", false)])),
            "/options/1/name",
        ),
        (command_json(json!(heavy)), ""),
    ] {
        let (status, refusal) = scene.bot_request(Method::POST, &path, command).await;
        assert_eq!(
            (status, &refusal["code"]),
            (400, &json!(50035)),
            "{place}: {refusal}"
        );
        let errors = refusal["errors"].pointer(&format!("{place}/_errors"));
        assert!(errors.is_some(), "{place}: {refusal}");
    }
    let many: Vec<Value> = (0..101)
        .map(|n| json!({ "name": format!("c{n}"), "description": "x" }))
        .collect();
    scene
        .assert_code(Method::PUT, &path, json!(many), 30032)
        .await;
    scene
        .assert_status(Method::PUT, &path, json!(many[..100]), 200)
        .await;
    let (_, refusal) = scene
        .bot_request(
            Method::POST,
            &path,
            json!({ "name": "more", "description": "x" }),
        )
        .await;
    assert_eq!(refusal["code"], 30032);
}

#[tokio::test]
async fn commands_are_kept_changed_and_deleted() {
    let scene = Scene::open().await;
    let bot = Bot::connect_and_identify(&scene, 1).await;
    let global = format!("applications/{}/commands", bot.id);
    let local = format!(
        "applications/{}/guilds/{}/commands",
        bot.id,
        scene.guild_id()
    );
    let ping = json!({ "name": "ping", "description": "x" });
    let (status, made) = scene.bot_request(Method::POST, &global, ping.clone()).await;
    assert_eq!(status, 201);
    let (status, again) = scene.bot_request(Method::POST, &global, ping.clone()).await;
    assert_eq!((status, &again["id"]), (200, &made["id"]));
    assert_ne!(again["version"], made["version"]);
    let (_, here) = scene.bot_request(Method::POST, &local, ping).await;
    assert_eq!(here["guild_id"], scene.guild_id());
    let one = format!("{global}/{}", made["id"].as_str().unwrap());
    let (_, changed) = scene
        .bot_request(Method::PATCH, &one, json!({ "description": "y" }))
        .await;
    assert_eq!(
        (&changed["name"], &changed["description"]),
        (&json!("ping"), &json!("y"))
    );
    scene
        .assert_status(Method::DELETE, &one, Value::Null, 204)
        .await;
    scene
        .assert_code(Method::GET, &one, Value::Null, 10063)
        .await;
    assert_eq!(
        scene
            .bot_request(Method::GET, &local, Value::Null)
            .await
            .1
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[tokio::test]
async fn missing_or_foreign_resources_are_refused() {
    let scene = Scene::open().await;
    let said = scene.type_command("Ana", "mine").await;
    let theirs = format!(
        "channels/{}/messages/{}",
        scene.first_channel(),
        said["message"]["id"].as_str().unwrap()
    );
    let nowhere = format!("channels/{}/messages/1", scene.first_channel());
    for (method, path, status, code) in [
        (Method::GET, "channels/1", 404, 10003),
        (Method::GET, nowhere.as_str(), 404, 10008),
        (Method::GET, "guilds/1", 404, 10004),
        (Method::GET, "users/1", 404, 10013),
        (Method::GET, "applications/1/commands", 404, 10002),
        (Method::PATCH, theirs.as_str(), 403, 50005),
        (Method::GET, "nothing/here", 501, 0),
        (Method::DELETE, "gateway", 501, 0),
        (Method::GET, "channels/nonsense", 400, 50035),
    ] {
        let body = if method == Method::PATCH {
            json!({ "content": "x" })
        } else {
            Value::Null
        };
        let (got, refusal) = scene.bot_request(method, path, body).await;
        assert_eq!((got, &refusal["code"]), (status, &json!(code)), "{path}");
    }
    for token in ["", "Bot nonsense", &format!("Bearer {TOKEN}"), TOKEN] {
        assert_eq!(
            scene
                .bot_request_as(token, Method::GET, "users/@me", Value::Null)
                .await
                .0,
            401,
            "{token}"
        );
    }
    let url = format!("{}/api/v10/users/@me/channels", scene.base);
    for (content_type, body, code) in [
        ("application/json; charset=utf-8", "{nonsense", 50109),
        ("text/plain", "{}", 50035),
        (
            "application/x-www-form-urlencoded",
            "payload_json=nonsense",
            50109,
        ),
    ] {
        let request = scene
            .client
            .post(&url)
            .header("authorization", format!("Bot {TOKEN}"));
        let request = request.header("content-type", content_type).body(body);
        let answer: Value = request.send().await.unwrap().json().await.unwrap();
        assert_eq!(answer["code"], code, "{content_type}: {answer}");
    }
}

#[tokio::test]
async fn unknown_route_is_named() {
    let scene = Scene::open().await;
    for (method, path, name) in [
        (
            Method::GET,
            "sticker-packs".to_owned(),
            "GET /sticker-packs",
        ),
        (
            Method::POST,
            format!("guilds/{}/prune", scene.guild_id()),
            "POST /guilds/*/prune",
        ),
        (
            Method::PATCH,
            format!("channels/{}/messages", scene.first_channel()),
            "PATCH /channels/*/messages",
        ),
    ] {
        let (status, refusal) = scene.bot_request(method, &path, Value::Null).await;
        let said = json!({ "code": 0, "message": format!("the porch does not know {name}") });
        assert_eq!((status, refusal), (501, said));
    }
    let url = format!("{}/api/v9/gateway", scene.base);
    assert_eq!(
        scene
            .client
            .get(url)
            .send()
            .await
            .unwrap()
            .status()
            .as_u16(),
        501
    );
}
