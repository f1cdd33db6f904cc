//! Looking on from other channels, and one's own tables wherever they stand.

use lanai_host::{Actor, NewGame, PersonId};
use lanai_rules::Viewer;
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use serde_json::{Value, json};

use super::hidden_information::{all_of, game, put};
use super::other_process::Elsewhere;
use super::{Scene, evening, text};
use lanai_testing::resampling::Resample;
use lanai_testing::scenes::new_game;

/// How many positions are looked at.
const POSITIONS: usize = 5;

impl Scene {
    /// Another channel of the server.
    pub(super) async fn lounge(&self, name: &str) -> String {
        text(&self.post("channels", json!({ "name": name })).await["id"])
    }

    /// What a channel that follows tables shows.
    async fn watched(&self, channel: &str) -> Vec<super::Shown> {
        let all = self.sees("Ana", channel).await;
        all.into_iter().filter(super::Shown::is_silent).collect()
    }
}

#[test]
fn watched_table_is_one_silent_message() {
    evening(async {
        let scene = Scene::begin().await;
        let lounge = scene.lounge("lounge").await;
        let place = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        let (mut who, mut board) = scene.next(&place, None).await;
        scene
            .says("Dan", &place, "/watch table:1")
            .await
            .says("this very channel");
        scene
            .says("Dan", &lounge, "/watch table:99")
            .await
            .says("no such table");
        let offered = scene.offered("Dan", &lounge, "/watch", "table").await;
        assert_eq!(offered.len(), 1);
        let line = format!("/watch table:{}", text(&offered[0]["value"]));
        scene
            .says("Dan", &lounge, &line)
            .await
            .says("follows Haleakala");
        scene.says("Dan", &lounge, &line).await.says("already");
        scene
            .until("it is seen", async |scene| {
                !scene.watched(&lounge).await.is_empty()
            })
            .await;
        let first = scene.watched(&lounge).await.remove(0);
        scene.is_quiet().await;
        let before = changes(&scene, &lounge).await.len();
        for _ in 0..2 {
            scene.takes_turn(&who.unwrap(), &place).await;
            (who, board) = scene.next(&place, Some(&board)).await;
        }
        scene.is_quiet().await;
        assert_eq!(
            changes(&scene, &lounge).await.len(),
            before,
            "it changes once a minute"
        );
        scene.passes(61);
        scene.is_quiet().await;
        assert_eq!(changes(&scene, &lounge).await[before..], [true]);
        let now = scene.watched(&lounge).await;
        assert_eq!(now.len(), 1, "one message, that changes");
        assert_eq!(now[0].message(), first.message());
        now[0].says(&format!("It is {}'s turn", who.as_deref().unwrap()));
        assert_eq!(now[0].0["message"]["rang"], json!([]));
        assert_eq!(
            now[0].pictures().len(),
            board.pictures().len(),
            "the board that everybody sees"
        );
        // The points below the board are among the words of the message here.
        assert!(
            board.panes().starts_with(&now[0].panes()),
            "{} is not in {}",
            now[0].panes(),
            board.panes()
        );
        // Who comes late hears what happened.
        scene
            .presses("Chloé", &now[0], "The last turns")
            .await
            .says("**2.**");
        scene
            .says("Dan", &lounge, "/unwatch")
            .await
            .says("no longer follows that table");
        scene
            .says("Dan", &lounge, "/unwatch")
            .await
            .says("This channel follows no table");
        scene.end().await;
    });
}

/// The changes of messages in a channel: whether each brought files.
async fn changes(scene: &Scene, channel: &str) -> Vec<bool> {
    let part = format!("{channel}/messages/");
    let all = scene.requests().await.into_iter();
    let such = all.filter(|it| it["method"] == "PATCH" && text(&it["path"]).contains(&part));
    such.map(|it| {
        it["content_type"]
            .as_str()
            .is_some_and(|kind| kind.starts_with("multipart/"))
    })
    .collect()
}

#[test]
fn unchanged_watch_picture_is_not_sent_again() {
    evening(async {
        let mut scene = Scene::begin().await;
        let lounge = scene.lounge("lounge").await;
        let place = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        let (who, board) = scene.next(&place, None).await;
        scene
            .says("Dan", &lounge, "/watch table:1")
            .await
            .says("follows");
        scene
            .until("it is seen", async |scene| {
                !scene.watched(&lounge).await.is_empty()
            })
            .await;
        scene.is_quiet().await;
        let first = scene.watched(&lounge).await.remove(0);
        assert_eq!(first.pictures().len(), board.pictures().len());
        let before = changes(&scene, &lounge).await.len();
        // Nothing happened on the board, whatever else is brought up to date; after a restart neither.
        for times in 1..=2 {
            scene
                .says("Dan", &lounge, "/watch table:1")
                .await
                .says("already");
            scene
                .until("it is up to date", async |scene| {
                    changes(scene, &lounge).await.len() == before + times
                })
                .await;
            assert_eq!(changes(&scene, &lounge).await[before..], vec![false; times]);
            scene.bot_goes().await;
            scene.bot_comes().await;
        }
        let same = scene.watched(&lounge).await.remove(0);
        assert_eq!(
            (same.message(), same.pictures()),
            (first.message(), first.pictures())
        );
        // What changed is sent, once.
        scene.takes_turn(&who.unwrap(), &place).await;
        scene.next(&place, Some(&board)).await;
        scene.passes(61);
        scene.is_quiet().await;
        let since = changes(&scene, &lounge).await[before + 2..].to_vec();
        assert_eq!(since.iter().filter(|files| **files).count(), 1, "{since:?}");
        let then = scene.watched(&lounge).await.remove(0);
        assert_ne!(then.pictures(), first.pictures());
        scene.end().await;
    });
}

/// Discord takes few changes of messages that are older than an hour.
#[test]
fn old_watch_message_is_replaced() {
    evening(async {
        let scene = Scene::begin().await;
        let lounge = scene.lounge("lounge").await;
        let place = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        let (who, board) = scene.next(&place, None).await;
        scene
            .says("Dan", &lounge, "/watch table:1")
            .await
            .says("follows");
        scene.is_quiet().await;
        let first = scene.watched(&lounge).await.remove(0);
        scene.passes(60 * 60);
        scene.takes_turn(&who.unwrap(), &place).await;
        scene.next(&place, Some(&board)).await;
        scene.passes(61);
        scene.is_quiet().await;
        let now = scene.watched(&lounge).await;
        assert_eq!(now.len(), 1, "the old one is gone");
        assert_ne!(now[0].message(), first.message());
        assert_eq!(now[0].0["message"]["rang"], json!([]));
        assert!(changes(&scene, &lounge).await.is_empty());
        scene.end().await;
    });
}

#[test]
fn watching_needs_permissions_in_both_channels() {
    evening(async {
        let scene = Scene::begin().await;
        let lounge = scene.lounge("lounge").await;
        let cellar = scene.lounge("cellar").await;
        scene
            .says("Ana", &cellar, "/table open game:Haleakala")
            .await
            .says("opened");
        let hides =
            json!({ "channel": cellar, "person": scene.person("Dan"), "deny": ["VIEW_CHANNEL"] });
        scene.post("permissions", hides).await;
        assert_eq!(
            scene.offered("Dan", &lounge, "/watch", "table").await,
            Vec::<Value>::new()
        );
        scene
            .says("Dan", &lounge, "/watch table:1")
            .await
            .says("no such table on this server that you can see");
        // Nor are they listed; whoever sees it, or sits there, finds it.
        scene
            .says("Dan", &lounge, "/table list")
            .await
            .says("no table on this server yet, or none that you");
        scene
            .says("Ben", &lounge, "/table list")
            .await
            .says("Haleakala");
        let hides =
            json!({ "channel": cellar, "person": scene.person("Ana"), "deny": ["VIEW_CHANNEL"] });
        scene.post("permissions", hides).await;
        scene
            .says("Ana", &lounge, "/table list")
            .await
            .says("yours");
        let shows = json!({ "channel": cellar, "person": scene.person("Ana"), "deny": [] });
        scene.post("permissions", shows).await;
        scene
            .says("Ben", &lounge, "/watch table:1")
            .await
            .says("follows");
        let mutes =
            json!({ "channel": lounge, "person": scene.person("Dan"), "deny": ["SEND_MESSAGES"] });
        scene.post("permissions", mutes).await;
        scene
            .says("Dan", &lounge, "/watch table:1")
            .await
            .says("You do not have permission to write");
        // A table that is closed before it began is followed no more.
        scene.says("Ana", &lounge, "/table open game:Hawaii").await;
        let other = scene.threads().await.pop().unwrap();
        let study = scene.lounge("study").await;
        scene
            .says("Ben", &study, "/watch table:2")
            .await
            .says("follows");
        scene.says("Ana", &other, "/table leave").await;
        scene.is_quiet().await;
        scene.watched(&study).await[0].says("closed");
        scene
            .says("Ben", &study, "/unwatch")
            .await
            .says("This channel follows no table");
        // A table can be closed to it.
        let place = scene.threads().await[0].clone();
        scene
            .says("Ben", &place, "/table watchers open:false")
            .await
            .says("You have no seat");
        scene
            .says("Ana", &place, "/table watchers open:false")
            .await
            .says("Nobody can follow");
        let attic = scene.lounge("attic").await;
        scene
            .says("Ben", &attic, "/watch table:1")
            .await
            .says("cannot be followed from other channels");
        scene.end().await;
    });
}

#[test]
fn mine_lists_waiting_tables_everywhere() {
    evening(async {
        let scene = Scene::begin().await;
        let elsewhere = scene
            .post("servers", json!({ "name": "Elsewhere", "locale": "en-US" }))
            .await;
        let body = json!({ "name": "parlour", "server": elsewhere["id"] });
        let parlour = text(&scene.post("channels", body).await["id"]);
        let place = scene.table("Haleakala", &["Ana", "Ben"], "pace:24h").await;
        scene
            .says(
                "Ana",
                &parlour,
                "/table open game:Hawaii seats:2 computers:1",
            )
            .await
            .says("opened");
        let world = scene.get("world").await;
        let thread = world["channels"]
            .as_array()
            .unwrap()
            .iter()
            .rfind(|it| it["kind"] == "thread")
            .unwrap();
        let other = text(&thread["id"]);
        scene
            .says("Ana", &other, "/table start")
            .await
            .says("begins");
        scene.next(&other, None).await;
        let (who, _) = scene.next(&place, None).await;
        let mine = scene.says("Ana", &scene.hall, "/mine").await;
        assert!(mine.is_private());
        mine.says(&format!("<#{place}>"))
            .says(&format!("<#{other}>"));
        let waits = if who.as_deref() == Some("Ana") {
            "2 tables are waiting"
        } else {
            "One table is waiting"
        };
        mine.says(waits);
        // In a direct message too, and where the bot is not, for whoever brings it along.
        let own = text(
            &scene
                .post("channels", json!({ "dm": scene.person("Ana") }))
                .await["id"],
        );
        scene.says("Ana", &own, "/mine").await.says(waits);
        let abroad = scene
            .post(
                "servers",
                json!({ "name": "Abroad", "locale": "en-US", "bot": false }),
            )
            .await;
        let body = json!({ "name": "inn", "server": abroad["id"] });
        let inn = text(&scene.post("channels", body).await["id"]);
        scene
            .post(
                &format!("persons/{}/install", scene.person("Ana")),
                json!({ "installed": true }),
            )
            .await;
        let told = scene.says("Ana", &inn, "/mine").await;
        told.says(waits);
        assert!(
            !told.text().contains("permission"),
            "it is no guest's to write there: {}",
            told.text()
        );
        let list = scene.says("Ana", &inn, "/table list").await;
        assert!(
            text(&list.0["error"]).contains("there is no command /table"),
            "{list:?}"
        );
        scene
            .says("Dan", &scene.hall, "/mine")
            .await
            .says("No table is waiting for you");
        scene.end().await;
    });
}

/// All that somebody sees who only looks on, from elsewhere and at the table itself.
async fn seen(scene: &Scene, place: &str, lounge: &str) -> Vec<Value> {
    // To follow a table that is followed brings its message up to date.
    scene
        .says("Dan", lounge, "/watch table:1")
        .await
        .says("follows");
    scene.is_quiet().await;
    let mut seen = Vec::new();
    let watched = scene.watched(lounge).await.remove(0);
    for press in ["The last turns", "Turn by turn"] {
        seen.push(all_of(scene, &scene.presses("Dan", &watched, press).await).await);
    }
    seen.push(all_of(scene, &watched).await);
    for line in ["/recap", "/table replay", "/table show", "/mine"] {
        seen.push(all_of(scene, &scene.says("Dan", place, line).await).await);
    }
    seen
}

/// Two games that differ only in what the public cannot know give those who look on the same words and pictures.
async fn tells_watchers_nothing<G: Resample>(title: &str) {
    let scene = Scene::in_a_file().await;
    let lounge = scene.lounge("lounge").await;
    let people = ["Ana", "Ben"];
    let place = scene.table(title, &people, "").await;
    let store = scene.store().await;
    let mut intruder = scene.intruder().await;
    let mut dice = Dice::new(&Seed::from_number(7), 0);
    let (mut who, mut board) = scene.next(&place, None).await;
    for _ in 0..POSITIONS {
        let real: G = game(&store).await;
        let expected = seen(&scene, &place, &lounge).await;
        assert!(
            expected.iter().any(|shown| shown.to_string().len() > 400),
            "there is something to see"
        );
        let other = real.resample(Viewer::Table, &mut dice);
        assert_ne!(other.state(), real.state());
        put(&mut intruder, &other).await;
        assert_eq!(
            seen(&scene, &place, &lounge).await,
            expected,
            "what nobody who looks on can know shows"
        );
        put(&mut intruder, &real).await;
        scene.takes_turn(&who.unwrap(), &place).await;
        (who, board) = scene.next(&place, Some(&board)).await;
    }
    store.close().await;
    scene.end().await;
}

#[test]
fn hawaii_spectators_learn_nothing_hidden() {
    evening(tells_watchers_nothing::<Hawaii>("Hawaii"));
}

#[test]
fn haleakala_spectators_learn_nothing_hidden() {
    evening(tells_watchers_nothing::<Haleakala>("Haleakala"));
}

#[test]
fn mine_counts_tables_that_do_not_fit() {
    evening(async {
        const TABLES: usize = 20;
        let scene = Scene::begin().await;
        let elsewhere = Elsewhere::of(&scene).await;
        let somebody = |number: i64| Actor {
            person: PersonId(number),
            name: format!("{number} of a long and honourable family"),
            interaction: None,
        };
        let ana = Actor {
            person: PersonId(scene.person("Ana").parse().unwrap()),
            ..somebody(0)
        };
        for number in (1..).take(TABLES) {
            let new = NewGame {
                announced: false,
                chairs: Some(5),
                ..new_game::<Hawaii>(1000 + number)
            };
            let game = elsewhere
                .host
                .lobby
                .open(&new, &somebody(10 * number))
                .await
                .unwrap()
                .game;
            for other in [
                somebody(10 * number + 1),
                somebody(10 * number + 2),
                ana.clone(),
            ] {
                elsewhere
                    .host
                    .lobby
                    .join(game, &other, None, false)
                    .await
                    .unwrap();
            }
        }
        elsewhere.close().await;
        let told = scene.says("Ana", &scene.hall, "/mine").await;
        let listed = told
            .text()
            .lines()
            .filter(|line| line.starts_with('•'))
            .count();
        assert!((8..15).contains(&listed), "{}", told.text());
        let more = format!("… and {} more.", TABLES - listed);
        assert!(told.text().ends_with(&more), "{}", told.text());
        scene.end().await;
    });
}
