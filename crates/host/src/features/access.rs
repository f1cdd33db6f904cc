//! Decides who may open a table or sit down, and where.
//!
//! One person may have enough open tables for a whole club, but no more than they can look after;
//! guilds may set lower limits and bar people or channels.

use crate::core::settings::Settings;
use crate::{
    Actor, ChannelId, Declined, Failure, GuildId, GuildRefusal, GuildSettings, NewGame, PersonId,
    Table, TableId,
};
use lanai_store::{Crowded, Store, TableLimits};
use std::sync::Arc;

pub const MAX_OPEN_TABLES: u16 = 25;

/// The rules about who may open tables and sit down.
pub struct AccessRules {
    pub(crate) store: Store,
    pub(crate) settings: Arc<Settings>,
}

impl AccessRules {
    /// Checks that a person may open one more table in any guild.
    pub async fn check_open_table_limit(&self, actor: &Actor) -> Result<(), Failure> {
        let opened = self.store.writer().opened_by(actor.person).await?;
        if opened < i64::from(MAX_OPEN_TABLES) {
            Ok(())
        } else {
            Err(Declined::TooManyTables.into())
        }
    }

    /// Checks that a person may open such a table, before a thread is created for it.
    pub async fn check_can_open(&self, new: &NewGame, actor: &Actor) -> Result<(), Failure> {
        self.check_table_limits(new, actor).await.map(drop)
    }

    /// Checks the same and returns the settings of the guild.
    pub(crate) async fn check_table_limits(
        &self,
        new: &NewGame,
        actor: &Actor,
    ) -> Result<GuildSettings, Failure> {
        self.check_open_table_limit(actor).await?;
        let chosen = self.check_not_barred(new.guild, actor.person).await?;
        check_channel(&chosen, new.channel, new.above)?;
        if let Some(most) = chosen.per_person
            && self
                .store
                .writer()
                .opened_on(new.guild, actor.person)
                .await?
                >= i64::from(most)
        {
            return Err(GuildRefusal::PerPerson(most).into());
        }
        self.check_channel_limit(new.guild, &chosen, new.above.unwrap_or(new.channel), None)
            .await?;
        Ok(chosen)
    }

    /// Checks that a person is not barred from a guild and returns the settings of the guild.
    pub async fn check_not_barred(
        &self,
        guild: GuildId,
        person: PersonId,
    ) -> Result<GuildSettings, Failure> {
        let chosen = self.settings.guild_settings(guild).await?;
        if chosen.bars(person) {
            Err(GuildRefusal::Barred.into())
        } else {
            Ok(chosen)
        }
    }

    /// Checks that another person, who is about to be invited, is not barred from a guild.
    pub async fn check_invitee_not_barred(
        &self,
        guild: GuildId,
        person: PersonId,
    ) -> Result<(), Failure> {
        let barred = self.settings.guild_settings(guild).await?.bars(person);
        if barred {
            Err(GuildRefusal::BarredThere.into())
        } else {
            Ok(())
        }
    }

    /// Checks that a table may move to a channel.
    pub async fn check_can_move_to(
        &self,
        table: &Table,
        channel: ChannelId,
        above: Option<ChannelId>,
    ) -> Result<(), Failure> {
        let chosen = self.settings.guild_settings(table.guild).await?;
        check_channel(&chosen, channel, above)?;
        self.check_channel_limit(
            table.guild,
            &chosen,
            above.unwrap_or(channel),
            Some(table.game),
        )
        .await
    }

    async fn check_channel_limit(
        &self,
        guild: GuildId,
        chosen: &GuildSettings,
        channel: ChannelId,
        but: Option<TableId>,
    ) -> Result<(), Failure> {
        match chosen.per_channel {
            Some(most)
                if self
                    .store
                    .writer()
                    .tables_below(guild, channel, but)
                    .await?
                    >= i64::from(most) =>
            {
                Err(GuildRefusal::PerChannel(most).into())
            }
            Some(_) | None => Ok(()),
        }
    }
}

/// Checks that the guild allows tables in a channel.
pub(crate) fn check_channel(
    chosen: &GuildSettings,
    channel: ChannelId,
    above: Option<ChannelId>,
) -> Result<(), GuildRefusal> {
    if chosen.allows(channel, above) {
        Ok(())
    } else {
        Err(GuildRefusal::Channel)
    }
}

impl GuildSettings {
    /// Returns the limits in the form in which the store enforces them.
    pub(crate) fn limits(&self) -> TableLimits {
        TableLimits {
            person: self.per_person.map(i64::from),
            channel: self.per_channel.map(i64::from),
        }
    }

    /// Returns the refusal for a table that would exceed a limit.
    pub(crate) fn crowded(&self, crowded: Crowded) -> GuildRefusal {
        match crowded {
            Crowded::Person => GuildRefusal::PerPerson(self.per_person.unwrap_or_default()),
            Crowded::Channel => GuildRefusal::PerChannel(self.per_channel.unwrap_or_default()),
        }
    }
}
