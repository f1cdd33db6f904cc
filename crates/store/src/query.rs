//! Statements that SQLite and PostgreSQL both understand, each with its arguments.
//!
//! A statement is written once and runs on either database: [`query`], [`query_as`] and [`query_scalar`] work as in sqlx. Each
//! is measured, and an answer of PostgreSQL is awaited for a bounded time. Where the two databases differ, the caller matches
//! on [`Database`] and uses sqlx itself.

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

/// How long PostgreSQL may take to answer: shorter than the three seconds in which an interaction has to be answered.
pub(super) const WITHIN: Duration = Duration::from_secs(2);

/// Something of SQLite, or its counterpart of PostgreSQL.
#[derive(Clone, Debug)]
pub(super) enum Database<S, P> {
    Sqlite(S),
    Postgres(P),
}

/// A connection to either database.
pub(super) type Connection<'a> = Database<&'a mut SqliteConnection, &'a mut PgConnection>;

impl Connection<'_> {
    pub(super) fn reborrow(&mut self) -> Connection<'_> {
        match self {
            Database::Sqlite(on) => Database::Sqlite(on),
            Database::Postgres(on) => Database::Postgres(on),
        }
    }
}

impl Database<SqliteConnection, PgConnection> {
    pub(super) fn as_mut(&mut self) -> Connection<'_> {
        match self {
            Database::Sqlite(on) => Database::Sqlite(on),
            Database::Postgres(on) => Database::Postgres(on),
        }
    }

    pub(super) async fn close(self) -> Result<(), StoreError> {
        match self {
            Database::Sqlite(on) => on.close().await?,
            Database::Postgres(on) => on.close().await?,
        }
        Ok(())
    }
}

/// A statement with its arguments, whose rows become `T`.
pub(super) struct Query<T> {
    sql: SqlStr,
    /// For either database; boxed, to keep futures small.
    arguments: Result<Box<(SqliteArguments, PgArguments)>, BoxDynError>,
    within: Duration,
    read_sqlite: fn(&SqliteRow) -> sqlx::Result<T>,
    read_postgres: fn(&PgRow) -> sqlx::Result<T>,
}

/// A statement that is only executed.
pub(super) fn query(sql: impl SqlSafeStr) -> Query<()> {
    new(sql, |_| Ok(()), |_| Ok(()))
}

/// A statement whose rows become `T`.
pub(super) fn query_as<T>(sql: impl SqlSafeStr) -> Query<T>
where
    T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow>,
{
    new(sql, |row| T::from_row(row), |row| T::from_row(row))
}

/// A statement whose rows have one column.
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
        within: WITHIN,
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

    /// Awaits the answer of PostgreSQL for this long.
    pub(super) fn within(self, within: Duration) -> Query<T> {
        Query { within, ..self }
    }

    /// Returns all rows.
    pub(super) async fn fetch_all<'c, S, P>(self, on: Database<S, P>) -> Result<Vec<T>, StoreError>
    where
        S: Executor<'c, Database = Sqlite>,
        P: Executor<'c, Database = Postgres>,
    {
        let read_sqlite = self.read_sqlite;
        let read_postgres = self.read_postgres;
        Ok(match self.fetch_rows(on).await? {
            Database::Sqlite(rows) => rows.iter().map(read_sqlite).collect::<sqlx::Result<_>>()?,
            Database::Postgres(rows) => rows
                .iter()
                .map(read_postgres)
                .collect::<sqlx::Result<_>>()?,
        })
    }

    /// Returns all rows as they are.
    pub(super) async fn fetch_rows<'c, S, P>(
        self,
        on: Database<S, P>,
    ) -> Result<Database<Vec<SqliteRow>, Vec<PgRow>>, StoreError>
    where
        S: Executor<'c, Database = Sqlite>,
        P: Executor<'c, Database = Postgres>,
    {
        let (sqlite, postgres) = *self.arguments.map_err(sqlx::Error::Encode)?;
        Ok(match on {
            Database::Sqlite(on) => {
                Database::Sqlite(measure(sqlx::query_with(self.sql, sqlite).fetch_all(on)).await?)
            }
            Database::Postgres(on) => {
                let rows = sqlx::query_with(self.sql, postgres).fetch_all(on);
                Database::Postgres(measure_within(self.within, rows).await?)
            }
        })
    }

    /// Returns the first row, if there is one.
    pub(super) async fn fetch_optional<'c, S, P>(
        self,
        on: Database<S, P>,
    ) -> Result<Option<T>, StoreError>
    where
        S: Executor<'c, Database = Sqlite>,
        P: Executor<'c, Database = Postgres>,
    {
        let (sqlite, postgres) = *self.arguments.map_err(sqlx::Error::Encode)?;
        match on {
            Database::Sqlite(on) => {
                let row = measure(sqlx::query_with(self.sql, sqlite).fetch_optional(on)).await?;
                Ok(row.as_ref().map(self.read_sqlite).transpose()?)
            }
            Database::Postgres(on) => {
                let row = measure_within(
                    self.within,
                    sqlx::query_with(self.sql, postgres).fetch_optional(on),
                )
                .await?;
                Ok(row.as_ref().map(self.read_postgres).transpose()?)
            }
        }
    }

    /// Returns the first row; an error if there is none.
    pub(super) async fn fetch_one<'c, S, P>(self, on: Database<S, P>) -> Result<T, StoreError>
    where
        S: Executor<'c, Database = Sqlite>,
        P: Executor<'c, Database = Postgres>,
    {
        Ok(self
            .fetch_optional(on)
            .await?
            .ok_or(sqlx::Error::RowNotFound)?)
    }

    /// Returns how many rows the statement changed.
    pub(super) async fn execute<'c, S, P>(self, on: Database<S, P>) -> Result<u64, StoreError>
    where
        S: Executor<'c, Database = Sqlite>,
        P: Executor<'c, Database = Postgres>,
    {
        let (sqlite, postgres) = *self.arguments.map_err(sqlx::Error::Encode)?;
        match on {
            Database::Sqlite(on) => Ok(measure(sqlx::query_with(self.sql, sqlite).execute(on))
                .await?
                .rows_affected()),
            Database::Postgres(on) => Ok(measure_within(
                self.within,
                sqlx::query_with(self.sql, postgres).execute(on),
            )
            .await?
            .rows_affected()),
        }
    }
}

/// Measures how long a statement takes.
async fn measure<T>(answer: impl Future<Output = sqlx::Result<T>>) -> Result<T, StoreError> {
    let asked = Instant::now();
    let answer = answer.await;
    lanai_metrics::record_database_work(DatabaseWork::Statement, asked, answer.is_ok());
    Ok(answer?)
}

/// Measures a statement of PostgreSQL; an error if the server is silent for [`WITHIN`], as when the line to it is cut.
pub(super) async fn soon<T>(
    answer: impl Future<Output = sqlx::Result<T>>,
) -> Result<T, StoreError> {
    measure_within(WITHIN, answer).await
}

async fn measure_within<T>(
    within: Duration,
    answer: impl Future<Output = sqlx::Result<T>>,
) -> Result<T, StoreError> {
    let asked = Instant::now();
    let answer = tokio::time::timeout(within, answer).await;
    lanai_metrics::record_database_work(
        DatabaseWork::Statement,
        asked,
        matches!(answer, Ok(Ok(_))),
    );
    Ok(answer.map_err(|_| StoreError::Silent)??)
}
