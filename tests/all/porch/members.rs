//! People leave a guild and come back.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Bot, Scene};

const GUILD_MEMBERS: u64 = 1 << 1;

impl Scene {
    async fn leave_guild(&self, name: &str) -> Value {
        self.post(
            &format!("persons/{}/leave", self.person_id(name)),
            json!({}),
        )
        .await
    }

    async fn return_to_guild(&self, name: &str) -> Value {
        self.post(
            &format!("persons/{}/join", self.person_id(name)),
            json!({ "server": self.guild_id() }),
        )
        .await
    }
}

#[tokio::test]
async fn departed_members_are_not_members() {
    let scene = Scene::open().await;
    let (channel, ben) = (scene.first_channel(), scene.person_id("Ben"));
    let member = format!("guilds/{}/members/{ben}", scene.guild_id());
    scene
        .assert_status(Method::GET, &member, Value::Null, 200)
        .await;
    assert_eq!(scene.leave_guild("Ben").await["servers"], json!([]));
    let (status, refusal) = scene.bot_request(Method::GET, &member, Value::Null).await;
    assert_eq!((status, &refusal["code"]), (404, &json!(10007)));
    let all = format!("guilds/{}/members?limit=100", scene.guild_id());
    // Three persons, and the bot.
    assert_eq!(
        scene
            .bot_request(Method::GET, &all, Value::Null)
            .await
            .1
            .as_array()
            .unwrap()
            .len(),
        4
    );
    let line = json!({ "as": ben, "channel": channel, "line": "hello" });
    assert!(
        scene
            .refusal_text("type", line)
            .await
            .contains("no channel")
    );
    let look = format!("channels/{channel}/messages?as={ben}");
    assert!(scene.get(&look).await["error"].is_string());
    let content = format!("<@{ben}>");
    scene.post_message(json!({ "content": content })).await;
    assert_eq!(
        scene.list_visible_messages("Ana", &channel).await[0]["mentions"],
        json!([])
    );
    assert_eq!(
        scene.return_to_guild("Ben").await["servers"],
        json!([scene.guild_id()])
    );
    scene
        .assert_status(Method::GET, &member, Value::Null, 200)
        .await;
    assert_eq!(scene.list_visible_messages("Ben", &channel).await.len(), 1);
    let owner = format!("persons/{}/leave", scene.person_id("Ana"));
    assert!(scene.refusal_text(&owner, json!({})).await.contains("owns"));
}

#[tokio::test]
async fn direct_messages_need_a_common_server() {
    let scene = Scene::open().await;
    let ben = scene.person_id("Ben");
    let dm = scene.post("channels", json!({ "dm": ben })).await;
    let path = format!("channels/{}/messages", dm["id"].as_str().unwrap());
    let write = || scene.bot_request(Method::POST, &path, json!({ "content": "psst" }));
    assert_eq!(write().await.0, 200);
    scene.leave_guild("Ben").await;
    let (status, refusal) = write().await;
    assert_eq!((status, &refusal["code"]), (403, &json!(50278)));
    let line = json!({ "as": ben, "channel": dm["id"], "line": "hello" });
    assert!(scene.refusal_text("type", line).await.contains("nowhere"));
    // Another common guild is enough.
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
    let mut deaf = Bot::connect_and_identify(&scene, 1).await;
    let mut curious = Bot::connect_and_identify(&scene, 1 | GUILD_MEMBERS).await;
    scene.leave_guild("Ben").await;
    let gone = curious.event("GUILD_MEMBER_REMOVE").await;
    assert_eq!(
        (&gone["guild_id"], &gone["user"]["id"]),
        (&json!(scene.guild_id()), &json!(scene.person_id("Ben")))
    );
    scene.return_to_guild("Ben").await;
    assert_eq!(
        curious.event("GUILD_MEMBER_ADD").await["user"]["id"],
        scene.person_id("Ben")
    );
    deaf.assert_no_event().await;
}
