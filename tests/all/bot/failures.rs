//! Failures of Discord, and what players see of them.

use std::time::Duration;

use lanai_discord::{Bot, ConnectionSettings, ServeError};
use lanai_host::Host;
use lanai_porch::Settings;
use lanai_text::Dictionary;
use serde_json::json;

use super::{Scene, injected_failure, text};

async fn inject_failure(scene: &Scene, kind: &str, more: &serde_json::Value) {
    let answer = scene.post("trouble", injected_failure(kind, more)).await;
    assert!(answer["error"].is_null(), "{answer}");
}

/// Plays a move, and waits for its notice.
async fn play_and_wait(scene: &Scene, thread: &str) {
    let (who, board) = scene.wait_for_player(thread, None).await;
    scene.run_command(&who, thread, "/pass space:1").await;
    scene.wait_for_turn(thread, Some(&board)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failed_answer_is_retried() {
    let scene = Scene::start().await;
    inject_failure(
        &scene,
        "answer",
        &json!({ "status": 500, "path_contains": "/callback", "times": 2 }),
    )
    .await;
    scene
        .assert_answer("Ana", &scene.main_channel, "/help", "Lanai hosts")
        .await;
    inject_failure(
        &scene,
        "lose_answer",
        &json!({ "path_contains": "/callback" }),
    )
    .await;
    scene
        .assert_answer("Ana", &scene.main_channel, "/help", "Lanai hosts")
        .await;
    // Three tries for the first answer, two for the second.
    scene
        .wait_until("all tries are made", async |scene| {
            let requests = scene.list_requests().await;
            requests
                .iter()
                .filter(|item| text(&item["path"]).ends_with("/callback"))
                .count()
                == 5
        })
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn news_is_posted_once_whatever_discord_answers() {
    let scene = Scene::start().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let before = scene.list_public_messages(&thread).await.len();
    for more in [
        json!({ "status": 500, "method": "POST", "path_contains": "/messages" }),
        json!({ "status": 429, "retry_after": 0.2, "method": "POST", "path_contains": "/messages" }),
        json!({ "status": 429, "retry_after": 0.2, "global": true, "method": "POST", "path_contains": "/messages" }),
    ] {
        inject_failure(&scene, "answer", &more).await;
    }
    inject_failure(
        &scene,
        "lose_answer",
        &json!({ "method": "POST", "path_contains": "/messages" }),
    )
    .await;
    play_and_wait(&scene, &thread).await;
    let public = scene.list_public_messages(&thread).await;
    assert_eq!(
        public.len(),
        before + 1,
        "one message, though it was posted five times"
    );
    let posts = scene.list_requests().await.into_iter().filter(|item| {
        item["method"] == "POST" && text(&item["path"]).ends_with(&format!("{thread}/messages"))
    });
    assert!(posts.count() >= before + 4);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failing_channel_does_not_delay_others() {
    let scene = Scene::start().await;
    let here = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let there = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    let path = format!("{here}/messages");
    inject_failure(
        &scene,
        "answer",
        &json!({ "status": 500, "method": "POST", "path_contains": path, "times": 2 }),
    )
    .await;
    let (who, board_here) = scene.wait_for_turn(&here, None).await;
    scene
        .run_command(&who.unwrap(), &here, "/pass space:1")
        .await;
    let (who, board) = scene.wait_for_turn(&there, None).await;
    scene
        .run_command(&who.unwrap(), &there, "/choose choice:1")
        .await;
    scene.run_command("Ana", &there, "/table show").await;
    let _ = board;
    scene.wait_for_turn(&here, Some(&board_here)).await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_answer_is_deferred() {
    let scene = Scene::start().await;
    // The promise and the answer are slow as well: neither is lost.
    inject_failure(
        &scene,
        "slow",
        &json!({ "ms": 700, "path_contains": "/threads" }),
    )
    .await;
    scene
        .run_command("Ana", &scene.main_channel, "/table open game:Hawaii")
        .await
        .assert_says("opened a table");
    inject_failure(
        &scene,
        "slow",
        &json!({ "ms": 2200, "path_contains": "/threads" }),
    )
    .await;
    let shown = scene
        .run_command("Ben", &scene.main_channel, "/table open game:Hawaii")
        .await;
    assert_eq!(
        shown.outcome(),
        "deferred",
        "after one and a half seconds an answer is promised"
    );
    shown.assert_says("opened a table");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn duplicate_command_counts_once() {
    let scene = Scene::start().await;
    inject_failure(&scene, "double", &json!({})).await;
    scene
        .run_command("Ana", &scene.main_channel, "/table open game:Haleakala")
        .await
        .assert_says("opened a table");
    let thread = scene.list_threads().await;
    assert_eq!(thread.len(), 1, "one thread");
    let thread = thread[0].clone();
    scene.wait_for_text(&thread, "A table for").await;
    inject_failure(&scene, "double", &json!({})).await;
    scene
        .assert_answer("Ben", &thread, "/table join", "You have seat 2")
        .await;
    inject_failure(&scene, "double", &json!({})).await;
    scene
        .assert_answer("Ana", &thread, "/table start", "begins")
        .await;
    let (who, board) = scene.wait_for_player(&thread, None).await;
    let disc = scene
        .list_suggestions(&who, &thread, "/place", "disc")
        .await[0]["value"]
        .clone();
    let beach = scene
        .list_suggestions(&who, &thread, &format!("/place disc:{disc}"), "beach")
        .await[0]["value"]
        .clone();
    inject_failure(&scene, "double", &json!({})).await;
    scene
        .run_command(&who, &thread, &format!("/place disc:{disc} beach:{beach}"))
        .await;
    let shown = scene
        .run_command(&who, &thread, "/table show text:true")
        .await;
    assert!(shown.board_text().contains("seat 1"));
    let refused = scene.last_refused_request().await;
    assert!(
        refused.is_none(),
        "the repeated action gets no answer: {refused:?}"
    );
    let _ = board;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn duplicate_press_or_modal_counts_once() {
    let scene = Scene::start().await;
    scene
        .run_command(
            "Ana",
            &scene.main_channel,
            "/table open game:Hawaii seats:3",
        )
        .await;
    let thread = scene.list_threads().await[0].clone();
    let lobby = scene.wait_for_text(&thread, "A table for").await;
    inject_failure(&scene, "double", &json!({})).await;
    assert_eq!(
        scene.press_button("Ben", &lobby, "Join").await.outcome(),
        "updated"
    );
    inject_failure(&scene, "double", &json!({})).await;
    let about = scene.press_button("Dan", &lobby, "About the shuffle").await;
    let form = scene.press_button("Dan", &about, "Give a word").await;
    inject_failure(&scene, "double", &json!({})).await;
    let fields = json!({ "word": "hibiscus" });
    let body = json!({ "as": scene.person("Dan"), "interaction": form.0["interaction"], "fields": fields });
    scene.post("submit", body).await;
    let seated = scene.wait_for_text(&thread, "Dan (gave a word").await;
    assert_eq!(
        (
            seated.text().matches("Ben").count(),
            seated.text().matches("Dan").count()
        ),
        (1, 1)
    );
    inject_failure(&scene, "double", &json!({})).await;
    scene.press_button("Ana", &lobby, "Start").await;
    let (who, mut board) = scene.wait_for_turn(&thread, None).await;
    let who = who.unwrap();
    // Twice done would be two turns, and twice taken back one step too many.
    for word in ["out of the round", "Undone", "out of the round"] {
        inject_failure(&scene, "double", &json!({})).await;
        let shown = match word {
            "Undone" => scene.press_button(&who, &board, "Undo").await,
            _ => scene.run_command(&who, &thread, "/pass space:1").await,
        };
        shown.assert_says(word);
        board = scene.wait_for_turn(&thread, Some(&board)).await.1;
    }
    let news = scene.list_public_messages(&thread).await;
    let told = |words: &str| {
        news.iter()
            .filter(|item| item.text().contains(words))
            .count()
    };
    assert_eq!(
        (
            told("The game begins"),
            told("out of the round"),
            told("undid the last step")
        ),
        (1, 2, 1)
    );
    let refused = scene.last_refused_request().await;
    assert!(
        refused.is_none(),
        "the second delivery says nothing: {refused:?}"
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dropped_gateway_loses_nothing() {
    let scene = Scene::start().await;
    for (kind, more) in [
        ("drop_gateway", json!({ "code": 4000 })),
        ("reconnect", json!({})),
        ("malformed", json!({})),
        ("drop_gateway", json!({ "code": 1006 })),
    ] {
        inject_failure(&scene, kind, &more).await;
        scene
            .assert_answer("Ana", &scene.main_channel, "/help", "Lanai hosts")
            .await;
    }
    let sessions = scene.get("sessions").await;
    assert_eq!(sessions["identified"], 1, "{sessions}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn missing_heartbeat_ack_resumes_the_session() {
    let settings = Settings {
        heartbeat: Duration::from_secs(2),
        ..Settings::default()
    };
    let scene = Scene::start_with(settings).await;
    for times in 1..3 {
        inject_failure(&scene, "withhold_ack", &json!({})).await;
        scene
            .wait_until("the session is resumed", async |scene| {
                scene.get("sessions").await["resumed"] == times
            })
            .await;
        scene
            .assert_answer("Ana", &scene.main_channel, "/help", "Lanai hosts")
            .await;
    }
    let sessions = scene.get("sessions").await;
    assert_eq!(sessions["identified"], 1, "{sessions}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unconfirmed_lobby_message_loses_its_buttons() {
    let scene = Scene::start_with(Settings {
        nonce_lifetime: Duration::ZERO,
        ..Settings::default()
    })
    .await;
    inject_failure(
        &scene,
        "lose_answer",
        &json!({ "method": "POST", "path_contains": "/messages" }),
    )
    .await;
    scene
        .assert_answer(
            "Ana",
            &scene.main_channel,
            "/table open game:Haleakala seats:2",
            "opened",
        )
        .await;
    let thread = scene.list_threads().await.pop().unwrap();
    scene.run_command("Ben", &thread, "/table join").await;
    scene.run_command("Ana", &thread, "/table start").await;
    scene.wait_for_turn(&thread, None).await;
    scene
        .wait_until("no lobby can be pressed", async |scene| {
            scene
                .list_visible_messages("Dan", &thread)
                .await
                .iter()
                .all(|shown| shown.button_id("Join").is_none())
        })
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalid_session_identifies_again() {
    let scene = Scene::start().await;
    inject_failure(&scene, "invalid_session", &json!({ "resumable": false })).await;
    scene
        .wait_until("the bot comes again", async |scene| {
            scene.get("sessions").await["identified"] == 2
        })
        .await;
    scene
        .assert_answer("Ana", &scene.main_channel, "/help", "Lanai hosts")
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn missing_permissions_are_reported_to_the_user() {
    let scene = Scene::start().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let deny = |names: &[&str]| json!({ "channel": thread, "deny": names });
    scene
        .post(
            "permissions",
            deny(&["SEND_MESSAGES_IN_THREADS", "ATTACH_FILES"]),
        )
        .await;
    let check = scene.run_command("Ana", &thread, "/check").await;
    check
        .assert_says("2 permissions are missing")
        .assert_says("❌ Send Messages in Threads")
        .assert_says("✅ View Channel");
    let (who, board) = scene.wait_for_turn(&thread, None).await;
    scene
        .assert_answer(&who.unwrap(), &thread, "/pass space:1", "/check")
        .await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(
        scene.wait_for_turn(&thread, None).await.1.message_id(),
        board.message_id()
    );
    // The notice follows once the bot may write again.
    scene.post("permissions", deny(&[])).await;
    scene.wait_for_turn(&thread, Some(&board)).await;
    scene
        .assert_answer("Ana", &thread, "/check", "All is well")
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_thread_permission_a_table_opens_in_the_channel() {
    let scene = Scene::start().await;
    scene
        .post(
            "permissions",
            json!({ "channel": scene.main_channel, "deny": ["CREATE_PUBLIC_THREADS"] }),
        )
        .await;
    scene
        .run_command("Ana", &scene.main_channel, "/table open game:Hawaii")
        .await
        .assert_says("The table for Hawaii is here");
    scene
        .wait_for_text(&scene.main_channel, "A table for")
        .await;
    scene
        .run_command("Ben", &scene.main_channel, "/table open game:Hawaii")
        .await
        .assert_says("There's already a table in this channel");
    assert!(scene.list_threads().await.is_empty());
    assert_eq!(
        scene.last_refused_request().await,
        None,
        "nothing is asked for in vain"
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deleted_channel_affects_no_other_table() {
    let scene = Scene::start().await;
    let here = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (who, _) = scene.wait_for_turn(&here, None).await;
    let there = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    let (_, board) = scene.wait_for_turn(&there, None).await;
    let url = format!("{}/people/v1/messages/{}", scene.base, board.message_id());
    scene.client.delete(url).send().await.unwrap();
    let url = format!("{}/people/v1/channels/{here}", scene.base);
    scene.client.delete(url).send().await.unwrap();
    let refused = scene.run_command(&who.unwrap(), &here, "/wait").await;
    assert_eq!(refused.outcome(), "refused by the porch");
    // The message of the other table was deleted, and can be shown again.
    scene
        .assert_answer("Ana", &there, "/table show", "turn")
        .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn proxy_with_a_rate_limiter_is_refused() {
    let scene = Scene::open(Settings::default()).await;
    let line = ConnectionSettings {
        limiter: true,
        ..scene.connection_settings()
    };
    let store = scene.open_store().await;
    let refused = Bot::new(&line, Host::new(store), Dictionary::open().unwrap())
        .await
        .err();
    assert!(
        matches!(refused, Some(ServeError::ProxyWithLimiter)),
        "{refused:?}"
    );
    assert!(scene.list_requests().await.is_empty(), "nothing was sent");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failed_post_is_retried_with_backoff_and_sent_once() {
    let scene = Scene::start().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (_, board) = scene.wait_for_turn(&thread, None).await;
    let (before, path) = (
        scene.list_public_messages(&thread).await.len(),
        format!("{thread}/messages"),
    );
    inject_failure(
        &scene,
        "answer",
        &json!({ "status": 500, "method": "POST", "path_contains": path, "times": 2 }),
    )
    .await;
    play_and_wait(&scene, &thread).await;
    assert_eq!(scene.list_public_messages(&thread).await.len(), before + 1);
    let requests = scene.list_requests().await;
    let posts: Vec<_> = requests
        .iter()
        .filter(|item| item["method"] == "POST" && text(&item["path"]).ends_with(&path))
        .collect();
    let tries = &posts[posts.len() - 3..];
    assert_eq!(
        tries
            .iter()
            .map(|item| item["status"].as_u64().unwrap())
            .collect::<Vec<_>>(),
        [500, 500, 200]
    );
    let told = |at: usize| (&tries[at]["body"]["nonce"], &tries[at]["body"]["content"]);
    assert!(
        told(0) == told(1) && told(1) == told(2),
        "it's the same message each time"
    );
    let pause =
        |at: usize| tries[at + 1]["at_ms"].as_u64().unwrap() - tries[at]["at_ms"].as_u64().unwrap();
    // The store counts in whole seconds: the second pause is of two seconds at least, less what a
    // second had left.
    assert!(pause(1) >= 1000, "{} and {} ms", pause(0), pause(1));
    let _ = board;
    scene.end().await;
}
