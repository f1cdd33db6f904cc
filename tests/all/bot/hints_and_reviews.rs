//! Hints during a game, and the review after it.

use serde_json::json;

use super::whole_games::do_it;
use super::{Scene, evening, trouble};

const GAMES: [&str; 2] = ["Hawaii", "Haleakala"];

#[test]
fn a_hint_can_be_played() {
    evening(async {
        let scene = Scene::begin().await;
        for game in GAMES {
            let place = scene.table(game, &["Ana", "Ben"], "").await;
            let (who, board) = scene.next(&place, None).await;
            let (who, other) = if who.as_deref() == Some("Ana") {
                ("Ana", "Ben")
            } else {
                ("Ben", "Ana")
            };
            scene.says(other, &place, "/hint").await.says("turn");
            let panel = scene.presses(who, &board, "Take your turn").await;
            let hint = scene.presses(who, &panel, "Hint").await;
            assert!(hint.is_private(), "{hint:?}");
            hint.says("these look best")
                .says("**1.**")
                .says("**3.**")
                .says("% to win")
                .says("It ");
            assert_eq!(hint.pictures().len(), 1, "{hint:?}");
            let again = scene.says(who, &place, "/hint").await;
            assert_eq!(again.text(), hint.text(), "asked twice, it is the same");
            let shown = scene.presses(who, &again, "Show 2").await;
            shown.says("This is what you would do");
            do_it(&scene, who, &shown).await;
            let (next, _) = scene.next(&place, Some(&board)).await;
            assert!(next.is_some());
        }
        scene.end().await;
    });
}

#[test]
fn hints_follow_the_text_setting() {
    evening(async {
        let scene = Scene::begin().await;
        let place = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        let (who, _) = scene.next(&place, None).await;
        let who = who.unwrap();
        scene.says(&who, &place, "/remind text:true").await;
        let hint = scene.says(&who, &place, "/hint").await;
        assert!(hint.pictures().is_empty(), "{hint:?}");
        hint.says("**1.**");
        scene
            .presses(&who, &hint, "Show 1")
            .await
            .says("This is what you would do");
        scene.end().await;
    });
}

#[test]
fn hints_can_be_switched_off() {
    evening(async {
        let scene = Scene::begin().await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (who, board) = scene.next(&place, None).await;
        let who = who.unwrap();
        scene
            .says("Dan", &place, "/table hints allowed:false")
            .await
            .says("You have no seat");
        scene
            .says("Ben", &place, "/table hints allowed:false")
            .await
            .says("Hints are off");
        scene
            .says(&who, &place, "/hint")
            .await
            .says("Hints are off");
        let panel = scene.presses(&who, &board, "Take your turn").await;
        assert!(panel.button("Hint").is_none(), "{panel:?}");
        scene
            .says("Ana", &place, "/table hints allowed:true")
            .await
            .says("stays that way");
        scene.end().await;
    });
}

/// Waits until Ana reads how the game was played.
async fn is_looked_through(scene: &Scene, place: &str) {
    let done = async |scene: &Scene| {
        let all = scene.sees("Ana", place).await;
        all.iter()
            .any(|shown| shown.text().contains("Review of the game**"))
    };
    scene.until("the game is looked through", done).await;
}

#[test]
fn review_of_a_finished_game() {
    evening(async {
        let scene = Scene::begin().await;
        for game in GAMES {
            let place = scene.table(game, &["Ana", "Ben"], "").await;
            scene
                .says("Ana", &place, "/review")
                .await
                .says("once it is over");
            for _ in 0..3 {
                let (who, board) = scene.next(&place, None).await;
                let who = who.unwrap();
                let hint = scene.says(&who, &place, "/hint").await;
                let shown = scene.presses(&who, &hint, "Show 3").await;
                do_it(&scene, &who, &shown).await;
                scene.next(&place, Some(&board)).await;
            }
            let (_, board) = scene.next(&place, None).await;
            scene.resigns("Ben", &place).await;
            let (_, end) = scene.next(&place, Some(&board)).await;
            let review = scene.presses("Ana", &end, "Review").await;
            assert!(review.is_private(), "{review:?}");
            is_looked_through(&scene, &place).await;
            let all = scene.sees("Ana", &place).await;
            let overview = all
                .into_iter()
                .find(|it| it.text().contains("Review of the game**"))
                .unwrap();
            overview.says("accuracy");
            if let Some((id, values)) = overview.menu() {
                let page = scene.chooses_in("Ana", &overview, &id, &values[0]).await;
                page.says("Played:").says("Better:").says("% to win");
                assert!(!page.pictures().is_empty(), "{page:?}");
                scene
                    .presses("Ana", &page, "◀")
                    .await
                    .says("Review of the game**");
            }
        }
        scene.end().await;
    });
}

/// Discord may take its time over the answer that says how far a review is; the review may be done before that stands.
#[test]
fn review_that_finishes_before_its_answer_is_shown() {
    evening(async {
        let scene = Scene::begin().await;
        let place = scene.table(GAMES[0], &["Ana", "Ben"], "").await;
        let (mut who, mut board) = scene.next(&place, None).await;
        for _ in 0..3 {
            let acts = who.unwrap();
            let hint = scene.says(&acts, &place, "/hint").await;
            let shown = scene.presses(&acts, &hint, "Show 1").await;
            do_it(&scene, &acts, &shown).await;
            (who, board) = scene.next(&place, Some(&board)).await;
        }
        scene.resigns("Ben", &place).await;
        let (_, end) = scene.next(&place, Some(&board)).await;
        let slow = json!({ "method": "POST", "path_contains": "/callback", "ms": 1800 });
        scene.post("trouble", trouble("slow", &slow)).await;
        let review = scene.presses("Ana", &end, "Review").await;
        assert!(review.is_private(), "{review:?}");
        is_looked_through(&scene, &place).await;
        scene.end().await;
    });
}
