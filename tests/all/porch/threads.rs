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
    let mut bot = Bot::enter(&scene, 1).await;
    let path = format!("channels/{}/threads", scene.channel());
    let (status, thread) = scene
        .rest(Method::POST, &path, json!({ "name": "table", "type": 11 }))
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
        .rest(Method::PATCH, &path, json!({ "archived": true }))
        .await;
    assert_eq!(archived["thread_metadata"]["archived"], true);
    assert_eq!(
        bot.event("THREAD_UPDATE").await["thread_metadata"]["archived"],
        true
    );
    // A word wakes it; a lock does not open by itself.
    assert_eq!(
        scene
            .rest(Method::POST, &messages, json!({ "content": "x" }))
            .await
            .0,
        200
    );
    assert_eq!(
        bot.event("THREAD_UPDATE").await["thread_metadata"]["archived"],
        false
    );
    scene
        .post(&format!("channels/{id}/archive"), json!({ "locked": true }))
        .await;
    let (_, refusal) = scene
        .rest(Method::POST, &messages, json!({ "content": "x" }))
        .await;
    assert_eq!(refusal["code"], 50083);
    let (_, refusal) = scene
        .rest(Method::PATCH, &path, json!({ "name": "other" }))
        .await;
    assert_eq!(refusal["code"], 50083);
    let line = json!({ "as": scene.person("Ben"), "channel": id, "line": "hello" });
    assert!(scene.refused("type", line).await.contains("locked"));
}

#[tokio::test]
async fn one_thread_per_message() {
    let scene = Scene::open().await;
    let (_, message) = scene.says(json!({ "content": "a table" })).await;
    let id = message["id"].as_str().unwrap();
    let path = format!("channels/{}/messages/{id}/threads", scene.channel());
    let (_, thread) = scene
        .rest(Method::POST, &path, json!({ "name": "its talk" }))
        .await;
    assert_eq!(thread["id"], message["id"]);
    let (_, refusal) = scene
        .rest(Method::POST, &path, json!({ "name": "again" }))
        .await;
    assert_eq!(refusal["code"], 160_004);
    let active = format!("guilds/{}/threads/active", scene.server());
    assert_eq!(
        scene.rest(Method::GET, &active, Value::Null).await.1["threads"][0]["id"],
        id
    );
    let deny = json!({ "channel": scene.channel(), "deny": ["CREATE_PUBLIC_THREADS"] });
    scene.post("permissions", deny).await;
    let path = format!("channels/{}/threads", scene.channel());
    let (_, refusal) = scene
        .rest(Method::POST, &path, json!({ "name": "no", "type": 11 }))
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
    let path = format!("channels/{}/threads", scene.channel());
    let (_, thread) = scene
        .rest(Method::POST, &path, json!({ "name": "hands" }))
        .await;
    assert_eq!(thread["type"], 12);
    let id = thread["id"].as_str().unwrap();
    let look = format!("channels/{id}/messages?as={}", scene.person("Ben"));
    assert!(scene.get(&look).await["error"].is_string());
    // The owner of a server sees everything.
    assert_eq!(scene.sees("Ana", id).await.len(), 0);
    let member = format!("channels/{id}/thread-members/{}", scene.person("Ben"));
    assert_eq!(scene.rest(Method::PUT, &member, Value::Null).await.0, 204);
    assert_eq!(scene.get(&look).await, json!([]));
    assert_eq!(
        scene.rest(Method::DELETE, &member, Value::Null).await.0,
        204
    );
    assert!(scene.get(&look).await["error"].is_string());
}

#[tokio::test]
async fn archived_thread_is_unchanged_until_unarchived() {
    let scene = Scene::open().await;
    let path = format!("channels/{}/threads", scene.channel());
    let (_, thread) = scene
        .rest(Method::POST, &path, json!({ "name": "table", "type": 11 }))
        .await;
    let id = thread["id"].as_str().unwrap();
    let (path, messages) = (format!("channels/{id}"), format!("channels/{id}/messages"));
    let (_, message) = scene
        .rest(Method::POST, &messages, json!({ "content": "board" }))
        .await;
    let one = format!("{messages}/{}", message["id"].as_str().unwrap());
    let archive = json!({ "archived": true });
    scene.rest(Method::PATCH, &path, archive.clone()).await;
    let (status, refusal) = scene
        .rest(Method::PATCH, &one, json!({ "content": "new" }))
        .await;
    assert_eq!((status, &refusal["code"]), (400, &json!(50083)));
    assert_eq!(
        scene.rest(Method::DELETE, &one, Value::Null).await.1["code"],
        50083
    );
    // A new word fetches it back, and all can be done again.
    assert_eq!(
        scene
            .rest(Method::POST, &messages, json!({ "content": "x" }))
            .await
            .0,
        200
    );
    assert_eq!(
        scene
            .rest(Method::PATCH, &one, json!({ "content": "new" }))
            .await
            .0,
        200
    );
    assert_eq!(scene.rest(Method::DELETE, &one, Value::Null).await.0, 204);
    assert_eq!(
        scene.rest(Method::GET, &one, Value::Null).await.1["code"],
        10008
    );
    // A lock keeps those out who may not manage threads, and what they said stays as it is.
    let (_, said) = scene
        .rest(Method::POST, &messages, json!({ "content": "x" }))
        .await;
    let said = format!("{messages}/{}", said["id"].as_str().unwrap());
    scene
        .post(
            &format!("{path}/archive"),
            json!({ "locked": true, "archived": false }),
        )
        .await;
    for (method, path) in [(Method::POST, &messages), (Method::PATCH, &said)] {
        let (status, refusal) = scene.rest(method, path, json!({ "content": "x" })).await;
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
    let path = format!("channels/{}/threads", scene.channel());
    let (_, thread) = scene
        .rest(Method::POST, &path, json!({ "name": "table", "type": 11 }))
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
        assert_eq!(
            scene
                .rest(Method::POST, &messages, json!({ "content": "x" }))
                .await
                .0,
            200
        );
        let (_, now) = scene.rest(Method::GET, &path, Value::Null).await;
        assert_eq!(now["thread_metadata"]["archived"], false);
        assert_eq!(now["thread_metadata"]["locked"], true);
    }
    // So does the owner of the server.
    let line = json!({ "as": scene.person("Ana"), "channel": id, "line": "hello" });
    assert_eq!(scene.post("type", line).await["outcome"], "message");
}
