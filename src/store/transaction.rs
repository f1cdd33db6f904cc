//! The one door for writing. What was neither committed nor left leaves nothing behind, nor a connection that may not be clean.
//!
//! On SQLite one writes at a time ([`super::writer`]). On PostgreSQL many do: whoever writes to a table holds its row, and
//! whoever says something in a channel holds the channel, so that notices of a channel are numbered in the order of their
//! commits.

use std::collections::BTreeSet;
use std::time::Instant;

use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, PgPool, Postgres, SqliteConnection};

use super::file::File;
use super::home::{Home, soon};
use super::writer::{Turn, Writer};
use super::{GameId, Store, StoreError};
use crate::metrics::{self, DatabaseWork};

/// What writes. Nobody else can reach it.
pub(super) type Door = Home<(Writer, File), PgPool>;

/// Everything that is written between its beginning and [`Writing::commit`] happens, or nothing of it.
pub(super) struct Writing<'a> {
    /// The file behind it, if there is one.
    file: Option<&'a File>,
    connection: Home<Turn, Lent>,
}

/// A connection to a server. If it may still hold an unfinished transaction, nobody uses it again.
struct Lent {
    on: PoolConnection<Postgres>,
    unfinished: bool,
}

impl Store {
    /// Begins to write.
    pub(super) async fn writing(&self) -> Result<Writing<'_>, StoreError> {
        let asked = Instant::now();
        let writing = self.take_connection().await;
        metrics::database_answered(DatabaseWork::Door, asked, writing.is_ok());
        let mut writing = writing?;
        if let Home::Postgres(on) = writing.on() {
            soon(sqlx::query("begin").execute(on)).await?;
        }
        Ok(writing)
    }

    /// Waits for a connection that may write.
    async fn take_connection(&self) -> Result<Writing<'_>, StoreError> {
        match &self.door {
            Home::Sqlite((writer, file)) => {
                file.is_there()?;
                // Others wait until it is done.
                Ok(Writing { file: Some(file), connection: Home::Sqlite(writer.turn().await?) })
            }
            Home::Postgres(pool) => {
                let lent = Lent { on: pool.acquire().await?, unfinished: true };
                Ok(Writing { file: None, connection: Home::Postgres(lent) })
            }
        }
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
            Home::Sqlite(turn) => Home::Sqlite(&mut turn.on),
            Home::Postgres(lent) => Home::Postgres(&mut lent.on),
        }
    }

    /// Until this is done, nobody else says anything in these channels, or does what else has such a number. All hold them
    /// in the same order, so that nobody waits for somebody who waits for them.
    pub(super) async fn hold(&mut self, channels: impl IntoIterator<Item = i64>) -> Result<(), StoreError> {
        let Home::Postgres(on) = self.on() else { return Ok(()) };
        let channels: Vec<i64> = channels.into_iter().collect::<BTreeSet<i64>>().into_iter().collect();
        if channels.is_empty() {
            return Ok(());
        }
        // Rows come in the order of the array.
        let hold = sqlx::query("select pg_advisory_xact_lock(channel) from unnest($1) as channel");
        soon(hold.bind(channels).execute(on)).await.map(drop)
    }

    /// What was written is kept. It is acknowledged only if the file is still where the next start will look for it.
    pub(super) async fn commit(self) -> Result<(), StoreError> {
        let (asked, file) = (Instant::now(), self.file);
        self.end(true).await?;
        metrics::database_answered(DatabaseWork::Commit, asked, true);
        file.map_or(Ok(()), File::is_there)
    }

    /// What was written is not kept, and this is why.
    pub(super) async fn leave<T>(self, why: T) -> Result<T, StoreError> {
        self.end(false).await.map(|()| why)
    }

    async fn end(self, kept: bool) -> Result<(), StoreError> {
        match self.connection {
            Home::Sqlite(turn) => turn.end(kept).await,
            Home::Postgres(mut lent) => {
                let end = if kept { "commit" } else { "rollback" };
                soon(sqlx::query(end).execute(&mut *lent.on)).await?;
                lent.unfinished = false;
                Ok(())
            }
        }
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if self.unfinished {
            self.on.close_on_drop();
        }
    }
}
