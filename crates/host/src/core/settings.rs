//! Loads and changes the settings of people and guilds.
//!
//! A change is written only over the value that was read, so that no concurrent change is lost.
//! Settings that cannot be read are an error, never a default.

use std::sync::Arc;

use serde::de::DeserializeOwned;

use crate::model::failure::{json, parse_json};
use crate::model::notify::Notifiers;
use crate::{
    Clock, DEFAULT_REMINDER_SECS, Failure, GuildId, GuildSettings, InternalError, PersonId,
    PersonSettings, Refusal, StatsListing, Table,
};
use lanai_store::{SettingsOwner, Store};

/// The number of attempts to write a change, in case of concurrent writes.
const MAX_TRIES: usize = 8;

/// The settings of people and guilds.
pub struct Settings {
    pub(crate) clock: Clock,
    pub(crate) notify: Arc<Notifiers>,
    pub(crate) store: Store,
}

impl Settings {
    pub async fn person_settings(&self, person: PersonId) -> Result<PersonSettings, InternalError> {
        Ok(self.load(SettingsOwner::Person(person)).await?.1)
    }

    /// Returns whether a person's results are hidden from others.
    pub async fn is_unlisted(&self, person: PersonId) -> Result<bool, InternalError> {
        Ok(self.person_settings(person).await?.listing == StatsListing::Private)
    }

    /// Returns a person's settings at a table, with the guild's quiet hours if they are pinged in
    /// its channel.
    pub async fn settings_at_table(
        &self,
        table: &Table,
        person: PersonId,
    ) -> Result<PersonSettings, InternalError> {
        let (person_json, guild_json) =
            self.store.settings().load_both(person, table.guild).await?;
        let personal: PersonSettings =
            parse_settings(SettingsOwner::Person(person), person_json.as_deref())?;
        if personal.direct || table.settings.is_between_guilds() {
            return Ok(personal);
        }
        let guild: GuildSettings =
            parse_settings(SettingsOwner::Guild(table.guild), guild_json.as_deref())?;
        Ok(PersonSettings {
            guild_quiet_hours: guild.zoned_quiet_hours(),
            ..personal
        })
    }

    /// Returns whether the present time lies in the quiet hours of a guild.
    pub async fn is_quiet_in_guild(&self, guild: GuildId) -> Result<bool, InternalError> {
        let hours = self.guild_settings(guild).await?.zoned_quiet_hours();
        Ok(hours.is_some_and(|hours| hours.contains(self.clock.now())))
    }

    /// Returns whether a ping would disturb one of these people now.
    pub async fn would_disturb(
        &self,
        table: &Table,
        people: &[PersonId],
    ) -> Result<bool, InternalError> {
        for person in people {
            if self
                .settings_at_table(table, *person)
                .await?
                .would_be_disturbed(self.clock.now())
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub async fn guild_settings(&self, guild: GuildId) -> Result<GuildSettings, InternalError> {
        Ok(self.load_guild_settings(guild).await?.1)
    }

    /// Returns the settings of a guild, both as the stored text and parsed.
    pub(crate) async fn load_guild_settings(
        &self,
        guild: GuildId,
    ) -> Result<(Option<String>, GuildSettings), InternalError> {
        self.load(SettingsOwner::Guild(guild)).await
    }

    /// Changes the settings of a person. Returns the error of `change` without saving anything.
    pub async fn change_person_settings<E>(
        &self,
        person: PersonId,
        change: impl Fn(&mut PersonSettings) -> Result<(), E>,
    ) -> Result<Result<PersonSettings, E>, Failure> {
        for _ in 0..MAX_TRIES {
            let (stored, mut settings) = self
                .load::<PersonSettings>(SettingsOwner::Person(person))
                .await?;
            let before = json("the settings of a person", &settings)?;
            if let Err(error) = change(&mut settings) {
                return Ok(Err(error));
            }
            let after = json("the settings of a person", &settings)?;
            if after == before {
                return Ok(Ok(settings));
            }
            if self
                .store
                .settings()
                .save_person(person, stored.as_deref(), &after)
                .await?
            {
                self.notify.wait_changes.notify();
                return Ok(Ok(settings));
            }
        }
        Err(Refusal::Stale.into())
    }

    /// Returns the interval of reminders in seconds: the person's, else the table's, else the
    /// guild's.
    pub async fn reminder_interval_secs(
        &self,
        table: &Table,
        personal: &PersonSettings,
    ) -> Result<i64, InternalError> {
        // A lesson waits for its player without reminders.
        if table.settings.lesson.is_some() {
            return Ok(0);
        }
        if let Some(interval) = personal
            .reminder_interval
            .or(table.settings.reminder_interval)
        {
            return Ok(interval);
        }
        Ok(self
            .guild_settings(table.guild)
            .await?
            .reminder_interval
            .unwrap_or(DEFAULT_REMINDER_SECS))
    }

    /// Returns settings, both as the stored text and parsed.
    async fn load<T: Default + DeserializeOwned>(
        &self,
        by: SettingsOwner,
    ) -> Result<(Option<String>, T), InternalError> {
        let stored = self.store.settings().load(by).await?;
        let settings = parse_settings(by, stored.as_deref())?;
        Ok((stored, settings))
    }
}

/// Parses settings. Returns the default ones if none are stored.
fn parse_settings<T: Default + DeserializeOwned>(
    by: SettingsOwner,
    stored: Option<&str>,
) -> Result<T, InternalError> {
    match stored {
        Some(stored) => parse_json(format_args!("what {by:?} chose"), stored),
        None => Ok(T::default()),
    }
}
