//! Who may open a table, and where: how much one person may have at once, enough for a whole club, and no more than somebody can look
//! after; and what a server chose.

use crate::core::settings::Settings;
use crate::{
    Actor, ChannelId, Declined, Failure, GuildId, GuildRefusal, GuildSettings, NewGame, PersonId,
    Table, TableId,
};
use lanai_store::{Crowded, Store, TableLimits};
use std::sync::Arc;

/// How many tables that are not over one person may have opened.
pub const MOST_OPENED: u16 = 25;

/// Who may open tables and sit down, and how many there may be.
pub struct AccessRules {
    pub(crate) store: Store,
    pub(crate) settings: Arc<Settings>,
}

impl AccessRules {
    /// Whether a person may have one more table, wherever.
    pub async fn check_may_have_more(&self, actor: &Actor) -> Result<(), Failure> {
        let opened = self.store.writer().opened_by(actor.person).await?;
        if opened < i64::from(MOST_OPENED) {
            Ok(())
        } else {
            Err(Declined::TooManyTables.into())
        }
    }

    /// Whether a person may open such a table: asked before a thread is made for it.
    pub async fn check_may_open(&self, new: &NewGame, actor: &Actor) -> Result<(), Failure> {
        self.check_limits(new, actor).await.map(drop)
    }

    /// The same, and what the server chose.
    pub(crate) async fn check_limits(
        &self,
        new: &NewGame,
        actor: &Actor,
    ) -> Result<GuildSettings, Failure> {
        self.check_may_have_more(actor).await?;
        let chosen = self.check_may_play(new.guild, actor.person).await?;
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
        self.check_has_place(new.guild, &chosen, new.above.unwrap_or(new.channel), None)
            .await?;
        Ok(chosen)
    }

    /// Whether a person is not kept out of a server; and what it chose.
    pub async fn check_may_play(
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

    /// Whether somebody else is not kept out of a server, who is to come to a table there.
    pub async fn check_may_be_invited(
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

    /// Whether a table may come to a channel from elsewhere.
    pub async fn check_has_room_here(
        &self,
        table: &Table,
        channel: ChannelId,
        above: Option<ChannelId>,
    ) -> Result<(), Failure> {
        let chosen = self.settings.guild_settings(table.guild).await?;
        check_channel(&chosen, channel, above)?;
        self.check_has_place(
            table.guild,
            &chosen,
            above.unwrap_or(channel),
            Some(table.game),
        )
        .await
    }

    async fn check_has_place(
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

/// Refuses a channel in which the server allows no tables.
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
    /// How many tables there may be, as the store counts them.
    pub(crate) fn limits(&self) -> TableLimits {
        TableLimits {
            person: self.per_person.map(i64::from),
            channel: self.per_channel.map(i64::from),
        }
    }

    /// Why a table was not opened that would have been one too many.
    pub(crate) fn crowded(&self, crowded: Crowded) -> GuildRefusal {
        match crowded {
            Crowded::Person => GuildRefusal::PerPerson(self.per_person.unwrap_or_default()),
            Crowded::Channel => GuildRefusal::PerChannel(self.per_channel.unwrap_or_default()),
        }
    }
}
