//! Races: two at once, the same twice, too late, and two tables side by side. Nothing is lost, nothing doubled.

use serde_json::json;

use super::panels::TOO_OLD;
use super::{Scene, Shown, evening, text};

/// The panel of whoever is to act, walked to the confirmation of leaving the round.
async fn ready_to_pass(scene: &Scene, who: &str, board: &Shown) -> Shown {
    let panel = scene.presses(who, board, "Take your turn").await;
    let leaves = |values: &Vec<String>| values[0].starts_with("l.");
    let (id, values) = panel
        .menus()
        .into_iter()
        .find(|(_, values)| leaves(values))
        .unwrap();
    scene.chooses_in(who, &panel, &id, &values[0]).await
}

#[test]
fn stale_press_after_undo_gets_the_current_board() {
    evening(async {
        let scene = Scene::begin().await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (who, board) = scene.next(&place, None).await;
        let who = who.unwrap();
        let ready = ready_to_pass(&scene, &who, &board).await;
        // A panel so old stays when another comes: the chat does not let us remove it.
        scene.passes(TOO_OLD);
        let moved = scene.offered(&who, &place, "/move", "to").await[0]["value"]
            .as_str()
            .unwrap()
            .to_owned();
        scene
            .says(&who, &place, &format!("/move to:{moved}"))
            .await
            .says("What will you buy?");
        // After the walk, leaving the round is not lawful any more.
        scene.presses(&who, &ready, "Do it").await;
        let late = scene.has_one_panel_below(&who, &place).await;
        late.says("Somebody was faster").says("What will you buy?");
        assert!(late.panes().contains("Hawaii, round 1"));
        scene.says(&who, &place, "/table undo").await.says("Undone");
        scene.end().await;
    });
}

#[test]
fn late_legal_press_needs_confirmation() {
    evening(async {
        let scene = Scene::begin().await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (who, board) = scene.next(&place, None).await;
        let who = who.unwrap();
        let ready = ready_to_pass(&scene, &who, &board).await;
        // A panel so old stays when another comes: the chat does not let us remove it.
        scene.passes(TOO_OLD);
        let moved = scene.offered(&who, &place, "/move", "to").await[0]["value"]
            .as_str()
            .unwrap()
            .to_owned();
        scene.says(&who, &place, &format!("/move to:{moved}")).await;
        scene.says(&who, &place, "/table undo").await.says("Undone");
        scene.presses(&who, &ready, "Do it").await;
        let late = scene.has_one_panel_below(&who, &place).await;
        late.says("still possible").says("leaves the round");
        scene
            .presses(&who, &late, "Do it")
            .await
            .says("leaves the round");
        scene.next(&place, Some(&board)).await;
        scene.end().await;
    });
}

#[test]
fn announced_step_is_taken_back_publicly_until_another_acts() {
    evening(async {
        let scene = Scene::begin().await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (who, board) = scene.next(&place, None).await;
        let who = who.unwrap();
        let done = scene.says(&who, &place, "/pass space:1").await;
        scene.passes(TOO_OLD);
        let (other, _) = scene.next(&place, Some(&board)).await;
        assert_ne!(other.as_deref(), Some(who.as_str()));
        scene.presses(&who, &done, "Undo").await.says("Undone");
        let back = scene.told(&place, "undid the last step").await;
        scene.says(&who, &place, "/pass space:1").await;
        let (other, _) = scene.next(&place, Some(&back)).await;
        let other = other.unwrap();
        // One waits, and is asked again while the first has left.
        scene.says(&other, &place, "/wait").await;
        let shown = scene.says(&who, &place, "/table undo").await;
        assert!(shown.text().contains("has acted since"), "{shown:?}");
        let late = scene.presses(&who, &done, "Undo").await;
        late.says("Too late");
        scene.end().await;
    });
}

#[test]
fn tables_in_neighbouring_threads_are_independent() {
    evening(async {
        let scene = Scene::begin().await;
        let hawaii = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let haleakala = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        let (one, _) = scene.next(&hawaii, None).await;
        let (two, _) = scene.next(&haleakala, None).await;
        let (one, two) = (one.unwrap(), two.unwrap());
        let (passed, placed) = tokio::join!(
            scene.says(&one, &hawaii, "/pass space:1"),
            scene.says(&two, &haleakala, "/choose choice:1")
        );
        passed.says("leaves the round");
        assert!(!placed.text().contains("round"), "{placed:?}");
        scene
            .says(&one, &hawaii, "/place disc:1 beach:1")
            .await
            .says("There is no /place in Hawaii");
        scene
            .says(&two, &haleakala, "/sail dock:1")
            .await
            .says("/sail");
        scene
            .says("Ana", &scene.hall, "/table list")
            .await
            .says("Hawaii")
            .says("Haleakala")
            .says("yours");
        scene.end().await;
    });
}

/// A panel may be opened where another table stands: what is refused there is told of the right people.
#[test]
fn press_in_another_channel_names_its_own_table() {
    evening(async {
        let mut scene = Scene::begin().await;
        let eve = scene
            .post("persons", json!({ "name": "Eve", "locale": "en-US" }))
            .await;
        scene.people.insert("Eve".to_owned(), text(&eve["id"]));
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let beside = scene.table("Hawaii", &["Dan", "Eve"], "").await;
        let (who, _) = scene.next(&place, None).await;
        let who = who.unwrap();
        let other = if who == "Ana" { "Ben" } else { "Ana" };
        let panel = scene.says(&who, &beside, "/turn").await;
        let hint = scene.presses(&who, &panel, "Hint").await;
        let shown = scene.presses(&who, &hint, "Show 1").await;
        let (message, id) = (shown.message(), shown.button("Do it").unwrap());
        let press = || scene.presses_id(&who, &message, &id);
        let (one, two) = tokio::join!(press(), press());
        for told in [&one, &two] {
            assert!(
                !told.text().contains("Dan") && !told.text().contains("Eve"),
                "{told:?}"
            );
        }
        let others_turn = format!("It is {other}'s turn.");
        assert!(
            [&one, &two]
                .iter()
                .any(|told| told.text().starts_with(&others_turn)),
            "{one:?} {two:?}"
        );
        scene.end().await;
    });
}
