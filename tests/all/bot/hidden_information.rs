//! Two games that differ only in what the player to act cannot know give them the same panel, ids,
//! suggestions and words on every page.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::Duration;

use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::{Rules, Status, Viewer};
use lanai_store::{Store, TableId};
use serde_json::{Value, json};
use sqlx::SqliteConnection;

use super::{Scene, Shown, input::pick, run_test_within, text};
use crate::board::{Visit, picks_of, possible_choices};
use lanai_testing::outside::test_size;
use lanai_testing::resampling::Resample;

/// The only table.
pub(super) const TABLE: TableId = TableId(1);
/// The most positions to try if too few had known parts that can change.
const MAX_POSITIONS: usize = 60;
/// Presses in each panel: choices, changes and going back, several times over.
const PRESSES: usize = 20;
/// Every picture is drawn several times, which takes long on a busy machine.
const TIME_LIMIT: Duration = Duration::from_mins(25);

/// Loads the stored game.
pub(super) async fn load_game<G: Rules>(store: &Store) -> G {
    let snapshot = store
        .tables()
        .find(TABLE)
        .await
        .unwrap()
        .unwrap()
        .snapshot
        .unwrap();
    G::restore(
        &G::printed().unwrap(),
        serde_json::from_str(&snapshot).unwrap(),
    )
    .unwrap()
}

/// Replaces the stored game, without changing its revision.
pub(super) async fn store_game<G: Rules>(intruder: &mut SqliteConnection, game: &G) {
    let snapshot = serde_json::to_string(game.state()).unwrap();
    let written = sqlx::query("update game_table set snapshot = $1")
        .bind(snapshot)
        .execute(intruder)
        .await
        .unwrap();
    assert_eq!(written.rows_affected(), 1);
}

/// Returns all texts, ids and picture bytes of an answer.
pub(super) async fn visible_parts(scene: &Scene, answer: &Shown) -> Value {
    let mut pictures = Vec::new();
    for url in answer.picture_urls() {
        let mut hasher = DefaultHasher::new();
        scene
            .client
            .get(url)
            .send()
            .await
            .unwrap()
            .bytes()
            .await
            .unwrap()
            .hash(&mut hasher);
        pictures.push(hasher.finish());
    }
    let message = &answer.0["message"];
    json!([
        answer.outcome(),
        message["content"],
        answer.board_text(),
        pictures,
        answer.components()
    ])
}

/// Every option with suggestions, and the line before it.
const OFFERED: [(&str, &str); 12] = [
    ("/move", "to"),
    ("/buy", "what"),
    ("/buy", "price"),
    ("/buy", "pay"),
    ("/buy", "village"),
    ("/fish", "tokens"),
    ("/sail", "dock"),
    ("/pass", "space"),
    ("/place", "disc"),
    ("/take", "what"),
    ("/choose", "choice"),
    ("/move to:1", "pay"),
];

/// Returns everything the player to act can see without acting: board, panel and suggestions.
async fn visible_state(scene: &Scene, who: &str, thread: &str) -> Vec<(String, Value)> {
    let mut seen = Vec::new();
    for line in [
        "/table show",
        "/table show text:true",
        "/realm",
        "/realm text:true",
        "/turn",
        "/table list",
        "/help",
    ] {
        seen.push((
            line.to_owned(),
            visible_parts(scene, &scene.run_command(who, thread, line).await).await,
        ));
    }
    for (line, option) in OFFERED {
        let offered = scene.list_suggestions(who, thread, line, option).await;
        for first in offered.iter().take(3) {
            let value = first["value"]
                .as_str()
                .map_or_else(|| first["value"].to_string(), str::to_owned);
            // Refusals are visible information, too.
            let next = format!("{line} {option}:{value}");
            for further in ["pay", "price", "village", "beach"] {
                let body = json!({ "as": scene.person(who), "channel": thread, "line": next, "focused": further });
                seen.push((
                    format!("{next} {further}"),
                    scene.post("autocomplete", body).await["choices"].clone(),
                ));
            }
        }
        seen.push((format!("{line} {option}"), json!(offered)));
    }
    // Walks through the panel; at the end of a path it starts again with the next choice.
    let mut panel = scene.run_command(who, thread, "/turn").await;
    if panel.button_id("What's this?").is_some() {
        let signs = scene.press_button(who, &panel, "What's this?").await;
        seen.push(("signs".to_owned(), visible_parts(scene, &signs).await));
    }
    for press in 0..PRESSES {
        let buttons = panel
            .components()
            .into_iter()
            .filter(|item| item["type"] == 2 && item["label"] != "Do it");
        let ids: Vec<String> = buttons
            .map(|item| text(&item["custom_id"]))
            .filter(|id| id.starts_with("p:"))
            .collect();
        let Some(id) = ids.get(press * 7 % ids.len().max(1)) else {
            break;
        };
        panel = scene.press_id(who, &panel.message_id(), id).await;
        seen.push((
            format!("press {press}: {id}"),
            visible_parts(scene, &panel).await,
        ));
    }
    seen
}

/// How many steps of a turn are looked at on the board.
const BOARD_STEPS: usize = 4;

/// Returns everything that these people see on the board, with the bytes of all pictures.
async fn visible_boards(visits: &[&Visit], separator: &str) -> Vec<Value> {
    let mut seen = Vec::new();
    for visit in visits {
        let mut picks = Vec::new();
        for _ in 0..BOARD_STEPS {
            let path = format!("{}{separator}", picks.join("."));
            let (_, state) = visit.get(&format!("state?picks={path}")).await;
            let mut pictures = vec![("board".to_owned(), path.clone())];
            let realms = state["realms"].as_array().unwrap();
            pictures.extend((0..realms.len()).map(|seat| (format!("realm-{seat}"), path.clone())));
            for (scene, path) in pictures {
                let revision = &state["revision"];
                let src = format!("pictures/{scene}?revision={revision}&picks={path}");
                let bytes = visit.get_response(&src).await.bytes().await.unwrap();
                let mut hasher = DefaultHasher::new();
                bytes.hash(&mut hasher);
                seen.push(json!([scene, hasher.finish()]));
            }
            let next = possible_choices(&state["step"]).last();
            seen.push(state);
            let Some(choice) = next else { break };
            picks = picks_of(&choice);
        }
    }
    seen
}

async fn check_nothing_leaks<G: Resample>(
    game_name: &str,
    people: &[&str],
    other_known: impl Fn(&G, &mut Dice) -> G,
) {
    let mut scene = Scene::open_on_file(lanai_porch::Settings::default()).await;
    scene.serves_board = true;
    scene.start_bot().await;
    let thread = scene.start_table(game_name, people, "").await;
    let store = scene.open_store().await;
    let mut intruder = scene.open_as_intruder().await;
    let mut dice = Dice::new(&Seed::from_number(31), 0);
    // Positions to compare, and how many of them must have a known part that can change.
    let (positions, needed) = (test_size(3, 14), test_size(1, 3));
    let (mut looked, mut known) = (0, 0);
    for position in 0..MAX_POSITIONS {
        let real: G = load_game(&store).await;
        let Status::ToAct(seat) = real.status() else {
            break;
        };
        let who = people[usize::from(seat.number()) - 1];
        let viewer = Viewer::Seat(seat);
        let other = other_known(&real, &mut dice);
        let differs = other.view(viewer) != real.view(viewer);
        if position < positions || differs {
            let board = scene.visit_board(who, &thread).await;
            let spectator = scene.visit_board("Chloé", &thread).await;
            let expected = visible_state(&scene, who, &thread).await;
            let expected_board = visible_boards(&[&board, &spectator], "").await;
            looked += expected.len();
            // Separators without a pick between them ask for pictures that are not cached.
            for separator in [".", ".."] {
                let other = real.resample(viewer, &mut dice);
                assert_ne!(other.state(), real.state());
                store_game(&mut intruder, &other).await;
                for (answer, expected) in visible_state(&scene, who, &thread)
                    .await
                    .iter()
                    .zip(&expected)
                {
                    assert_eq!(answer, expected, "what {who} cannot know shows");
                }
                assert_eq!(
                    visible_boards(&[&board, &spectator], separator).await,
                    expected_board,
                    "what {who} cannot know shows on the board"
                );
                store_game(&mut intruder, &real).await;
            }
            // A change of a known part must be visible, or the comparison would prove nothing.
            if differs {
                store_game(&mut intruder, &other).await;
                assert_ne!(
                    visible_state(&scene, who, &thread).await,
                    expected,
                    "what {who} knows does not show"
                );
                store_game(&mut intruder, &real).await;
                known += 1;
            }
        }
        if position + 1 >= positions && known >= needed {
            break;
        }
        for _ in 0..=dice.below(4) {
            act_at_random::<G>(&scene, &store, people, &thread, &mut dice).await;
        }
    }
    assert!(
        looked > positions * 30,
        "only {looked} answers were compared"
    );
    assert!(
        known >= needed,
        "what is known was another at {known} positions only"
    );
    store.close().await;
    scene.end().await;
}

/// Takes any offered action.
async fn act_at_random<G: Rules>(
    scene: &Scene,
    store: &Store,
    people: &[&str],
    thread: &str,
    dice: &mut Dice,
) {
    let Status::ToAct(seat) = load_game::<G>(store).await.status() else {
        return;
    };
    let who = people[usize::from(seat.number()) - 1];
    let choices = scene
        .list_suggestions(who, thread, "/choose", "choice")
        .await;
    let choice = &pick(dice, &choices)["value"];
    let answer = scene
        .run_command(who, thread, &format!("/choose choice:{choice}"))
        .await;
    // Answers with a picture are deferred.
    assert!(
        ["message", "deferred"].contains(&answer.outcome()),
        "{answer:?}"
    );
    // A later board would move the panel that is compared.
    scene.wait_until_delivered().await;
}

#[test]
fn hawaii_panels_and_suggestions_hide_unknown_information() {
    // The player keeps seeing their own goods, except in the middle of a turn.
    run_test_within(
        TIME_LIMIT,
        check_nothing_leaks(
            "Hawaii",
            &["Ana", "Ben", "Dan"],
            |game: &Hawaii, dice: &mut Dice| game.resample(Viewer::Table, dice),
        ),
    );
}

#[test]
fn haleakala_panels_and_suggestions_hide_unknown_information() {
    // Only the piles are hidden, so the other game differs by an action.
    run_test_within(
        TIME_LIMIT,
        check_nothing_leaks(
            "Haleakala",
            &["Ana", "Ben"],
            |game: &Haleakala, _: &mut Dice| {
                let (mut other, mut legal) = (game.clone(), Vec::new());
                other.legal(&mut legal);
                other.play(legal[0], &mut Vec::new()).unwrap();
                other
            },
        ),
    );
}
