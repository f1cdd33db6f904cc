//! Messages of channels: written once, with files, found again, and seen by the right people.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{Bot, Scene};

#[tokio::test]
async fn a_nonce_that_is_enforced_writes_one_message() {
    let scene = Scene::open().await;
    let body = json!({ "content": "your turn", "nonce": "n1", "enforce_nonce": true });
    let (_, first) = scene.post_message(body.clone()).await;
    let (status, second) = scene.post_message(body).await;
    assert_eq!((status, &first["id"]), (200, &second["id"]));
    assert_eq!(first["nonce"], "n1");
    let (_, third) = scene
        .post_message(json!({ "content": "again", "nonce": "n1" }))
        .await;
    assert_ne!(first["id"], third["id"]);
    assert_eq!(
        scene
            .list_visible_messages("Ana", &scene.first_channel())
            .await
            .len(),
        2
    );
    // Only the author's answer contains the nonce.
    let path = format!("channels/{}/messages", scene.first_channel());
    let (_, history) = scene.bot_request(Method::GET, &path, Value::Null).await;
    let one = format!("{path}/{}", first["id"].as_str().unwrap());
    let (_, found) = scene.bot_request(Method::GET, &one, Value::Null).await;
    for message in history.as_array().unwrap().iter().chain([&found]) {
        assert!(message.get("nonce").is_none(), "{message}");
    }
}

#[tokio::test]
async fn snowflakes_may_be_numbers() {
    let scene = Scene::open().await;
    let (_, message) = scene.post_message(json!({ "content": 42 })).await;
    assert_eq!(message["content"], "42");
    let path = format!(
        "channels/{}/messages/{}",
        scene.first_channel(),
        message["id"].as_str().unwrap()
    );
    let (_, edited) = scene
        .bot_request(Method::PATCH, &path, json!({ "content": 43 }))
        .await;
    assert_eq!(edited["content"], "43");
    assert_eq!(
        scene.post_message(json!({ "content": true })).await.1["code"],
        50035
    );
}

#[tokio::test]
async fn allowed_mentions_are_respected() {
    let scene = Scene::open().await;
    let [ana, ben] = [scene.person_id("Ana"), scene.person_id("Ben")];
    let content = format!("<@{ana}> and <@!{ben}> and @everyone");
    for (allowed, pinged) in [
        (json!({ "parse": [] }), json!([])),
        (json!({ "parse": ["users"] }), json!([ana, ben])),
        (json!({ "users": [ben] }), json!([ben])),
        // The bot may not mention everyone.
        (json!({ "parse": ["everyone"] }), json!([])),
        (Value::Null, json!([ana, ben])),
    ] {
        let (status, _) = scene
            .post_message(json!({ "content": content, "allowed_mentions": allowed }))
            .await;
        assert_eq!(status, 200);
        let seen = scene
            .list_visible_messages("Ana", &scene.first_channel())
            .await;
        assert_eq!(seen.last().unwrap()["mentions"], pinged, "{allowed}");
    }
    // Edits ping no one.
    let (_, quiet) = scene.post_message(json!({ "content": "quiet" })).await;
    let path = format!(
        "channels/{}/messages/{}",
        scene.first_channel(),
        quiet["id"].as_str().unwrap()
    );
    let (_, edited) = scene
        .bot_request(Method::PATCH, &path, json!({ "content": content }))
        .await;
    assert_eq!(edited["mentions"].as_array().unwrap().len(), 2);
    assert_eq!(
        scene
            .list_visible_messages("Ana", &scene.first_channel())
            .await
            .last()
            .unwrap()["mentions"],
        json!([])
    );
}

#[tokio::test]
async fn files_are_kept_served_exchanged_and_forgotten() {
    let scene = Scene::open().await;
    let file = |bytes: usize, name: &str| Part::bytes(vec![7; bytes]).file_name(name.to_owned());
    let payload =
        json!({ "content": "board", "attachments": [{ "id": 0, "description": "the board" }] });
    let form = Form::new()
        .text("payload_json", payload.to_string())
        .part("files[0]", file(3 << 20, "a b.png"));
    let path = format!("channels/{}/messages", scene.first_channel());
    let (status, message) = scene.bot_form_request(Method::POST, &path, form).await;
    assert_eq!(status, 200, "{message}");
    let old = message["attachments"][0].clone();
    assert_eq!(
        (&old["description"], &old["size"]),
        (&json!("the board"), &json!(3 << 20))
    );
    let url = old["url"].as_str().unwrap();
    assert_eq!(
        scene
            .client
            .get(url)
            .send()
            .await
            .unwrap()
            .bytes()
            .await
            .unwrap()
            .len(),
        3 << 20
    );

    let edit = format!("{path}/{}", message["id"].as_str().unwrap());
    scene
        .bot_request(Method::PATCH, &edit, json!({ "attachments": [] }))
        .await;
    // The address of a removed file works until many others were removed.
    assert_eq!(
        scene
            .client
            .get(url)
            .send()
            .await
            .unwrap()
            .status()
            .as_u16(),
        200
    );
    for _ in 0..33 {
        let payload = json!({ "attachments": [{ "id": 0 }] });
        let form = Form::new()
            .text("payload_json", payload.to_string())
            .part("files[0]", file(10, "c.png"));
        let (status, changed) = scene.bot_form_request(Method::PATCH, &edit, form).await;
        assert_eq!(status, 200, "{changed}");
    }
    assert_eq!(
        scene
            .client
            .get(url)
            .send()
            .await
            .unwrap()
            .status()
            .as_u16(),
        404
    );

    let form = Form::new()
        .text("payload_json", "{}")
        .part("files[0]", file((10 << 20) + 1, "big"));
    let (status, refusal) = scene.bot_form_request(Method::POST, &path, form).await;
    assert_eq!((status, &refusal["code"]), (413, &json!(40005)));
    let log = scene.get("requests").await;
    assert_eq!(log[0]["body"]["files"][0]["size"], 3 << 20);
    assert_eq!(log.as_array().unwrap().last().unwrap()["status"], 413);
}

#[tokio::test]
async fn messages_are_paged_by_position() {
    let scene = Scene::open().await;
    let mut ids = Vec::new();
    for number in 0..6 {
        let (_, message) = scene
            .post_message(json!({ "content": number.to_string() }))
            .await;
        ids.push(message["id"].as_str().unwrap().to_owned());
    }
    for (query, expected) in [
        ("limit=2".to_owned(), "54"),
        (format!("before={}&limit=2", ids[3]), "21"),
        (format!("after={}&limit=2", ids[1]), "32"),
    ] {
        let path = format!("channels/{}/messages?{query}", scene.first_channel());
        let (_, found) = scene.bot_request(Method::GET, &path, Value::Null).await;
        let found = found
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["content"].as_str().unwrap());
        assert_eq!(found.collect::<String>(), expected, "{query}");
    }
}

#[tokio::test]
async fn changes_are_told_to_those_who_watch() {
    let scene = Scene::open().await;
    let _bot = Bot::connect_and_identify(&scene, 1).await;
    let url = format!(
        "{}/people/v1/changes?as={}",
        scene.base,
        scene.person_id("Ana")
    );
    let mut changes = scene.client.get(url).send().await.unwrap();
    let (_, message) = scene.post_message(json!({ "content": "one" })).await;
    let path = format!(
        "channels/{}/messages/{}",
        scene.first_channel(),
        message["id"].as_str().unwrap()
    );
    scene
        .bot_request(Method::PATCH, &path, json!({ "content": "two" }))
        .await;
    scene.bot_request(Method::DELETE, &path, Value::Null).await;
    let mut heard = String::new();
    while !heard.contains("message_deleted") {
        let chunk = tokio::time::timeout(std::time::Duration::from_secs(5), changes.chunk()).await;
        heard.push_str(&String::from_utf8_lossy(&chunk.unwrap().unwrap().unwrap()));
    }
    assert!(
        heard.contains("message_created") && heard.contains("message_edited"),
        "{heard}"
    );
}

#[tokio::test]
async fn the_bot_may_write_to_a_person_alone() {
    let scene = Scene::open().await;
    let body = json!({ "recipient_id": scene.person_id("Ben") });
    let (_, dm) = scene
        .bot_request(Method::POST, "users/@me/channels", body.clone())
        .await;
    assert_eq!(dm["type"], 1);
    assert_eq!(
        scene
            .bot_request(Method::POST, "users/@me/channels", body)
            .await
            .1["id"],
        dm["id"]
    );
    let id = dm["id"].as_str().unwrap();
    let path = format!("channels/{id}/messages");
    scene
        .assert_status(Method::POST, &path, json!({ "content": "psst" }), 200)
        .await;
    assert_eq!(scene.list_visible_messages("Ben", id).await.len(), 1);
    let ana = scene
        .get(&format!(
            "channels/{id}/messages?as={}",
            scene.person_id("Ana")
        ))
        .await;
    assert!(ana["error"].is_string());
    scene
        .post(
            "permissions",
            json!({ "channel": id, "deny": ["SEND_MESSAGES"] }),
        )
        .await;
    scene
        .assert_code(Method::POST, &path, json!({ "content": "psst" }), 50007)
        .await;
}

#[tokio::test]
async fn what_the_bot_may_not_do_is_refused() {
    let scene = Scene::open().await;
    let channel = scene.first_channel();
    let embed = json!({ "embeds": [{ "title": "x" }] });
    for (denied, body, code) in [
        ("SEND_MESSAGES", json!({ "content": "x" }), 50013),
        ("EMBED_LINKS", embed, 50013),
        ("VIEW_CHANNEL", json!({ "content": "x" }), 50001),
    ] {
        scene
            .post(
                "permissions",
                json!({ "channel": channel, "deny": [denied] }),
            )
            .await;
        let (status, refusal) = scene.post_message(body).await;
        assert_eq!((status, &refusal["code"]), (403, &json!(code)), "{denied}");
    }
    scene
        .post("permissions", json!({ "channel": channel, "deny": [] }))
        .await;
    assert_eq!(scene.post_message(json!({ "content": "x" })).await.0, 200);
    scene
        .post(
            "permissions",
            json!({ "server": scene.guild_id(), "deny": ["SEND_MESSAGES"] }),
        )
        .await;
    assert_eq!(
        scene.post_message(json!({ "content": "x" })).await.1["code"],
        50013
    );
    let body = json!({ "channel": channel, "deny": ["FLY"] });
    assert!(
        scene
            .refusal_text("permissions", body)
            .await
            .contains("FLY")
    );
}
