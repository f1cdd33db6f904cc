//! The option of commands that selects a game.

use std::borrow::Cow;

use poise::{ChoiceParameter, CommandParameterChoice};

use lanai_rules::Title;

#[derive(Clone, Copy, Debug)]
pub(super) struct Game(pub(super) Title);

impl Game {
    /// Parses a selected game. Discord sends its name or its index.
    pub(super) fn parse(text: &str) -> Option<Title> {
        let Game(title) = Game::from_name(text).or_else(|| Game::from_index(text.parse().ok()?))?;
        Some(title)
    }
}

impl ChoiceParameter for Game {
    fn list() -> Cow<'static, [CommandParameterChoice]> {
        Title::ALL
            .iter()
            .map(|title| CommandParameterChoice {
                name: ChoiceParameter::name(&Game(*title)).into(),
                localizations: Cow::default(),
                __non_exhaustive: (),
            })
            .collect()
    }

    fn from_index(index: usize) -> Option<Game> {
        Title::ALL.get(index).copied().map(Game)
    }

    fn from_name(name: &str) -> Option<Game> {
        Title::ALL
            .into_iter()
            .find(|title| name.eq_ignore_ascii_case(title.name()))
            .map(Game)
    }

    fn name(&self) -> &'static str {
        match self.0 {
            Title::Hawaii => "Hawaii",
            Title::Haleakala => "Haleakala",
        }
    }

    fn localized_name(&self, _locale: &str) -> Option<&'static str> {
        None
    }
}
