//! Races: simultaneous, repeated and late presses, and two tables side by side.

use serde_json::json;

use super::panels::TOO_OLD;
use super::{Scene, Shown, text};

/// Opens the panel of the player to act, up to the confirmation of leaving the round.
async fn open_pass_confirmation(scene: &Scene, who: &str, board: &Shown) -> Shown {
    let panel = scene.press_button(who, board, "Take your turn").await;
    let choices = panel.open_choices();
    let (id, _) = choices.iter().find(|(id, _)| id.contains(":l.")).unwrap();
    scene.press_id(who, &panel.message_id(), id).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stale_press_after_undo_gets_the_current_board() {
    let scene = Scene::start().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (who, board) = scene.wait_for_player(&thread, None).await;
    let ready = open_pass_confirmation(&scene, &who, &board).await;
    // The bot cannot remove a panel this old, so it stays when another one opens.
    scene.advance_clock(TOO_OLD);
    let moved = scene.list_suggestions(&who, &thread, "/move", "to").await[0]["value"]
        .as_str()
        .unwrap()
        .to_owned();
    scene
        .run_command(&who, &thread, &format!("/move to:{moved}"))
        .await
        .assert_says("What will you buy?");
    // After the walk, leaving the round is not lawful any more.
    scene.press_button(&who, &ready, "Do it").await;
    let late_answer = scene.wait_for_panel_below(&who, &thread).await;
    late_answer
        .assert_says("Somebody was faster")
        .assert_says("What will you buy?");
    assert!(late_answer.board_text().contains("Hawaii, round 1"));
    scene
        .assert_answer(&who, &thread, "/table undo", "Undone")
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn late_legal_press_needs_confirmation() {
    let scene = Scene::start().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (who, board) = scene.wait_for_player(&thread, None).await;
    let ready = open_pass_confirmation(&scene, &who, &board).await;
    // The bot cannot remove a panel this old, so it stays when another one opens.
    scene.advance_clock(TOO_OLD);
    let moved = scene.list_suggestions(&who, &thread, "/move", "to").await[0]["value"]
        .as_str()
        .unwrap()
        .to_owned();
    scene
        .run_command(&who, &thread, &format!("/move to:{moved}"))
        .await;
    scene
        .assert_answer(&who, &thread, "/table undo", "Undone")
        .await;
    scene.press_button(&who, &ready, "Do it").await;
    let late_answer = scene.wait_for_panel_below(&who, &thread).await;
    late_answer
        .assert_says("still possible")
        .assert_says("out of the round");
    scene
        .assert_press(&who, &late_answer, "Do it", "out of the round")
        .await;
    scene.wait_for_turn(&thread, Some(&board)).await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn announced_step_is_taken_back_publicly_until_another_acts() {
    let scene = Scene::start().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (who, board) = scene.wait_for_player(&thread, None).await;
    let done = scene.run_command(&who, &thread, "/pass space:1").await;
    scene.advance_clock(TOO_OLD);
    let (other, _) = scene.wait_for_turn(&thread, Some(&board)).await;
    assert_ne!(other.as_deref(), Some(who.as_str()));
    scene.assert_press(&who, &done, "Undo", "Undone").await;
    let back = scene.wait_for_text(&thread, "undid the last step").await;
    scene.run_command(&who, &thread, "/pass space:1").await;
    let (other, _) = scene.wait_for_player(&thread, Some(&back)).await;
    scene.run_command(&other, &thread, "/wait").await;
    let answer = scene.run_command(&who, &thread, "/table undo").await;
    assert!(answer.text().contains("has acted since"), "{answer:?}");
    let late_answer = scene.press_button(&who, &done, "Undo").await;
    late_answer.assert_says("Too late");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_in_neighbouring_threads_are_independent() {
    let scene = Scene::start().await;
    let hawaii = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let haleakala = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    let (one, _) = scene.wait_for_turn(&hawaii, None).await;
    let (two, _) = scene.wait_for_turn(&haleakala, None).await;
    let (one, two) = (one.unwrap(), two.unwrap());
    let (passed, placed) = tokio::join!(
        scene.run_command(&one, &hawaii, "/pass space:1"),
        scene.run_command(&two, &haleakala, "/choose choice:1")
    );
    passed.assert_says("out of the round");
    assert!(!placed.text().contains("round"), "{placed:?}");
    scene
        .run_command(&one, &hawaii, "/place disc:1 beach:1")
        .await
        .assert_says("There's no `/place` in Hawaii");
    scene
        .assert_answer(&two, &haleakala, "/sail dock:1", "/sail")
        .await;
    scene
        .run_command("Ana", &scene.main_channel, "/table list")
        .await
        .assert_says("Hawaii")
        .assert_says("Haleakala")
        .assert_says("yours");
    scene.end().await;
}

/// A panel may be opened in a channel with another table; a refusal names the right players.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn press_in_another_channel_names_its_own_table() {
    let mut scene = Scene::start().await;
    let eve = scene
        .post("persons", json!({ "name": "Eve", "locale": "en-US" }))
        .await;
    scene.people.insert("Eve".to_owned(), text(&eve["id"]));
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let beside = scene.start_table("Hawaii", &["Dan", "Eve"], "").await;
    let (who, _) = scene.wait_for_player(&thread, None).await;
    let other = if who == "Ana" { "Ben" } else { "Ana" };
    let panel = scene.run_command(&who, &beside, "/turn").await;
    let hint = scene.press_button(&who, &panel, "Hint").await;
    let answer = scene.press_button(&who, &hint, "Show 1").await;
    let (message, id) = (answer.message_id(), answer.button_id("Do it").unwrap());
    let press = || scene.press_id(&who, &message, &id);
    let (one, two) = tokio::join!(press(), press());
    for told in [&one, &two] {
        assert!(
            !told.text().contains("Dan") && !told.text().contains("Eve"),
            "{told:?}"
        );
    }
    let others_turn = format!("It's {other}'s turn.");
    assert!(
        [&one, &two]
            .iter()
            .any(|told| told.text().starts_with(&others_turn)),
        "{one:?} {two:?}"
    );
    scene.end().await;
}
