//! Notes to oneself on a table: what one is up to, read by nobody else, as long as the table is kept.

use crate::model::failure::Result;
use crate::{Declined, InternalError, PersonId, Table};
use lanai_store::Store;

/// How long a note may be, in letters.
pub const LONGEST_NOTE: u16 = 500;

/// Private notes of people about tables.
pub struct Notes {
    pub(crate) store: Store,
}

impl Notes {
    /// What somebody noted about a table.
    pub async fn load(
        &self,
        table: &Table,
        person: PersonId,
    ) -> Result<Option<String>, InternalError> {
        Ok(self.store.settings().load_note(table.game, person).await?)
    }

    /// Keeps a note of somebody who sits there, in place of the one before; none if it is empty.
    pub async fn save(&self, table: &Table, person: PersonId, note: &str) -> Result<()> {
        // PostgreSQL keeps no text with this letter, which nobody sees anyway.
        let note: String = note
            .trim()
            .replace('\0', "")
            .chars()
            .take(LONGEST_NOTE.into())
            .collect();
        if table.seat_of(person).is_none() && !note.is_empty() {
            return Err(Declined::NotSeated.into());
        }
        Ok(self
            .store
            .settings()
            .save_note(table.game, person, &note)
            .await?)
    }
}
