//! Decides who may open a table or sit down, and where.
//!
//! The limit of open tables per person suits the organiser of a club. Guilds may set lower limits
//! and bar people or channels.

use crate::core::settings::Settings;
use crate::{
    Actor, ChannelId, Failure, GuildId, GuildRefusal, GuildSettings, NewGame, PersonId, Refusal,
    Table, TableId,
};
use lanai_store::{Store, TableLimitReached, TableLimits};
use std::sync::Arc;

pub const MAX_OPEN_TABLES: u16 = 25;

pub struct AccessRules {
    pub(crate) store: Store,
    pub(crate) settings: Arc<Settings>,
}

impl AccessRules {
    /// Checks that a person may open one more table in any guild.
    pub async fn check_open_table_limit(&self, actor: &Actor) -> Result<(), Failure> {
        let opened = self.store.writer().count_opened_by(actor.person).await?;
        if opened >= i64::from(MAX_OPEN_TABLES) {
            return Err(Refusal::TooManyTables.into());
        }
        Ok(())
    }

    /// Checks that a person may open a table like `new`, before a thread is created for it.
    pub async fn check_can_open(&self, new: &NewGame, actor: &Actor) -> Result<(), Failure> {
        self.check_table_limits(new, actor).await.map(drop)
    }

    /// Checks that a person may open a table like `new`, and returns the settings of its guild.
    pub(crate) async fn check_table_limits(
        &self,
        new: &NewGame,
        actor: &Actor,
    ) -> Result<GuildSettings, Failure> {
        self.check_open_table_limit(actor).await?;
        let settings = self.check_not_barred(new.guild, actor.person).await?;
        check_channel(&settings, new.channel, new.parent_channel)?;
        if let Some(max) = settings.max_tables_per_person {
            let count = self
                .store
                .writer()
                .count_opened_in_guild(new.guild, actor.person)
                .await?;
            if count >= i64::from(max) {
                return Err(GuildRefusal::TooManyTablesOfPerson(max).into());
            }
        }
        self.check_channel_limit(
            new.guild,
            &settings,
            new.parent_channel.unwrap_or(new.channel),
            None,
        )
        .await?;
        Ok(settings)
    }

    /// Checks that a person is not barred from a guild and returns the settings of the guild.
    pub async fn check_not_barred(
        &self,
        guild: GuildId,
        person: PersonId,
    ) -> Result<GuildSettings, Failure> {
        let settings = self.settings.guild_settings(guild).await?;
        if settings.is_barred(person) {
            return Err(GuildRefusal::Barred.into());
        }
        Ok(settings)
    }

    /// Checks that another person, who is about to be invited, is not barred from a guild.
    pub async fn check_invitee_not_barred(
        &self,
        guild: GuildId,
        person: PersonId,
    ) -> Result<(), Failure> {
        if self.settings.guild_settings(guild).await?.is_barred(person) {
            return Err(GuildRefusal::OtherBarred.into());
        }
        Ok(())
    }

    /// Checks that a table may move to a channel.
    pub async fn check_can_move_to(
        &self,
        table: &Table,
        channel: ChannelId,
        parent_channel: Option<ChannelId>,
    ) -> Result<(), Failure> {
        let settings = self.settings.guild_settings(table.guild).await?;
        check_channel(&settings, channel, parent_channel)?;
        self.check_channel_limit(
            table.guild,
            &settings,
            parent_channel.unwrap_or(channel),
            Some(table.id),
        )
        .await
    }

    async fn check_channel_limit(
        &self,
        guild: GuildId,
        settings: &GuildSettings,
        channel: ChannelId,
        except: Option<TableId>,
    ) -> Result<(), Failure> {
        let Some(max) = settings.max_tables_per_channel else {
            return Ok(());
        };
        let count = self
            .store
            .writer()
            .count_in_channel(guild, channel, except)
            .await?;
        if count >= i64::from(max) {
            return Err(GuildRefusal::TooManyTablesInChannel(max).into());
        }
        Ok(())
    }
}

/// Checks that the guild allows tables in a channel.
pub(crate) fn check_channel(
    settings: &GuildSettings,
    channel: ChannelId,
    parent_channel: Option<ChannelId>,
) -> Result<(), GuildRefusal> {
    if !settings.allows_tables_in(channel, parent_channel) {
        return Err(GuildRefusal::ChannelForbidden);
    }
    Ok(())
}

/// Returns the limits of a guild in the form in which the store enforces them.
pub(crate) fn table_limits(settings: &GuildSettings) -> TableLimits {
    TableLimits {
        person: settings.max_tables_per_person.map(i64::from),
        channel: settings.max_tables_per_channel.map(i64::from),
    }
}

/// Returns the refusal for a table that would exceed a limit of its guild.
pub(crate) fn limit_refusal(settings: &GuildSettings, reached: TableLimitReached) -> GuildRefusal {
    match reached {
        TableLimitReached::Person => {
            GuildRefusal::TooManyTablesOfPerson(settings.max_tables_per_person.unwrap_or_default())
        }
        TableLimitReached::Channel => GuildRefusal::TooManyTablesInChannel(
            settings.max_tables_per_channel.unwrap_or_default(),
        ),
    }
}
