//! No leak through the chat: two games which differ only in what the person to act cannot know give them the same panel,
//! the same ids of buttons, the same suggestions and the same words, page by page.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::Duration;

use lanai_rules::chance::{Dice, Seed};
use lanai_rules::haleakala::Haleakala;
use lanai_rules::hawaii::Hawaii;
use lanai_rules::{Rules, Status, Viewer};
use lanai_store::{Store, TableId};
use serde_json::{Value, json};
use sqlx::SqliteConnection;

use super::{Scene, Shown, at_most, input::any, text};
use lanai_testing::outside::extent;
use lanai_testing::resampling::Resample;

/// The only table.
pub(super) const TABLE: TableId = TableId(1);
/// How many positions are looked at in the end, if too few had something known in them to change.
const MOST_POSITIONS: usize = 60;
/// How many presses go into each panel: a choice, a change or two, and back, several times over.
const PRESSES: usize = 20;
/// All that is seen has its pictures, each of which is drawn several times: a busy machine needs a while.
const PATIENCE: Duration = Duration::from_mins(25);

/// A game as it is kept.
pub(super) async fn game<G: Rules>(store: &Store) -> G {
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

/// Puts another game in the place of the one that is kept, at the same revision.
pub(super) async fn put<G: Rules>(intruder: &mut SqliteConnection, game: &G) {
    let snapshot = serde_json::to_string(game.state()).unwrap();
    let written = sqlx::query("update game_table set snapshot = $1")
        .bind(snapshot)
        .execute(intruder)
        .await
        .unwrap();
    assert_eq!(written.rows_affected(), 1);
}

/// All that can be read, seen and pressed in an answer: pictures by every byte of them.
pub(super) async fn all_of(scene: &Scene, shown: &Shown) -> Value {
    let mut pictures = Vec::new();
    for url in shown.pictures() {
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
    let message = &shown.0["message"];
    json!([
        shown.outcome(),
        message["content"],
        shown.panes(),
        pictures,
        message["components"]
    ])
}

/// Every option that offers something, and the line before it.
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

/// All that somebody is shown who is to act, and does nothing: the board, the panel to its last pages, the suggestions.
async fn seen(scene: &Scene, who: &str, place: &str) -> Vec<(String, Value)> {
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
            all_of(scene, &scene.says(who, place, line).await).await,
        ));
    }
    for (line, option) in OFFERED {
        let offered = scene.offered(who, place, line, option).await;
        for first in offered.iter().take(3) {
            let value = first["value"]
                .as_str()
                .map_or_else(|| first["value"].to_string(), str::to_owned);
            // What is refused is part of what one gets to know; it changes nothing.
            let next = format!("{line} {option}:{value}");
            for further in ["pay", "price", "village", "beach"] {
                let body = json!({ "as": scene.person(who), "channel": place, "line": next, "focused": further });
                seen.push((
                    format!("{next} {further}"),
                    scene.post("autocomplete", body).await["choices"].clone(),
                ));
            }
        }
        seen.push((format!("{line} {option}"), json!(offered)));
    }
    // The panel, one step after another; where a way ends, it begins anew with the next choice.
    let mut panel = scene.says(who, place, "/turn").await;
    for press in 0..PRESSES {
        let mut ways: Vec<(String, Option<String>)> = Vec::new();
        for (id, values) in panel.menus() {
            ways.extend(values.into_iter().map(|value| (id.clone(), Some(value))));
        }
        let buttons = panel
            .components()
            .into_iter()
            .filter(|it| it["type"] == 2 && it["label"] != "Do it");
        ways.extend(
            buttons
                .map(|it| (text(&it["custom_id"]), None))
                .filter(|(id, _)| id.starts_with("p:")),
        );
        let Some((id, value)) = ways.get(press * 7 % ways.len().max(1)) else {
            break;
        };
        panel = match value {
            Some(value) => scene.chooses_in(who, &panel, id, value).await,
            None => scene.presses_id(who, &panel.message(), id).await,
        };
        seen.push((
            format!("press {press}: {id} {value:?}"),
            all_of(scene, &panel).await,
        ));
    }
    seen
}

async fn tells_nothing<G: Resample>(
    game_name: &str,
    people: &[&str],
    other_known: impl Fn(&G, &mut Dice) -> G,
) {
    let scene = Scene::in_a_file().await;
    let place = scene.table(game_name, people, "").await;
    let store = scene.store().await;
    let mut intruder = scene.intruder().await;
    let mut dice = Dice::new(&Seed::from_number(31), 0);
    // How many positions are looked at, and of how many the player knows something that can be changed.
    let (positions, needed) = (extent(3, 14), extent(1, 3));
    let (mut looked, mut known) = (0, 0);
    for position in 0..MOST_POSITIONS {
        let real: G = game(&store).await;
        let Status::ToAct(seat) = real.status() else {
            break;
        };
        let who = people[usize::from(seat.number()) - 1];
        let viewer = Viewer::Seat(seat);
        let other = other_known(&real, &mut dice);
        let differs = other.view(viewer) != real.view(viewer);
        if position < positions || differs {
            let expected = seen(&scene, who, &place).await;
            looked += expected.len();
            for _ in 0..2 {
                let other = real.resample(viewer, &mut dice);
                assert_ne!(other.state(), real.state());
                put(&mut intruder, &other).await;
                for (shown, expected) in seen(&scene, who, &place).await.iter().zip(&expected) {
                    assert_eq!(shown, expected, "what {who} cannot know shows");
                }
                put(&mut intruder, &real).await;
            }
            // What they do know shows, if it is another: a comparison that nothing disturbs would be none.
            if differs {
                put(&mut intruder, &other).await;
                assert_ne!(
                    seen(&scene, who, &place).await,
                    expected,
                    "what {who} knows does not show"
                );
                put(&mut intruder, &real).await;
                known += 1;
            }
        }
        if position + 1 >= positions && known >= needed {
            break;
        }
        for _ in 0..=dice.below(4) {
            act::<G>(&scene, &store, people, &place, &mut dice).await;
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

/// Whoever is to act does any of what is offered.
async fn act<G: Rules>(
    scene: &Scene,
    store: &Store,
    people: &[&str],
    place: &str,
    dice: &mut Dice,
) {
    let Status::ToAct(seat) = game::<G>(store).await.status() else {
        return;
    };
    let who = people[usize::from(seat.number()) - 1];
    let choices = scene.offered(who, place, "/choose", "choice").await;
    let choice = &any(dice, &choices)["value"];
    let shown = scene
        .says(who, place, &format!("/choose choice:{choice}"))
        .await;
    // With the picture of what comes next it is promised first.
    assert!(
        ["message", "deferred"].contains(&shown.outcome()),
        "{shown:?}"
    );
    // A board that comes later would move the panel that is compared.
    scene.all_told().await;
}

#[test]
fn hawaii_panels_and_suggestions_hide_unknown_information() {
    // Of what is drawn anew for somebody who only looks on, the player sees their own goods, but in the middle of a turn
    // they stay what they are.
    let other_purse = |game: &Hawaii, dice: &mut Dice| game.resample(Viewer::Table, dice);
    at_most(
        PATIENCE,
        tells_nothing("Hawaii", &["Ana", "Ben", "Dan"], other_purse),
    );
}

#[test]
fn haleakala_panels_and_suggestions_hide_unknown_information() {
    // All but the piles lies open: somebody does something.
    let other_board = |game: &Haleakala, _: &mut Dice| {
        let (mut other, mut legal) = (game.clone(), Vec::new());
        other.legal(&mut legal);
        other.play(legal[0], &mut Vec::new()).unwrap();
        other
    };
    at_most(
        PATIENCE,
        tells_nothing("Haleakala", &["Ana", "Ben"], other_board),
    );
}
