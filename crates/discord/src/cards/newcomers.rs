//! Buttons for new players: play a lesson, read the rules.

use crate::wire::card::{Button, Weight};
use crate::wire::press::{Page, Press};
use lanai_host::Table;
use lanai_rules::Title;
use lanai_text::Words;

/// A button that leads to a first game of each title.
pub(crate) fn learn_button(words: &Words, title: Title) -> Button {
    let label = words.say(&format!("learn-button-{}", title.name()), &[]);
    Button::new(Press::Learn(title).id(), label, Weight::Main)
}

/// Returns the buttons for people who have not played this game yet.
pub(crate) fn for_newcomers(words: &Words, table: &Table) -> [Button; 2] {
    let rules = Press::Rules(Page::first(table.title, Some(table.game))).id();
    let learn = words.say("learn-button", &[]);
    [
        Button::new(rules, words.say("chat-button-rules", &[]), Weight::Usual),
        Button::new(Press::Learn(table.title).id(), learn, Weight::Usual),
    ]
}
