//! The cost of a turn: counted requests and uploaded bytes.

use std::collections::BTreeSet;
use std::time::Duration;

use lanai_porch::Settings;
use lanai_rules::chance::{Dice, Seed};
use serde_json::{Value, json};

use super::whole_games::{confirm_turn, is_same_player_next, press_rest_of_turn};
use super::{Scene, text};

const TURNS: usize = 12;
/// Counted requests of each turn. A turn that reveals something makes two messages.
const MAX_REQUESTS_PER_TURN: f64 = 1.3;
/// Bytes uploaded in an ordinary turn: the public board, and each step of the player's panel.
const MAX_BYTES_PER_TURN: u64 = 340_000;

/// Returns whether the global limit counts a request. Answers to interactions are exempt.
fn is_counted(request: &Value) -> bool {
    let path = text(&request["path"]);
    !path.contains("/interactions/") && !path.contains("/webhooks/")
}

/// Returns whether a request belongs to a turn, unlike the uploads of emojis at the start.
fn is_of_turn(request: &Value) -> bool {
    !text(&request["path"]).ends_with("/emojis")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_is_one_counted_request() {
    let settings = Settings {
        answer_timeout: Duration::from_mins(1),
        ..Settings::default()
    };
    let scene = Scene::start_with(settings).await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (mut who, mut board) = scene.wait_for_turn(&thread, None).await;
    scene.wait_until_idle().await;
    let mut dice = Dice::new(&Seed::from_number(11), 0);
    let before = scene.list_requests().await.len();
    let (mut have_panels, mut uploaded) = (BTreeSet::new(), Vec::<u64>::new());
    let mut begun = before;
    for _ in 0..TURNS {
        let acting = who.unwrap();
        let panel = if have_panels.insert(acting.clone()) {
            scene.press_button(&acting, &board, "Take your turn").await
        } else {
            scene.wait_for_panel_below(&acting, &thread).await
        };
        if panel.open_choices().is_empty() {
            press_rest_of_turn(&scene, &acting, panel, &mut dice).await;
        } else {
            let chosen = scene.choose_first(&acting, &panel).await;
            confirm_turn(&scene, &acting, &chosen).await;
        }
        scene.wait_until_delivered().await;
        (who, board) = scene.wait_for_turn(&thread, Some(&board)).await;
        let requests = scene.list_requests().await.split_off(begun);
        begun += requests.len();
        uploaded.push(
            requests
                .iter()
                .filter(|item| is_of_turn(item))
                .filter_map(|item| item["bytes"].as_u64())
                .sum(),
        );
    }
    let mut requests = scene.list_requests().await.split_off(before);
    requests.retain(is_of_turn);
    let turns = f64::from(u32::try_from(TURNS).unwrap());
    let counted = requests.iter().filter(|item| is_counted(item)).count();
    let counted = f64::from(u32::try_from(counted).unwrap()) / turns;
    let list = || -> Vec<String> {
        requests
            .iter()
            .map(|item: &Value| {
                format!(
                    "{} {} {} {}",
                    item["method"], item["path"], item["bytes"], item["status"]
                )
            })
            .collect()
    };
    // A median, because a player who is alone in a round takes several turns in a row.
    uploaded.sort_unstable();
    eprintln!("{counted} requests a turn, bytes of each: {uploaded:?}");
    assert!(
        counted <= MAX_REQUESTS_PER_TURN,
        "{counted} requests a turn: {:#?}",
        list()
    );
    assert!(
        uploaded[TURNS / 2] <= MAX_BYTES_PER_TURN,
        "{uploaded:?}: {:#?}",
        list()
    );
    assert!(
        requests.iter().all(|item| item["status"] != 429),
        "{:#?}",
        list()
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unchanged_picture_is_not_uploaded_again() {
    let settings = Settings {
        answer_timeout: Duration::from_mins(1),
        ..Settings::default()
    };
    let scene = Scene::start_with(settings).await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (who, board) = scene.wait_for_player(&thread, None).await;
    let panel = scene.press_button(&who, &board, "Take your turn").await;
    scene.wait_until_idle().await;
    let before = scene.list_requests().await.len();
    // The same choice is sent twice before the panel shows it.
    let slow =
        json!({ "kind": "slow", "ms": 1000, "method": "PATCH", "path_contains": "/webhooks/" });
    scene.post("trouble", slow).await;
    let id = &panel.open_choices()[0].0;
    let message = panel.message_id();
    let choose = || scene.press_id(&who, &message, id);
    let (first, second) = tokio::join!(choose(), choose());
    assert!(
        [first, second]
            .iter()
            .all(|item| !item.picture_urls().is_empty())
    );
    let types_of_edits = async |scene: &Scene| {
        let requests = scene.list_requests().await.split_off(before);
        let edits = requests.iter().filter(|item| item["method"] == "PATCH");
        edits
            .map(|item| text(&item["content_type"]))
            .collect::<Vec<String>>()
    };
    scene
        .wait_until("both edits are logged", async |scene| {
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
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rate_limited_post_is_retried_without_searching() {
    let scene = Scene::start().await;
    let thread = scene.start_table("Hawaii", &["Ana", "Ben"], "").await;
    let (who, board) = scene.wait_for_turn(&thread, None).await;
    scene.wait_until_idle().await;
    let limited = json!({
        "kind": "answer", "status": 429, "retry_after": 0.2, "method": "POST",
        "path_contains": format!("{thread}/messages"),
    });
    scene.post("trouble", limited).await;
    scene.take_turn(&who.unwrap(), &thread).await;
    scene.wait_for_turn(&thread, Some(&board)).await;
    let requests = scene.list_requests().await;
    let of = |method: &str| -> Vec<&Value> {
        let messages = format!("{thread}/messages");
        requests
            .iter()
            .filter(|item: &&Value| {
                item["method"] == method && text(&item["path"]).ends_with(&messages)
            })
            .collect()
    };
    assert!(of("POST").iter().any(|item| item["status"] == 429));
    assert!(
        of("GET").is_empty(),
        "what was refused was not posted: {:?}",
        of("GET")
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fast_play_never_hits_the_edit_limit() {
    let scene = Scene::start().await;
    let other_channel = scene.create_channel("lounge").await;
    let thread = scene.start_table("Haleakala", &["Ana", "Ben"], "").await;
    let (mut who, mut board) = scene.wait_for_turn(&thread, None).await;
    scene
        .assert_answer("Dan", &other_channel, "/watch table:1", "follows")
        .await;
    for _ in 0..10 {
        while is_same_player_next(
            &scene
                .run_command_at_once(who.as_ref().unwrap(), &thread, "/choose choice:1")
                .await,
        ) {}
        (who, board) = scene.wait_for_turn(&thread, Some(&board)).await;
    }
    scene.advance_clock(61);
    scene.wait_until_idle().await;
    let requests = scene.list_requests().await;
    let changes: Vec<&Value> = requests
        .iter()
        .filter(|item| item["method"] == "PATCH" && is_counted(item))
        .collect();
    assert!(
        changes.iter().all(|item| item["status"] != 429),
        "{changes:#?}"
    );
    let here = changes
        .iter()
        .filter(|item| text(&item["path"]).contains(&format!("{thread}/messages")))
        .count();
    assert!(here <= 1, "of the lobby alone: {changes:#?}");
    scene.end().await;
}
