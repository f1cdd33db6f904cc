//! Emojis of the application: what a bot may upload, and where it may use them.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Bot, Scene};

/// The beginning of a picture: nobody here looks further.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n and so on";

fn data(kind: &str, bytes: &[u8]) -> String {
    format!("data:{kind};base64,{}", STANDARD.encode(bytes))
}

fn named(name: &str) -> Value {
    json!({ "name": name, "image": data("image/png", PNG) })
}

fn complaint<'a>(refusal: &'a Value, place: &str) -> &'a str {
    assert_eq!(refusal["code"], 50035, "{refusal}");
    refusal["errors"][place]["_errors"][0]["code"]
        .as_str()
        .unwrap_or_else(|| panic!("{refusal}"))
}

impl Scene {
    async fn emojis(&self) -> String {
        let (_, application) = self
            .rest(Method::GET, "applications/@me", Value::Null)
            .await;
        format!(
            "applications/{}/emojis",
            application["id"].as_str().unwrap()
        )
    }

    async fn uploads(&self, emoji: Value) -> (u16, Value) {
        self.rest(Method::POST, &self.emojis().await, emoji).await
    }

    async fn listed(&self) -> Vec<Value> {
        let (status, list) = self
            .rest(Method::GET, &self.emojis().await, Value::Null)
            .await;
        assert_eq!(status, 200, "{list}");
        list["items"].as_array().unwrap().clone()
    }

    async fn picture(&self, id: &Value) -> reqwest::Response {
        let url = format!("{}/emojis/{}.png", self.base, id.as_str().unwrap());
        self.client.get(url).send().await.unwrap()
    }
}

#[tokio::test]
async fn emojis_are_uploaded_listed_and_deleted() {
    let scene = Scene::open().await;
    let bot = Bot::enter(&scene, 1).await;
    assert_eq!(scene.listed().await, Vec::<Value>::new());
    let (status, shell) = scene.uploads(named("shell")).await;
    assert_eq!(status, 201, "{shell}");
    assert_eq!(
        (&shell["name"], &shell["animated"]),
        (&json!("shell"), &json!(false))
    );
    assert_eq!(shell["user"]["id"], bot.id.as_str());
    assert_eq!(scene.listed().await, std::slice::from_ref(&shell));
    let one = format!("{}/{}", scene.emojis().await, shell["id"].as_str().unwrap());
    let served = scene.picture(&shell["id"]).await;
    assert_eq!(served.headers()["content-type"], "image/png");
    assert_eq!(served.bytes().await.unwrap(), PNG);
    assert_eq!(scene.rest(Method::DELETE, &one, Value::Null).await.0, 204);
    let (status, refusal) = scene.rest(Method::DELETE, &one, Value::Null).await;
    assert_eq!((status, &refusal["code"]), (404, &json!(10014)));
    assert_eq!(scene.picture(&shell["id"]).await.status().as_u16(), 404);
    assert_eq!(scene.rest(Method::PUT, &one, Value::Null).await.0, 501);
    let (status, refusal) = scene
        .rest(Method::GET, "applications/1/emojis", Value::Null)
        .await;
    assert_eq!((status, &refusal["code"]), (404, &json!(10002)));
}

#[tokio::test]
async fn emoji_names_and_pictures_are_validated() {
    let scene = Scene::open().await;
    let _bot = Bot::enter(&scene, 1).await;
    for (name, code) in [
        ("a", "BASE_TYPE_BAD_LENGTH"),
        (&*"a".repeat(33), "BASE_TYPE_BAD_LENGTH"),
        ("long-hut", "STRING_TYPE_REGEX"),
        ("tārō", "STRING_TYPE_REGEX"),
    ] {
        let (status, refusal) = scene.uploads(named(name)).await;
        assert_eq!((status, complaint(&refusal, "name")), (400, code), "{name}");
    }
    assert_eq!(
        complaint(&scene.uploads(json!({})).await.1, "name"),
        "BASE_TYPE_REQUIRED"
    );
    for (image, code) in [
        (Value::Null, "BASE_TYPE_REQUIRED"),
        (json!("https://example.org/shell.png"), "IMAGE_INVALID"),
        (json!("data:image/png;base64,???"), "IMAGE_INVALID"),
        (json!(data("image/svg+xml", b"<svg/>")), "IMAGE_INVALID"),
        (
            json!(data("image/png", &[PNG, &vec![0; 256 << 10]].concat())),
            "BINARY_TYPE_MAX_SIZE",
        ),
    ] {
        let (status, refusal) = scene
            .uploads(json!({ "name": "shell", "image": image }))
            .await;
        assert_eq!((status, complaint(&refusal, "image")), (400, code));
    }
    assert_eq!(scene.uploads(named("shell")).await.0, 201);
    assert_eq!(
        complaint(&scene.uploads(named("shell")).await.1, "name"),
        "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"
    );
    let (_, moving) = scene
        .uploads(json!({ "name": "wave", "image": data("image/gif", b"GIF89a") }))
        .await;
    assert_eq!(moving["animated"], true);
    assert_eq!(scene.listed().await.len(), 2);
}

/// A button and an option of a menu with an emoji.
fn carrying(emoji: &Value) -> [(Value, &'static str); 2] {
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
    let _bot = Bot::enter(&scene, 1).await;
    let (_, shell) = scene.uploads(named("shell")).await;
    let known = json!({ "id": shell["id"], "name": "shell", "animated": false });
    let unknown = json!({ "id": "1", "name": "shell" });
    for (component, _) in carrying(&known) {
        let row = json!([{ "type": 1, "components": [component] }]);
        let (status, said) = scene
            .says(json!({ "content": "x", "components": row }))
            .await;
        assert_eq!(status, 200, "{said}");
        assert!(
            said["components"]
                .to_string()
                .contains(shell["id"].as_str().unwrap())
        );
    }
    for (component, place) in carrying(&unknown) {
        let row = json!([{ "type": 1, "components": [component] }]);
        let (status, refusal) = scene
            .says(json!({ "content": "x", "components": row }))
            .await;
        assert_eq!((status, &refusal["code"]), (400, &json!(50035)));
        let found = refusal["errors"].pointer(&format!("{place}/_errors/0/message"));
        assert_eq!(found, Some(&json!("Invalid emoji")), "{refusal}");
    }
}
