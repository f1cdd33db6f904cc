//! Persons who leave a server and come back.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Bot, Scene};

const GUILD_MEMBERS: u64 = 1 << 1;

impl Scene {
    async fn leaves(&self, name: &str) -> Value {
        self.post(&format!("persons/{}/leave", self.person(name)), json!({}))
            .await
    }

    async fn returns(&self, name: &str) -> Value {
        self.post(
            &format!("persons/{}/join", self.person(name)),
            json!({ "server": self.server() }),
        )
        .await
    }
}

#[tokio::test]
async fn departed_members_are_not_members() {
    let scene = Scene::open().await;
    let (channel, ben) = (scene.channel(), scene.person("Ben"));
    let member = format!("guilds/{}/members/{ben}", scene.server());
    assert_eq!(scene.rest(Method::GET, &member, Value::Null).await.0, 200);
    assert_eq!(scene.leaves("Ben").await["servers"], json!([]));
    let (status, refusal) = scene.rest(Method::GET, &member, Value::Null).await;
    assert_eq!((status, &refusal["code"]), (404, &json!(10007)));
    let all = format!("guilds/{}/members?limit=100", scene.server());
    // Three persons, and the bot.
    assert_eq!(
        scene
            .rest(Method::GET, &all, Value::Null)
            .await
            .1
            .as_array()
            .unwrap()
            .len(),
        4
    );
    let line = json!({ "as": ben, "channel": channel, "line": "hello" });
    assert!(scene.refused("type", line).await.contains("no channel"));
    let look = format!("channels/{channel}/messages?as={ben}");
    assert!(scene.get(&look).await["error"].is_string());
    let content = format!("<@{ben}>");
    scene.says(json!({ "content": content })).await;
    assert_eq!(scene.sees("Ana", &channel).await[0]["mentions"], json!([]));
    assert_eq!(
        scene.returns("Ben").await["servers"],
        json!([scene.server()])
    );
    assert_eq!(scene.rest(Method::GET, &member, Value::Null).await.0, 200);
    assert_eq!(scene.sees("Ben", &channel).await.len(), 1);
    let owner = format!("persons/{}/leave", scene.person("Ana"));
    assert!(scene.refused(&owner, json!({})).await.contains("owns"));
}

#[tokio::test]
async fn direct_messages_need_a_common_server() {
    let scene = Scene::open().await;
    let ben = scene.person("Ben");
    let dm = scene.post("channels", json!({ "dm": ben })).await;
    let path = format!("channels/{}/messages", dm["id"].as_str().unwrap());
    let write = || scene.rest(Method::POST, &path, json!({ "content": "psst" }));
    assert_eq!(write().await.0, 200);
    scene.leaves("Ben").await;
    let (status, refusal) = write().await;
    assert_eq!((status, &refusal["code"]), (403, &json!(50278)));
    let line = json!({ "as": ben, "channel": dm["id"], "line": "hello" });
    assert!(scene.refused("type", line).await.contains("nowhere"));
    // One other server is enough, if the bot is there.
    scene
        .post("servers", json!({ "name": "Without", "bot": false }))
        .await;
    assert_eq!(write().await.0, 403);
    scene.post("servers", json!({ "name": "With" })).await;
    assert_eq!(write().await.0, 200);
}

#[tokio::test]
async fn member_events_need_the_intent() {
    let scene = Scene::open().await;
    let mut deaf = Bot::enter(&scene, 1).await;
    let mut curious = Bot::enter(&scene, 1 | GUILD_MEMBERS).await;
    scene.leaves("Ben").await;
    let gone = curious.event("GUILD_MEMBER_REMOVE").await;
    assert_eq!(
        (&gone["guild_id"], &gone["user"]["id"]),
        (&json!(scene.server()), &json!(scene.person("Ben")))
    );
    scene.returns("Ben").await;
    assert_eq!(
        curious.event("GUILD_MEMBER_ADD").await["user"]["id"],
        scene.person("Ben")
    );
    deaf.hears_nothing().await;
}
