//! Playing again: one press at the end of a game, and there is a table for the same people.

use serde_json::json;

use super::{Scene, Shown, evening};

/// A game of two that was given up, and its last message.
async fn over(scene: &Scene, game: &str, more: &str) -> (String, Shown) {
    let place = scene.table(game, &["Ana", "Ben"], more).await;
    let (_, board) = scene.next(&place, None).await;
    scene.resigns("Ben", &place).await;
    let (_, end) = scene.next(&place, Some(&board)).await;
    (place, end)
}

#[test]
fn rematch_seats_the_same_people() {
    evening(async {
        let scene = Scene::begin().await;
        let (place, end) = over(&scene, "Hawaii", "options:goods=open pace:12h").await;
        scene
            .presses("Dan", &end, "Play again")
            .await
            .says("You did not play this game");
        let opened = scene.presses("Ben", &end, "Play again").await;
        assert!(!opened.is_private(), "{opened:?}");
        let threads = scene.threads().await;
        let [_, there] = &threads[..] else {
            panic!("a thread of its own: {threads:?}")
        };
        opened.says(&format!(
            "Ben would like to play Hawaii again with the same people: <#{there}>"
        ));
        let lobby = scene.told(there, "A table for Hawaii").await;
        let ana = scene.person("Ana");
        lobby.says(&format!(
            "<@{ana}>: Ben would like to play Hawaii with you again."
        ));
        assert_eq!(
            lobby.0["message"]["mentions"],
            json!([ana]),
            "whoever is missing is called"
        );
        lobby
            .says("One seat is free")
            .says("Invited back: Ana")
            .says("goods=open")
            .says("12 hours a turn");
        // Whoever presses later is led to the same table, and so is whoever opened it.
        for who in ["Ana", "Ben"] {
            let led = scene.presses(who, &end, "Play again").await;
            assert!(led.is_private(), "{led:?}");
            led.says(&format!("already a table for playing again: <#{there}>"));
        }
        assert_eq!(scene.threads().await.len(), 2);
        let full = scene.presses("Ana", &lobby, "Join").await;
        full.says("All seats are taken");
        assert!(
            !full.text().contains("Invited") && !full.text().contains("<@"),
            "{}",
            full.text()
        );
        // Who sat first sits last.
        let [ben, ana] = ["• Ben", "• Ana"].map(|line| full.text().find(line).unwrap());
        assert!(ben < ana, "{}", full.text());
        scene.presses("Ben", &full, "Start").await.says("begins");
        scene.told(there, "it is your turn").await;
        scene
            .says("Ana", &place, "/table show")
            .await
            .says("Ana has won.");
        scene.end().await;
    });
}

#[test]
fn abandoned_rematch_makes_room_for_another() {
    evening(async {
        let scene = Scene::begin().await;
        let (place, end) = over(&scene, "Haleakala", "").await;
        scene.presses("Ana", &end, "Play again").await;
        let there = scene.threads().await[1].clone();
        scene.told(&there, "Invited back: Ben").await;
        scene.says("Ana", &there, "/table leave").await;
        scene.told(&there, "is closed").await;
        let shown = scene.says("Ben", &place, "/table show").await;
        scene
            .presses("Ben", &shown, "Play again")
            .await
            .says("Ben would like to play Haleakala again");
        let there = scene.threads().await[2].clone();
        scene.told(&there, "Invited back: Ana").await;
        scene.end().await;
    });
}
