//! Finds tables and writes changes to them.

use crate::{ChannelId, Clock, Failure, GuildId, InteractionId, PersonId, Refusal, Table, TableId};
use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;

use crate::core::thoughts::Thoughts;
use crate::model::notify::Notifiers;
use lanai_store::{Store, TableChange, TableRow, WriteOutcome};

/// The number of attempts to write a change, in case of concurrent writes.
const MAX_TRIES: usize = 16;

/// Finds tables and writes changes to them.
pub struct Tables {
    pub(crate) clock: Clock,
    pub(crate) notify: Arc<Notifiers>,
    pub(crate) store: Store,
    pub(crate) thoughts: Arc<Thoughts>,
}

impl Tables {
    /// Finds the unfinished table of a channel, or else its last finished one.
    pub async fn find_in_channel(&self, channel: ChannelId) -> Result<Table, Failure> {
        parse_table(
            self.store
                .tables()
                .find_in_channel(channel)
                .await?
                .ok_or(Refusal::NoTable)?,
        )
    }

    pub async fn find(&self, game: TableId) -> Result<Table, Failure> {
        parse_table(
            self.store
                .tables()
                .find(game)
                .await?
                .ok_or(Refusal::NoTable)?,
        )
    }

    /// Waits until a table may have been written, by this process or by another one. Some writes
    /// that concern only one player are missed.
    pub async fn wait_for_change(&self) {
        tokio::select! {
            () = self.notify.news.notified_for_boards() => {}
            () = self.notify.wait_changes.notified_for_boards() => {}
            () = self.notify.turns.notified_for_boards() => {}
        }
    }

    /// Returns which of these tables were written since they were loaded. Deleted tables are left
    /// out.
    pub async fn find_changed(&self, tables: &[&Table]) -> Result<Vec<TableId>, Failure> {
        let known: Vec<_> = tables
            .iter()
            .map(|table| (table.id, table.revision, table.wait_version))
            .collect();
        Ok(self.store.tables().find_changed(&known).await?)
    }

    /// Lists the tables of a guild, unfinished ones first, then the newest.
    pub async fn list_in_guild(&self, guild: GuildId, limit: u32) -> Result<Vec<Table>, Failure> {
        self.load_all(self.store.tables().list_in_guild(guild, limit).await?)
            .await
    }

    /// Lists the unfinished tables of a person, the oldest first.
    pub async fn list_unfinished_for_person(
        &self,
        person: PersonId,
    ) -> Result<Vec<Table>, Failure> {
        self.load_all(
            self.store
                .tables()
                .list_unfinished_for_person(person)
                .await?,
        )
        .await
    }

    /// Loads several tables. One that cannot be read is logged and left out.
    pub(crate) async fn load_all(&self, games: Vec<TableId>) -> Result<Vec<Table>, Failure> {
        let mut rows = HashMap::new();
        for row in self.store.tables().find_many(&games).await? {
            rows.insert(row.table_id, row);
        }
        let mut tables = Vec::new();
        for game in games {
            match rows.remove(&game).map(Table::from_row) {
                Some(Ok(table)) => tables.push(table),
                Some(Err(error)) => {
                    tracing::error!(%error, table = game.0, "a table is left out");
                }
                None => {}
            }
        }
        Ok(tables)
    }

    /// Claims the interaction of a request that is not a single change of a table.
    ///
    /// Examples are creating a thread and erasing a person. A change of a table claims its
    /// interaction itself.
    pub async fn claim_interaction(&self, interaction: InteractionId) -> Result<(), Failure> {
        if self
            .store
            .writer()
            .claim_interaction(interaction, self.clock.now())
            .await?
        {
            Ok(())
        } else {
            Err(Refusal::Repeated.into())
        }
    }

    /// Attempts a change, and repeats it on a fresh table after concurrent writes: it means the same
    /// on any later state.
    pub fn retry<T, F>(
        &self,
        table: Table,
        attempt: impl Fn(Table) -> F + Send + Sync,
    ) -> impl Future<Output = Result<T, Failure>>
    where
        F: Future<Output = Result<T, Failure>> + Send,
    {
        self.retry_while(|_| true, table, attempt)
    }

    /// Attempts a change, and repeats it after concurrent writes as long as `may_retry` accepts the
    /// fresh table.
    pub(crate) async fn retry_while<T, F>(
        &self,
        may_retry: impl Fn(&Table) -> bool + Send + Sync,
        mut table: Table,
        attempt: impl Fn(Table) -> F + Send + Sync,
    ) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, Failure>> + Send,
    {
        let game = table.id;
        for _ in 0..MAX_TRIES {
            match Box::pin(attempt(table)).await {
                Err(Failure::Refusal(Refusal::Stale)) => table = self.find(game).await?,
                other => return other,
            }
            if !may_retry(&table) {
                break;
            }
        }
        Err(Refusal::Stale.into())
    }

    /// Writes a change to a table, and wakes the workers that have something to do. Returns the table
    /// as it is afterwards: see [`Table::after`].
    pub(crate) async fn write(&self, table: Table, change: TableChange) -> Result<Table, Failure> {
        match self.store.writer().write(&change).await? {
            WriteOutcome::Done { revision } => {
                self.thoughts.cancel(change.table_id);
                if change
                    .wait
                    .as_ref()
                    .is_some_and(|wait| wait.is_due_for_computer(change.at))
                {
                    self.notify.turns.notify();
                }
                if change
                    .wait
                    .as_ref()
                    .is_some_and(|wait| wait.check_at <= Some(change.at))
                {
                    self.notify.wait_changes.notify();
                }
                if change.result.as_ref().is_some_and(|result| result.rated) {
                    self.notify.results.notify();
                    self.notify.contests.notify();
                }
                if !change.notices.is_empty() {
                    self.notify.news.notify();
                }
                Ok(table.after(change, revision)?)
            }
            WriteOutcome::Stale => Err(Refusal::Stale.into()),
            WriteOutcome::Repeated => Err(Refusal::Repeated.into()),
            WriteOutcome::Occupied => Err(Refusal::Occupied.into()),
        }
    }
}

/// Parses a table, and records its ID in the current span.
fn parse_table(row: TableRow) -> Result<Table, Failure> {
    tracing::Span::current().record("table", row.table_id.0);
    Ok(Table::from_row(row)?)
}
