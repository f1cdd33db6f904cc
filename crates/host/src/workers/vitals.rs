//! What whoever watches over the program wants to know of its tables.

use crate::{DueNotice, Tables, Trouble};
use lanai_metrics::{Disk, Stock};

impl Tables {
    /// How many there are of what is kept. An error means that nothing can be done at any table.
    pub async fn stock(&self) -> Result<Stock, Trouble> {
        Ok(self.store.health().counts(self.now()).await?)
    }

    /// Returns where the tables are kept, without a password.
    pub fn database_name(&self) -> String {
        self.store.name()
    }

    /// Returns how much room there is for the tables, if they are in a file.
    pub fn disk(&self) -> Option<Disk> {
        self.store.health().disk_usage()
    }

    /// Checks that the database keeps what is written to it, by writing one small row.
    pub async fn check_writable(&self) -> Result<(), Trouble> {
        Ok(self.store.health().check_writable().await?)
    }

    /// How many seconds after it could be told a turn is told now; nothing if it is other news.
    pub fn lag(&self, due: &DueNotice) -> Option<i64> {
        due.since.map(|since| self.now() - since)
    }
}
