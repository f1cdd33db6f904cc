//! Games by buttons and menus alone (whole ones with `LANAI_LARGE=1`), as people play them: a turn on a desktop, a turn on a telephone. In each step
//! what is chosen from and the board are on the screen together.

use std::time::{Duration, Instant};

use lanai_rules::chance::{Dice, Seed};
use serde_json::{Value, json};

use super::browser::Browser;
use super::heights::{self, number};
use super::visit::{button, visit};
use crate::bot::evening;
use lanai_testing::outside::extent;

/// The windows in which it is played.
const WINDOWS: [(u32, u32); 2] = [(1280, 800), (390, 844)];

/// After so many turns somebody waits for the board: of turns in quick succession only the last has one.
const BOARD_EACH: usize = 3;

/// How long anything may take on a busy machine, and how many steps a turn may have.
const PATIENCE: Duration = Duration::from_mins(1);
const MOST_STEPS: usize = 16;

/// What somebody sees of their panel: nothing while it is on its way; else whether the game is over, or where the picture
/// and everything to press are, in a window so high, and the names of the buttons.
const PANEL: &str = "(() => { \
    const all = [...document.querySelectorAll('#list article')]; \
    const last = all.at(-1); \
    const named = (it, name) => [...it.querySelectorAll('button')].some((button) => button.innerText.trim() === name); \
    if (all.some((it) => named(it, 'Play again'))) return { over: true }; \
    const panel = all.findLast((it) => it.matches('.is-private')); \
    if (!panel || panel.querySelector('[aria-busy=true], .is-busy')) return null; \
    const buttons = [...panel.querySelectorAll('button')].filter((it) => !it.disabled); \
    const names = buttons.map((it) => it.innerText.trim()); \
    const menus = [...panel.querySelectorAll('.menu-opener')]; \
    if (menus.length === 0 && !names.includes('Do it') && !buttons.some((it) => it.matches('.style-1'))) return null; \
    const picture = panel.querySelector('.picture img'); \
    if (!picture?.naturalWidth || panel !== last) return null; \
    const log = document.getElementById('log').getBoundingClientRect(); \
    const rest = [...menus, ...buttons].map((it) => it.getBoundingClientRect().bottom); \
    return { names, menus: menus.length, text: panel.innerText, top: picture.getBoundingClientRect().top - log.top, \
        bottom: Math.max(...rest) - log.top, room: log.height }; })()";

impl Browser {
    /// Waits until there is something to choose, or the game is over. If it takes long, the board's own button helps.
    async fn panel(&mut self) -> Value {
        let begun = Instant::now();
        loop {
            let panel = self.says(PANEL).await;
            if !panel.is_null() {
                return panel;
            }
            if begun.elapsed() > PATIENCE {
                self.keeps("never a panel").await;
                panic!(
                    "there is no panel: {}",
                    self.says("document.getElementById('list').innerText").await
                );
            }
            tokio::time::sleep(Duration::from_millis(80)).await;
        }
    }

    /// Presses *Do it*, or chooses something, until there is an answer: what was drawn anew meanwhile is not pressed.
    async fn presses_on(&mut self, panel: &Value, done: bool, dice: &mut Dice) {
        let is_answered = format!("({PANEL})?.text !== {}", panel["text"]);
        for _ in 0..20 {
            if done {
                self.says(&format!("{}?.click()", button("Do it"))).await;
            } else {
                self.chooses(dice).await;
            }
            for _ in 0..30 {
                if self.says(&is_answered).await == true {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
        self.keeps("never an answer").await;
        panic!("nothing comes of a press: {}", panel["text"]);
    }

    /// Picture and choices are on the screen together, as soon as the page has come to rest; whoever looked at something
    /// above goes to the newest first, as the page offers.
    async fn shows_all(&mut self, panel: &Value) {
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
                self.says("document.getElementById('newer').click()").await;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
            seen = self.panel().await;
            if seen["over"] == true {
                return;
            }
        }
        self.keeps("a panel that is not seen whole").await;
        panic!("it is not on the screen: {seen}");
    }

    /// Chooses something in the panel: a menu and one of its options, or a button that is no way out.
    async fn chooses(&mut self, dice: &mut Dice) {
        let [menu, option] = [dice.below(1 << 16), dice.below(1 << 16)];
        self.says(&format!(
            "(() => {{ const panel = [...document.querySelectorAll('#list .is-private')].at(-1); \
             const menus = [...panel.querySelectorAll('.menu-opener')]; \
             if (menus.length) {{ const opener = menus[{menu} % menus.length]; opener.click(); \
             const options = [...document.querySelectorAll(':popover-open [role=option]')]; \
             options[{option} % options.length]?.click(); return; }} \
             const ways = [...panel.querySelectorAll('button.style-1')].filter((it) => !it.disabled); \
             ways[{option} % ways.length]?.click(); }})()"
        ))
        .await;
    }
}

/// Plays a game against the computer to its end, or so many turns of it.
async fn played(game: &str, seed: u64, most: usize) {
    let Some((scene, mut browser)) = visit().await else {
        return;
    };
    let mut dice = Dice::new(&Seed::from_number(seed), 0);
    browser
        .presses(
            "a game",
            &button(&format!("Play {game} against the computer")),
        )
        .await;
    browser
        .presses("one's turn", &button("Take your turn"))
        .await;
    let (mut turns, mut steps) = (0, 0);
    'game: while turns < most {
        let (width, height) = WINDOWS[turns % 2];
        browser.sized(width, height).await;
        for step in 0.. {
            assert!(step < MOST_STEPS, "a turn without end");
            let panel = browser.panel().await;
            if panel["over"] == true {
                break 'game;
            }
            browser.shows_all(&panel).await;
            if turns == 3 {
                browser.keeps(&format!("14 {game}, step {step}")).await;
            }
            steps += 1;
            let done = panel["names"].as_array().unwrap().contains(&json!("Do it"));
            browser.presses_on(&panel, done, &mut dice).await;
            if done {
                break;
            }
        }
        turns += 1;
        if turns % BOARD_EACH == 0 {
            scene.all_told().await;
        }
    }
    println!("{game}: {turns} turns, {steps} steps");
    let place = scene.threads().await.pop().unwrap();
    heights::fit(&scene, &mut browser, &place, game).await;
    browser.ends_with_misses().await;
    scene.end().await;
}

#[test]
fn a_game_of_hawaii_by_menus_on_both_screens() {
    evening(played("Hawaii", 3, extent(4, usize::MAX)));
}

#[test]
fn a_game_of_haleakala_by_menus_on_both_screens() {
    evening(played("Haleakala", 4, extent(4, usize::MAX)));
}
