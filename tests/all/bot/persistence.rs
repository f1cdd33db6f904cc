//! The program on its own porch, with a database that is kept: it is told to stop or killed, starts again, and everybody
//! plays on where they were.

use lanai_host::{Clock, Timestamp};
use lanai_rules::chance::{Dice, Seed};
use lanai_store::Store;
use lanai_text::Dictionary;
use serde_json::{Value, json};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::{PATIENCE, Scene, Shown, evening, text};
use lanai_testing::homes::Database;

/// The program as people start it to play at the porch.
struct House {
    child: Child,
    base: String,
}

/// How it ends.
#[derive(Clone, Copy, Debug)]
enum End {
    /// Ctrl+C.
    Asked,
    /// A kill that nobody can hear.
    Killed,
}

impl House {
    /// Starts it, and reads where the porch is.
    fn opens(folder: &Path, database: Option<&Path>) -> House {
        let mut program = Command::new(crate::program::binary());
        if let Some(database) = database {
            program.env("LANAI_DATABASE", database);
        }
        let mut child = program
            .current_dir(folder)
            .env_remove("DISCORD_TOKEN")
            .env_remove("LANAI_PROXY")
            .env("LANAI_PORCH", "127.0.0.1:0")
            .env("LANAI_LOG", "warn")
            .env("LANAI_PRESSES", "100000")
            .env("TMPDIR", folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut said)
            .unwrap();
        let base = said.split(' ').find(|word| word.starts_with("http://"));
        let base = base
            .unwrap_or_else(|| panic!("no porch: {said}"))
            .to_owned();
        House { child, base }
    }

    fn ends(&mut self, how: End) {
        match how {
            End::Asked => {
                let id = self.child.id().to_string();
                assert!(
                    Command::new("kill")
                        .args(["-INT", &id])
                        .status()
                        .unwrap()
                        .success()
                );
                assert!(self.child.wait().unwrap().success(), "it did not end well");
            }
            End::Killed => {
                self.child.kill().unwrap();
                self.child.wait().unwrap();
            }
        }
    }
}

impl Drop for House {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Scene {
    /// People who sit at somebody else's porch.
    async fn at(house: &House) -> Scene {
        let mut scene = Scene {
            porch: None,
            bots: Vec::new(),
            processes: 1,
            base: house.base.clone(),
            people: BTreeMap::new(),
            hall: String::new(),
            client: reqwest::Client::builder().no_proxy().build().unwrap(),
            pictures_within: PATIENCE,
            greets: true,
            posts_per_second: 45,
            refusals: 5000,
            presses: 100_000,
            hours: lanai_porch::Clock::of_machine(),
            clock: Clock::of_machine(),
            dictionary: Dictionary::open().unwrap(),
            spoken: "en".to_owned(),
            kept: Database::file(),
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

    /// What everybody sees, without the address at which the porch stands today.
    async fn all_seen(&self) -> Vec<(String, Value)> {
        let world = self.get("world").await;
        let mut all = Vec::new();
        for channel in world["channels"].as_array().unwrap() {
            for who in self.people.values() {
                let path = format!("channels/{}/messages?as={who}", text(&channel["id"]));
                let seen = self.get(&path).await.to_string().replace(&self.base, "");
                let Value::Array(seen) = serde_json::from_str(&seen).unwrap() else {
                    continue;
                };
                all.extend(
                    seen.into_iter()
                        .map(|message| (format!("{who} {}", message["id"]), message)),
                );
            }
        }
        all
    }

    /// Waits until the bot has said everything: nothing is due, and nothing changes any more. What a channel did not take at
    /// once is said some seconds later.
    async fn rests(&self, database: &Path) -> Vec<(String, Value)> {
        let store = Store::open(database).await.unwrap();
        let mut before = self.all_seen().await;
        for _ in 0..100 {
            tokio::time::sleep(Duration::from_millis(700)).await;
            let now = self.all_seen().await;
            if now == before
                && store
                    .notices()
                    .due(Timestamp(i64::MAX), 1)
                    .await
                    .unwrap()
                    .is_empty()
            {
                store.close().await;
                return now;
            }
            before = now;
        }
        panic!("it never rests");
    }
}

#[test]
fn game_continues_after_restart_and_kill() {
    evening(async {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("lanai.db");
        let mut house = House::opens(folder.path(), Some(&database));
        let mut scene = Scene::at(&house).await;
        scene.bot_is_there().await;
        scene.told(&scene.hall, "Aloha.").await;
        let place = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        let hello =
            json!({ "as": scene.person("Dan"), "channel": scene.hall, "line": "good evening" });
        let hello = scene.post("type", hello).await;
        let gone = scene.client.delete(format!(
            "{}/people/v1/messages/{}",
            scene.base,
            text(&hello["message"]["id"])
        ));
        assert_eq!(gone.send().await.unwrap().status(), 200);
        let whole = async |scene: &Scene| {
            let mut world = scene.get("world").await;
            world["bot"] = Value::Null;
            // The bot may have registered them again since.
            world["commands"]
                .as_array_mut()
                .unwrap()
                .iter_mut()
                .for_each(|it| it["version"] = Value::Null);
            world
        };
        let mut panel: Option<(String, Shown)> = None;
        for end in [End::Asked, End::Killed, End::Killed] {
            let (who, board) = scene.next(&place, None).await;
            let who = who.expect("the game is not over");
            let seen = scene.rests(&database).await;
            let before = whole(&scene).await;
            house.ends(end);
            house = House::opens(folder.path(), Some(&database));
            scene.base.clone_from(&house.base);
            assert_eq!(whole(&scene).await, before, "{end:?}");
            scene.bot_is_there().await;
            let now: BTreeMap<_, _> = scene.rests(&database).await.into_iter().collect();
            let lost: Vec<_> = seen
                .iter()
                .filter(|(at, message)| now.get(at) != Some(message))
                .collect();
            assert!(lost.is_empty(), "{end:?}: {lost:#?}");
            assert_eq!(now.len(), seen.len(), "{end:?}: something was said twice");
            for line in ["/mine", "/table list"] {
                scene
                    .says("Ana", &scene.hall, line)
                    .await
                    .says(&format!("<#{place}>"));
            }
            // Pictures are there, under the address of today.
            for url in board.pictures() {
                let url = format!(
                    "{}/files/{}",
                    scene.base,
                    url.split_once("/files/").unwrap().1
                );
                assert_eq!(scene.client.get(url).send().await.unwrap().status(), 200);
            }
            // The private panel of before answers, whether its turn is still or not; the old button opens the next.
            if let Some((whose, shown)) = &panel
                && let Some((id, values)) = shown.menu()
            {
                let pressed = scene.chooses_in(whose, shown, &id, &values[0]).await;
                assert_ne!(pressed.outcome(), "failed", "{end:?}");
            }
            let opened = scene.presses(&who, &board, "Take your turn").await;
            assert!(opened.is_private());
            scene.says(&who, &place, "/choose choice:1").await;
            panel = Some((
                who.clone(),
                scene.presses(&who, &board, "Take your turn").await,
            ));
            scene.finishes(&who, &place).await;
        }
        house.ends(End::Asked);
    });
}

impl Scene {
    /// Somebody chooses until it is not their turn any more.
    async fn finishes(&self, who: &str, place: &str) {
        for _ in 0..20 {
            let told = self.public(place).await.last().map(Shown::message);
            self.says(who, place, "/choose choice:1").await;
            tokio::time::sleep(Duration::from_millis(100)).await;
            if self.public(place).await.last().map(Shown::message) != told {
                return;
            }
        }
    }
}

/// Whoever was told that something was said finds it, however hard the porch ended.
#[test]
fn acknowledged_changes_survive_a_kill_at_any_moment() {
    evening(async {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("lanai.db");
        let mut dice = Dice::new(&Seed::from_number(5), 0);
        let mut said: Vec<String> = Vec::new();
        for round in 0..8 {
            let mut house = House::opens(folder.path(), Some(&database));
            let scene = Scene::at(&house).await;
            let all = format!(
                "channels/{}/messages?as={}&limit=1000000",
                scene.hall,
                scene.person("Ana")
            );
            let found = scene.get(&all).await;
            let found: BTreeSet<String> = found
                .as_array()
                .unwrap()
                .iter()
                .map(|message| text(&message["id"]))
                .collect();
            let lost: Vec<_> = said.iter().filter(|id| !found.contains(*id)).collect();
            assert!(
                lost.is_empty(),
                "round {round}: {} of {} are lost",
                lost.len(),
                said.len()
            );
            let before_the_kill = 8 + dice.below(20);
            let acknowledged = Cell::new(0);
            let speak = async |who: &str| {
                let mut told = Vec::new();
                loop {
                    let body = json!({ "as": scene.person(who), "channel": scene.hall, "line": "and another thing" });
                    let sent = scene
                        .client
                        .post(format!("{}/people/v1/type", scene.base))
                        .json(&body)
                        .send();
                    let Ok(answer) = sent.await else { return told };
                    let Ok(answer) = answer.json::<Value>().await else {
                        return told;
                    };
                    told.push(text(&answer["message"]["id"]));
                    acknowledged.set(acknowledged.get() + 1);
                }
            };
            let (one, two, ()) = tokio::join!(speak("Ana"), speak("Ben"), async {
                while acknowledged.get() < before_the_kill {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
                house.ends(End::Killed);
            });
            said.extend(one.into_iter().chain(two));
        }
        assert!(said.len() > 50, "only {} things were said", said.len());
        eprintln!("{} things said, none lost", said.len());
    });
}

#[cfg(unix)]
#[test]
fn temporary_porch_leaves_no_files() {
    use std::os::unix::fs::PermissionsExt as _;

    let left = |folder: &Path| {
        let entries = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap());
        entries
            .map(|it| {
                (
                    it.file_name().into_string().unwrap(),
                    it.metadata().unwrap(),
                )
            })
            .collect::<Vec<_>>()
    };
    let folder = tempfile::tempdir().unwrap();
    let mut house = House::opens(folder.path(), None);
    house.ends(End::Asked);
    let names: Vec<_> = left(folder.path())
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(names, Vec::<String>::new());
    let mut house = House::opens(folder.path(), None);
    let id = house.child.id().to_string();
    house.ends(End::Killed);
    for (name, about) in left(folder.path()) {
        assert!(
            about.is_dir() && about.permissions().mode().trailing_zeros() >= 6,
            "{name}"
        );
        assert!(!name.contains(&id), "{name} can be guessed");
    }
}
