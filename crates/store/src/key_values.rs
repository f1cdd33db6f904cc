//! Values stored by name. One of them is the id of the application (bot) that owns the database,
//! which the first bot that serves it stores: another bot would mark every guild as departed and
//! give up all waiting notices.

use super::StoreError;
use super::store::KeyValueRepository;

/// The key of the application's id.
pub(super) const APPLICATION: &str = "application";

/// Inserts or replaces a value.
pub(super) const SET_KEY_VALUE: &str = "insert into key_value (name, value) values ($1, $2) on conflict (name) do update set value = $2";

impl KeyValueRepository<'_> {
    pub async fn get(self, name: &str) -> Result<Option<String>, StoreError> {
        let sql = "select value from key_value where name = $1";
        self.store.fetch_optional_scalar(sql, (name,)).await
    }

    pub async fn set(self, name: &str, value: &str) -> Result<(), StoreError> {
        self.store.execute(SET_KEY_VALUE, (name, value)).await
    }

    /// Returns the id of the application that owns the database, or `None` if no bot has served it.
    pub async fn application(self) -> Result<Option<String>, StoreError> {
        self.get(APPLICATION).await
    }

    /// Assigns a database without an owner to this application. Returns the owner afterwards.
    pub async fn claim_for_application(self, application: &str) -> Result<String, StoreError> {
        let sql =
            "insert into key_value (name, value) values ($1, $2) on conflict (name) do nothing";
        self.store.execute(sql, (APPLICATION, application)).await?;
        Ok(self
            .application()
            .await?
            .unwrap_or_else(|| application.to_owned()))
    }

    /// Assigns the database to this application, whatever its owner.
    pub async fn move_to_application(self, application: &str) -> Result<(), StoreError> {
        self.set(APPLICATION, application).await
    }
}
