//! Privacy: people can read and export what is stored about them and have it erased, and the export
//! reveals nothing hidden.

use std::time::Duration;

use lanai_host::PersonId;
use lanai_porch::Settings;
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::{Rules as _, Status, Viewer};
use serde_json::{Value, json};

use super::hidden_information::{TABLE, load_game, store_game};
use super::{Scene, Shown, run_test_within};
use lanai_testing::homes::Database;
use lanai_testing::resampling::Resample as _;

const DAY: i64 = 24 * 60 * 60;

impl Scene {
    /// Returns the file of an answer.
    async fn fetch_file(&self, answer: &Shown) -> String {
        let url = answer
            .picture_urls()
            .into_iter()
            .next()
            .unwrap_or_else(|| panic!("no file in {}", answer.0));
        self.client
            .get(url)
            .send()
            .await
            .unwrap()
            .text()
            .await
            .unwrap()
    }

    /// Returns a person's export.
    async fn export_data(&self, who: &str, channel: &str) -> Value {
        let answer = self.run_command(who, channel, "/privacy export").await;
        assert!(answer.is_private());
        serde_json::from_str(&self.fetch_file(&answer).await).unwrap()
    }

    fn person_id_of(&self, who: &str) -> PersonId {
        PersonId(self.person(who).parse().unwrap())
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn privacy_about_works_everywhere() {
    let policy = Some("https://example.org/privacy".to_owned());
    let scene = Scene::start_with(Settings {
        policy,
        ..Settings::default()
    })
    .await;
    let direct = super::text(
        &scene
            .post("channels", json!({ "dm": scene.person("Ana") }))
            .await["id"],
    );
    let server = scene
        .post(
            "servers",
            json!({ "name": "Elsewhere", "locale": "en-US", "bot": false }),
        )
        .await;
    let elsewhere = scene
        .post(
            "channels",
            json!({ "name": "elsewhere", "server": server["id"] }),
        )
        .await["id"]
        .clone();
    let elsewhere = super::text(&elsewhere);
    scene
        .post(
            &format!("persons/{}/install", scene.person("Ana")),
            json!({ "installed": true }),
        )
        .await;
    for thread in [&scene.main_channel, &direct, &elsewhere] {
        let answer = scene.run_command("Ana", thread, "/privacy about").await;
        answer
            .assert_says("What I keep about you")
            .assert_says("after 30 days")
            .assert_says("<https://example.org/privacy>");
        assert!(answer.is_private() && answer.picture_urls().is_empty());
        let sent = scene
            .press_button("Ana", &answer, "Send me everything")
            .await;
        assert!(scene.fetch_file(&sent).await.contains(scene.person("Ana")));
        scene
            .assert_press("Ana", &answer, "Forget me", "Do you want me to forget you?")
            .await;
    }
    scene
        .run_command("Chloé", &scene.main_channel, "/privacy about")
        .await
        .assert_says("Ce que je garde sur vous");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn privacy_about_without_a_link_sends_the_policy() {
    let scene = Scene::start().await;
    let answer = scene
        .run_command("Ana", &scene.main_channel, "/privacy about")
        .await;
    answer.assert_says("in the file with this message");
    assert!(scene.fetch_file(&answer).await.starts_with("# Privacy"));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn export_contains_only_the_persons_data() {
    let scene = Scene::start().await;
    scene
        .run_command("Ana", &scene.main_channel, "/remind zone:Europe/Prague")
        .await;
    let running = scene
        .start_table("Hawaii", &["Ana", "Ben", "Dan"], "")
        .await;
    scene
        .run_command("Ana", &running, "/note text:\"beware of Ben\"")
        .await
        .assert_says("beware of Ben");
    scene
        .run_command("Ana", &scene.main_channel, "/watch table:1")
        .await;
    let over = scene.start_table("Haleakala", &["Ben", "Ana"], "").await;
    let (who, _) = scene.wait_for_turn(&over, None).await;
    scene.take_turn(&who.unwrap(), &over).await;
    scene.resign("Ben", &over).await;
    scene.wait_for_text(&over, "resigned").await;
    scene
        .run_command("Ana", &scene.main_channel, "/remind direct:true")
        .await;
    let file = scene.export_data("Ana", &scene.main_channel).await;
    assert_eq!(file["you"]["id"], scene.person("Ana"));
    assert_eq!(
        (&file["settings"]["zone"], &file["settings"]["direct"]),
        (&json!("Europe/Prague"), &json!(true))
    );
    assert_eq!(file["notes"][0]["text"], "beware of Ben");
    assert_eq!(file["following"][0]["table"], 1);
    let table = &file["tables"][0];
    assert_eq!(
        (&table["game"], &table["status"]),
        (&json!("hawaii"), &json!("running"))
    );
    assert!(table["your_view"].is_object(), "{table}");
    let game = &file["games"][0];
    assert_eq!(
        (&game["ending"], &game["record"]["title"]),
        (&json!("resigned"), &json!("haleakala"))
    );
    let you: Vec<bool> = game["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["you"] == true)
        .collect();
    assert_eq!(you.iter().filter(|you| **you).count(), 1);
    let text = file.to_string();
    for other in ["Ben", "Chloé", "Dan"] {
        assert!(
            !text.contains(scene.person(other)),
            "the number of {other} is in the file"
        );
    }
    // The export of another person contains nothing of hers.
    let file = scene
        .export_data("Ben", &scene.main_channel)
        .await
        .to_string();
    for hers in ["beware of Ben", "Europe/Prague", scene.person("Ana")] {
        assert!(!file.contains(hers), "{hers}");
    }
    // The export of a person who never played is empty.
    let nobody = scene.export_data("Chloé", &scene.main_channel).await;
    for list in [
        "tables",
        "games",
        "notes",
        "following",
        "contests",
        "ratings",
    ] {
        assert_eq!(nobody[list], json!([]), "{list}");
    }
    scene.end().await;
}

/// Returns a person's export without its date.
async fn export_without_date(scene: &Scene, who: &str, thread: &str) -> Value {
    let mut file = scene.export_data(who, thread).await;
    file["made_at"] = Value::Null;
    file
}

#[test]
fn export_contains_nothing_hidden_from_the_person() {
    run_test_within(Duration::from_mins(15), async {
        let scene = Scene::start_on_file().await;
        let people = ["Ana", "Ben", "Dan"];
        let thread = scene.start_table("Hawaii", &people, "").await;
        let (store, mut intruder) = (scene.open_store().await, scene.open_as_intruder().await);
        let mut dice = Dice::new(&Seed::from_number(17), 0);
        let (mut looked, mut known) = (0, 0);
        for _ in 0..14 {
            let real: Hawaii = load_game(&store).await;
            let Status::ToAct(seat) = real.status() else {
                break;
            };
            let (who, viewer) = (people[usize::from(seat.number()) - 1], Viewer::Seat(seat));
            let expected = export_without_date(&scene, who, &thread).await;
            let text = expected.to_string();
            assert!(
                !text.contains(&String::from(real.state().seed)),
                "the seed is in the file"
            );
            let secret = store.tables().find(TABLE).await.unwrap().unwrap().secret;
            let halves = secret.split_at(64);
            assert!(
                !text.contains(halves.0) && !text.contains(halves.1),
                "the secret is in the file"
            );
            let other = real.resample(viewer, &mut dice);
            store_game(&mut intruder, &other).await;
            assert_eq!(
                export_without_date(&scene, who, &thread).await,
                expected,
                "what {who} cannot know is in the file"
            );
            looked += 1;
            // The parts that she knows are in the export.
            let hers = real.resample(Viewer::Table, &mut dice);
            if hers.view(viewer) != real.view(viewer) {
                store_game(&mut intruder, &hers).await;
                assert_ne!(
                    export_without_date(&scene, who, &thread).await,
                    expected,
                    "what {who} knows is not in the file"
                );
                known += 1;
            }
            store_game(&mut intruder, &real).await;
            // Waiting players see only their own goods.
            for (number, name) in (1..).zip(people).filter(|(_, name)| *name != who) {
                let file = export_without_date(&scene, name, &thread).await;
                let realms = file["tables"][0]["your_view"]["realms"]
                    .as_array()
                    .unwrap()
                    .clone();
                let seen: Vec<usize> = (1..)
                    .zip(&realms)
                    .filter(|(_, item)| !item["goods"].is_null())
                    .map(|(at, _)| at)
                    .collect();
                assert_eq!(seen, [number], "{name} sees goods of others");
            }
            scene.take_turn(who, &thread).await;
            scene.wait_until_delivered().await;
        }
        assert!(
            looked > 5 && known > 1,
            "{looked} files were compared, {known} with what is known"
        );
        store.close().await;
        scene.end().await;
    });
}

/// An erased person leaves running games by the usual rules, and their old buttons do nothing.
async fn erase_during_games(scene: Scene) {
    scene
        .run_command("Ana", &scene.main_channel, "/remind zone:Europe/Prague")
        .await;
    let three = scene
        .start_table("Hawaii", &["Ana", "Ben", "Dan"], "")
        .await;
    let two = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    let (mut acts, mut board) = scene.wait_for_turn(&three, None).await;
    // Stops on her turn, with a panel open and a board with buttons.
    while acts.as_deref() != Some("Ana") {
        scene.take_turn(acts.as_deref().unwrap(), &three).await;
        (acts, board) = scene.wait_for_turn(&three, Some(&board)).await;
    }
    let panel = scene.run_command("Ana", &three, "/turn").await;
    scene.run_command("Ana", &three, "/note text:secret").await;
    let asked = scene
        .run_command("Ana", &scene.main_channel, "/privacy forget")
        .await;
    asked
        .assert_says("the 2 games you're playing")
        .assert_says("nobody can undo it");
    let done = scene.press_button("Ana", &asked, "Yes, forget me").await;
    done.assert_says("I know nothing about you any more");
    // The other players are told without her name, and play on.
    scene
        .wait_for_message(&three, "Somebody resigned; the computer takes over")
        .await;
    scene
        .wait_for_message(&two, "Somebody resigned, and that ends the game")
        .await;
    let (acts, board) = scene.wait_for_turn(&three, Some(&board)).await;
    assert_ne!(acts.as_deref(), Some("Ana"));
    scene
        .press_button("Ana", &board, "Take your turn")
        .await
        .assert_says("You have no seat at this table");
    scene.take_turn(&acts.unwrap(), &three).await;
    let status = scene
        .run_command("Ben", &three, "/table show text:true")
        .await;
    assert!(
        !status.text().contains("Ana") && !status.board_text().contains("Ana"),
        "{}",
        status.board_text()
    );
    let (old, _) = panel.open_choices().swap_remove(0);
    scene
        .press_id("Ana", &panel.message_id(), &old)
        .await
        .assert_says("You have no seat at this table");
    let store = scene.open_store().await;
    assert_eq!(
        store
            .erasure()
            .find_references(scene.person_id_of("Ana"))
            .await
            .unwrap(),
        []
    );
    store.close().await;
    let file = scene.export_data("Ana", &scene.main_channel).await;
    assert_eq!(
        (&file["tables"], &file["games"], &file["settings"]["zone"]),
        (&json!([]), &json!([]), &Value::Null)
    );
    scene
        .run_command("Ana", &scene.main_channel, "/history")
        .await;
    // The other players keep their history in their own language.
    let past = scene
        .run_command("Ben", &scene.main_channel, "/history")
        .await;
    past.assert_says("Somebody");
    assert!(!past.text().contains("Ana"));
    // She may come back as a new person.
    let again = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    scene.wait_for_turn(&again, None).await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forgotten_person_leaves_running_games() {
    erase_during_games(Scene::start().await).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forgetting_works_across_processes() {
    let Some(database) = Database::create_on_server().await else {
        return;
    };
    let mut scene = Scene::open_on(database, Settings::default()).await;
    (scene.processes, scene.pictures_within) = (2, Duration::ZERO);
    scene.start_bot().await;
    erase_during_games(scene).await;
}

// --- Servers ---

/// Creates a guild about which something is stored, and returns it with a channel.
async fn create_guild(scene: &Scene, name: &str) -> (String, String) {
    let server = super::text(
        &scene
            .post("servers", json!({ "name": name, "locale": "en-US" }))
            .await["id"],
    );
    let main_channel = scene
        .post("channels", json!({ "name": "games", "server": server }))
        .await;
    let main_channel = super::text(&main_channel["id"]);
    scene
        .run_command(
            "Ana",
            &main_channel,
            "/remind whose:\"This server's\" elsewhere:true",
        )
        .await;
    (server, main_channel)
}

/// Creates the same with a running and a finished game.
async fn create_guild_with_games(scene: &Scene) -> (String, String) {
    let (server, main_channel) = create_guild(scene, "Lahaina").await;
    for (name, over) in [("Haleakala", true), ("Hawaii", false)] {
        let before = scene.list_threads().await.len();
        scene
            .run_command(
                "Ana",
                &main_channel,
                &format!("/table open game:{name} seats:2"),
            )
            .await;
        let threads = scene.list_threads().await;
        assert_eq!(threads.len(), before + 1);
        let thread = threads.last().unwrap();
        scene.run_command("Ben", thread, "/table join").await;
        scene.run_command("Ana", thread, "/table start").await;
        let (acts, board) = scene.wait_for_turn(thread, None).await;
        scene.take_turn(&acts.unwrap(), thread).await;
        scene.wait_for_turn(thread, Some(&board)).await;
        if over {
            scene.resign("Ben", thread).await;
            scene.wait_for_text(thread, "resigned").await;
        }
    }
    scene.wait_until_delivered().await;
    (server, main_channel)
}

impl Scene {
    async fn is_guild_stored(&self, server: &str) -> bool {
        let store = self.open_store().await;
        let known = store.departures().list_known_guilds().await.unwrap();
        store.close().await;
        known.iter().any(|known| known.0.to_string() == server)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn server_without_the_bot_is_forgotten_in_time() {
    let scene = Scene::start().await;
    let (server, main_channel) = create_guild_with_games(&scene).await;
    let store = scene.open_store().await;
    let leaves = async |server: &str| {
        let before = store.departures().list().await.unwrap().len();
        scene
            .post(&format!("servers/{server}/remove_bot"), json!({}))
            .await;
        scene
            .wait_until("it is known", async |_: &Scene| {
                store.departures().list().await.unwrap().len() == before + 1
            })
            .await;
    };
    // Another guild removed the bot a day earlier.
    let (earlier, _) = create_guild(&scene, "Hana").await;
    leaves(&earlier).await;
    scene.advance_clock(DAY);
    leaves(&server).await;
    scene.advance_clock(29 * DAY + DAY / 2);
    scene
        .wait_until("the other is forgotten", async |scene| {
            !scene.is_guild_stored(&earlier).await
        })
        .await;
    assert!(scene.is_guild_stored(&server).await, "it is too early");
    scene.advance_clock(DAY);
    scene
        .wait_until("it is forgotten", async |scene| {
            !scene.is_guild_stored(&server).await
        })
        .await;
    store.close().await;
    // Finished games stay with their players; the running one has no result.
    let past = scene
        .run_command("Ana", &scene.main_channel, "/history")
        .await;
    past.assert_says("Haleakala")
        .assert_says("Hawaii")
        .assert_says("ended by agreement");
    assert!(!past.text().contains(&main_channel));
    let file = scene
        .export_data("Ana", &scene.main_channel)
        .await
        .to_string();
    assert!(
        !file.contains(&server) && !file.contains(&main_channel),
        "{file}"
    );
    // The bot may come back, to a server that is new to it.
    scene
        .post(&format!("servers/{server}/add_bot"), json!({}))
        .await;
    scene
        .run_command("Ana", &main_channel, "/table open game:Haleakala seats:2")
        .await
        .assert_says(&scene.bot_text_part("chat-opened-thread"));
    assert!(scene.is_guild_stored(&server).await);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn returning_or_unavailable_server_loses_nothing() {
    let mut scene = Scene::start().await;
    let (server, main_channel) = create_guild_with_games(&scene).await;
    let store = scene.open_store().await;
    let departed = async || store.departures().list().await.unwrap().len();
    // The guild is only unavailable, for however long.
    scene
        .post(
            &format!("servers/{server}/unavailable"),
            json!({ "unavailable": true }),
        )
        .await;
    scene.advance_clock(40 * DAY);
    scene.run_command("Ana", &scene.main_channel, "/help").await;
    assert_eq!(departed().await, 0);
    scene
        .post(
            &format!("servers/{server}/unavailable"),
            json!({ "unavailable": false }),
        )
        .await;
    // The guild removes the bot, and takes it back.
    scene
        .post(&format!("servers/{server}/remove_bot"), json!({}))
        .await;
    scene
        .wait_until("it is known", async |_| departed().await == 1)
        .await;
    scene.advance_clock(20 * DAY);
    scene
        .post(&format!("servers/{server}/add_bot"), json!({}))
        .await;
    scene
        .wait_until("it is back", async |_| departed().await == 0)
        .await;
    scene.advance_clock(40 * DAY);
    // The same while the bot is away: it learns of the removal at its start.
    scene.stop_bot().await;
    scene
        .post(&format!("servers/{server}/remove_bot"), json!({}))
        .await;
    scene.start_bot().await;
    scene
        .wait_until("it is known", async |_| departed().await == 1)
        .await;
    scene.stop_bot().await;
    scene.advance_clock(60 * DAY);
    scene
        .post(&format!("servers/{server}/add_bot"), json!({}))
        .await;
    scene.start_bot().await;
    scene
        .wait_until("it is back", async |_| departed().await == 0)
        .await;
    assert!(scene.is_guild_stored(&server).await);
    scene
        .assert_answer("Ana", &main_channel, "/table list", "Hawaii")
        .await;
    store.close().await;
    scene.end().await;
}
