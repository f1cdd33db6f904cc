//! Copies cover every table and column; a migration that adds one has to say how it is copied.

use std::collections::BTreeMap;

use lanai_store::{Address, COPIED_TABLES, ColumnKind};
use sqlx::{Connection as _, PgConnection};

use super::open_sqlite;
use lanai_testing::homes::Database;

/// Tables that stay behind: what they hold is of the moment, or of the home itself.
const NOT_COPIED: [&str; 6] = [
    "_sqlx_migrations",
    "process",
    "claim",
    "session",
    "gate",
    "heard",
];

/// The columns of a table, in the order of their names, with what each holds and its place in the
/// key.
type Columns = BTreeMap<String, (ColumnKind, i64)>;

fn copied_columns() -> BTreeMap<String, Columns> {
    let columns = |table: &lanai_store::CopiedTable| {
        let key = |at: usize| {
            if at < table.key_column_count {
                i64::try_from(at + 1).unwrap()
            } else {
                0
            }
        };
        let all = table.columns.iter().enumerate();
        all.map(|(at, column)| {
            (
                column.name.to_owned(),
                (column.kind.storage_kind(), key(at)),
            )
        })
        .collect()
    };
    COPIED_TABLES
        .iter()
        .map(|table| (table.name.to_owned(), columns(table)))
        .collect()
}

/// Groups rows that each describe a column.
fn group_columns(rows: Vec<(String, String, String, i64)>) -> BTreeMap<String, Columns> {
    let mut tables: BTreeMap<String, Columns> = BTreeMap::new();
    for (table, column, kind, key) in rows {
        // Booleans are integers in SQLite.
        let is_flag = ["stands_in", "for_person", "ahead"].contains(&column.as_str());
        let kind = match kind.to_lowercase().as_str() {
            "text" => ColumnKind::Text,
            "boolean" => ColumnKind::Flag,
            "integer" if is_flag => ColumnKind::Flag,
            "integer" | "bigint" => ColumnKind::Number,
            other => panic!("{table}.{column} is {other}: how is it copied?"),
        };
        tables.entry(table).or_default().insert(column, (kind, key));
    }
    tables
}

#[tokio::test(flavor = "multi_thread")]
async fn every_table_and_column_of_a_file_is_copied() {
    let database = Database::create_file();
    database.open_store().await.close().await;
    let Address::File(path) = database.address() else {
        panic!("it's a file")
    };
    let mut file = open_sqlite(&path).await;
    let sql =
            "select m.name, c.name, c.type, c.pk from sqlite_master as m join pragma_table_info(m.name) as c
                   where m.type = 'table' and m.name not like 'sqlite~_%' escape '~'";
    let mut rows: Vec<(String, String, String, i64)> =
        sqlx::query_as(sql).fetch_all(&mut file).await.unwrap();
    rows.retain(|(table, ..)| !NOT_COPIED.contains(&table.as_str()));
    assert_eq!(group_columns(rows), copied_columns());
}

#[tokio::test(flavor = "multi_thread")]
async fn every_table_and_column_of_a_server_is_copied() {
    let Some(database) = Database::create_on_server().await else {
        return;
    };
    database.open_store().await.close().await;
    let Address::Server(address) = database.address() else {
        panic!("it is on a server")
    };
    let mut server = PgConnection::connect(&address).await.unwrap();
    let sql = "select c.table_name::text, c.column_name::text, c.data_type::text, coalesce(
                       (select k.ordinal_position from information_schema.key_column_usage as k
                        join information_schema.table_constraints as t using (constraint_name, table_name, table_schema)
                        where t.constraint_type = 'PRIMARY KEY' and k.table_schema = c.table_schema
                          and k.table_name = c.table_name and k.column_name = c.column_name), 0)::bigint
                   from information_schema.columns as c where c.table_schema = current_schema()";
    let mut rows: Vec<(String, String, String, i64)> =
        sqlx::query_as(sql).fetch_all(&mut server).await.unwrap();
    rows.retain(|(table, ..)| !NOT_COPIED.contains(&table.as_str()));
    assert_eq!(group_columns(rows), copied_columns());
}

/// Generated ids continue after the copied ones.
#[tokio::test(flavor = "multi_thread")]
async fn every_postgres_sequence_is_copied() {
    let Some(database) = Database::create_on_server().await else {
        return;
    };
    database.open_store().await.close().await;
    let Address::Server(address) = database.address() else {
        panic!("it is on a server")
    };
    let mut server = PgConnection::connect(&address).await.unwrap();
    let sql = "select table_name::text from information_schema.columns
                   where table_schema = current_schema() and (is_identity = 'YES' or column_default like 'nextval%')
                   order by 1";
    let mut given: Vec<String> = sqlx::query_scalar(sql)
        .fetch_all(&mut server)
        .await
        .unwrap();
    given.retain(|table| !NOT_COPIED.contains(&table.as_str()));
    let known: Vec<&str> = COPIED_TABLES
        .iter()
        .filter(|table| table.has_generated_key)
        .map(|table| table.name)
        .collect();
    assert_eq!(given, known);
}
