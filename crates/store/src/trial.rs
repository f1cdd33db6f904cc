//! Tries the migrations of a database on a server.

use sqlx::Connection as _;

use super::StoreError;
use super::home::{Address, MIGRATES_WITHIN, MIGRATIONS_OF_POSTGRES, reach};
use super::lock::Held;

/// Runs the migrations of a database on a server in a transaction that is not committed. No bot may serve it meanwhile: the
/// transaction locks its tables.
pub async fn try_migrations(address: &str) -> Result<(), StoreError> {
    let database = Address::Server(address.to_owned());
    let held = Held::hold(&database).await?;
    let (_, mut connection) = reach(address).await?;
    let mut transaction = connection.begin().await?;
    let migrated = MIGRATIONS_OF_POSTGRES.run_direct(None, &mut *transaction, false);
    let migrated = tokio::time::timeout(MIGRATES_WITHIN, migrated)
        .await
        .map_err(|_| StoreError::Silent)?;
    migrated.map_err(|error| StoreError::Migrate {
        file: database.to_string(),
        error,
    })?;
    transaction.rollback().await?;
    connection.close().await?;
    held.release().await
}
