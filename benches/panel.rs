//! The waiting time for each step in the panel: open, choose and confirm, with pictures. Porch, bot
//! and database share this machine with the player.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a measurement that cannot go on has failed"
)]

#[path = "shared/people.rs"]
mod people;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::time::{Duration, Instant};

use lanai_discord::{Bot, BotSettings, ConnectionSettings};
use lanai_host::Host;
use lanai_porch::{Limits, Porch, Settings, TOKEN};
use lanai_store::Store;
use lanai_text::Dictionary;
use people::People;
use serde_json::{Value, json};

/// Turns played of each game.
const TURNS: usize = 60;
const PICTURES_WITHIN: Duration = Duration::from_secs(2);

/// Two players, and the times of each kind of step.
struct Players {
    people: People,
    ids: Vec<String>,
    took: BTreeMap<&'static str, Vec<Duration>>,
}

impl Players {
    /// Measures a step, and records it if the answer has a picture.
    async fn step(&mut self, name: &'static str, path: &str, mut body: Value) -> Value {
        body["wait"] = "settled".into();
        let asked = Instant::now();
        let shown = self.people.post(path, body).await["message"].take();
        let took = asked.elapsed();
        if shown["attachments"]
            .as_array()
            .is_some_and(|files| !files.is_empty())
        {
            self.took.entry(name).or_default().push(took);
        }
        shown
    }
}

fn main() {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(measure());
}

async fn measure() {
    let folder = tempfile::tempdir().unwrap();
    let porch = Porch::open(Settings {
        limits: Limits::unlimited(),
        ..Settings::default()
    })
    .await
    .unwrap();
    let people = People::connect(&porch);
    let store = Store::open_file(&folder.path().join("lanai.db"))
        .await
        .unwrap();
    let line = ConnectionSettings {
        token: TOKEN.to_owned(),
        proxy: Some(people.base.clone()),
        limiter: false,
        settings: BotSettings {
            posts_per_second: 100_000,
            pictures_within: PICTURES_WITHIN,
            interactions_per_window: u32::MAX,
            ..BotSettings::default()
        },
    };
    let bot = Bot::new(&line, Host::new(store), Dictionary::open().unwrap())
        .await
        .unwrap();
    tokio::spawn(bot.run(std::future::pending()));
    people.wait_for_pieces().await;
    let (ids, hall) = (
        people.ids("persons").await,
        people.ids("channels").await.remove(0),
    );
    let mut players = Players {
        people,
        ids,
        took: BTreeMap::new(),
    };
    for game in ["Hawaii", "Haleakala"] {
        let Players { people, ids, .. } = &players;
        people
            .run_command(&ids[0], &hall, &format!("/table open game:{game} seats:2"))
            .await;
        let thread = people.ids("channels").await.pop().unwrap();
        people.run_command(&ids[1], &thread, "/table join").await;
        people.run_command(&ids[0], &thread, "/table start").await;
        play(&mut players, &thread).await;
        for (name, mut took) in std::mem::take(&mut players.took) {
            took.sort();
            let at = |share: usize| took[(took.len() - 1) * share / 100].as_secs_f64() * 1000.0;
            let (median, ninety, most) = (at(50), at(90), at(100));
            let many = took.len();
            print_line(&format!(
                "{game}, {name}: {many} times, median {median:.1} ms, nine of ten within {ninety:.1} ms, longest {most:.1} ms"
            ));
        }
    }
}

/// Plays turns: opens the panel, chooses another menu option in each turn, and presses *Do it*.
async fn play(players: &mut Players, thread: &str) {
    let mut acting = 0;
    for turn in 0..TURNS {
        let line = json!({ "as": players.ids[acting], "channel": thread, "line": "/turn" });
        let mut shown = players.step("opened", "type", line).await;
        if components(&shown).is_empty() {
            acting = 1 - acting;
            continue;
        }
        for _ in 0..6 {
            let all = components(&shown);
            let press = |custom_id: &Value| json!({ "as": players.ids[acting], "message": shown["id"], "custom_id": custom_id });
            if let Some(button) = all.iter().find(|item| {
                item["custom_id"]
                    .as_str()
                    .is_some_and(|id| id.starts_with("d:"))
            }) {
                let body = press(&button["custom_id"]);
                players.step("done", "press", body).await;
                break;
            }
            let Some(choice) = all.iter().find(|item| {
                item["custom_id"]
                    .as_str()
                    .is_some_and(|id| id.starts_with("p:"))
            }) else {
                break;
            };
            let body = press(&choice["custom_id"]);
            shown = match choice["options"].as_array() {
                Some(options) => {
                    let mut body = body;
                    body["values"] = json!([options[turn * 7 % options.len()]["value"]]);
                    players.step("chosen", "choose", body).await
                }
                None => players.step("chosen", "press", body).await,
            };
        }
        // Waits for the board, which would otherwise compete for the same cores.
        tokio::time::sleep(Duration::from_millis(400)).await;
    }
}

fn components(shown: &Value) -> Vec<Value> {
    let rows = shown["components"].as_array().into_iter().flatten();
    rows.flat_map(|row| row["components"].as_array().cloned().unwrap_or_default())
        .collect()
}

fn print_line(line: &str) {
    writeln!(std::io::stdout(), "{line}").expect("stdout is open");
}
