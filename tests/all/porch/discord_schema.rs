//! The porch's answers match Discord's `OpenAPI` description.

use std::{env, fs};

use jsonschema::Draft;
use lanai_porch::{CLIENT_SECRET, Settings};
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{Bot, Scene};
use lanai_testing::outside::{Requirement, report_missing};

/// Discord's description.
struct Description(Value);

impl Description {
    /// Reads the file that `DISCORD_OPENAPI` names.
    fn load() -> Option<Description> {
        let Some(file) = env::var_os("DISCORD_OPENAPI") else {
            report_missing(
                Requirement::OpenApi,
                "DISCORD_OPENAPI is not set, so answers are not held against Discord's description",
            );
            return None;
        };
        Some(Description(
            serde_json::from_slice(&fs::read(file).unwrap()).unwrap(),
        ))
    }

    /// Asserts that a value is what the description calls so.
    fn check(&self, schema: &str, value: &Value) {
        self.check_against(
            json!({ "$ref": format!("#/components/schemas/{schema}") }),
            value,
        );
    }

    fn check_against(&self, mut schema: Value, value: &Value) {
        schema["components"] = self.0["components"].clone();
        let judge = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .build(&schema)
            .unwrap();
        let faults: Vec<String> = judge
            .iter_errors(value)
            .map(|fault| format!("{fault} at {}", fault.instance_path()))
            .collect();
        assert!(faults.is_empty(), "{faults:#?} in {value:#}");
    }
}

fn form(body: &Value) -> Form {
    let png =
        Part::bytes(b"\x89PNG\r\n\x1a\n....IHDR\0\0\0\x02\0\0\0\x03".to_vec()).file_name("a.png");
    Form::new()
        .text("payload_json", body.to_string())
        .part("files[0]", png)
}

#[tokio::test]
async fn messages_match_discords_schema() {
    let Some(description) = Description::load() else {
        return;
    };
    let scene = Scene::with(Settings {
        permissions: 1 << 3,
        ..Settings::default()
    })
    .await;
    let path = format!("channels/{}/messages", scene.first_channel());
    let embed = json!({
        "title": "x", "description": null, "color": null, "footer": null, "image": { "url": "attachment://a.png" },
        "fields": [{ "name": "a", "value": "b" }, { "name": "c", "value": "d", "inline": true }],
    });
    let (_, said) = scene
        .bot_form_request(Method::POST, &path, form(&json!({ "embeds": [embed] })))
        .await;
    description.check("MessageResponse", &said);
    let embed = &said["embeds"][0];
    let fields = (
        &embed["type"],
        &embed["fields"][0]["inline"],
        &embed["fields"][1]["inline"],
    );
    assert_eq!(fields, (&json!("rich"), &json!(false), &json!(true)));
    assert!(embed.get("description").is_none(), "{embed}");

    let media = json!({ "url": "attachment://a.png" });
    let components =
        json!([{ "type": 12, "items": [{ "media": media }] }, { "type": 10, "content": "x" }]);
    let body = json!({ "flags": 1 << 15, "components": components });
    let (_, said) = scene
        .bot_form_request(Method::POST, &path, form(&body))
        .await;
    description.check("MessageResponse", &said);
    let item = &said["components"][0]["items"][0];
    assert_eq!(
        (item.get("description"), &item["spoiler"]),
        (Some(&Value::Null), &json!(false))
    );
}

#[tokio::test]
async fn commands_match_discords_schema() {
    let Some(description) = Description::load() else {
        return;
    };
    let scene = Scene::open().await;
    let bot = Bot::connect_and_identify(&scene, 1).await;
    let options = json!([
        { "type": 4, "name": "a", "description": "x", "min_value": null, "max_value": 3, "choices": null },
        { "type": 3, "name": "b", "description": "x", "max_length": null, "name_localizations": null },
    ]);
    let command = json!({ "name": "play", "description": "x", "options": options });
    let path = format!("applications/{}/commands", bot.id);
    let (_, made) = scene.bot_request(Method::POST, &path, command).await;
    description.check("ApplicationCommandResponse", &made);
    let (_, sounds) = scene
        .bot_request(Method::GET, "soundboard-default-sounds", Value::Null)
        .await;
    description.check("SoundboardSoundResponse", &sounds[0]);
}

#[tokio::test]
async fn activities_match_discords_schema() {
    let Some(description) = Description::load() else {
        return;
    };
    let scene = Scene::with(Settings {
        activities: true,
        ..Settings::default()
    })
    .await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    let path = format!("applications/{}/commands", bot.id);
    let (_, commands) = scene.bot_request(Method::GET, &path, Value::Null).await;
    description.check("ApplicationCommandResponse", &commands[0]);
    let command = json!({ "name": "open", "description": "Opens it" });
    scene.bot_request(Method::POST, &path, command).await;
    let launch = async {
        let interaction = bot.interaction().await;
        let [id, token] = ["id", "token"].map(|field| interaction[field].as_str().unwrap());
        let path = format!("interactions/{id}/{token}/callback?with_response=true");
        scene
            .bot_request(Method::POST, &path, json!({ "type": 12 }))
            .await
    };
    let (outcome, (_, response)) = tokio::join!(scene.type_command("Ana", "/open"), launch);
    description.check("InteractionCallbackResponse", &response);
    let activity = &outcome["activity"];
    let instance = activity["instance"].as_str().unwrap();
    let path = format!("applications/{}/activity-instances/{instance}", bot.id);
    let (_, found) = scene.bot_request(Method::GET, &path, Value::Null).await;
    description.check("EmbeddedActivityInstance", &found);

    let frame = activity["frame"].as_str().unwrap();
    let request = json!({ "client_id": bot.id, "scope": ["identify"] });
    let granted = scene
        .post(&format!("activities/{frame}/authorize"), request)
        .await;
    let form = [
        ("grant_type", "authorization_code"),
        ("client_id", &bot.id),
        ("client_secret", CLIENT_SECRET),
        ("code", granted["code"].as_str().unwrap()),
    ];
    let request = scene
        .client
        .post(format!("{}/api/oauth2/token", scene.base));
    let token: Value = request
        .form(&form)
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    let token = format!("Bearer {}", token["access_token"].as_str().unwrap());
    for (path, schema) in [
        ("users/@me", "UserPIIResponse"),
        ("oauth2/@me", "OAuth2GetAuthorizationResponse"),
    ] {
        let (_, answer) = scene
            .bot_request_as(&token, Method::GET, path, Value::Null)
            .await;
        description.check(schema, &answer);
    }
}

#[tokio::test]
async fn first_requests_match_discords_schema() {
    let Some(description) = Description::load() else {
        return;
    };
    let scene = Scene::open().await;
    for path in [
        "/gateway",
        "/gateway/bot",
        "/users/@me",
        "/applications/@me",
        "/oauth2/applications/@me",
    ] {
        let (status, answer) = scene
            .bot_request(Method::GET, &path[1..], Value::Null)
            .await;
        assert_eq!(status, 200, "{path}");
        let described = &description.0["paths"][path]["get"]["responses"]["200"];
        let schema = described["content"]["application/json"]["schema"].clone();
        assert!(schema.is_object(), "Discord knows no {path}");
        description.check_against(schema, &answer);
    }
}
