//! How many there are of what is kept, for whoever watches over the program.

use super::home::Home;
use super::{Store, StoreError, Timestamp};
use crate::metrics::Stock;

impl Store {
    /// How many there are now. An error means that nothing can be done here.
    pub async fn stock(&self, now: Timestamp) -> Result<Stock, StoreError> {
        if let Home::Sqlite((_, file)) = &self.door {
            file.is_there()?;
        }
        // The first condition is the one by which an index knows those few that are not over.
        let sql = "select (select count(*) from game where status <> 'over' and status = 'open'),
                          (select count(*) from game where status <> 'over' and status = 'running'),
                          (select count(*) from wait where person is not null),
                          (select count(*) from wait where person is null),
                          (select count(*) from notice where status = 'waiting' and due_at <= $1),
                          (select count(*) from notice where status = 'waiting' and attempts > 0)";
        let (
            tables_open,
            tables_running,
            waiting_for_people,
            waiting_for_computers,
            notices_due,
            notices_failing,
        ) = found!(&self.readers, fetch_one, sqlx::query_as(sql).bind(now));
        Ok(Stock {
            tables_open,
            tables_running,
            waiting_for_people,
            waiting_for_computers,
            notices_due,
            notices_failing,
        })
    }
}
