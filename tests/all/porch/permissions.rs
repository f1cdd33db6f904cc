//! Channels that only some people see or write in.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Bot, Scene, short_timeouts};

const PING: &str = r#"[{ "name": "ping", "description": "Says pong", "options": [
    { "type": 6, "name": "who", "description": "Whom" }, { "type": 7, "name": "where", "description": "Where" }
] }]"#;

const VIEW_CHANNEL: u64 = 1 << 10;
const SEND_MESSAGES: u64 = 1 << 11;

fn parse_bits(value: &Value) -> u64 {
    value.as_str().unwrap().parse().unwrap()
}

impl Scene {
    async fn deny_permissions(&self, person: &str, names: &[&str]) {
        let body = json!({ "channel": self.first_channel(), "person": self.person_id(person), "deny": names });
        self.post("permissions", body).await;
    }

    async fn create_thread(&self) -> String {
        let path = format!("channels/{}/threads", self.first_channel());
        let (_, thread) = self
            .bot_request(Method::POST, &path, json!({ "name": "table", "type": 11 }))
            .await;
        thread["id"].as_str().unwrap().to_owned()
    }
}

#[tokio::test]
async fn hidden_channels_do_not_exist_for_a_person() {
    let scene = Scene::open().await;
    let (channel, ben) = (scene.first_channel(), scene.person_id("Ben"));
    let thread = scene.create_thread().await;
    let button = json!([{ "type": 1, "components": [
        { "type": 2, "style": 1, "label": "Go", "custom_id": "go" }
    ] }]);
    let (_, message) = scene
        .post_message(json!({ "content": "x", "components": button }))
        .await;
    scene.deny_permissions("Ben", &["VIEW_CHANNEL"]).await;
    for place in [&channel, &thread] {
        let look = format!("channels/{place}/messages?as={ben}");
        assert!(
            scene.get(&look).await["error"]
                .as_str()
                .unwrap()
                .contains("no channel")
        );
        let line = json!({ "as": ben, "channel": place, "line": "hello" });
        assert!(
            scene
                .refusal_text("type", line)
                .await
                .contains("no channel")
        );
    }
    let press = json!({ "as": ben, "message": message["id"], "custom_id": "go" });
    assert!(
        scene
            .refusal_text("press", press)
            .await
            .contains("no message")
    );
    let world = scene.get("world").await;
    assert_eq!(world["channels"][0]["hidden_from"], json!([ben]));
    // People without access are not pinged; the owner always has access.
    let content = format!("<@{ben}>");
    scene.post_message(json!({ "content": content })).await;
    assert_eq!(
        scene
            .list_visible_messages("Dan", &channel)
            .await
            .last()
            .unwrap()["mentions"],
        json!([])
    );
    scene
        .deny_permissions("Ana", &["VIEW_CHANNEL", "SEND_MESSAGES"])
        .await;
    assert_eq!(
        scene.type_command("Ana", "mine").await["outcome"],
        "message"
    );
    scene.deny_permissions("Ben", &[]).await;
    assert_eq!(scene.list_visible_messages("Ben", &channel).await.len(), 3);
    let line = json!({ "channel": thread, "person": ben, "deny": [] });
    assert!(
        scene
            .refusal_text("permissions", line)
            .await
            .contains("as its channel")
    );
}

#[tokio::test]
async fn commands_work_without_permission_to_write() {
    let scene = Scene::with(short_timeouts(50, 60_000)).await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    scene
        .register_commands(&bot, serde_json::from_str(PING).unwrap())
        .await;
    let thread = scene.create_thread().await;
    let (channel, ben) = (scene.first_channel(), scene.person_id("Ben"));
    let line = |place: &str, line: &str| json!({ "as": ben, "channel": place, "line": line });
    scene.deny_permissions("Ben", &["SEND_MESSAGES"]).await;
    assert!(
        scene
            .refusal_text("type", line(&channel, "hello"))
            .await
            .contains("may not write")
    );
    // Threads need another permission.
    scene.post("type", line(&thread, "hello")).await;
    scene.type_command("Ben", "/ping").await;
    let got = bot.interaction().await;
    for permissions in [
        &got["member"]["permissions"],
        &got["channel"]["permissions"],
    ] {
        assert_eq!(
            parse_bits(permissions) & (VIEW_CHANNEL | SEND_MESSAGES),
            VIEW_CHANNEL
        );
    }
    scene
        .deny_permissions("Ben", &["SEND_MESSAGES_IN_THREADS"])
        .await;
    assert!(
        scene
            .refusal_text("type", line(&thread, "hello"))
            .await
            .contains("may not write")
    );
    scene.type_command("Ben", "hello").await;
    scene
        .deny_permissions("Ben", &["USE_APPLICATION_COMMANDS"])
        .await;
    assert!(
        scene
            .refusal_text("type", line(&channel, "/ping"))
            .await
            .contains("may not use commands")
    );
}

#[tokio::test]
async fn interactions_carry_permissions() {
    let scene = Scene::with(short_timeouts(50, 60_000)).await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    scene
        .register_commands(&bot, serde_json::from_str(PING).unwrap())
        .await;
    let (channel, ben) = (scene.first_channel(), scene.person_id("Ben"));
    scene.deny_permissions("Ben", &["SEND_MESSAGES"]).await;
    let told = bot.event("CHANNEL_UPDATE").await;
    let denied = json!([{ "id": ben, "type": 1, "allow": "0", "deny": SEND_MESSAGES.to_string() }]);
    assert_eq!(told["permission_overwrites"], denied);
    let (_, got) = scene
        .bot_request(Method::GET, &format!("channels/{channel}"), Value::Null)
        .await;
    assert_eq!(got["permission_overwrites"], denied);
    scene
        .type_command("Ana", &format!("/ping who:@Ben where:{channel}"))
        .await;
    let resolved = bot.interaction().await["data"]["resolved"].clone();
    assert_eq!(
        parse_bits(&resolved["members"][&ben]["permissions"]) & SEND_MESSAGES,
        0
    );
    assert_eq!(
        parse_bits(&resolved["channels"][&channel]["permissions"]) & SEND_MESSAGES,
        SEND_MESSAGES
    );
    // Permissions of a role apply beyond those of the channel.
    let eva = json!({ "name": "Eva", "permissions": ["MANAGE_CHANNELS"] });
    let eva = scene.post("persons", eva).await;
    let made = bot.event("GUILD_ROLE_CREATE").await["role"].clone();
    assert_eq!(parse_bits(&made["permissions"]) & 1 << 4, 1 << 4);
    let path = format!(
        "guilds/{}/members/{}",
        scene.guild_id(),
        eva["id"].as_str().unwrap()
    );
    let (_, member) = scene.bot_request(Method::GET, &path, Value::Null).await;
    assert_eq!(member["roles"], json!([made["id"]]));
}

#[tokio::test]
async fn bot_hears_nothing_from_hidden_channels() {
    let scene = Scene::open().await;
    let mut bot = Bot::connect_and_identify(&scene, 1 | 1 << 9 | 1 << 15).await;
    for (denied, line) in [(json!(["VIEW_CHANNEL"]), "psst"), (json!([]), "hello")] {
        scene
            .post(
                "permissions",
                json!({ "channel": scene.first_channel(), "deny": denied }),
            )
            .await;
        scene.type_command("Ana", line).await;
    }
    assert_eq!(bot.event("MESSAGE_CREATE").await["content"], "hello");
}
