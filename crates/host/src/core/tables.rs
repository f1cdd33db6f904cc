//! Finds tables and writes changes to them.

use crate::{
    ChannelId, Clock, Declined, Failure, GuildId, InteractionId, InternalError, PersonId,
    RetryPolicy, Revision, Table, TableId,
};
use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;

use crate::core::thoughts::Thoughts;
use crate::model::notify::Notifiers;
use lanai_store::{Change, Store, TableRow, Written};

/// How often a change is tried again after another writer was faster.
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
        about(
            self.store
                .tables()
                .find_in_channel(channel)
                .await?
                .ok_or(Declined::NoTable)?,
        )
    }

    pub async fn find(&self, game: TableId) -> Result<Table, Failure> {
        about(
            self.store
                .tables()
                .find(game)
                .await?
                .ok_or(Declined::NoTable)?,
        )
    }

    /// Lists the tables of a guild, unfinished ones first, then the newest.
    pub async fn list_in_guild(&self, guild: GuildId, most: u32) -> Result<Vec<Table>, Failure> {
        self.load_all(self.store.tables().list_in_guild(guild, most).await?)
            .await
    }

    /// Lists the unfinished tables of a person, the oldest first.
    pub async fn list_of_person(&self, person: PersonId) -> Result<Vec<Table>, Failure> {
        self.load_all(self.store.tables().list_of_person(person).await?)
            .await
    }

    /// Loads several tables. One that cannot be read is logged and left out.
    pub(crate) async fn load_all(&self, games: Vec<TableId>) -> Result<Vec<Table>, Failure> {
        let rows = self.store.tables().find_all(&games).await?.into_iter();
        let mut rows: HashMap<TableId, TableRow> = rows.map(|row| (row.game, row)).collect();
        let read = move |game: TableId| {
            let told = |trouble: &InternalError| tracing::error!(%trouble, table = game.0, "a table is left out");
            Table::read(rows.remove(&game)?).inspect_err(told).ok()
        };
        Ok(games.into_iter().filter_map(read).collect())
    }

    /// Claims an interaction that creates a table. Any other is claimed by its change.
    pub async fn spend_interaction(&self, interaction: InteractionId) -> Result<(), Failure> {
        if self
            .store
            .writer()
            .spend_interaction(interaction, self.clock.now())
            .await?
        {
            Ok(())
        } else {
            Err(Declined::Repeated.into())
        }
    }

    /// Attempts a change, and repeats it on a fresh table after concurrent writes.
    pub async fn retry<T, F>(
        &self,
        until: RetryPolicy,
        mut table: Table,
        attempt: impl Fn(Table) -> F + Send + Sync,
    ) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, Failure>> + Send,
    {
        let game = table.game;
        let seen = table.revision;
        for _ in 0..MAX_TRIES {
            match Box::pin(attempt(table)).await {
                Err(Failure::Declined(Declined::Stale)) => table = self.find(game).await?,
                other => return other,
            }
            if until == RetryPolicy::WhileUnmoved && table.revision != seen {
                break;
            }
        }
        Err(Declined::Stale.into())
    }

    /// Writes a change to a table, and wakes the workers that have something to do.
    pub(crate) async fn write(&self, change: &Change) -> Result<Revision, Failure> {
        match self.store.writer().write(change).await? {
            Written::Done { revision } => {
                self.thoughts.end(change.game);
                if change
                    .wait
                    .as_ref()
                    .is_some_and(|wait| wait.is_computers(change.at))
                {
                    self.notify.turns.notify();
                }
                if change
                    .wait
                    .as_ref()
                    .is_some_and(|wait| wait.look_at <= Some(change.at))
                {
                    self.notify.waits.notify();
                }
                if change.result.as_ref().is_some_and(|result| result.rated) {
                    self.notify.results.notify();
                    self.notify.contests.notify();
                }
                if !change.notices.is_empty() {
                    self.notify.news.notify();
                }
                Ok(revision)
            }
            Written::Stale => Err(Declined::Stale.into()),
            Written::Repeated => Err(Declined::Repeated.into()),
            Written::Occupied => Err(Declined::Occupied.into()),
        }
    }
}

/// Reads a table, and records its ID in the current span.
fn about(row: TableRow) -> Result<Table, Failure> {
    tracing::Span::current().record("table", row.game.0);
    Ok(Table::read(row)?)
}
