//! The one door for writing. A transaction that was neither committed nor left takes its connection with it.
//!
//! SQLite rolls back by itself when the disk is full or fails, and the driver does not hear of it: it would count that
//! transaction for ever, and refuse to begin another. So transactions are begun and ended here, by statements of our
//! own, and a connection of which it is not certain that it is clean is closed. The next writer opens a new one.
//!
//! On SQLite one writes at a time. On PostgreSQL many do: whoever writes to a table holds its row, and whoever says
//! something in a channel holds the channel, so that notices of a channel are numbered in the order of their commits.

use std::collections::BTreeSet;
use std::time::Instant;

use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, PgPool, Postgres, Sqlite, SqliteConnection, SqlitePool};

use super::file::File;
use super::home::{Home, soon};
use super::{GameId, Store, StoreError};
use crate::metrics::{self, DatabaseWork};

/// What writes. Nobody else can reach it.
pub(super) type Door = Home<(SqlitePool, File), PgPool>;

/// Everything that is written between its beginning and [`Writing::commit`] happens, or nothing of it.
pub(super) struct Writing<'a> {
    /// The file behind it, if there is one.
    file: Option<&'a File>,
    connection: Home<PoolConnection<Sqlite>, PoolConnection<Postgres>>,
    /// Whether the connection may still hold an unfinished transaction.
    unfinished: bool,
}

impl Store {
    /// Begins to write.
    pub(super) async fn writing(&self) -> Result<Writing<'_>, StoreError> {
        let asked = Instant::now();
        let (file, connection, begin) = match &self.door {
            Home::Sqlite((pool, file)) => {
                file.is_there()?;
                // Others wait until it is done.
                (Some(file), Home::Sqlite(pool.acquire().await?), "begin immediate")
            }
            Home::Postgres(pool) => (None, Home::Postgres(pool.acquire().await?), "begin"),
        };
        metrics::database_answered(DatabaseWork::Door, asked, true);
        let mut writing = Writing { file, connection, unfinished: true };
        changed!(writing.on(), sqlx::query(begin));
        Ok(writing)
    }

    /// Begins to write to a table: nobody else writes to it until this is done.
    pub(super) async fn writing_to(&self, game: GameId) -> Result<Writing<'_>, StoreError> {
        let mut writing = self.writing().await?;
        if let Home::Postgres(on) = writing.on() {
            // And whom it waits for, which settings of people change too.
            let hold = "with held as (select game_id from game where game_id = $1 for update)
                 select 1 from wait where game_id = (select game_id from held) for update";
            soon(sqlx::query(hold).bind(game).execute(on)).await?;
        }
        Ok(writing)
    }
}

impl Writing<'_> {
    /// The connection on which it is written.
    pub(super) fn on(&mut self) -> Home<&mut SqliteConnection, &mut PgConnection> {
        match &mut self.connection {
            Home::Sqlite(connection) => Home::Sqlite(connection),
            Home::Postgres(connection) => Home::Postgres(connection),
        }
    }

    /// Until this is done, nobody else says anything in these channels, or does what else has such a number. All hold them
    /// in the same order, so that nobody waits for somebody who waits for them.
    pub(super) async fn hold(&mut self, channels: impl IntoIterator<Item = i64>) -> Result<(), StoreError> {
        let Home::Postgres(on) = self.on() else { return Ok(()) };
        for channel in channels.into_iter().collect::<BTreeSet<i64>>() {
            let hold = sqlx::query("select pg_advisory_xact_lock($1)").bind(channel);
            soon(hold.execute(&mut *on)).await?;
        }
        Ok(())
    }

    /// What was written is kept. It is acknowledged only if the file is still where the next start will look for it.
    pub(super) async fn commit(mut self) -> Result<(), StoreError> {
        let asked = Instant::now();
        changed!(self.on(), sqlx::query("commit"));
        metrics::database_answered(DatabaseWork::Commit, asked, true);
        self.unfinished = false;
        self.file.map_or(Ok(()), File::is_there)
    }

    /// What was written is not kept, and this is why.
    pub(super) async fn leave<T>(mut self, why: T) -> Result<T, StoreError> {
        changed!(self.on(), sqlx::query("rollback"));
        self.unfinished = false;
        Ok(why)
    }
}

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        if self.unfinished {
            either!(&mut self.connection, connection => connection.close_on_drop());
        }
    }
}
