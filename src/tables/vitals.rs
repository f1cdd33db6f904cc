//! What whoever watches over the program wants to know of its tables.

use super::{DueNotice, News, Tables, Timestamp, Trouble};
use crate::metrics::Stock;

impl Tables {
    /// How many there are of what is kept. An error means that nothing can be done at any table.
    pub async fn stock(&self) -> Result<Stock, Trouble> {
        Ok(self.store.stock(self.now()).await?)
    }

    /// How many seconds after they could be told news are told now; nothing if nobody knows.
    pub async fn lag(&self, due: &DueNotice) -> Result<Option<i64>, Trouble> {
        let turn = matches!(due.news, News::Begins { .. } | News::Turn { .. } | News::Late { .. });
        let since = if due.attempts == 0 && due.due_at > Timestamp::FIRST {
            Some(due.due_at)
        } else if turn {
            // Nobody knows either if something else has happened at the table since.
            self.store.written_at(due.game, due.revision).await?
        } else {
            None
        };
        Ok(since.map(|since| self.now() - since))
    }
}
