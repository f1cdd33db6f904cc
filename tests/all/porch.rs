//! The porch: a bot written by hand against Discord's protocol lives on it, and so does serenity; what Discord
//! refuses is refused; and every trouble that can be asked for comes.

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

    /// A porch on which the bot takes its time: whatever it asks for comes a second after what it asked before, so that the
    /// limits, which are not what most tests are about, are kept.
    pub(crate) async fn with(settings: Settings) -> Scene {
        let unhurried = Duration::from_secs(1);
        Scene {
            unhurried,
            ..Scene::by_the_clock(settings).await
        }
    }

    /// A porch whose clock nobody turns but the test.
    async fn by_the_clock(settings: Settings) -> Scene {
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

    /// What the people's interface shows.
    pub(crate) async fn get(&self, path: &str) -> Value {
        let answer = self
            .client
            .get(format!("{}/people/v1/{path}", self.base))
            .send()
            .await
            .unwrap();
        answer.json().await.unwrap()
    }

    /// What it answers to a wish.
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
    pub(crate) async fn refused(&self, path: &str, body: Value) -> String {
        let (status, answer) = self.ask(Method::POST, path, body).await;
        assert!((400..500).contains(&status), "{status} {answer}");
        answer["error"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn trouble(&self, trouble: Value) {
        self.post("trouble", trouble).await;
    }

    /// The id of a person.
    pub(crate) fn person(&self, name: &str) -> String {
        let persons = self.world["persons"].as_array().unwrap();
        persons
            .iter()
            .find(|person| person["name"] == name)
            .unwrap()["id"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    pub(crate) fn channel(&self) -> String {
        self.world["channels"][0]["id"].as_str().unwrap().to_owned()
    }

    pub(crate) fn server(&self) -> String {
        self.world["server"]["id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn types(&self, name: &str, line: &str) -> Value {
        self.post(
            "type",
            json!({ "as": self.person(name), "channel": self.channel(), "line": line }),
        )
        .await
    }

    pub(crate) async fn sees(&self, name: &str, channel: &str) -> Vec<Value> {
        let seen = self
            .get(&format!(
                "channels/{channel}/messages?as={}",
                self.person(name)
            ))
            .await;
        seen.as_array().unwrap().clone()
    }

    /// A REST request of the bot.
    pub(crate) async fn rest(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        self.rest_as(&format!("Bot {TOKEN}"), method, path, body)
            .await
    }

    async fn rest_as(&self, token: &str, method: Method, path: &str, body: Value) -> (u16, Value) {
        self.clock.turn(self.unhurried);
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

    /// The same with files.
    pub(crate) async fn form(&self, method: Method, path: &str, form: Form) -> (u16, Value) {
        self.clock.turn(self.unhurried);
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
    pub(crate) async fn says(&self, body: Value) -> (u16, Value) {
        self.rest(
            Method::POST,
            &format!("channels/{}/messages", self.channel()),
            body,
        )
        .await
    }

    async fn registers(&self, bot: &Bot, commands: Value) {
        let path = format!("applications/{}/commands", bot.id);
        let (status, answer) = self.rest(Method::PUT, &path, commands).await;
        assert_eq!(status, 200, "{answer}");
    }

    /// The first answer to an interaction.
    pub(crate) async fn answers(&self, interaction: &Value, kind: u8, data: Value) -> (u16, Value) {
        let [id, token] = ["id", "token"].map(|field| interaction[field].as_str().unwrap());
        let body = json!({ "type": kind, "data": data });
        self.rest(
            Method::POST,
            &format!("interactions/{id}/{token}/callback"),
            body,
        )
        .await
    }
}

fn short(answer_timeout: u64, token_lifetime: u64) -> Settings {
    Settings {
        answer_timeout: Duration::from_millis(answer_timeout),
        token_lifetime: Duration::from_millis(token_lifetime),
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
    let mut bot = Bot::enter(&scene, 1).await;
    let porch = scene.porch.take().unwrap();
    let address = porch.address();
    porch.close().await;
    assert_eq!(bot.closed().await, Some(1001));
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
    let mut bot = Bot::enter(&scene, 1).await;
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
    assert_eq!(
        scene.rest(Method::GET, &path, Value::Null).await.1["code"],
        10003
    );
}
