//! Watching from other channels, and the list of one's own tables.

use lanai_host::{Actor, NewGame, PersonId};
use lanai_rules::Viewer;
use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use serde_json::{Value, json};

use super::hidden_information::{load_game, store_game, visible_parts};
use super::other_process::Elsewhere;
use super::{Scene, text};
use lanai_testing::resampling::Resample;
use lanai_testing::scenes::new_game;

const POSITIONS: usize = 5;

impl Scene {
    /// Creates another channel.
    pub(super) async fn create_channel(&self, name: &str) -> String {
        text(&self.post("channels", json!({ "name": name })).await["id"])
    }

    /// Returns the messages of a channel that follows tables.
    async fn list_watched_boards(&self, channel: &str) -> Vec<super::Shown> {
        let all = self.list_visible_messages("Ana", channel).await;
        all.into_iter().filter(super::Shown::is_silent).collect()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn watched_table_is_one_silent_message() {
    let scene = Scene::start().await;
    let other_channel = scene.create_channel("lounge").await;
    let place = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    let (mut who, mut board) = scene.wait_for_turn(&place, None).await;
    scene
        .assert_answer("Dan", &place, "/watch table:1", "already in this channel")
        .await;
    scene
        .assert_answer("Dan", &other_channel, "/watch table:99", "no such table")
        .await;
    let offered = scene
        .list_suggestions("Dan", &other_channel, "/watch", "table")
        .await;
    assert_eq!(offered.len(), 1);
    let line = format!("/watch table:{}", text(&offered[0]["value"]));
    scene
        .assert_answer("Dan", &other_channel, &line, "follows Haleakala")
        .await;
    scene
        .assert_answer("Dan", &other_channel, &line, "already")
        .await;
    scene
        .wait_until("it is seen", async |scene| {
            !scene.list_watched_boards(&other_channel).await.is_empty()
        })
        .await;
    let first = scene.list_watched_boards(&other_channel).await.remove(0);
    scene.wait_until_idle().await;
    let before = list_edits(&scene, &other_channel).await.len();
    for _ in 0..2 {
        scene.take_turn(&who.unwrap(), &place).await;
        (who, board) = scene.wait_for_turn(&place, Some(&board)).await;
    }
    scene.wait_until_idle().await;
    assert_eq!(
        list_edits(&scene, &other_channel).await.len(),
        before,
        "it changes once a minute"
    );
    scene.advance_clock(61);
    scene.wait_until_idle().await;
    assert_eq!(list_edits(&scene, &other_channel).await[before..], [true]);
    let now = scene.list_watched_boards(&other_channel).await;
    assert_eq!(now.len(), 1, "one message, that changes");
    assert_eq!(now[0].message_id(), first.message_id());
    now[0].assert_says(&format!(
        "It's been {}'s turn since",
        who.as_deref().unwrap()
    ));
    assert_eq!(now[0].0["message"]["rang"], json!([]));
    assert_eq!(
        now[0].picture_urls().len(),
        board.picture_urls().len(),
        "the public board"
    );
    // The points below the board are among the words of the message here.
    assert!(
        board.board_text().starts_with(&now[0].board_text()),
        "{} is not in {}",
        now[0].board_text(),
        board.board_text()
    );
    // A late spectator is told what happened.
    scene
        .assert_press("Chloé", &now[0], "The last turns", "**2.**")
        .await;
    scene
        .assert_answer(
            "Dan",
            &other_channel,
            "/unwatch",
            "no longer follows that table",
        )
        .await;
    scene
        .assert_answer(
            "Dan",
            &other_channel,
            "/unwatch",
            "This channel isn't following any table",
        )
        .await;
    scene.end().await;
}

/// The changes of messages in a channel: whether each brought files.
async fn list_edits(scene: &Scene, channel: &str) -> Vec<bool> {
    let part = format!("{channel}/messages/");
    let all = scene.list_requests().await.into_iter();
    let such = all.filter(|item| item["method"] == "PATCH" && text(&item["path"]).contains(&part));
    such.map(|item| {
        item["content_type"]
            .as_str()
            .is_some_and(|kind| kind.starts_with("multipart/"))
    })
    .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unchanged_watch_picture_is_not_sent_again() {
    let mut scene = Scene::start().await;
    let other_channel = scene.create_channel("lounge").await;
    let place = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    let (who, board) = scene.wait_for_turn(&place, None).await;
    scene
        .assert_answer("Dan", &other_channel, "/watch table:1", "follows")
        .await;
    scene
        .wait_until("it is seen", async |scene| {
            !scene.list_watched_boards(&other_channel).await.is_empty()
        })
        .await;
    scene.wait_until_idle().await;
    let first = scene.list_watched_boards(&other_channel).await.remove(0);
    assert_eq!(first.picture_urls().len(), board.picture_urls().len());
    let before = list_edits(&scene, &other_channel).await.len();
    // Standing messages and restarts add no news.
    for times in 1..=2 {
        scene
            .assert_answer("Dan", &other_channel, "/watch table:1", "already")
            .await;
        scene
            .wait_until("it's up to date", async |scene| {
                list_edits(scene, &other_channel).await.len() == before + times
            })
            .await;
        assert_eq!(
            list_edits(&scene, &other_channel).await[before..],
            vec![false; times]
        );
        scene.stop_bot().await;
        scene.start_bot().await;
    }
    let same = scene.list_watched_boards(&other_channel).await.remove(0);
    assert_eq!(
        (same.message_id(), same.picture_urls()),
        (first.message_id(), first.picture_urls())
    );
    // A change is sent once.
    scene.take_turn(&who.unwrap(), &place).await;
    scene.wait_for_turn(&place, Some(&board)).await;
    scene.advance_clock(61);
    scene.wait_until_idle().await;
    let since = list_edits(&scene, &other_channel).await[before + 2..].to_vec();
    assert_eq!(since.iter().filter(|files| **files).count(), 1, "{since:?}");
    let then = scene.list_watched_boards(&other_channel).await.remove(0);
    assert_ne!(then.picture_urls(), first.picture_urls());
    scene.end().await;
}

/// Discord takes few changes of messages that are older than an hour.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_watch_message_is_replaced() {
    let scene = Scene::start().await;
    let other_channel = scene.create_channel("lounge").await;
    let place = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    let (who, board) = scene.wait_for_turn(&place, None).await;
    scene
        .assert_answer("Dan", &other_channel, "/watch table:1", "follows")
        .await;
    scene.wait_until_idle().await;
    let first = scene.list_watched_boards(&other_channel).await.remove(0);
    scene.advance_clock(60 * 60);
    scene.take_turn(&who.unwrap(), &place).await;
    scene.wait_for_turn(&place, Some(&board)).await;
    scene.advance_clock(61);
    scene.wait_until_idle().await;
    let now = scene.list_watched_boards(&other_channel).await;
    assert_eq!(now.len(), 1, "the old one is gone");
    assert_ne!(now[0].message_id(), first.message_id());
    assert_eq!(now[0].0["message"]["rang"], json!([]));
    assert!(list_edits(&scene, &other_channel).await.is_empty());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn watching_needs_permissions_in_both_channels() {
    let scene = Scene::start().await;
    let other_channel = scene.create_channel("lounge").await;
    let cellar = scene.create_channel("cellar").await;
    scene
        .assert_answer("Ana", &cellar, "/table open game:Haleakala", "opened")
        .await;
    let hides =
        json!({ "channel": cellar, "person": scene.person("Dan"), "deny": ["VIEW_CHANNEL"] });
    scene.post("permissions", hides).await;
    assert_eq!(
        scene
            .list_suggestions("Dan", &other_channel, "/watch", "table")
            .await,
        Vec::<Value>::new()
    );
    scene
        .run_command("Dan", &other_channel, "/watch table:1")
        .await
        .assert_says("no such table on this server, or you can");
    // Nor are they listed, except to people who see the channel or sit at the table.
    scene
        .run_command("Dan", &other_channel, "/table list")
        .await
        .assert_says("no table on this server yet, or none that you");
    scene
        .assert_answer("Ben", &other_channel, "/table list", "Haleakala")
        .await;
    let hides =
        json!({ "channel": cellar, "person": scene.person("Ana"), "deny": ["VIEW_CHANNEL"] });
    scene.post("permissions", hides).await;
    scene
        .assert_answer("Ana", &other_channel, "/table list", "yours")
        .await;
    let shows = json!({ "channel": cellar, "person": scene.person("Ana"), "deny": [] });
    scene.post("permissions", shows).await;
    scene
        .assert_answer("Ben", &other_channel, "/watch table:1", "follows")
        .await;
    let mutes = json!({ "channel": other_channel, "person": scene.person("Dan"), "deny": ["SEND_MESSAGES"] });
    scene.post("permissions", mutes).await;
    scene
        .run_command("Dan", &other_channel, "/watch table:1")
        .await
        .assert_says("You don't have permission to write");
    // A table that is closed before it began is followed no more.
    scene
        .run_command("Ana", &other_channel, "/table open game:Hawaii")
        .await;
    let other = scene.list_threads().await.pop().unwrap();
    let study = scene.create_channel("study").await;
    scene
        .assert_answer("Ben", &study, "/watch table:2", "follows")
        .await;
    scene.run_command("Ana", &other, "/table leave").await;
    scene.wait_until_idle().await;
    scene.list_watched_boards(&study).await[0].assert_says("closed");
    scene
        .assert_answer(
            "Ben",
            &study,
            "/unwatch",
            "This channel isn't following any table",
        )
        .await;
    // A table can be closed to it.
    let place = scene.list_threads().await[0].clone();
    scene
        .run_command("Ben", &place, "/table watchers open:false")
        .await
        .assert_says("You have no seat");
    scene
        .run_command("Ana", &place, "/table watchers open:false")
        .await
        .assert_says("Nobody can follow");
    let attic = scene.create_channel("attic").await;
    scene
        .run_command("Ben", &attic, "/watch table:1")
        .await
        .assert_says("can't be followed from other channels");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mine_lists_waiting_tables_everywhere() {
    let scene = Scene::start().await;
    let elsewhere = scene
        .post("servers", json!({ "name": "Elsewhere", "locale": "en-US" }))
        .await;
    let body = json!({ "name": "parlour", "server": elsewhere["id"] });
    let parlour = text(&scene.post("channels", body).await["id"]);
    let place = scene
        .start_table("Haleakala", &["Ana", "Ben"], "pace:24h")
        .await;
    scene
        .assert_answer(
            "Ana",
            &parlour,
            "/table open game:Hawaii seats:2 computers:1",
            "opened",
        )
        .await;
    let world = scene.get("world").await;
    let thread = world["channels"]
        .as_array()
        .unwrap()
        .iter()
        .rfind(|item| item["kind"] == "thread")
        .unwrap();
    let other = text(&thread["id"]);
    scene
        .assert_answer("Ana", &other, "/table start", "begins")
        .await;
    scene.wait_for_turn(&other, None).await;
    let (who, _) = scene.wait_for_turn(&place, None).await;
    let mine = scene.run_command("Ana", &scene.main_channel, "/mine").await;
    assert!(mine.is_private());
    mine.assert_says(&format!("<#{place}>"))
        .assert_says(&format!("<#{other}>"));
    let waits = if who.as_deref() == Some("Ana") {
        "2 tables are waiting"
    } else {
        "One table is waiting"
    };
    mine.assert_says(waits);
    // It also works in direct messages, and without the bot for people who installed it.
    let own = text(
        &scene
            .post("channels", json!({ "dm": scene.person("Ana") }))
            .await["id"],
    );
    scene.assert_answer("Ana", &own, "/mine", waits).await;
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
    let told = scene.run_command("Ana", &inn, "/mine").await;
    told.assert_says(waits);
    assert!(
        !told.text().contains("permission"),
        "it is no guest's to write there: {}",
        told.text()
    );
    let list = scene.run_command("Ana", &inn, "/table list").await;
    assert!(
        text(&list.0["error"]).contains("there is no command /table"),
        "{list:?}"
    );
    scene
        .run_command("Dan", &scene.main_channel, "/mine")
        .await
        .assert_says("No table is waiting for you");
    scene.end().await;
}

/// Returns everything that a spectator sees, elsewhere and at the table.
async fn visible_state(scene: &Scene, place: &str, other_channel: &str) -> Vec<Value> {
    // Following a table again updates its message.
    scene
        .assert_answer("Dan", other_channel, "/watch table:1", "follows")
        .await;
    scene.wait_until_idle().await;
    let mut seen = Vec::new();
    let watched = scene.list_watched_boards(other_channel).await.remove(0);
    for press in ["The last turns", "Turn by turn"] {
        seen.push(visible_parts(scene, &scene.press_button("Dan", &watched, press).await).await);
    }
    seen.push(visible_parts(scene, &watched).await);
    for line in ["/recap", "/table replay", "/table show", "/mine"] {
        seen.push(visible_parts(scene, &scene.run_command("Dan", place, line).await).await);
    }
    seen
}

/// Two games that differ only in hidden information look the same to spectators.
async fn check_spectators_see_nothing_hidden<G: Resample>(title: &str) {
    let scene = Scene::start_on_file().await;
    let other_channel = scene.create_channel("lounge").await;
    let people = ["Ana", "Ben"];
    let place = scene.start_table(title, &people, "").await;
    let store = scene.open_store().await;
    let mut intruder = scene.open_as_intruder().await;
    let mut dice = Dice::new(&Seed::from_number(7), 0);
    let (mut who, mut board) = scene.wait_for_turn(&place, None).await;
    for _ in 0..POSITIONS {
        let real: G = load_game(&store).await;
        let expected = visible_state(&scene, &place, &other_channel).await;
        assert!(
            expected.iter().any(|answer| answer.to_string().len() > 400),
            "there is something to see"
        );
        let other = real.resample(Viewer::Table, &mut dice);
        assert_ne!(other.state(), real.state());
        store_game(&mut intruder, &other).await;
        assert_eq!(
            visible_state(&scene, &place, &other_channel).await,
            expected,
            "hidden information is visible"
        );
        store_game(&mut intruder, &real).await;
        scene.take_turn(&who.unwrap(), &place).await;
        (who, board) = scene.wait_for_turn(&place, Some(&board)).await;
    }
    store.close().await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hawaii_spectators_learn_nothing_hidden() {
    Box::pin(check_spectators_see_nothing_hidden::<Hawaii>("Hawaii")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn haleakala_spectators_learn_nothing_hidden() {
    check_spectators_see_nothing_hidden::<Haleakala>("Haleakala").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mine_counts_tables_that_do_not_fit() {
    const TABLES: usize = 20;
    let scene = Scene::start().await;
    let elsewhere = Elsewhere::connect(&scene).await;
    let person_with_long_name = |number: i64| Actor {
        person: PersonId(number),
        name: format!("{number} of a long and honourable family"),
        interaction: None,
    };
    let ana = Actor {
        person: PersonId(scene.person("Ana").parse().unwrap()),
        ..person_with_long_name(0)
    };
    for number in (1..).take(TABLES) {
        let new = NewGame {
            announced: false,
            seat_count: Some(5),
            ..new_game::<Hawaii>(1000 + number)
        };
        let game = elsewhere
            .host
            .lobby
            .open(&new, &person_with_long_name(10 * number))
            .await
            .unwrap()
            .id;
        for other in [
            person_with_long_name(10 * number + 1),
            person_with_long_name(10 * number + 2),
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
    let told = scene.run_command("Ana", &scene.main_channel, "/mine").await;
    let listed = told
        .text()
        .lines()
        .filter(|line| line.starts_with('•'))
        .count();
    assert!((8..15).contains(&listed), "{}", told.text());
    let more = format!("… and {} more.", TABLES - listed);
    assert!(told.text().ends_with(&more), "{}", told.text());
    scene.end().await;
}
