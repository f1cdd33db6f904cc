//! What is kept under a name. One of these is the application (bot) that a database belongs to: serving it as another bot would
//! mark every server as departed and give up every waiting notice, so the first bot that serves a database leaves its
//! application's ID in it.

use super::query::{query, query_scalar};
use super::{Store, StoreError};

/// The name under which the application's ID is stored.
pub(super) const APPLICATION: &str = "application";

/// Keeps a value under a name, in place of the one that was there.
pub(super) const SET_KEY_VALUE: &str = "insert into key_value (name, value) values ($1, $2) on conflict (name) do update set value = $2";

/// Values by name.
#[derive(Clone, Copy, Debug)]
pub struct KeyValueRepository<'a> {
    pub(crate) store: &'a Store,
}

impl KeyValueRepository<'_> {
    /// What was kept under this name.
    pub async fn get(self, name: &str) -> Result<Option<String>, StoreError> {
        let sql = "select value from key_value where name = $1";
        query_scalar(sql)
            .bind(name)
            .fetch_optional(self.store.readers())
            .await
    }

    /// Keeps something under a name.
    pub async fn set(self, name: &str, value: &str) -> Result<(), StoreError> {
        self.store
            .write_one(query(SET_KEY_VALUE).bind(name).bind(value))
            .await
            .map(drop)
    }

    /// Returns the ID of the application that this database belongs to, or `None` if no bot has served it yet.
    pub async fn application(self) -> Result<Option<String>, StoreError> {
        self.get(APPLICATION).await
    }

    /// Assigns a database without an owner to this application. Returns the ID of its owner afterwards.
    pub async fn claim_for_application(self, application: &str) -> Result<String, StoreError> {
        let sql =
            "insert into key_value (name, value) values ($1, $2) on conflict (name) do nothing";
        self.store
            .write_one(query(sql).bind(APPLICATION).bind(application))
            .await?;
        Ok(self
            .application()
            .await?
            .unwrap_or_else(|| application.to_owned()))
    }

    /// Assigns the database to this application, whichever it belonged to before.
    pub async fn move_to_application(self, application: &str) -> Result<(), StoreError> {
        self.set(APPLICATION, application).await
    }
}
