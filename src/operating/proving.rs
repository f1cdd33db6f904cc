//! What is told of a proof: which games came out of their logs as they stand.

use std::io::{self, Write};

use crate::tables::Proof;
use crate::words::Words;

/// Tells of it, line by line.
pub(super) fn tell(words: &Words, proof: &Proof, output: &mut impl Write) -> io::Result<()> {
    let Proof { proven, not_begun, other_editions, wrong } = proof;
    writeln!(output, "{}", words.say("copy-proven", &[("n", (*proven).into())]))?;
    if *not_begun > 0 {
        writeln!(output, "{}", words.say("copy-not-begun", &[("n", (*not_begun).into())]))?;
    }
    for (game, edition) in other_editions {
        let fill = [("table", game.0.to_string().into()), ("edition", (*edition).into())];
        writeln!(output, "{}", words.say("copy-other-edition", &fill))?;
    }
    wrong.iter().try_for_each(|trouble| writeln!(output, "{trouble}"))
}
