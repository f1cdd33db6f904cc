//! The database of a bot whose ratings are counted anew: nobody else may serve it meanwhile, and a misspelt name makes none.
//! Whatever stops the counting, it goes on where it was when the bot starts.

use super::home::{Address, look, version_of};
use super::lock::Held;
use super::{Store, StoreError};

/// Why nothing is counted anew.
#[derive(Debug, thiserror::Error)]
pub enum RecountError {
    /// A misspelt name makes no database.
    #[error("there is no database {0}")]
    NoFile(String),
    /// It is no database of ours.
    #[error("the database {0} has no Lanai tables")]
    NoTables(String),
    /// Somebody serves it, or copies it.
    #[error("the database {0} is in use: stop the bot that uses it, every process of it, then count again")]
    Served(String),
    /// It cannot be opened, or a statement failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A database that is held against all others until its ratings are counted.
pub struct Recount {
    store: Store,
    held: Held,
}

impl Recount {
    /// Opens it, and brings its tables up to date.
    pub async fn begin(database: &Address) -> Result<Recount, RecountError> {
        let name = database.to_string();
        if let Address::File(path) = database
            && !path.is_file()
        {
            return Err(RecountError::NoFile(name));
        }
        let held = Held::hold(database).await.map_err(|error| {
            let is_served = matches!(error, StoreError::InUse { .. });
            if is_served { RecountError::Served(name.clone()) } else { RecountError::Store(error) }
        })?;
        let mut looking = look(database).await?;
        let versions = version_of(&mut looking).await;
        // Nothing was written.
        let _ = looking.close().await;
        if versions?.is_none() {
            return Err(RecountError::NoTables(name));
        }
        Ok(Recount { store: Store::at(database).await?, held })
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Others may serve it again.
    pub async fn finish(self) -> Result<(), StoreError> {
        self.store.close().await;
        self.held.release().await
    }
}
