//! Why a premove was cancelled.

use lanai_host::{PersonId, Table};
use lanai_text::Words;

/// Explains that a premove was cancelled, until the player has acted.
pub(crate) fn cancelled_premove_line(
    words: &Words,
    table: &Table,
    person: PersonId,
) -> Option<String> {
    table
        .waiting
        .ahead
        .dropped
        .contains(&person)
        .then(|| words.say("chat-ahead-off", &[]))
}
