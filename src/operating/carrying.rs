//! `lanai export` and `lanai import`: one table goes from a database to another, and is proven at both ends.

use std::error::Error;
use std::io::{self, Write as _};

use super::{backups, proving};
use crate::cli::{ExportArgs, ImportArgs};
use crate::config;
use crate::store::{
    Address, BackupError, CarryError, GameId, Held, Store, export_table, folder_of, import_table,
};
use crate::tables::{Proof, Tables};
use crate::words::Words;

/// Writes a table into a file.
pub(super) async fn export(words: &Words, arguments: &ExportArgs) -> Result<(), Box<dyn Error>> {
    let ExportArgs { database, table, file } = arguments;
    let database = Address::read(config::database_named("DATABASE", database)?.reveal())?;
    if file.exists() {
        return Err(backups::told(words, &BackupError::Exists(file.clone())).into());
    }
    let below = folder_of(file);
    let backup = export_table(&database, GameId(*table), below).await.map_err(|it| told(words, &it))?;
    let store = backup.store().await.map_err(|error| backups::told(words, &error))?;
    let proof = proving::prove_all(words, &store).await;
    store.close().await;
    let proof = proof?;
    backup.keep(file).map_err(|error| backups::told(words, &error))?;
    let filled = [("table", table.to_string().into()), ("file", file.display().to_string().into())];
    if !proof.wrong.is_empty() {
        return Err(words.say("export-unproven", &filled).into());
    }
    writeln!(io::stdout(), "{}", words.say("export-done", &filled))?;
    Ok(())
}

/// Writes the table of a file into a database.
pub(super) async fn import(words: &Words, arguments: &ImportArgs) -> Result<(), Box<dyn Error>> {
    let ImportArgs { database, file } = arguments;
    let database = Address::read(config::database_named("DATABASE", database)?.reveal())?;
    let backup = backups::take(words, &Address::File(file.clone()), &std::env::temp_dir()).await?;
    let from = backup.store().await.map_err(|error| backups::told(words, &error))?;
    let imported = into_database(words, &from, &database).await;
    from.close().await;
    let table = imported?;
    let filled = [("table", table.0.to_string().into()), ("database", database.to_string().into())];
    writeln!(io::stdout(), "{}", words.say("import-done", &filled))?;
    Ok(())
}

async fn into_database(words: &Words, from: &Store, database: &Address) -> Result<GameId, Box<dyn Error>> {
    let count = Tables::new(from.clone()).count().await?;
    if count != 1 {
        return Err(words.say("import-not-one", &[("n", count.into())]).into());
    }
    let Proof { wrong, other_editions, .. } = proving::prove_all(words, from).await?;
    if !wrong.is_empty() || !other_editions.is_empty() {
        return Err(words.say("import-unproven", &[]).into());
    }
    if let Address::File(path) = database
        && !path.is_file()
    {
        return Err(words.say("unfit-no-file", &[("file", database.to_string().into())]).into());
    }
    let _held = Held::hold(database).await.map_err(|error| backups::served(words, error))?;
    let to = Store::at(database).await?;
    let imported = import_table(from, &to).await;
    let tables = Tables::new(to.clone());
    let proof = match &imported {
        Ok(table) => tables.prove_each(vec![*table], |_| ()).await,
        Err(_) => Ok(Proof::default()),
    };
    to.close().await;
    let table = imported.map_err(|error| told(words, &error))?;
    match proof?.wrong.pop() {
        Some(wrong) => Err(wrong.into()),
        None => Ok(table),
    }
}

fn told(words: &Words, error: &CarryError) -> String {
    match error {
        CarryError::NoTable(game) => words.say("export-no-table", &[("table", game.0.to_string().into())]),
        CarryError::Older(file) => words.say("export-older", &[("file", file.into())]),
        CarryError::NotOne(n) => words.say("import-not-one", &[("n", (*n).into())]),
        CarryError::Taken => words.say("import-taken", &[]),
        CarryError::Backup(error) => backups::told(words, error),
        CarryError::Store(error) => error.to_string(),
    }
}
