//! Games outlive the program: databases, records and posted buttons of earlier releases are played on by this one.
//!
//! `tests/releases` holds what each release left behind, made by that release itself:
//! `KEEP_RELEASE=name cargo test keeps_a_release` plays the evening below and keeps its database with everything that was
//! posted. Ids of channels, messages and people are the chat's: a new porch has others, so they are replaced before the
//! evening goes on.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs};

use lanai::rules::chance::{Dice, Seed};
use lanai::rules::haleakala::Haleakala;
use lanai::rules::hawaii::Hawaii;
use lanai::rules::record::{Header, Record};
use lanai::rules::{Rules, Title};
use lanai::words::Dictionary;
use serde_json::{Value, json};
use sqlx::{Connection as _, SqliteConnection};

use super::whole::{goes_on, press_a_turn};
use super::{Scene, Settings, Shown, evening, text, trouble};

/// Where releases are kept.
pub(crate) fn shelf(release: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/releases").join(release)
}

// --- Keeping a release ---

/// A table of an evening that is kept, with what somebody was looking at when it ended.
struct Kept {
    name: &'static str,
    place: String,
    panels: Vec<(&'static str, Shown)>,
}

impl Scene {
    async fn sits_down(&self, game: &str, people: &[&str], more: &str) -> String {
        self.says(people[0], &self.hall, &format!("/table open game:{game} {more}")).await.says("opened");
        let place = self.threads().await.pop().unwrap();
        for (number, other) in people.iter().enumerate().skip(1) {
            self.says(other, &place, &format!("/table join word:kept{number}")).await;
        }
        place
    }

    async fn some_turns(&self, place: &str, turns: usize) -> String {
        let mut dice = Dice::new(&Seed::from_number(11), 0);
        let (mut who, mut board) = self.next(place, None).await;
        for _ in 0..turns {
            let name = who.unwrap();
            press_a_turn(self, &name, &board, &mut dice).await;
            (who, board) = self.next(place, Some(&board)).await;
        }
        who.unwrap()
    }
}

/// The evening: both games, an open turn, waiting news, an open lobby, a watched table, a finished one, one in which the
/// computer took over.
async fn an_evening(scene: &mut Scene) -> Vec<Kept> {
    let lounge = text(&scene.post("channels", json!({ "name": "lounge" })).await["id"]);
    scene.says("Ben", &scene.hall, "/remind next:true").await;

    let hawaii = scene.sits_down("Hawaii", &["Ana", "Ben"], "seats:3 computers:1").await;
    scene.says("Ana", &hawaii, "/table start").await.says("begins");
    let who = scene.some_turns(&hawaii, 8).await;
    let who = if who == "Ana" { "Ana" } else { "Ben" };
    // A walk leads to a shop: the turn is open.
    let offered = scene.offered(who, &hawaii, "/move", "to").await;
    let there = text(&offered[0]["value"]);
    let open = scene.says(who, &hawaii, &format!("/move to:{there}")).await;
    assert!(goes_on(&open), "{open:?}");
    let open = Kept { name: "open turn", place: hawaii, panels: vec![(who, open)] };

    let haleakala = scene.sits_down("Haleakala", &["Ana", "Ben"], "pace:72h+8h").await;
    scene.says("Ben", &haleakala, "/table start").await.says("begins");
    let who = scene.some_turns(&haleakala, 7).await;
    scene.says("Dan", &lounge, "/watch table:2").await.says("follows");
    let who = if who == "Ana" { "Ana" } else { "Ben" };
    let board = scene.next(&haleakala, None).await.1;
    let panel = scene.presses(who, &board, "Take your turn").await;
    let watched = Kept { name: "watched", place: haleakala, panels: vec![(who, panel)] };

    let tactical = scene.sits_down("Haleakala", &["Ana", "Dan"], "options:tactical").await;
    scene.says("Ana", &tactical, "/table start").await.says("begins");
    scene.some_turns(&tactical, 12).await;
    let tactical = Kept { name: "tactical", place: tactical, panels: vec![] };

    let lobby = scene.sits_down("Hawaii", &["Ana", "Ben"], "seats:4 options:online").await;
    let lobby = Kept { name: "lobby", place: lobby, panels: vec![] };

    let finished = scene.sits_down("Haleakala", &["Ana", "Ben"], "").await;
    scene.says("Ana", &finished, "/table start").await.says("begins");
    scene.some_turns(&finished, 5).await;
    scene.resigns("Ben", &finished).await;
    scene.is_quiet().await;
    let finished = Kept { name: "finished", place: finished, panels: vec![] };

    let replaced = scene.sits_down("Hawaii", &["Ana", "Ben", "Dan"], "seats:3").await;
    scene.says("Ana", &replaced, "/table start").await.says("begins");
    scene.some_turns(&replaced, 4).await;
    scene.resigns("Ben", &replaced).await;
    scene.is_quiet().await;
    let replaced = Kept { name: "replaced", place: replaced, panels: vec![] };

    // Whatever is said from now on in one channel waits. Quiet hours come last: what is said in them makes no sound.
    let waiting = scene.sits_down("Haleakala", &["Ana", "Dan"], "").await;
    scene.says("Ana", &waiting, "/table start").await.says("begins");
    let who = scene.some_turns(&waiting, 2).await;
    scene.is_quiet().await;
    scene.says("Ana", &scene.hall, "/remind every:8h zone:Europe/Prague quiet:22-8").await;
    let path = format!("channels/{waiting}/messages");
    let fails = json!({ "status": 503, "times": 1000, "method": "POST", "path_contains": path });
    scene.post("trouble", trouble("answer", &fails)).await;
    scene.takes_turn(&who, &waiting).await;
    let waiting = Kept { name: "waiting news", place: waiting, panels: vec![] };
    vec![open, watched, tactical, lobby, finished, replaced, waiting]
}

/// What one can press of a message, and who can.
fn pressable(who: &str, shown: &Shown, place: &str) -> Value {
    json!({ "who": who, "id": shown.message(), "channel": place, "content": shown.text(),
            "components": shown.0["message"]["components"] })
}

/// Where the game that is over was played.
fn finished(tables: &[Kept]) -> String {
    tables.iter().find(|kept| kept.name == "finished").unwrap().place.clone()
}

#[test]
fn keeps_a_release() {
    let Ok(release) = env::var("KEEP_RELEASE") else { return };
    evening(async move {
        let mut scene = Scene::in_a_file().await;
        let tables = an_evening(&mut scene).await;
        let mut posted = Vec::new();
        for kept in &tables {
            for shown in scene.sees("Dan", &kept.place).await {
                if !shown.components().is_empty() {
                    posted.push(pressable("", &shown, &kept.place));
                }
            }
            posted.extend(kept.panels.iter().map(|(who, shown)| pressable(who, shown, &kept.place)));
        }
        let record = scene.says("Ana", &finished(&tables), "/table record").await;
        let url = text(&record.0["message"]["attachments"][0]["url"]);
        let record = scene.client.get(url).send().await.unwrap().text().await.unwrap();
        let world = scene.get("world").await;
        let places: BTreeMap<_, _> = tables.iter().map(|kept| (kept.name, &kept.place)).collect();
        scene.bot_goes().await;
        let shelf = shelf(&release);
        fs::create_dir_all(&shelf).unwrap();
        fs::copy(scene.database(), shelf.join("lanai.db")).unwrap();
        fs::write(shelf.join("record-of-the-chat.json"), format!("{record}\n")).unwrap();
        let left = json!({ "server": world["server"], "persons": world["persons"],
                           "channels": world["channels"], "places": places, "posted": posted });
        fs::write(shelf.join("posted.json"), format!("{left:#}\n")).unwrap();
    });
}

// --- Playing on ---

/// What a release left behind, in a new chat: ids are the new chat's.
struct Left {
    places: BTreeMap<String, String>,
    posted: Vec<Posted>,
}

/// A message of before, with what can be pressed of it.
struct Posted {
    who: String,
    message: String,
    ids: Vec<String>,
}

impl Scene {
    /// What only the bot may ask. Whoever asks too fast asks again.
    async fn as_bot(&self, path: &str, body: &Value) -> String {
        loop {
            let request = self.client.post(format!("{}/api/v10/{path}", self.base)).json(body);
            let request = request.header("authorization", format!("Bot {}", self.line().token));
            let answer = request.send().await.unwrap();
            let (status, answer): (u16, Value) = (answer.status().as_u16(), answer.json().await.unwrap());
            match status {
                200 | 201 => return text(&answer["id"]),
                429 => {
                    let seconds = answer["retry_after"].as_f64().unwrap();
                    tokio::time::sleep(Duration::from_secs_f64(seconds)).await;
                }
                _ => panic!("{path}: {status} {answer}"),
            }
        }
    }

    /// The channels, threads and messages of a release are made anew, and the database speaks of these.
    async fn brings_back(&self, release: &str) -> Left {
        let kept: Value =
            serde_json::from_slice(&fs::read(shelf(release).join("posted.json")).unwrap()).unwrap();
        let list = |name: &str| kept[name].as_array().unwrap().clone();
        let world = self.get("world").await;
        let mut ids = vec![(text(&kept["server"]["id"]), text(&world["server"]["id"]))];
        for person in list("persons") {
            ids.push((text(&person["id"]), self.person(&text(&person["name"])).to_owned()));
        }
        for channel in list("channels") {
            let name = text(&channel["name"]);
            let new = match channel["kind"].as_str().unwrap() {
                "text" if ids.len() == 1 + self.people.len() => self.hall.clone(),
                "text" => text(&self.post("channels", json!({ "name": name })).await["id"]),
                "thread" => {
                    let path = format!("channels/{}/threads", self.hall);
                    self.as_bot(&path, &json!({ "name": name, "type": 11 })).await
                }
                _ => continue,
            };
            ids.push((text(&channel["id"]), new));
        }
        let new_id = |ids: &[(String, String)], old: &str| {
            ids.iter().find(|(known, _)| known == old).unwrap().1.clone()
        };
        let mut posted = Vec::new();
        // Panels were seen by one person alone; here they stand above the boards that everybody goes by.
        let mut messages = list("posted");
        messages.sort_by_key(|message| message["who"] == "");
        for message in messages {
            let channel = new_id(&ids, &text(&message["channel"]));
            let called =
                ids.iter().filter(|(old, _)| text(&message["content"]).contains(&format!("<@{old}>")));
            let called: Vec<_> = called.map(|(_, new)| new.clone()).collect();
            let content =
                ids.iter().fold(text(&message["content"]), |text, (old, new)| text.replace(old, new));
            let body = json!({ "content": content, "components": message["components"],
                               "allowed_mentions": { "parse": [], "users": called } });
            let new = self.as_bot(&format!("channels/{channel}/messages"), &body).await;
            let rows = message["components"].as_array().unwrap();
            let pressed = rows.iter().flat_map(|row| row["components"].as_array().unwrap());
            posted.push(Posted {
                who: text(&message["who"]),
                message: new.clone(),
                ids: pressed.map(|button| text(&button["custom_id"])).collect(),
            });
            ids.push((text(&message["id"]), new));
        }
        fs::copy(shelf(release).join("lanai.db"), self.database()).unwrap();
        let mut base = self.intruder().await;
        for (old, new) in &ids {
            speak_of(&mut base, old, new).await;
        }
        base.close().await.unwrap();
        let places = kept["places"].as_object().unwrap().iter();
        let places = places.map(|(name, old)| (name.clone(), new_id(&ids, old.as_str().unwrap())));
        Left { places: places.collect(), posted }
    }
}

/// One id takes the place of another, wherever a database speaks of it.
async fn speak_of(base: &mut SqliteConnection, old: &str, new: &str) {
    let columns: Vec<(String, String, String)> = sqlx::query_as(
        "select tables.name, columns.name, columns.type from sqlite_master as tables
         join pragma_table_info(tables.name) as columns where tables.type = 'table'",
    )
    .fetch_all(&mut *base)
    .await
    .unwrap();
    for (table, column, kind) in columns.into_iter().filter(|(table, ..)| !table.starts_with("_sqlx")) {
        let change = if ["integer", "bigint"].iter().any(|number| kind.eq_ignore_ascii_case(number)) {
            format!("update {table} set {column} = {new} where {column} = {old}")
        } else {
            format!(
                "update {table} set {column} = replace({column}, '{old}', '{new}') where {column} is not null"
            )
        };
        sqlx::query(sqlx::AssertSqlSafe(change)).execute(&mut *base).await.unwrap();
    }
}

/// An answer that a table gives: no trouble, and no button that has expired.
fn is_an_answer(shown: &Shown, id: &str) {
    let words = Dictionary::open().unwrap();
    for sentence in ["chat-trouble", "chat-old-button"] {
        let sentence = words.english().say(sentence, &[]);
        assert!(!shown.text().contains(&sentence), "{id}: {shown:?}");
    }
}

fn proves(json: &str) {
    fn replays<G: Rules>(json: &str) {
        Record::<G>::read(json).unwrap().replay(None).unwrap();
    }
    match Header::read(json).unwrap().title {
        Title::Hawaii => replays::<Hawaii>(json),
        Title::Haleakala => replays::<Haleakala>(json),
    }
}

/// The letters that ids begin with whose presses end or change what the others are about: they come last.
fn changes_much(id: &str) -> bool {
    ["l:", "s:", "u:", "w:"].iter().any(|letter| id.starts_with(letter))
}

#[test]
fn evenings_of_earlier_releases_go_on() {
    evening(async {
        let mut scene = Scene::without_bot_in_a_file(Settings::default()).await;
        let left = scene.brings_back("f0fcde9").await;
        scene.bot_comes().await;
        let place = |name: &str| left.places[name].clone();
        // What waited to be said is said.
        scene.told(&place("waiting news"), "it is your turn").await;
        // What was posted can be pressed: the panel of an open turn goes on where it was.
        let buttons = |last: bool| {
            let all = left.posted.iter().flat_map(|posted| posted.ids.iter().map(move |id| (posted, id)));
            all.filter(move |(_, id)| changes_much(id) == last)
        };
        let (mut gone_on, mut answered) = (Vec::new(), BTreeSet::new());
        for (posted, id) in buttons(false).chain(buttons(true)) {
            // A panel that goes on has other buttons.
            if gone_on.contains(&posted.message) {
                continue;
            }
            let who = if posted.who.is_empty() { "Ana" } else { &posted.who };
            let shown = scene.presses_id(who, &posted.message, id).await;
            // News that waited took the place of some boards, and their buttons with them.
            if shown.outcome() == "refused by the porch" {
                continue;
            }
            answered.insert(id[..1].to_owned());
            match &id[..2] {
                "w:" => assert_eq!(shown.outcome(), "modal", "{shown:?}"),
                _ => is_an_answer(&shown, id),
            }
            if id.starts_with("p:") {
                assert!(goes_on(&shown), "the turn is open still: {shown:?}");
                gone_on.push(posted.message.clone());
            }
        }
        let all: BTreeSet<_> =
            left.posted.iter().flat_map(|it| it.ids.iter().map(|id| id[..1].to_owned())).collect();
        assert_eq!(answered, all, "each kind of button");
        for running in ["open turn", "watched", "tactical", "replaced", "waiting news", "lobby"] {
            for line in ["/turn", "/recap", "/table replay", "/table show", "/realm"] {
                is_an_answer(&scene.says("Ana", &place(running), line).await, line);
            }
        }
        // A game that is over still proves itself.
        let record = scene.says("Ana", &place("finished"), "/table record").await;
        let url = text(&record.0["message"]["attachments"][0]["url"]);
        proves(&scene.client.get(url).send().await.unwrap().text().await.unwrap());
        // What was over before anybody wrote down how games end is found again.
        let found = scene.says("Ana", &scene.hall, "/history").await;
        found.says("**Haleakala**").says(&format!("<#{}>", place("finished")));
        scene.end().await;
    });
}

#[test]
fn records_of_earlier_releases_replay() {
    let mut records = 0;
    for release in fs::read_dir(shelf("")).unwrap() {
        for file in fs::read_dir(release.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let is_record = path.extension().is_some_and(|it| it == "json") && !path.ends_with("posted.json");
            if is_record {
                proves(&fs::read_to_string(&path).unwrap());
                records += 1;
            }
        }
    }
    assert!(records >= 5, "where are they?");
}
