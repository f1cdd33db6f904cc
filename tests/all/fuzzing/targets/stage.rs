//! A porch in this process, with or without the bot on it, for what comes in by the net. It listens on loopback alone.

use std::time::Duration;

use lanai_discord::{Bot, BotSettings, ConnectionSettings};
use lanai_host::Host;
use lanai_porch::{Limits, Porch, Settings, TOKEN};
use lanai_store::{Address, Store};
use lanai_text::Dictionary;
use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

/// How long anything may take on a busy machine.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// An open porch.
pub(super) struct Stage {
    pub(super) runtime: Runtime,
    pub(super) base: String,
    client: reqwest::Client,
    pub(super) world: Value,
    _porch: Porch,
    folder: TempDir,
}

impl Stage {
    /// A porch without a limit to how often a bot may ask or come.
    pub(super) fn open() -> Stage {
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let settings = Settings {
            limits: Limits::none(),
            session_starts: u32::MAX,
            session_lifetime: Duration::from_secs(1),
            answer_timeout: PATIENCE,
            settle_timeout: PATIENCE,
            ..Settings::default()
        };
        let porch = runtime.block_on(Porch::open(settings)).unwrap();
        let base = format!("http://{}", porch.address());
        let client = reqwest::Client::builder()
            .no_proxy()
            .timeout(2 * PATIENCE)
            .build()
            .unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut stage = Stage {
            runtime,
            base,
            client,
            world: Value::Null,
            _porch: porch,
            folder,
        };
        stage.look();
        stage
    }

    /// The bot comes, and knows its commands when this returns.
    pub(super) fn with_bot() -> Stage {
        let mut stage = Stage::open();
        let database = Address::File(stage.folder.path().join("lanai.db"));
        let connection = ConnectionSettings {
            token: TOKEN.to_owned(),
            proxy: Some(stage.base.clone()),
            limiter: false,
            settings: BotSettings {
                pictures_within: Duration::ZERO,
                presses: u32::MAX,
                posts_per_second: 1_000,
                ..BotSettings::default()
            },
        };
        stage.runtime.block_on(async {
            let host = Host::new(Store::at(&database).await.unwrap());
            let bot = Bot::new(&connection, host, Dictionary::open().unwrap())
                .await
                .unwrap();
            tokio::spawn(bot.run(std::future::pending()));
        });
        while stage.world["commands"].as_array().is_none_or(Vec::is_empty) || !stage.listens() {
            std::thread::sleep(Duration::from_millis(20));
            stage.look();
        }
        stage
    }

    fn listens(&self) -> bool {
        let (_, all) = self.asks(Method::GET, "people/v1/sessions", String::new());
        all["sessions"]
            .as_array()
            .unwrap()
            .iter()
            .any(|session| session["live"] == true)
    }

    /// Looks around anew.
    pub(super) fn look(&mut self) {
        self.world = self.asks(Method::GET, "people/v1/world", String::new()).1;
    }

    /// The id of somebody, or of a channel, by its place among them.
    pub(super) fn id(&self, list: &str, at: usize) -> &str {
        self.world[list][at]["id"].as_str().unwrap()
    }

    /// Asks the porch for something, as a person or with the bot's token: the status, and what it says.
    pub(super) fn asks(&self, method: Method, path: &str, body: String) -> (u16, Value) {
        self.runtime.block_on(async {
            let request = self.client.request(method, format!("{}/{path}", self.base));
            let request = request
                .header("content-type", "application/json")
                .body(body);
            let request = request.header("authorization", format!("Bot {TOKEN}"));
            let answer = request.send().await.unwrap();
            let status = answer.status().as_u16();
            (
                status,
                serde_json::from_str(&answer.text().await.unwrap()).unwrap_or_default(),
            )
        })
    }

    /// Somebody types a command, and waits until it is done.
    pub(super) fn types(&self, who: usize, channel: &str, line: &str) -> (u16, Value) {
        let body = json!({ "as": self.id("persons", who), "channel": channel, "line": line, "wait": "settled" });
        self.asks(Method::POST, "people/v1/type", body.to_string())
    }
}
