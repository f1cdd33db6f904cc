//! A bot moves: all that one database keeps is copied into another, of the same home or of the other, and proven.
//!
//! The copy is made in the order of the keys, a batch at a time, and each batch is kept or not. So whatever stopped it, what
//! stands in the new database is the beginning of the old one, and the next run goes on behind it. If it is anything else,
//! because the old one was served meanwhile, the copy begins anew. Until it is finished a mark stands there, and whoever
//! would serve it is told so.

mod ends;
mod rows;

pub(super) use ends::mark_in;

use std::fmt;
use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use ends::Source;
use rows::Values;

use super::columns::{COPIED, CopiedTable};
use super::home::Address;
use super::lock::Held;
use super::query::{Database, query};
use super::{Store, StoreError};

/// The name under which an unfinished copy remembers of what it is one.
const MARK: &str = "unfinished copy of";

/// Why nothing is copied, or not all of it.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// A misspelt name makes no database.
    #[error("there is no database {0}")]
    NoFile(String),
    /// It is no database of ours.
    #[error("the database {0} has no Lanai tables")]
    NoTables(String),
    /// It is not brought up to date: whoever copies wants the old one as it was.
    #[error(
        "the database {0} is of an earlier version of Lanai: start the bot on it once, which brings it up to date, stop the bot, and copy it then"
    )]
    Older(String),
    /// What is to be copied is itself not whole.
    #[error("the database {file} is an unfinished copy of {of}: copy that one")]
    Part { file: String, of: String },
    /// Both are one.
    #[error("both are the same database, {0}: name another one to copy to")]
    Same(String),
    /// Somebody serves it, or copies it.
    #[error("the database {0} is in use: stop the bot that uses it, then copy")]
    Served(String),
    /// There is something in the way.
    #[error("the database {file} is not empty, its table {table} has rows: copy to a new one")]
    NotEmpty { file: String, table: String },
    /// Another copy was begun there.
    #[error(
        "the database {file} is an unfinished copy of {of}: finish that one, or copy to a new one"
    )]
    PartOfOther { file: String, of: String },
    /// Rows come from elsewhere.
    #[error(
        "somebody else wrote to the database {0} in the meantime, so nothing is verified: copy again"
    )]
    Disturbed(String),
    /// A database cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It stopped in the middle.
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

/// A copy that is made.
pub struct Copy {
    from: Source,
    to: Store,
    /// By which the new database is known.
    name: String,
    held: Held,
}

/// What both databases hold of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compared {
    pub table: &'static str,
    /// How many rows there are, in the old one and in the new one.
    pub rows: [u64; 2],
    /// The SHA-256 of all of them.
    pub digests: [String; 2],
    /// The key of the first row that is not the same in both.
    pub differs_at: Option<String>,
}

impl Copy {
    /// Begins to copy one database into another, or goes on.
    pub async fn begin(from: &Address, to: &Address) -> Result<Copy, CopyError> {
        Copy::of(Source::open(from, true).await?, to).await
    }

    /// The same while the old database is served: what is copied is what stood there when this began.
    pub async fn begin_beside_others(from: &Address, to: &Address) -> Result<Copy, CopyError> {
        Copy::of(Source::open(from, false).await?, to).await
    }

    async fn of(mut from: Source, to: &Address) -> Result<Copy, CopyError> {
        let name = to.to_string();
        let (held, to) = ends::target(to, &mut from).await?;
        Ok(Copy {
            from,
            to,
            name,
            held,
        })
    }

    /// How many rows there are to be copied.
    pub async fn rows(&mut self) -> Result<u64, CopyError> {
        Ok(rows::count(self.from.on()).await?)
    }

    /// Copies all rows, and tells again and again how many are there.
    pub async fn run(&mut self, mut told: impl FnMut(u64)) -> Result<(), CopyError> {
        if !self.goes_on(&mut told).await? {
            rows::clear(&self.to).await?;
            if !self.goes_on(&mut told).await? {
                return Err(CopyError::Disturbed(self.name.clone()));
            }
        }
        Ok(rows::count_on(&self.to).await?)
    }

    /// Copies what is not there yet; false if what is there is not the beginning of what should be.
    async fn goes_on(&mut self, told: &mut impl FnMut(u64)) -> Result<bool, CopyError> {
        let mut done = 0;
        for table in &COPIED {
            let copied = self.table_goes_on(table, &mut done, told).await;
            if !copied.map_err(|error| CopyError::Stopped {
                table: table.name,
                error,
            })? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn table_goes_on(
        &mut self,
        table: &CopiedTable,
        done: &mut u64,
        told: &mut impl FnMut(u64),
    ) -> Result<bool, StoreError> {
        let mut last = None;
        let mut there_is_more = true;
        loop {
            let rows = rows::read(self.from.on(), table, last.as_ref()).await?;
            if there_is_more {
                let there = read(&self.to, table, last.as_ref()).await?;
                there_is_more = !there.is_empty();
                if there_is_more && there != rows {
                    return Ok(false);
                }
            }
            if rows.is_empty() {
                return Ok(true);
            }
            if !there_is_more {
                let mut writing = self.to.writing().await?;
                rows::write(&mut writing, table, &rows).await?;
                writing.commit().await?;
            }
            *done += rows.len() as u64;
            told(*done);
            last = rows.into_iter().next_back();
        }
    }

    /// Reads both databases from beginning to end, and tells again and again how many rows are compared.
    pub async fn compare(&mut self, mut told: impl FnMut(u64)) -> Result<Vec<Compared>, CopyError> {
        let mut all = Vec::new();
        let mut done = 0;
        for table in &COPIED {
            let compared = self.compare_table(table, &mut done, &mut told).await;
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
        told: &mut impl FnMut(u64),
    ) -> Result<Compared, StoreError> {
        let mut count = [0; 2];
        let mut digests = [Sha256::new(), Sha256::new()];
        let mut last = [None, None];
        let mut differs_at = None;
        loop {
            let both = [
                rows::read(self.from.on(), table, last[0].as_ref()).await?,
                read(&self.to, table, last[1].as_ref()).await?,
            ];
            differs_at = differs_at.or_else(|| difference(table, &both));
            if both.iter().all(Vec::is_empty) {
                break;
            }
            for (side, rows) in both.into_iter().enumerate() {
                for row in &rows {
                    rows::add(&mut digests[side], row);
                }
                count[side] += rows.len() as u64;
                last[side] = rows.into_iter().next_back().or(last[side].take());
            }
            told(*done + count[0]);
        }
        *done += count[0];
        let digests = digests.map(|digest| hex(&digest.finalize()));
        Ok(Compared {
            table: table.name,
            rows: count,
            digests,
            differs_at,
        })
    }

    /// The new database, to be looked at before anybody serves it.
    pub fn store(&self) -> &Store {
        &self.to
    }

    /// The new database is whole: it may be served from now on.
    pub async fn finish(self) -> Result<(), CopyError> {
        let mut writing = self.to.writing().await?;
        query("delete from key_value where name = $1")
            .bind(MARK)
            .execute(writing.on())
            .await?;
        writing.commit().await?;
        self.leave().await
    }

    /// The new database stays as it is: whole, or the beginning of a copy with which the same command can go on.
    pub async fn leave(self) -> Result<(), CopyError> {
        self.to.close().await;
        self.from.close().await?;
        Ok(self.held.release().await?)
    }
}

/// An error if this is no more than a part of a copy.
pub(super) async fn is_whole(
    store: Store,
    address: &dyn fmt::Display,
) -> Result<Store, StoreError> {
    let Some(of) = store.values().get(MARK).await? else {
        return Ok(store);
    };
    store.close().await;
    Err(StoreError::Unfinished {
        file: address.to_string(),
        of,
    })
}

/// The next rows of the new database.
async fn read(
    to: &Store,
    table: &CopiedTable,
    after: Option<&Values>,
) -> Result<Vec<Values>, StoreError> {
    match &to.readers {
        Database::Sqlite(pool) => {
            rows::read(Database::Sqlite(&mut *pool.acquire().await?), table, after).await
        }
        Database::Postgres(pool) => {
            rows::read(
                Database::Postgres(&mut *pool.acquire().await?),
                table,
                after,
            )
            .await
        }
    }
}

/// The first row that is not the same in both.
fn difference(table: &CopiedTable, [from, to]: &[Vec<Values>; 2]) -> Option<String> {
    let same = from
        .iter()
        .zip(to)
        .take_while(|(one, other)| one == other)
        .count();
    let first = from.get(same).into_iter().chain(to.get(same));
    first.map(|row| rows::key_of(table, row)).next()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

impl Compared {
    /// Whether both hold the same.
    pub fn is_same(&self) -> bool {
        self.differs_at.is_none()
            && self.rows[0] == self.rows[1]
            && self.digests[0] == self.digests[1]
    }
}
