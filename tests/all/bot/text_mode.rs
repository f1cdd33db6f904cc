//! The text setting: private answers come without pictures, and say what the pictures would show.

use super::{Scene, Shown, text};

fn assert_in_words(answer: &Shown, board: &[&str]) {
    assert!(answer.picture_urls().is_empty(), "{answer:?}");
    for piece in board {
        assert!(
            answer.board_text().contains(piece),
            "no {piece} in {}",
            answer.board_text()
        );
    }
}

/// Waits for Ana's turn, and returns the board.
async fn wait_for_ana(scene: &Scene, thread: &str) -> Shown {
    let (who, board) = scene.wait_for_turn(thread, None).await;
    if who.as_deref() == Some("Ana") {
        return board;
    }
    scene.take_turn("Ben", thread).await;
    scene.wait_for_turn(thread, Some(&board)).await.1
}

/// Ana has chosen words, and it is her turn: where, and at which board.
async fn start_in_text_mode(game: &str) -> (Scene, String, Shown) {
    let scene = Scene::start().await;
    scene
        .run_command("Ana", &scene.main_channel, "/remind text:true")
        .await;
    let thread = scene.start_table(game, &["Ana", "Ben"], "").await;
    let board = wait_for_ana(&scene, &thread).await;
    (scene, thread, board)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn text_setting_covers_the_hawaii_panel() {
    let scene = Scene::start().await;
    let chosen = scene
        .run_command("Ana", &scene.main_channel, "/remind text:true")
        .await;
    chosen.assert_says("you see text instead of pictures");
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let board = wait_for_ana(&scene, &thread).await;
    assert_eq!(
        board.picture_urls().len(),
        2,
        "public messages keep their pictures"
    );
    let answer = [
        "Hawaii, round 1",
        "Turn order",
        "; prices ",
        "cove",
        "Dock 4: 6 feet",
        "Ben, seat 2",
    ];
    let panel = scene.press_button("Ana", &board, "Take your turn").await;
    assert_in_words(&panel, &answer);
    panel.assert_says("You have");
    assert_in_words(&scene.choose_first("Ana", &panel).await, &answer);
    for line in ["/turn", "/table show", "/table replay"] {
        assert_in_words(&scene.run_command("Ana", &thread, line).await, &answer);
    }
    assert_in_words(
        &scene.run_command("Ana", &thread, "/recap").await,
        &["Dock 4: 6 feet"],
    );
    let realm = scene.run_command("Ana", &thread, "/realm").await;
    assert_in_words(&realm, &[]);
    realm.assert_says("in hand:").assert_says("village 1");
    // One answer with pictures, and the setting stays.
    assert_eq!(
        scene
            .run_command("Ana", &thread, "/table show text:false")
            .await
            .picture_urls()
            .len(),
        2
    );
    assert_eq!(
        scene
            .run_command("Ana", &thread, "/realm text:false")
            .await
            .picture_urls()
            .len(),
        1
    );
    assert_eq!(
        scene
            .run_command("Ben", &thread, "/table show")
            .await
            .picture_urls()
            .len(),
        2
    );
    let chosen = scene
        .run_command("Ana", &thread, "/remind text:false")
        .await;
    assert!(!chosen.text().contains("text instead"), "{}", chosen.text());
    assert_eq!(
        scene
            .run_command("Ana", &thread, "/turn")
            .await
            .picture_urls()
            .len(),
        1
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn text_setting_covers_the_haleakala_panel() {
    let (scene, _, board) = start_in_text_mode("Haleakala").await;
    let answer = [
        "Haleakala, round 1",
        "Segment 6:",
        "Cards left",
        "Display",
        "Ben, seat 2",
    ];
    let panel = scene.press_button("Ana", &board, "Take your turn").await;
    assert_in_words(&panel, &answer);
    assert_in_words(&scene.choose_first("Ana", &panel).await, &answer);
    scene.end().await;
}

/// The answer needs no deferral and reveals its message id, so the next panel can replace it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn text_option_applies_to_one_answer() {
    let (scene, thread, board) = start_in_text_mode("Hawaii").await;
    let before = scene.list_requests().await.len();
    let panel = scene.press_button("Ana", &board, "Take your turn").await;
    assert_eq!(panel.outcome(), "message");
    let chosen = scene.choose_first("Ana", &panel).await;
    assert_eq!(
        (chosen.outcome(), chosen.message_id()),
        ("updated", panel.message_id())
    );
    assert_eq!(
        scene.run_command("Ana", &thread, "/turn").await.outcome(),
        "message"
    );
    scene
        .wait_until("one panel stands", async |scene| {
            scene.list_panels("Ana", &thread).await.len() == 1
        })
        .await;
    let requests = scene.list_requests().await.split_off(before);
    let about: Vec<String> = requests.iter().map(|item| text(&item["path"])).collect();
    let answers = about
        .iter()
        .filter(|path| path.ends_with("/callback"))
        .count();
    let removals = requests
        .iter()
        .filter(|item| item["method"] == "DELETE")
        .count();
    let edits = about
        .iter()
        .zip(&requests)
        .filter(|(path, item)| item["method"] == "PATCH" && path.contains("/webhooks/"));
    assert_eq!((answers, removals, edits.count()), (4, 1, 0), "{about:?}");
    scene.end().await;
}
