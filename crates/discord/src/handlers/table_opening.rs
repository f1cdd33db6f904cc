//! The rules and defaults of a guild for opening tables.
//!
//! The rules are checked before a thread is created, because a thread cannot be undone.

use std::sync::Arc;

use crate::wire::ids::snowflake;
use crate::wire::permissions::is_moderator;
use crate::wire::request::Request;
use lanai_host::{AccessRules, Failure, GuildRefusal, NewGame, Settings, TableSettings};
use lanai_rules::Title;

pub(crate) struct TableOpening {
    pub(crate) access: Arc<AccessRules>,
    pub(crate) settings: Arc<Settings>,
}

impl TableOpening {
    /// Loads the language of public messages in the guild.
    pub(crate) async fn load_public_language(&self, request: &Request) -> Result<String, Failure> {
        self.load_language(request, &request.guild_locale).await
    }

    /// Loads the language of a table at which the user plays alone against computers.
    pub(crate) async fn load_own_language(&self, request: &Request) -> Result<String, Failure> {
        self.load_language(request, &request.locale).await
    }

    /// Loads the language that the guild has chosen, if any.
    async fn load_language(&self, request: &Request, usual: &str) -> Result<String, Failure> {
        let chosen = self.settings.guild_settings(request.guild).await?.language;
        Ok(chosen.unwrap_or_else(|| usual.to_owned()))
    }

    /// Loads the guild's defaults for a new game.
    pub(crate) async fn load_defaults(
        &self,
        request: &Request,
        title: Title,
    ) -> Result<NewGame, Failure> {
        let chosen = self.settings.guild_settings(request.guild).await?;
        Ok(NewGame {
            options: chosen.default_options(title).to_owned(),
            settings: TableSettings {
                time_control: chosen.time_control,
                ..TableSettings::default()
            },
            language: self.load_public_language(request).await?,
            ..request.new_game_defaults(title)
        })
    }

    /// Checks that the user may open the new table in this channel.
    pub(crate) async fn check_may_open(
        &self,
        request: &Request,
        new: &NewGame,
    ) -> Result<(), Failure> {
        let in_this_channel = NewGame {
            channel: request.channel,
            parent_channel: request.parent_channel,
            ..new.clone()
        };
        self.access
            .check_can_open(&in_this_channel, &request.actor)
            .await?;
        self.check_opener(request).await
    }

    /// Refuses users without the role that the guild requires. Moderators need no role.
    pub(crate) async fn check_opener(&self, request: &Request) -> Result<(), Failure> {
        let chosen = self.settings.guild_settings(request.guild).await?;
        let Some(role) = chosen.opener_role else {
            return Ok(());
        };
        let has_role = request
            .member
            .as_ref()
            .is_some_and(|member| member.roles.iter().any(|id| id.get() == snowflake(role)));
        if has_role || is_moderator(request, &chosen) {
            return Ok(());
        }
        Err(GuildRefusal::OpenerRoleNeeded(role).into())
    }
}
