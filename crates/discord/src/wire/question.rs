//! Modals that ask for a word.

use serenity::all::{
    ActionRowComponent, CreateActionRow, CreateInputText, CreateModal, InputTextStyle,
    ModalInteraction,
};

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
    pub(crate) fn to_modal(&self) -> CreateModal {
        let label = truncate(&self.label, MAX_MODAL_CHARS);
        let input = CreateInputText::new(InputTextStyle::Short, label, "word")
            .max_length(self.max_chars)
            .required(false);
        CreateModal::new(self.id.clone(), truncate(&self.title, MAX_MODAL_CHARS))
            .components(vec![CreateActionRow::InputText(input)])
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
