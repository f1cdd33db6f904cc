//! The keyboard is enough for a whole turn: one is always somewhere, and where one expects to be.

use std::time::Duration;

use super::browser::Browser;
use super::visit::visit;
use crate::bot::evening;

/// Every board keeps its buttons, so a page of several turns has many stops.
const MOST_STOPS: usize = 150;
/// A script: what the thing that has the focus says.
const FOCUSED: &str = "document.activeElement?.innerText?.trim() ?? ''";
/// A script: whether one is in the panel, or another private answer.
const IN_PANEL: &str = "document.activeElement?.closest('#list .is-private') !== null";
/// A script: whether the list of a menu is open, and takes the keys.
const LIST_OPEN: &str = "document.activeElement?.closest(':popover-open') !== null";

/// A script: whether this is said in the newest private answer.
fn panel_says(words: &str) -> String {
    format!(
        "[...document.querySelectorAll('#list .is-private')].at(-1)?.innerText.includes('{words}')"
    )
}

impl Browser {
    /// Goes on by Tab until one stands on something.
    async fn tabs_to(&mut self, what: &str, is_there: &str) {
        for _ in 0..MOST_STOPS {
            if self.says(&format!("Boolean({is_there})")).await == true {
                return;
            }
            self.key("Tab").await;
        }
        panic!(
            "Tab does not lead to {what}, but to {}",
            self.says(FOCUSED).await
        );
    }

    async fn tabs_to_button(&mut self, label: &str) {
        self.tabs_to(
            label,
            &format!("({FOCUSED}) === '{label}' && !document.activeElement.disabled"),
        )
        .await;
    }

    async fn types_letters(&mut self, text: &str) {
        for letter in text.chars() {
            self.types(&letter.to_string()).await;
        }
    }

    /// A game against the computer, and its first panel.
    async fn opens_a_panel(&mut self) {
        self.says("document.body.focus()").await;
        self.tabs_to_button("Play Haleakala against the computer")
            .await;
        self.key("Enter").await;
        self.until(
            "the board",
            "document.querySelector('#list img[alt^=\"Haleakala, round 1\"]')",
        )
        .await;
        self.says("document.getElementById('log').focus()").await;
        self.tabs_to_button("Take your turn").await;
        self.key("Enter").await;
        let there = "[...document.querySelectorAll('#list .is-private')].at(-1)\
                     ?.querySelector('.menu-opener, .style-1')";
        self.until("the panel is whole", there).await;
        self.until("one is in the panel", IN_PANEL).await;
    }
}

#[test]
fn turn_by_keyboard() {
    evening(async {
        let Some((scene, mut browser)) = visit().await else {
            return;
        };
        browser.opens_a_panel().await;
        let on_menu = "document.activeElement?.classList.contains('menu-opener')";
        browser.tabs_to("a menu", on_menu).await;
        browser.key("ArrowDown").await;
        browser.until("its list is open", LIST_OPEN).await;
        browser.key("Escape").await;
        browser
            .until("it is closed, and one is on the menu", on_menu)
            .await;
        assert_eq!(
            browser
                .says("document.querySelector(':popover-open') === null")
                .await,
            true
        );
        browser.key("Enter").await;
        browser.until("its list is open again", LIST_OPEN).await;
        browser.key("ArrowDown").await;
        browser.key("Enter").await;
        browser
            .until(
                "the turn as it would be",
                &panel_says("This is what you would do"),
            )
            .await;
        browser.until("one is still in the panel", IN_PANEL).await;
        // What stands in the place of the menu comes first, and then the buttons.
        browser.tabs_to_button("Do it").await;
        browser.key("Enter").await;
        browser
            .until(
                "it is done",
                &format!("!{}", panel_says("This is what you would do")),
            )
            .await;
        browser
            .until(
                "one is somewhere",
                "document.activeElement?.closest('#log') !== null",
            )
            .await;
        browser.ends().await;
        scene.end().await;
    });
}

#[test]
fn focus_stays_while_stepping_through_a_game() {
    evening(async {
        let Some((scene, mut browser)) = visit().await else {
            return;
        };
        browser.opens_a_panel().await;
        let place = scene.threads().await[0].clone();
        // Two turns at least, and those of the computer: before the last turn but one there is another.
        for _ in 0..5 {
            while scene
                .says("Ana", &place, "/choose choice:1")
                .await
                .text()
                .starts_with("It is Kula")
            {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
        browser
            .until(
                "the turn is told",
                "document.getElementById('list').innerText.includes('Ana ·')",
            )
            .await;
        browser.commands("/table replay").await;
        browser
            .until("the game turn by turn", &panel_says("Turn "))
            .await;
        browser.says("document.getElementById('log').focus()").await;
        browser.tabs_to_button("◀").await;
        let words = "[...document.querySelectorAll('#list .is-private .said')].at(-1).innerText";
        let before = browser.says(words).await;
        browser.key("Enter").await;
        browser
            .until("the turn before", &format!("{words} !== {before}"))
            .await;
        browser
            .until("one is on the same arrow", &format!("({FOCUSED}) === '◀'"))
            .await;
        browser.ends().await;
        scene.end().await;
    });
}

#[test]
fn after_a_value_that_was_typed_enter_sends() {
    evening(async {
        let Some((scene, mut browser)) = visit().await else {
            return;
        };
        browser.says("document.getElementById('say').focus()").await;
        browser.types_letters("/remind every:8h").await;
        // Tab does not lead to where the command is thrown away.
        browser.key("Tab").await;
        assert_eq!(browser.says("document.activeElement.id").await, "send");
        browser.key("Shift+Tab").await;
        assert_eq!(browser.says("document.activeElement.value").await, "8h");
        browser.key("Enter").await;
        browser
            .until("it was sent as it was typed", &panel_says("every 8 hours"))
            .await;
        browser.ends().await;
        scene.end().await;
    });
}
