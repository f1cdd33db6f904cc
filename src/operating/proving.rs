//! The proof that games are whole: each comes out of its log as it stands, and what does not is told.

use std::error::Error;
use std::io::{self, Write as _};

use crate::cli::Progress;
use lanai_host::{Host, Proof};
use lanai_store::Store;
use lanai_text::Words;

/// Replays every game of a database, and prints what came of it.
pub(super) async fn prove_all(words: &Words, store: &Store) -> Result<Proof, Box<dyn Error>> {
    let host = Host::new(store.clone());
    let games = host.verifier.list_tables().await?;
    let mut progress = Progress::begin(words, "progress-replaying", games.len() as u64);
    let proof = host
        .verifier
        .verify_each(games, |done| progress.at(done))
        .await?;
    drop(progress);
    tell(words, &proof)?;
    Ok(proof)
}

fn tell(words: &Words, proof: &Proof) -> io::Result<()> {
    let (
        Proof {
            proven,
            not_begun,
            other_editions,
            wrong,
        },
        mut output,
    ) = (proof, io::stdout());
    writeln!(
        output,
        "{}",
        words.say("copy-proven", &[("n", (*proven).into())])
    )?;
    if *not_begun > 0 {
        writeln!(
            output,
            "{}",
            words.say("copy-not-begun", &[("n", (*not_begun).into())])
        )?;
    }
    for (game, edition) in other_editions {
        let fill = [
            ("table", game.0.to_string().into()),
            ("edition", (*edition).into()),
        ];
        writeln!(output, "{}", words.say("copy-other-edition", &fill))?;
    }
    wrong
        .iter()
        .try_for_each(|trouble| writeln!(output, "{trouble}"))
}
