//! Buttons for new players: play a lesson, read the rules.

use crate::key;
use crate::wire::card::{Button, ButtonStyle};
use crate::wire::press::{Press, RulesPage};
use lanai_host::Table;
use lanai_rules::Title;
use lanai_text::Words;

/// Returns the button that starts a lesson.
pub(crate) fn learn_button(words: &Words, title: Title) -> Button {
    let label = words.say(key::LEARN_GAME.member(title.name()), &[]);
    Button::new(Press::Learn(title, None).id(), label, ButtonStyle::Primary)
}

/// Returns the buttons for people who have not played this game yet.
pub(crate) fn newcomer_buttons(words: &Words, table: &Table) -> [Button; 2] {
    let rules = Press::Rules(RulesPage::first(table.title, Some(table.id)));
    [
        Button::secondary(words, &rules, key::CHAT_BUTTON_RULES),
        Button::secondary(words, &Press::Learn(table.title, None), key::LEARN_BUTTON),
    ]
}
