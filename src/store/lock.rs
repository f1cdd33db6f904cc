//! One program a database: two would tell everything twice. A lock of the system lies on a file beside the database for as
//! long as the program lives, however it ends; the file itself stays and means nothing.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use super::StoreError;

/// A database that no other program may serve.
#[derive(Debug)]
pub struct Held {
    _file: File,
}

impl Held {
    /// Holds a database until this is dropped, or the program ends; an error if another program holds it.
    pub fn hold(database: &Path) -> Result<Held, StoreError> {
        let file = || database.display().to_string();
        let failed = |error: io::Error| StoreError::Open { file: file(), error: error.into() };
        let lock = database.with_added_extension("lock");
        let lock = OpenOptions::new().write(true).create(true).truncate(false).open(lock).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            // Where the system has no locks there is nothing to hold, and nobody to be warned of.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(failed(error)),
            Err(TryLockError::WouldBlock) => return Err(StoreError::InUse { file: file() }),
        }
        Ok(Held { _file: lock })
    }
}
