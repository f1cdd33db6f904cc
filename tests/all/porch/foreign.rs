//! What other libraries do otherwise than ours: escaped paths, ids as numbers, every way to say yes, and routes that our bot
//! never asks. The libraries themselves come in `clients`.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use lanai::porch::{PrivilegedIntent, Settings, TOKEN};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Bot, Scene};

/// A porch on which the bot may do everything.
async fn open() -> Scene {
    let intents = PrivilegedIntent::ALL.to_vec();
    Scene::with(Settings { permissions: 1 << 3, intents, ..Settings::default() }).await
}

async fn said(scene: &Scene, content: &str) -> String {
    let (status, message) = scene.says(json!({ "content": content })).await;
    assert_eq!(status, 200, "{message}");
    message["id"].as_str().unwrap().to_owned()
}

fn number(id: &str) -> u64 {
    id.parse().unwrap()
}

#[tokio::test]
async fn the_token_says_whose_it_is() {
    let scene = Scene::open().await;
    let bot = Bot::enter(&scene, 1).await;
    let parts: Vec<&str> = TOKEN.split('.').collect();
    assert_eq!(parts.len(), 3);
    let shape = |part: &&str| part.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-' || it == b'_');
    assert!(parts.iter().all(shape) && parts[2].len() >= 27, "{TOKEN}");
    // The first part is the id, as letters that are safe everywhere.
    assert_eq!((bot.id.as_str(), parts[0]), ("1300000000000000001", "MTMwMDAwMDAwMDAwMDAwMDAwMQ"));
    let elsewhere = Scene::with(Settings { token: "made-up".to_owned(), ..Settings::default() }).await;
    let (status, _) = elsewhere.rest_as("Bot made-up", Method::GET, "users/@me", Value::Null).await;
    assert_eq!(status, 200, "a token of any other shape is one, too");
}

#[tokio::test]
async fn paths_are_read_without_their_escapes_and_yes_is_said_in_many_ways() {
    let scene = Scene::open().await;
    let mut bot = Bot::enter(&scene, 1).await;
    scene.registers(&bot, json!([{ "name": "play", "description": "Plays" }])).await;
    for (yes, expected) in [("true", 200), ("1", 200), ("True", 200), ("false", 204), ("0", 204)] {
        let answer = async {
            let got = bot.interaction().await;
            let [id, token] = ["id", "token"].map(|field| got[field].as_str().unwrap().to_owned());
            let path = format!("interactions/{id}/{token}/callback?with_response={yes}");
            let body = json!({ "type": 4, "data": { "content": "played" } });
            let (status, _) = scene.rest(Method::POST, &path, body).await;
            (status, format!("webhooks/{}/{token}/messages/%40original", bot.id))
        };
        let (_, (status, original)) = tokio::join!(scene.types("Ana", "/play"), answer);
        assert_eq!(status, expected, "{yes}");
        let (status, message) = scene.rest(Method::GET, &original, Value::Null).await;
        assert_eq!((status, &message["content"]), (200, &json!("played")));
    }
}

#[tokio::test]
async fn interactions_may_be_answered_with_url_encoded_forms() {
    let scene = Scene::open().await;
    let mut bot = Bot::enter(&scene, 1).await;
    scene.registers(&bot, json!([{ "name": "play", "description": "Plays" }])).await;
    let answer = async {
        let got = bot.interaction().await;
        let [id, token] = ["id", "token"].map(|field| got[field].as_str().unwrap());
        let url = format!("{}/api/v10/interactions/{id}/{token}/callback", scene.base);
        let body = json!({ "type": 4, "data": { "content": "5 % & more" } }).to_string();
        scene.client.post(url).form(&[("payload_json", body)]).send().await.unwrap().status()
    };
    let (outcome, status) = tokio::join!(scene.types("Ana", "/play"), answer);
    assert_eq!((status.as_u16(), &outcome["message"]["content"]), (204, &json!("5 % & more")));
}

#[tokio::test]
async fn default_sounds_are_a_list() {
    let scene = Scene::open().await;
    let (status, sounds) = scene.rest(Method::GET, "soundboard-default-sounds", Value::Null).await;
    assert_eq!((status, sounds[0]["name"].is_string()), (200, true), "{sounds}");
}

#[tokio::test]
async fn ids_may_be_numbers() {
    let scene = Scene::open().await;
    let mut bot = Bot::enter(&scene, 0b11).await;
    let ana = scene.person("Ana");
    let (status, own) =
        scene.rest(Method::POST, "users/@me/channels", json!({ "recipient_id": number(&ana) })).await;
    assert_eq!((status, &own["type"]), (200, &json!(1)), "{own}");
    let first = said(&scene, "first").await;
    let (_, reply) = scene
        .says(json!({
            "content": format!("<@{ana}>"),
            "message_reference": { "message_id": number(&first) },
            "allowed_mentions": { "parse": [], "users": [number(&ana)], "replied_user": false },
        }))
        .await;
    assert_eq!(reply["referenced_message"]["content"], "first");
    assert_eq!(reply["message_reference"]["guild_id"], scene.server());
    assert_eq!(reply["mentions"][0]["id"], ana, "{reply}");
    let ask = json!({ "guild_id": number(&scene.server()), "user_ids": [number(&ana), 5], "nonce": "n" });
    bot.send(json!({ "op": 8, "d": ask })).await;
    let chunk = bot.event("GUILD_MEMBERS_CHUNK").await;
    assert_eq!((&chunk["members"][0]["user"]["id"], &chunk["not_found"]), (&json!(ana), &json!(["5"])));
    assert_eq!(chunk["members"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn members_are_listed_in_pages_and_found_by_name() {
    let scene = Scene::open().await;
    let members = format!("guilds/{}/members", scene.server());
    let (_, first) = scene.rest(Method::GET, &format!("{members}?limit=2"), Value::Null).await;
    let last = first[1]["user"]["id"].as_str().unwrap();
    let (_, rest) = scene.rest(Method::GET, &format!("{members}?limit=1000&after={last}"), Value::Null).await;
    assert_eq!((first.as_array().unwrap().len(), rest.as_array().unwrap().len()), (2, 3));
    assert!(
        rest.as_array().unwrap().iter().all(|it| number(it["user"]["id"].as_str().unwrap()) > number(last))
    );
    let (_, found) =
        scene.rest(Method::GET, &format!("{members}/search?query=CH&limit=9"), Value::Null).await;
    assert_eq!(found[0]["user"]["id"], scene.person("Chloé"));
    let (status, _) = scene.rest(Method::GET, &format!("{members}?limit=1001"), Value::Null).await;
    assert_eq!(status, 400);
    let active = format!("guilds/{}/threads/active", scene.server());
    assert_eq!(scene.rest(Method::GET, &active, Value::Null).await.1["has_more"], false);
}

#[tokio::test]
async fn components_are_completed_and_media_found() {
    let scene = Scene::open().await;
    let components = json!([{ "type": 17, "components": [
        { "type": 1, "components": [{ "type": 2, "style": 1, "label": "Go", "custom_id": "go", "id": 2 }] },
        { "type": 14 },
        { "type": 12, "items": [{ "media": { "url": "attachment://a.png" } }] },
        { "type": 13, "file": { "url": "attachment://a.png" } },
    ] }]);
    let body = json!({ "flags": 1 << 15, "components": components });
    let png = reqwest::multipart::Part::bytes(b"\x89PNG\r\n\x1a\n....IHDR\0\0\0\x02\0\0\0\x03".to_vec())
        .file_name("a.png");
    let form = reqwest::multipart::Form::new().text("payload_json", body.to_string()).part("files[0]", png);
    let path = format!("channels/{}/messages", scene.channel());
    let (status, message) = scene.form(Method::POST, &path, form).await;
    assert_eq!(status, 200, "{message}");
    let frame = &message["components"][0];
    let within = &frame["components"];
    let ids = [frame, &within[0], &within[0]["components"][0], &within[1], &within[2], &within[3]];
    assert_eq!(ids.map(|it| it["id"].as_u64().unwrap()), [1, 3, 2, 4, 5, 6]);
    assert_eq!((&within[1]["divider"], &within[1]["spacing"]), (&json!(true), &json!(1)));
    let picture = &within[2]["items"][0]["media"];
    assert!(picture["url"].as_str().unwrap().starts_with("http://127.0.0.1"), "{picture}");
    assert_eq!((&picture["width"], &picture["height"]), (&json!(2), &json!(3)));
    assert_eq!((&within[3]["name"], &within[3]["size"]), (&json!("a.png"), &json!(24)));
    // A change without the flag leaves the message in its generation.
    let own = format!("{path}/{}", message["id"].as_str().unwrap());
    let change = json!({ "components": [{ "type": 10, "content": "words" }] });
    let (status, changed) = scene.rest(Method::PATCH, &own, change).await;
    assert_eq!((status, changed["flags"].as_u64().unwrap() & 1 << 15), (200, 1 << 15), "{changed}");
}

/// Whatever a bot sends, the channel can be read afterwards.
#[tokio::test]
async fn media_without_an_address_are_refused() {
    let scene = Scene::open().await;
    for wrong in [
        json!({ "type": 11 }),
        json!({ "type": 9, "components": [{ "type": 10, "content": "x" }], "accessory": { "type": 11 } }),
        json!({ "type": 12, "items": ["x"] }),
        json!({ "type": 12, "items": [{ "media": "x" }] }),
        json!({ "type": 12, "items": [] }),
        json!({ "type": 13, "file": 5 }),
    ] {
        let (status, refusal) = scene.says(json!({ "flags": 1 << 15, "components": [wrong] })).await;
        assert_eq!((status, &refusal["code"]), (400, &json!(50035)), "{wrong}: {refusal}");
    }
    assert!(scene.sees("Ana", &scene.channel()).await.is_empty());
}

#[tokio::test]
async fn pins_tell_since_when_and_many_messages_go_at_once() {
    let scene = open().await;
    let mut bot = Bot::enter(&scene, 1 | 1 << 9).await;
    let (first, second) = (said(&scene, "first").await, said(&scene, "second").await);
    let messages = format!("channels/{}/messages", scene.channel());
    for id in [&first, &second] {
        assert_eq!(scene.rest(Method::PUT, &format!("{messages}/pins/{id}"), Value::Null).await.0, 204);
        assert!(bot.event("CHANNEL_PINS_UPDATE").await["last_pin_timestamp"].is_string());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let (_, pins) = scene.rest(Method::GET, &format!("{messages}/pins?limit=1"), Value::Null).await;
    assert_eq!((&pins["items"][0]["message"]["id"], &pins["has_more"]), (&json!(second), &json!(true)));
    let before = pins["items"][0]["pinned_at"].as_str().unwrap().replace('+', "%2B");
    let (_, older) = scene.rest(Method::GET, &format!("{messages}/pins?before={before}"), Value::Null).await;
    assert_eq!((&older["items"][0]["message"]["id"], &older["has_more"]), (&json!(first), &json!(false)));
    let old = format!("channels/{}/pins", scene.channel());
    assert_eq!(scene.rest(Method::GET, &old, Value::Null).await.1.as_array().unwrap().len(), 2);
    let bulk = format!("{messages}/bulk-delete");
    for (named, code) in [(json!([first]), 50035), (json!(["1", "2"]), 50034)] {
        assert_eq!(scene.rest(Method::POST, &bulk, json!({ "messages": named })).await.1["code"], code);
    }
    let all = json!({ "messages": [first, second] });
    assert_eq!(scene.rest(Method::POST, &bulk, all).await.0, 204);
    assert_eq!(bot.event("MESSAGE_DELETE_BULK").await["ids"], json!([first, second]));
    assert_eq!(scene.sees("Ana", &scene.channel()).await.len(), 0);
}

#[tokio::test]
async fn reactions_are_counted_and_told() {
    let scene = open().await;
    let mut bot = Bot::enter(&scene, 1 | 1 << 10).await;
    let message = said(&scene, "react").await;
    let path = format!("channels/{}/messages/{message}", scene.channel());
    let thumb = format!("{path}/reactions/%F0%9F%91%8D");
    assert_eq!(scene.rest(Method::PUT, &format!("{thumb}/@me"), Value::Null).await.0, 204);
    assert_eq!(bot.event("MESSAGE_REACTION_ADD").await["user_id"], bot.id);
    let ana = scene.person("Ana");
    let seen = scene.post("react", json!({ "as": ana, "message": message, "emoji": "👍" })).await;
    assert_eq!(seen["reactions"][0]["persons"], json!([bot.id, ana]));
    assert_eq!(bot.event("MESSAGE_REACTION_ADD").await["member"]["user"]["id"], ana);
    let (_, shown) = scene.rest(Method::GET, &path, Value::Null).await;
    let reaction = &shown["reactions"][0];
    assert_eq!(
        (&reaction["count"], &reaction["me"], &reaction["emoji"]["name"]),
        (&json!(2), &json!(true), &json!("👍"))
    );
    let (_, users) = scene.rest(Method::GET, &format!("{thumb}?after={}", bot.id), Value::Null).await;
    assert_eq!((&users[0]["id"], users.as_array().unwrap().len()), (&json!(ana), 1));
    assert_eq!(scene.rest(Method::DELETE, &format!("{thumb}/{ana}"), Value::Null).await.0, 204);
    assert_eq!(bot.event("MESSAGE_REACTION_REMOVE").await["user_id"], ana);
    assert_eq!(scene.rest(Method::DELETE, &format!("{path}/reactions"), Value::Null).await.0, 204);
    bot.event("MESSAGE_REACTION_REMOVE_ALL").await;
    assert!(scene.rest(Method::GET, &path, Value::Null).await.1["reactions"].is_null());
    let unknown = format!("{path}/reactions/nonsense:5/@me");
    assert_eq!(scene.rest(Method::PUT, &unknown, Value::Null).await.1["code"], 10014);
    assert!(
        scene
            .refused("react", json!({ "as": ana, "message": message, "emoji": "x" }))
            .await
            .contains("no emoji")
    );
}

#[tokio::test]
async fn whoever_has_the_token_of_a_webhook_speaks_by_it() {
    let scene = open().await;
    let hooks = format!("channels/{}/webhooks", scene.channel());
    let (status, hook) = scene.rest(Method::POST, &hooks, json!({ "name": "Parrot" })).await;
    assert_eq!(status, 200, "{hook}");
    let path = format!("webhooks/{}/{}", hook["id"].as_str().unwrap(), hook["token"].as_str().unwrap());
    let words = json!({ "content": "squawk", "username": "Polly" });
    assert_eq!(scene.rest_as("", Method::POST, &path, words.clone()).await.0, 204);
    let (_, said) = scene.rest_as("", Method::POST, &format!("{path}?wait=1"), words).await;
    assert_eq!((&said["author"]["username"], &said["webhook_id"]), (&json!("Polly"), &hook["id"]));
    let seen = scene.sees("Ana", &scene.channel()).await;
    assert_eq!((&seen[1]["author"]["name"], &seen[1]["author"]["bot"]), (&json!("Polly"), &json!(true)));
    let own = format!("{path}/messages/{}", said["id"].as_str().unwrap());
    assert_eq!(scene.rest_as("", Method::PATCH, &own, json!({ "content": "!" })).await.1["content"], "!");
    assert_eq!(scene.rest_as("", Method::DELETE, &own, Value::Null).await.0, 204);
    let (_, by_token) = scene.rest_as("", Method::GET, &path, Value::Null).await;
    assert!(by_token["user"].is_null() && by_token["name"] == "Parrot", "{by_token}");
    let wrong = format!("webhooks/{}/nonsense", hook["id"].as_str().unwrap());
    assert_eq!(scene.rest_as("", Method::POST, &wrong, json!({ "content": "x" })).await.1["code"], 50027);
    let itself = format!("webhooks/{}", hook["id"].as_str().unwrap());
    assert_eq!(scene.rest(Method::PATCH, &itself, json!({ "name": "Cat" })).await.1["name"], "Cat");
    // It may go where there are announcements, and nowhere where nothing is said like this.
    for (kind, status) in [("announcement", 200), ("forum", 400)] {
        let other = scene.post("channels", json!({ "name": "other", "kind": kind })).await;
        let moved = json!({ "channel_id": other["id"] });
        assert_eq!(scene.rest(Method::PATCH, &itself, moved).await.0, status, "{kind}");
        let hooks = format!("channels/{}/webhooks", other["id"].as_str().unwrap());
        assert_eq!(scene.rest(Method::POST, &hooks, json!({ "name": "Crow" })).await.0, status, "{kind}");
    }
    assert_eq!(scene.rest(Method::DELETE, &itself, Value::Null).await.0, 204);
    assert_eq!(scene.rest_as("", Method::GET, &path, Value::Null).await.1["code"], 10015);
    let poor = Scene::open().await;
    let hooks = format!("channels/{}/webhooks", poor.channel());
    assert_eq!(poor.rest(Method::POST, &hooks, json!({ "name": "x" })).await.1["code"], 50013);
}

#[tokio::test]
async fn a_poll_is_kept_voted_in_and_ended() {
    let scene = open().await;
    let mut bot = Bot::enter(&scene, 1 | 1 << 24).await;
    let answers = json!([{ "poll_media": { "text": "Hawaii" } }, { "poll_media": { "text": "Haleakala" } }]);
    let poll = json!({ "question": { "text": "Which?" }, "answers": answers, "duration": 1 });
    let (status, message) = scene.says(json!({ "poll": poll })).await;
    assert_eq!((status, &message["poll"]["answers"][1]["answer_id"]), (200, &json!(2)), "{message}");
    let (ana, id) = (scene.person("Ana"), message["id"].as_str().unwrap());
    let vote = |answers: Value| json!({ "as": ana, "message": id, "answers": answers });
    assert!(scene.refused("vote", vote(json!([1, 2]))).await.contains("one answer"));
    assert!(scene.refused("vote", vote(json!([3]))).await.contains("no answer 3"));
    scene.post("vote", vote(json!([2]))).await;
    assert_eq!(bot.event("MESSAGE_POLL_VOTE_ADD").await["answer_id"], 2);
    let polls = format!("channels/{}/polls/{id}", scene.channel());
    let (_, voters) = scene.rest(Method::GET, &format!("{polls}/answers/2"), Value::Null).await;
    assert_eq!(voters["users"][0]["id"], ana);
    let (_, ended) = scene.rest(Method::POST, &format!("{polls}/expire"), Value::Null).await;
    assert_eq!(ended["poll"]["results"]["is_finalized"], true);
    assert_eq!(ended["poll"]["results"]["answer_counts"][1]["count"], 1);
    assert!(scene.refused("vote", vote(json!([1]))).await.contains("over"));
    let broken = json!({ "poll": { "question": { "text": "" }, "answers": [] } });
    assert_eq!(scene.says(broken).await.1["code"], 50035);
}

#[tokio::test]
async fn what_happens_outside_of_servers_names_none() {
    let scene = Scene::open().await;
    let mut bot = Bot::enter(&scene, 1 | 1 << 12 | 1 << 13).await;
    let (_, own) =
        scene.rest(Method::POST, "users/@me/channels", json!({ "recipient_id": scene.person("Ana") })).await;
    let messages = format!("channels/{}/messages", own["id"].as_str().unwrap());
    let (_, message) = scene.rest(Method::POST, &messages, json!({ "content": "psst" })).await;
    let id = message["id"].as_str().unwrap();
    for (method, path) in [
        (Method::PUT, format!("{messages}/{id}/reactions/%F0%9F%91%8D/@me")),
        (Method::PUT, format!("{messages}/pins/{id}")),
        (Method::DELETE, format!("{messages}/{id}")),
    ] {
        assert_eq!(scene.rest(method, &path, Value::Null).await.0, 204, "{path}");
    }
    for event in ["MESSAGE_CREATE", "MESSAGE_REACTION_ADD", "CHANNEL_PINS_UPDATE", "MESSAGE_DELETE"] {
        let told = bot.event(event).await;
        assert!(told.get("guild_id").is_none(), "{event}: {told}");
    }
}

#[tokio::test]
async fn an_application_knows_all_about_itself() {
    let Some(file) = std::env::var_os("DISCORD_OPENAPI") else {
        return crate::outside::lacking(
            "openapi",
            "DISCORD_OPENAPI is not set, so answers are not compared with it",
        );
    };
    let scene = Scene::open().await;
    let (_, own) = scene.rest(Method::GET, "applications/@me", Value::Null).await;
    let described: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    let wanted = &described["components"]["schemas"]["PrivateApplicationResponse"]["required"];
    for field in wanted.as_array().unwrap() {
        assert!(own.get(field.as_str().unwrap()).is_some(), "{field} is lacking");
    }
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
    let mut program = Command::new(crate::outside::program());
    program.args(["porch", "--address", "127.0.0.1:0", "--name", "Kolohe"]).current_dir(folder.path());
    program.args(["--shards", "3", "--max-concurrency", "2", "--intents", "members,message-content"]);
    for name in ["DISCORD_TOKEN", "LANAI_PROXY", "LANAI_DATABASE", "LANAI_PORCH", "LANAI_LIMITER"] {
        program.env_remove(name);
    }
    program.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = Running(program.spawn().unwrap());
    let mut lines = BufReader::new(running.0.stdout.take().unwrap()).lines().map(Result::unwrap);
    let after = |line: String, words: &str| line.split_once(words).map(|(_, rest)| rest.to_owned());
    let api = lines.find_map(|line| after(line, "API is at ")).unwrap();
    let api = api.split_whitespace().next().unwrap().to_owned();
    let token = lines.find_map(|line| after(line, "token is ")).unwrap();
    let client = reqwest::Client::new();
    let ask = |path: &str| {
        client.get(format!("{api}/{path}")).header("authorization", format!("Bot {token}")).send()
    };
    let own: Value = ask("users/@me").await.unwrap().json().await.unwrap();
    assert_eq!(own["global_name"], "Kolohe");
    let gateway: Value = ask("gateway/bot").await.unwrap().json().await.unwrap();
    let at_once = &gateway["session_start_limit"]["max_concurrency"];
    assert_eq!((&gateway["shards"], at_once), (&json!(3), &json!(2)));
    let servers: Value = ask("users/@me/guilds").await.unwrap().json().await.unwrap();
    let permissions: u64 = servers[0]["permissions"].as_str().unwrap().parse().unwrap();
    assert_ne!(permissions & 1 << 29, 0, "an administrator may do everything");
    let world: Value =
        client.get(api.replace("/api/v10", "/people/v1/world")).send().await.unwrap().json().await.unwrap();
    assert!(world["bot"].is_null(), "nobody has come in yet");
    let application: Value = ask("applications/@me").await.unwrap().json().await.unwrap();
    let privileged = application["flags"].as_u64().unwrap() & (1 << 13 | 1 << 15 | 1 << 19);
    assert_eq!(privileged, 1 << 15 | 1 << 19);
    for _ in 0..2 {
        assert_eq!(ask("sticker-packs").await.unwrap().status().as_u16(), 501);
    }
    running.0.kill().unwrap();
    let log = std::io::read_to_string(running.0.stderr.take().unwrap()).unwrap();
    assert_eq!(log.matches("the porch does not know GET /sticker-packs").count(), 1, "{log}");
}
