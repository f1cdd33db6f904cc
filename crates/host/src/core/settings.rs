//! Loads and changes the settings of people and guilds.
//!
//! A change is written only over the value that was read, so that no concurrent change is lost.
//! Settings that cannot be read are an error, never a default.

use std::sync::Arc;

use serde::de::DeserializeOwned;

use crate::model::failure::json;
use crate::model::notify::Notifiers;
use crate::{
    Clock, DEFAULT_REMINDER_SECS, Declined, Failure, GuildId, GuildSettings, InternalError,
    PersonId, PersonSettings, StatsListing, Table,
};
use lanai_store::{Chooser, Store};

/// How often a change is tried again after concurrent writes.
const TRIES: usize = 8;

/// Settings of people and servers.
pub struct Settings {
    pub(crate) clock: Clock,
    pub(crate) notify: Arc<Notifiers>,
    pub(crate) store: Store,
}

impl Settings {
    pub async fn person_settings(&self, person: PersonId) -> Result<PersonSettings, InternalError> {
        Ok(self.chosen(Chooser::Person(person)).await?.1)
    }

    /// Returns whether a person's results are hidden from others.
    pub async fn is_unlisted(&self, person: PersonId) -> Result<bool, InternalError> {
        Ok(self.person_settings(person).await?.listing == StatsListing::Private)
    }

    /// Returns a person's settings at a table, with the guild's quiet hours if they are pinged in
    /// its channel.
    pub async fn settings_at(
        &self,
        table: &Table,
        person: PersonId,
    ) -> Result<PersonSettings, InternalError> {
        let (theirs, here) = self.store.settings().load_both(person, table.guild).await?;
        let personal: PersonSettings = meant(Chooser::Person(person), theirs.as_deref())?;
        if personal.direct || table.settings.is_between() {
            return Ok(personal);
        }
        let here: GuildSettings = meant(Chooser::Server(table.guild), here.as_deref())?;
        Ok(PersonSettings {
            here: here.hours(),
            ..personal
        })
    }

    /// Returns whether it is quiet hours in a guild.
    pub async fn is_quiet_on(&self, guild: GuildId) -> Result<bool, InternalError> {
        let hours = self.guild_settings(guild).await?.hours();
        Ok(hours.is_some_and(|hours| hours.hold(self.clock.now())))
    }

    /// Returns whether a ping would disturb one of these people now.
    pub async fn would_disturb(
        &self,
        table: &Table,
        people: &[PersonId],
    ) -> Result<bool, InternalError> {
        for person in people {
            if self
                .settings_at(table, *person)
                .await?
                .disturbs(self.clock.now())
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub async fn guild_settings(&self, guild: GuildId) -> Result<GuildSettings, InternalError> {
        Ok(self.chosen_by_guild(guild).await?.1)
    }

    /// Returns the settings of a guild as stored and parsed.
    pub(crate) async fn chosen_by_guild(
        &self,
        guild: GuildId,
    ) -> Result<(Option<String>, GuildSettings), InternalError> {
        self.chosen(Chooser::Server(guild)).await
    }

    /// Changes the settings of a person. Returns the error of `change` without saving anything.
    pub async fn change_person_settings<E>(
        &self,
        person: PersonId,
        change: impl Fn(&mut PersonSettings) -> Result<(), E>,
    ) -> Result<Result<PersonSettings, E>, Failure> {
        for _ in 0..TRIES {
            let (kept, mut chosen) = self
                .chosen::<PersonSettings>(Chooser::Person(person))
                .await?;
            let before = json("what was chosen", &chosen)?;
            if let Err(wrong) = change(&mut chosen) {
                return Ok(Err(wrong));
            }
            let after = json("what was chosen", &chosen)?;
            // Nothing to save.
            if after == before {
                return Ok(Ok(chosen));
            }
            if self
                .store
                .settings()
                .save(person, kept.as_deref(), &after)
                .await?
            {
                self.notify.waits.notify();
                return Ok(Ok(chosen));
            }
        }
        Err(Declined::Stale.into())
    }

    /// Returns the interval of reminders in seconds: the person's, else the table's, else the
    /// guild's.
    pub async fn every(
        &self,
        table: &Table,
        personal: &PersonSettings,
    ) -> Result<i64, InternalError> {
        // A lesson waits for its player without reminders.
        if table.settings.lesson.is_some() {
            return Ok(0);
        }
        if let Some(every) = personal.every.or(table.settings.every) {
            return Ok(every);
        }
        Ok(self
            .guild_settings(table.guild)
            .await?
            .every
            .unwrap_or(DEFAULT_REMINDER_SECS))
    }

    /// Returns settings as stored and parsed.
    async fn chosen<T: Default + DeserializeOwned>(
        &self,
        by: Chooser,
    ) -> Result<(Option<String>, T), InternalError> {
        let kept = self.store.settings().load(by).await?;
        let chosen = meant(by, kept.as_deref())?;
        Ok((kept, chosen))
    }
}

/// Parses settings. Without a row, they are the default.
fn meant<T: Default + DeserializeOwned>(
    by: Chooser,
    kept: Option<&str>,
) -> Result<T, InternalError> {
    let Some(kept) = kept else {
        return Ok(T::default());
    };
    let unreadable = |error: serde_json::Error| InternalError::Chosen {
        by,
        line: error.line(),
        column: error.column(),
    };
    serde_json::from_str(kept).map_err(unreadable)
}
