//! After an outage, missed turns are announced in one message.

use super::Scene;
use super::other_process::Elsewhere;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn missed_turns_are_one_message() {
    let mut scene = Scene::start().await;
    let thread = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    scene.wait_for_turn(&thread, None).await;
    scene.wait_until_idle().await;
    scene.stop_bot().await;
    let before = scene.list_visible_messages("Ana", &thread).await.len();
    // The game goes on while no bot runs.
    let elsewhere = Elsewhere::connect(&scene).await;
    for _ in 0..12 {
        assert!(elsewhere.person_to_act(&thread).await, "the game is short");
    }
    elsewhere.close().await;
    scene.start_bot().await;
    scene.wait_until_idle().await;
    let all = scene.list_visible_messages("Ana", &thread).await;
    let new: Vec<_> = all[before..]
        .iter()
        .filter(|answer| !answer.text().contains("Points:"))
        .collect();
    // The first turn may already be posted, so it stays a message of its own.
    let [first, recap] = &new[..] else {
        panic!("{new:?}")
    };
    assert!(
        first.picture_urls().is_empty() && !recap.picture_urls().is_empty(),
        "{new:?}"
    );
    assert!(
        recap.0.to_string().contains("turns came before"),
        "{recap:?}"
    );
    // A player in the middle of a turn is not pinged again.
    let text = recap.text();
    assert!(
        ["your turn", "Ana's turn", "Ben's turn"]
            .iter()
            .any(|item| text.contains(item)),
        "{recap:?}"
    );
    scene.end().await;
}
