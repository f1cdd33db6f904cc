//! Explains that a premove was cancelled.

use crate::key;
use lanai_host::{PersonId, Table};
use lanai_text::Words;

/// Returns the line about a cancelled premove, until its player has acted.
pub(crate) fn cancelled_premove_line(
    words: &Words,
    table: &Table,
    person: PersonId,
) -> Option<String> {
    let cancelled = &table.waiting.premoves.dropped;
    cancelled
        .contains(&person)
        .then(|| words.say(key::CHAT_AHEAD_OFF, &[]))
}
