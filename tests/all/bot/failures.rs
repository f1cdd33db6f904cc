//! Bad days: what Discord does wrong, and what a player sees of it.

use std::time::Duration;

use lanai_discord::{Bot, CannotServe, ConnectionSettings};
use lanai_host::Host;
use lanai_porch::Settings;
use lanai_text::Dictionary;
use serde_json::json;

use super::{Scene, Shown, evening, text, trouble};

async fn ask(scene: &Scene, kind: &str, more: &serde_json::Value) {
    let answer = scene.post("trouble", trouble(kind, more)).await;
    assert!(answer["error"].is_null(), "{answer}");
}

/// A move by whoever is to act, and the news of it.
async fn move_on(scene: &Scene, place: &str) {
    let (who, board) = scene.next(place, None).await;
    let who = who.unwrap();
    scene.says(&who, place, "/pass space:1").await;
    scene.next(place, Some(&board)).await;
}

#[test]
fn failed_answer_is_retried() {
    evening(async {
        let scene = Scene::begin().await;
        ask(
            &scene,
            "answer",
            &json!({ "status": 500, "path_contains": "/callback", "times": 2 }),
        )
        .await;
        scene
            .says("Ana", &scene.hall, "/help")
            .await
            .says("Lanai hosts");
        ask(
            &scene,
            "lose_answer",
            &json!({ "path_contains": "/callback" }),
        )
        .await;
        scene
            .says("Ana", &scene.hall, "/help")
            .await
            .says("Lanai hosts");
        // Three tries for the first answer, two for the second.
        scene
            .until("all tries are made", async |scene| {
                let requests = scene.requests().await;
                requests
                    .iter()
                    .filter(|it| text(&it["path"]).ends_with("/callback"))
                    .count()
                    == 5
            })
            .await;
        scene.end().await;
    });
}

#[test]
fn news_is_posted_once_whatever_discord_answers() {
    evening(async {
        let scene = Scene::begin().await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let before = scene.public(&place).await.len();
        for more in [
            json!({ "status": 500, "method": "POST", "path_contains": "/messages" }),
            json!({ "status": 429, "retry_after": 0.2, "method": "POST", "path_contains": "/messages" }),
            json!({ "status": 429, "retry_after": 0.2, "global": true, "method": "POST", "path_contains": "/messages" }),
        ] {
            ask(&scene, "answer", &more).await;
        }
        ask(
            &scene,
            "lose_answer",
            &json!({ "method": "POST", "path_contains": "/messages" }),
        )
        .await;
        move_on(&scene, &place).await;
        let public = scene.public(&place).await;
        assert_eq!(
            public.len(),
            before + 1,
            "one message, though it was posted five times"
        );
        let posts = scene.requests().await.into_iter().filter(|it| {
            it["method"] == "POST" && text(&it["path"]).ends_with(&format!("{place}/messages"))
        });
        assert!(posts.count() >= before + 4);
        scene.end().await;
    });
}

#[test]
fn failing_channel_does_not_delay_others() {
    evening(async {
        let scene = Scene::begin().await;
        let here = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let there = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        let path = format!("{here}/messages");
        ask(
            &scene,
            "answer",
            &json!({ "status": 500, "method": "POST", "path_contains": path, "times": 2 }),
        )
        .await;
        let (who, board_here) = scene.next(&here, None).await;
        scene.says(&who.unwrap(), &here, "/pass space:1").await;
        let (who, board) = scene.next(&there, None).await;
        scene.says(&who.unwrap(), &there, "/choose choice:1").await;
        scene.says("Ana", &there, "/table show").await;
        let _ = board;
        scene.next(&here, Some(&board_here)).await;
        scene.end().await;
    });
}

#[test]
fn slow_answer_is_deferred() {
    evening(async {
        let scene = Scene::begin().await;
        // The promise and the answer are slow as well: neither is lost.
        ask(
            &scene,
            "slow",
            &json!({ "ms": 700, "path_contains": "/threads" }),
        )
        .await;
        scene
            .says("Ana", &scene.hall, "/table open game:Hawaii")
            .await
            .says("opened a table");
        ask(
            &scene,
            "slow",
            &json!({ "ms": 2200, "path_contains": "/threads" }),
        )
        .await;
        let shown = scene
            .says("Ben", &scene.hall, "/table open game:Hawaii")
            .await;
        assert_eq!(
            shown.outcome(),
            "deferred",
            "after one and a half seconds an answer is promised"
        );
        shown.says("opened a table");
        scene.end().await;
    });
}

#[test]
fn duplicate_command_counts_once() {
    evening(async {
        let scene = Scene::begin().await;
        ask(&scene, "double", &json!({})).await;
        scene
            .says("Ana", &scene.hall, "/table open game:Haleakala")
            .await
            .says("opened a table");
        let place = scene.threads().await;
        assert_eq!(place.len(), 1, "one thread");
        let place = place[0].clone();
        scene.told(&place, "A table for").await;
        ask(&scene, "double", &json!({})).await;
        scene
            .says("Ben", &place, "/table join")
            .await
            .says("You have seat 2");
        ask(&scene, "double", &json!({})).await;
        scene
            .says("Ana", &place, "/table start")
            .await
            .says("begins");
        let (who, board) = scene.next(&place, None).await;
        let who = who.unwrap();
        let disc = scene.offered(&who, &place, "/place", "disc").await[0]["value"].clone();
        let beach = scene
            .offered(&who, &place, &format!("/place disc:{disc}"), "beach")
            .await[0]["value"]
            .clone();
        ask(&scene, "double", &json!({})).await;
        scene
            .says(&who, &place, &format!("/place disc:{disc} beach:{beach}"))
            .await;
        let shown = scene.says(&who, &place, "/table show text:true").await;
        assert!(shown.panes().contains("seat 1"));
        let refused = scene.refused().await;
        assert!(
            refused.is_none(),
            "whoever acts twice says nothing the second time: {refused:?}"
        );
        let _ = board;
        scene.end().await;
    });
}

#[test]
fn duplicate_press_or_modal_counts_once() {
    evening(async {
        let scene = Scene::begin().await;
        scene
            .says("Ana", &scene.hall, "/table open game:Hawaii seats:3")
            .await;
        let place = scene.threads().await[0].clone();
        let lobby = scene.told(&place, "A table for").await;
        ask(&scene, "double", &json!({})).await;
        assert_eq!(
            scene.presses("Ben", &lobby, "Join").await.outcome(),
            "updated"
        );
        ask(&scene, "double", &json!({})).await;
        let form = scene.presses("Dan", &lobby, "Give a word").await;
        ask(&scene, "double", &json!({})).await;
        let fields = json!({ "word": "hibiscus" });
        let body = json!({ "as": scene.person("Dan"), "interaction": form.0["interaction"], "fields": fields });
        let seated = Shown::of(scene.post("submit", body).await);
        assert_eq!(
            (
                seated.text().matches("Ben").count(),
                seated.text().matches("Dan").count()
            ),
            (1, 1)
        );
        ask(&scene, "double", &json!({})).await;
        scene.presses("Ana", &lobby, "Start").await;
        let (who, mut board) = scene.next(&place, None).await;
        let who = who.unwrap();
        // Twice done would be two turns, and twice taken back one step too many.
        for word in ["leaves the round", "Undone", "leaves the round"] {
            ask(&scene, "double", &json!({})).await;
            let shown = match word {
                "Undone" => scene.presses(&who, &board, "Undo").await,
                _ => scene.says(&who, &place, "/pass space:1").await,
            };
            shown.says(word);
            board = scene.next(&place, Some(&board)).await.1;
        }
        let news = scene.public(&place).await;
        let told = |words: &str| news.iter().filter(|it| it.text().contains(words)).count();
        assert_eq!(
            (
                told("The game begins"),
                told("out of the round"),
                told("undid the last step")
            ),
            (1, 2, 1)
        );
        let refused = scene.refused().await;
        assert!(
            refused.is_none(),
            "the second delivery says nothing: {refused:?}"
        );
        scene.end().await;
    });
}

#[test]
fn dropped_gateway_loses_nothing() {
    evening(async {
        let scene = Scene::begin().await;
        for (kind, more) in [
            ("drop_gateway", json!({ "code": 4000 })),
            ("reconnect", json!({})),
            ("malformed", json!({})),
            ("drop_gateway", json!({ "code": 1006 })),
        ] {
            ask(&scene, kind, &more).await;
            scene
                .says("Ana", &scene.hall, "/help")
                .await
                .says("Lanai hosts");
        }
        let sessions = scene.get("sessions").await;
        assert_eq!(sessions["identified"], 1, "{sessions}");
        scene.end().await;
    });
}

#[test]
fn missing_heartbeat_ack_resumes_the_session() {
    evening(async {
        let settings = Settings {
            heartbeat: Duration::from_secs(2),
            ..Settings::default()
        };
        let scene = Scene::with(settings).await;
        for times in 1..3 {
            ask(&scene, "withhold_ack", &json!({})).await;
            scene
                .until("the session is resumed", async |scene| {
                    scene.get("sessions").await["resumed"] == times
                })
                .await;
            scene
                .says("Ana", &scene.hall, "/help")
                .await
                .says("Lanai hosts");
        }
        let sessions = scene.get("sessions").await;
        assert_eq!(sessions["identified"], 1, "{sessions}");
        scene.end().await;
    });
}

#[test]
fn unconfirmed_lobby_message_loses_its_buttons() {
    evening(async {
        let scene = Scene::with(Settings {
            nonce_lifetime: Duration::ZERO,
            ..Settings::default()
        })
        .await;
        ask(
            &scene,
            "lose_answer",
            &json!({ "method": "POST", "path_contains": "/messages" }),
        )
        .await;
        scene
            .says("Ana", &scene.hall, "/table open game:Haleakala seats:2")
            .await
            .says("opened");
        let place = scene.threads().await.pop().unwrap();
        scene.says("Ben", &place, "/table join").await;
        scene.says("Ana", &place, "/table start").await;
        scene.next(&place, None).await;
        scene
            .until("no lobby can be pressed", async |scene| {
                scene
                    .sees("Dan", &place)
                    .await
                    .iter()
                    .all(|shown| shown.button("Join").is_none())
            })
            .await;
        scene.end().await;
    });
}

#[test]
fn invalid_session_identifies_again() {
    evening(async {
        let scene = Scene::begin().await;
        ask(&scene, "invalid_session", &json!({ "resumable": false })).await;
        scene
            .until("the bot comes again", async |scene| {
                scene.get("sessions").await["identified"] == 2
            })
            .await;
        scene
            .says("Ana", &scene.hall, "/help")
            .await
            .says("Lanai hosts");
        scene.end().await;
    });
}

#[test]
fn missing_permissions_are_reported_to_the_user() {
    evening(async {
        let scene = Scene::begin().await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let deny = |names: &[&str]| json!({ "channel": place, "deny": names });
        scene
            .post(
                "permissions",
                deny(&["SEND_MESSAGES_IN_THREADS", "ATTACH_FILES"]),
            )
            .await;
        let check = scene.says("Ana", &place, "/check").await;
        check
            .says("2 permissions are missing")
            .says("❌ Send messages in threads")
            .says("✅ View channel");
        let (who, board) = scene.next(&place, None).await;
        scene
            .says(&who.unwrap(), &place, "/pass space:1")
            .await
            .says("/check");
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!(scene.next(&place, None).await.1.message(), board.message());
        // Once it may write again, the others hear of it.
        scene.post("permissions", deny(&[])).await;
        scene.next(&place, Some(&board)).await;
        scene
            .says("Ana", &place, "/check")
            .await
            .says("All is well");
        scene.end().await;
    });
}

#[test]
fn without_thread_permission_a_table_opens_in_the_channel() {
    evening(async {
        let scene = Scene::begin().await;
        scene
            .post(
                "permissions",
                json!({ "channel": scene.hall, "deny": ["CREATE_PUBLIC_THREADS"] }),
            )
            .await;
        scene
            .says("Ana", &scene.hall, "/table open game:Hawaii")
            .await
            .says("The table for Hawaii is here");
        scene.told(&scene.hall, "A table for").await;
        scene
            .says("Ben", &scene.hall, "/table open game:Hawaii")
            .await
            .says("There is already a table in this channel");
        assert!(scene.threads().await.is_empty());
        assert_eq!(scene.refused().await, None, "nothing is asked for in vain");
        scene.end().await;
    });
}

#[test]
fn deleted_channel_affects_no_other_table() {
    evening(async {
        let scene = Scene::begin().await;
        let here = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (who, _) = scene.next(&here, None).await;
        let there = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        let (_, board) = scene.next(&there, None).await;
        let url = format!("{}/people/v1/messages/{}", scene.base, board.message());
        scene.client.delete(url).send().await.unwrap();
        let url = format!("{}/people/v1/channels/{here}", scene.base);
        scene.client.delete(url).send().await.unwrap();
        let refused = scene.says(&who.unwrap(), &here, "/wait").await;
        assert_eq!(refused.outcome(), "refused by the porch");
        // The message of the other table is gone: it can be had anew.
        scene.says("Ana", &there, "/table show").await.says("turn");
        scene.end().await;
    });
}

#[test]
fn proxy_with_a_rate_limiter_is_refused() {
    evening(async {
        let scene = Scene::without_bot(Settings::default()).await;
        let line = ConnectionSettings {
            limiter: true,
            ..scene.line()
        };
        let store = scene.store().await;
        let refused = Bot::new(&line, Host::new(store), Dictionary::open().unwrap())
            .await
            .err();
        assert!(
            matches!(refused, Some(CannotServe::ProxyWithLimiter)),
            "{refused:?}"
        );
        assert!(scene.requests().await.is_empty(), "nothing was sent");
        scene.end().await;
    });
}

#[test]
fn failed_post_is_retried_with_backoff_and_sent_once() {
    evening(async {
        let scene = Scene::begin().await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (_, board) = scene.next(&place, None).await;
        let (before, path) = (
            scene.public(&place).await.len(),
            format!("{place}/messages"),
        );
        ask(
            &scene,
            "answer",
            &json!({ "status": 500, "method": "POST", "path_contains": path, "times": 2 }),
        )
        .await;
        move_on(&scene, &place).await;
        assert_eq!(scene.public(&place).await.len(), before + 1);
        let requests = scene.requests().await;
        let posts: Vec<_> = requests
            .iter()
            .filter(|it| it["method"] == "POST" && text(&it["path"]).ends_with(&path))
            .collect();
        let tries = &posts[posts.len() - 3..];
        assert_eq!(
            tries
                .iter()
                .map(|it| it["status"].as_u64().unwrap())
                .collect::<Vec<_>>(),
            [500, 500, 200]
        );
        let told = |at: usize| (&tries[at]["body"]["nonce"], &tries[at]["body"]["content"]);
        assert!(
            told(0) == told(1) && told(1) == told(2),
            "it is the same message each time"
        );
        let pause = |at: usize| {
            tries[at + 1]["at_ms"].as_u64().unwrap() - tries[at]["at_ms"].as_u64().unwrap()
        };
        // The store counts in whole seconds: the second pause is of two seconds at least, less what a second had left.
        assert!(pause(1) >= 1000, "{} and {} ms", pause(0), pause(1));
        let _ = board;
        scene.end().await;
    });
}
