//! A file as it was before a newer program brought it up to date: an older program can serve that, and no other.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::StoreError;
use super::backup::Backup;
use super::condition::Condition;
use super::file::folder_of;
use super::home::Address;

/// How many are kept, those before the latest migrations.
const KEPT: usize = 3;

/// Keeps a database of an earlier version as it is, beside it: `lanai.db.before-0019` is what there was before the nineteenth
/// migration. Whoever went back and comes again has the newer one.
pub(super) async fn keep(database: &Path) -> Result<(), StoreError> {
    // What is wrong with it, whoever opens it says.
    let Ok(Condition::Older(to_come)) = Condition::of(&Address::File(database.to_owned())).await else {
        return Ok(());
    };
    let Some((first, _)) = to_come.first() else { return Ok(()) };
    let failed = |why: String| StoreError::NotKept { file: database.display().to_string(), why };
    let real = database.canonicalize().map_err(|error| failed(error.to_string()))?;
    let before = beside(&real, *first);
    let backup = Backup::unseen(&real, folder_of(&real)).await.map_err(|error| failed(error.to_string()))?;
    backup.put_over(&before).map_err(|error| failed(error.to_string()))?;
    tracing::info!(file = %before.display(), "the database is of an earlier version; it was backed up");
    forget_old(&real).map_err(|error| failed(error.to_string()))
}

/// Where a database lies as it was before a migration.
pub(super) fn beside(database: &Path, migration: i64) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(format!(".before-{migration:04}"));
    name.into()
}

/// Lets go of all but the latest.
fn forget_old(database: &Path) -> io::Result<()> {
    let mut numbers = Vec::new();
    for entry in fs::read_dir(folder_of(database))? {
        let path = entry?.path();
        let number = path.to_str().and_then(|path| path.rsplit_once(".before-")?.1.parse().ok());
        numbers.extend(number.filter(|number| beside(database, *number) == path));
    }
    numbers.sort_unstable();
    let old = numbers.len().saturating_sub(KEPT);
    numbers.into_iter().take(old).try_for_each(|number| fs::remove_file(beside(database, number)))
}
