//! What other libraries do differently: escaped paths, numeric ids and booleans. The libraries
//! themselves run in `clients`.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use reqwest::Method;
use serde_json::{Value, json};

use super::{Bot, Scene};

async fn post_and_read(scene: &Scene, content: &str) -> String {
    let (status, message) = scene.post_message(json!({ "content": content })).await;
    assert_eq!(status, 200, "{message}");
    message["id"].as_str().unwrap().to_owned()
}

fn number(id: &str) -> u64 {
    id.parse().unwrap()
}

#[tokio::test]
async fn paths_and_booleans_are_decoded() {
    let scene = Scene::open().await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    scene
        .register_commands(&bot, json!([{ "name": "play", "description": "Plays" }]))
        .await;
    for (yes, expected) in [
        ("true", 200),
        ("1", 200),
        ("True", 200),
        ("false", 204),
        ("0", 204),
    ] {
        let answer = async {
            let got = bot.interaction().await;
            let [id, token] = ["id", "token"].map(|field| got[field].as_str().unwrap().to_owned());
            let path = format!("interactions/{id}/{token}/callback?with_response={yes}");
            let body = json!({ "type": 4, "data": { "content": "played" } });
            let (status, _) = scene.bot_request(Method::POST, &path, body).await;
            (
                status,
                format!("webhooks/{}/{token}/messages/%40original", bot.id),
            )
        };
        let (_, (status, original)) = tokio::join!(scene.type_command("Ana", "/play"), answer);
        assert_eq!(status, expected, "{yes}");
        let (status, message) = scene.bot_request(Method::GET, &original, Value::Null).await;
        assert_eq!((status, &message["content"]), (200, &json!("played")));
    }
}

#[tokio::test]
async fn ids_may_be_numbers() {
    let scene = Scene::open().await;
    let mut bot = Bot::connect_and_identify(&scene, 0b11).await;
    let ana = scene.person_id("Ana");
    let (status, own) = scene
        .bot_request(
            Method::POST,
            "users/@me/channels",
            json!({ "recipient_id": number(&ana) }),
        )
        .await;
    assert_eq!((status, &own["type"]), (200, &json!(1)), "{own}");
    let first = post_and_read(&scene, "first").await;
    let (_, reply) = scene
        .post_message(json!({
            "content": format!("<@{ana}>"),
            "message_reference": { "message_id": number(&first) },
            "allowed_mentions": { "parse": [], "users": [number(&ana)], "replied_user": false },
        }))
        .await;
    assert_eq!(reply["referenced_message"]["content"], "first");
    assert_eq!(reply["message_reference"]["guild_id"], scene.guild_id());
    assert_eq!(reply["mentions"][0]["id"], ana, "{reply}");
    let ask = json!({ "guild_id": number(&scene.guild_id()), "user_ids": [number(&ana), 5], "nonce": "n" });
    bot.send(json!({ "op": 8, "d": ask })).await;
    let chunk = bot.event("GUILD_MEMBERS_CHUNK").await;
    assert_eq!(
        (&chunk["members"][0]["user"]["id"], &chunk["not_found"]),
        (&json!(ana), &json!(["5"]))
    );
    assert_eq!(chunk["members"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn components_are_completed_and_media_found() {
    let scene = Scene::open().await;
    let button = json!({ "type": 2, "style": 1, "label": "Go", "custom_id": "go", "id": 2 });
    let components = json!([
        { "type": 1, "components": [button] },
        { "type": 12, "items": [{ "media": { "url": "attachment://a.png" } }] },
    ]);
    let body = json!({ "flags": 1 << 15, "components": components });
    let png =
        reqwest::multipart::Part::bytes(b"\x89PNG\r\n\x1a\n....IHDR\0\0\0\x02\0\0\0\x03".to_vec())
            .file_name("a.png");
    let form = reqwest::multipart::Form::new()
        .text("payload_json", body.to_string())
        .part("files[0]", png);
    let path = format!("channels/{}/messages", scene.first_channel());
    let (status, message) = scene.bot_form_request(Method::POST, &path, form).await;
    assert_eq!(status, 200, "{message}");
    let shown = &message["components"];
    let ids = [&shown[0], &shown[0]["components"][0], &shown[1]];
    assert_eq!(ids.map(|item| item["id"].as_u64().unwrap()), [1, 2, 3]);
    let picture = &shown[1]["items"][0]["media"];
    assert!(
        picture["url"]
            .as_str()
            .unwrap()
            .starts_with("http://127.0.0.1"),
        "{picture}"
    );
    assert_eq!(
        (&picture["width"], &picture["height"]),
        (&json!(2), &json!(3))
    );
    // A change without the flag leaves the message in its generation.
    let own = format!("{path}/{}", message["id"].as_str().unwrap());
    let change = json!({ "components": [{ "type": 10, "content": "words" }] });
    let (status, changed) = scene.bot_request(Method::PATCH, &own, change).await;
    assert_eq!(
        (status, changed["flags"].as_u64().unwrap() & 1 << 15),
        (200, 1 << 15),
        "{changed}"
    );
}

/// The channel stays readable.
#[tokio::test]
async fn media_without_an_address_are_refused() {
    let scene = Scene::open().await;
    for wrong in [
        json!({ "type": 12, "items": ["x"] }),
        json!({ "type": 12, "items": [{ "media": "x" }] }),
        json!({ "type": 12, "items": [] }),
    ] {
        let (status, refusal) = scene
            .post_message(json!({ "flags": 1 << 15, "components": [wrong] }))
            .await;
        assert_eq!(
            (status, &refusal["code"]),
            (400, &json!(50035)),
            "{wrong}: {refusal}"
        );
    }
    assert!(
        scene
            .list_visible_messages("Ana", &scene.first_channel())
            .await
            .is_empty()
    );
}

/// A program that ends with the test.
struct Running(std::process::Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn the_porch_opens_without_our_bot_and_says_what_another_needs() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Command::new(crate::program::binary());
    program
        .args(["porch", "--address", "127.0.0.1:0", "--name", "Kolohe"])
        .current_dir(folder.path());
    program.args([
        "--shards",
        "3",
        "--max-concurrency",
        "2",
        "--intents",
        "members,message-content",
    ]);
    for name in [
        "DISCORD_TOKEN",
        "LANAI_PROXY",
        "LANAI_DATABASE",
        "LANAI_PORCH",
        "LANAI_LIMITER",
    ] {
        program.env_remove(name);
    }
    program
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut running = Running(program.spawn().unwrap());
    let mut lines = BufReader::new(running.0.stdout.take().unwrap())
        .lines()
        .map(Result::unwrap);
    let after = |line: String, words: &str| line.split_once(words).map(|(_, rest)| rest.to_owned());
    let api = lines.find_map(|line| after(line, "API is at ")).unwrap();
    let api = api.split_whitespace().next().unwrap().to_owned();
    let token = lines.find_map(|line| after(line, "token is ")).unwrap();
    let client = reqwest::Client::new();
    let ask = |path: &str| {
        client
            .get(format!("{api}/{path}"))
            .header("authorization", format!("Bot {token}"))
            .send()
    };
    let own: Value = ask("users/@me").await.unwrap().json().await.unwrap();
    assert_eq!(own["global_name"], "Kolohe");
    let gateway: Value = ask("gateway/bot").await.unwrap().json().await.unwrap();
    let at_once = &gateway["session_start_limit"]["max_concurrency"];
    assert_eq!((&gateway["shards"], at_once), (&json!(3), &json!(2)));
    let servers: Value = ask("users/@me/guilds").await.unwrap().json().await.unwrap();
    let permissions: u64 = servers[0]["permissions"].as_str().unwrap().parse().unwrap();
    assert_ne!(
        permissions & 1 << 29,
        0,
        "an administrator may do everything"
    );
    let world: Value = client
        .get(api.replace("/api/v10", "/people/v1/world"))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert!(world["bot"].is_null(), "no bot has connected yet");
    let application: Value = ask("applications/@me").await.unwrap().json().await.unwrap();
    let privileged = application["flags"].as_u64().unwrap() & (1 << 13 | 1 << 15 | 1 << 19);
    assert_eq!(privileged, 1 << 15 | 1 << 19);
    for _ in 0..2 {
        assert_eq!(ask("sticker-packs").await.unwrap().status().as_u16(), 501);
    }
    running.0.kill().unwrap();
    let log = std::io::read_to_string(running.0.stderr.take().unwrap()).unwrap();
    assert_eq!(
        log.matches("the porch does not know GET /sticker-packs")
            .count(),
        1,
        "{log}"
    );
}
