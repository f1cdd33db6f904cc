//! The program on its own porch with a stored database: it is stopped or killed, starts again, and
//! the games go on.

use lanai_host::Clock;
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

use super::{Scene, Shown, TIME_LIMIT, has_unsent_notices, text};
use lanai_testing::homes::Database;

/// The program as people start it to play at the porch.
struct PorchProgram {
    child: Child,
    base: String,
}

#[derive(Clone, Copy, Debug)]
enum End {
    /// Ctrl+C.
    Asked,
    /// SIGKILL.
    Killed,
}

impl PorchProgram {
    /// Starts it, and reads where the porch is.
    fn opens(folder: &Path, database: Option<&Path>) -> PorchProgram {
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
        PorchProgram { child, base }
    }

    fn end_by(&mut self, how: End) {
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

impl Drop for PorchProgram {
    fn drop(&mut self) {
        // The program may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Scene {
    /// Connects to the porch of the program.
    async fn connect_to(house: &PorchProgram) -> Scene {
        let mut scene = Scene {
            porch: None,
            bots: Vec::new(),
            processes: 1,
            base: house.base.clone(),
            people: BTreeMap::new(),
            main_channel: String::new(),
            client: reqwest::Client::builder().no_proxy().build().unwrap(),
            pictures_within: TIME_LIMIT,
            greets_guilds: true,
            posts_per_second: 45,
            refusals: 5000,
            interactions_per_window: 100_000,
            hours: lanai_porch::Clock::system(),
            clock: Clock::system(),
            dictionary: Dictionary::open().unwrap(),
            spoken: "en".to_owned(),
            serves_board: false,
            has_activity: false,
            board_addresses: Vec::new(),
            kept: Database::create_file(),
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

    /// Returns everything that people see, without the porch's address.
    async fn visible_world(&self) -> Vec<(String, Value)> {
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

    /// Waits until nothing is due and nothing changes, including retries some seconds later.
    async fn wait_until_settled(&self, database: &Path) -> Vec<(String, Value)> {
        let store = Store::open_file(database).await.unwrap();
        let mut before = self.visible_world().await;
        for _ in 0..100 {
            tokio::time::sleep(Duration::from_millis(700)).await;
            let now = self.visible_world().await;
            if now == before && !has_unsent_notices(&store).await {
                store.close().await;
                return now;
            }
            before = now;
        }
        panic!("it never rests");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn game_continues_after_restart_and_kill() {
    let folder = lanai_testing::folders::create_folder();
    let database = folder.path().join("lanai.db");
    let mut house = PorchProgram::opens(folder.path(), Some(&database));
    let mut scene = Scene::connect_to(&house).await;
    scene.wait_for_bot().await;
    scene.wait_for_text(&scene.main_channel, "Aloha.").await;
    let thread = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    let hello =
        json!({ "as": scene.person("Dan"), "channel": scene.main_channel, "line": "good evening" });
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
        // The bot may have registered its commands again since.
        world["commands"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .for_each(|item| item["version"] = Value::Null);
        world
    };
    let mut panel: Option<(String, Shown)> = None;
    for end in [End::Asked, End::Killed, End::Killed] {
        let (who, board) = scene.wait_for_turn(&thread, None).await;
        let who = who.expect("the game isn't over");
        let seen = scene.wait_until_settled(&database).await;
        let before = whole(&scene).await;
        house.end_by(end);
        house = PorchProgram::opens(folder.path(), Some(&database));
        scene.base.clone_from(&house.base);
        assert_eq!(whole(&scene).await, before, "{end:?}");
        scene.wait_for_bot().await;
        let now: BTreeMap<_, _> = scene
            .wait_until_settled(&database)
            .await
            .into_iter()
            .collect();
        let lost: Vec<_> = seen
            .iter()
            .filter(|(at, message)| now.get(at) != Some(message))
            .collect();
        assert!(lost.is_empty(), "{end:?}: {lost:#?}");
        assert_eq!(now.len(), seen.len(), "{end:?}: something was said twice");
        for line in ["/mine", "/table list"] {
            scene
                .assert_answer("Ana", &scene.main_channel, line, &format!("<#{thread}>"))
                .await;
        }
        // Pictures are there, under the address of today.
        for url in board.picture_urls() {
            let url = format!(
                "{}/files/{}",
                scene.base,
                url.split_once("/files/").unwrap().1
            );
            assert_eq!(scene.client.get(url).send().await.unwrap().status(), 200);
        }
        // The old panel is answered in any case; the old button opens the next panel.
        if let Some((owner, shown)) = &panel
            && let Some((id, _)) = shown.open_choices().first()
        {
            let pressed = scene.press_id(owner, &shown.message_id(), id).await;
            assert_ne!(pressed.outcome(), "failed", "{end:?}");
        }
        let opened = scene.press_button(&who, &board, "Take your turn").await;
        assert!(opened.is_private());
        scene.run_command(&who, &thread, "/choose choice:1").await;
        panel = Some((
            who.clone(),
            scene.press_button(&who, &board, "Take your turn").await,
        ));
        scene.finish_turn(&who, &thread).await;
    }
    house.end_by(End::Asked);
}

impl Scene {
    /// Chooses until the turn is over.
    async fn finish_turn(&self, who: &str, thread: &str) {
        for _ in 0..20 {
            let told = self
                .list_public_messages(thread)
                .await
                .last()
                .map(Shown::message_id);
            self.run_command(who, thread, "/choose choice:1").await;
            tokio::time::sleep(Duration::from_millis(100)).await;
            if self
                .list_public_messages(thread)
                .await
                .last()
                .map(Shown::message_id)
                != told
            {
                return;
            }
        }
    }
}

/// Every acknowledged message survives, however the porch ended.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_changes_survive_a_kill_at_any_moment() {
    let folder = lanai_testing::folders::create_folder();
    let database = folder.path().join("lanai.db");
    let mut dice = Dice::new(&Seed::from_number(5), 0);
    let mut said: Vec<String> = Vec::new();
    for round in 0..8 {
        let mut house = PorchProgram::opens(folder.path(), Some(&database));
        let scene = Scene::connect_to(&house).await;
        let all = format!(
            "channels/{}/messages?as={}&limit=1000000",
            scene.main_channel,
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
                let body = json!({ "as": scene.person(who), "channel": scene.main_channel, "line": "and another thing" });
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
            house.end_by(End::Killed);
        });
        said.extend(one.into_iter().chain(two));
    }
    assert!(said.len() > 50, "only {} things were said", said.len());
    eprintln!("{} things said, none lost", said.len());
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
            .map(|item| {
                (
                    item.file_name().into_string().unwrap(),
                    item.metadata().unwrap(),
                )
            })
            .collect::<Vec<_>>()
    };
    let folder = lanai_testing::folders::create_folder();
    let mut house = PorchProgram::opens(folder.path(), None);
    house.end_by(End::Asked);
    let names: Vec<_> = left(folder.path())
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(names, Vec::<String>::new());
    let mut house = PorchProgram::opens(folder.path(), None);
    let id = house.child.id().to_string();
    house.end_by(End::Killed);
    for (name, about) in left(folder.path()) {
        assert!(
            about.is_dir() && about.permissions().mode().trailing_zeros() >= 6,
            "{name}"
        );
        assert!(!name.contains(&id), "{name} can be guessed");
    }
}
