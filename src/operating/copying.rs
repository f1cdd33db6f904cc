//! `lanai store copy`: a bot moves from one database to another, and everything that came along is proven.

use std::error::Error;
use std::io::{self, Write as _};

use super::proving;
use crate::cli::{CopyArgs, Progress};
use lanai_host::Proof;
use lanai_store::{Address, Compared, Copy};
use lanai_text::Words;

/// Copies a database into another, and proves that everything is there: every row is the same in both, and every game
/// comes out of its log as it stands.
pub(super) async fn copy(words: &Words, arguments: &CopyArgs) -> Result<(), Box<dyn Error>> {
    let from = Address::read(&arguments.from)?;
    let to = Address::read(&arguments.to)?;
    let (copy, proof) = made(words, Copy::begin(&from, &to).await?, &to).await?;
    copy.finish().await?;
    let both = [
        ("from", from.to_string().into()),
        ("to", to.to_string().into()),
    ];
    if proof.wrong.is_empty() {
        writeln!(io::stdout(), "{}", words.say("copy-done", &both))?;
        return Ok(());
    }
    let [from, to] = both;
    Err(words
        .say(
            "copy-unproven",
            &[from, to, ("n", proof.wrong.len().into())],
        )
        .into())
}

/// A copy with every row, and what came of playing its games again. Nobody may serve it yet.
pub(super) async fn made(
    words: &Words,
    mut copy: Copy,
    to: &Address,
) -> Result<(Copy, Proof), Box<dyn Error>> {
    let rows = copy.rows().await?;
    let mut progress = Progress::begin(words, "progress-copying", rows);
    copy.run(|done| progress.at(done)).await?;
    progress = Progress::begin(words, "progress-comparing", rows);
    let compared = copy.compare(|done| progress.at(done)).await?;
    drop(progress);
    for table in &compared {
        writeln!(io::stdout(), "{}", told(words, table))?;
    }
    if let Some(Compared { table, .. }) = compared.iter().find(|table| !table.is_same()) {
        copy.leave().await?;
        let fill = [("table", (*table).into()), ("to", to.to_string().into())];
        return Err(words.say("copy-differs", &fill).into());
    }
    let proof = proving::prove_all(words, copy.store()).await?;
    Ok((copy, proof))
}

/// What became of a table of the database.
fn told(words: &Words, compared: &Compared) -> String {
    let Compared {
        table,
        rows: [from, to],
        digests: [before, after],
        differs_at,
    } = compared;
    let table = ("table", format!("{table:<11}").into());
    if compared.is_same() {
        let fill = [
            table,
            ("rows", format!("{from:>9}").into()),
            ("digest", before.into()),
        ];
        return words.say("copy-same", &fill);
    }
    let place = differs_at
        .clone()
        .unwrap_or_else(|| words.say("copy-end", &[]));
    let fill = [
        table,
        ("place", place.into()),
        ("from", from.to_string().into()),
        ("to", to.to_string().into()),
        ("before", before.into()),
        ("after", after.into()),
    ];
    words.say("copy-differs-at", &fill)
}
