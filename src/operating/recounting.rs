//! `lanai store recount`: ratings are counted anew, without the games that are taken out of them.

use std::error::Error;
use std::io::{self, Write as _};

use crate::cli::{Progress, RecountArgs};
use crate::config;
use crate::store::{Address, GameId, Recount};
use crate::tables::Tables;
use crate::words::Words;

/// Counts all ratings anew, without the games that are taken out, and says which these are.
pub(super) async fn recount(words: &Words, arguments: &RecountArgs) -> Result<(), Box<dyn Error>> {
    let RecountArgs { database, without, with } = arguments;
    let database = Address::read(config::database_named("DATABASE", database)?.reveal())?;
    let both = |name, game: i64| words.say(name, &[("game", game.to_string().into())]);
    if let Some(game) = without.iter().find(|game| with.contains(game)) {
        return Err(both("recount-both", *game).into());
    }
    let struck = without.iter().map(|game| (GameId(*game), true));
    let struck: Vec<_> = struck.chain(with.iter().map(|game| (GameId(*game), false))).collect();
    let recount = Recount::begin(&database).await?;
    let tables = Tables::new(recount.store().clone());
    for (game, _) in &struck {
        if !tables.is_to_count(*game).await? {
            return Err(both("recount-unknown", game.0).into());
        }
    }
    let games = tables.to_count().await?;
    let mut progress = Progress::begin(words, "progress-counting", games);
    tables.count_anew(&struck, |done| progress.at(done)).await?;
    drop(progress);
    let out = tables.struck().await?;
    recount.finish().await?;
    let mut output = io::stdout();
    writeln!(output, "{}", words.say("recount-done", &[("n", (games - out.len() as u64).into())]))?;
    if !out.is_empty() {
        let named: Vec<String> = out.iter().map(|game| game.0.to_string()).collect();
        let fill = [("n", out.len().into()), ("games", named.join(", ").into())];
        writeln!(output, "{}", words.say("recount-struck", &fill))?;
    }
    Ok(())
}
