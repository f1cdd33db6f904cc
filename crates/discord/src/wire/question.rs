//! Questions that people answer by typing.

use serenity::all::{
    ActionRowComponent, CreateActionRow, CreateInputText, CreateModal, InputTextStyle,
    ModalInteraction,
};

use crate::wire::fitting::fit;

/// A question that is answered by typing.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) label: String,
    pub(crate) most: u16,
}

impl Question {
    pub(crate) fn modal(&self) -> CreateModal {
        let input = CreateInputText::new(InputTextStyle::Short, fit(&self.label, 45), "word");
        let input = input.max_length(self.most).required(false);
        CreateModal::new(self.id.clone(), fit(&self.title, 45))
            .components(vec![CreateActionRow::InputText(input)])
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the library may come to know more"
)]
pub(crate) fn typed(modal: &ModalInteraction) -> Option<&str> {
    modal
        .data
        .components
        .iter()
        .flat_map(|row| &row.components)
        .find_map(|component| match component {
            ActionRowComponent::InputText(input) => input.value.as_deref(),
            _ => None,
        })
}
