//! What a turn costs: the requests that Discord's limit of fifty a second counts, and the bytes that are uploaded.

use std::collections::BTreeSet;
use std::time::Duration;

use lanai_porch::Settings;
use lanai_rules::chance::{Dice, Seed};
use serde_json::{Value, json};

use super::whole_games::{do_it, goes_on, press_on};
use super::{Scene, evening, text};

const TURNS: usize = 12;
/// Of requests that the limit counts, for each turn. Some turns show something hidden, and are told in two messages.
const MOST_REQUESTS: f64 = 1.3;
/// Uploaded in an ordinary turn: the board for everybody, and the panel of the player who acts.
const MAX_BYTES: u64 = 290_000;

/// Whether Discord's limit for the whole bot counts a request: it counts no answers to interactions.
fn is_counted(request: &Value) -> bool {
    let path = text(&request["path"]);
    !path.contains("/interactions/") && !path.contains("/webhooks/")
}

/// Whether a request belongs to a turn: the pieces are uploaded once, when the bot comes.
fn is_of_turn(request: &Value) -> bool {
    !text(&request["path"]).ends_with("/emojis")
}

#[test]
fn a_turn_is_one_counted_request() {
    evening(async {
        let settings = Settings {
            answer_timeout: Duration::from_mins(1),
            ..Settings::default()
        };
        let scene = Scene::with(settings).await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (mut who, mut board) = scene.next(&place, None).await;
        scene.is_quiet().await;
        let mut dice = Dice::new(&Seed::from_number(11), 0);
        let before = scene.requests().await.len();
        let (mut have_panels, mut uploaded) = (BTreeSet::new(), Vec::<u64>::new());
        let mut begun = before;
        for _ in 0..TURNS {
            let acting = who.unwrap();
            let panel = if have_panels.insert(acting.clone()) {
                scene.presses(&acting, &board, "Take your turn").await
            } else {
                scene.has_one_panel_below(&acting, &place).await
            };
            match panel.menu() {
                Some((id, values)) => {
                    let chosen = scene.chooses_in(&acting, &panel, &id, &values[0]).await;
                    do_it(&scene, &acting, &chosen).await;
                }
                None => press_on(&scene, &acting, panel, &mut dice).await,
            }
            scene.all_told().await;
            (who, board) = scene.next(&place, Some(&board)).await;
            let requests = scene.requests().await.split_off(begun);
            begun += requests.len();
            uploaded.push(
                requests
                    .iter()
                    .filter(|it| is_of_turn(it))
                    .filter_map(|it| it["bytes"].as_u64())
                    .sum(),
            );
        }
        let mut requests = scene.requests().await.split_off(before);
        requests.retain(is_of_turn);
        let turns = f64::from(u32::try_from(TURNS).unwrap());
        let counted = requests.iter().filter(|it| is_counted(it)).count();
        let counted = f64::from(u32::try_from(counted).unwrap()) / turns;
        let list = || -> Vec<String> {
            let line = |it: &Value| {
                format!(
                    "{} {} {} {}",
                    it["method"], it["path"], it["bytes"], it["status"]
                )
            };
            requests.iter().map(line).collect()
        };
        // A player who goes on alone takes several turns in a row: the ordinary one is in the middle.
        uploaded.sort_unstable();
        eprintln!("{counted} requests a turn, bytes of each: {uploaded:?}");
        assert!(
            counted <= MOST_REQUESTS,
            "{counted} requests a turn: {:#?}",
            list()
        );
        assert!(
            uploaded[TURNS / 2] <= MAX_BYTES,
            "{uploaded:?}: {:#?}",
            list()
        );
        assert!(
            requests.iter().all(|it| it["status"] != 429),
            "{:#?}",
            list()
        );
        scene.end().await;
    });
}

#[test]
fn unchanged_picture_is_not_uploaded_again() {
    evening(async {
        let settings = Settings {
            answer_timeout: Duration::from_mins(1),
            ..Settings::default()
        };
        let scene = Scene::with(settings).await;
        let place = scene.table("Hawaii", &["Ana", "Ben"], "").await;
        let (who, board) = scene.next(&place, None).await;
        let who = who.unwrap();
        let panel = scene.presses(&who, &board, "Take your turn").await;
        scene.is_quiet().await;
        let before = scene.requests().await.len();
        // The same is chosen twice before the panel shows it.
        let slow =
            json!({ "kind": "slow", "ms": 1000, "method": "PATCH", "path_contains": "/webhooks/" });
        scene.post("trouble", slow).await;
        let (id, values) = panel.menu().unwrap();
        let choose = || scene.chooses_in(&who, &panel, &id, &values[0]);
        let (first, second) = tokio::join!(choose(), choose());
        assert!([first, second].iter().all(|it| !it.pictures().is_empty()));
        let types_of_edits = async |scene: &Scene| {
            let requests = scene.requests().await.split_off(before);
            let edits = requests.iter().filter(|it| it["method"] == "PATCH");
            edits
                .map(|it| text(&it["content_type"]))
                .collect::<Vec<String>>()
        };
        scene
            .until("both edits are logged", async |scene| {
                types_of_edits(scene).await.len() == 2
            })
            .await;
        let mut types = types_of_edits(&scene).await;
        types.sort_unstable();
        let [json, form] = types.as_slice() else {
            panic!("{types:?}")
        };
        assert!(
            json == "application/json" && form.starts_with("multipart/form-data"),
            "{types:?}"
        );
        scene.end().await;
    });
}

#[test]
fn rate_limited_post_is_retried_without_searching() {
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
            let such =
                |it: &&Value| it["method"] == method && text(&it["path"]).ends_with(&messages);
            requests.iter().filter(such).collect()
        };
        assert!(of("POST").iter().any(|it| it["status"] == 429));
        assert!(
            of("GET").is_empty(),
            "what was refused was not posted: {:?}",
            of("GET")
        );
        scene.end().await;
    });
}

#[test]
fn fast_play_never_hits_the_edit_limit() {
    evening(async {
        let scene = Scene::begin().await;
        let lounge = scene.lounge("lounge").await;
        let place = scene.table("Haleakala", &["Ana", "Ben"], "").await;
        let (mut who, mut board) = scene.next(&place, None).await;
        scene
            .says("Dan", &lounge, "/watch table:1")
            .await
            .says("follows");
        for _ in 0..10 {
            while goes_on(
                &scene
                    .blurts(who.as_ref().unwrap(), &place, "/choose choice:1")
                    .await,
            ) {}
            (who, board) = scene.next(&place, Some(&board)).await;
        }
        scene.passes(61);
        scene.is_quiet().await;
        let requests = scene.requests().await;
        let changes: Vec<&Value> = requests
            .iter()
            .filter(|it| it["method"] == "PATCH" && is_counted(it))
            .collect();
        assert!(changes.iter().all(|it| it["status"] != 429), "{changes:#?}");
        let here = changes
            .iter()
            .filter(|it| text(&it["path"]).contains(&format!("{place}/messages")))
            .count();
        assert!(here <= 1, "of the lobby alone: {changes:#?}");
        scene.end().await;
    });
}
