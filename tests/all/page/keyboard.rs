//! A whole turn by keyboard alone, with the focus where users expect it.

use std::time::Duration;

use super::browser::Browser;
use super::visit::open_visit;

/// Every board keeps its buttons, so a page of several turns has many stops.
const MAX_TAB_STOPS: usize = 150;
/// A script: the text of the focused element.
const FOCUSED: &str = "document.activeElement?.innerText?.trim() ?? ''";
/// A script: whether one is in the panel, or another private answer.
const IN_PANEL: &str = "document.activeElement?.closest('#list .is-private') !== null";
/// A script: whether a possible choice has the focus.
const ON_CHOICE: &str = "document.activeElement?.matches('#list .is-private .style-1')";
/// A script: the text of the newest private answer.
const PANEL_TEXT: &str = "[...document.querySelectorAll('#list .is-private')].at(-1)?.innerText";

/// A script: whether this is said in the newest private answer.
fn panel_text_script(words: &str) -> String {
    format!(
        "[...document.querySelectorAll('#list .is-private')].at(-1)?.innerText.includes('{words}')"
    )
}

impl Browser {
    /// Presses Tab until an element has the focus.
    async fn tab_to(&mut self, description: &str, is_there: &str) {
        for _ in 0..MAX_TAB_STOPS {
            if self.evaluate(&format!("Boolean({is_there})")).await == true {
                return;
            }
            self.press_key("Tab").await;
        }
        panic!(
            "Tab does not lead to {description}, but to {}",
            self.evaluate(FOCUSED).await
        );
    }

    async fn tab_to_button(&mut self, label: &str) {
        self.tab_to(
            label,
            &format!("({FOCUSED}) === '{label}' && !document.activeElement.disabled"),
        )
        .await;
    }

    async fn type_letters(&mut self, text: &str) {
        for letter in text.chars() {
            self.type_text(&letter.to_string()).await;
        }
    }

    /// A game against the computer, and its first panel.
    async fn open_panel(&mut self) {
        self.evaluate("document.body.focus()").await;
        self.tab_to_button("Play Haleakala against the computer")
            .await;
        self.press_key("Enter").await;
        self.wait_until(
            "the board",
            "document.querySelector('#list img[alt^=\"Haleakala, round 1\"]')",
        )
        .await;
        self.evaluate("document.getElementById('log').focus()")
            .await;
        self.tab_to_button("Take your turn").await;
        self.press_key("Enter").await;
        let there = "[...document.querySelectorAll('#list .is-private')].at(-1)\
                     ?.querySelector('.style-1')";
        self.wait_until("the panel is whole", there).await;
        self.wait_until("one is in the panel", IN_PANEL).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn turn_by_keyboard() {
    let Some((scene, mut browser)) = open_visit().await else {
        return;
    };
    browser.open_panel().await;
    for step in ["a disc", "a beach"] {
        browser.tab_to(step, ON_CHOICE).await;
        let before = browser.evaluate(PANEL_TEXT).await;
        browser.press_key("Enter").await;
        browser
            .wait_until("the next step", &format!("({PANEL_TEXT}) !== {before}"))
            .await;
    }
    browser
        .wait_until(
            "the turn as it would be",
            &panel_text_script("This is what you would do"),
        )
        .await;
    browser
        .wait_until("one is still in the panel", IN_PANEL)
        .await;
    browser.tab_to_button("Do it").await;
    browser.press_key("Enter").await;
    browser
        .wait_until(
            "it is done",
            &format!("!{}", panel_text_script("This is what you would do")),
        )
        .await;
    browser
        .wait_until(
            "one is somewhere",
            "document.activeElement?.closest('#log') !== null",
        )
        .await;
    browser.finish().await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn focus_stays_while_stepping_through_a_game() {
    let Some((scene, mut browser)) = open_visit().await else {
        return;
    };
    browser.open_panel().await;
    let thread = scene.list_threads().await[0].clone();
    // At least two turns are needed before the last one.
    for _ in 0..5 {
        while scene
            .run_command("Ana", &thread, "/choose choice:1")
            .await
            .text()
            .starts_with("It's Kula")
        {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    browser
        .wait_until(
            "the turn is told",
            "document.getElementById('list').innerText.includes('Ana ·')",
        )
        .await;
    browser.submit_command("/table replay").await;
    browser
        .wait_until("the game turn by turn", &panel_text_script("Turn "))
        .await;
    browser
        .evaluate("document.getElementById('log').focus()")
        .await;
    browser.tab_to_button("◀").await;
    let words = "[...document.querySelectorAll('#list .is-private .said')].at(-1).innerText";
    let before = browser.evaluate(words).await;
    browser.press_key("Enter").await;
    browser
        .wait_until("the turn before", &format!("{words} !== {before}"))
        .await;
    browser
        .wait_until("one is on the same arrow", &format!("({FOCUSED}) === '◀'"))
        .await;
    browser.finish().await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_value_that_was_typed_enter_sends() {
    let Some((scene, mut browser)) = open_visit().await else {
        return;
    };
    browser
        .evaluate("document.getElementById('say').focus()")
        .await;
    browser.type_letters("/remind every:8h").await;
    // Tab skips the button that discards the command.
    browser.press_key("Tab").await;
    assert_eq!(browser.evaluate("document.activeElement.id").await, "send");
    browser.press_key("Shift+Tab").await;
    assert_eq!(browser.evaluate("document.activeElement.value").await, "8h");
    browser.press_key("Enter").await;
    browser
        .wait_until(
            "it was sent as it was typed",
            &panel_text_script("every 8 hours"),
        )
        .await;
    browser.finish().await;
    scene.end().await;
}
