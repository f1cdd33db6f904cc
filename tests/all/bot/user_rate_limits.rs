//! A user who presses and types faster than anyone plays is told once to slow down; other users notice nothing.

use std::time::{Duration, Instant};

use lanai_discord::{Admission, MAX_REMEMBERED_USERS, PRESS_WINDOW, RateLimiter};
use lanai_host::PersonId;
use lanai_porch::Settings;

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
fn rate_limited_user_is_told_once() {
    evening(async {
        let scene = at_most(6).await;
        let hall = scene.hall.clone();
        let begun = Instant::now();
        scene
            .says("Ana", &hall, "/table open game:Haleakala")
            .await
            .says("opened");
        let place = scene.threads().await.pop().unwrap();
        let lobby = scene.told(&place, "A table for Haleakala").await;
        for round in 0..5 {
            let refused = scene.presses("Ana", &lobby, "Join").await;
            assert!(!refused.text().contains("within a few seconds"), "{round}");
        }
        let told = scene.presses("Ana", &lobby, "Join").await;
        assert!(told.is_private());
        told.says("That was a lot within a few seconds")
            .says("<t:")
            .says(":R>");
        assert!(
            begun.elapsed() < PRESS_WINDOW,
            "this machine is too slow for this test"
        );
        // After that a press is only acknowledged, a command gets no answer, and nothing is done.
        let revision = async || {
            let store = scene.store().await;
            let table = store
                .tables()
                .find(lanai_store::TableId(1))
                .await
                .unwrap()
                .unwrap();
            store.close().await;
            table.revision
        };
        let before = revision().await;
        let leave = lobby.button("Leave").unwrap();
        // Nobody waits for what follows an acknowledgement: nothing does.
        let body = serde_json::json!({ "as": scene.person("Ana"), "message": lobby.message(), "custom_id": leave });
        let ignored = Shown::of(scene.post("press", body).await);
        assert_eq!(ignored.outcome(), "deferred_update");
        assert!(!ignored.text().contains("a lot within"), "{ignored:?}");
        assert!(is_unheard(&scene.says("Ana", &hall, "/help").await));
        assert_eq!(revision().await, before);
        // Others are served as ever.
        scene.says("Ben", &hall, "/help").await.says("/table open");
        // Time passes in earnest.
        tokio::time::sleep(PRESS_WINDOW).await;
        scene.says("Ana", &hall, "/help").await.says("/table open");
        scene.end().await;
    });
}

#[test]
fn rate_limited_autocomplete_is_empty_but_commands_work() {
    evening(async {
        let scene = at_most(4).await;
        let hall = scene.hall.clone();
        let line = "/table open game:Hawaii";
        for _ in 0..12 {
            assert!(
                !scene
                    .offered("Ana", &hall, line, "options")
                    .await
                    .is_empty()
            );
        }
        let body = serde_json::json!({
            "as": scene.person("Ana"), "channel": hall, "line": line, "focused": "options",
        });
        let nothing = Shown::of(scene.post("autocomplete", body).await);
        assert!(
            nothing.0["choices"].as_array().is_none_or(Vec::is_empty),
            "{nothing:?}"
        );
        scene.says("Ana", &hall, "/help").await.says("/table open");
        assert!(
            !scene
                .offered("Ben", &hall, line, "options")
                .await
                .is_empty()
        );
        scene.end().await;
    });
}

#[test]
fn rate_limits_are_per_user_and_window() {
    let limiter = RateLimiter::new(3, PRESS_WINDOW);
    let at =
        |person: i64, seconds: u64| limiter.admit(PersonId(person), Duration::from_secs(seconds));
    for second in 0..3 {
        assert_eq!(at(1, second), Admission::Admitted);
    }
    assert_eq!(at(1, 3), Admission::Refused(PRESS_WINDOW));
    assert_eq!(at(1, 4), Admission::RefusedAgain);
    assert_eq!(at(2, 4), Admission::Admitted);
    assert_eq!(at(1, 12), Admission::RefusedAgain, "as long as was said");
    assert_eq!(at(1, 13), Admission::Admitted);
    for round in 1..50 {
        for _ in 0..3 {
            assert_eq!(
                at(3, 20 + round * 10),
                Admission::Admitted,
                "the quota is not exceeded"
            );
        }
    }
}

#[test]
fn rate_limiter_memory_is_bounded() {
    let limiter = RateLimiter::new(1, PRESS_WINDOW);
    let many = i64::try_from(MAX_REMEMBERED_USERS).unwrap();
    for person in 0..many + 500 {
        assert_eq!(
            limiter.admit(PersonId(person), Duration::ZERO),
            Admission::Admitted
        );
    }
    assert_eq!(limiter.remembered_users(), MAX_REMEMBERED_USERS);
    assert_eq!(
        limiter.admit(PersonId(0), Duration::ZERO),
        Admission::Refused(PRESS_WINDOW)
    );
    // Users whose window is over make room.
    assert_eq!(
        limiter.admit(PersonId(many + 1), PRESS_WINDOW),
        Admission::Admitted
    );
    assert_eq!(limiter.remembered_users(), 1);
}
