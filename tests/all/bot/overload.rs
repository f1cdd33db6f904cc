//! Overload: moves come first, waiting is bounded, and refused requests are told that nothing was
//! done.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use futures::stream::FuturesUnordered;
use futures::{FutureExt as _, StreamExt as _};
use lanai_discord::{
    ConcurrencyLimit, MAX_CONCURRENT_READS, MAX_CONCURRENT_REQUESTS, Permit, Priority,
};
use lanai_porch::{Limits, Settings};
use serde_json::json;
use tokio::task::yield_now;

use super::{Scene, Shown};

/// The longest wait for a permit in these tests.
const MAX_WAIT: Duration = Duration::from_millis(400);

fn acquire_up_to(limit: &ConcurrencyLimit, priority: Priority, number: usize) -> Vec<Permit<'_>> {
    (0..number)
        .map_while(|_| limit.try_acquire(priority))
        .collect()
}

#[test]
fn looks_leave_permits_for_moves() {
    let limit = ConcurrencyLimit::default();
    let looks = acquire_up_to(&limit, Priority::Read, MAX_CONCURRENT_REQUESTS);
    assert_eq!(looks.len(), MAX_CONCURRENT_READS);
    let moves = acquire_up_to(&limit, Priority::Move, MAX_CONCURRENT_REQUESTS);
    assert_eq!(moves.len(), MAX_CONCURRENT_REQUESTS - MAX_CONCURRENT_READS);
    assert!(limit.try_acquire(Priority::Move).is_none());
    drop((looks, moves));
    assert_eq!(
        acquire_up_to(&limit, Priority::Move, MAX_CONCURRENT_REQUESTS + 1).len(),
        MAX_CONCURRENT_REQUESTS
    );
}

#[tokio::test]
async fn waiting_is_bounded_by_number_and_time() {
    for priority in [Priority::Move, Priority::Read] {
        let limit = Arc::new(ConcurrencyLimit::default());
        let held = acquire_up_to(&limit, Priority::Move, MAX_CONCURRENT_REQUESTS);
        let waiting: Vec<_> = (0..priority.max_waiting())
            .map(|_| {
                let limit = Arc::clone(&limit);
                tokio::spawn(async move { limit.acquire(priority, MAX_WAIT).await.is_some() })
            })
            .collect();
        while limit.count_waiting(priority) < priority.max_waiting() {
            yield_now().await;
        }
        assert!(
            limit
                .acquire(priority, MAX_WAIT)
                .now_or_never()
                .expect("at once")
                .is_none()
        );
        // Requests that gave up hold no permit.
        for waited in join_all(waiting).await {
            assert!(!waited.unwrap(), "no permit was free");
        }
        let mut another = Box::pin(limit.acquire(priority, MAX_WAIT));
        assert!((&mut another).now_or_never().is_none());
        drop(held);
        assert!(another.await.is_some());
        assert_eq!(
            acquire_up_to(&limit, Priority::Move, MAX_CONCURRENT_REQUESTS).len(),
            MAX_CONCURRENT_REQUESTS
        );
        assert_eq!(limit.count_waiting(priority), 0);
    }
}

/// The time to create a thread: long enough for a crowd to arrive, and shorter than the patience of
/// requests that only read.
const THREAD_CREATION_MILLIS: u64 = 9000;

/// While a guild opens tables, every other request is answered once, and autocompletes are dropped.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn overload_answers_every_request() {
    let openers: Vec<String> = (0..MAX_CONCURRENT_REQUESTS)
        .map(|number| format!("Opener {number}"))
        .collect();
    let people = openers.iter().map(String::as_str).chain(["Ben"]);
    let settings = Settings {
        persons: people
            .map(|name| (name.to_owned(), "en-US".to_owned()))
            .collect(),
        // All clients share a small machine and an unoptimised build.
        answer_timeout: Duration::from_secs(20),
        settle_timeout: Duration::from_secs(40),
        limits: Limits::unlimited(),
        ..Settings::default()
    };
    let mut scene = Scene::open(settings).await;
    scene.start_bot().await;
    let (main_channel, ben) = (scene.main_channel.clone(), "Ben");
    let slow = json!({
        "kind": "slow", "ms": THREAD_CREATION_MILLIS, "times": MAX_CONCURRENT_REQUESTS, "method": "POST", "path_contains": "/threads",
    });
    scene.post("trouble", slow).await;
    let opening = openers
        .iter()
        .map(|name| scene.run_command(name, &main_channel, "/table open game:Haleakala"));
    let rush = async {
        // When they are promised an answer, they are inside.
        let promised = async |scene: &Scene| {
            let requests = scene.list_requests().await;
            requests
                .iter()
                .filter(|request| request["body"]["type"] == 5)
                .count()
                >= MAX_CONCURRENT_REQUESTS
        };
        scene.wait_until("all places are taken", promised).await;
        let number = MAX_CONCURRENT_READS + Priority::Read.max_waiting();
        let mut looking: FuturesUnordered<_> = (0..number)
            .map(|_| scene.run_command(ben, &main_channel, "/help"))
            .collect();
        let mut looked = Vec::new();
        while looked.len() < MAX_CONCURRENT_READS {
            looked.push(looking.next().await.unwrap());
        }
        let line = json!({
            "as": scene.person(ben), "channel": main_channel, "line": "/table open game:Hawaii", "focused": "options",
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
        opened.iter().all(|answer| answer
            .text()
            .contains(&scene.bot_text_part("chat-opened-thread"))),
        "{opened:?}"
    );
    let busy = scene.bot_text("chat-busy");
    let (turned_away, served) = looked.split_at(MAX_CONCURRENT_READS);
    assert!(
        turned_away
            .iter()
            .all(|answer| answer.text() == busy && answer.is_private()),
        "{turned_away:?}"
    );
    assert!(
        served
            .iter()
            .all(|answer| answer.text().contains("/table open")),
        "{served:?}"
    );
    let messages: BTreeSet<String> = looked.iter().map(Shown::message_id).collect();
    assert_eq!(messages.len(), looked.len(), "each has one answer");
    scene
        .assert_answer(ben, &main_channel, "/help", "/table open")
        .await;
    scene.end().await;
}
