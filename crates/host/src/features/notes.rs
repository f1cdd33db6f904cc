//! Private notes of people about tables, kept as long as the table.

use crate::model::failure::Result;
use crate::{InternalError, PersonId, Refusal, Table};
use lanai_store::Store;

pub const MAX_NOTE_CHARS: u16 = 500;

pub struct Notes {
    pub(crate) store: Store,
}

impl Notes {
    /// Returns the note of a person about a table.
    pub async fn load(
        &self,
        table: &Table,
        person: PersonId,
    ) -> Result<Option<String>, InternalError> {
        Ok(self.store.settings().load_note(table.id, person).await?)
    }

    /// Replaces the note of a player; an empty one deletes it.
    pub async fn save(&self, table: &Table, person: PersonId, note: &str) -> Result<()> {
        // PostgreSQL cannot store NUL, which is invisible anyway.
        let note: String = note
            .trim()
            .replace('\0', "")
            .chars()
            .take(MAX_NOTE_CHARS.into())
            .collect();
        if table.seat_of(person).is_none() && !note.is_empty() {
            return Err(Refusal::NotSeated.into());
        }
        Ok(self
            .store
            .settings()
            .save_note(table.id, person, &note)
            .await?)
    }
}
