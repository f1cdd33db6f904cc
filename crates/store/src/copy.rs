//! Copies all rows of one database into another, and verifies them.
//!
//! Rows are copied in the order of their keys, in batches, each in a transaction. An interrupted
//! copy is therefore a prefix of the source, and the next run continues behind it. If the target is
//! no prefix, because the source was served meanwhile, the copy starts over. Until the copy is
//! finished, a mark in the target prevents the bot from serving it.

mod endpoints;
mod rows;

pub(super) use endpoints::find_unfinished_copy;

use std::fmt;
use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use endpoints::Source;
use rows::Values;

use super::lock::DatabaseLock;
use super::open::Address;
use super::schema::{COPIED_TABLES, CopiedTable};
use super::schema_state::UnusableDatabase;
use super::{Store, StoreError};

/// The key under which an unfinished copy keeps the name of its source.
const UNFINISHED_COPY: &str = "unfinished copy of";

/// Why a database is not copied, or not completely.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    #[error(transparent)]
    Unusable(#[from] UnusableDatabase),
    /// The source is of an earlier version. It is not migrated, because the operator may want to
    /// return to the old program.
    #[error(
        "the database {0} is of an earlier version of Lanai: start the bot on it once, which brings it up to date, stop the bot, and copy it then"
    )]
    Older(String),
    #[error("both are the same database, {0}: name another one to copy to")]
    Same(String),
    #[error("the database {0} is in use: stop the bot that uses it, then copy")]
    InUse(String),
    #[error("the database {file} is not empty, its table {table} has rows: copy to a new one")]
    NotEmpty { file: String, table: String },
    #[error(
        "the database {file} is an unfinished copy of {of}: finish that one, or copy to a new one"
    )]
    UnfinishedOther { file: String, of: String },
    #[error(
        "somebody else wrote to the database {0} in the meantime, so nothing is verified: copy again"
    )]
    TargetChanged(String),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(
        "the rows of {table} are not all copied: {error}; run the same command again to go on from there"
    )]
    Stopped {
        table: &'static str,
        error: StoreError,
    },
}

impl From<sqlx::Error> for CopyError {
    fn from(error: sqlx::Error) -> CopyError {
        CopyError::Store(error.into())
    }
}

/// A copy in progress.
pub struct DatabaseCopy {
    from: Source,
    to: Store,
    /// The name of the target.
    name: String,
    lock: DatabaseLock,
}

/// The rows of a table in both databases. In each pair, the source comes first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableComparison {
    pub table: &'static str,
    pub rows: [u64; 2],
    /// The SHA-256 of all rows.
    pub digests: [String; 2],
    /// The key of the first row that differs.
    pub differs_at: Option<String>,
}

impl DatabaseCopy {
    /// Begins a copy, or continues an interrupted one.
    pub async fn begin(from: &Address, to: &Address) -> Result<DatabaseCopy, CopyError> {
        DatabaseCopy::new(Source::open(from, true).await?, to).await
    }

    /// Begins a copy while others serve the source. It will contain what the source contains now.
    pub async fn begin_while_served(
        from: &Address,
        to: &Address,
    ) -> Result<DatabaseCopy, CopyError> {
        DatabaseCopy::new(Source::open(from, false).await?, to).await
    }

    async fn new(mut from: Source, to: &Address) -> Result<DatabaseCopy, CopyError> {
        let name = to.to_string();
        let (lock, to) = endpoints::open_target(to, &mut from).await?;
        Ok(DatabaseCopy {
            from,
            to,
            name,
            lock,
        })
    }

    pub async fn count_rows(&mut self) -> Result<u64, CopyError> {
        Ok(rows::count_all(self.from.connection()).await?)
    }

    /// Copies all rows. Calls `on_progress` with the number of rows that the target has.
    pub async fn run(&mut self, mut on_progress: impl FnMut(u64)) -> Result<(), CopyError> {
        if !self.copy_missing_rows(&mut on_progress).await? {
            rows::clear_all(&self.to).await?;
            if !self.copy_missing_rows(&mut on_progress).await? {
                return Err(CopyError::TargetChanged(self.name.clone()));
            }
        }
        Ok(rows::advance_sequences(&self.to).await?)
    }

    /// Copies the missing rows. Returns false if the target is not a prefix of the source.
    async fn copy_missing_rows(
        &mut self,
        on_progress: &mut impl FnMut(u64),
    ) -> Result<bool, CopyError> {
        let mut done = 0;
        for table in &COPIED_TABLES {
            let copied = self
                .copy_missing_rows_of_table(table, &mut done, on_progress)
                .await;
            if !copied.map_err(|error| CopyError::Stopped {
                table: table.name,
                error,
            })? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn copy_missing_rows_of_table(
        &mut self,
        table: &CopiedTable,
        done: &mut u64,
        on_progress: &mut impl FnMut(u64),
    ) -> Result<bool, StoreError> {
        let mut last = None;
        let mut target_has_more = true;
        loop {
            let rows = rows::read_batch(self.from.connection(), table, last.as_ref()).await?;
            if target_has_more {
                let existing = read_target(&self.to, table, last.as_ref()).await?;
                target_has_more = !existing.is_empty();
                if target_has_more && existing != rows {
                    return Ok(false);
                }
            }
            if rows.is_empty() {
                return Ok(true);
            }
            if !target_has_more {
                let mut transaction = self.to.begin().await?;
                rows::insert_batch(&mut transaction, table, &rows).await?;
                transaction.commit().await?;
            }
            *done += rows.len() as u64;
            on_progress(*done);
            last = rows.into_iter().next_back();
        }
    }

    /// Reads both databases completely. Calls `on_progress` with the number of rows compared.
    pub async fn compare(
        &mut self,
        mut on_progress: impl FnMut(u64),
    ) -> Result<Vec<TableComparison>, CopyError> {
        let mut all = Vec::new();
        let mut done = 0;
        for table in &COPIED_TABLES {
            let compared = self.compare_table(table, &mut done, &mut on_progress).await;
            all.push(compared.map_err(|error| CopyError::Stopped {
                table: table.name,
                error,
            })?);
        }
        Ok(all)
    }

    async fn compare_table(
        &mut self,
        table: &CopiedTable,
        done: &mut u64,
        on_progress: &mut impl FnMut(u64),
    ) -> Result<TableComparison, StoreError> {
        let mut count = [0; 2];
        let mut digests = [Sha256::new(), Sha256::new()];
        let mut last = [None, None];
        let mut differs_at = None;
        loop {
            let both = [
                rows::read_batch(self.from.connection(), table, last[0].as_ref()).await?,
                read_target(&self.to, table, last[1].as_ref()).await?,
            ];
            differs_at = differs_at.or_else(|| find_difference(table, &both));
            if both.iter().all(Vec::is_empty) {
                break;
            }
            for (side, rows) in both.into_iter().enumerate() {
                for row in &rows {
                    rows::hash_row(&mut digests[side], row);
                }
                count[side] += rows.len() as u64;
                last[side] = rows.into_iter().next_back().or(last[side].take());
            }
            on_progress(*done + count[0]);
        }
        *done += count[0];
        let digests = digests.map(|digest| hex(&digest.finalize()));
        Ok(TableComparison {
            table: table.name,
            rows: count,
            digests,
            differs_at,
        })
    }

    /// Returns the target, to inspect it before it is served.
    pub fn store(&self) -> &Store {
        &self.to
    }

    /// Removes the mark of an unfinished copy, so that the target may be served.
    pub async fn finish(self) -> Result<(), CopyError> {
        let mut transaction = self.to.begin().await?;
        transaction
            .execute("delete from key_value where name = $1", (UNFINISHED_COPY,))
            .await?;
        transaction.commit().await?;
        self.close().await
    }

    /// Closes both databases and releases their locks. Unless [`DatabaseCopy::finish`] called this,
    /// the target keeps its mark, and the next copy between the same two databases continues this
    /// one.
    pub async fn close(self) -> Result<(), CopyError> {
        self.to.close().await;
        self.from.close().await?;
        Ok(self.lock.release().await?)
    }
}

/// Returns an error if the database is an unfinished copy.
pub(super) async fn refuse_unfinished_copy(
    store: Store,
    address: &dyn fmt::Display,
) -> Result<Store, StoreError> {
    let Some(of) = store.values().get(UNFINISHED_COPY).await? else {
        return Ok(store);
    };
    store.close().await;
    Err(StoreError::UnfinishedCopy {
        file: address.to_string(),
        of,
    })
}

/// Returns the next rows of the target.
async fn read_target(
    to: &Store,
    table: &CopiedTable,
    after: Option<&Values>,
) -> Result<Vec<Values>, StoreError> {
    rows::read_batch(to.read_connection().await?.as_mut(), table, after).await
}

/// Returns the key of the first row that differs.
fn find_difference(table: &CopiedTable, [from, to]: &[Vec<Values>; 2]) -> Option<String> {
    let same = from
        .iter()
        .zip(to)
        .take_while(|(one, other)| one == other)
        .count();
    let first = from.get(same).into_iter().chain(to.get(same));
    first.map(|row| rows::format_key(table, row)).next()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

impl TableComparison {
    pub fn is_equal(&self) -> bool {
        self.differs_at.is_none()
            && self.rows[0] == self.rows[1]
            && self.digests[0] == self.digests[1]
    }
}
