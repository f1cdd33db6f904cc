//! How much one person may have at once: enough for a whole club, and no more than somebody can look after.

use super::{Actor, Declined, Failure, Tables};

/// How many tables that are not over one person may have opened.
pub const MOST_OPENED: u16 = 25;

impl Tables {
    /// Whether a person may open another table.
    pub async fn may_open(&self, actor: &Actor) -> Result<(), Failure> {
        let opened = self.store.opened_by(actor.person).await?;
        if opened < i64::from(MOST_OPENED) { Ok(()) } else { Err(Declined::TooManyTables.into()) }
    }
}
