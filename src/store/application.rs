//! Which application (bot) a database belongs to. Serving it as another bot would mark every server as departed and give up
//! every waiting notice, so the first bot that serves a database leaves its application's ID in it.

use super::{Store, StoreError};

/// The name under which the application's ID is stored.
pub(super) const APPLICATION: &str = "application";

impl Store {
    /// Returns the ID of the application that this database belongs to, or `None` if no bot has served it yet.
    pub async fn application(&self) -> Result<Option<String>, StoreError> {
        self.remembered(APPLICATION).await
    }

    /// Assigns a database without an owner to this application. Returns the ID of its owner afterwards.
    pub async fn claim_for_application(&self, application: &str) -> Result<String, StoreError> {
        let sql = "insert into memory (name, value) values ($1, $2) on conflict (name) do nothing";
        write_one!(self, sqlx::query(sql).bind(APPLICATION).bind(application));
        Ok(self.application().await?.unwrap_or_else(|| application.to_owned()))
    }

    /// Assigns the database to this application, whichever it belonged to before.
    pub async fn move_to_application(&self, application: &str) -> Result<(), StoreError> {
        self.remember(APPLICATION, application).await
    }
}
