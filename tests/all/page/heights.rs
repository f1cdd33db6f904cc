//! What everybody sees after a turn fits a screen: words, board, realms and buttons, on a desktop and on a telephone.

use lanai_rules::chance::{Dice, Seed};
use serde_json::Value;

use super::browser::Browser;
use super::visit::visit;
use crate::bot::{Scene, evening, press_a_turn};
use lanai_testing::outside::extent;

/// A public message after an ordinary turn is at most so high on a desktop; and the buttons are counted.
const DESKTOP: (u32, u32, f64) = (1280, 800, 600.0);
/// A telephone, as high as its screen.
const PHONE: (u32, u32) = (390, 844);

/// Plays a game by buttons, at random.
async fn play(scene: &Scene, place: &str, seed: u64) {
    let mut dice = Dice::new(&Seed::from_number(seed), 0);
    let (mut who, mut board) = scene.next(place, None).await;
    for _ in 0..extent(8, 60) {
        let Some(name) = who else { return };
        press_a_turn(scene, &name, &board, &mut dice).await;
        (who, board) = scene.next(place, Some(&board)).await;
    }
}

/// Every public message with a board that the page shows: what it says, how high it is, and how its pictures are shown.
const BOARDS: &str = "[...document.querySelectorAll('#list article:not(.is-private)')]\
    .filter((it) => it.querySelector('.pictures img'))\
    .map((it) => ({ text: it.innerText, high: it.getBoundingClientRect().height, \
        pictures: [...it.querySelectorAll('.picture')].map((it) => [it.offsetWidth, it.offsetHeight]) }))";

/// What is left of the window for messages.
const ROOM: &str = "document.getElementById('log').clientHeight";

pub(super) fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// Whether something happened that comes a few times in a game, and takes a table of its own.
fn is_usual(text: &str) -> bool {
    ["is over", "scoring", "wins", "share", "The game begins"]
        .iter()
        .all(|rare| !text.contains(rare))
}

/// A table of two people, and computers in all other seats.
async fn table(scene: &Scene, game: &str, computers: u8) -> String {
    let open = format!(
        "/table open game:{game} seats:{} computers:{computers}",
        computers + 2
    );
    scene
        .says("Ana", &scene.hall, &open)
        .await
        .says("opened a table for");
    let place = scene.threads().await.pop().unwrap();
    scene
        .says("Ben", &place, "/table join")
        .await
        .says("You have seat");
    scene
        .says("Ana", &place, "/table start")
        .await
        .says("begins");
    place
}

/// All boards of a table fit the screen, in both windows. On a busy machine one board may tell several turns.
pub(super) async fn fit(scene: &Scene, browser: &mut Browser, place: &str, game: &str) {
    let [desktop, phone] = [(DESKTOP.0, DESKTOP.1), PHONE];
    for (width, height) in [desktop, phone] {
        browser.sized(width, height).await;
        browser.goes_to(&format!("{}/#{place}", scene.base)).await;
        browser
            .until(
                "the boards",
                "document.querySelectorAll('#list .pictures img').length > 2",
            )
            .await;
        for _ in 0..20 {
            browser
                .says("document.querySelector('#list .earlier')?.click()")
                .await;
            tokio::time::sleep(std::time::Duration::from_millis(150)).await;
        }
        let (boards, room) = (
            browser.says(BOARDS).await,
            number(&browser.says(ROOM).await),
        );
        let boards = boards.as_array().unwrap();
        let usual: Vec<&Value> = boards
            .iter()
            .filter(|it| is_usual(it["text"].as_str().unwrap()))
            .collect();
        assert!(
            usual.len() > 2,
            "{} usual turns of {}",
            usual.len(),
            boards.len()
        );
        let most = if width == DESKTOP.0 { DESKTOP.2 } else { room };
        let highest = usual
            .iter()
            .map(|it| number(&it["high"]))
            .fold(0.0, f64::max);
        println!(
            "{game}, {width} × {height}: {} boards, the highest {highest} of {most}",
            boards.len()
        );
        for it in usual {
            assert!(
                number(&it["high"]) <= most,
                "{game}, {width}: {} px of {most}: {}",
                it["high"],
                it["text"]
            );
        }
        for it in boards {
            let pictures = it["pictures"].as_array().unwrap();
            assert!(
                number(&pictures[0][0]) <= 550.0 && number(&pictures[0][1]) <= 351.0,
                "{pictures:?}"
            );
        }
        browser.keeps(&format!("12 {game} {width}")).await;
    }
}

#[test]
fn a_turn_of_hawaii_with_five_fits_a_screen() {
    evening(async {
        let Some((scene, mut browser)) = visit().await else {
            return;
        };
        let place = table(&scene, "Hawaii", 3).await;
        play(&scene, &place, 7).await;
        fit(&scene, &mut browser, &place, "Hawaii").await;
        browser.ends().await;
        scene.end().await;
    });
}
