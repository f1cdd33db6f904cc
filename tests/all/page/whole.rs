//! Games by buttons alone, on a desktop and on a phone; whole ones with `LANAI_LARGE=1`.
//! In each step the choices and the board are visible together.

use std::time::{Duration, Instant};

use lanai_rules::chance::{Dice, Seed};
use serde_json::{Value, json};

use super::browser::Browser;
use super::heights::{self, number};
use super::visit::{button_script, open_visit};
use lanai_testing::outside::test_size;
use lanai_text::{Dictionary, Key};

/// The windows in which it is played.
const WINDOWS: [(u32, u32); 2] = [(1280, 800), (390, 844)];

/// The player waits for the board after this many turns, because of fast turns only the last has
/// one.
const BOARD_EACH: usize = 3;

/// A generous limit for any wait, and the most steps of a turn.
const TIME_LIMIT: Duration = Duration::from_mins(1);
const MAX_STEPS: usize = 16;
const MAX_LESSON_STEPS: usize = 60;

/// A script, which needs the labels of two buttons in the page: `null` without a panel, or whether the game is over, or the positions of the picture
/// and of everything to press, the window height and the names of the buttons.
const PANEL: &str = "(() => { \
    const { again, confirm } = window.labels; \
    const all = [...document.querySelectorAll('#list article')]; \
    const last = all.at(-1); \
    const named = (it, name) => [...it.querySelectorAll('button')].some((button) => button.innerText.trim() === name); \
    if (all.some((it) => named(it, again))) return { over: true }; \
    const panel = all.findLast((it) => it.matches('.is-private')); \
    if (!panel || panel.querySelector('[aria-busy=true], .is-busy')) return null; \
    const buttons = [...panel.querySelectorAll('button')].filter((it) => !it.disabled); \
    const names = buttons.map((it) => it.innerText.trim()); \
    if (!names.includes(confirm) && !buttons.some((it) => it.matches('.style-1'))) return null; \
    const picture = panel.querySelector('.picture img'); \
    if (!picture?.naturalWidth || panel !== last) return null; \
    const log = document.getElementById('log').getBoundingClientRect(); \
    const rest = buttons.map((it) => it.getBoundingClientRect().bottom); \
    return { names, text: panel.innerText, top: picture.getBoundingClientRect().top - log.top, \
        bottom: Math.max(...rest) - log.top, room: log.height }; })()";

impl Browser {
    /// Waits until there is something to choose or the game is over, and opens the panel if
    /// necessary.
    async fn wait_for_panel(&mut self) -> Value {
        let begun = Instant::now();
        loop {
            let panel = self.evaluate(PANEL).await;
            if !panel.is_null() {
                return panel;
            }
            if begun.elapsed() > TIME_LIMIT {
                self.store_screenshot("never a panel").await;
                panic!(
                    "there is no panel: {}",
                    self.evaluate("document.getElementById('list').innerText")
                        .await
                );
            }
            tokio::time::sleep(Duration::from_millis(80)).await;
        }
    }

    /// Presses the named button, or makes any choice, until there is an answer, because elements may
    /// be rebuilt meanwhile.
    async fn press_until_answered(&mut self, panel: &Value, name: Option<&str>, dice: &mut Dice) {
        let is_answered = format!("({PANEL})?.text !== {}", panel["text"]);
        for _ in 0..20 {
            if let Some(name) = name {
                self.evaluate(&format!("{}?.click()", button_script(name)))
                    .await;
            } else {
                self.choose_any(dice).await;
            }
            for _ in 0..30 {
                if self.evaluate(&is_answered).await == true {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
        self.store_screenshot("never an answer").await;
        panic!("nothing comes of a press: {}", panel["text"]);
    }

    /// Asserts that picture and choices are visible together, after scrolling to the newest
    /// message.
    async fn assert_all_visible(&mut self, panel: &Value) {
        let mut seen = panel.clone();
        for look in 0..60 {
            let [top, bottom, room] = ["top", "bottom", "room"].map(|name| number(&seen[name]));
            if top >= -1.0 && bottom <= room + 1.0 {
                return;
            }
            assert!(
                bottom - top <= room,
                "{} px of {room}: {}",
                bottom - top,
                seen["text"]
            );
            if look == 20 {
                self.evaluate("document.getElementById('newer').click()")
                    .await;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
            seen = self.wait_for_panel().await;
            if seen["over"] == true {
                return;
            }
        }
        self.store_screenshot("a panel that is not seen whole")
            .await;
        panic!("it is not on the screen: {seen}");
    }

    /// Presses one of the choices that are possible.
    async fn choose_any(&mut self, dice: &mut Dice) {
        let choice = dice.below(1 << 16);
        self.evaluate(&format!(
            "(() => {{ const panel = [...document.querySelectorAll('#list .is-private')].at(-1); \
             const ways = [...panel.querySelectorAll('button.style-1')].filter((it) => !it.disabled); \
             ways[{choice} % ways.length]?.click(); }})()"
        ))
        .await;
    }
}

/// Plays against the computer for some turns, or to the end.
async fn play_on_page(who: &str, language: &str, game: &str, most: usize) {
    let Some((scene, mut browser)) = open_visit().await else {
        return;
    };
    if who != "Ana" {
        browser.switch_person(who).await;
    }
    let dictionary = Dictionary::open().unwrap();
    let words = dictionary.find(language).unwrap();
    let [turn, confirm, again] = ["chat-button-turn", "chat-button-do", "chat-button-again"]
        .map(|name| words.say(Key::named(name), &[]));
    let labels = json!({ "confirm": confirm, "again": again });
    browser
        .evaluate(&format!("window.labels = {labels}; 0"))
        .await;
    let mut dice = Dice::new(&Seed::from_number(4), 0);
    // The greeting is in the language of the server.
    let opponent = match game {
        "Hawaii" => "two computers",
        _ => "the computer",
    };
    let play = button_script(&format!("Play {game} against {opponent}"));
    browser.press("a game", &play).await;
    browser.press("one's turn", &button_script(&turn)).await;
    let (mut turns, mut steps) = (0, 0);
    'game: while turns < most {
        let (width, height) = WINDOWS[turns % 2];
        browser.resize(width, height).await;
        for step in 0.. {
            assert!(step < MAX_STEPS, "a turn without end");
            let panel = browser.wait_for_panel().await;
            if panel["over"] == true {
                break 'game;
            }
            browser.assert_all_visible(&panel).await;
            if turns == 3 {
                browser
                    .store_screenshot(&format!("14 {game}, step {step}"))
                    .await;
            }
            steps += 1;
            let done = panel["names"].as_array().unwrap().contains(&json!(confirm));
            let press = done.then_some(confirm.as_str());
            browser.press_until_answered(&panel, press, &mut dice).await;
            if done {
                break;
            }
        }
        turns += 1;
        if turns % BOARD_EACH == 0 {
            scene.wait_until_delivered().await;
        }
    }
    println!("{game}: {turns} turns, {steps} steps");
    if language == "en" {
        let thread = scene.list_threads().await.pop().unwrap();
        heights::assert_boards_fit(&scene, &mut browser, &thread, game).await;
    }
    browser.finish_with_misses().await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_hawaii_by_buttons_on_both_screens() {
    play_on_page("Ana", "en", "Hawaii", test_size(4, usize::MAX)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_haleakala_by_buttons_on_both_screens() {
    play_on_page("Ana", "en", "Haleakala", test_size(4, usize::MAX)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_hawaii_in_french() {
    play_on_page("Chloé", "fr", "Hawaii", test_size(4, usize::MAX)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_haleakala_in_french() {
    play_on_page("Chloé", "fr", "Haleakala", test_size(4, usize::MAX)).await;
}

/// Follows both parts of a lesson on the page; each step fits both screens.
async fn learn_on_page(game: &str) {
    let Some((scene, mut browser)) = open_visit().await else {
        return;
    };
    let labels = json!({ "confirm": "Do it", "again": "Review" });
    browser
        .evaluate(&format!("window.labels = {labels}; 0"))
        .await;
    let mut dice = Dice::new(&Seed::from_number(4), 0);
    let learn = button_script(&format!("Learn {game}"));
    browser.press("the lesson", &learn).await;
    for step in 0.. {
        assert!(step < MAX_LESSON_STEPS, "a lesson without end");
        let (width, height) = WINDOWS[step % 2];
        browser.resize(width, height).await;
        let panel = browser.wait_for_panel().await;
        if panel["over"] == true {
            break;
        }
        let names = panel["names"].as_array().unwrap();
        let next = ["Do it", "Show me", "Go to part two"]
            .into_iter()
            .find(|name| names.contains(&json!(name)));
        let Some(next) = next else { break };
        browser.assert_all_visible(&panel).await;
        browser
            .press_until_answered(&panel, Some(next), &mut dice)
            .await;
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lesson_of_hawaii_fits_both_screens() {
    learn_on_page("Hawaii").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lesson_of_haleakala_fits_both_screens() {
    learn_on_page("Haleakala").await;
}
