//! Edits of messages: what they keep, remove and replace, and whom they notify.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::Scene;

const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
const GIF: &[u8] = b"GIF89a\x40\x01\x20\x00 and then some";

fn file(bytes: &'static [u8], name: &str) -> Part {
    Part::bytes(bytes).file_name(name.to_owned())
}

fn names(message: &Value) -> Vec<&str> {
    let files = message["attachments"].as_array().unwrap();
    files
        .iter()
        .map(|file| file["filename"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn silent_message_pings_no_one() {
    let scene = Scene::open().await;
    let (channel, ben) = (scene.first_channel(), scene.person_id("Ben"));
    let content = format!("<@{ben}>, when you have time");
    let (_, loud) = scene.post_message(json!({ "content": content })).await;
    let (_, silent) = scene
        .post_message(json!({ "content": content, "flags": SUPPRESS_NOTIFICATIONS }))
        .await;
    assert_eq!(silent["flags"], SUPPRESS_NOTIFICATIONS);
    let path = format!(
        "channels/{channel}/messages/{}",
        silent["id"].as_str().unwrap()
    );
    let (_, edited) = scene
        .bot_request(
            Method::PATCH,
            &path,
            json!({ "content": "done", "flags": 0 }),
        )
        .await;
    assert_eq!(edited["flags"], SUPPRESS_NOTIFICATIONS);
    let path = format!(
        "channels/{channel}/messages/{}",
        loud["id"].as_str().unwrap()
    );
    let all = format!("{content} <@{}>", scene.person_id("Dan"));
    scene
        .bot_request(Method::PATCH, &path, json!({ "content": all }))
        .await;
    let seen = scene.list_visible_messages("Ana", &channel).await;
    let told = |at: usize| ["silent", "mentions", "rang"].map(|field| seen[at][field].clone());
    assert_eq!(told(0), [json!(false), json!([ben]), json!([ben])]);
    assert_eq!(told(1), [json!(true), json!([ben]), json!([])]);
}

#[tokio::test]
async fn an_edit_keeps_removes_and_exchanges() {
    let scene = Scene::open().await;
    let path = format!("channels/{}/messages", scene.first_channel());
    let payload = json!({
        "content": "board",
        "components": [{ "type": 1, "components": [
            { "type": 2, "style": 1, "label": "Go", "custom_id": "go" }
        ] }],
        "attachments": [{ "id": 0, "description": "one" }, { "id": 1 }],
    });
    let form = Form::new()
        .text("payload_json", payload.to_string())
        .part("files[0]", file(b"1", "one.png"))
        .part("files[1]", file(b"2", "two.png"));
    let (_, message) = scene.bot_form_request(Method::POST, &path, form).await;
    assert_eq!(names(&message), ["one.png", "two.png"]);
    let edit = format!("{path}/{}", message["id"].as_str().unwrap());

    // Attachments that are not listed are kept.
    let (_, edited) = scene
        .bot_request(Method::PATCH, &edit, json!({ "content": "turn two" }))
        .await;
    assert_eq!(names(&edited), ["one.png", "two.png"]);
    assert_eq!(edited["components"], message["components"]);
    let (_, edited) = scene
        .bot_request(Method::PATCH, &edit, json!({ "components": [] }))
        .await;
    assert_eq!(
        (&edited["components"], &edited["content"]),
        (&json!([]), &json!("turn two"))
    );

    // A list of files says which stay; new ones may take the place of all.
    let kept = message["attachments"][0]["id"].clone();
    let (_, edited) = scene
        .bot_request(
            Method::PATCH,
            &edit,
            json!({ "attachments": [{ "id": kept }] }),
        )
        .await;
    assert_eq!(names(&edited), ["one.png"]);
    assert_eq!(edited["attachments"][0]["description"], "one");
    let payload = json!({ "attachments": [{ "id": 0, "description": "three" }] });
    let form = Form::new()
        .text("payload_json", payload.to_string())
        .part("files[0]", file(b"3", "three.png"));
    let (_, edited) = scene.bot_form_request(Method::PATCH, &edit, form).await;
    assert_eq!(names(&edited), ["three.png"]);
    // The address of a removed file still works for a while.
    let old = message["attachments"][0]["url"].as_str().unwrap();
    assert_eq!(
        scene
            .client
            .get(old)
            .send()
            .await
            .unwrap()
            .status()
            .as_u16(),
        200
    );
    // Files that no list names are added.
    let form = Form::new()
        .text("payload_json", "{}")
        .part("files[0]", file(b"4", "four.png"));
    let (_, edited) = scene.bot_form_request(Method::PATCH, &edit, form).await;
    assert_eq!(names(&edited), ["three.png", "four.png"]);
    let (_, edited) = scene
        .bot_request(Method::PATCH, &edit, json!({ "attachments": [] }))
        .await;
    assert_eq!(
        (names(&edited).len(), &edited["content"]),
        (0, &json!("turn two"))
    );
    let (_, refusal) = scene
        .bot_request(Method::PATCH, &edit, json!({ "content": "" }))
        .await;
    assert_eq!(refusal["code"], 50006);
}

#[tokio::test]
async fn image_type_is_detected_by_content() {
    let scene = Scene::open().await;
    let path = format!("channels/{}/messages", scene.first_channel());
    let form = Form::new()
        .text("payload_json", "{}")
        .part("files[0]", file(GIF, "walk.gif"));
    let (_, message) = scene.bot_form_request(Method::POST, &path, form).await;
    let walk = &message["attachments"][0];
    assert_eq!(walk["content_type"], "image/gif");
    assert_eq!((&walk["width"], &walk["height"]), (&json!(320), &json!(32)));
    let served = scene
        .client
        .get(walk["url"].as_str().unwrap())
        .send()
        .await
        .unwrap();
    assert_eq!(served.headers()["content-type"], "image/gif");
}
