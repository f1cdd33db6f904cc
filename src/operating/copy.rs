//! `lanai store copy`: moves a bot from one database to another, and verifies the copy.

use std::io::{self, Write as _};

use super::verification::verify_all_games;
use crate::cli::{CopyArgs, Progress};
use crate::error::CommandError;
use crate::key;
use lanai_host::VerificationReport;
use lanai_store::{Address, DatabaseCopy, TableComparison};
use lanai_text::Words;

/// Copies a database into an empty one.
///
/// It fails unless every row is the same in both databases, and replaying each game leads to its
/// stored state.
pub(super) async fn copy_database(words: &Words, arguments: &CopyArgs) -> Result<(), CommandError> {
    let from = Address::parse(&arguments.from)?;
    let to = Address::parse(&arguments.to)?;
    let copy = DatabaseCopy::begin(&from, &to).await?;
    let (copy, proof) = copy_and_verify(words, copy, &to).await?;
    copy.finish().await?;
    if !proof.failures.is_empty() {
        return Err(CommandError::CopyUnverified {
            from: from.to_string(),
            to: to.to_string(),
            games: proof.failures.len(),
        });
    }
    let arguments = [
        ("from", from.to_string().into()),
        ("to", to.to_string().into()),
    ];
    writeln!(io::stdout(), "{}", words.say(key::COPY_DONE, &arguments))?;
    Ok(())
}

/// Copies every row and verifies the games. The copy cannot be served until it is finished.
pub(super) async fn copy_and_verify(
    words: &Words,
    mut copy: DatabaseCopy,
    to: &Address,
) -> Result<(DatabaseCopy, VerificationReport), CommandError> {
    let rows = copy.count_rows().await?;
    let mut progress = Progress::start(words, key::PROGRESS_COPYING, rows);
    copy.run(|done| progress.set_done(done)).await?;
    progress = Progress::start(words, key::PROGRESS_COMPARING, rows);
    let compared = copy.compare(|done| progress.set_done(done)).await?;
    drop(progress);
    for table in &compared {
        writeln!(io::stdout(), "{}", describe_comparison(words, table))?;
    }
    if let Some(differing) = compared.iter().find(|table| !table.is_equal()) {
        copy.close().await?;
        return Err(CommandError::CopyDiffers {
            table: differing.table.to_owned(),
            to: to.to_string(),
        });
    }
    let proof = verify_all_games(words, copy.store()).await?;
    Ok((copy, proof))
}

/// Describes whether a database table and its copy are the same, and where they differ.
fn describe_comparison(words: &Words, compared: &TableComparison) -> String {
    let TableComparison {
        table,
        rows: [from, to],
        digests: [before, after],
        differs_at,
    } = compared;
    let table = ("table", format!("{table:<11}").into());
    if compared.is_equal() {
        let arguments = [
            table,
            ("rows", format!("{from:>9}").into()),
            ("digest", before.into()),
        ];
        return words.say(key::COPY_SAME, &arguments);
    }
    let place = differs_at
        .clone()
        .unwrap_or_else(|| words.say(key::COPY_END, &[]));
    let arguments = [
        table,
        ("place", place.into()),
        ("from", from.to_string().into()),
        ("to", to.to_string().into()),
        ("before", before.into()),
        ("after", after.into()),
    ];
    words.say(key::COPY_DIFFERS_AT, &arguments)
}
