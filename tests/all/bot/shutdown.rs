//! The bot leaves: what was asked for by then is done and answered; what comes later is not done, and says so.

use std::time::Duration;

use lanai_porch::Settings;

use super::{Scene, evening};

#[test]
fn pending_requests_are_answered_at_shutdown() {
    evening(async {
        let mut scene = Scene::without_bot_in_a_file(Settings::default()).await;
        scene.pictures_within = Duration::ZERO;
        scene.bot_comes().await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (who, board) = scene.next(&place, None).await;
        let (who, other) = (
            who.unwrap(),
            if board.text().contains("Ana") {
                "Ben"
            } else {
                "Ana"
            },
        );
        // Somebody holds the file, so that a move is on its way.
        let mut intruder = scene.intruder().await;
        sqlx::query("begin immediate")
            .execute(&mut intruder)
            .await
            .unwrap();
        let (stop, running) = scene.bots.pop().unwrap();
        let move_made = scene.says(&who, &place, "/pass space:1");
        let leaves = async {
            tokio::time::sleep(Duration::from_millis(400)).await;
            stop.send(()).unwrap();
            tokio::time::sleep(Duration::from_millis(300)).await;
            scene
                .says(other, &place, "/table show")
                .await
                .says("I am restarting right now");
            scene
                .presses(&who, &board, "Take your turn")
                .await
                .says("nothing was done");
            sqlx::query("rollback")
                .execute(&mut intruder)
                .await
                .unwrap();
            running.await.unwrap();
        };
        let (shown, ()) = tokio::join!(move_made, leaves);
        shown.says("leaves the round");
        scene.bot_comes().await;
        // It was made, and is told.
        scene.next(&place, Some(&board)).await;
        scene.end().await;
    });
}
