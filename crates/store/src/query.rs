//! Statements for SQLite and PostgreSQL, with their arguments.
//!
//! A statement is written once and runs on either database. `Store` and `WriteTransaction` take it
//! as text with a tuple of arguments; [`query`] is for other connections. Each statement is
//! measured, and PostgreSQL must respond within a timeout. Where the databases differ, the caller
//! matches on [`Database`] and uses sqlx itself.

use std::time::{Duration, Instant};

use sqlx::error::BoxDynError;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgArguments, PgRow, Postgres};
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteRow};
use sqlx::{
    Arguments as _, Connection as _, Encode, FromRow, PgConnection, SqlSafeStr, SqlStr,
    SqliteConnection, Type,
};

use super::StoreError;
use lanai_metrics::DatabaseWork;

/// The timeout of a statement. It is shorter than the three seconds in which Discord expects a
/// response.
pub(super) const STATEMENT_TIMEOUT: Duration = Duration::from_secs(2);

/// A value for SQLite or its counterpart for PostgreSQL.
#[derive(Clone, Debug)]
pub(super) enum Database<S, P> {
    Sqlite(S),
    Postgres(P),
}

/// A connection that returns to its pool when it is dropped.
pub(super) type PooledConnection = Database<PoolConnection<Sqlite>, PoolConnection<Postgres>>;

pub(super) type Connection<'a> = Database<&'a mut SqliteConnection, &'a mut PgConnection>;

impl Connection<'_> {
    pub(super) fn reborrow(&mut self) -> Connection<'_> {
        match self {
            Database::Sqlite(connection) => Database::Sqlite(connection),
            Database::Postgres(connection) => Database::Postgres(connection),
        }
    }
}

impl Database<SqliteConnection, PgConnection> {
    pub(super) fn as_mut(&mut self) -> Connection<'_> {
        match self {
            Database::Sqlite(connection) => Database::Sqlite(connection),
            Database::Postgres(connection) => Database::Postgres(connection),
        }
    }

    pub(super) async fn close(self) -> Result<(), StoreError> {
        match self {
            Database::Sqlite(connection) => connection.close().await?,
            Database::Postgres(connection) => connection.close().await?,
        }
        Ok(())
    }
}

impl PooledConnection {
    pub(super) fn as_mut(&mut self) -> Connection<'_> {
        match self {
            Database::Sqlite(connection) => Database::Sqlite(connection),
            Database::Postgres(connection) => Database::Postgres(connection),
        }
    }
}

/// A type that a row of either database becomes.
pub(super) trait DecodeRow:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow>
{
}

impl<T> DecodeRow for T where T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> {}

/// A type that either database stores in a column.
pub(super) trait Argument<'q>:
    Encode<'q, Sqlite> + Type<Sqlite> + Encode<'q, Postgres> + Type<Postgres>
{
}

impl<'q, A> Argument<'q> for A where
    A: Encode<'q, Sqlite> + Type<Sqlite> + Encode<'q, Postgres> + Type<Postgres>
{
}

/// The arguments of a statement, in the order of its placeholders: a tuple.
pub(super) trait Args<'q> {
    fn bind_to(self, query: Query) -> Query;
}

impl Args<'_> for () {
    fn bind_to(self, query: Query) -> Query {
        query
    }
}

/// Implements [`Args`] for tuples of as many elements as there are names, and for shorter ones.
macro_rules! impl_args {
    () => {};
    ($first:ident $($other:ident)*) => {
        impl<'q, $first: Argument<'q>, $($other: Argument<'q>),*> Args<'q> for ($first, $($other),*) {
            #[expect(non_snake_case, reason = "a type parameter names its argument, too")]
            fn bind_to(self, query: Query) -> Query {
                let ($first, $($other),*) = self;
                query.bind($first)$(.bind($other))*
            }
        }

        impl_args!($($other)*);
    };
}

impl_args!(A B C D E F G H I J K L M);

/// A statement with its arguments.
pub(super) struct Query {
    sql: SqlStr,
    /// The arguments for either database, boxed to keep futures small.
    arguments: Result<Box<(SqliteArguments, PgArguments)>, BoxDynError>,
    timeout: Duration,
    /// The start of the measured time, which includes that of waiting for a connection.
    started: Instant,
}

pub(super) fn query<'q>(sql: impl SqlSafeStr, args: impl Args<'q>) -> Query {
    args.bind_to(Query {
        sql: sql.into_sql_str(),
        arguments: Ok(Box::default()),
        timeout: STATEMENT_TIMEOUT,
        started: Instant::now(),
    })
}

impl Query {
    /// Binds the next argument, counted from `$1`.
    pub(super) fn bind<'q>(mut self, argument: impl Argument<'q>) -> Query {
        self.arguments = self.arguments.and_then(|mut arguments| {
            arguments.0.add(&argument)?;
            arguments.1.add(&argument)?;
            Ok(arguments)
        });
        self
    }

    /// Sets another timeout for PostgreSQL.
    pub(super) fn with_timeout(self, timeout: Duration) -> Query {
        Query { timeout, ..self }
    }

    /// Returns all rows undecoded.
    pub(super) async fn fetch_rows(
        self,
        connection: Connection<'_>,
    ) -> Result<Database<Vec<SqliteRow>, Vec<PgRow>>, StoreError> {
        let (sqlite, postgres) = *self.arguments.map_err(sqlx::Error::Encode)?;
        Ok(match connection {
            Database::Sqlite(connection) => {
                let rows = sqlx::query_with(self.sql, sqlite).fetch_all(connection);
                Database::Sqlite(measure(self.started, rows).await?)
            }
            Database::Postgres(connection) => {
                let rows = sqlx::query_with(self.sql, postgres).fetch_all(connection);
                Database::Postgres(measure_with_timeout(self.started, self.timeout, rows).await?)
            }
        })
    }

    pub(super) async fn fetch_all<T: DecodeRow>(
        self,
        connection: Connection<'_>,
    ) -> Result<Vec<T>, StoreError> {
        Ok(match self.fetch_rows(connection).await? {
            Database::Sqlite(rows) => rows.iter().map(T::from_row).collect::<sqlx::Result<_>>()?,
            Database::Postgres(rows) => {
                rows.iter().map(T::from_row).collect::<sqlx::Result<_>>()?
            }
        })
    }

    pub(super) async fn fetch_optional<T: DecodeRow>(
        self,
        connection: Connection<'_>,
    ) -> Result<Option<T>, StoreError> {
        let (sqlite, postgres) = *self.arguments.map_err(sqlx::Error::Encode)?;
        Ok(match connection {
            Database::Sqlite(connection) => {
                let row = sqlx::query_with(self.sql, sqlite).fetch_optional(connection);
                measure(self.started, row)
                    .await?
                    .as_ref()
                    .map(T::from_row)
                    .transpose()?
            }
            Database::Postgres(connection) => {
                let row = sqlx::query_with(self.sql, postgres).fetch_optional(connection);
                let row = measure_with_timeout(self.started, self.timeout, row).await?;
                row.as_ref().map(T::from_row).transpose()?
            }
        })
    }

    /// Returns the first row, or an error if there is none.
    pub(super) async fn fetch_one<T: DecodeRow>(
        self,
        connection: Connection<'_>,
    ) -> Result<T, StoreError> {
        let row = self.fetch_optional(connection).await?;
        Ok(row.ok_or(sqlx::Error::RowNotFound)?)
    }

    /// Returns the column of all rows.
    pub(super) async fn fetch_scalars<T>(
        self,
        connection: Connection<'_>,
    ) -> Result<Vec<T>, StoreError>
    where
        (T,): DecodeRow,
    {
        let rows: Vec<(T,)> = self.fetch_all(connection).await?;
        Ok(rows.into_iter().map(|(value,)| value).collect())
    }

    pub(super) async fn fetch_optional_scalar<T>(
        self,
        connection: Connection<'_>,
    ) -> Result<Option<T>, StoreError>
    where
        (T,): DecodeRow,
    {
        let row: Option<(T,)> = self.fetch_optional(connection).await?;
        Ok(row.map(|(value,)| value))
    }

    pub(super) async fn fetch_scalar<T>(self, connection: Connection<'_>) -> Result<T, StoreError>
    where
        (T,): DecodeRow,
    {
        let (value,) = self.fetch_one(connection).await?;
        Ok(value)
    }

    /// Returns the number of rows that the statement changed.
    pub(super) async fn execute(self, connection: Connection<'_>) -> Result<u64, StoreError> {
        let (sqlite, postgres) = *self.arguments.map_err(sqlx::Error::Encode)?;
        Ok(match connection {
            Database::Sqlite(connection) => {
                let done = sqlx::query_with(self.sql, sqlite).execute(connection);
                measure(self.started, done).await?.rows_affected()
            }
            Database::Postgres(connection) => {
                let done = sqlx::query_with(self.sql, postgres).execute(connection);
                measure_with_timeout(self.started, self.timeout, done)
                    .await?
                    .rows_affected()
            }
        })
    }
}

/// Measures a statement, which is boxed to keep futures small.
fn measure<T>(
    started: Instant,
    answer: impl Future<Output = sqlx::Result<T>>,
) -> impl Future<Output = Result<T, StoreError>> {
    let answer = Box::pin(answer);
    async move {
        let answer = answer.await;
        lanai_metrics::record_database_work(DatabaseWork::Statement, started, answer.is_ok());
        Ok(answer?)
    }
}

/// Measures a statement of PostgreSQL. Returns an error if the server does not respond within
/// [`STATEMENT_TIMEOUT`].
pub(super) async fn with_timeout<T>(
    answer: impl Future<Output = sqlx::Result<T>>,
) -> Result<T, StoreError> {
    measure_with_timeout(Instant::now(), STATEMENT_TIMEOUT, answer).await
}

fn measure_with_timeout<T>(
    started: Instant,
    timeout: Duration,
    answer: impl Future<Output = sqlx::Result<T>>,
) -> impl Future<Output = Result<T, StoreError>> {
    let answer = tokio::time::timeout(timeout, Box::pin(answer));
    async move {
        let answer = answer.await;
        lanai_metrics::record_database_work(
            DatabaseWork::Statement,
            started,
            matches!(answer, Ok(Ok(_))),
        );
        Ok(answer.map_err(|_| StoreError::Timeout)??)
    }
}
