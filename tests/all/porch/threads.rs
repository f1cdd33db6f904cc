//! Threads: made, joined, archived, woken and locked.

use lanai_porch::Settings;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Bot, Scene};

const MANAGE_THREADS: u64 = 1 << 34;
const CREATE_PRIVATE_THREADS: u64 = 1 << 36;

#[tokio::test]
async fn a_thread_lives_and_sleeps() {
    let scene = Scene::open().await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    let path = format!("channels/{}/threads", scene.first_channel());
    let (status, thread) = scene
        .bot_request(Method::POST, &path, json!({ "name": "table", "type": 11 }))
        .await;
    assert_eq!(status, 201, "{thread}");
    let made = bot.event("THREAD_CREATE").await;
    assert_eq!(
        (&made["id"], &made["newly_created"]),
        (&thread["id"], &json!(true))
    );
    let id = thread["id"].as_str().unwrap();
    let (path, messages) = (format!("channels/{id}"), format!("channels/{id}/messages"));
    let (_, archived) = scene
        .bot_request(Method::PATCH, &path, json!({ "archived": true }))
        .await;
    assert_eq!(archived["thread_metadata"]["archived"], true);
    assert_eq!(
        bot.event("THREAD_UPDATE").await["thread_metadata"]["archived"],
        true
    );
    // A word wakes it; a lock does not open by itself.
    scene
        .assert_status(Method::POST, &messages, json!({ "content": "x" }), 200)
        .await;
    assert_eq!(
        bot.event("THREAD_UPDATE").await["thread_metadata"]["archived"],
        false
    );
    scene
        .post(&format!("channels/{id}/archive"), json!({ "locked": true }))
        .await;
    let (_, refusal) = scene
        .bot_request(Method::POST, &messages, json!({ "content": "x" }))
        .await;
    assert_eq!(refusal["code"], 50083);
    let (_, refusal) = scene
        .bot_request(Method::PATCH, &path, json!({ "name": "other" }))
        .await;
    assert_eq!(refusal["code"], 50083);
    let line = json!({ "as": scene.person_id("Ben"), "channel": id, "line": "hello" });
    assert!(scene.refusal_text("type", line).await.contains("locked"));
}

#[tokio::test]
async fn one_thread_per_message() {
    let scene = Scene::open().await;
    let (_, message) = scene.post_message(json!({ "content": "a table" })).await;
    let id = message["id"].as_str().unwrap();
    let path = format!("channels/{}/messages/{id}/threads", scene.first_channel());
    let (_, thread) = scene
        .bot_request(Method::POST, &path, json!({ "name": "its talk" }))
        .await;
    assert_eq!(thread["id"], message["id"]);
    let (_, refusal) = scene
        .bot_request(Method::POST, &path, json!({ "name": "again" }))
        .await;
    assert_eq!(refusal["code"], 160_004);
    let active = format!("guilds/{}/threads/active", scene.guild_id());
    assert_eq!(
        scene.bot_request(Method::GET, &active, Value::Null).await.1["threads"][0]["id"],
        id
    );
    let deny = json!({ "channel": scene.first_channel(), "deny": ["CREATE_PUBLIC_THREADS"] });
    scene.post("permissions", deny).await;
    let path = format!("channels/{}/threads", scene.first_channel());
    let (_, refusal) = scene
        .bot_request(Method::POST, &path, json!({ "name": "no", "type": 11 }))
        .await;
    assert_eq!(refusal["code"], 50013);
}

#[tokio::test]
async fn a_private_thread_is_for_its_members() {
    let permissions = Settings::default().permissions | CREATE_PRIVATE_THREADS;
    let scene = Scene::with(Settings {
        permissions,
        ..Settings::default()
    })
    .await;
    let path = format!("channels/{}/threads", scene.first_channel());
    let (_, thread) = scene
        .bot_request(Method::POST, &path, json!({ "name": "hands" }))
        .await;
    assert_eq!(thread["type"], 12);
    let id = thread["id"].as_str().unwrap();
    let look = format!("channels/{id}/messages?as={}", scene.person_id("Ben"));
    assert!(scene.get(&look).await["error"].is_string());
    // The owner of a guild sees every thread.
    assert_eq!(scene.list_visible_messages("Ana", id).await.len(), 0);
    let member = format!("channels/{id}/thread-members/{}", scene.person_id("Ben"));
    scene
        .assert_status(Method::PUT, &member, Value::Null, 204)
        .await;
    assert_eq!(scene.get(&look).await, json!([]));
    scene
        .assert_status(Method::DELETE, &member, Value::Null, 204)
        .await;
    assert!(scene.get(&look).await["error"].is_string());
}

#[tokio::test]
async fn archived_thread_is_unchanged_until_unarchived() {
    let scene = Scene::open().await;
    let path = format!("channels/{}/threads", scene.first_channel());
    let (_, thread) = scene
        .bot_request(Method::POST, &path, json!({ "name": "table", "type": 11 }))
        .await;
    let id = thread["id"].as_str().unwrap();
    let (path, messages) = (format!("channels/{id}"), format!("channels/{id}/messages"));
    let (_, message) = scene
        .bot_request(Method::POST, &messages, json!({ "content": "board" }))
        .await;
    let one = format!("{messages}/{}", message["id"].as_str().unwrap());
    let archive = json!({ "archived": true });
    scene
        .bot_request(Method::PATCH, &path, archive.clone())
        .await;
    let (status, refusal) = scene
        .bot_request(Method::PATCH, &one, json!({ "content": "new" }))
        .await;
    assert_eq!((status, &refusal["code"]), (400, &json!(50083)));
    scene
        .assert_code(Method::DELETE, &one, Value::Null, 50083)
        .await;
    // A new word fetches it back, and all can be done again.
    scene
        .assert_status(Method::POST, &messages, json!({ "content": "x" }), 200)
        .await;
    scene
        .assert_status(Method::PATCH, &one, json!({ "content": "new" }), 200)
        .await;
    scene
        .assert_status(Method::DELETE, &one, Value::Null, 204)
        .await;
    scene
        .assert_code(Method::GET, &one, Value::Null, 10008)
        .await;
    // A locked thread is read-only without *Manage Threads*, and its messages stay.
    let (_, said) = scene
        .bot_request(Method::POST, &messages, json!({ "content": "x" }))
        .await;
    let said = format!("{messages}/{}", said["id"].as_str().unwrap());
    scene
        .post(
            &format!("{path}/archive"),
            json!({ "locked": true, "archived": false }),
        )
        .await;
    for (method, path) in [(Method::POST, &messages), (Method::PATCH, &said)] {
        let (status, refusal) = scene
            .bot_request(method, path, json!({ "content": "x" }))
            .await;
        assert_eq!((status, &refusal["code"]), (400, &json!(160_005)));
    }
}

#[tokio::test]
async fn thread_managers_may_write_in_locked_threads() {
    let permissions = Settings::default().permissions | MANAGE_THREADS;
    let scene = Scene::with(Settings {
        permissions,
        ..Settings::default()
    })
    .await;
    let path = format!("channels/{}/threads", scene.first_channel());
    let (_, thread) = scene
        .bot_request(Method::POST, &path, json!({ "name": "table", "type": 11 }))
        .await;
    let id = thread["id"].as_str().unwrap();
    let (path, messages) = (format!("channels/{id}"), format!("channels/{id}/messages"));
    for archived in [false, true] {
        scene
            .post(
                &format!("{path}/archive"),
                json!({ "locked": true, "archived": archived }),
            )
            .await;
        scene
            .assert_status(Method::POST, &messages, json!({ "content": "x" }), 200)
            .await;
        let (_, now) = scene.bot_request(Method::GET, &path, Value::Null).await;
        assert_eq!(now["thread_metadata"]["archived"], false);
        assert_eq!(now["thread_metadata"]["locked"], true);
    }
    // So may the owner of the guild.
    let line = json!({ "as": scene.person_id("Ana"), "channel": id, "line": "hello" });
    assert_eq!(scene.post("type", line).await["outcome"], "message");
}
