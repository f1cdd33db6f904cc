//! More people than can be attended to at once: those who move are first, nobody waits for ever, and whoever is not attended to
//! reads that nothing was done.

use std::collections::BTreeSet;
use std::time::Duration;

use futures::future::join_all;
use futures::stream::FuturesUnordered;
use futures::{FutureExt as _, StreamExt as _};
use lanai::chat::{AT_ONCE, Attended, Errand, LOOK_AT_ONCE, Turnstile};
use lanai::porch::{Limits, Settings};
use serde_json::json;
use tokio::task::yield_now;

use super::{Scene, Shown, evening};

/// How long those wait who wait in vain.
const A_WHILE: Duration = Duration::from_millis(400);

/// So many come in, if there is room for them.
fn come_in(turnstile: &Turnstile, errand: Errand, number: usize) -> Vec<Attended> {
    (0..number).map_while(|_| turnstile.at_once(errand)).collect()
}

#[tokio::test]
async fn there_is_always_room_for_those_who_move() {
    let turnstile = Turnstile::default();
    let looking = come_in(&turnstile, Errand::Look, AT_ONCE);
    assert_eq!(looking.len(), LOOK_AT_ONCE);
    let moving = come_in(&turnstile, Errand::Move, AT_ONCE);
    assert_eq!(moving.len(), AT_ONCE - LOOK_AT_ONCE);
    assert!(turnstile.at_once(Errand::Move).is_none());
    drop((looking, moving));
    assert_eq!(come_in(&turnstile, Errand::Move, AT_ONCE + 1).len(), AT_ONCE);
}

#[tokio::test]
async fn whoever_moves_goes_before_those_who_look_and_have_waited_longer() {
    let turnstile = Turnstile::default();
    let mut inside = come_in(&turnstile, Errand::Move, AT_ONCE);
    let mut looks = Box::pin(turnstile.pass(Errand::Look, A_WHILE));
    assert!((&mut looks).now_or_never().is_none());
    let mut moves = Box::pin(turnstile.pass(Errand::Move, A_WHILE));
    assert!((&mut moves).now_or_never().is_none());
    assert_eq!((turnstile.waiting(Errand::Move), turnstile.waiting(Errand::Look)), (1, 1));
    inside.pop();
    let attended = (&mut moves).now_or_never().expect("it is their turn");
    assert!(attended.is_some() && (&mut looks).now_or_never().is_none());
    drop(attended);
    assert!(looks.now_or_never().expect("it is their turn").is_some());
    assert_eq!((turnstile.waiting(Errand::Move), turnstile.waiting(Errand::Look)), (0, 0));
}

#[tokio::test]
async fn nobody_waits_for_ever_and_only_so_many_wait() {
    for errand in [Errand::Move, Errand::Look] {
        let turnstile = Turnstile::default();
        let inside = come_in(&turnstile, Errand::Move, AT_ONCE);
        let most = errand.most_waiting();
        let waiting = (0..most).map(|_| {
            let turnstile = turnstile.clone();
            tokio::spawn(async move { turnstile.pass(errand, A_WHILE).await.is_some() })
        });
        let waiting: Vec<_> = waiting.collect();
        while turnstile.waiting(errand) < most {
            yield_now().await;
        }
        // The next is not kept waiting for nothing.
        assert!(turnstile.pass(errand, A_WHILE).now_or_never().expect("at once").is_none());
        // Whoever gave up makes room for others, and takes nobody's place.
        for waited in join_all(waiting).await {
            assert!(!waited.unwrap(), "nobody could be attended to");
        }
        let another = turnstile.pass(errand, A_WHILE);
        tokio::pin!(another);
        assert!((&mut another).now_or_never().is_none());
        drop(inside);
        assert!(another.await.is_some());
        assert_eq!(come_in(&turnstile, Errand::Move, AT_ONCE).len(), AT_ONCE, "no place was lost");
    }
}

/// Whoever leaves in the moment in which it is their turn gives their place to the next.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_place_is_lost_by_those_who_leave() {
    let turnstile = Turnstile::default();
    let rounds = (0..400).map(|number| {
        let turnstile = turnstile.clone();
        tokio::spawn(async move {
            let errand = if number % 3 == 0 { Errand::Move } else { Errand::Look };
            let stays = Duration::from_micros(number % 7 * 100);
            let waits = Duration::from_micros(number % 11 * 100);
            if let Ok(Some(_attended)) = tokio::time::timeout(waits, turnstile.pass(errand, A_WHILE)).await {
                tokio::time::sleep(stays).await;
            }
        })
    });
    for round in join_all(rounds.collect::<Vec<_>>()).await {
        round.unwrap();
    }
    assert_eq!(come_in(&turnstile, Errand::Move, AT_ONCE + 1).len(), AT_ONCE);
}

/// How long the chat takes to make a thread: long enough that a crowd can come meanwhile, and not as long as people wait who
/// only look.
const THREADS_TAKE: u64 = 9000;

/// While a whole server opens tables, far more come than can be attended to: each is answered once, those who could wait are served
/// as soon as it goes on, and whoever only types is offered nothing.
#[test]
fn a_rush_is_answered_to_the_last() {
    evening(async {
        let openers: Vec<String> = (0..AT_ONCE).map(|number| format!("Opener {number}")).collect();
        let people = openers.iter().map(String::as_str).chain(["Ben"]);
        let settings = Settings {
            persons: people.map(|name| (name.to_owned(), "en-US".to_owned())).collect(),
            // Everybody is here on the same small machine, and nothing is built to be fast: the porch is more patient.
            patience: Duration::from_secs(20),
            settle: Duration::from_secs(40),
            limits: Limits::none(),
            ..Settings::default()
        };
        let mut scene = Scene::without_bot(settings).await;
        scene.bot_comes().await;
        let (hall, ben) = (scene.hall.clone(), "Ben");
        let slow = json!({
            "kind": "slow", "ms": THREADS_TAKE, "times": AT_ONCE, "method": "POST", "path_contains": "/threads",
        });
        scene.post("trouble", slow).await;
        let opening = openers.iter().map(|name| scene.says(name, &hall, "/table open game:Haleakala"));
        let rush = async {
            // When they are promised an answer, they are inside.
            let promised = async |scene: &Scene| {
                let requests = scene.requests().await;
                requests.iter().filter(|request| request["body"]["type"] == 5).count() >= AT_ONCE
            };
            scene.until("all places are taken", promised).await;
            let number = LOOK_AT_ONCE + Errand::Look.most_waiting();
            let mut looking: FuturesUnordered<_> =
                (0..number).map(|_| scene.says(ben, &hall, "/help")).collect();
            let mut looked = Vec::new();
            while looked.len() < LOOK_AT_ONCE {
                looked.push(looking.next().await.unwrap());
            }
            let line = json!({
                "as": scene.person(ben), "channel": hall, "line": "/table open game:Hawaii", "focused": "options",
            });
            let offered = scene.post("autocomplete", line).await;
            assert!(offered["choices"].as_array().is_none_or(Vec::is_empty), "{offered}");
            looked.extend(looking.collect::<Vec<_>>().await);
            looked
        };
        let (opened, looked) = futures::join!(join_all(opening), rush);
        assert!(
            opened.iter().all(|shown| shown.text().contains(&scene.part("chat-opened-thread"))),
            "{opened:?}"
        );
        let busy = scene.said("chat-busy");
        let (turned_away, served) = looked.split_at(LOOK_AT_ONCE);
        assert!(
            turned_away.iter().all(|shown| shown.text() == busy && shown.is_private()),
            "{turned_away:?}"
        );
        assert!(served.iter().all(|shown| shown.text().contains("/table open")), "{served:?}");
        let messages: BTreeSet<String> = looked.iter().map(Shown::message).collect();
        assert_eq!(messages.len(), looked.len(), "each has one answer");
        scene.says(ben, &hall, "/help").await.says("/table open");
        scene.end().await;
    });
}
