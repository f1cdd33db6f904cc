//! Verification of games: replays each log and compares the result with the stored state.

use std::io::{self, Write as _};

use crate::cli::Progress;
use crate::error::CommandError;
use crate::key;
use lanai_host::{Host, VerificationReport};
use lanai_store::Store;
use lanai_text::Words;

/// Replays every game of a database and prints the result.
pub(super) async fn verify_all_games(
    words: &Words,
    store: &Store,
) -> Result<VerificationReport, CommandError> {
    let host = Host::new(store.clone());
    let tables = host.verifier.list_tables().await?;
    let mut progress = Progress::start(words, key::PROGRESS_REPLAYING, tables.len() as u64);
    let report = host
        .verifier
        .verify_each(tables, |done| progress.set_done(done))
        .await?;
    drop(progress);
    print_report(words, &report)?;
    Ok(report)
}

fn print_report(words: &Words, report: &VerificationReport) -> io::Result<()> {
    let mut output = io::stdout();
    let proven = [("n", report.verified_count.into())];
    writeln!(output, "{}", words.say(key::COPY_PROVEN, &proven))?;
    if report.not_begun > 0 {
        let not_begun = [("n", report.not_begun.into())];
        writeln!(output, "{}", words.say(key::COPY_NOT_BEGUN, &not_begun))?;
    }
    for (table, edition) in &report.other_editions {
        let arguments = [
            ("table", table.0.to_string().into()),
            ("edition", (*edition).into()),
        ];
        writeln!(output, "{}", words.say(key::COPY_OTHER_EDITION, &arguments))?;
    }
    for error in &report.failures {
        writeln!(output, "{error}")?;
    }
    Ok(())
}
