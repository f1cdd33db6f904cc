//! Questions that people answer by typing.

use serenity::all::{
    ActionRowComponent, CreateActionRow, CreateInputText, CreateModal, InputTextStyle, ModalInteraction,
};

use super::fitting::fit;

/// A question that is answered by typing.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) label: String,
    pub(super) most: u16,
}

impl Question {
    pub(super) fn modal(&self) -> CreateModal {
        let input = CreateInputText::new(InputTextStyle::Short, fit(&self.label, 45), "word");
        let input = input.max_length(self.most).required(false);
        CreateModal::new(self.id.clone(), fit(&self.title, 45))
            .components(vec![CreateActionRow::InputText(input)])
    }
}

/// What somebody typed in answer to a question.
#[expect(clippy::wildcard_enum_match_arm, reason = "the library may come to know more")]
pub(super) fn typed(modal: &ModalInteraction) -> Option<&str> {
    modal.data.components.iter().flat_map(|row| &row.components).find_map(|component| match component {
        ActionRowComponent::InputText(input) => input.value.as_deref(),
        _ => None,
    })
}
