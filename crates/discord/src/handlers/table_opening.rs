//! Rules of a guild for opening tables: who may, where, and the defaults.
//!
//! They are checked before a thread is created, which cannot be undone.

use std::sync::Arc;

use crate::wire::ids::number;
use crate::wire::permissions::is_moderator;
use crate::wire::request::Request;
use lanai_host::{AccessRules, Failure, GuildRefusal, NewGame, Settings, TableSettings};
use lanai_rules::Title;

pub(crate) struct TableOpening {
    pub(crate) access: Arc<AccessRules>,
    pub(crate) settings: Arc<Settings>,
}

impl TableOpening {
    /// Returns the language of public messages in the guild.
    pub(crate) async fn public_language(&self, request: &Request) -> Result<String, Failure> {
        let chosen = self.settings.guild_settings(request.guild).await?.language;
        Ok(chosen.unwrap_or_else(|| request.public.clone()))
    }

    /// Returns a new game with the guild's defaults.
    pub(crate) async fn new_game(
        &self,
        request: &Request,
        title: Title,
    ) -> Result<NewGame, Failure> {
        let chosen = self.settings.guild_settings(request.guild).await?;
        Ok(NewGame {
            options: chosen.options_of(title).to_owned(),
            settings: TableSettings {
                pace: chosen.pace,
                ..TableSettings::default()
            },
            language: self.public_language(request).await?,
            ..request.new_game(title)
        })
    }

    /// Checks whether the user may open such a table in this channel.
    pub(crate) async fn check_may_open(
        &self,
        request: &Request,
        new: &NewGame,
    ) -> Result<(), Failure> {
        let here = NewGame {
            channel: request.channel,
            above: request.above,
            ..new.clone()
        };
        self.access.check_can_open(&here, &request.actor).await?;
        self.check_opener(request).await
    }

    /// Refuses users without the role that the guild requires. Moderators need none.
    pub(crate) async fn check_opener(&self, request: &Request) -> Result<(), Failure> {
        let chosen = self.settings.guild_settings(request.guild).await?;
        let Some(role) = chosen.openers else {
            return Ok(());
        };
        let has_it = request
            .member
            .as_ref()
            .is_some_and(|member| member.roles.iter().any(|own| own.get() == number(role)));
        if has_it || is_moderator(request, &chosen) {
            return Ok(());
        }
        Err(GuildRefusal::Openers(role).into())
    }
}
