//! Tries the migrations of a PostgreSQL database.

use sqlx::Connection as _;

use super::StoreError;
use super::lock::DatabaseLock;
use super::open::{Address, MIGRATION_TIMEOUT, MIGRATIONS_OF_POSTGRES, connect_to_server};

/// Runs the migrations in a transaction and rolls back. No bot may serve the database meanwhile,
/// because the transaction locks its tables.
pub async fn try_migrations(address: &str) -> Result<(), StoreError> {
    let database = Address::Server(address.to_owned());
    let lock = DatabaseLock::acquire(&database).await?;
    let (_, mut connection) = connect_to_server(address).await?;
    let mut transaction = connection.begin().await?;
    let migrated = MIGRATIONS_OF_POSTGRES.run_direct(None, &mut *transaction, false);
    let migrated = tokio::time::timeout(MIGRATION_TIMEOUT, migrated)
        .await
        .map_err(|_| StoreError::Timeout)?;
    migrated.map_err(|error| StoreError::Migrate {
        file: database.to_string(),
        error,
    })?;
    transaction.rollback().await?;
    connection.close().await?;
    lock.release().await
}
