//! The porch, used by a bot that speaks Discord's protocol without a library: refusals, limits,
//! failures and persistence.

mod activities;
mod bot;
mod command_lines;
mod contexts;
mod discord_schema;
mod edits;
mod emojis;
mod foreign;
mod gateway;
mod injected_failures;
mod interactions;
mod limits;
mod members;
mod messages;
mod permissions;
mod persistence;
mod refusals;
mod session_starts;
mod shards;
mod size_limits;
mod threads;
mod time;
mod validation;

use std::time::Duration;

use lanai_porch::{Clock, OpenError, Porch, PrivilegedIntent, Settings, TOKEN};
use reqwest::{Method, multipart::Form};
use serde_json::{Value, json};

pub(crate) use bot::Bot;

/// An open porch, with what a test needs to sit at it.
pub(crate) struct Scene {
    porch: Option<Porch>,
    pub(crate) base: String,
    pub(crate) client: reqwest::Client,
    pub(crate) world: Value,
    /// How far the porch's clock is turned before each request of the bot.
    unhurried: Duration,
    clock: Clock,
}

impl Scene {
    /// A porch with all privileged intents switched on.
    pub(crate) async fn open() -> Scene {
        Scene::with(Settings {
            intents: PrivilegedIntent::ALL.to_vec(),
            ..Settings::default()
        })
        .await
    }

    /// Opens a porch on which each request comes a second after the last one, within all rate
    /// limits.
    pub(crate) async fn with(settings: Settings) -> Scene {
        let unhurried = Duration::from_secs(1);
        Scene {
            unhurried,
            ..Scene::open_with_clock(settings).await
        }
    }

    /// Opens a porch whose clock only the test turns.
    async fn open_with_clock(settings: Settings) -> Scene {
        let clock = settings.clock.clone();
        let porch = Porch::open(settings).await.unwrap();
        let base = format!("http://{}", porch.address());
        let mut scene = Scene {
            porch: Some(porch),
            base,
            client: reqwest::Client::new(),
            world: Value::Null,
            unhurried: Duration::ZERO,
            clock,
        };
        scene.world = scene.get("world").await;
        scene
    }

    /// Fetches from the people's interface.
    pub(crate) async fn get(&self, path: &str) -> Value {
        let answer = self
            .client
            .get(format!("{}/people/v1/{path}", self.base))
            .send()
            .await
            .unwrap();
        answer.json().await.unwrap()
    }

    /// Sends to the people's interface; returns status and body.
    pub(crate) async fn ask(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        let request = self
            .client
            .request(method, format!("{}/people/v1/{path}", self.base));
        let answer = request.json(&body).send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Value {
        let (status, answer) = self.ask(Method::POST, path, body).await;
        assert_eq!(status, 200, "{answer}");
        answer
    }

    /// A sentence that says why not.
    pub(crate) async fn refusal_text(&self, path: &str, body: Value) -> String {
        let (status, answer) = self.ask(Method::POST, path, body).await;
        assert!((400..500).contains(&status), "{status} {answer}");
        answer["error"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn inject_failure(&self, trouble: Value) {
        self.post("trouble", trouble).await;
    }

    /// The id of a person.
    pub(crate) fn person_id(&self, name: &str) -> String {
        let persons = self.world["persons"].as_array().unwrap();
        persons
            .iter()
            .find(|person| person["name"] == name)
            .unwrap()["id"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    pub(crate) fn first_channel(&self) -> String {
        self.world["channels"][0]["id"].as_str().unwrap().to_owned()
    }

    pub(crate) fn guild_id(&self) -> String {
        self.world["server"]["id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn type_command(&self, name: &str, line: &str) -> Value {
        self.post(
            "type",
            json!({ "as": self.person_id(name), "channel": self.first_channel(), "line": line }),
        )
        .await
    }

    pub(crate) async fn list_visible_messages(&self, name: &str, channel: &str) -> Vec<Value> {
        let seen = self
            .get(&format!(
                "channels/{channel}/messages?as={}",
                self.person_id(name)
            ))
            .await;
        seen.as_array().unwrap().clone()
    }

    /// A REST request of the bot.
    pub(crate) async fn bot_request(
        &self,
        method: Method,
        path: &str,
        body: Value,
    ) -> (u16, Value) {
        self.bot_request_as(&format!("Bot {TOKEN}"), method, path, body)
            .await
    }

    pub(crate) async fn assert_status(&self, method: Method, path: &str, body: Value, status: u16) {
        let answer = self.bot_request(method, path, body).await;
        assert_eq!(answer.0, status, "{path}: {}", answer.1);
    }

    /// Asserts the error code of a refused request.
    pub(crate) async fn assert_code(&self, method: Method, path: &str, body: Value, code: u32) {
        let answer = self.bot_request(method, path, body).await;
        assert_eq!(answer.1["code"], code, "{path}: {}", answer.1);
    }

    async fn bot_request_as(
        &self,
        token: &str,
        method: Method,
        path: &str,
        body: Value,
    ) -> (u16, Value) {
        self.clock.advance(self.unhurried);
        let mut request = self
            .client
            .request(method, format!("{}/api/v10/{path}", self.base));
        request = request.header("authorization", token);
        if !body.is_null() {
            request = request.json(&body);
        }
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        (
            status,
            serde_json::from_str(&answer.text().await.unwrap()).unwrap_or_default(),
        )
    }

    /// The same with a multipart form.
    pub(crate) async fn bot_form_request(
        &self,
        method: Method,
        path: &str,
        form: Form,
    ) -> (u16, Value) {
        self.clock.advance(self.unhurried);
        let request = self
            .client
            .request(method, format!("{}/api/v10/{path}", self.base));
        let answer = request
            .header("authorization", format!("Bot {TOKEN}"))
            .multipart(form)
            .send()
            .await
            .unwrap();
        let status = answer.status().as_u16();
        (
            status,
            serde_json::from_str(&answer.text().await.unwrap()).unwrap_or_default(),
        )
    }

    /// A message of the bot in the first channel.
    pub(crate) async fn post_message(&self, body: Value) -> (u16, Value) {
        self.bot_request(
            Method::POST,
            &format!("channels/{}/messages", self.first_channel()),
            body,
        )
        .await
    }

    async fn register_commands(&self, bot: &Bot, commands: Value) {
        let path = format!("applications/{}/commands", bot.id);
        let (status, answer) = self.bot_request(Method::PUT, &path, commands).await;
        assert_eq!(status, 200, "{answer}");
    }

    /// The first answer to an interaction.
    pub(crate) async fn answer(&self, interaction: &Value, kind: u8, data: Value) -> (u16, Value) {
        let [id, token] = ["id", "token"].map(|field| interaction[field].as_str().unwrap());
        let body = json!({ "type": kind, "data": data });
        self.bot_request(
            Method::POST,
            &format!("interactions/{id}/{token}/callback"),
            body,
        )
        .await
    }
}

fn short_timeouts(answer_timeout: u64, interaction_token_lifetime: u64) -> Settings {
    Settings {
        answer_timeout: Duration::from_millis(answer_timeout),
        interaction_token_lifetime: Duration::from_millis(interaction_token_lifetime),
        ..Settings::default()
    }
}

#[tokio::test]
async fn porch_listens_on_loopback_only() {
    let settings = Settings {
        address: "0.0.0.0:0".parse().unwrap(),
        ..Settings::default()
    };
    let Err(error) = Porch::open(settings).await else {
        panic!("it opened to the world")
    };
    assert!(matches!(error, OpenError::NotLoopback(_)), "{error}");
}

#[tokio::test]
async fn closing_the_porch_frees_its_port_and_connections() {
    let mut scene = Scene::open().await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    let porch = scene.porch.take().unwrap();
    let address = porch.address();
    porch.close().await;
    assert_eq!(bot.close_code().await, Some(1001));
    Porch::open(Settings {
        address,
        ..Settings::default()
    })
    .await
    .unwrap()
    .close()
    .await;
}

#[tokio::test]
async fn people_servers_and_channels_can_be_added() {
    let scene = Scene::open().await;
    let mut bot = Bot::connect_and_identify(&scene, 1).await;
    scene
        .post("persons", json!({ "name": "Eva", "locale": "cs" }))
        .await;
    let server = scene
        .post("servers", json!({ "name": "Elsewhere", "locale": "fr" }))
        .await;
    assert_eq!(bot.event("GUILD_CREATE").await["id"], server["id"]);
    let channel = scene
        .post(
            "channels",
            json!({ "name": "More games", "server": server["id"] }),
        )
        .await;
    assert_eq!(channel["name"], "more-games");
    assert_eq!(bot.event("CHANNEL_CREATE").await["guild_id"], server["id"]);
    let world = scene.get("world").await;
    assert_eq!(world["servers"].as_array().unwrap().len(), 2);
    assert_eq!(world["persons"].as_array().unwrap().len(), 5);
    assert_eq!(world["bot"]["name"], "Lanai");
    let path = format!("channels/{}", channel["id"].as_str().unwrap());
    assert_eq!(scene.ask(Method::DELETE, &path, Value::Null).await.0, 200);
    assert_eq!(bot.event("CHANNEL_DELETE").await["id"], channel["id"]);
    scene
        .assert_code(Method::GET, &path, Value::Null, 10003)
        .await;
}
