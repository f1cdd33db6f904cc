//! Gives access to the database as a whole: what an operator watches, and values stored by name.

use crate::{Clock, InternalError, Timestamp};
use lanai_metrics::{Disk, RowCounts};
use lanai_store::Store;

/// The name of the value that says when the grace period ends.
pub(crate) const STARTUP_GRACE_UNTIL: &str = "startup_grace_until";

/// Gives access to the database as a whole: what an operator watches, and values stored by name.
pub struct DatabaseAccess {
    pub(crate) clock: Clock,
    pub(crate) store: Store,
}

impl DatabaseAccess {
    /// Returns the end of the grace period after a start, before which no deadline fires.
    pub(crate) async fn load_startup_grace(&self) -> Result<Timestamp, InternalError> {
        // The value is missing if the bot never started on this database.
        let Some(until) = self.get(STARTUP_GRACE_UNTIL).await? else {
            return Ok(Timestamp::FIRST);
        };
        until
            .parse()
            .map(Timestamp)
            .map_err(|_| InternalError::NamedValue(STARTUP_GRACE_UNTIL))
    }

    pub async fn get(&self, name: &str) -> Result<Option<String>, InternalError> {
        Ok(self.store.values().get(name).await?)
    }

    pub async fn set(&self, name: &str, value: &str) -> Result<(), InternalError> {
        Ok(self.store.values().set(name, value).await?)
    }

    /// Assigns a database without an owner to this application. Returns the ID of its owner
    /// afterwards.
    pub async fn claim_for_application(&self, application: &str) -> Result<String, InternalError> {
        Ok(self
            .store
            .values()
            .claim_for_application(application)
            .await?)
    }

    /// Assigns the database to this application, whichever it belonged to before.
    pub async fn move_to_application(&self, application: &str) -> Result<(), InternalError> {
        Ok(self.store.values().move_to_application(application).await?)
    }

    /// Closes the store, once it is idle.
    pub async fn close(&self) {
        self.store.close().await;
    }

    /// Counts the rows that the operator watches. Fails if the database cannot be used.
    pub async fn counts(&self) -> Result<RowCounts, InternalError> {
        Ok(self.store.health().count_rows(self.clock.now()).await?)
    }

    /// Returns the address of the database without its password.
    pub fn name(&self) -> String {
        self.store.name()
    }

    /// Returns the disk usage. `None` if the database is no file, or the disk cannot be read.
    pub fn disk_usage(&self) -> Option<Disk> {
        self.store.health().disk_usage()
    }

    /// Checks that the database can be written, by writing one row of about the size of a move.
    pub async fn check_writable(&self) -> Result<(), InternalError> {
        Ok(self.store.health().check_writable().await?)
    }
}
