//! What players read when the database fails: one sentence, in their language, and nothing of what failed.

use lanai_text::Dictionary;
use sqlx::{Connection as _, SqliteConnection};

use super::{Scene, Shown, evening, text};

impl Scene {
    /// Somebody else has the database open.
    pub(super) async fn intruder(&self) -> SqliteConnection {
        SqliteConnection::connect(&format!("sqlite://{}", self.database().display()))
            .await
            .unwrap()
    }
}

/// A table at which Ana and Chloé sit.
async fn table(scene: &Scene, game: &str) -> String {
    scene
        .says(
            "Ana",
            &scene.hall,
            &format!("/table open game:{game} seats:2"),
        )
        .await
        .says("opened a table");
    let place = scene.threads().await[0].clone();
    scene
        .says("Chloé", &place, "/table join")
        .await
        .says("Vous êtes à la place 2");
    scene
        .says("Ana", &place, "/table start")
        .await
        .says("begins");
    scene.told(&place, "The game begins").await;
    place
}

fn trouble(language: &str) -> String {
    Dictionary::open()
        .unwrap()
        .of(language)
        .say("chat-trouble", &[])
}

/// The sentence, to the one who asked, and nothing else: nothing to press, nothing on a board.
fn is_sorry(shown: &Shown, who: &str) {
    let language = if who == "Chloé" { "fr" } else { "en" };
    assert_eq!(shown.text(), trouble(language));
    assert!(
        shown.is_private() && shown.panes().is_empty() && shown.components().is_empty(),
        "{shown:?}"
    );
}

async fn all_are_sorry(scene: &Scene, who: &str, place: &str, lines: &[&str]) {
    for line in lines {
        is_sorry(&scene.says(who, place, line).await, who);
    }
}

#[test]
fn unreadable_game_is_one_sentence() {
    evening(async {
        let scene = Scene::in_a_file().await;
        let place = table(&scene, "Hawaii").await;
        let (_, board) = scene.next(&place, None).await;
        let mut intruder = scene.intruder().await;
        for snapshot in [
            "\"seven cowries\"",
            "{\"round\": \"seven cowries\"}",
            "{",
            "",
        ] {
            let write = sqlx::query("update game_table set snapshot = $1");
            write.bind(snapshot).execute(&mut intruder).await.unwrap();
            for who in ["Ana", "Chloé"] {
                all_are_sorry(
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
                is_sorry(&scene.presses(who, &board, "Take your turn").await, who);
                is_sorry(&scene.presses(who, &board, "What I have").await, who);
                let offered = scene.offered(who, &place, "/move", "to").await;
                let language = if who == "Chloé" { "fr" } else { "en" };
                let failed = Dictionary::open()
                    .unwrap()
                    .of(language)
                    .say("chat-suggestions-failed", &[]);
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
    });
}

#[test]
fn missing_tables_are_one_sentence() {
    evening(async {
        let scene = Scene::in_a_file().await;
        let place = table(&scene, "Haleakala").await;
        let (who, board) = scene.next(&place, None).await;
        let who = who.unwrap();
        let mut intruder = scene.intruder().await;
        let (before,): (u32,) = sqlx::query_as("select count(*) from log_entry")
            .fetch_one(&mut intruder)
            .await
            .unwrap();
        let before = before as usize;
        // Nothing can be written.
        sqlx::query("alter table log_entry rename to gone")
            .execute(&mut intruder)
            .await
            .unwrap();
        all_are_sorry(
            &scene,
            &who,
            &place,
            &["/choose choice:1", "/recap", "/table undo"],
        )
        .await;
        // Nothing can be read either.
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
            all_are_sorry(&scene, who, &place, &lines).await;
            is_sorry(&scene.presses(who, &board, "Take your turn").await, who);
        }
        is_sorry(
            &scene
                .says("Ana", &scene.hall, "/table open game:Hawaii")
                .await,
            "Ana",
        );
        // Once it is whole again, so is the game.
        sqlx::query("alter table gone_too rename to game_table")
            .execute(&mut intruder)
            .await
            .unwrap();
        sqlx::query("alter table gone rename to log_entry")
            .execute(&mut intruder)
            .await
            .unwrap();
        let shown = scene.says(&who, &place, "/choose choice:1").await;
        assert_ne!(
            shown.text(),
            trouble(if who == "Ana" { "en" } else { "fr" })
        );
        let store = scene.store().await;
        let entries = store
            .tables()
            .entries(lanai_store::TableId(1), 0)
            .await
            .unwrap();
        assert!(entries.len() > before, "{shown:?}");
        store.close().await;
        scene.end().await;
    });
}

#[test]
fn unwritable_database_loses_nothing() {
    evening(async {
        let scene = Scene::in_a_file().await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (who, board) = scene.next(&place, None).await;
        let who = who.unwrap();
        let mut intruder = scene.intruder().await;
        sqlx::query("begin immediate")
            .execute(&mut intruder)
            .await
            .unwrap();
        let shown = scene.says(&who, &place, "/pass space:1").await;
        assert_eq!(
            shown.outcome(),
            "deferred",
            "an answer is promised while the database is waited for"
        );
        is_sorry(&shown, &who);
        sqlx::query("rollback")
            .execute(&mut intruder)
            .await
            .unwrap();
        assert_eq!(
            scene.next(&place, None).await.1.message(),
            board.message(),
            "nothing was told"
        );
        scene
            .says(&who, &place, "/pass space:1")
            .await
            .says("leaves the round");
        scene.next(&place, Some(&board)).await;
        scene.end().await;
    });
}

#[test]
fn game_of_a_later_edition_is_refused_unchanged() {
    evening(async {
        let scene = Scene::in_a_file().await;
        let place = table(&scene, "Hawaii").await;
        let mut intruder = scene.intruder().await;
        let later = "update log_entry set action = replace(action, '\"edition\":2', '\"edition\":3') where number = 0";
        sqlx::query(later).execute(&mut intruder).await.unwrap();
        for line in ["/move to:gods", "/turn", "/table show", "/recap"] {
            for (who, words) in [
                ("Ana", "newer version of me"),
                ("Chloé", "version plus récente"),
            ] {
                let shown = scene.says(who, &place, line).await;
                assert!(shown.is_private());
                shown.says(words);
            }
        }
        scene.end().await;
    });
}
