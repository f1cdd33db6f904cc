//! Whoever presses and types faster than anybody plays is asked to slow down, once, and nobody else notices.

use std::time::{Duration, Instant};

use lanai::chat::{Admission, Flood, MOST_PEOPLE, WHILE};
use lanai::porch::Settings;
use lanai::tables::PersonId;

use super::{Scene, Shown, evening};

/// A bot that serves nobody more often than this in ten seconds.
async fn at_most(presses: u32) -> Scene {
    let mut scene = Scene::without_bot(Settings::default()).await;
    scene.presses = presses;
    scene.bot_comes().await;
    scene
}

/// Whether nothing came back.
fn is_unheard(shown: &Shown) -> bool {
    shown.0["message"].is_null() && !["message", "deferred", "updated"].contains(&shown.outcome())
}

#[test]
fn whoever_is_too_fast_reads_once_when_to_go_on() {
    evening(async {
        let scene = at_most(6).await;
        let hall = scene.hall.clone();
        let begun = Instant::now();
        scene.says("Ana", &hall, "/table open game:Haleakala").await.says("opened");
        let place = scene.threads().await.pop().unwrap();
        let lobby = scene.told(&place, "A table for Haleakala").await;
        for round in 0..5 {
            let refused = scene.presses("Ana", &lobby, "Join").await;
            assert!(!refused.text().contains("within a few seconds"), "{round}");
        }
        let told = scene.presses("Ana", &lobby, "Join").await;
        assert!(told.is_private());
        told.says("That was a lot within a few seconds").says("<t:").says(":R>");
        assert!(begun.elapsed() < WHILE, "this machine is too slow for this test");
        // After that a press is only acknowledged, a command gets no answer, and nothing is done.
        let revision = async || {
            let store = scene.store().await;
            let table = store.table(lanai::store::GameId(1)).await.unwrap().unwrap();
            store.close().await;
            table.revision
        };
        let before = revision().await;
        let leave = lobby.button("Leave").unwrap();
        // Nobody waits for what follows an acknowledgement: nothing does.
        let body =
            serde_json::json!({ "as": scene.person("Ana"), "message": lobby.message(), "custom_id": leave });
        let ignored = Shown::of(scene.post("press", body).await);
        assert_eq!(ignored.outcome(), "deferred_update");
        assert!(!ignored.text().contains("a lot within"), "{ignored:?}");
        assert!(is_unheard(&scene.says("Ana", &hall, "/help").await));
        assert_eq!(revision().await, before);
        // Others are served as ever.
        scene.says("Ben", &hall, "/help").await.says("/table open");
        // Time passes in earnest.
        tokio::time::sleep(WHILE).await;
        scene.says("Ana", &hall, "/help").await.says("/table open");
        scene.end().await;
    });
}

#[test]
fn whoever_types_too_fast_is_offered_nothing_and_can_still_ask() {
    evening(async {
        let scene = at_most(4).await;
        let hall = scene.hall.clone();
        let line = "/table open game:Hawaii";
        for _ in 0..12 {
            assert!(!scene.offered("Ana", &hall, line, "options").await.is_empty());
        }
        let body = serde_json::json!({
            "as": scene.person("Ana"), "channel": hall, "line": line, "focused": "options",
        });
        let nothing = Shown::of(scene.post("autocomplete", body).await);
        assert!(nothing.0["choices"].as_array().is_none_or(Vec::is_empty), "{nothing:?}");
        scene.says("Ana", &hall, "/help").await.says("/table open");
        assert!(!scene.offered("Ben", &hall, line, "options").await.is_empty());
        scene.end().await;
    });
}

#[test]
fn each_is_counted_by_themselves_and_for_a_while_alone() {
    let (flood, now) = (Flood::at_most(3), Instant::now());
    let at = |person: i64, seconds: u64| flood.admits(PersonId(person), now + Duration::from_secs(seconds));
    for second in 0..3 {
        assert_eq!(at(1, second), Admission::Served);
    }
    assert_eq!(at(1, 3), Admission::Told(WHILE));
    assert_eq!(at(1, 4), Admission::Unheard);
    assert_eq!(at(2, 4), Admission::Served);
    assert_eq!(at(1, 12), Admission::Unheard, "as long as was said");
    assert_eq!(at(1, 13), Admission::Served);
    // Whoever does as much as may be, and no more, is never turned away.
    for round in 1..50 {
        for _ in 0..3 {
            assert_eq!(at(3, 20 + round * 10), Admission::Served);
        }
    }
}

#[test]
fn what_is_remembered_has_an_end() {
    let (flood, now) = (Flood::at_most(1), Instant::now());
    let many = i64::try_from(MOST_PEOPLE).unwrap();
    for person in 0..many + 500 {
        assert_eq!(flood.admits(PersonId(person), now), Admission::Served);
    }
    assert_eq!(flood.remembered(), MOST_PEOPLE);
    assert_eq!(flood.admits(PersonId(0), now), Admission::Told(WHILE), "whoever is known stays known");
    // When their while is over they make room.
    assert_eq!(flood.admits(PersonId(many + 1), now + WHILE), Admission::Served);
    assert_eq!(flood.remembered(), 1);
}
