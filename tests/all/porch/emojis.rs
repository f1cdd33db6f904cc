//! Application emojis: uploads, and where they can be used.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Bot, Scene};

/// The beginning of a PNG, which is all that is checked.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n and so on";

fn data_url(kind: &str, bytes: &[u8]) -> String {
    format!("data:{kind};base64,{}", STANDARD.encode(bytes))
}

fn emoji_body(name: &str) -> Value {
    json!({ "name": name, "image": data_url("image/png", PNG) })
}

fn find_complaint<'a>(refusal: &'a Value, place: &str) -> &'a str {
    assert_eq!(refusal["code"], 50035, "{refusal}");
    refusal["errors"][place]["_errors"][0]["code"]
        .as_str()
        .unwrap_or_else(|| panic!("{refusal}"))
}

impl Scene {
    async fn emojis(&self) -> String {
        let (_, application) = self
            .bot_request(Method::GET, "applications/@me", Value::Null)
            .await;
        format!(
            "applications/{}/emojis",
            application["id"].as_str().unwrap()
        )
    }

    async fn upload_emoji(&self, emoji: Value) -> (u16, Value) {
        self.bot_request(Method::POST, &self.emojis().await, emoji)
            .await
    }

    async fn list_emojis(&self) -> Vec<Value> {
        let (status, list) = self
            .bot_request(Method::GET, &self.emojis().await, Value::Null)
            .await;
        assert_eq!(status, 200, "{list}");
        list["items"].as_array().unwrap().clone()
    }

    async fn fetch_picture(&self, id: &Value) -> reqwest::Response {
        let url = format!("{}/emojis/{}.png", self.base, id.as_str().unwrap());
        self.client.get(url).send().await.unwrap()
    }
}

#[tokio::test]
async fn emojis_are_uploaded_listed_and_deleted() {
    let scene = Scene::open().await;
    let bot = Bot::connect_and_identify(&scene, 1).await;
    assert_eq!(scene.list_emojis().await, Vec::<Value>::new());
    let (status, shell) = scene.upload_emoji(emoji_body("shell")).await;
    assert_eq!(status, 201, "{shell}");
    assert_eq!(
        (&shell["name"], &shell["animated"]),
        (&json!("shell"), &json!(false))
    );
    assert_eq!(shell["user"]["id"], bot.id.as_str());
    assert_eq!(scene.list_emojis().await, std::slice::from_ref(&shell));
    let one = format!("{}/{}", scene.emojis().await, shell["id"].as_str().unwrap());
    let served = scene.fetch_picture(&shell["id"]).await;
    assert_eq!(served.headers()["content-type"], "image/png");
    assert_eq!(served.bytes().await.unwrap(), PNG);
    scene
        .assert_status(Method::DELETE, &one, Value::Null, 204)
        .await;
    let (status, refusal) = scene.bot_request(Method::DELETE, &one, Value::Null).await;
    assert_eq!((status, &refusal["code"]), (404, &json!(10014)));
    assert_eq!(
        scene.fetch_picture(&shell["id"]).await.status().as_u16(),
        404
    );
    scene
        .assert_status(Method::PUT, &one, Value::Null, 501)
        .await;
    let (status, refusal) = scene
        .bot_request(Method::GET, "applications/1/emojis", Value::Null)
        .await;
    assert_eq!((status, &refusal["code"]), (404, &json!(10002)));
}

#[tokio::test]
async fn emoji_names_and_pictures_are_validated() {
    let scene = Scene::open().await;
    let _bot = Bot::connect_and_identify(&scene, 1).await;
    for (name, code) in [
        ("a", "BASE_TYPE_BAD_LENGTH"),
        (&*"a".repeat(33), "BASE_TYPE_BAD_LENGTH"),
        ("long-hut", "STRING_TYPE_REGEX"),
        ("tārō", "STRING_TYPE_REGEX"),
    ] {
        let (status, refusal) = scene.upload_emoji(emoji_body(name)).await;
        assert_eq!(
            (status, find_complaint(&refusal, "name")),
            (400, code),
            "{name}"
        );
    }
    assert_eq!(
        find_complaint(&scene.upload_emoji(json!({})).await.1, "name"),
        "BASE_TYPE_REQUIRED"
    );
    for (image, code) in [
        (Value::Null, "BASE_TYPE_REQUIRED"),
        (json!("https://example.org/shell.png"), "IMAGE_INVALID"),
        (json!("data:image/png;base64,???"), "IMAGE_INVALID"),
        (json!(data_url("image/svg+xml", b"<svg/>")), "IMAGE_INVALID"),
        (
            json!(data_url("image/png", &[PNG, &vec![0; 256 << 10]].concat())),
            "BINARY_TYPE_MAX_SIZE",
        ),
    ] {
        let (status, refusal) = scene
            .upload_emoji(json!({ "name": "shell", "image": image }))
            .await;
        assert_eq!((status, find_complaint(&refusal, "image")), (400, code));
    }
    assert_eq!(scene.upload_emoji(emoji_body("shell")).await.0, 201);
    assert_eq!(
        find_complaint(&scene.upload_emoji(emoji_body("shell")).await.1, "name"),
        "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"
    );
    let (_, moving) = scene
        .upload_emoji(json!({ "name": "wave", "image": data_url("image/gif", b"GIF89a") }))
        .await;
    assert_eq!(moving["animated"], true);
    assert_eq!(scene.list_emojis().await.len(), 2);
}

/// A button and an option of a menu with an emoji.
fn components_with_emoji(emoji: &Value) -> [(Value, &'static str); 2] {
    let button = json!({ "type": 2, "style": 2, "custom_id": "b", "label": "Pay", "emoji": emoji });
    let option = json!({ "label": "Shells", "value": "1", "emoji": emoji });
    let menu = json!({ "type": 3, "custom_id": "m", "options": [option] });
    [
        (button, "/components/0/components/0/emoji/id"),
        (menu, "/components/0/components/0/options/0/emoji/id"),
    ]
}

#[tokio::test]
async fn components_accept_existing_emojis_only() {
    let scene = Scene::open().await;
    let _bot = Bot::connect_and_identify(&scene, 1).await;
    let (_, shell) = scene.upload_emoji(emoji_body("shell")).await;
    let known = json!({ "id": shell["id"], "name": "shell", "animated": false });
    let unknown = json!({ "id": "1", "name": "shell" });
    for (component, _) in components_with_emoji(&known) {
        let row = json!([{ "type": 1, "components": [component] }]);
        let (status, said) = scene
            .post_message(json!({ "content": "x", "components": row }))
            .await;
        assert_eq!(status, 200, "{said}");
        assert!(
            said["components"]
                .to_string()
                .contains(shell["id"].as_str().unwrap())
        );
    }
    for (component, place) in components_with_emoji(&unknown) {
        let row = json!([{ "type": 1, "components": [component] }]);
        let (status, refusal) = scene
            .post_message(json!({ "content": "x", "components": row }))
            .await;
        assert_eq!((status, &refusal["code"]), (400, &json!(50035)));
        let found = refusal["errors"].pointer(&format!("{place}/_errors/0/message"));
        assert_eq!(found, Some(&json!("Invalid emoji")), "{refusal}");
    }
}
