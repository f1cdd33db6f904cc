//! Forgets guilds that removed the bot.
//!
//! Only Discord's own word counts: an unavailable guild has not left. A departure is recorded with
//! its time; after the period that the operator chose, the guild is forgotten unless the bot came
//! back. Games that were played there remain with their players.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use crate::core::results::broken_off;
use crate::core::tables::Tables;
use crate::model::failure::{Result, json};
use crate::{
    Clock, ContestId, ContestState, Declined, Ending, Failure, GuildId, InternalError, Randomness,
    RetryPolicy, ShardId, Table, TableStatus, Timestamp,
};
use lanai_store::{Forgotten, Store};

/// How often departed guilds are checked.
const POLL_INTERVAL: Duration = Duration::from_hours(1);

/// Records departures and forgets departed guilds.
pub struct Departures {
    pub(crate) clock: Clock,
    pub(crate) lots: Arc<Randomness>,
    pub(crate) store: Store,
    pub(crate) tables: Arc<Tables>,
}

impl Departures {
    /// Records that a guild removed the bot, if we know the guild.
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

    /// Records that a guild has the bot (again).
    pub async fn mark_returned(&self, guild: GuildId) -> Result<(), InternalError> {
        Ok(self.store.departures().mark_returned(guild).await?)
    }

    /// Records departures and returns from the complete guild list of a shard, unavailable guilds
    /// included.
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

    /// Waits until departed guilds should be checked again. Create the future before checking, so
    /// that a change of the clock in between is not missed.
    pub fn wait_until_due(&self) -> impl Future<Output = ()> + Send {
        let turned = self.clock.turned();
        async move {
            tokio::select! {
                () = tokio::time::sleep(POLL_INTERVAL) => {}
                () = turned => {}
            }
        }
    }

    /// Forgets the guilds that left at least `after` seconds ago.
    ///
    /// Skips guilds for which `is_watched` is false: no shard of this process would notice their
    /// return. A guild that cannot be forgotten is logged and does not keep others from being
    /// forgotten.
    pub async fn forget_departed_guilds(
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
                .retry(
                    RetryPolicy::UntilDone,
                    self.tables.find(game).await?,
                    |table| self.break_off(table),
                )
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
            .forget_guild(guild, since, nameless, empty_contest)
            .await?
        {
            Forgotten::Done => tracing::info!("a server that removed the bot is forgotten"),
            // The bot came back or a table was opened at the last moment: the next check decides.
            Forgotten::NotYet => {}
        }
        Ok(())
    }

    /// Ends a table that can no longer be reached, without a winner.
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
                change.result = Some(broken_off(&table, Ending::Agreed, change.at));
            }
            TableStatus::Over => return Err(Declined::Over.into()),
        }
        self.tables.write(&change).await.map(drop)
    }
}

/// Empties a contest. The row remains so that its number is not given out again.
fn empty_contest(contest: ContestId, state: &str) -> Result<String> {
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
