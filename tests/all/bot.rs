//! The real bot on the porch, with its real protocol and a real database, used by simulated people.

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
pub(crate) mod restarts;
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
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use lanai_discord::{Bot, BotSettings, ConnectionSettings};
use lanai_host::{Clock, Host};
use lanai_porch::{BOT_ID, CLIENT_SECRET, Porch, Settings, TOKEN};
use lanai_store::{Address, Store, Timestamp};
use lanai_text::{Dictionary, Key};
use lanai_web::{ActivitySettings, BoardServer, BoardServices, BoardSettings};
use serde_json::{Value, json};
use tokio::{sync::oneshot, task::JoinHandle};

pub(crate) use input::Shown;
use lanai_testing::homes::Database;
pub(crate) use whole_games::press_a_turn;

/// A generous limit for any wait: far more than a busy machine needs.
const TIME_LIMIT: Duration = Duration::from_mins(1);

/// Runs a test with the usual time limit.
pub(crate) fn run_test(work: impl Future<Output = ()>) {
    run_test_within(Duration::from_mins(10), work);
}

/// Runs a test with a time limit.
pub(crate) fn run_test_within(time: Duration, work: impl Future<Output = ()>) {
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

/// Returns whether the store has a notice to send, however late it is due.
pub(crate) async fn has_unsent_notices(store: &Store) -> bool {
    let due = store.notices().list_due(Timestamp(i64::MAX), 1).await;
    !due.unwrap().is_empty()
}

/// A porch, a bot on it, and the people there.
pub(crate) struct Scene {
    pub(crate) porch: Option<Porch>,
    bots: Vec<(oneshot::Sender<()>, JoinHandle<()>)>,
    /// The number of processes.
    pub(crate) processes: usize,
    pub(crate) base: String,
    pub(crate) people: BTreeMap<String, String>,
    pub(crate) main_channel: String,
    pub(crate) client: reqwest::Client,
    pub(crate) pictures_within: Duration,
    pub(crate) greets_guilds: bool,
    pub(crate) posts_per_second: u32,
    /// The interactions of one person that are served in ten seconds.
    pub(crate) interactions_per_window: u32,
    /// The number of refused requests after which the bot pauses.
    pub(crate) refusals: u32,
    /// The clock of the porch, by which Discord's limits go.
    pub(crate) hours: lanai_porch::Clock,
    /// The clock of the bot, which keeps its offset across restarts.
    pub(crate) clock: Clock,
    /// The bot's texts, and the language of the players.
    pub(crate) dictionary: Dictionary,
    pub(crate) spoken: String,
    /// Whether each process serves the board in a browser.
    pub(crate) serves_board: bool,
    /// Whether the board opens as an Activity.
    pub(crate) has_activity: bool,
    /// The addresses of the boards, which stay across restarts.
    pub(crate) board_addresses: Vec<SocketAddr>,
    kept: Database,
}

impl Scene {
    /// Opens the porch and starts the bot.
    pub(crate) async fn start() -> Scene {
        Scene::start_with(Settings::default()).await
    }

    pub(crate) async fn start_with(settings: Settings) -> Scene {
        Scene::start_on(Database::create_default().await, settings).await
    }

    /// The same with a SQLite file even where tests use PostgreSQL, because the test writes to it.
    pub(crate) async fn start_on_file() -> Scene {
        Scene::start_on(Database::create_file(), Settings::default()).await
    }

    pub(crate) async fn open_on_file(settings: Settings) -> Scene {
        Scene::open_on(Database::create_file(), settings).await
    }

    /// The same with this database.
    pub(crate) async fn start_on(kept: Database, settings: Settings) -> Scene {
        let mut scene = Scene::open_on(kept, settings).await;
        scene.start_bot().await;
        scene
    }

    pub(crate) async fn open(settings: Settings) -> Scene {
        Scene::open_on(Database::create_default().await, settings).await
    }

    pub(crate) async fn open_on(kept: Database, settings: Settings) -> Scene {
        let hours = settings.clock.clone();
        let porch = Porch::open(settings).await.unwrap();
        let base = format!("http://{}", porch.address());
        // A request that hangs fails its test.
        let client = reqwest::Client::builder()
            .no_proxy()
            .timeout(10 * TIME_LIMIT)
            .build()
            .unwrap();
        let mut scene = Scene {
            porch: Some(porch),
            bots: Vec::new(),
            processes: 1,
            base,
            people: BTreeMap::new(),
            main_channel: String::new(),
            client,
            pictures_within: TIME_LIMIT,
            greets_guilds: false,
            posts_per_second: 45,
            interactions_per_window: 100_000,
            refusals: 5000,
            hours,
            clock: Clock::system(),
            dictionary: Dictionary::open().unwrap(),
            spoken: "en".to_owned(),
            serves_board: false,
            has_activity: false,
            board_addresses: Vec::new(),
            kept,
        };
        let world = scene.get("world").await;
        for person in world["persons"].as_array().unwrap() {
            scene
                .people
                .insert(text(&person["name"]), text(&person["id"]));
        }
        scene.main_channel = text(&world["channels"][0]["id"]);
        scene
    }

    pub(crate) fn create_database(&self) -> PathBuf {
        match self.kept.address() {
            Address::File(path) => path,
            Address::Server(_) => panic!("this is about files"),
        }
    }

    /// Opens the database a second time, as another program would.
    pub(crate) async fn open_store(&self) -> Store {
        self.kept.open_store().await
    }

    pub(crate) fn connection_settings(&self) -> ConnectionSettings {
        ConnectionSettings {
            token: TOKEN.to_owned(),
            proxy: Some(self.base.clone()),
            limiter: false,
            settings: BotSettings {
                posts_per_second: self.posts_per_second,
                pictures_within: self.pictures_within,
                greets_guilds: self.greets_guilds,
                interactions_per_window: self.interactions_per_window,
                refusals: self.refusals,
                ..BotSettings::default()
            },
        }
    }

    /// Starts the bot and waits until its commands are registered.
    pub(crate) async fn start_bot(&mut self) {
        self.wait_until("the bot is gone", async |scene| {
            !scene.is_bot_connected().await
        })
        .await;
        for _ in 0..self.processes {
            self.start_process().await;
        }
        self.wait_for_bot().await;
    }

    async fn start_process(&mut self) {
        let store = self.open_store().await;
        let host = Host::with_clock(store.clone(), self.clock.clone());
        let board = self.bind_board().await;
        let activity = self.activity_settings();
        let mut connection = self.connection_settings();
        connection.settings.board_url = board.as_ref().map(|board| board.public_url().to_owned());
        connection.settings.has_activity = activity.is_some();
        let bot = Bot::new(&connection, host, self.dictionary.clone())
            .await
            .unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let running = tokio::spawn(async move {
            let (host, dictionary, renderer) = bot.board_parts();
            let (stop_board, board_stopped) = oneshot::channel::<()>();
            let services = BoardServices {
                host,
                dictionary,
                renderer,
                activity,
            };
            let serving = board.map(|board| {
                let stop = async {
                    let _ = board_stopped.await;
                };
                tokio::spawn(board.serve(services, stop))
            });
            bot.run(async {
                let _ = stopped.await;
            })
            .await
            .unwrap();
            drop(stop_board);
            if let Some(serving) = serving {
                serving.await.unwrap();
            }
            store.close().await;
        });
        self.bots.push((stop, running));
    }

    /// Returns how the board opens as an Activity, if the test mapped the Activity to it.
    fn activity_settings(&self) -> Option<ActivitySettings> {
        let port = self.base.rsplit(':').next().unwrap();
        self.has_activity.then(|| ActivitySettings {
            discord: self.base.clone(),
            application: BOT_ID.to_string(),
            client_secret: CLIENT_SECRET.to_owned(),
            bot_token: TOKEN.to_owned(),
            origin: format!("http://{BOT_ID}.localhost:{port}"),
        })
    }

    /// Binds the board of the next process, at the address of the process that it replaces.
    async fn bind_board(&mut self) -> Option<BoardServer> {
        if !self.serves_board {
            return None;
        }
        let known = self.board_addresses.get(self.bots.len()).copied();
        let address = known.unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 0)));
        let settings = BoardSettings {
            address,
            public_url: None,
        };
        let board = BoardServer::bind(settings).await.unwrap();
        if known.is_none() {
            let bound = board.public_url().trim_start_matches("http://").parse();
            self.board_addresses.push(bound.unwrap());
        }
        Some(board)
    }

    /// Waits until the bot is there and knows its commands.
    pub(crate) async fn wait_for_bot(&self) {
        self.wait_until("the bot is there", async |scene| {
            let world = scene.get("world").await;
            let commands = world["commands"].as_array().unwrap();
            // Discord itself makes the command that opens an Activity.
            let registered = commands.iter().any(|command| command["type"] != 4);
            registered && scene.is_bot_connected().await
        })
        .await;
    }

    async fn is_bot_connected(&self) -> bool {
        let all = self.get("sessions").await;
        all["sessions"]
            .as_array()
            .unwrap()
            .iter()
            .any(|session| session["live"] == true)
    }

    /// Stops the bot; its memory is lost.
    pub(crate) async fn stop_bot(&mut self) {
        let (stops, running): (Vec<_>, Vec<_>) = self.bots.drain(..).unzip();
        // All processes stop at once, so that none takes over the work of another.
        for stop in stops {
            stop.send(()).unwrap();
        }
        for running in running {
            running.await.unwrap();
        }
    }

    /// Stops one process and starts another.
    pub(crate) async fn replace_process(&mut self) {
        let (stop, running) = self.bots.remove(0);
        stop.send(()).unwrap();
        running.await.unwrap();
        self.start_process().await;
    }

    /// Ends the scene and checks every request that the bot sent.
    pub(crate) async fn end(mut self) {
        let requests = self.list_requests().await;
        discord_schema::check_requests(&requests);
        mentions::check_requests(&requests);
        command_registration::check_requests(&requests);
        slow_network::check_requests(&requests);
        self.stop_bot().await;
        if let Some(porch) = self.porch.take() {
            porch.close().await;
        }
    }

    /// Advances the porch's clock before a person acts, so that Discord's rate limits hold without
    /// real waiting.
    fn pause_before_action(&self) {
        self.hours.advance(Duration::from_secs(3));
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

    /// Returns a text of the bot in the language of the players.
    pub(crate) fn bot_text(&self, name: &str) -> String {
        let words = self.dictionary.for_locale(&self.spoken);
        words.say(Key::named(name), &[])
    }

    /// The longest part of a sentence between what is filled in.
    pub(crate) fn bot_text_part(&self, name: &str) -> String {
        let said = self.bot_text(name);
        let parts = said.split(['{', '}']).step_by(2).map(str::trim);
        parts.max_by_key(|part| part.len()).unwrap().to_owned()
    }

    pub(crate) fn person(&self, name: &str) -> &str {
        &self.people[name]
    }

    pub(crate) async fn wait_until(&self, description: &str, holds: impl AsyncFn(&Scene) -> bool) {
        self.wait_until_none(description, async |scene| {
            (!holds(scene).await).then(String::new)
        })
        .await;
    }

    /// Waits until the store has no more notices to send.
    pub(crate) async fn wait_until_all_sent(&self, store: &Store) {
        self.wait_until("all notices are sent", async |_| {
            !has_unsent_notices(store).await
        })
        .await;
    }

    /// Waits until a list is empty.
    pub(crate) async fn wait_until_none(
        &self,
        description: &str,
        left: impl AsyncFn(&Scene) -> Option<String>,
    ) {
        let begun = Instant::now();
        let mut pause = Duration::from_millis(5);
        while let Some(left) = left(self).await {
            if begun.elapsed() >= TIME_LIMIT {
                let mut said = self.list_requests().await.into_iter();
                let last = said
                    .rfind(|request| request["body"]["content"].is_string())
                    .unwrap_or_default();
                panic!(
                    "never: {description} {left}; the last words of the bot: {}",
                    last["body"]
                );
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }

    /// Every REST request of the bot.
    pub(crate) async fn list_requests(&self) -> Vec<Value> {
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
pub(crate) fn injected_failure(kind: &str, more: &Value) -> Value {
    let mut trouble = json!({ "kind": kind });
    for (name, value) in more.as_object().unwrap() {
        trouble[name] = value.clone();
    }
    trouble
}
