//! Commands in a channel with the bot alone, and commands that persons bring to servers where the
//! bot is not.

use lanai_porch::{Settings, TOKEN};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Bot, Scene};

fn commands() -> Value {
    json!([
        { "name": "here", "description": "On servers", "integration_types": [0], "contexts": [0] },
        { "name": "both", "description": "Anywhere", "integration_types": [0, 1], "contexts": [0, 1, 2] },
        { "name": "own", "description": "For oneself", "integration_types": [1] },
        { "name": "plain", "description": "Says nothing about it" }
    ])
}

async fn scene() -> (Scene, Bot) {
    let scene = Scene::open().await;
    let bot = Bot::connect_and_identify(&scene, 1).await;
    scene.register_commands(&bot, commands()).await;
    (scene, bot)
}

impl Scene {
    async fn set_installed(&self, name: &str, installed: bool) {
        let path = format!("persons/{}/install", self.person_id(name));
        self.post(&path, json!({ "installed": installed })).await;
    }

    /// A channel on a server without the bot.
    async fn other_guild_channel(&self) -> (String, String) {
        let server = self
            .post("servers", json!({ "name": "Elsewhere", "bot": false }))
            .await;
        assert_eq!(server["bot"], false);
        let channel = self
            .post("channels", json!({ "name": "far", "server": server["id"] }))
            .await;
        (
            server["id"].as_str().unwrap().to_owned(),
            channel["id"].as_str().unwrap().to_owned(),
        )
    }

    fn command_line(&self, name: &str, channel: &str, line: &str) -> Value {
        json!({ "as": self.person_id(name), "channel": channel, "line": line })
    }

    /// Types a line and lets the bot answer; returns the interaction and the message.
    async fn type_and_answer(&self, bot: &mut Bot, line: Value) -> (Value, Value) {
        let answer = async {
            let got = bot.interaction().await;
            assert_eq!(
                self.answer(&got, 4, json!({ "content": "pong" })).await.0,
                204
            );
            got
        };
        tokio::join!(self.post("type", line), answer)
    }
}

#[tokio::test]
async fn commands_say_where_they_can_be_used() {
    let (scene, bot) = scene().await;
    let path = format!("applications/{}/commands", bot.id);
    let (_, kept) = scene.bot_request(Method::GET, &path, Value::Null).await;
    let fields = |at: usize| {
        ["integration_types", "contexts", "dm_permission"].map(|item| kept[at][item].clone())
    };
    assert_eq!(fields(0), [json!([0]), json!([0]), json!(false)]);
    assert_eq!(fields(1), [json!([0, 1]), json!([0, 1, 2]), json!(true)]);
    assert_eq!(
        fields(3),
        [json!([0, 1]), Value::Null, json!(true)],
        "as the application is set to"
    );
    for (field, value, place) in [
        ("integration_types", json!([]), "integration_types"),
        ("integration_types", json!([2]), "integration_types/0"),
        ("contexts", json!([0, 3]), "contexts/1"),
        ("contexts", json!([1, 1]), "contexts/1"),
        ("contexts", json!("0"), "contexts"),
    ] {
        let mut command = json!({ "name": "odd", "description": "x" });
        command[field] = value;
        let (status, refusal) = scene.bot_request(Method::POST, &path, command).await;
        assert_eq!(status, 400, "{refusal}");
        assert!(
            refusal["errors"]
                .pointer(&format!("/{place}/_errors"))
                .is_some(),
            "{place}: {refusal}"
        );
    }
    let (_, application) = scene
        .bot_request(Method::GET, "applications/@me", Value::Null)
        .await;
    assert_eq!(
        application["integration_types_config"],
        json!({ "0": {}, "1": {} })
    );
}

#[tokio::test]
async fn commands_are_typed_to_the_bot_alone() {
    let (scene, mut bot) = scene().await;
    let dm = scene
        .post("channels", json!({ "dm": scene.person_id("Ben") }))
        .await;
    let dm = dm["id"].as_str().unwrap();
    let (outcome, got) = scene
        .type_and_answer(&mut bot, scene.command_line("Ben", dm, "/both"))
        .await;
    assert_eq!(outcome["message"]["content"], "pong");
    assert_eq!(
        (&got["context"], &got["guild_id"]),
        (&json!(1), &Value::Null)
    );
    assert_eq!(got["user"]["id"], scene.person_id("Ben"));
    assert_eq!(got["channel"]["type"], 1);
    assert_eq!(got["authorizing_integration_owners"], json!({ "0": "0" }));
    scene.set_installed("Ben", true).await;
    let (_, got) = scene
        .type_and_answer(&mut bot, scene.command_line("Ben", dm, "/both"))
        .await;
    let ben = scene.person_id("Ben");
    assert_eq!(
        got["authorizing_integration_owners"],
        json!({ "0": "0", "1": ben })
    );
    let (_, got) = scene
        .type_and_answer(&mut bot, scene.command_line("Ben", dm, "/own"))
        .await;
    assert_eq!(got["authorizing_integration_owners"], json!({ "1": ben }));
    assert!(
        scene
            .refusal_text("type", scene.command_line("Ben", dm, "/here"))
            .await
            .contains("cannot be used here")
    );
    scene.set_installed("Ben", false).await;
    assert!(
        scene
            .refusal_text("type", scene.command_line("Ben", dm, "/own"))
            .await
            .contains("no command")
    );
    // A person without a common guild has no commands of the bot.
    scene.post(&format!("persons/{ben}/leave"), json!({})).await;
    assert!(
        scene
            .refusal_text("type", scene.command_line("Ben", dm, "/both"))
            .await
            .contains("no command")
    );
}

#[tokio::test]
async fn bot_hears_nothing_of_servers_without_it() {
    let (scene, mut bot) = scene().await;
    let (server, channel) = scene.other_guild_channel().await;
    let said = scene
        .post("type", scene.command_line("Ana", &channel, "hello"))
        .await;
    assert_eq!(said["outcome"], "message");
    bot.assert_no_event().await;
    let commands = format!("applications/{}/guilds/{server}/commands", bot.id);
    for (path, status, code) in [
        (format!("guilds/{server}"), 404, 10004),
        (format!("channels/{channel}"), 403, 50001),
        (format!("channels/{channel}/messages"), 403, 50001),
        (commands, 403, 50001),
    ] {
        let (got, refusal) = scene.bot_request(Method::GET, &path, Value::Null).await;
        assert_eq!((got, &refusal["code"]), (status, &json!(code)), "{path}");
    }
    let (_, own) = scene
        .bot_request(Method::GET, "users/@me/guilds", Value::Null)
        .await;
    assert_eq!(own.as_array().unwrap().len(), 1);
    let mut late = Bot::connect(&scene, "?v=10").await;
    late.identify(TOKEN, 1).await;
    assert_eq!(
        late.event("READY").await["guilds"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[tokio::test]
async fn user_installed_commands_work_without_the_bot() {
    let (scene, mut bot) = scene().await;
    let (server, channel) = scene.other_guild_channel().await;
    assert!(
        scene
            .refusal_text("type", scene.command_line("Ben", &channel, "/both"))
            .await
            .contains("no command")
    );
    scene.set_installed("Ben", true).await;
    let here = scene.command_line("Ben", &channel, "/here");
    assert!(
        scene
            .refusal_text("type", here)
            .await
            .contains("no command")
    );
    let (outcome, got) = scene
        .type_and_answer(&mut bot, scene.command_line("Ben", &channel, "/both"))
        .await;
    let ben = scene.person_id("Ben");
    let owners = json!({ "1": ben });
    assert_eq!(
        (&got["context"], &got["guild_id"]),
        (&json!(0), &json!(server))
    );
    assert_eq!(got["authorizing_integration_owners"], owners);
    assert_eq!(got["member"]["user"]["id"], ben);
    assert!(got["app_permissions"].is_string());
    assert_eq!(outcome["message"]["content"], "pong");
    // The answer is public, and the number of follow-ups is limited.
    assert_eq!(scene.list_visible_messages("Dan", &channel).await.len(), 1);
    let webhook = format!("webhooks/{}/{}", bot.id, got["token"].as_str().unwrap());
    let (_, original) = scene
        .bot_request(
            Method::GET,
            &format!("{webhook}/messages/@original"),
            Value::Null,
        )
        .await;
    assert_eq!(
        original["interaction_metadata"]["authorizing_integration_owners"],
        owners
    );
    for _ in 0..5 {
        scene
            .assert_status(Method::POST, &webhook, json!({ "content": "more" }), 200)
            .await;
    }
    scene
        .assert_code(Method::POST, &webhook, json!({ "content": "more" }), 40094)
        .await;
}

#[tokio::test]
async fn presser_differs_from_the_authorizing_user() {
    let (scene, mut bot) = scene().await;
    let (_, channel) = scene.other_guild_channel().await;
    scene.set_installed("Ben", true).await;
    let button = json!([{ "type": 1, "components": [
        { "type": 2, "style": 1, "label": "Go", "custom_id": "go" }
    ] }]);
    let answer = async {
        let got = bot.interaction().await;
        scene.answer(&got, 4, json!({ "components": button })).await
    };
    let (outcome, _) = tokio::join!(
        scene.post("type", scene.command_line("Ben", &channel, "/own")),
        answer
    );
    let dan = scene.person_id("Dan");
    let press = json!({ "as": dan, "message": outcome["message"]["id"], "custom_id": "go" });
    let answer = async {
        let got = bot.interaction().await;
        assert_eq!(got["member"]["user"]["id"], dan);
        assert_eq!(
            got["authorizing_integration_owners"],
            json!({ "1": scene.person_id("Ben") })
        );
        scene
            .answer(&got, 7, json!({ "content": "gone", "components": [] }))
            .await
    };
    let (outcome, _) = tokio::join!(scene.post("press", press), answer);
    assert_eq!(outcome["outcome"], "updated");
    // Without *Use External Apps* the answers are private.
    let deny = json!({ "channel": channel, "person": scene.person_id("Ben"), "deny": ["USE_EXTERNAL_APPS"] });
    scene.post("permissions", deny).await;
    let (outcome, _) = scene
        .type_and_answer(&mut bot, scene.command_line("Ben", &channel, "/own"))
        .await;
    assert_eq!(outcome["message"]["ephemeral"], true);
}

#[tokio::test]
async fn an_entry_point_command_stays_unless_it_is_deleted_by_itself() {
    let scene = Scene::with(Settings {
        activities: true,
        ..Settings::default()
    })
    .await;
    let bot = Bot::connect_and_identify(&scene, 1).await;
    let path = format!("applications/{}/commands", bot.id);
    let (_, kept) = scene.bot_request(Method::GET, &path, Value::Null).await;
    let launch = kept[0].clone();
    assert_eq!(
        (&launch["type"], &launch["handler"]),
        (&json!(4), &json!(2))
    );
    let plain = json!({ "name": "plain", "description": "Says nothing about it" });
    let (status, refusal) = scene.bot_request(Method::PUT, &path, json!([plain])).await;
    assert_eq!(
        (status, &refusal["code"]),
        (400, &json!(50240)),
        "{refusal}"
    );
    let (status, kept) = scene
        .bot_request(Method::PUT, &path, json!([plain, launch]))
        .await;
    assert_eq!((status, kept.as_array().unwrap().len()), (200, 2), "{kept}");
    let one = format!("{path}/{}", launch["id"].as_str().unwrap());
    scene
        .assert_status(Method::DELETE, &one, Value::Null, 204)
        .await;
    scene
        .assert_status(Method::PUT, &path, json!([plain]), 200)
        .await;
}
