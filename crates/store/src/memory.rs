//! What is kept under a name. One of these is the application (bot) that a database belongs to: serving it as another bot would
//! mark every server as departed and give up every waiting notice, so the first bot that serves a database leaves its
//! application's ID in it.

use super::query::{query, query_scalar};
use super::{Store, StoreError};

/// The name under which the application's ID is stored.
pub(super) const APPLICATION: &str = "application";

/// Keeps a value under a name, in place of the one that was there.
pub(super) const REMEMBER: &str =
    "insert into memory (name, value) values ($1, $2) on conflict (name) do update set value = $2";

impl Store {
    /// What was kept under this name.
    pub async fn remembered(&self, name: &str) -> Result<Option<String>, StoreError> {
        let sql = "select value from memory where name = $1";
        query_scalar(sql).bind(name).fetch_optional(self.readers()).await
    }

    /// Keeps something under a name.
    pub async fn remember(&self, name: &str, value: &str) -> Result<(), StoreError> {
        self.write_one(query(REMEMBER).bind(name).bind(value)).await.map(drop)
    }

    /// Returns the ID of the application that this database belongs to, or `None` if no bot has served it yet.
    pub async fn application(&self) -> Result<Option<String>, StoreError> {
        self.remembered(APPLICATION).await
    }

    /// Assigns a database without an owner to this application. Returns the ID of its owner afterwards.
    pub async fn claim_for_application(&self, application: &str) -> Result<String, StoreError> {
        let sql = "insert into memory (name, value) values ($1, $2) on conflict (name) do nothing";
        self.write_one(query(sql).bind(APPLICATION).bind(application)).await?;
        Ok(self.application().await?.unwrap_or_else(|| application.to_owned()))
    }

    /// Assigns the database to this application, whichever it belonged to before.
    pub async fn move_to_application(&self, application: &str) -> Result<(), StoreError> {
        self.remember(APPLICATION, application).await
    }
}
