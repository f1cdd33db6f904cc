//! Playing again: one press at the end of a game, and there is a table for the same people.

use serde_json::json;

use super::{Scene, Shown};

/// A game of two that was given up, and its last message.
async fn play_resigned_game(scene: &Scene, game: &str, more: &str) -> (String, Shown) {
    let thread = scene.start_table(game, &["Ana", "Ben"], more).await;
    let (_, board) = scene.wait_for_turn(&thread, None).await;
    scene.resign("Ben", &thread).await;
    let (_, end) = scene.wait_for_turn(&thread, Some(&board)).await;
    (thread, end)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rematch_seats_the_same_people() {
    let scene = Scene::start().await;
    let (thread, end) = play_resigned_game(&scene, "Hawaii", "options:goods=open pace:12h").await;
    scene
        .assert_press("Dan", &end, "Play again", "Only those who played this game")
        .await;
    let opened = scene.press_button("Ben", &end, "Play again").await;
    assert!(!opened.is_private(), "{opened:?}");
    let threads = scene.list_threads().await;
    let [_, there] = &threads[..] else {
        panic!("a thread of its own: {threads:?}")
    };
    opened.assert_says(&format!(
        "Ben would like to play Hawaii again with the same people: <#{there}>"
    ));
    let lobby = scene.wait_for_text(there, "A table for Hawaii").await;
    let ana = scene.person("Ana");
    lobby.assert_says(&format!(
        "<@{ana}>: Ben would like to play Hawaii with you again."
    ));
    assert_eq!(
        lobby.0["message"]["mentions"],
        json!([ana]),
        "the missing player is pinged"
    );
    lobby
        .assert_says("One seat is free")
        .assert_says("Invited back: Ana")
        .assert_says("Shells, feet and fruits are open")
        .assert_says("12 hours a turn");
    // Later presses lead to the same table.
    for who in ["Ana", "Ben"] {
        let led = scene.press_button(who, &end, "Play again").await;
        assert!(led.is_private(), "{led:?}");
        led.assert_says(&format!("rematch table is already open: <#{there}>"));
    }
    assert_eq!(scene.list_threads().await.len(), 2);
    let full = scene.press_button("Ana", &lobby, "Join").await;
    full.assert_says("All seats are taken");
    assert!(
        !full.text().contains("Invited") && !full.text().contains("<@"),
        "{}",
        full.text()
    );
    // The order of seats is reversed.
    let [ben, ana] = ["• Ben", "• Ana"].map(|line| full.text().find(line).unwrap());
    assert!(ben < ana, "{}", full.text());
    scene.assert_press("Ben", &full, "Start", "begins").await;
    scene.wait_for_text(there, "it's your turn").await;
    scene
        .assert_answer("Ana", &thread, "/table show", "Ana has won.")
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn abandoned_rematch_makes_room_for_another() {
    let scene = Scene::start().await;
    let (thread, end) = play_resigned_game(&scene, "Haleakala", "").await;
    scene.press_button("Ana", &end, "Play again").await;
    let there = scene.list_threads().await[1].clone();
    scene.wait_for_text(&there, "Invited back: Ben").await;
    scene.run_command("Ana", &there, "/table leave").await;
    scene.wait_for_text(&there, "is closed").await;
    let answer = scene.run_command("Ben", &thread, "/table show").await;
    scene
        .press_button("Ben", &answer, "Play again")
        .await
        .assert_says("Ben would like to play Haleakala again");
    let there = scene.list_threads().await[2].clone();
    scene.wait_for_text(&there, "Invited back: Ana").await;
    scene.end().await;
}
