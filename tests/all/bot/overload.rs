//! More people than can be attended to at once: those who move are first, nobody waits for ever, and whoever is not attended to
//! reads that nothing was done.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use futures::stream::FuturesUnordered;
use futures::{FutureExt as _, StreamExt as _};
use lanai_discord::{ConcurrencyLimit, MAX_CONCURRENT, MAX_CONCURRENT_LOOKS, Permit, Priority};
use lanai_porch::{Limits, Settings};
use serde_json::json;
use tokio::task::yield_now;

use super::{Scene, Shown, evening};

/// How long those wait who wait in vain.
const A_WHILE: Duration = Duration::from_millis(400);

fn acquire_up_to(limit: &ConcurrencyLimit, priority: Priority, number: usize) -> Vec<Permit<'_>> {
    (0..number)
        .map_while(|_| limit.try_acquire(priority))
        .collect()
}

#[test]
fn looks_leave_permits_for_moves() {
    let limit = ConcurrencyLimit::default();
    let looks = acquire_up_to(&limit, Priority::Look, MAX_CONCURRENT);
    assert_eq!(looks.len(), MAX_CONCURRENT_LOOKS);
    let moves = acquire_up_to(&limit, Priority::Move, MAX_CONCURRENT);
    assert_eq!(moves.len(), MAX_CONCURRENT - MAX_CONCURRENT_LOOKS);
    assert!(limit.try_acquire(Priority::Move).is_none());
    drop((looks, moves));
    assert_eq!(
        acquire_up_to(&limit, Priority::Move, MAX_CONCURRENT + 1).len(),
        MAX_CONCURRENT
    );
}

#[tokio::test]
async fn waiting_is_bounded_by_number_and_time() {
    for priority in [Priority::Move, Priority::Look] {
        let limit = Arc::new(ConcurrencyLimit::default());
        let held = acquire_up_to(&limit, Priority::Move, MAX_CONCURRENT);
        let waiting: Vec<_> = (0..priority.max_waiting())
            .map(|_| {
                let limit = Arc::clone(&limit);
                tokio::spawn(async move { limit.acquire(priority, A_WHILE).await.is_some() })
            })
            .collect();
        while limit.waiting(priority) < priority.max_waiting() {
            yield_now().await;
        }
        assert!(
            limit
                .acquire(priority, A_WHILE)
                .now_or_never()
                .expect("at once")
                .is_none()
        );
        // Those who gave up make room for others, and hold no permit.
        for waited in join_all(waiting).await {
            assert!(!waited.unwrap(), "no permit was free");
        }
        let mut another = Box::pin(limit.acquire(priority, A_WHILE));
        assert!((&mut another).now_or_never().is_none());
        drop(held);
        assert!(another.await.is_some());
        assert_eq!(
            acquire_up_to(&limit, Priority::Move, MAX_CONCURRENT).len(),
            MAX_CONCURRENT
        );
        assert_eq!(limit.waiting(priority), 0);
    }
}

/// How long the chat takes to make a thread: long enough that a crowd can come meanwhile, and not as long as people wait who
/// only look.
const THREADS_TAKE: u64 = 9000;

/// While a whole server opens tables, far more come than can be attended to: each is answered once, those who could wait are served
/// as soon as it goes on, and whoever only types is offered nothing.
#[test]
fn overload_answers_every_request() {
    evening(async {
        let openers: Vec<String> = (0..MAX_CONCURRENT)
            .map(|number| format!("Opener {number}"))
            .collect();
        let people = openers.iter().map(String::as_str).chain(["Ben"]);
        let settings = Settings {
            persons: people
                .map(|name| (name.to_owned(), "en-US".to_owned()))
                .collect(),
            // Everybody is here on the same small machine, and nothing is built to be fast: the porch is more patient.
            answer_timeout: Duration::from_secs(20),
            settle_timeout: Duration::from_secs(40),
            limits: Limits::none(),
            ..Settings::default()
        };
        let mut scene = Scene::without_bot(settings).await;
        scene.bot_comes().await;
        let (hall, ben) = (scene.hall.clone(), "Ben");
        let slow = json!({
            "kind": "slow", "ms": THREADS_TAKE, "times": MAX_CONCURRENT, "method": "POST", "path_contains": "/threads",
        });
        scene.post("trouble", slow).await;
        let opening = openers
            .iter()
            .map(|name| scene.says(name, &hall, "/table open game:Haleakala"));
        let rush = async {
            // When they are promised an answer, they are inside.
            let promised = async |scene: &Scene| {
                let requests = scene.requests().await;
                requests
                    .iter()
                    .filter(|request| request["body"]["type"] == 5)
                    .count()
                    >= MAX_CONCURRENT
            };
            scene.until("all places are taken", promised).await;
            let number = MAX_CONCURRENT_LOOKS + Priority::Look.max_waiting();
            let mut looking: FuturesUnordered<_> = (0..number)
                .map(|_| scene.says(ben, &hall, "/help"))
                .collect();
            let mut looked = Vec::new();
            while looked.len() < MAX_CONCURRENT_LOOKS {
                looked.push(looking.next().await.unwrap());
            }
            let line = json!({
                "as": scene.person(ben), "channel": hall, "line": "/table open game:Hawaii", "focused": "options",
            });
            let offered = scene.post("autocomplete", line).await;
            assert!(
                offered["choices"].as_array().is_none_or(Vec::is_empty),
                "{offered}"
            );
            looked.extend(looking.collect::<Vec<_>>().await);
            looked
        };
        let (opened, looked) = futures::join!(join_all(opening), rush);
        assert!(
            opened
                .iter()
                .all(|shown| shown.text().contains(&scene.part("chat-opened-thread"))),
            "{opened:?}"
        );
        let busy = scene.said("chat-busy");
        let (turned_away, served) = looked.split_at(MAX_CONCURRENT_LOOKS);
        assert!(
            turned_away
                .iter()
                .all(|shown| shown.text() == busy && shown.is_private()),
            "{turned_away:?}"
        );
        assert!(
            served
                .iter()
                .all(|shown| shown.text().contains("/table open")),
            "{served:?}"
        );
        let messages: BTreeSet<String> = looked.iter().map(Shown::message).collect();
        assert_eq!(messages.len(), looked.len(), "each has one answer");
        scene.says(ben, &hall, "/help").await.says("/table open");
        scene.end().await;
    });
}
