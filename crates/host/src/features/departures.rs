//! Servers that removed the bot. One that is merely unavailable is still there: only what a shard of the chat says itself
//! counts, and it is kept since when. After as long as whoever runs the bot says, such a server is forgotten, unless the bot
//! came back. Games that were played there stay with those who played them.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use crate::core::results::broken_off;
use crate::core::tables::Tables;
use crate::model::failure::{Result, json};
use crate::{
    Clock, ContestId, ContestState, Declined, Ending, Failure, GuildId, InternalError, Lots,
    ShardId, Table, TableStatus, Timestamp, Until,
};
use lanai_store::{Forgotten, Store};

/// How long to wait before looking whether a server is to be forgotten.
const PATIENCE: Duration = Duration::from_hours(1);

/// Servers that removed the bot.
pub struct Departures {
    pub(crate) clock: Clock,
    pub(crate) lots: Arc<Lots>,
    pub(crate) store: Store,
    pub(crate) tables: Arc<Tables>,
}

impl Departures {
    /// A server removed the bot.
    pub async fn mark_departed(&self, guild: GuildId) -> Result<(), InternalError> {
        if self
            .store
            .departures()
            .known_guilds()
            .await?
            .contains(&guild)
        {
            self.store
                .departures()
                .mark_departed(guild, self.clock.now())
                .await?;
        }
        Ok(())
    }

    /// A server has the bot.
    pub async fn mark_returned(&self, guild: GuildId) -> Result<(), InternalError> {
        Ok(self.store.departures().mark_returned(guild).await?)
    }

    /// The servers of a shard are these, whether they are available or not: all others of it have removed the bot.
    pub async fn reconcile(
        &self,
        shard: ShardId,
        there: &BTreeSet<GuildId>,
    ) -> Result<(), InternalError> {
        for guild in self
            .store
            .departures()
            .known_guilds()
            .await?
            .into_iter()
            .filter(|guild| shard.hears(*guild))
        {
            if there.contains(&guild) {
                self.store.departures().mark_returned(guild).await?;
            } else {
                self.store
                    .departures()
                    .mark_departed(guild, self.clock.now())
                    .await?;
            }
        }
        Ok(())
    }

    /// Waits until servers should be looked after again. Whoever asks before they look after them misses nothing meanwhile.
    pub fn wait_until_due(&self) -> impl Future<Output = ()> + Send {
        let turned = self.clock.turned();
        async move {
            tokio::select! {
                () = tokio::time::sleep(PATIENCE) => {}
                () = turned => {}
            }
        }
    }

    /// Forgets the servers that have not had the bot for so many seconds, of those that are heard by somebody who would know if
    /// it came back. One that cannot be forgotten is for the operator, and keeps no other from it.
    pub async fn forget_departed(
        &self,
        after: i64,
        heard: impl Fn(GuildId) -> bool + Send,
    ) -> Result<(), InternalError> {
        let before = self.clock.now() - after;
        for (guild, since) in self.store.departures().list().await? {
            if since > before || !heard(guild) {
                continue;
            }
            if let Err(failure) = self.forget_guild(guild, since).await {
                tracing::error!(%failure, guild = guild.0, "a server cannot be forgotten");
            }
        }
        Ok(())
    }

    async fn forget_guild(&self, guild: GuildId, since: Timestamp) -> Result<()> {
        for game in self
            .store
            .departures()
            .list_unfinished_tables(guild)
            .await?
        {
            match self
                .tables
                .retry(Until::Done, self.tables.find(game).await?, |table| {
                    self.break_off(table)
                })
                .await
            {
                Ok(()) | Err(Failure::Declined(Declined::Over)) => {}
                Err(failure) => return Err(failure),
            }
        }
        let nameless = loop {
            let number = GuildId(self.lots.nameless()?);
            if self.store.departures().is_nowhere(number).await? {
                break number;
            }
        };
        match self
            .store
            .departures()
            .forget_guild(guild, since, nameless, emptied)
            .await?
        {
            Forgotten::Done => tracing::info!("a server that removed the bot is forgotten"),
            // It came back, or somebody opened a table in the last moment: it is looked at again.
            Forgotten::NotYet => {}
        }
        Ok(())
    }

    /// A table that nobody can reach any more is over, and nobody has won.
    async fn break_off(&self, table: Table) -> Result<()> {
        let mut change = Table {
            starting: None,
            ..table.clone()
        }
        .change(None, self.clock.now())?;
        (change.status, change.wait) = (TableStatus::Over, None);
        match table.status {
            TableStatus::Open => {}
            TableStatus::Running => {
                change.result = Some(broken_off(&table, Ending::Agreed, change.at))
            }
            TableStatus::Over => return Err(Declined::Over.into()),
        }
        self.tables.write(&change).await.map(drop)
    }
}

/// What remains of a contest: that it was there, so that its number does not come again.
fn emptied(contest: ContestId, state: &str) -> Result<String> {
    let unreadable = |error: serde_json::Error| InternalError::Contest {
        contest: contest.0,
        line: error.line(),
        column: error.column(),
    };
    let mut state: ContestState = serde_json::from_str(state).map_err(unreadable)?;
    (state.terms.name, state.terms.organiser) = (String::new(), String::new());
    (state.entrants, state.heats, state.log, state.card) =
        (Vec::new(), Vec::new(), Vec::new(), None);
    Ok(json("a contest", &state)?)
}
