//! A person who presses and types faster than anyone plays is told once to slow down; others notice
//! nothing.

use std::time::{Duration, Instant};

use lanai_discord::PRESS_WINDOW;
use lanai_host::{Admission, MAX_REMEMBERED_USERS, PersonId, RateLimiter};
use lanai_porch::Settings;

use super::{Scene, Shown};

/// Starts a bot with this limit for ten seconds.
async fn run_test_within(presses: u32) -> Scene {
    let mut scene = Scene::open(Settings::default()).await;
    scene.interactions_per_window = presses;
    scene.start_bot().await;
    scene
}

/// Returns whether the answer is empty.
fn is_unanswered(answer: &Shown) -> bool {
    answer.0["message"].is_null() && !["message", "deferred", "updated"].contains(&answer.outcome())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rate_limited_user_is_told_once() {
    let scene = run_test_within(6).await;
    let main_channel = scene.main_channel.clone();
    let begun = Instant::now();
    scene
        .assert_answer("Ana", &main_channel, "/table open game:Haleakala", "opened")
        .await;
    let thread = scene.list_threads().await.pop().unwrap();
    let lobby = scene.wait_for_text(&thread, "A table for Haleakala").await;
    for round in 0..5 {
        let refused = scene.press_button("Ana", &lobby, "Join").await;
        assert!(!refused.text().contains("within a few seconds"), "{round}");
    }
    let told = scene.press_button("Ana", &lobby, "Join").await;
    assert!(told.is_private());
    told.assert_says("That was a lot within a few seconds")
        .assert_says("<t:")
        .assert_says(":R>");
    assert!(
        begun.elapsed() < PRESS_WINDOW,
        "this machine is too slow for this test"
    );
    // Further presses are only acknowledged, and commands get no answer.
    let revision = async || {
        let store = scene.open_store().await;
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
    let leave = lobby.button_id("Leave").unwrap();
    // Does not wait for a follow-up: there is none.
    let body = serde_json::json!({ "as": scene.person("Ana"), "message": lobby.message_id(), "custom_id": leave });
    let ignored = Shown::new(scene.post("press", body).await);
    assert_eq!(ignored.outcome(), "deferred_update");
    assert!(!ignored.text().contains("a lot within"), "{ignored:?}");
    assert!(is_unanswered(
        &scene.run_command("Ana", &main_channel, "/help").await
    ));
    assert_eq!(revision().await, before);
    scene
        .assert_answer("Ben", &main_channel, "/help", "/table open")
        .await;
    // Time passes in earnest.
    tokio::time::sleep(PRESS_WINDOW).await;
    scene
        .assert_answer("Ana", &main_channel, "/help", "/table open")
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rate_limited_autocomplete_is_empty_but_commands_work() {
    let scene = run_test_within(4).await;
    let main_channel = scene.main_channel.clone();
    let line = "/table open game:Hawaii";
    for _ in 0..12 {
        assert!(
            !scene
                .list_suggestions("Ana", &main_channel, line, "options")
                .await
                .is_empty()
        );
    }
    let body = serde_json::json!({
        "as": scene.person("Ana"), "channel": main_channel, "line": line, "focused": "options",
    });
    let nothing = Shown::new(scene.post("autocomplete", body).await);
    assert!(
        nothing.0["choices"].as_array().is_none_or(Vec::is_empty),
        "{nothing:?}"
    );
    scene
        .assert_answer("Ana", &main_channel, "/help", "/table open")
        .await;
    assert!(
        !scene
            .list_suggestions("Ben", &main_channel, line, "options")
            .await
            .is_empty()
    );
    scene.end().await;
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
    // Given as many users as are remembered, each of whom has used up the quota,
    let limiter = RateLimiter::new(1, PRESS_WINDOW);
    let many = i64::try_from(MAX_REMEMBERED_USERS).unwrap();
    for person in 0..many {
        assert_eq!(
            limiter.admit(PersonId(person), Duration::ZERO),
            Admission::Admitted
        );
    }

    // then another user is admitted without being remembered, while the others are refused,
    let newcomer = PersonId(many);
    for _ in 0..2 {
        assert_eq!(limiter.admit(newcomer, Duration::ZERO), Admission::Admitted);
    }
    assert_eq!(
        limiter.admit(PersonId(0), Duration::ZERO),
        Admission::Refused(PRESS_WINDOW)
    );

    // until users whose window is over make room.
    assert_eq!(limiter.admit(newcomer, PRESS_WINDOW), Admission::Admitted);
    assert_eq!(
        limiter.admit(newcomer, PRESS_WINDOW),
        Admission::Refused(PRESS_WINDOW)
    );
}
