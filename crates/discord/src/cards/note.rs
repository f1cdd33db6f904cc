//! Shows a person's private note in their panel.

use crate::key;
use crate::wire::names::escape_text;
use crate::wire::text_limits::truncate;
use lanai_host::{Notes, PersonId, Table};
use lanai_text::Words;

/// How many characters of a note the panel shows, so that the choices still fit.
const MAX_NOTE_CHARS: usize = 300;

/// Returns the note as the panel shows it. An unreadable note is logged and left out.
pub(crate) async fn note_line(
    notes: &Notes,
    words: &Words,
    table: &Table,
    person: PersonId,
) -> Option<String> {
    match notes.load(table, person).await {
        Ok(note) => {
            let note = truncate(&escape_text(&note?), MAX_NOTE_CHARS);
            Some(words.say(key::CHAT_NOTE_PANEL, &[("note", note.into())]))
        }
        Err(trouble) => {
            tracing::error!(%trouble, "a note cannot be read");
            None
        }
    }
}
