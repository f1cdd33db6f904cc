//! A person's own note in the panel.

use crate::cards::composer::Composer;
use crate::wire::fitting::fit;
use crate::wire::names::tame_text;
use lanai_host::{PersonId, Table};
use lanai_text::Words;

/// How many characters of a note the panel shows, so that choices still fit.
pub(crate) const IN_PANEL: usize = 300;

/// Returns the note as the panel shows it. An unreadable note is logged and left out.
pub(crate) async fn note_line(
    composer: &Composer,
    words: &Words,
    table: &Table,
    person: PersonId,
) -> Option<String> {
    let note = composer
        .host
        .notes
        .load(table, person)
        .await
        .unwrap_or_else(|trouble| {
            tracing::error!(%trouble, "a note cannot be read");
            None
        });
    note.map(|note| {
        words.say(
            "chat-note-panel",
            &[("note", fit(&tame_text(&note), IN_PANEL).into())],
        )
    })
}
