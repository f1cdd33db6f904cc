//! Hints during a game, and the review after it.

use serde_json::json;

use super::whole_games::confirm_turn;
use super::{Scene, injected_failure};

const GAMES: [&str; 2] = ["Hawaii", "Haleakala"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hint_can_be_played() {
    let scene = Scene::start().await;
    for game in GAMES {
        let thread = scene.start_table(game, &["Ana", "Ben"], "").await;
        let (who, board) = scene.wait_for_turn(&thread, None).await;
        let (who, other) = if who.as_deref() == Some("Ana") {
            ("Ana", "Ben")
        } else {
            ("Ben", "Ana")
        };
        scene.assert_answer(other, &thread, "/hint", "turn").await;
        let panel = scene.press_button(who, &board, "Take your turn").await;
        let hint = scene.press_button(who, &panel, "Hint").await;
        assert!(hint.is_private(), "{hint:?}");
        hint.assert_says("these look best")
            .assert_says("**1.**")
            .assert_says("**3.**")
            .assert_says("chance to win")
            .assert_says("It ");
        assert_eq!(hint.picture_urls().len(), 1, "{hint:?}");
        let again = scene.run_command(who, &thread, "/hint").await;
        assert_eq!(again.text(), hint.text(), "asked twice, it is the same");
        let answer = scene.press_button(who, &again, "Show 2").await;
        answer.assert_says("This is what you would do");
        confirm_turn(&scene, who, &answer).await;
        let (next, _) = scene.wait_for_turn(&thread, Some(&board)).await;
        assert!(next.is_some());
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hints_follow_the_text_setting() {
    let scene = Scene::start().await;
    let thread = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    let (who, _) = scene.wait_for_player(&thread, None).await;
    scene.run_command(&who, &thread, "/remind text:true").await;
    let hint = scene.run_command(&who, &thread, "/hint").await;
    assert!(hint.picture_urls().is_empty(), "{hint:?}");
    hint.assert_says("**1.**");
    scene
        .assert_press(&who, &hint, "Show 1", "This is what you would do")
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hints_can_be_switched_off() {
    let scene = Scene::start().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (who, board) = scene.wait_for_player(&thread, None).await;
    scene
        .run_command("Dan", &thread, "/table hints allowed:false")
        .await
        .assert_says("You have no seat");
    scene
        .assert_answer(
            "Ben",
            &thread,
            "/table hints allowed:false",
            "Hints are off",
        )
        .await;
    scene
        .assert_answer(&who, &thread, "/hint", "Hints are off")
        .await;
    let panel = scene.press_button(&who, &board, "Take your turn").await;
    assert!(panel.button_id("Hint").is_none(), "{panel:?}");
    scene
        .assert_answer(
            "Ana",
            &thread,
            "/table hints allowed:true",
            "stays that way",
        )
        .await;
    scene.end().await;
}

/// Waits until Ana reads how the game was played.
async fn wait_for_review(scene: &Scene, thread: &str) {
    scene
        .wait_until("the game is looked through", async |scene: &Scene| {
            let all = scene.list_visible_messages("Ana", thread).await;
            all.iter()
                .any(|answer| answer.text().contains("Review of the game**"))
        })
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn review_of_a_finished_game() {
    let scene = Scene::start().await;
    for game in GAMES {
        let thread = scene.start_table(game, &["Ana", "Ben"], "").await;
        scene
            .assert_answer("Ana", &thread, "/review", "once it's over")
            .await;
        for _ in 0..3 {
            let (who, board) = scene.wait_for_player(&thread, None).await;
            let hint = scene.run_command(&who, &thread, "/hint").await;
            let answer = scene.press_button(&who, &hint, "Show 3").await;
            confirm_turn(&scene, &who, &answer).await;
            scene.wait_for_turn(&thread, Some(&board)).await;
        }
        let (_, board) = scene.wait_for_turn(&thread, None).await;
        scene.resign("Ben", &thread).await;
        let (_, end) = scene.wait_for_turn(&thread, Some(&board)).await;
        let review = scene.press_button("Ana", &end, "Review").await;
        assert!(review.is_private(), "{review:?}");
        wait_for_review(&scene, &thread).await;
        let all = scene.list_visible_messages("Ana", &thread).await;
        let overview = all
            .into_iter()
            .find(|item| item.text().contains("Review of the game**"))
            .unwrap();
        overview.assert_says("accuracy");
        if let Some((id, values)) = overview.first_menu() {
            let page = scene
                .choose_in_menu("Ana", &overview, &id, &values[0])
                .await;
            page.assert_says("Played:")
                .assert_says("Better:")
                .assert_says("chance to win");
            assert!(!page.picture_urls().is_empty(), "{page:?}");
            scene
                .assert_press("Ana", &page, "◀", "Review of the game**")
                .await;
        }
    }
    scene.end().await;
}

/// The review may finish before Discord has stored the answer that shows its progress.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn review_that_finishes_before_its_answer_is_shown() {
    let scene = Scene::start().await;
    let thread = scene.start_table(GAMES[0], &["Ana", "Ben"], "").await;
    let (mut who, mut board) = scene.wait_for_turn(&thread, None).await;
    for _ in 0..3 {
        let acts = who.unwrap();
        let hint = scene.run_command(&acts, &thread, "/hint").await;
        let answer = scene.press_button(&acts, &hint, "Show 1").await;
        confirm_turn(&scene, &acts, &answer).await;
        (who, board) = scene.wait_for_turn(&thread, Some(&board)).await;
    }
    scene.resign("Ben", &thread).await;
    let (_, end) = scene.wait_for_turn(&thread, Some(&board)).await;
    let slow = json!({ "method": "POST", "path_contains": "/callback", "ms": 1800 });
    scene.post("trouble", injected_failure("slow", &slow)).await;
    let review = scene.press_button("Ana", &end, "Review").await;
    assert!(review.is_private(), "{review:?}");
    wait_for_review(&scene, &thread).await;
    scene.end().await;
}
