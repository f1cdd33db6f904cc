//! When the database fails, players read one sentence in their language, without technical details.

use lanai_text::{Dictionary, Key};
use sqlx::{Connection as _, SqliteConnection};

use super::{Scene, Shown, text};

impl Scene {
    /// Opens the database as another program.
    pub(super) async fn open_as_intruder(&self) -> SqliteConnection {
        SqliteConnection::connect(&format!("sqlite://{}", self.create_database().display()))
            .await
            .unwrap()
    }
}

/// A table at which Ana and Chloé sit.
async fn open_table(scene: &Scene, game: &str) -> String {
    scene
        .assert_answer(
            "Ana",
            &scene.main_channel,
            &format!("/table open game:{game} seats:2"),
            "opened a table",
        )
        .await;
    let place = scene.list_threads().await[0].clone();
    scene
        .assert_answer("Chloé", &place, "/table join", "Vous êtes à la place 2")
        .await;
    scene
        .assert_answer("Ana", &place, "/table start", "begins")
        .await;
    scene.wait_for_text(&place, "The game begins").await;
    place
}

fn injected_failure(language: &str) -> String {
    Dictionary::open()
        .unwrap()
        .for_locale(language)
        .say(Key::named("chat-trouble"), &[])
}

/// Asserts that the answer is one private sentence without components.
fn assert_error_sentence(answer: &Shown, who: &str) {
    let language = if who == "Chloé" { "fr" } else { "en" };
    assert_eq!(answer.text(), injected_failure(language));
    assert!(
        answer.is_private() && answer.board_text().is_empty() && answer.components().is_empty(),
        "{answer:?}"
    );
}

async fn assert_error_sentences(scene: &Scene, who: &str, place: &str, lines: &[&str]) {
    for line in lines {
        assert_error_sentence(&scene.run_command(who, place, line).await, who);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unreadable_game_is_one_sentence() {
    let scene = Scene::start_on_file().await;
    let place = open_table(&scene, "Hawaii").await;
    let (_, board) = scene.wait_for_turn(&place, None).await;
    let mut intruder = scene.open_as_intruder().await;
    for snapshot in [
        "\"seven cowries\"",
        "{\"round\": \"seven cowries\"}",
        "{",
        "",
    ] {
        let write = sqlx::query("update game_table set snapshot = $1");
        write.bind(snapshot).execute(&mut intruder).await.unwrap();
        for who in ["Ana", "Chloé"] {
            assert_error_sentences(
                &scene,
                who,
                &place,
                &[
                    "/move to:gods",
                    "/turn",
                    "/realm",
                    "/table show",
                    "/choose choice:1",
                ],
            )
            .await;
            assert_error_sentence(
                &scene.press_button(who, &board, "Take your turn").await,
                who,
            );
            assert_error_sentence(&scene.press_button(who, &board, "What I have").await, who);
            let offered = scene.list_suggestions(who, &place, "/move", "to").await;
            let language = if who == "Chloé" { "fr" } else { "en" };
            let failed = Dictionary::open()
                .unwrap()
                .for_locale(language)
                .say(Key::named("chat-suggestions-failed"), &[]);
            assert_eq!(
                offered
                    .iter()
                    .map(|choice| text(&choice["name"]))
                    .collect::<Vec<_>>(),
                [failed]
            );
        }
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn missing_tables_are_one_sentence() {
    let scene = Scene::start_on_file().await;
    let place = open_table(&scene, "Haleakala").await;
    let (who, board) = scene.wait_for_player(&place, None).await;
    let mut intruder = scene.open_as_intruder().await;
    let (before,): (u32,) = sqlx::query_as("select count(*) from log_entry")
        .fetch_one(&mut intruder)
        .await
        .unwrap();
    let before = before as usize;
    // Writing fails.
    sqlx::query("alter table log_entry rename to gone")
        .execute(&mut intruder)
        .await
        .unwrap();
    assert_error_sentences(
        &scene,
        &who,
        &place,
        &["/choose choice:1", "/recap", "/table undo"],
    )
    .await;
    // Reading fails, too.
    sqlx::query("alter table game_table rename to gone_too")
        .execute(&mut intruder)
        .await
        .unwrap();
    let lines = [
        "/choose choice:1",
        "/turn",
        "/realm",
        "/table show",
        "/table list",
        "/table join",
        "/table start",
    ];
    for who in ["Ana", "Chloé", "Dan"] {
        assert_error_sentences(&scene, who, &place, &lines).await;
        assert_error_sentence(
            &scene.press_button(who, &board, "Take your turn").await,
            who,
        );
    }
    assert_error_sentence(
        &scene
            .run_command("Ana", &scene.main_channel, "/table open game:Hawaii")
            .await,
        "Ana",
    );
    // Once the table is back, the game goes on.
    sqlx::query("alter table gone_too rename to game_table")
        .execute(&mut intruder)
        .await
        .unwrap();
    sqlx::query("alter table gone rename to log_entry")
        .execute(&mut intruder)
        .await
        .unwrap();
    let answer = scene.run_command(&who, &place, "/choose choice:1").await;
    assert_ne!(
        answer.text(),
        injected_failure(if who == "Ana" { "en" } else { "fr" })
    );
    let store = scene.open_store().await;
    let entries = store
        .tables()
        .load_log(lanai_store::TableId(1), 0)
        .await
        .unwrap();
    assert!(entries.len() > before, "{answer:?}");
    store.close().await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unwritable_database_loses_nothing() {
    let scene = Scene::start_on_file().await;
    let place = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (who, board) = scene.wait_for_player(&place, None).await;
    let mut intruder = scene.open_as_intruder().await;
    sqlx::query("begin immediate")
        .execute(&mut intruder)
        .await
        .unwrap();
    let answer = scene.run_command(&who, &place, "/pass space:1").await;
    assert_eq!(
        answer.outcome(),
        "deferred",
        "an answer is promised while the database is waited for"
    );
    assert_error_sentence(&answer, &who);
    sqlx::query("rollback")
        .execute(&mut intruder)
        .await
        .unwrap();
    assert_eq!(
        scene.wait_for_turn(&place, None).await.1.message_id(),
        board.message_id(),
        "nothing was told"
    );
    scene
        .assert_answer(&who, &place, "/pass space:1", "out of the round")
        .await;
    scene.wait_for_turn(&place, Some(&board)).await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn game_of_a_later_edition_is_refused_unchanged() {
    let scene = Scene::start_on_file().await;
    let place = open_table(&scene, "Hawaii").await;
    let mut intruder = scene.open_as_intruder().await;
    let later = "update log_entry set action = replace(action, '\"edition\":2', '\"edition\":3') where number = 0";
    sqlx::query(later).execute(&mut intruder).await.unwrap();
    for line in ["/move to:gods", "/turn", "/table show", "/recap"] {
        for (who, words) in [
            ("Ana", "newer version of me"),
            ("Chloé", "version plus récente"),
        ] {
            let answer = scene.run_command(who, &place, line).await;
            assert!(answer.is_private());
            answer.assert_says(words);
        }
    }
    scene.end().await;
}
