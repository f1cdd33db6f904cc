//! The messages of a turn fit a screen, on a desktop and on a phone.

use lanai_rules::chance::{Dice, Seed};
use serde_json::Value;

use super::browser::Browser;
use super::visit::open_visit;
use crate::bot::{Scene, press_a_turn};
use lanai_testing::outside::test_size;

/// A public message after an ordinary turn is at most so high on a desktop; and the buttons are
/// counted.
const DESKTOP: (u32, u32, f64) = (1280, 800, 600.0);
/// A telephone, as high as its screen.
const PHONE: (u32, u32) = (390, 844);

/// Plays a game by buttons, at random.
async fn play_by_buttons(scene: &Scene, place: &str, seed: u64) {
    let mut dice = Dice::new(&Seed::from_number(seed), 0);
    let (mut who, mut board) = scene.wait_for_turn(place, None).await;
    for _ in 0..test_size(8, 60) {
        let Some(name) = who else { return };
        press_a_turn(scene, &name, &board, &mut dice).await;
        (who, board) = scene.wait_for_turn(place, Some(&board)).await;
    }
}

/// Every public message with a board that the page shows: what it says, how high it is, and how its
/// pictures are shown.
const BOARDS: &str = "[...document.querySelectorAll('#list article:not(.is-private)')]\
    .filter((it) => it.querySelector('.pictures img'))\
    .map((it) => ({ text: it.innerText, high: it.getBoundingClientRect().height, \
        pictures: [...it.querySelectorAll('.picture')].map((it) => [it.offsetWidth, it.offsetHeight]) }))";

/// The height available for messages.
const LOG_HEIGHT: &str = "document.getElementById('log').clientHeight";

pub(super) fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// Returns whether a message is without rare events, which need a table of their own.
fn is_ordinary(text: &str) -> bool {
    ["is over", "scoring", "wins", "share", "The game begins"]
        .iter()
        .all(|rare| !text.contains(rare))
}

/// A table of two people, and computers in all other seats.
async fn open_table(scene: &Scene, game: &str, computers: u8) -> String {
    let open = format!(
        "/table open game:{game} seats:{} computers:{computers}",
        computers + 2
    );
    scene
        .assert_answer("Ana", &scene.main_channel, &open, "opened a table for")
        .await;
    let place = scene.list_threads().await.pop().unwrap();
    scene
        .assert_answer("Ben", &place, "/table join", "You have seat")
        .await;
    scene
        .assert_answer("Ana", &place, "/table start", "begins")
        .await;
    place
}

/// Asserts that the boards of a table fit both windows. On a busy machine one message may cover
/// several turns.
pub(super) async fn assert_boards_fit(
    scene: &Scene,
    browser: &mut Browser,
    place: &str,
    game: &str,
) {
    let [desktop, phone] = [(DESKTOP.0, DESKTOP.1), PHONE];
    for (width, height) in [desktop, phone] {
        browser.resize(width, height).await;
        browser.navigate(&format!("{}/#{place}", scene.base)).await;
        browser
            .wait_until(
                "the boards",
                "document.querySelectorAll('#list .pictures img').length > 2",
            )
            .await;
        for _ in 0..20 {
            browser
                .evaluate("document.querySelector('#list .earlier')?.click()")
                .await;
            tokio::time::sleep(std::time::Duration::from_millis(150)).await;
        }
        let (boards, room) = (
            browser.evaluate(BOARDS).await,
            number(&browser.evaluate(LOG_HEIGHT).await),
        );
        let boards = boards.as_array().unwrap();
        let usual: Vec<&Value> = boards
            .iter()
            .filter(|item| is_ordinary(item["text"].as_str().unwrap()))
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
            .map(|item| number(&item["high"]))
            .fold(0.0, f64::max);
        println!(
            "{game}, {width} × {height}: {} boards, the highest {highest} of {most}",
            boards.len()
        );
        for item in usual {
            assert!(
                number(&item["high"]) <= most,
                "{game}, {width}: {} px of {most}: {}",
                item["high"],
                item["text"]
            );
        }
        for item in boards {
            let pictures = item["pictures"].as_array().unwrap();
            assert!(
                number(&pictures[0][0]) <= 550.0 && number(&pictures[0][1]) <= 351.0,
                "{pictures:?}"
            );
        }
        browser
            .store_screenshot(&format!("12 {game} {width}"))
            .await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_of_hawaii_with_five_fits_a_screen() {
    let Some((scene, mut browser)) = open_visit().await else {
        return;
    };
    let place = open_table(&scene, "Hawaii", 3).await;
    play_by_buttons(&scene, &place, 7).await;
    assert_boards_fit(&scene, &mut browser, &place, "Hawaii").await;
    browser.finish().await;
    scene.end().await;
}
