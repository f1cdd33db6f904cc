//! Rows of any table: how they are read in the order of their keys, written, and summed up.

use std::time::Duration;

use sha2::{Digest as _, Sha256};
use sqlx::{AssertSqlSafe, ColumnIndex, Decode, Row, Type};

use super::super::columns::{COPIED, ColumnKind, CopiedTable};
use super::super::query::{Connection, Database, Query, query, query_scalar};
use super::super::transaction::WriteTransaction;
use super::super::{Store, StoreError};
use super::MARK;

/// How long a database may take: nobody sits in a chat and waits for it.
const PATIENCE: Duration = Duration::from_mins(1);

/// What stands in a row and a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Number(Option<i64>),
    Text(Option<String>),
    Flag(bool),
}

/// A row, in the order of the columns.
pub(super) type Values = Vec<Value>;

/// A statement with its values.
fn query_values<'a>(sql: String, values: impl Iterator<Item = &'a Value>) -> Query<()> {
    values.fold(
        query(AssertSqlSafe(sql)).within(PATIENCE),
        |statement, value| match value {
            Value::Number(number) => statement.bind(*number),
            Value::Text(text) => statement.bind(text.as_deref()),
            Value::Flag(flag) => statement.bind(*flag),
        },
    )
}

async fn fetch_values(
    statement: Query<()>,
    on: Connection<'_>,
    table: &CopiedTable,
) -> Result<Vec<Values>, StoreError> {
    Ok(match statement.fetch_rows(on).await? {
        Database::Sqlite(rows) => rows
            .iter()
            .map(|row| values_of(table, row))
            .collect::<sqlx::Result<_>>()?,
        Database::Postgres(rows) => rows
            .iter()
            .map(|row| values_of(table, row))
            .collect::<sqlx::Result<_>>()?,
    })
}

fn values_of<'r, R: Row>(table: &CopiedTable, row: &'r R) -> sqlx::Result<Values>
where
    usize: ColumnIndex<R>,
    Option<i64>: Decode<'r, R::Database> + Type<R::Database>,
    Option<String>: Decode<'r, R::Database> + Type<R::Database>,
    bool: Decode<'r, R::Database> + Type<R::Database>,
{
    let kinds = table
        .columns
        .iter()
        .map(|(_, kind)| kind.stored())
        .enumerate();
    let values = kinds.map(|(at, kind)| match kind {
        ColumnKind::Text => row.try_get(at).map(Value::Text),
        ColumnKind::Flag => row.try_get(at).map(Value::Flag),
        ColumnKind::Number
        | ColumnKind::Person
        | ColumnKind::Place
        | ColumnKind::Name
        | ColumnKind::Persons => row.try_get(at).map(Value::Number),
    });
    values.collect()
}

/// The next rows of a table after one of them, or its first.
pub(super) async fn read(
    on: Connection<'_>,
    table: &CopiedTable,
    after: Option<&Values>,
) -> Result<Vec<Values>, StoreError> {
    let sql = reading(table, matches!(on, Database::Postgres(_)), after.is_some());
    let key = after.iter().flat_map(|row| &row[..table.key]);
    fetch_values(query_values(sql, key), on, table).await
}

/// Both homes put the same rows in the same order, that of bytes, whatever language a server sorts by. What marks an
/// unfinished copy is no part of it.
fn reading(table: &CopiedTable, in_guild: bool, after: bool) -> String {
    let columns = names(table.columns).join(", ");
    let in_order = |(name, kind): &(&str, ColumnKind)| {
        let is_text = kind.stored() == ColumnKind::Text;
        if is_text && in_guild {
            format!("{name} collate \"C\"")
        } else {
            (*name).to_owned()
        }
    };
    let key = table.columns[..table.key]
        .iter()
        .map(in_order)
        .collect::<Vec<_>>()
        .join(", ");
    let mut wanted = Vec::new();
    if after {
        wanted.push(format!("({key}) > ({})", places(1, table.key)));
    }
    if table.name == "key_value" {
        wanted.push(format!("name <> '{MARK}'"));
    }
    let wanted = if wanted.is_empty() {
        String::new()
    } else {
        format!("where {}", wanted.join(" and "))
    };
    format!(
        "select {columns} from {} {wanted} order by {key} limit {}",
        table.name, table.rows
    )
}

/// Writes rows into a table, by one statement.
pub(super) async fn write(
    writing: &mut WriteTransaction<'_>,
    table: &CopiedTable,
    rows: &[Values],
) -> Result<(), StoreError> {
    let width = table.columns.len();
    let each: Vec<String> = (0..rows.len())
        .map(|row| match writing.on() {
            // SQLite takes numbers for names, and looks each up among all.
            Database::Sqlite(_) => format!("({})", vec!["?"; width].join(", ")),
            Database::Postgres(_) => format!("({})", places(row * width + 1, width)),
        })
        .collect();
    let columns = names(table.columns).join(", ");
    let sql = format!(
        "insert into {} ({columns}) values {}",
        table.name,
        each.join(", ")
    );
    query_values(sql, rows.iter().flatten())
        .execute(writing.on())
        .await
        .map(drop)
}

/// How many rows all tables have.
pub(super) async fn count(mut on: Connection<'_>) -> Result<u64, StoreError> {
    let mut all = 0;
    for table in &COPIED {
        let sql = format!("select count(*) from {}", table.name);
        let count = query_scalar::<i64>(AssertSqlSafe(sql)).within(PATIENCE);
        let rows = count.fetch_one(on.reborrow()).await?;
        all += rows.unsigned_abs();
    }
    Ok(all)
}

/// Takes all rows out of all tables, save the mark of an unfinished copy.
pub(super) async fn clear(store: &Store) -> Result<(), StoreError> {
    let mut writing = store.writing().await?;
    let names: Vec<&str> = COPIED
        .iter()
        .map(|table| table.name)
        .filter(|name| *name != "key_value")
        .collect();
    let mut steps = match writing.on() {
        // At once: row by row, it would look through all notices for those of each table that goes.
        Database::Postgres(_) => vec![format!("truncate {} cascade", names.join(", "))],
        // It looks for the table that follows each one that goes, and would look through all of them.
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
    steps.push(format!("delete from key_value where name <> '{MARK}'"));
    for step in steps {
        query(AssertSqlSafe(step))
            .within(PATIENCE)
            .execute(writing.on())
            .await?;
    }
    writing.commit().await
}

/// Numbers that a server gives from now on come after those that were copied. SQLite counts from the greatest by itself.
pub(super) async fn count_on(store: &Store) -> Result<(), StoreError> {
    let mut writing = store.writing().await?;
    for table in COPIED.iter().filter(|table| table.numbered) {
        let name = table.name;
        let key = table.columns[0].0;
        let sql = format!(
            "select setval(pg_get_serial_sequence('{name}', '{key}'), max({key})) from {name} having count(*) > 0"
        );
        if let Database::Postgres(_) = writing.on() {
            query(AssertSqlSafe(sql))
                .within(PATIENCE)
                .execute(writing.on())
                .await?;
        }
    }
    writing.commit().await
}

fn names<'a>(columns: &'a [(&str, ColumnKind)]) -> Vec<&'a str> {
    columns.iter().map(|(name, _)| *name).collect()
}

/// `$4, $5, $6`
fn places(first: usize, count: usize) -> String {
    (first..first + count)
        .map(|place| format!("${place}"))
        .collect::<Vec<_>>()
        .join(", ")
}

// --- Proving ---

/// Which row it is: the columns of its key, and what stands there.
pub(super) fn key_of(table: &CopiedTable, row: &Values) -> String {
    let told =
        table
            .columns
            .iter()
            .zip(row)
            .take(table.key)
            .map(|((name, _), value)| match value {
                Value::Number(number) => format!("{name} {}", number.unwrap_or_default()),
                Value::Text(text) => format!("{name} {}", text.as_deref().unwrap_or_default()),
                Value::Flag(flag) => format!("{name} {flag}"),
            });
    told.collect::<Vec<_>>().join(", ")
}

/// Adds a row to a digest: each value says what it is and how long, so that no two rows look the same.
pub(super) fn add(digest: &mut Sha256, row: &Values) {
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
