//! Reads rows of any table in the order of their keys, writes them, and hashes them.

use std::time::Duration;

use sha2::{Digest as _, Sha256};
use sqlx::{AssertSqlSafe, ColumnIndex, Decode, Row, Type};

use super::super::query::{Connection, Database, Query, query};
use super::super::schema::{COPIED_TABLES, Column, ColumnKind, CopiedTable};
use super::super::transaction::WriteTransaction;
use super::super::{Store, StoreError};
use super::UNFINISHED_COPY;

/// A generous timeout, because no user waits for these statements.
const COPY_STATEMENT_TIMEOUT: Duration = Duration::from_mins(1);

/// The value of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Number(Option<i64>),
    Text(Option<String>),
    Flag(bool),
}

/// The values of a row, in the order of the columns.
pub(super) type Values = Vec<Value>;

/// Returns a statement with these arguments.
fn query_values<'a>(sql: String, values: impl Iterator<Item = &'a Value>) -> Query {
    values.fold(
        query(AssertSqlSafe(sql), ()).with_timeout(COPY_STATEMENT_TIMEOUT),
        |statement, value| match value {
            Value::Number(number) => statement.bind(*number),
            Value::Text(text) => statement.bind(text.as_deref()),
            Value::Flag(flag) => statement.bind(*flag),
        },
    )
}

async fn fetch_values(
    statement: Query,
    connection: Connection<'_>,
    table: &CopiedTable,
) -> Result<Vec<Values>, StoreError> {
    Ok(match statement.fetch_rows(connection).await? {
        Database::Sqlite(rows) => rows
            .iter()
            .map(|row| decode_row(table, row))
            .collect::<sqlx::Result<_>>()?,
        Database::Postgres(rows) => rows
            .iter()
            .map(|row| decode_row(table, row))
            .collect::<sqlx::Result<_>>()?,
    })
}

fn decode_row<'r, R: Row>(table: &CopiedTable, row: &'r R) -> sqlx::Result<Values>
where
    usize: ColumnIndex<R>,
    Option<i64>: Decode<'r, R::Database> + Type<R::Database>,
    Option<String>: Decode<'r, R::Database> + Type<R::Database>,
    bool: Decode<'r, R::Database> + Type<R::Database>,
{
    let kinds = table
        .columns
        .iter()
        .map(|column| column.kind.storage_kind())
        .enumerate();
    let values = kinds.map(|(at, kind)| match kind {
        ColumnKind::Text => row.try_get(at).map(Value::Text),
        ColumnKind::Flag => row.try_get(at).map(Value::Flag),
        ColumnKind::Number
        | ColumnKind::Person
        | ColumnKind::ChannelOrPerson
        | ColumnKind::PersonText
        | ColumnKind::MentionsPersons => row.try_get(at).map(Value::Number),
    });
    values.collect()
}

/// Reads the batch of rows after the row `after`, or the first batch.
pub(super) async fn read_batch(
    connection: Connection<'_>,
    table: &CopiedTable,
    after: Option<&Values>,
) -> Result<Vec<Values>, StoreError> {
    let sql = select_batch_sql(
        table,
        matches!(connection, Database::Postgres(_)),
        after.is_some(),
    );
    let key = after.iter().flat_map(|row| &row[..table.key_column_count]);
    fetch_values(query_values(sql, key), connection, table).await
}

/// Returns the statement that reads a batch. Text is ordered by bytes, so that both databases agree
/// whatever the locale of the server. The mark of an unfinished copy is skipped.
fn select_batch_sql(table: &CopiedTable, on_postgres: bool, after: bool) -> String {
    let columns = column_names(table.columns).join(", ");
    let mut key = Vec::with_capacity(table.key_column_count);
    for column in &table.columns[..table.key_column_count] {
        if on_postgres && column.kind.storage_kind() == ColumnKind::Text {
            key.push(format!("{} collate \"C\"", column.name));
        } else {
            key.push(column.name.to_owned());
        }
    }
    let key = key.join(", ");
    let mut conditions = Vec::new();
    if after {
        conditions.push(format!(
            "({key}) > ({})",
            placeholders(1, table.key_column_count)
        ));
    }
    if table.name == "key_value" {
        conditions.push(format!("name <> '{UNFINISHED_COPY}'"));
    }
    let conditions = if conditions.is_empty() {
        String::new()
    } else {
        format!("where {}", conditions.join(" and "))
    };
    format!(
        "select {columns} from {} {conditions} order by {key} limit {}",
        table.name, table.batch_size
    )
}

/// Inserts rows by one statement.
pub(super) async fn insert_batch(
    transaction: &mut WriteTransaction<'_>,
    table: &CopiedTable,
    rows: &[Values],
) -> Result<(), StoreError> {
    let width = table.columns.len();
    let tuples: Vec<String> = (0..rows.len())
        .map(|row| match transaction.connection() {
            // SQLite looks a numbered parameter up among all others, which is slow here.
            Database::Sqlite(_) => format!("({})", vec!["?"; width].join(", ")),
            Database::Postgres(_) => format!("({})", placeholders(row * width + 1, width)),
        })
        .collect();
    let columns = column_names(table.columns).join(", ");
    let sql = format!(
        "insert into {} ({columns}) values {}",
        table.name,
        tuples.join(", ")
    );
    let insert = query_values(sql, rows.iter().flatten());
    insert.execute(transaction.connection()).await.map(drop)
}

pub(super) async fn count_all(mut connection: Connection<'_>) -> Result<u64, StoreError> {
    let mut all = 0;
    for table in &COPIED_TABLES {
        let sql = format!("select count(*) from {}", table.name);
        let count = query(AssertSqlSafe(sql), ()).with_timeout(COPY_STATEMENT_TIMEOUT);
        let rows: i64 = count.fetch_scalar(connection.reborrow()).await?;
        all += rows.unsigned_abs();
    }
    Ok(all)
}

/// Deletes all rows of all tables, except for the mark of an unfinished copy.
pub(super) async fn clear_all(store: &Store) -> Result<(), StoreError> {
    let mut transaction = store.begin().await?;
    let names: Vec<&str> = COPIED_TABLES
        .iter()
        .map(|table| table.name)
        .filter(|name| *name != "key_value")
        .collect();
    let mut steps = match transaction.connection() {
        // The tables are emptied at once: deleting row by row would search all notices for each row
        // of `game_table`.
        Database::Postgres(_) => vec![format!("truncate {} cascade", names.join(", "))],
        // Deleting a row of `game_table` searches for its rematch, which needs an index here.
        Database::Sqlite(_) => {
            let delete = names.iter().rev().map(|name| format!("delete from {name}"));
            let [with, without] = [
                "create index clearing on game_table (rematch_of)",
                "drop index clearing",
            ];
            std::iter::once(with.to_owned())
                .chain(delete)
                .chain([without.to_owned()])
                .collect()
        }
    };
    steps.push(format!(
        "delete from key_value where name <> '{UNFINISHED_COPY}'"
    ));
    for step in steps {
        query(AssertSqlSafe(step), ())
            .with_timeout(COPY_STATEMENT_TIMEOUT)
            .execute(transaction.connection())
            .await?;
    }
    transaction.commit().await
}

/// Lets the sequences of PostgreSQL continue after the copied ids. SQLite needs nothing.
pub(super) async fn advance_sequences(store: &Store) -> Result<(), StoreError> {
    let mut transaction = store.begin().await?;
    for table in COPIED_TABLES.iter().filter(|table| table.has_generated_key) {
        let name = table.name;
        let key = table.columns[0].name;
        let sql = format!(
            "select setval(pg_get_serial_sequence('{name}', '{key}'), max({key})) from {name} having count(*) > 0"
        );
        if let Database::Postgres(_) = transaction.connection() {
            query(AssertSqlSafe(sql), ())
                .with_timeout(COPY_STATEMENT_TIMEOUT)
                .execute(transaction.connection())
                .await?;
        }
    }
    transaction.commit().await
}

fn column_names(columns: &[Column]) -> Vec<&'static str> {
    columns.iter().map(|column| column.name).collect()
}

/// Returns placeholders such as `$4, $5, $6`.
fn placeholders(first: usize, count: usize) -> String {
    (first..first + count)
        .map(|place| format!("${place}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns the columns and values of the key of a row.
pub(super) fn format_key(table: &CopiedTable, row: &Values) -> String {
    let parts = table
        .columns
        .iter()
        .zip(row)
        .take(table.key_column_count)
        .map(|(Column { name, .. }, value)| match value {
            Value::Number(number) => format!("{name} {}", number.unwrap_or_default()),
            Value::Text(text) => format!("{name} {}", text.as_deref().unwrap_or_default()),
            Value::Flag(flag) => format!("{name} {flag}"),
        });
    parts.collect::<Vec<_>>().join(", ")
}

/// Adds a row to a digest. Each value is preceded by its type and length, so that different rows
/// have different encodings.
pub(super) fn hash_row(digest: &mut Sha256, row: &Values) {
    for value in row {
        match value {
            Value::Number(None) | Value::Text(None) => digest.update([0]),
            Value::Number(Some(number)) => {
                digest.update([1]);
                digest.update(number.to_be_bytes());
            }
            Value::Text(Some(text)) => {
                digest.update([2]);
                digest.update((text.len() as u64).to_be_bytes());
                digest.update(text);
            }
            Value::Flag(flag) => digest.update([3, u8::from(*flag)]),
        }
    }
}
