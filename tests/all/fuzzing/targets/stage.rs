//! A porch on loopback in this process, with or without the bot.

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

/// A generous limit for any wait on a busy machine.
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
            limits: Limits::unlimited(),
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
        stage.reload();
        stage
    }

    /// Starts the bot, and waits until its commands are registered.
    pub(super) fn with_bot() -> Stage {
        let mut stage = Stage::open();
        let database = Address::File(stage.folder.path().join("lanai.db"));
        let connection = ConnectionSettings {
            token: TOKEN.to_owned(),
            proxy: Some(stage.base.clone()),
            limiter: false,
            settings: BotSettings {
                pictures_within: Duration::ZERO,
                interactions_per_window: u32::MAX,
                posts_per_second: 1_000,
                ..BotSettings::default()
            },
        };
        stage.runtime.block_on(async {
            let host = Host::new(Store::connect(&database).await.unwrap());
            let bot = Bot::new(&connection, host, Dictionary::open().unwrap())
                .await
                .unwrap();
            tokio::spawn(bot.run(std::future::pending()));
        });
        while stage.world["commands"].as_array().is_none_or(Vec::is_empty)
            || !stage.is_bot_connected()
        {
            std::thread::sleep(Duration::from_millis(20));
            stage.reload();
        }
        stage
    }

    fn is_bot_connected(&self) -> bool {
        let (_, all) = self.request(Method::GET, "people/v1/sessions", String::new());
        all["sessions"]
            .as_array()
            .unwrap()
            .iter()
            .any(|session| session["live"] == true)
    }

    /// Reloads the state of the porch.
    pub(super) fn reload(&mut self) {
        self.world = self
            .request(Method::GET, "people/v1/world", String::new())
            .1;
    }

    /// Returns the id of a person or channel by index.
    pub(super) fn id(&self, list: &str, at: usize) -> &str {
        self.world[list][at]["id"].as_str().unwrap()
    }

    /// Sends a request as a person or as the bot; returns status and body.
    pub(super) fn request(&self, method: Method, path: &str, body: String) -> (u16, Value) {
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

    /// Types a command, and waits until it is answered.
    pub(super) fn type_line(&self, who: usize, channel: &str, line: &str) -> (u16, Value) {
        let body = json!({ "as": self.id("persons", who), "channel": channel, "line": line, "wait": "settled" });
        self.request(Method::POST, "people/v1/type", body.to_string())
    }
}
