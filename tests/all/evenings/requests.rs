//! What a turn costs Discord: the requests that its limit of fifty a second counts.

use std::time::Duration;

use lanai::porch::Settings;
use lanai::rules::chance::{Dice, Seed};
use serde_json::{Value, json};

use super::whole::{goes_on, press_on};
use super::{Scene, evening, text};

const TURNS: usize = 12;
/// Of requests that the limit counts, for each turn. Some turns show something hidden, and are told in two messages.
const MOST_REQUESTS: f64 = 1.3;

/// Whether Discord's limit for the whole bot counts a request: it counts no answers to interactions.
fn is_counted(request: &Value) -> bool {
    let path = text(&request["path"]);
    !path.contains("/interactions/") && !path.contains("/webhooks/")
}

#[test]
fn a_turn_is_one_request_that_counts() {
    evening(async {
        let settings = Settings { patience: Duration::from_mins(1), ..Settings::default() };
        let scene = Scene::with(settings).await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (mut who, mut board) = scene.next(&place, None).await;
        scene.is_quiet().await;
        let mut dice = Dice::new(&Seed::from_number(11), 0);
        let before = scene.requests().await.len();
        for _ in 0..TURNS {
            let acting = who.unwrap();
            let panel = match scene.panels(&acting, &place).await.pop() {
                Some((panel, 0)) if goes_on(&panel) => panel,
                _ => scene.presses(&acting, &board, "Take your turn").await,
            };
            press_on(&scene, &acting, panel, &mut dice).await;
            scene.all_told().await;
            (who, board) = scene.next(&place, Some(&board)).await;
        }
        let mut requests = scene.requests().await.split_off(before);
        // The pieces are uploaded once, when the bot comes.
        requests.retain(|it| !text(&it["path"]).ends_with("/emojis"));
        let turns = f64::from(u32::try_from(TURNS).unwrap());
        let counted = requests.iter().filter(|it| is_counted(it)).count();
        let counted = f64::from(u32::try_from(counted).unwrap()) / turns;
        let list = || -> Vec<String> {
            let line =
                |it: &Value| format!("{} {} {} {}", it["method"], it["path"], it["bytes"], it["status"]);
            requests.iter().map(line).collect()
        };
        assert!(counted <= MOST_REQUESTS, "{counted} requests a turn: {:#?}", list());
        assert!(requests.iter().all(|it| it["status"] != 429), "{:#?}", list());
        scene.end().await;
    });
}

#[test]
fn what_was_too_much_is_sent_again_without_a_look_at_the_channel() {
    evening(async {
        let scene = Scene::begin().await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (who, board) = scene.next(&place, None).await;
        scene.is_quiet().await;
        let limited = json!({
            "kind": "answer", "status": 429, "retry_after": 0.2, "method": "POST",
            "path_contains": format!("{place}/messages"),
        });
        scene.post("trouble", limited).await;
        scene.takes_turn(&who.unwrap(), &place).await;
        scene.next(&place, Some(&board)).await;
        let requests = scene.requests().await;
        let of = |method: &str| -> Vec<&Value> {
            let messages = format!("{place}/messages");
            let such = |it: &&Value| it["method"] == method && text(&it["path"]).ends_with(&messages);
            requests.iter().filter(such).collect()
        };
        assert!(of("POST").iter().any(|it| it["status"] == 429));
        assert!(of("GET").is_empty(), "what was refused was not posted: {:?}", of("GET"));
        scene.end().await;
    });
}

#[test]
fn no_change_is_refused_however_quickly_people_play() {
    evening(async {
        let scene = Scene::begin().await;
        let lounge = scene.lounge("lounge").await;
        let place = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        let (mut who, mut board) = scene.next(&place, None).await;
        scene.says("Dan", &lounge, "/watch table:1").await.says("follows");
        for _ in 0..10 {
            while goes_on(&scene.blurts(who.as_ref().unwrap(), &place, "/choose choice:1").await) {}
            (who, board) = scene.next(&place, Some(&board)).await;
        }
        scene.passes(61);
        scene.is_quiet().await;
        let requests = scene.requests().await;
        let changes: Vec<&Value> =
            requests.iter().filter(|it| it["method"] == "PATCH" && is_counted(it)).collect();
        assert!(changes.iter().all(|it| it["status"] != 429), "{changes:#?}");
        let here =
            changes.iter().filter(|it| text(&it["path"]).contains(&format!("{place}/messages"))).count();
        assert!(here <= 1, "of the lobby alone: {changes:#?}");
        scene.end().await;
    });
}
