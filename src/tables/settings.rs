//! What people and servers chose, as it is kept. It is changed upon what was read: of two changes at once none is lost. What
//! cannot be read is trouble and never taken for nothing.

use serde::{Serialize, de::DeserializeOwned};

use super::failure::json;
use super::{
    Declined, Failure, Listing, PersonId, PersonSettings, ServerId, ServerSettings, Table, Tables, Trouble,
    USUAL,
};
use crate::store::Chooser;

/// How often a change is tried anew because somebody was faster.
const TRIES: usize = 8;

impl Tables {
    /// How a person wants to be told.
    pub async fn person_settings(&self, person: PersonId) -> Result<PersonSettings, Trouble> {
        Ok(self.chosen(Chooser::Person(person)).await?.1)
    }

    /// Whether others may not look up how well somebody plays.
    pub async fn is_unlisted(&self, person: PersonId) -> Result<bool, Trouble> {
        Ok(self.person_settings(person).await?.listing == Listing::Own)
    }

    /// Whether a sound would disturb one of these people now.
    pub async fn would_disturb(&self, people: &[PersonId]) -> Result<bool, Trouble> {
        for person in people {
            if self.person_settings(*person).await?.disturbs(self.now()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What a server chose.
    pub async fn server_settings(&self, server: ServerId) -> Result<ServerSettings, Trouble> {
        Ok(self.chosen(Chooser::Server(server)).await?.1)
    }

    /// Changes how a person wants to be told, unless the change itself finds something wrong with it.
    pub async fn change_person_settings<E>(
        &self,
        person: PersonId,
        change: impl Fn(&mut PersonSettings) -> Result<(), E>,
    ) -> Result<Result<PersonSettings, E>, Failure> {
        self.change(Chooser::Person(person), change).await
    }

    /// Changes what a server chose, unless the change itself finds something wrong with it.
    pub async fn change_server_settings<E>(
        &self,
        server: ServerId,
        change: impl Fn(&mut ServerSettings) -> Result<(), E>,
    ) -> Result<Result<ServerSettings, E>, Failure> {
        self.change(Chooser::Server(server), change).await
    }

    /// How many seconds lie between reminders of a person at a table: their own choice counts most, then the table's,
    /// then the server's.
    pub async fn every(&self, table: &Table, personal: &PersonSettings) -> Result<i64, Trouble> {
        // A first game waits until somebody comes back.
        if table.settings.lesson.is_some() {
            return Ok(0);
        }
        if let Some(every) = personal.every.or(table.settings.every) {
            return Ok(every);
        }
        Ok(self.server_settings(table.server).await?.every.unwrap_or(USUAL))
    }

    async fn change<T, E>(
        &self,
        by: Chooser,
        change: impl Fn(&mut T) -> Result<(), E>,
    ) -> Result<Result<T, E>, Failure>
    where
        T: Default + Serialize + DeserializeOwned,
    {
        for _ in 0..TRIES {
            let (kept, mut chosen) = self.chosen::<T>(by).await?;
            let before = json("what was chosen", &chosen)?;
            if let Err(wrong) = change(&mut chosen) {
                return Ok(Err(wrong));
            }
            let after = json("what was chosen", &chosen)?;
            // Whoever only asks changes nothing.
            if after == before {
                return Ok(Ok(chosen));
            }
            if self.store.keep_chosen(by, kept.as_deref(), &after).await? {
                self.waits.ring();
                return Ok(Ok(chosen));
            }
        }
        Err(Declined::Stale.into())
    }

    /// What was chosen, as it is kept and as it is meant; whoever never chose anything has what is usual.
    async fn chosen<T: Default + DeserializeOwned>(
        &self,
        by: Chooser,
    ) -> Result<(Option<String>, T), Trouble> {
        let kept = self.store.chosen(by).await?;
        let chosen = match &kept {
            None => T::default(),
            Some(kept) => serde_json::from_str(kept).map_err(|error| Trouble::Chosen {
                by,
                line: error.line(),
                column: error.column(),
            })?,
        };
        Ok((kept, chosen))
    }
}
