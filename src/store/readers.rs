//! Those who read a file: a few connections, each for one statement at a time.
//!
//! The library's own pool asks a connection before and after each statement whether it is still there. One to a server may
//! not be; one to a file is, and each question would be a way to another thread and back.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::future::BoxFuture;
use futures::stream::{self, BoxStream};
use futures::{StreamExt as _, TryFutureExt as _, TryStreamExt as _};
use sqlx::sqlite::{
    Sqlite, SqliteConnectOptions, SqliteQueryResult, SqliteRow, SqliteStatement, SqliteTypeInfo,
};
use sqlx::{ConnectOptions as _, Connection as _, Either, Execute, Executor, SqlStr, SqliteConnection};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many read at once.
const READERS: u32 = 4;

/// The connections that read a file.
#[derive(Clone, Debug)]
pub(super) struct Readers(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    options: SqliteConnectOptions,
    room: Arc<Semaphore>,
    idle: Mutex<Vec<SqliteConnection>>,
}

/// A connection for one statement. Whoever is stopped in the middle, or fails, leaves it to be closed: another is opened.
pub(super) struct Reader {
    pub(super) on: SqliteConnection,
    readers: Readers,
    _room: OwnedSemaphorePermit,
}

impl Readers {
    /// Opens the first; the others are opened when they are wanted.
    pub(super) async fn open(options: SqliteConnectOptions) -> sqlx::Result<Readers> {
        let idle = Mutex::new(vec![options.connect().await?]);
        Ok(Readers(Arc::new(Shared { options, room: Arc::new(Semaphore::new(READERS as usize)), idle })))
    }

    /// Waits until a connection is free.
    pub(super) async fn take(&self) -> sqlx::Result<Reader> {
        let room = Arc::clone(&self.0.room).acquire_owned().await.map_err(|_| sqlx::Error::PoolClosed)?;
        let idle = self.idle().pop();
        let on = match idle {
            Some(on) => on,
            None => self.0.options.connect().await?,
        };
        Ok(Reader { on, readers: self.clone(), _room: room })
    }

    /// Closes all connections, once nobody reads any more.
    pub(super) async fn close(&self) {
        // Whoever closes them a second time finds nothing.
        let Ok(_all) = self.0.room.acquire_many(READERS).await else { return };
        self.0.room.close();
        let idle = mem::take(&mut *self.idle());
        for on in idle {
            if let Err(error) = on.close().await {
                tracing::warn!(%error, "a connection to the database does not close as it should");
            }
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<SqliteConnection>> {
        self.0.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reader {
    /// What came of the statement; others may use the connection again, if it did not fail.
    pub(super) fn done<T, E>(self, outcome: Result<T, E>) -> Result<T, E> {
        let found = outcome?;
        let Reader { on, readers, _room } = self;
        readers.idle().push(on);
        Ok(found)
    }
}

impl<'c> Executor<'c> for &'c Readers {
    type Database = Sqlite;

    fn fetch_many<'e, 'q: 'e, E>(
        self,
        query: E,
    ) -> BoxStream<'e, sqlx::Result<Either<SqliteQueryResult, SqliteRow>>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Sqlite>,
    {
        let all = async move {
            let mut reader = self.take().await?;
            let all: sqlx::Result<Vec<_>> = reader.on.fetch_many(query).try_collect().await;
            reader.done(all)
        };
        all.map_ok(|all| stream::iter(all.into_iter().map(Ok))).try_flatten_stream().boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, sqlx::Result<Option<SqliteRow>>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Sqlite>,
    {
        Box::pin(async move {
            let mut reader = self.take().await?;
            let found = reader.on.fetch_optional(query).await;
            reader.done(found)
        })
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [SqliteTypeInfo],
    ) -> BoxFuture<'e, sqlx::Result<SqliteStatement>>
    where
        'c: 'e,
    {
        Box::pin(async move {
            let mut reader = self.take().await?;
            let prepared = reader.on.prepare_with(sql, parameters).await;
            reader.done(prepared)
        })
    }
}
