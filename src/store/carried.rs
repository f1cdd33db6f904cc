//! One table, carried from a database to another: with its seats, its log and how it ended, and without what belongs to a place:
//! notices, messages that stand there, who watches it elsewhere, what people noted, and ratings. It travels as a database that
//! holds nothing else, so that a newer program brings it up to date as it does with any other.

use std::path::Path;

use super::backup::{Backup, BackupError, private_folder};
use super::columns::{COPIED, CopiedTable};
use super::condition::{Condition, Unfit};
use super::copy::{CopyError, Source, Value, Values, count_on, read_of, write};
use super::home::Address;
use super::query::Database;
use super::{GameId, Store, StoreError};

/// Where it is written down, and in which column it says of what it is.
const CARRIED: [(&str, &str); 7] = [
    ("figures", "digest"),
    ("game", "game_id"),
    ("seat", "game_id"),
    ("entry", "game_id"),
    ("wait", "game_id"),
    ("result", "game_id"),
    ("participant", "game_id"),
];

/// Why a table is not carried.
#[derive(Debug, thiserror::Error)]
#[error("{self:?}")]
pub enum CarryError {
    /// There is no such table.
    NoTable(GameId),
    /// The database is of an earlier version.
    Older(String),
    /// A file does not hold one table alone, but so many.
    NotOne(usize),
    /// Where it belongs there is another.
    Taken,
    /// A file cannot be made or used.
    Backup(#[from] BackupError),
    /// A database cannot be opened, or a statement failed.
    Store(#[from] StoreError),
}

impl From<Unfit> for CarryError {
    fn from(unfit: Unfit) -> CarryError {
        CarryError::Backup(unfit.into())
    }
}

impl From<CopyError> for CarryError {
    fn from(error: CopyError) -> CarryError {
        CarryError::Backup(error.into())
    }
}

/// The rows of a table in one of the tables of a database.
type Carried = (&'static CopiedTable, Vec<Values>);

/// Writes a table into a file of its own, in a folder below this one. Others may serve the database meanwhile.
pub async fn export_table(database: &Address, game: GameId, below: &Path) -> Result<Backup, CarryError> {
    if Condition::of_existing(database).await? != Condition::Today {
        return Err(CarryError::Older(database.to_string()));
    }
    let folder =
        private_folder(below).map_err(|error| BackupError::Place { place: below.to_owned(), error })?;
    let mut source = Source::open(database, false).await?;
    let found = of_source(&mut source, game).await;
    source.close().await?;
    let found = found?.ok_or(CarryError::NoTable(game))?;
    let file = folder.path().join("lanai.db");
    let store = Store::open(&file).await?;
    let written = written(&store, &found, game.0).await;
    store.close().await;
    written?;
    Ok(Backup::around(folder, file))
}

/// Writes the one table of a database into another, under a number of its own there.
pub async fn import_table(from: &Store, to: &Store) -> Result<GameId, CarryError> {
    let all = from.all_tables(None).await?;
    let [game] = all[..] else { return Err(CarryError::NotOne(all.len())) };
    let mut found = Vec::new();
    for (table, column) in tables() {
        let Database::Sqlite(readers) = &from.readers else { return Err(CarryError::NotOne(0)) };
        let mut reader = readers.acquire().await.map_err(StoreError::from)?;
        let of = of_what(&found, game, column);
        let read = read_of(Database::Sqlite(&mut *reader), table, column, &of).await;
        found.push((table, read?));
    }
    let number = to.next_table().await?;
    written(to, &found, number.0).await?;
    Ok(number)
}

/// What is carried of a table that is read from a database; nothing if there is none.
async fn of_source(source: &mut Source, game: GameId) -> Result<Option<Vec<Carried>>, StoreError> {
    let mut found: Vec<Carried> = Vec::new();
    for (table, column) in tables() {
        let of = of_what(&found, game, column);
        found.push((table, read_of(source.on(), table, column, &of).await?));
    }
    Ok(found.iter().any(|(table, rows)| table.name == "game" && !rows.is_empty()).then_some(found))
}

/// The tables of the database, the game before the figures by which it is played.
fn tables() -> impl Iterator<Item = (&'static CopiedTable, &'static str)> {
    let named = |name: &str| COPIED.iter().find(|table| table.name == name);
    let (figures, others) = CARRIED.split_at(1);
    others.iter().chain(figures).filter_map(move |(name, column)| Some((named(name)?, *column)))
}

/// Of what rows are wanted: of the game, or of the figures that it names.
fn of_what(found: &[Carried], game: GameId, column: &str) -> Value {
    let game_row = found.iter().find(|(table, _)| table.name == "game").and_then(|(table, rows)| {
        rows.first().and_then(|row| Some(row[place_of(table, "figures")?].clone()))
    });
    match game_row {
        Some(figures) if column == "digest" => figures,
        _ => Value::Number(Some(game.0)),
    }
}

fn place_of(table: &CopiedTable, column: &str) -> Option<usize> {
    table.columns.iter().position(|(name, _)| *name == column)
}

/// Writes it under this number, in one transaction.
async fn written(store: &Store, found: &[Carried], number: i64) -> Result<(), CarryError> {
    let known = match found.iter().find(|(table, _)| table.name == "figures") {
        Some((_, rows)) => match rows.first().map(|row| &row[0]) {
            Some(Value::Text(Some(digest))) => store.figures(digest).await?.is_some(),
            _ => false,
        },
        None => false,
    };
    let mut writing = store.writing().await?;
    // In the order in which rows refer to each other.
    for (name, _) in CARRIED {
        let Some((table, rows)) = found.iter().find(|(table, _)| table.name == name) else { continue };
        if rows.is_empty() || name == "figures" && known {
            continue;
        }
        let rows: Vec<Values> = rows.iter().map(|row| moved(table, row, number)).collect();
        for some in rows.chunks(table.rows) {
            write(&mut writing, table, some).await.map_err(taken)?;
        }
    }
    writing.commit().await?;
    Ok(count_on(store).await?)
}

/// A row as it is elsewhere: of a game by another number, that follows none, and moves no rating.
fn moved(table: &CopiedTable, row: &Values, number: i64) -> Values {
    let mut row = row.clone();
    let mut set = |column: &str, value: Value| {
        if let Some(place) = place_of(table, column) {
            row[place] = value;
        }
    };
    set("game_id", Value::Number(Some(number)));
    if table.name == "game" {
        set("follows", Value::Number(None));
    }
    if table.name == "result" {
        set("rated", Value::Flag(false));
        set("counted", Value::Number(None));
        set("struck", Value::Flag(false));
    }
    row
}

/// A channel has one table at a time, and a person one first game.
fn taken(error: StoreError) -> CarryError {
    let is_taken = matches!(&error, StoreError::Database(error)
        if error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation));
    if is_taken { CarryError::Taken } else { error.into() }
}
