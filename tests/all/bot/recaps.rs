//! Whoever comes back after the bot was away reads what happened, and not each turn of it.

use super::other_process::Elsewhere;
use super::{Scene, evening};

#[test]
fn missed_turns_are_one_message() {
    evening(async {
        let mut scene = Scene::begin().await;
        let place = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        scene.next(&place, None).await;
        scene.is_quiet().await;
        scene.bot_goes().await;
        let before = scene.sees("Ana", &place).await.len();
        // The game goes on, and nobody is there to tell.
        let elsewhere = Elsewhere::of(&scene).await;
        for _ in 0..12 {
            assert!(elsewhere.acts(&place).await, "the game is short");
        }
        elsewhere.close().await;
        scene.bot_comes().await;
        scene.is_quiet().await;
        let all = scene.sees("Ana", &place).await;
        let new: Vec<_> = all[before..]
            .iter()
            .filter(|shown| !shown.text().contains("Points:"))
            .collect();
        // The first may have been told before, so that it is told by itself.
        let [first, recap] = &new[..] else {
            panic!("{new:?}")
        };
        assert!(
            first.pictures().is_empty() && !recap.pictures().is_empty(),
            "{new:?}"
        );
        assert!(
            recap.0.to_string().contains("turns came before"),
            "{recap:?}"
        );
        // Whoever uncovered something last is in the middle of a turn, and not called to it again.
        let text = recap.text();
        assert!(
            ["your turn", "Ana's turn", "Ben's turn"]
                .iter()
                .any(|it| text.contains(it)),
            "{recap:?}"
        );
        scene.end().await;
    });
}
