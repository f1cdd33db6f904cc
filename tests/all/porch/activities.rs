//! Activities: the Entry Point command, launches, instances, `OAuth2`, and the proxy.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::HeaderMap;
use axum::response::sse::{Event, Sse};
use axum::routing::{get, post};
use axum::{Router, response::IntoResponse};
use lanai_porch::{CLIENT_SECRET, Clock, OpenError, Porch, Settings, UrlMapping};
use reqwest::{Method, Response};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use super::{Bot, Scene};

fn activity_settings() -> Settings {
    Settings {
        activities: true,
        ..Settings::default()
    }
}

/// What the client does in one frame of the Activity, and what the Activity's server asks.
impl Scene {
    async fn open_activity(&self, name: &str, channel: &str) -> Value {
        let request = json!({ "as": self.person_id(name), "channel": channel });
        self.post("activities", request).await
    }

    async fn close_activity(&self, activity: &Value) {
        let frame = activity["frame"].as_str().unwrap();
        self.post(&format!("activities/{frame}/close"), json!({}))
            .await;
    }

    /// Looks up an instance as the bot.
    async fn find_instance(&self, bot: &Bot, instance: &Value) -> (u16, Value) {
        let instance = instance.as_str().unwrap();
        let path = format!("applications/{}/activity-instances/{instance}", bot.id);
        self.bot_request(Method::GET, &path, Value::Null).await
    }

    /// Answers an interaction with the launch of the Activity, and asks for the response.
    async fn launch(&self, interaction: &Value) -> (u16, Value) {
        let [id, token] = ["id", "token"].map(|field| interaction[field].as_str().unwrap());
        let path = format!("interactions/{id}/{token}/callback?with_response=true");
        self.bot_request(Method::POST, &path, json!({ "type": 12 }))
            .await
    }

    /// Types a line, and lets the bot answer the interaction.
    async fn type_and_launch(&self, bot: &mut Bot, name: &str, line: &str) -> (Value, Value) {
        let launch = async {
            let interaction = bot.interaction().await;
            let (status, response) = self.launch(&interaction).await;
            assert_eq!(status, 200, "{response}");
            response
        };
        tokio::join!(self.type_command(name, line), launch)
    }

    async fn authorize(&self, activity: &Value) -> String {
        let path = format!(
            "activities/{}/authorize",
            activity["frame"].as_str().unwrap()
        );
        let request = json!({ "client_id": activity["application"], "scope": ["identify"] });
        let granted = self.post(&path, request).await;
        granted["code"].as_str().unwrap().to_owned()
    }

    async fn exchange(&self, form: &BTreeMap<&str, String>) -> (u16, Value) {
        let url = format!("{}/api/oauth2/token", self.base);
        read(self.client.post(url).form(form).send().await.unwrap()).await
    }

    async fn bearer_get(&self, path: &str, token: &str) -> (u16, Value) {
        let request = self.client.get(format!("{}/api/{path}", self.base));
        read(request.bearer_auth(token).send().await.unwrap()).await
    }
}

async fn read(response: Response) -> (u16, Value) {
    let status = response.status().as_u16();
    let body = response.text().await.unwrap();
    (status, serde_json::from_str(&body).unwrap_or_default())
}

fn token_form(application: &Value, code: &str) -> BTreeMap<&'static str, String> {
    BTreeMap::from([
        ("grant_type", "authorization_code".to_owned()),
        ("client_id", application.as_str().unwrap().to_owned()),
        ("client_secret", CLIENT_SECRET.to_owned()),
        ("code", code.to_owned()),
    ])
}

// --- The Entry Point command ---

#[tokio::test]
async fn an_entry_point_command_is_global_and_needs_activities() {
    let launch = json!({ "type": 4, "name": "launch", "handler": 1 });
    let scene = Scene::open().await;
    let bot = Bot::connect_and_identify(&scene, 1).await;
    let path = format!("applications/{}/commands", bot.id);
    scene
        .assert_code(Method::POST, &path, launch.clone(), 50234)
        .await;
    scene
        .assert_code(Method::PUT, &path, json!([launch]), 50234)
        .await;

    let scene = Scene::with(activity_settings()).await;
    let bot = Bot::connect_and_identify(&scene, 1).await;
    // It replaces the one that Discord added, because it has the same name.
    scene
        .assert_status(Method::POST, &path, launch.clone(), 200)
        .await;
    let of_guild = format!(
        "applications/{}/guilds/{}/commands",
        bot.id,
        scene.guild_id()
    );
    for (path, wrong, place) in [
        (&of_guild, launch.clone(), "type"),
        (
            &path,
            json!({ "type": 4, "name": "launch", "handler": 3 }),
            "handler",
        ),
        (
            &path,
            json!({ "type": 4, "name": "launch", "options": [{ "type": 3, "name": "a", "description": "x" }] }),
            "options",
        ),
    ] {
        let (status, refusal) = scene.bot_request(Method::POST, path, wrong).await;
        assert_eq!((status, &refusal["code"]), (400, &json!(50035)));
        assert!(refusal["errors"][place].is_object(), "{refusal}");
    }
    let second = json!({ "type": 4, "name": "again", "handler": 2 });
    scene.assert_code(Method::POST, &path, second, 30032).await;
}

#[tokio::test]
async fn discord_opens_the_activity_of_its_own_entry_point_command() {
    let scene = Scene::with(activity_settings()).await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    let outcome = scene.type_command("Ana", "/launch").await;
    assert_eq!(outcome["outcome"], "activity", "{outcome}");
    bot.assert_no_event().await;
    let activity = &outcome["activity"];
    let (status, instance) = scene.find_instance(&bot, &activity["instance"]).await;
    assert_eq!(status, 200, "{instance}");
    assert_eq!(instance["users"], json!([scene.person_id("Ana")]));
}

#[tokio::test]
async fn bot_opens_the_activity_of_an_entry_point_command_that_it_handles() {
    let scene = Scene::with(activity_settings()).await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    let command = json!({ "type": 4, "name": "board", "handler": 1, "contexts": [0, 1] });
    scene.register_commands(&bot, json!([command])).await;
    let launch = async {
        let interaction = bot.interaction().await;
        assert_eq!(
            (&interaction["type"], &interaction["data"]["type"]),
            (&json!(2), &json!(4))
        );
        scene.launch(&interaction).await
    };
    let (outcome, (status, response)) = tokio::join!(scene.type_command("Ana", "/board"), launch);
    assert_eq!(status, 200, "{response}");
    let instance = &outcome["activity"]["instance"];
    assert_eq!(
        response["resource"],
        json!({ "type": 12, "activity_instance": { "id": instance } })
    );
    assert_eq!(&response["interaction"]["activity_instance_id"], instance);
}

#[tokio::test]
async fn without_activities_an_overwrite_removes_the_entry_point_command() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        persist_in: Some(folder.path().join("world")),
        ..activity_settings()
    };
    let mut scene = Scene::with(settings.clone()).await;
    scene.porch.take().unwrap().close().await;
    let scene = Scene::with(Settings {
        activities: false,
        ..settings
    })
    .await;
    let bot = Bot::connect_and_identify(&scene, 1).await;
    let path = format!("applications/{}/commands", bot.id);
    let plain = json!([{ "name": "plain", "description": "Says nothing about it" }]);
    let (status, kept) = scene.bot_request(Method::PUT, &path, plain).await;
    assert_eq!(
        (status, kept.as_array().map(Vec::len)),
        (200, Some(1)),
        "{kept}"
    );
}

// --- Launches and instances ---

#[tokio::test]
async fn without_activities_no_launch_is_accepted() {
    let scene = Scene::open().await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    scene
        .register_commands(&bot, json!([{ "name": "open", "description": "Opens it" }]))
        .await;
    let refuse = async {
        let interaction = bot.interaction().await;
        let (status, refusal) = scene.launch(&interaction).await;
        assert_eq!(
            (status, &refusal["code"]),
            (400, &json!(50234)),
            "{refusal}"
        );
        scene
            .answer(&interaction, 4, json!({ "content": "No." }))
            .await
    };
    let (outcome, _) = tokio::join!(scene.type_command("Ana", "/open"), refuse);
    assert_eq!(outcome["outcome"], "message");
    let refusal = json!({ "as": scene.person_id("Ana"), "channel": scene.first_channel() });
    let sentence = scene.refusal_text("activities", refusal).await;
    assert!(sentence.contains("no Activity"), "{sentence}");
}

#[tokio::test]
async fn buttons_and_forms_open_the_activity_and_autocomplete_does_not() {
    let scene = Scene::with(activity_settings()).await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    let button = json!({ "type": 2, "style": 1, "label": "Board", "custom_id": "board" });
    let row = json!([{ "type": 1, "components": [button] }]);
    let (_, message) = scene.post_message(json!({ "components": row })).await;
    let press =
        json!({ "as": scene.person_id("Ana"), "message": message["id"], "custom_id": "board" });
    let launch = async {
        let interaction = bot.interaction().await;
        scene.launch(&interaction).await
    };
    let (outcome, (status, _)) = tokio::join!(scene.post("press", press.clone()), launch);
    assert_eq!((status, &outcome["outcome"]), (200, &json!("activity")));

    let input = json!({ "type": 4, "custom_id": "name", "style": 1, "label": "Name" });
    let form = json!({ "custom_id": "f", "title": "Form", "components": [{ "type": 1, "components": [input] }] });
    let open_form = async {
        let interaction = bot.interaction().await;
        scene.answer(&interaction, 9, form).await
    };
    let (opened, _) = tokio::join!(scene.post("press", press), open_form);
    let submit = json!({
        "as": scene.person_id("Ana"), "interaction": opened["interaction"], "fields": { "name": "x" },
    });
    let launch = async {
        let interaction = bot.interaction().await;
        scene.launch(&interaction).await
    };
    let (outcome, (status, _)) = tokio::join!(scene.post("submit", submit), launch);
    assert_eq!((status, &outcome["outcome"]), (200, &json!("activity")));

    let option = json!({ "type": 3, "name": "what", "description": "x", "autocomplete": true });
    let command = json!({ "name": "find", "description": "x", "options": [option] });
    let path = format!("applications/{}/commands", bot.id);
    scene.assert_status(Method::POST, &path, command, 201).await;
    let typed = json!({
        "as": scene.person_id("Ana"), "channel": scene.first_channel(), "line": "/find what:a",
        "focused": "what",
    });
    let launch = async {
        let interaction = bot.interaction().await;
        let refused = scene.launch(&interaction).await;
        scene
            .answer(&interaction, 8, json!({ "choices": [] }))
            .await;
        refused
    };
    let (_, (status, refusal)) = tokio::join!(scene.post("autocomplete", typed), launch);
    assert_eq!((status, &refusal["code"]), (400, &json!(50035)));
}

#[tokio::test]
async fn an_instance_is_shared_in_its_channel_until_the_last_person_leaves() {
    let scene = Scene::with(activity_settings()).await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    let command = json!({ "name": "open", "description": "Opens it" });
    let launch = json!({ "type": 4, "name": "launch", "handler": 2 });
    scene
        .register_commands(&bot, json!([command, launch]))
        .await;
    let (ana, first) = scene.type_and_launch(&mut bot, "Ana", "/open").await;
    let (ben, second) = scene.type_and_launch(&mut bot, "Ben", "/open").await;
    assert_eq!(first["resource"], second["resource"]);
    let instance = ana["activity"]["instance"].clone();
    let (_, found) = scene.find_instance(&bot, &instance).await;
    let location_id = format!("gc-{}-{}", scene.guild_id(), scene.first_channel());
    assert_eq!(
        found["location"],
        json!({
            "id": location_id, "kind": "gc", "channel_id": scene.first_channel(),
            "guild_id": scene.guild_id(),
        })
    );
    let launch_id = found["launch_id"].as_str().unwrap();
    assert_eq!(instance, format!("i-{launch_id}-{location_id}"));
    let users = json!([scene.person_id("Ana"), scene.person_id("Ben")]);
    assert_eq!(found["users"], users);

    scene.close_activity(&ana["activity"]).await;
    let (_, found) = scene.find_instance(&bot, &instance).await;
    assert_eq!(found["users"], json!([scene.person_id("Ben")]));
    scene.close_activity(&ben["activity"]).await;
    assert_eq!(scene.find_instance(&bot, &instance).await.0, 404);
    // The next launch begins another instance.
    let again = scene.open_activity("Ana", &scene.first_channel()).await;
    assert_ne!(again["instance"], instance);
}

#[tokio::test]
async fn direct_messages_and_other_channels_have_instances_of_their_own() {
    let scene = Scene::with(activity_settings()).await;
    let bot = Bot::connect_and_identify(&scene, 1).await;
    let in_guild = scene.open_activity("Ana", &scene.first_channel()).await;
    let direct = scene
        .post("channels", json!({ "dm": scene.person_id("Ana") }))
        .await;
    let direct = direct["id"].as_str().unwrap();
    let activity = scene.open_activity("Ana", direct).await;
    assert_ne!(activity["instance"], in_guild["instance"]);
    let (_, found) = scene.find_instance(&bot, &activity["instance"]).await;
    let location = json!({ "id": format!("pc-{direct}"), "kind": "pc", "channel_id": direct });
    assert_eq!(found["location"], location);
    // With its channel, an instance ends.
    let path = format!("channels/{}", scene.first_channel());
    scene.ask(Method::DELETE, &path, Value::Null).await;
    let (status, _) = scene.find_instance(&bot, &in_guild["instance"]).await;
    assert_eq!(status, 404);
}

#[tokio::test]
async fn address_of_a_frame_says_where_it_is_open() {
    let scene = Scene::with(activity_settings()).await;
    let request = json!({
        "as": scene.person_id("Ana"), "channel": scene.first_channel(), "custom_id": "table 7",
    });
    let activity = scene.post("activities", request).await;
    let url: reqwest::Url = activity["url"].as_str().unwrap().parse().unwrap();
    let application = activity["application"].as_str().unwrap();
    assert_eq!(url.host_str(), Some(&*format!("{application}.localhost")));
    let query: BTreeMap<String, String> = url.query_pairs().into_owned().collect();
    assert_eq!(query["instance_id"], activity["instance"].as_str().unwrap());
    assert_eq!(query["frame_id"], activity["frame"].as_str().unwrap());
    assert_eq!(query["channel_id"], scene.first_channel());
    assert_eq!(query["guild_id"], scene.guild_id());
    assert_eq!(
        (&*query["platform"], &*query["custom_id"]),
        ("desktop", "table 7")
    );
}

// --- OAuth2 ---

#[tokio::test]
async fn a_code_is_exchanged_once_for_an_access_token() {
    let scene = Scene::with(activity_settings()).await;
    let activity = scene.open_activity("Ben", &scene.first_channel()).await;
    let code = scene.authorize(&activity).await;
    let form = token_form(&activity["application"], &code);
    let (status, token) = scene.exchange(&form).await;
    assert_eq!(status, 200, "{token}");
    assert_eq!(
        (&token["token_type"], &token["scope"], &token["expires_in"]),
        (&json!("Bearer"), &json!("identify"), &json!(604_800))
    );
    let (status, refusal) = scene.exchange(&form).await;
    assert_eq!((status, &refusal["error"]), (400, &json!("invalid_grant")));

    let access_token = token["access_token"].as_str().unwrap();
    for path in ["users/@me", "v10/users/@me"] {
        let (status, user) = scene.bearer_get(path, access_token).await;
        assert_eq!((status, &user["id"]), (200, &json!(scene.person_id("Ben"))));
        assert!(user.get("email").is_none(), "{user}");
    }
    let (_, authorization) = scene.bearer_get("oauth2/@me", access_token).await;
    assert_eq!(authorization["user"]["id"], scene.person_id("Ben"));
    assert_eq!(authorization["scopes"], json!(["identify"]));
    for path in [
        "v10/users/@me/guilds",
        "v10/gateway/bot",
        "v10/applications/@me",
        &format!("v10/channels/{}", scene.first_channel()),
    ] {
        assert_eq!(scene.bearer_get(path, access_token).await.0, 401, "{path}");
    }
    assert_eq!(scene.bearer_get("users/@me", "invented").await.0, 401);
}

#[tokio::test]
async fn wrong_secrets_and_old_codes_get_no_access_token() {
    let clock = Clock::system();
    let scene = Scene::with(Settings {
        clock: clock.clone(),
        client_secret: "another secret".to_owned(),
        ..activity_settings()
    })
    .await;
    let activity = scene.open_activity("Ana", &scene.first_channel()).await;
    let code = scene.authorize(&activity).await;
    let mut form = token_form(&activity["application"], &code);
    let refusal = scene.exchange(&form).await;
    assert_eq!(refusal, (401, json!({ "error": "invalid_client" })));
    form.insert("client_secret", "another secret".to_owned());
    form.insert("grant_type", "password".to_owned());
    let (status, refusal) = scene.exchange(&form).await;
    assert_eq!(
        (status, &refusal["error"]),
        (400, &json!("unsupported_grant_type"))
    );
    form.insert("grant_type", "authorization_code".to_owned());
    let url = format!("{}/api/v10/oauth2/token", scene.base);
    let sent = scene.client.post(url).json(&form).send().await.unwrap();
    assert_eq!(read(sent).await.1["error"], "invalid_request");

    clock.advance(Duration::from_secs(61));
    let (status, refusal) = scene.exchange(&form).await;
    assert_eq!((status, &refusal["error"]), (400, &json!("invalid_grant")));
}

#[tokio::test]
async fn an_access_token_authenticates_its_own_person_until_it_expires() {
    let clock = Clock::system();
    let scene = Scene::with(Settings {
        clock: clock.clone(),
        ..activity_settings()
    })
    .await;
    let ana = scene.open_activity("Ana", &scene.first_channel()).await;
    let ben = scene.open_activity("Ben", &scene.first_channel()).await;
    let code = scene.authorize(&ana).await;
    let (_, token) = scene
        .exchange(&token_form(&ana["application"], &code))
        .await;
    let request = json!({ "access_token": token["access_token"] });
    let path = |activity: &Value| {
        format!(
            "activities/{}/authenticate",
            activity["frame"].as_str().unwrap()
        )
    };
    let authenticated = scene.post(&path(&ana), request.clone()).await;
    assert_eq!(authenticated["user"]["id"], scene.person_id("Ana"));
    assert_eq!(authenticated["application"]["id"], ana["application"]);
    scene.refusal_text(&path(&ben), request.clone()).await;
    clock.advance(Duration::from_hours(24 * 7 + 1));
    scene.refusal_text(&path(&ana), request).await;
    let access_token = token["access_token"].as_str().unwrap();
    assert_eq!(scene.bearer_get("users/@me", access_token).await.0, 401);
}

#[tokio::test]
async fn codes_are_granted_for_this_application_and_known_scopes_only() {
    let scene = Scene::with(activity_settings()).await;
    let activity = scene.open_activity("Ana", &scene.first_channel()).await;
    let path = format!(
        "activities/{}/authorize",
        activity["frame"].as_str().unwrap()
    );
    for (client_id, scope) in [
        (&json!("1"), json!(["identify"])),
        (&activity["application"], json!(["identify", "email"])),
        (&activity["application"], json!([])),
    ] {
        scene
            .refusal_text(&path, json!({ "client_id": client_id, "scope": scope }))
            .await;
    }
}

// --- The proxy ---

/// The server of an Activity, which answers with what it received.
async fn serve_echo() -> String {
    let echo = async |headers: HeaderMap, request: axum::extract::Request| {
        let cookie = headers.get("cookie").map(|value| value.to_str().unwrap());
        let heard = json!({
            "method": request.method().as_str(), "url": request.uri().to_string(), "cookie": cookie,
            "host": headers["host"].to_str().unwrap(),
        });
        let policy = ("content-security-policy", "script-src 'unsafe-inline'");
        let answer = [
            ("set-cookie", "a=b; SameSite=None; Secure; Partitioned"),
            policy,
        ];
        (answer, axum::Json(heard)).into_response()
    };
    let router = Router::new()
        .route("/upload", post(async |body: String| body))
        .fallback(echo);
    serve(router).await
}

async fn serve(router: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    url
}

/// A porch with these URL mappings, and the name of the Activity's host.
async fn open_proxy(mappings: &[(&str, &str)]) -> (Scene, String) {
    let url_mappings = mappings.iter().map(|(prefix, target)| UrlMapping {
        prefix: (*prefix).to_owned(),
        target: (*target).to_owned(),
    });
    let scene = Scene::with(Settings {
        url_mappings: url_mappings.collect(),
        ..activity_settings()
    })
    .await;
    let activity = scene.open_activity("Ana", &scene.first_channel()).await;
    let url: reqwest::Url = activity["url"].as_str().unwrap().parse().unwrap();
    let host = format!("{}:{}", url.host_str().unwrap(), url.port().unwrap());
    (scene, host)
}

impl Scene {
    fn proxied(&self, method: Method, host: &str, path: &str) -> reqwest::RequestBuilder {
        let request = self.client.request(method, format!("{}{path}", self.base));
        request.header("host", host)
    }
}

#[tokio::test]
async fn proxy_maps_urls_and_passes_cookies_and_bodies() {
    let server = serve_echo().await;
    let below = format!("{server}/files/");
    let (scene, host) = open_proxy(&[("/", &server), ("/static", &below)]).await;
    for (path, url) in [
        ("/", "/"),
        ("/?frame_id=1", "/?frame_id=1"),
        ("/a/b.js?c=%20d", "/a/b.js?c=%20d"),
        ("/.proxy/a/b.js", "/a/b.js"),
        ("/.proxy", "/"),
        ("/static/a.png", "/files/a.png"),
        ("/.proxy/static/a.png", "/files/a.png"),
        ("/statically", "/statically"),
        // Paths of the porch belong to the Activity on this host.
        ("/people/v1/world", "/people/v1/world"),
        ("/api/v10/users/@me", "/api/v10/users/@me"),
    ] {
        let request = scene.proxied(Method::GET, &host, path);
        let response = request.header("cookie", "c=d").send().await.unwrap();
        let headers = response.headers().clone();
        let heard: Value = response.json().await.unwrap();
        assert_eq!(
            (&heard["url"], &heard["cookie"]),
            (&json!(url), &json!("c=d"))
        );
        assert_eq!(
            format!("http://{}", heard["host"].as_str().unwrap()),
            server
        );
        assert!(headers["set-cookie"].to_str().unwrap().starts_with("a=b"));
        let policies: Vec<_> = headers.get_all("content-security-policy").iter().collect();
        let [policy] = policies[..] else {
            panic!("{policies:?}");
        };
        let policy = policy.to_str().unwrap();
        assert!(policy.contains("script-src 'self'"), "{policy}");
        assert!(
            policy.contains("frame-ancestors 'self' http://127.0.0.1:"),
            "{policy}"
        );
    }
    let upload = scene.proxied(Method::POST, &host, "/upload").body("aloha");
    let response = upload.header("origin", format!("http://{host}"));
    let response = response.send().await.unwrap();
    assert_eq!(response.text().await.unwrap(), "aloha");
}

#[tokio::test]
async fn proxy_streams_events() {
    let (sender, receiver) = mpsc::channel::<String>(1);
    let receiver = Arc::new(Mutex::new(Some(receiver)));
    let events = async move || {
        let receiver = receiver.lock().unwrap().take().unwrap();
        Sse::new(futures::stream::unfold(receiver, async |mut receiver| {
            let event = Event::default().data(receiver.recv().await?);
            Some((Ok::<_, Infallible>(event), receiver))
        }))
    };
    let server = serve(Router::new().route("/events", get(events))).await;
    let (scene, host) = open_proxy(&[("/", &server)]).await;
    let request = scene.proxied(Method::GET, &host, "/.proxy/events");
    let mut response = request.send().await.unwrap();
    // Each event arrives before the next one is sent.
    for word in ["one", "two"] {
        sender.send(word.to_owned()).await.unwrap();
        let event = response.chunk().await.unwrap().unwrap();
        assert_eq!(event, format!("data: {word}\n\n"));
    }
}

#[tokio::test]
async fn proxy_refuses_foreign_pages_and_says_when_there_is_no_server() {
    let unused = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let gone = format!("http://{}", unused.local_addr().unwrap());
    drop(unused);
    let (scene, host) = open_proxy(&[("/api", &gone)]).await;
    let status = async |request: reqwest::RequestBuilder| request.send().await.unwrap().status();
    assert_eq!(status(scene.proxied(Method::GET, &host, "/")).await, 404);
    assert_eq!(
        status(scene.proxied(Method::GET, &host, "/api/a")).await,
        502
    );
    for origin in ["http://example.com", &scene.base, "null"] {
        let request = scene.proxied(Method::POST, &host, "/api/a");
        assert_eq!(status(request.header("origin", origin)).await, 403);
    }
    // The Activity cannot act for the people of the porch.
    let request = scene.client.get(format!("{}/people/v1/world", scene.base));
    let request = request.header("origin", format!("http://{host}"));
    assert_eq!(status(request).await, 403);
    let other = scene.proxied(Method::GET, "1.localhost", "/");
    assert_eq!(status(other).await, 403);
}

#[tokio::test]
async fn servers_of_the_activity_are_on_this_machine() {
    for target in [
        "https://127.0.0.1",
        "http://example.com",
        "127.0.0.1:80",
        "",
    ] {
        let settings = Settings {
            url_mappings: vec![UrlMapping::root(target)],
            ..activity_settings()
        };
        let Err(error) = Porch::open(settings).await else {
            panic!("{target} was accepted")
        };
        assert!(matches!(error, OpenError::UrlMapping(_)), "{error}");
    }
}

#[tokio::test]
async fn page_may_frame_the_activity_only_if_there_is_one() {
    let scene = Scene::open().await;
    let policy = async |scene: &Scene| {
        let page = scene.client.get(&scene.base).send().await.unwrap();
        let policy = page.headers()["content-security-policy"].to_str().unwrap();
        policy.to_owned()
    };
    assert!(!policy(&scene).await.contains("frame-src"));
    let (scene, host) = open_proxy(&[]).await;
    let frame_source = format!("frame-src http://{host}");
    assert!(policy(&scene).await.ends_with(&frame_source));
    let document = scene.proxied(Method::GET, &host, "/.porch/frame");
    let document = document.send().await.unwrap();
    let headers = document.headers();
    assert!(
        headers["content-type"]
            .to_str()
            .unwrap()
            .starts_with("text/html")
    );
    assert!(
        !headers["content-security-policy"]
            .to_str()
            .unwrap()
            .contains("frame-ancestors 'none'")
    );
    let other = scene.proxied(Method::GET, &host, "/.porch/main.js");
    assert_eq!(other.send().await.unwrap().status(), 404);
}
