//! Migrations that are tried out on a server: within one transaction that is never committed. What it would lead to can be looked
//! at from within; afterwards everything is as it was. Nobody may serve the database meanwhile: it is changed, as far as
//! others who wait can tell.

use std::sync::Arc;

use sqlx::Connection as _;
use sqlx::postgres::PgPoolOptions;

use super::home::{Address, MIGRATES_WITHIN, migrator_of_server, reach};
use super::lock::Held;
use super::query::Database;
use super::{Store, StoreError};

/// A database on a server as it would be.
pub struct Trial {
    store: Store,
    held: Held,
}

impl Trial {
    /// Tries all migrations of a database that nobody serves; nothing if it is in a file, of which there are copies.
    pub async fn begin(database: &Address) -> Result<Option<Trial>, StoreError> {
        let Address::Server(address) = database else { return Ok(None) };
        let held = Held::hold(database).await?;
        let (options, mut first) = reach(address).await?;
        // A pool would not say why it fails, and try for ever.
        let mut trying = first.begin().await?;
        let tried = migrator_of_server().run_direct(None, &mut *trying, false).await;
        tried.map_err(|error| StoreError::Migrate { file: database.to_string(), error })?;
        trying.rollback().await?;
        first.close().await?;
        // All that is seen from within is seen on the one connection that has the transaction.
        let one = PgPoolOptions::new().max_connections(1).max_lifetime(None).idle_timeout(None);
        let one = one.acquire_timeout(MIGRATES_WITHIN);
        let one = one.after_connect(|on, _| {
            Box::pin(async move {
                // It ends with the connection: nobody commits it, and each migration is a part of it.
                std::mem::forget(on.begin().await?);
                let tried = migrator_of_server().run_direct(None, on, false).await;
                tried.map_err(|error| sqlx::Error::Migrate(Box::new(error)))
            })
        });
        let pool = one.connect_with(options).await?;
        let store = Store {
            door: Database::Postgres(pool.clone()),
            readers: Database::Postgres(pool),
            here: Arc::default(),
        };
        Ok(Some(Trial { store, held }))
    }

    /// What there would be.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Everything is as it was.
    pub async fn end(self) -> Result<(), StoreError> {
        self.store.close().await;
        self.held.release().await
    }
}
