//! Evenings: the real bot, on the porch, over its real protocol, with a real database; people type and press.

mod admin;
mod bad_input;
mod between_guilds;
mod command_registration;
mod concurrency;
mod contests;
mod database_errors;
mod discord_rate_limits;
mod discord_schema;
mod doctor;
mod emojis;
mod failover;
mod failures;
mod game_start;
mod greetings;
mod hidden_information;
mod hints_and_reviews;
mod history;
mod input;
mod invitations;
mod lessons;
mod live_check;
mod lobby;
mod logs;
mod maintenance;
mod mentions;
mod message_length;
pub(crate) mod metrics;
mod month;
mod other_process;
mod overload;
mod ownership;
mod panels;
mod persistence;
mod pictures;
mod post_rate;
mod postgres;
mod premoves;
mod press_counts;
mod privacy;
mod ratings;
mod recaps;
mod rematches;
mod reminders;
mod requests;
mod restarts;
mod shared_limits;
mod shutdown;
mod slow_network;
mod stats;
mod suggestions;
mod systemd;
mod text_mode;
mod translatable;
mod unwritable_channels;
mod user_rate_limits;
mod watching;
mod whole_games;

use std::collections::BTreeMap;
use std::future::Future;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use lanai_discord::{Bot, BotSettings, ConnectionSettings};
use lanai_host::{Clock, Host};
use lanai_porch::{Porch, Settings, TOKEN};
use lanai_store::{Address, Store};
use lanai_text::Dictionary;
use serde_json::{Value, json};
use tokio::{sync::oneshot, task::JoinHandle};

pub(crate) use input::Shown;
use lanai_testing::homes::Database;
pub(crate) use whole_games::press_a_turn;

/// How long anything may take before a test gives up: far more than a busy machine needs.
const PATIENCE: Duration = Duration::from_mins(1);

/// Runs an evening to its end, but not for ever.
pub(crate) fn evening(work: impl Future<Output = ()>) {
    at_most(Duration::from_mins(10), work);
}

/// Runs something to its end that may take so long.
pub(crate) fn at_most(time: Duration, work: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        tokio::time::timeout(time, work)
            .await
            .expect("it takes too long");
    });
}

/// A porch, a bot on it, and the people there.
pub(crate) struct Scene {
    pub(crate) porch: Option<Porch>,
    bots: Vec<(oneshot::Sender<()>, JoinHandle<()>)>,
    /// How many processes the bot is.
    pub(crate) processes: usize,
    pub(crate) base: String,
    pub(crate) people: BTreeMap<String, String>,
    pub(crate) hall: String,
    pub(crate) client: reqwest::Client,
    /// How long messages wait for their pictures.
    pub(crate) pictures_within: Duration,
    pub(crate) greets: bool,
    /// How fast the bot speaks.
    pub(crate) posts_per_second: u32,
    /// How often one person may press or type in ten seconds.
    pub(crate) presses: u32,
    /// How much Discord may refuse before the bot rests.
    pub(crate) refusals: u32,
    /// The clock of the porch, by which Discord's limits go.
    pub(crate) hours: lanai_porch::Clock,
    /// The bot's clock, which stays as it was turned when the bot goes and comes.
    pub(crate) clock: Clock,
    /// What the bot can say, and the language of the people, where they press what it calls something.
    pub(crate) dictionary: Dictionary,
    pub(crate) spoken: String,
    kept: Database,
}

impl Scene {
    /// The porch opens, and the bot comes.
    pub(crate) async fn begin() -> Scene {
        Scene::with(Settings::default()).await
    }

    pub(crate) async fn with(settings: Settings) -> Scene {
        Scene::kept_in(Database::usual().await, settings).await
    }

    /// The same with tables that are kept in a file, wherever others keep theirs: somebody else writes to it.
    pub(crate) async fn in_a_file() -> Scene {
        Scene::kept_in(Database::file(), Settings::default()).await
    }

    pub(crate) async fn without_bot_in_a_file(settings: Settings) -> Scene {
        Scene::without_bot_kept_in(Database::file(), settings).await
    }

    /// The same with tables that are kept there.
    pub(crate) async fn kept_in(kept: Database, settings: Settings) -> Scene {
        let mut scene = Scene::without_bot_kept_in(kept, settings).await;
        scene.bot_comes().await;
        scene
    }

    pub(crate) async fn without_bot(settings: Settings) -> Scene {
        Scene::without_bot_kept_in(Database::usual().await, settings).await
    }

    async fn without_bot_kept_in(kept: Database, settings: Settings) -> Scene {
        let hours = settings.clock.clone();
        let porch = Porch::open(settings).await.unwrap();
        let base = format!("http://{}", porch.address());
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let mut scene = Scene {
            porch: Some(porch),
            bots: Vec::new(),
            processes: 1,
            base,
            people: BTreeMap::new(),
            hall: String::new(),
            client,
            pictures_within: PATIENCE,
            greets: false,
            posts_per_second: 45,
            presses: 100_000,
            refusals: 5000,
            hours,
            clock: Clock::of_machine(),
            dictionary: Dictionary::open().unwrap(),
            spoken: "en".to_owned(),
            kept,
        };
        let world = scene.get("world").await;
        for person in world["persons"].as_array().unwrap() {
            scene
                .people
                .insert(text(&person["name"]), text(&person["id"]));
        }
        scene.hall = text(&world["channels"][0]["id"]);
        scene
    }

    /// The file in which tables are kept.
    pub(crate) fn database(&self) -> PathBuf {
        match self.kept.address() {
            Address::File(path) => path,
            Address::Server(_) => panic!("this is about files"),
        }
    }

    /// Where tables are kept, for somebody else than the bot.
    pub(crate) async fn store(&self) -> Store {
        self.kept.store().await
    }

    pub(crate) fn line(&self) -> ConnectionSettings {
        ConnectionSettings {
            token: TOKEN.to_owned(),
            proxy: Some(self.base.clone()),
            limiter: false,
            settings: BotSettings {
                posts_per_second: self.posts_per_second,
                pictures_within: self.pictures_within,
                greets: self.greets,
                presses: self.presses,
                refusals: self.refusals,
                ..BotSettings::default()
            },
        }
    }

    /// The bot comes in, and has registered its commands. If it was there before, the porch has seen it go.
    pub(crate) async fn bot_comes(&mut self) {
        self.until("the bot is gone", async |scene| !scene.bot_listens().await)
            .await;
        for _ in 0..self.processes {
            self.process_comes().await;
        }
        self.bot_is_there().await;
    }

    async fn process_comes(&mut self) {
        let store = self.store().await;
        let host = Host::with_clock(store.clone(), self.clock.clone());
        let bot = Bot::new(&self.line(), host, self.dictionary.clone())
            .await
            .unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let running = tokio::spawn(async move {
            bot.run(async {
                let _ = stopped.await;
            })
            .await
            .unwrap();
            store.close().await;
        });
        self.bots.push((stop, running));
    }

    /// Waits until the bot is there and knows its commands.
    pub(crate) async fn bot_is_there(&self) {
        self.until("the bot is there", async |scene| {
            let registered = !scene.get("world").await["commands"]
                .as_array()
                .unwrap()
                .is_empty();
            registered && scene.bot_listens().await
        })
        .await;
    }

    async fn bot_listens(&self) -> bool {
        let all = self.get("sessions").await;
        all["sessions"]
            .as_array()
            .unwrap()
            .iter()
            .any(|session| session["live"] == true)
    }

    /// The bot goes; what is in its memory is gone.
    pub(crate) async fn bot_goes(&mut self) {
        let (stops, running): (Vec<_>, Vec<_>) = self.bots.drain(..).unzip();
        // All at once: none takes over what another does.
        for stop in stops {
            stop.send(()).unwrap();
        }
        for running in running {
            running.await.unwrap();
        }
    }

    /// One process goes, and another one comes.
    pub(crate) async fn a_process_is_exchanged(&mut self) {
        let (stop, running) = self.bots.remove(0);
        stop.send(()).unwrap();
        running.await.unwrap();
        self.process_comes().await;
    }

    /// The evening is over: everything that the bot sent is looked at.
    pub(crate) async fn end(mut self) {
        let requests = self.requests().await;
        discord_schema::check(&requests);
        mentions::check(&requests);
        command_registration::check(&requests);
        slow_network::check(&requests);
        self.bot_goes().await;
        if let Some(porch) = self.porch.take() {
            porch.close().await;
        }
    }

    /// People take a moment before they do something. It passes by the clock of the porch alone, so that nobody waits for
    /// Discord's limits in earnest, and all of them hold.
    fn ponders(&self) {
        self.hours.turn(Duration::from_secs(3));
    }

    // --- The people's interface ---

    pub(crate) async fn get(&self, path: &str) -> Value {
        let answer = self
            .client
            .get(format!("{}/people/v1/{path}", self.base))
            .send()
            .await
            .unwrap();
        answer.json().await.unwrap()
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Value {
        let answer = self
            .client
            .post(format!("{}/people/v1/{path}", self.base))
            .json(&body)
            .send()
            .await
            .unwrap();
        answer.json().await.unwrap()
    }

    /// What the bot calls something in the language of the people.
    pub(crate) fn said(&self, name: &str) -> String {
        self.dictionary.of(&self.spoken).say(name, &[])
    }

    /// The longest part of a sentence between what is filled in.
    pub(crate) fn part(&self, name: &str) -> String {
        let said = self.said(name);
        let parts = said.split(['{', '}']).step_by(2).map(str::trim);
        parts.max_by_key(|part| part.len()).unwrap().to_owned()
    }

    pub(crate) fn person(&self, name: &str) -> &str {
        &self.people[name]
    }

    /// Waits until something holds.
    pub(crate) async fn until(&self, what: &str, holds: impl AsyncFn(&Scene) -> bool) {
        self.until_nothing(what, async |scene| (!holds(scene).await).then(String::new))
            .await;
    }

    /// Waits until nothing is left of something.
    pub(crate) async fn until_nothing(
        &self,
        what: &str,
        left: impl AsyncFn(&Scene) -> Option<String>,
    ) {
        let begun = Instant::now();
        while let Some(left) = left(self).await {
            if begun.elapsed() >= PATIENCE {
                let mut said = self.requests().await.into_iter();
                let last = said
                    .rfind(|request| request["body"]["content"].is_string())
                    .unwrap_or_default();
                panic!(
                    "never: {what} {left}; the last words of the bot: {}",
                    last["body"]
                );
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Every REST request of the bot.
    pub(crate) async fn requests(&self) -> Vec<Value> {
        self.get("requests").await.as_array().unwrap().clone()
    }
}

pub(crate) fn text(value: &Value) -> String {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is no text"))
        .to_owned()
}

/// A trouble at the porch, in short.
pub(crate) fn trouble(kind: &str, more: &Value) -> Value {
    let mut trouble = json!({ "kind": kind });
    for (name, value) in more.as_object().unwrap() {
        trouble[name] = value.clone();
    }
    trouble
}
