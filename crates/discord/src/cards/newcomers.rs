//! Buttons for whoever has never played: to learn a game by playing, and to read its rules.

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

/// The rules and a first game, for whoever has not played this one.
pub(crate) fn for_newcomers(words: &Words, table: &Table) -> [Button; 2] {
    let rules = Press::Rules(Page::first(table.title, Some(table.game))).id();
    let learn = words.say("learn-button", &[]);
    [
        Button::new(rules, words.say("chat-button-rules", &[]), Weight::Usual),
        Button::new(Press::Learn(table.title).id(), learn, Weight::Usual),
    ]
}
