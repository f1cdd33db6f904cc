//! Scenes on a PostgreSQL server: whole games, and a server that fails in the middle.

use std::time::{Duration, Instant};

use lanai_porch::Settings;

use super::Scene;
use super::whole_games::assert_told_once;
use lanai_testing::homes::Server;
use lanai_testing::outside::test_size;

/// Discord's limit for the first answer.
const ANSWER_LIMIT: Duration = Duration::from_secs(3);

/// A failure of the server, and its repair.
type ServerFailure = (fn(&mut Server), fn(&mut Server));

/// People read a sentence at once while the server is gone; acknowledged moves survive, and the
/// game goes on when the server is back.
async fn check_nothing_is_lost(trouble: ServerFailure) {
    let Some(mut server) = Server::start_own() else {
        return;
    };
    let scene = Scene::start_on(server.create_database().await, Settings::default()).await;
    let thread = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    let (mut acts, mut board) = scene.wait_for_turn(&thread, None).await;
    for _ in 0..test_size(1, 3) {
        let who = acts.as_deref().unwrap();
        let panel = scene.run_command(who, &thread, "/turn").await;
        let panel = scene.choose_first(who, &panel).await;
        let before = scene
            .run_command("Dan", &thread, "/table show")
            .await
            .board_text();
        (trouble.0)(&mut server);
        for line in ["/turn", "/mine", "/table show"] {
            let asked = Instant::now();
            let said = scene.run_command_at_once(who, &thread, line).await;
            said.assert_says("Something went wrong and was logged");
            assert!(
                asked.elapsed() < ANSWER_LIMIT,
                "{line} took {:?}",
                asked.elapsed()
            );
        }
        let asked = Instant::now();
        scene.press_button(who, &panel, "Do it").await;
        assert!(
            asked.elapsed() < ANSWER_LIMIT,
            "it took {:?}",
            asked.elapsed()
        );
        let seen = scene.list_visible_messages(who, &thread).await;
        seen.last()
            .unwrap()
            .assert_says("Something went wrong and was logged");
        (trouble.1)(&mut server);
        let after = scene
            .run_command("Dan", &thread, "/table show")
            .await
            .board_text();
        assert_eq!(after, before, "nothing was done");
        let done = scene.press_button(who, &panel, "Do it").await;
        assert!(
            done.button_id("Undo").is_some() || done.is_gone(),
            "{done:?}"
        );
        (acts, board) = scene.wait_for_turn(&thread, Some(&board)).await;
    }
    scene.wait_until_delivered().await;
    assert_told_once(&scene, &thread).await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn restarting_postgres_loses_nothing() {
    check_nothing_is_lost((Server::kill, Server::restart)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn silent_postgres_loses_nothing() {
    check_nothing_is_lost((Server::pause, Server::resume)).await;
}
