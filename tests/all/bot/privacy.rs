//! What people learn of what is kept about them: in words, as a file, and that nothing of it is left when they ask for that. The
//! file tells nobody what is hidden from them.

use std::time::Duration;

use lanai_host::PersonId;
use lanai_porch::Settings;
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::hawaii::Hawaii;
use lanai_rules::{Rules as _, Status, Viewer};
use serde_json::{Value, json};

use super::hidden_information::{TABLE, game, put};
use super::{Scene, Shown, at_most, evening};
use lanai_testing::homes::Database;
use lanai_testing::resampling::Resample as _;

const DAY: i64 = 24 * 60 * 60;

impl Scene {
    /// The file that somebody gets.
    async fn file(&self, shown: &Shown) -> String {
        let url = shown
            .pictures()
            .into_iter()
            .next()
            .unwrap_or_else(|| panic!("no file in {}", shown.0));
        self.client
            .get(url)
            .send()
            .await
            .unwrap()
            .text()
            .await
            .unwrap()
    }

    /// All that is kept of somebody, as they get it.
    async fn exports(&self, who: &str, channel: &str) -> Value {
        let shown = self.says(who, channel, "/privacy export").await;
        assert!(shown.is_private());
        serde_json::from_str(&self.file(&shown).await).unwrap()
    }

    fn number(&self, who: &str) -> PersonId {
        PersonId(self.person(who).parse().unwrap())
    }
}

#[test]
fn privacy_about_works_everywhere() {
    evening(async {
        let policy = Some("https://example.org/privacy".to_owned());
        let scene = Scene::with(Settings {
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
        for place in [&scene.hall, &direct, &elsewhere] {
            let shown = scene.says("Ana", place, "/privacy about").await;
            shown
                .says("What I keep about you")
                .says("after 30 days")
                .says("<https://example.org/privacy>");
            assert!(shown.is_private() && shown.pictures().is_empty());
            let sent = scene.presses("Ana", &shown, "Send me everything").await;
            assert!(scene.file(&sent).await.contains(scene.person("Ana")));
            scene
                .presses("Ana", &shown, "Forget me")
                .await
                .says("Do you want me to forget you?");
        }
        scene
            .says("Chloé", &scene.hall, "/privacy about")
            .await
            .says("Ce que je garde sur vous");
        scene.end().await;
    });
}

#[test]
fn privacy_about_without_a_link_sends_the_policy() {
    evening(async {
        let scene = Scene::begin().await;
        let shown = scene.says("Ana", &scene.hall, "/privacy about").await;
        shown.says("in the file with this message");
        assert!(scene.file(&shown).await.starts_with("# Privacy"));
        scene.end().await;
    });
}

#[test]
fn export_contains_only_the_persons_data() {
    evening(async {
        let scene = Scene::begin().await;
        scene
            .says("Ana", &scene.hall, "/remind zone:Europe/Prague")
            .await;
        let running = scene.table("Hawaii", &["Ana", "Ben", "Dan"], "").await;
        scene
            .says("Ana", &running, "/note text:\"beware of Ben\"")
            .await
            .says("beware of Ben");
        scene.says("Ana", &scene.hall, "/watch table:1").await;
        let over = scene.table("Haleakala", &["Ben", "Ana"], "").await;
        let (who, _) = scene.next(&over, None).await;
        scene.takes_turn(&who.unwrap(), &over).await;
        scene.resigns("Ben", &over).await;
        scene.told(&over, "resigned").await;
        scene.says("Ana", &scene.hall, "/remind direct:true").await;
        let file = scene.exports("Ana", &scene.hall).await;
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
            .map(|it| it["you"] == true)
            .collect();
        assert_eq!(you.iter().filter(|you| **you).count(), 1);
        let text = file.to_string();
        for other in ["Ben", "Chloé", "Dan"] {
            assert!(
                !text.contains(scene.person(other)),
                "the number of {other} is in the file"
            );
        }
        // Of another it holds nothing that is hers.
        let file = scene.exports("Ben", &scene.hall).await.to_string();
        for hers in ["beware of Ben", "Europe/Prague", scene.person("Ana")] {
            assert!(!file.contains(hers), "{hers}");
        }
        // Nor does anything of anybody come to somebody who never played.
        let nobody = scene.exports("Chloé", &scene.hall).await;
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
    });
}

/// All that somebody gets, but for the moment at which they ask.
async fn told(scene: &Scene, who: &str, place: &str) -> Value {
    let mut file = scene.exports(who, place).await;
    file["made_at"] = Value::Null;
    file
}

#[test]
fn export_contains_nothing_hidden_from_the_person() {
    at_most(Duration::from_mins(15), async {
        let scene = Scene::in_a_file().await;
        let people = ["Ana", "Ben", "Dan"];
        let place = scene.table("Hawaii", &people, "").await;
        let (store, mut intruder) = (scene.store().await, scene.intruder().await);
        let mut dice = Dice::new(&Seed::from_number(17), 0);
        let (mut looked, mut known) = (0, 0);
        for _ in 0..14 {
            let real: Hawaii = game(&store).await;
            let Status::ToAct(seat) = real.status() else {
                break;
            };
            let (who, viewer) = (people[usize::from(seat.number()) - 1], Viewer::Seat(seat));
            let expected = told(&scene, who, &place).await;
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
            put(&mut intruder, &other).await;
            assert_eq!(
                told(&scene, who, &place).await,
                expected,
                "what {who} cannot know is in the file"
            );
            looked += 1;
            // What they do know is in it.
            let hers = real.resample(Viewer::Table, &mut dice);
            if hers.view(viewer) != real.view(viewer) {
                put(&mut intruder, &hers).await;
                assert_ne!(
                    told(&scene, who, &place).await,
                    expected,
                    "what {who} knows is not in the file"
                );
                known += 1;
            }
            put(&mut intruder, &real).await;
            // Those who wait see their own goods alone.
            for (number, name) in (1..).zip(people).filter(|(_, name)| *name != who) {
                let file = told(&scene, name, &place).await;
                let realms = file["tables"][0]["your_view"]["realms"]
                    .as_array()
                    .unwrap()
                    .clone();
                let seen: Vec<usize> = (1..)
                    .zip(&realms)
                    .filter(|(_, it)| !it["goods"].is_null())
                    .map(|(at, _)| at)
                    .collect();
                assert_eq!(seen, [number], "{name} sees goods of others");
            }
            scene.takes_turn(who, &place).await;
            scene.all_told().await;
        }
        assert!(
            looked > 5 && known > 1,
            "{looked} files were compared, {known} with what is known"
        );
        store.close().await;
        scene.end().await;
    });
}

/// Whoever is forgotten in the middle of games leaves them by the usual rules, and old buttons lead nowhere.
async fn forgotten_in_the_middle(scene: Scene) {
    scene
        .says("Ana", &scene.hall, "/remind zone:Europe/Prague")
        .await;
    let three = scene.table("Hawaii", &["Ana", "Ben", "Dan"], "").await;
    let two = scene.table("Haleakala", &["Ana", "Ben"], "").await;
    let (mut acts, mut board) = scene.next(&three, None).await;
    // Until it is hers: with a panel open, and a board whose buttons she could press.
    while acts.as_deref() != Some("Ana") {
        scene.takes_turn(acts.as_deref().unwrap(), &three).await;
        (acts, board) = scene.next(&three, Some(&board)).await;
    }
    let panel = scene.says("Ana", &three, "/turn").await;
    scene.says("Ana", &three, "/note text:secret").await;
    let asked = scene.says("Ana", &scene.hall, "/privacy forget").await;
    asked
        .says("the 2 games you are playing")
        .says("nobody can undo it");
    let done = scene.presses("Ana", &asked, "Yes, forget me").await;
    done.says("I know nothing about you any more");
    // The others hear of it, without a name, and go on.
    scene
        .hears(&three, "Somebody resigned; the computer takes over")
        .await;
    scene
        .hears(&two, "Somebody resigned, and that ends the game")
        .await;
    let (acts, board) = scene.next(&three, Some(&board)).await;
    assert_ne!(acts.as_deref(), Some("Ana"));
    scene
        .presses("Ana", &board, "Take your turn")
        .await
        .says("You have no seat at this table");
    scene.takes_turn(&acts.unwrap(), &three).await;
    let status = scene.says("Ben", &three, "/table show text:true").await;
    assert!(
        !status.text().contains("Ana") && !status.panes().contains("Ana"),
        "{}",
        status.panes()
    );
    // What she had in hand does nothing.
    let old = panel.menu().unwrap();
    scene
        .chooses_in("Ana", &panel, &old.0, &old.1[0])
        .await
        .says("You have no seat at this table");
    let store = scene.store().await;
    assert_eq!(
        store
            .erasure()
            .where_known(scene.number("Ana"))
            .await
            .unwrap(),
        []
    );
    store.close().await;
    let file = scene.exports("Ana", &scene.hall).await;
    assert_eq!(
        (&file["tables"], &file["games"], &file["settings"]["zone"]),
        (&json!([]), &json!([]), &Value::Null)
    );
    scene.says("Ana", &scene.hall, "/history").await;
    // For the others all of it is there, in their own language.
    let past = scene.says("Ben", &scene.hall, "/history").await;
    past.says("Somebody");
    assert!(!past.text().contains("Ana"));
    // She may come back, as somebody new.
    let again = scene.table("Haleakala", &["Ana", "Ben"], "").await;
    scene.next(&again, None).await;
    scene.end().await;
}

#[test]
fn forgotten_person_leaves_running_games() {
    evening(async { forgotten_in_the_middle(Scene::begin().await).await });
}

#[test]
fn forgetting_works_across_processes() {
    evening(async {
        let Some(database) = Database::server().await else {
            return;
        };
        let mut scene = Scene::without_bot_kept_in(database, Settings::default()).await;
        (scene.processes, scene.pictures_within) = (2, Duration::ZERO);
        scene.bot_comes().await;
        forgotten_in_the_middle(scene).await;
    });
}

// --- Servers ---

/// A server of its own, of which something is kept, and a channel there.
async fn another_server(scene: &Scene, name: &str) -> (String, String) {
    let server = super::text(
        &scene
            .post("servers", json!({ "name": name, "locale": "en-US" }))
            .await["id"],
    );
    let hall = scene
        .post("channels", json!({ "name": "games", "server": server }))
        .await;
    let hall = super::text(&hall["id"]);
    scene
        .says(
            "Ana",
            &hall,
            "/remind whose:\"This server's\" elsewhere:true",
        )
        .await;
    (server, hall)
}

/// The same with a table that runs and one that is over.
async fn server_with_games(scene: &Scene) -> (String, String) {
    let (server, hall) = another_server(scene, "Lahaina").await;
    for (name, over) in [("Haleakala", true), ("Hawaii", false)] {
        let before = scene.threads().await.len();
        scene
            .says("Ana", &hall, &format!("/table open game:{name} seats:2"))
            .await;
        let threads = scene.threads().await;
        assert_eq!(threads.len(), before + 1);
        let place = threads.last().unwrap();
        scene.says("Ben", place, "/table join").await;
        scene.says("Ana", place, "/table start").await;
        let (acts, board) = scene.next(place, None).await;
        scene.takes_turn(&acts.unwrap(), place).await;
        scene.next(place, Some(&board)).await;
        if over {
            scene.resigns("Ben", place).await;
            scene.told(place, "resigned").await;
        }
    }
    scene.all_told().await;
    (server, hall)
}

impl Scene {
    /// Whether anything is kept of a server.
    async fn knows_server(&self, server: &str) -> bool {
        let store = self.store().await;
        let known = store.departures().known_guilds().await.unwrap();
        store.close().await;
        known.iter().any(|known| known.0.to_string() == server)
    }
}

#[test]
fn server_without_the_bot_is_forgotten_in_time() {
    evening(async {
        let scene = Scene::begin().await;
        let (server, hall) = server_with_games(&scene).await;
        let store = scene.store().await;
        let leaves = async |server: &str| {
            let before = store.departures().list().await.unwrap().len();
            scene
                .post(&format!("servers/{server}/remove_bot"), json!({}))
                .await;
            let known =
                async |_: &Scene| store.departures().list().await.unwrap().len() == before + 1;
            scene.until("it is known", known).await;
        };
        // Another has left a day before.
        let (earlier, _) = another_server(&scene, "Hana").await;
        leaves(&earlier).await;
        scene.passes(DAY);
        leaves(&server).await;
        scene.passes(29 * DAY + DAY / 2);
        scene
            .until("the other is forgotten", async |scene| {
                !scene.knows_server(&earlier).await
            })
            .await;
        assert!(scene.knows_server(&server).await, "it is too early");
        scene.passes(DAY);
        scene
            .until("it is forgotten", async |scene| {
                !scene.knows_server(&server).await
            })
            .await;
        store.close().await;
        // Games that are over are theirs who played them; the one that ran has no result.
        let past = scene.says("Ana", &scene.hall, "/history").await;
        past.says("Haleakala")
            .says("Hawaii")
            .says("ended by agreement");
        assert!(!past.text().contains(&hall));
        let file = scene.exports("Ana", &scene.hall).await.to_string();
        assert!(!file.contains(&server) && !file.contains(&hall), "{file}");
        // The bot may come back, to a server that is new to it.
        scene
            .post(&format!("servers/{server}/add_bot"), json!({}))
            .await;
        scene
            .says("Ana", &hall, "/table open game:Haleakala seats:2")
            .await
            .says(&scene.part("chat-opened-thread"));
        assert!(scene.knows_server(&server).await);
        scene.end().await;
    });
}

#[test]
fn returning_or_unavailable_server_loses_nothing() {
    evening(async {
        let mut scene = Scene::begin().await;
        let (server, hall) = server_with_games(&scene).await;
        let store = scene.store().await;
        let departed = async || store.departures().list().await.unwrap().len();
        // It is only unavailable, for however long.
        scene
            .post(
                &format!("servers/{server}/unavailable"),
                json!({ "unavailable": true }),
            )
            .await;
        scene.passes(40 * DAY);
        scene.says("Ana", &scene.hall, "/help").await;
        assert_eq!(departed().await, 0);
        scene
            .post(
                &format!("servers/{server}/unavailable"),
                json!({ "unavailable": false }),
            )
            .await;
        // It removes the bot, and takes it back.
        scene
            .post(&format!("servers/{server}/remove_bot"), json!({}))
            .await;
        scene
            .until("it is known", async |_| departed().await == 1)
            .await;
        scene.passes(20 * DAY);
        scene
            .post(&format!("servers/{server}/add_bot"), json!({}))
            .await;
        scene
            .until("it is back", async |_| departed().await == 0)
            .await;
        scene.passes(40 * DAY);
        // The same while the bot is away: the first that it hears is what counts.
        scene.bot_goes().await;
        scene
            .post(&format!("servers/{server}/remove_bot"), json!({}))
            .await;
        scene.bot_comes().await;
        scene
            .until("it is known", async |_| departed().await == 1)
            .await;
        scene.bot_goes().await;
        scene.passes(60 * DAY);
        scene
            .post(&format!("servers/{server}/add_bot"), json!({}))
            .await;
        scene.bot_comes().await;
        scene
            .until("it is back", async |_| departed().await == 0)
            .await;
        assert!(scene.knows_server(&server).await);
        scene.says("Ana", &hall, "/table list").await.says("Hawaii");
        store.close().await;
        scene.end().await;
    });
}
