//! Shutdown: pending requests are finished and answered, and later ones are refused with a message.

use std::time::Duration;

use lanai_porch::Settings;

use super::Scene;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pending_requests_are_answered_at_shutdown() {
    let mut scene = Scene::open_on_file(Settings::default()).await;
    scene.pictures_within = Duration::ZERO;
    scene.start_bot().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (who, board) = scene.wait_for_turn(&thread, None).await;
    let (who, other) = (
        who.unwrap(),
        if board.text().contains("Ana") {
            "Ben"
        } else {
            "Ana"
        },
    );
    // A lock keeps the move in flight.
    let mut intruder = scene.open_as_intruder().await;
    sqlx::query("begin immediate")
        .execute(&mut intruder)
        .await
        .unwrap();
    let (stop, running) = scene.bots.pop().unwrap();
    let move_made = scene.run_command(&who, &thread, "/pass space:1");
    let leaves = async {
        tokio::time::sleep(Duration::from_millis(400)).await;
        stop.send(()).unwrap();
        tokio::time::sleep(Duration::from_millis(300)).await;
        scene
            .assert_answer(other, &thread, "/table show", "I'm restarting right now")
            .await;
        scene
            .assert_press(&who, &board, "Take your turn", "nothing was done")
            .await;
        sqlx::query("rollback")
            .execute(&mut intruder)
            .await
            .unwrap();
        running.await.unwrap();
    };
    let (answer, ()) = tokio::join!(move_made, leaves);
    answer.assert_says("out of the round");
    scene.start_bot().await;
    // The move was played, and is announced.
    scene.wait_for_turn(&thread, Some(&board)).await;
    scene.end().await;
}
