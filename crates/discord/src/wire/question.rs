//! Modals that ask for a word.

use serde_json::{Value, json};
use serenity::all::{ActionRowComponent, ModalInteraction};

use crate::wire::text_limits::truncate;

/// The most characters that Discord takes as the title of a modal and as the label of its input.
const MAX_MODAL_CHARS: usize = 45;

/// A question that the user answers by typing.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) label: String,
    /// The most characters that the answer may have.
    pub(crate) max_chars: u16,
}

impl Question {
    pub(crate) fn to_modal(&self) -> Value {
        let input = json!({
            "type": 4,
            "style": 1,
            "custom_id": "word",
            "label": truncate(&self.label, MAX_MODAL_CHARS),
            "max_length": self.max_chars,
            "required": false,
        });
        json!({
            "custom_id": self.id,
            "title": truncate(&self.title, MAX_MODAL_CHARS),
            "components": [{ "type": 1, "components": [input] }],
        })
    }
}

/// Returns the text that the user typed into a modal.
#[expect(clippy::wildcard_enum_match_arm, reason = "Discord may add kinds")]
pub(crate) fn typed_answer(modal: &ModalInteraction) -> Option<&str> {
    let rows = &modal.data.components;
    let mut components = rows.iter().flat_map(|row| &row.components);
    components.find_map(|component| match component {
        ActionRowComponent::InputText(input) => input.value.as_deref(),
        _ => None,
    })
}
