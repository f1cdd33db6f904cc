//! How long somebody waits for a step in the panel: opened, chosen in, done; each with its picture. Porch, bot and database
//! share this machine with whoever presses, and every answer goes all the way.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a measurement that cannot go on has failed")]

use std::collections::BTreeMap;
use std::io::Write as _;
use std::time::{Duration, Instant};

use lanai::chat::{Bot, BotSettings, ConnectionSettings};
use lanai::porch::{Limits, Porch, Settings, TOKEN};
use lanai::store::Store;
use lanai::tables::Tables;
use lanai::words::Dictionary;
use serde_json::{Value, json};

/// How many turns are played of each game.
const TURNS: usize = 60;
const PICTURES_WITHIN: Duration = Duration::from_secs(2);

struct People {
    client: reqwest::Client,
    base: String,
    ids: [String; 2],
    /// How long each kind of step took, by its name.
    took: BTreeMap<&'static str, Vec<Duration>>,
}

impl People {
    async fn post(&self, path: &str, body: Value) -> Value {
        let sent = self.client.post(format!("{}/people/v1/{path}", self.base)).json(&body).send().await;
        sent.unwrap().json().await.unwrap()
    }

    async fn world(&self) -> Value {
        self.client.get(format!("{}/people/v1/world", self.base)).send().await.unwrap().json().await.unwrap()
    }

    async fn says(&self, who: usize, channel: &str, line: &str) -> Value {
        let body = json!({ "as": self.ids[who], "channel": channel, "line": line, "wait": "settled" });
        self.post("type", body).await["message"].take()
    }

    /// With its very first start the bot uploads the pieces, one after another: waits until no more come.
    async fn wait_for_pieces(&self, world: &Value) {
        let application = world["bot"]["id"].as_str().unwrap();
        let url = format!("{}/api/v10/applications/{application}/emojis", self.base);
        let mut before = 0;
        loop {
            tokio::time::sleep(Duration::from_secs(2)).await;
            let request = self.client.get(&url).header("authorization", format!("Bot {TOKEN}"));
            let emojis: Value = request.send().await.unwrap().json().await.unwrap();
            let many = emojis["items"].as_array().unwrap().len();
            if many > 0 && many == before {
                return;
            }
            before = many;
        }
    }

    /// A step that is measured. It counts if its answer came with a picture.
    async fn step(&mut self, name: &'static str, path: &str, mut body: Value) -> Value {
        body["wait"] = "settled".into();
        let asked = Instant::now();
        let shown = self.post(path, body).await["message"].take();
        let took = asked.elapsed();
        if shown["attachments"].as_array().is_some_and(|files| !files.is_empty()) {
            self.took.entry(name).or_default().push(took);
        }
        shown
    }
}

fn main() {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(measure());
}

async fn measure() {
    let folder = tempfile::tempdir().unwrap();
    let porch = Porch::open(Settings { limits: Limits::none(), ..Settings::default() }).await.unwrap();
    let base = format!("http://{}", porch.address());
    let store = Store::open(&folder.path().join("lanai.db")).await.unwrap();
    let line = ConnectionSettings {
        token: TOKEN.to_owned(),
        proxy: Some(base.clone()),
        limiter: false,
        settings: BotSettings {
            posts_per_second: 100_000,
            pictures_within: PICTURES_WITHIN,
            greets: false,
            shards: 1,
        },
    };
    let bot = Bot::new(&line, Tables::new(store), Dictionary::open().unwrap()).await.unwrap();
    tokio::spawn(bot.run(std::future::pending()));
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let mut people = People { client, base, ids: Default::default(), took: BTreeMap::new() };
    while people.world().await["commands"].as_array().unwrap().is_empty() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let world = people.world().await;
    people.wait_for_pieces(&world).await;
    let id = |list: &str, at: usize| world[list][at]["id"].as_str().unwrap().to_owned();
    people.ids = [id("persons", 0), id("persons", 1)];
    let hall = id("channels", 0);
    for game in ["Hawaii", "Haleakala"] {
        people.says(0, &hall, &format!("/table open game:{game} seats:2")).await;
        let world = people.world().await;
        let thread = world["channels"].as_array().unwrap().last().unwrap()["id"].as_str().unwrap().to_owned();
        people.says(1, &thread, "/table join").await;
        people.says(0, &thread, "/table start").await;
        play(&mut people, &thread).await;
        for (name, mut took) in std::mem::take(&mut people.took) {
            took.sort();
            let at = |share: usize| took[(took.len() - 1) * share / 100].as_secs_f64() * 1000.0;
            let (median, ninety, most) = (at(50), at(90), at(100));
            let many = took.len();
            tell(&format!(
                "{game}, {name}: {many} times, median {median:.1} ms, nine of ten within {ninety:.1} ms, longest {most:.1} ms"
            ));
        }
    }
}

/// Turn after turn: the panel, another option of its menus in each turn, *Do it*.
async fn play(people: &mut People, thread: &str) {
    let mut acting = 0;
    for turn in 0..TURNS {
        let line = json!({ "as": people.ids[acting], "channel": thread, "line": "/turn" });
        let mut shown = people.step("opened", "type", line).await;
        if components(&shown).is_empty() {
            acting = 1 - acting;
            continue;
        }
        for _ in 0..6 {
            let all = components(&shown);
            let press = |custom_id: &Value| json!({ "as": people.ids[acting], "message": shown["id"], "custom_id": custom_id });
            if let Some(button) =
                all.iter().find(|it| it["custom_id"].as_str().is_some_and(|id| id.starts_with("d:")))
            {
                let body = press(&button["custom_id"]);
                people.step("done", "press", body).await;
                break;
            }
            let Some(choice) =
                all.iter().find(|it| it["custom_id"].as_str().is_some_and(|id| id.starts_with("p:")))
            else {
                break;
            };
            let body = press(&choice["custom_id"]);
            shown = match choice["options"].as_array() {
                Some(options) => {
                    let mut body = body;
                    body["values"] = json!([options[turn * 7 % options.len()]["value"]]);
                    people.step("chosen", "choose", body).await
                }
                None => people.step("chosen", "press", body).await,
            };
        }
        // A board on its way would wait for the same cores.
        tokio::time::sleep(Duration::from_millis(400)).await;
    }
}

/// All buttons and menus of a message.
fn components(shown: &Value) -> Vec<Value> {
    let rows = shown["components"].as_array().into_iter().flatten();
    rows.flat_map(|row| row["components"].as_array().cloned().unwrap_or_default()).collect()
}

fn tell(line: &str) {
    writeln!(std::io::stdout(), "{line}").expect("somebody reads");
}
