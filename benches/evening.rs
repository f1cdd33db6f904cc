//! How many turns a second go through porch, bot and database with durable commits, and how long somebody waits for an
//! answer, while many tables are open. The porch, the bot and those who press share this machine.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a measurement that cannot go on has failed")]

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use lanai::chat::{Bot, BotSettings, ConnectionSettings};
use lanai::porch::{Limits, Porch, Settings, TOKEN};
use lanai::store::Store;
use lanai::tables::Tables;
use lanai::words::Dictionary;
use serde_json::{Value, json};

/// How many tables are open, and how many people press at once.
const TABLES: usize = 1000;
const AT_ONCE: [usize; 3] = [1, 4, 16];
/// As many as one person may have made in a while.
const TABLES_EACH: usize = 6;
/// How long each measurement takes, and how often it is made.
const MEASURED: Duration = Duration::from_secs(10);
const ROUNDS: usize = 3;
const PICTURES_WITHIN: Duration = Duration::from_secs(2);

#[derive(Clone)]
struct People {
    client: reqwest::Client,
    base: String,
    ben: String,
}

/// A table: its thread, and who sits there.
#[derive(Clone)]
struct Place {
    thread: String,
    people: [String; 2],
}

impl People {
    async fn post(&self, path: &str, body: Value) -> Value {
        let sent = self.client.post(format!("{}/people/v1/{path}", self.base)).json(&body).send().await;
        sent.unwrap().json().await.unwrap()
    }

    async fn world(&self) -> Value {
        self.client.get(format!("{}/people/v1/world", self.base)).send().await.unwrap().json().await.unwrap()
    }

    async fn says(&self, who: &str, channel: &str, line: &str) -> Value {
        self.post("type", json!({ "as": who, "channel": channel, "line": line, "wait": "settled" })).await
    }
}

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    // With pictures both cores have more to do beside the answers; a busy channel gets its pictures with its last news.
    for (name, pictures_within) in [("in words", Duration::ZERO), ("with pictures", PICTURES_WITHIN)] {
        tell(name);
        runtime.block_on(measure(pictures_within));
    }
}

async fn measure(pictures_within: Duration) {
    let folder = tempfile::tempdir().unwrap();
    // How fast the bot is shall be seen, and not how much Discord takes of it.
    let porch = Porch::open(Settings { limits: Limits::none(), ..Settings::default() }).await.unwrap();
    let base = format!("http://{}", porch.address());
    let store = Store::open(&folder.path().join("lanai.db")).await.unwrap();
    let line = ConnectionSettings {
        token: TOKEN.to_owned(),
        proxy: Some(base.clone()),
        limiter: false,
        settings: BotSettings { posts_per_second: 100_000, pictures_within, greets: false, shards: 1 },
    };
    let bot = Bot::new(&line, Tables::new(store), Dictionary::open().unwrap()).await.unwrap();
    tokio::spawn(bot.run(std::future::pending()));
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let mut people = People { client, base, ben: String::new() };
    while people.world().await["commands"].as_array().unwrap().is_empty() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let world = people.world().await;
    people.ben = world["persons"][1]["id"].as_str().unwrap().to_owned();
    let hall = world["channels"][0]["id"].as_str().unwrap().to_owned();
    let places = open_tables(&people, &hall).await;
    for at_once in AT_ONCE {
        for _ in 0..ROUNDS {
            play(&people, &places, at_once).await;
        }
    }
}

/// Opens the tables, half of each game, and begins them.
async fn open_tables(people: &People, hall: &str) -> Vec<Place> {
    let begun = Instant::now();
    let mut openers = Vec::new();
    for number in 0..TABLES {
        if number % TABLES_EACH == 0 {
            let added = people.post("persons", json!({ "name": format!("Opener {number}") })).await;
            openers.push(added["id"].as_str().unwrap().to_owned());
        }
        let game = if number % 2 == 0 { "Hawaii" } else { "Haleakala" };
        let opener = &openers[number / TABLES_EACH];
        people.says(opener, hall, &format!("/table open game:{game} seats:2")).await;
    }
    let world = people.world().await;
    let threads = world["channels"].as_array().unwrap().iter().filter(|it| it["kind"] == "thread");
    let place = |(number, it): (usize, &Value)| Place {
        thread: it["id"].as_str().unwrap().to_owned(),
        people: [openers[number / TABLES_EACH].clone(), people.ben.clone()],
    };
    let places: Vec<Place> = threads.enumerate().map(place).collect();
    assert_eq!(places.len(), TABLES);
    for Place { thread, people: [opener, _] } in &places {
        people.says(&people.ben, thread, "/table join").await;
        people.says(opener, thread, "/table start").await;
    }
    tell(&format!("{TABLES} tables opened and begun in {:.1} s", begun.elapsed().as_secs_f64()));
    places
}

/// Many play for a while, each at tables of their own: any turn that is offered first.
async fn play(people: &People, places: &[Place], at_once: usize) {
    let (begun, done) = (Instant::now(), Arc::new(AtomicUsize::new(0)));
    let mut playing = tokio::task::JoinSet::new();
    for share in places.chunks(places.len().div_ceil(at_once)) {
        let (people, share, done) = (people.clone(), share.to_vec(), Arc::clone(&done));
        playing.spawn(async move {
            let mut waits = Vec::new();
            // Who acts at each table, as far as is known.
            let mut acting = vec![0; share.len()];
            'all: loop {
                for (place, acting) in share.iter().zip(&mut acting) {
                    if begun.elapsed() > MEASURED {
                        break 'all;
                    }
                    let asked = Instant::now();
                    let shown = people.says(&place.people[*acting], &place.thread, "/choose choice:1").await;
                    waits.push(asked.elapsed());
                    let words = shown["message"]["content"].as_str().unwrap_or_default();
                    if !words.starts_with("It is") && !words.starts_with("The game is over") {
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                    // No panel below the answer: this turn is over, or it was not theirs.
                    if !shown["message"]["components"].to_string().contains("\"p:") {
                        *acting = 1 - *acting;
                    }
                }
            }
            waits
        });
    }
    let mut waits: Vec<Duration> = playing.join_all().await.into_iter().flatten().collect();
    waits.sort();
    let seconds = begun.elapsed().as_secs_f64();
    let moves = f64::from(u32::try_from(done.load(Ordering::Relaxed)).unwrap()) / seconds;
    let answers = f64::from(u32::try_from(waits.len()).unwrap()) / seconds;
    let at = |share: usize| waits[(waits.len() - 1) * share / 100];
    tell(&format!(
        "{at_once:>2} at once: {moves:.0} moves a second of {answers:.0} answers; median {:.1} ms, 99th percentile {:.1} ms",
        at(50).as_secs_f64() * 1000.0,
        at(99).as_secs_f64() * 1000.0,
    ));
}

fn tell(line: &str) {
    writeln!(std::io::stdout(), "{line}").expect("somebody reads");
}
