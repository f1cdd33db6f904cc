//! Statements for SQLite and PostgreSQL, with their arguments.
//!
//! A statement is written once and runs on either database: [`query`], [`query_as`] and
//! [`query_scalar`] work as in sqlx. Each is measured, and PostgreSQL must respond within a
//! timeout. Where the databases differ, the caller matches on [`Database`] and uses sqlx itself.

use std::time::{Duration, Instant};

use sqlx::error::BoxDynError;
use sqlx::postgres::{PgArguments, PgRow, Postgres};
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteRow};
use sqlx::{
    Arguments as _, Connection as _, Decode, Encode, Executor, FromRow, PgConnection, Row as _,
    SqlSafeStr, SqlStr, SqliteConnection, Type,
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

/// A statement with its arguments, whose rows become `T`.
pub(super) struct Query<T> {
    sql: SqlStr,
    /// The arguments for either database, boxed to keep futures small.
    arguments: Result<Box<(SqliteArguments, PgArguments)>, BoxDynError>,
    timeout: Duration,
    read_sqlite: fn(&SqliteRow) -> sqlx::Result<T>,
    read_postgres: fn(&PgRow) -> sqlx::Result<T>,
}

/// Returns a statement without result rows.
pub(super) fn query(sql: impl SqlSafeStr) -> Query<()> {
    new(sql, |_| Ok(()), |_| Ok(()))
}

/// Returns a statement whose rows become `T`.
pub(super) fn query_as<T>(sql: impl SqlSafeStr) -> Query<T>
where
    T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow>,
{
    new(sql, |row| T::from_row(row), |row| T::from_row(row))
}

/// Returns a statement whose rows have one column.
pub(super) fn query_scalar<T>(sql: impl SqlSafeStr) -> Query<T>
where
    T: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>,
{
    new(sql, |row| row.try_get(0), |row| row.try_get(0))
}

fn new<T>(
    sql: impl SqlSafeStr,
    read_sqlite: fn(&SqliteRow) -> sqlx::Result<T>,
    read_postgres: fn(&PgRow) -> sqlx::Result<T>,
) -> Query<T> {
    let sql = sql.into_sql_str();
    Query {
        sql,
        arguments: Ok(Box::default()),
        timeout: STATEMENT_TIMEOUT,
        read_sqlite,
        read_postgres,
    }
}

impl<T> Query<T> {
    /// Binds the next argument, counted from `$1`.
    pub(super) fn bind<'q, A>(mut self, argument: A) -> Query<T>
    where
        A: Encode<'q, Sqlite> + Type<Sqlite> + Encode<'q, Postgres> + Type<Postgres>,
    {
        self.arguments = self.arguments.and_then(|mut arguments| {
            arguments.0.add(&argument)?;
            arguments.1.add(&argument)?;
            Ok(arguments)
        });
        self
    }

    /// Sets another timeout for PostgreSQL.
    pub(super) fn with_timeout(self, timeout: Duration) -> Query<T> {
        Query { timeout, ..self }
    }

    pub(super) async fn fetch_all<'c, S, P>(
        self,
        connection: Database<S, P>,
    ) -> Result<Vec<T>, StoreError>
    where
        S: Executor<'c, Database = Sqlite>,
        P: Executor<'c, Database = Postgres>,
    {
        let read_sqlite = self.read_sqlite;
        let read_postgres = self.read_postgres;
        Ok(match self.fetch_rows(connection).await? {
            Database::Sqlite(rows) => rows.iter().map(read_sqlite).collect::<sqlx::Result<_>>()?,
            Database::Postgres(rows) => rows
                .iter()
                .map(read_postgres)
                .collect::<sqlx::Result<_>>()?,
        })
    }

    /// Returns all rows undecoded.
    pub(super) async fn fetch_rows<'c, S, P>(
        self,
        connection: Database<S, P>,
    ) -> Result<Database<Vec<SqliteRow>, Vec<PgRow>>, StoreError>
    where
        S: Executor<'c, Database = Sqlite>,
        P: Executor<'c, Database = Postgres>,
    {
        let (sqlite, postgres) = *self.arguments.map_err(sqlx::Error::Encode)?;
        Ok(match connection {
            Database::Sqlite(connection) => Database::Sqlite(
                measure(sqlx::query_with(self.sql, sqlite).fetch_all(connection)).await?,
            ),
            Database::Postgres(connection) => {
                let rows = sqlx::query_with(self.sql, postgres).fetch_all(connection);
                Database::Postgres(measure_with_timeout(self.timeout, rows).await?)
            }
        })
    }

    pub(super) async fn fetch_optional<'c, S, P>(
        self,
        connection: Database<S, P>,
    ) -> Result<Option<T>, StoreError>
    where
        S: Executor<'c, Database = Sqlite>,
        P: Executor<'c, Database = Postgres>,
    {
        let (sqlite, postgres) = *self.arguments.map_err(sqlx::Error::Encode)?;
        match connection {
            Database::Sqlite(connection) => {
                let row =
                    measure(sqlx::query_with(self.sql, sqlite).fetch_optional(connection)).await?;
                Ok(row.as_ref().map(self.read_sqlite).transpose()?)
            }
            Database::Postgres(connection) => {
                let row = measure_with_timeout(
                    self.timeout,
                    sqlx::query_with(self.sql, postgres).fetch_optional(connection),
                )
                .await?;
                Ok(row.as_ref().map(self.read_postgres).transpose()?)
            }
        }
    }

    /// Returns the first row, or an error if there is none.
    pub(super) async fn fetch_one<'c, S, P>(
        self,
        connection: Database<S, P>,
    ) -> Result<T, StoreError>
    where
        S: Executor<'c, Database = Sqlite>,
        P: Executor<'c, Database = Postgres>,
    {
        Ok(self
            .fetch_optional(connection)
            .await?
            .ok_or(sqlx::Error::RowNotFound)?)
    }

    /// Executes the statement. Returns the number of rows that it changed.
    pub(super) async fn execute<'c, S, P>(
        self,
        connection: Database<S, P>,
    ) -> Result<u64, StoreError>
    where
        S: Executor<'c, Database = Sqlite>,
        P: Executor<'c, Database = Postgres>,
    {
        let (sqlite, postgres) = *self.arguments.map_err(sqlx::Error::Encode)?;
        match connection {
            Database::Sqlite(connection) => Ok(measure(
                sqlx::query_with(self.sql, sqlite).execute(connection),
            )
            .await?
            .rows_affected()),
            Database::Postgres(connection) => Ok(measure_with_timeout(
                self.timeout,
                sqlx::query_with(self.sql, postgres).execute(connection),
            )
            .await?
            .rows_affected()),
        }
    }
}

async fn measure<T>(answer: impl Future<Output = sqlx::Result<T>>) -> Result<T, StoreError> {
    let started = Instant::now();
    let answer = answer.await;
    lanai_metrics::record_database_work(DatabaseWork::Statement, started, answer.is_ok());
    Ok(answer?)
}

/// Measures a statement of PostgreSQL. Returns an error if the server does not respond within
/// [`STATEMENT_TIMEOUT`].
pub(super) async fn with_timeout<T>(
    answer: impl Future<Output = sqlx::Result<T>>,
) -> Result<T, StoreError> {
    measure_with_timeout(STATEMENT_TIMEOUT, answer).await
}

async fn measure_with_timeout<T>(
    timeout: Duration,
    answer: impl Future<Output = sqlx::Result<T>>,
) -> Result<T, StoreError> {
    let started = Instant::now();
    let answer = tokio::time::timeout(timeout, answer).await;
    lanai_metrics::record_database_work(
        DatabaseWork::Statement,
        started,
        matches!(answer, Ok(Ok(_))),
    );
    Ok(answer.map_err(|_| StoreError::Timeout)??)
}
