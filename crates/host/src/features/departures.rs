//! Forgets guilds that removed the bot.
//!
//! Only what Discord reports counts: an unavailable guild has not left. A departure is recorded
//! with its time; after the period that the operator chose, the guild is forgotten unless the bot
//! came back. Games that were played there remain with their players.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use crate::core::results::unfinished_result;
use crate::core::tables::Tables;
use crate::features::contests::parse_state;
use crate::model::failure::{Result, json};
use crate::{
    Clock, ContestId, Ending, Failure, GuildId, InternalError, Randomness, Refusal, ShardId, Table,
    TableStatus, Timestamp,
};
use lanai_store::{ErasureOutcome, Store};

/// How often departed guilds are checked.
const POLL_INTERVAL: Duration = Duration::from_hours(1);

pub struct Departures {
    pub(crate) clock: Clock,
    pub(crate) randomness: Arc<Randomness>,
    pub(crate) store: Store,
    pub(crate) tables: Arc<Tables>,
}

impl Departures {
    /// Records that a guild removed the bot, if anything is stored about the guild.
    pub async fn mark_departed(&self, guild: GuildId) -> Result<(), InternalError> {
        let known = self.store.departures().list_known_guilds().await?;
        if known.contains(&guild) {
            self.store
                .departures()
                .mark_departed(guild, self.clock.now())
                .await?;
        }
        Ok(())
    }

    /// Records that a guild has the bot, for the first time or again.
    pub async fn mark_returned(&self, guild: GuildId) -> Result<(), InternalError> {
        Ok(self.store.departures().clear_departed(guild).await?)
    }

    /// Records departures and returns from the complete list of a shard's guilds.
    ///
    /// The list must include unavailable guilds, which have not left.
    pub async fn reconcile_guilds(
        &self,
        shard: ShardId,
        present: &BTreeSet<GuildId>,
    ) -> Result<(), InternalError> {
        let mut guilds = self.store.departures().list_known_guilds().await?;
        guilds.retain(|guild| shard.covers_guild(*guild));
        for guild in guilds {
            if present.contains(&guild) {
                self.store.departures().clear_departed(guild).await?;
            } else {
                self.store
                    .departures()
                    .mark_departed(guild, self.clock.now())
                    .await?;
            }
        }
        Ok(())
    }

    /// Waits until departed guilds should be checked again.
    ///
    /// Create the future before checking, so that a change of the clock in between is not missed.
    pub fn wait_until_due(&self) -> impl Future<Output = ()> + Send {
        let next_advance = self.clock.next_advance();
        async move {
            tokio::select! {
                () = tokio::time::sleep(POLL_INTERVAL) => {}
                () = next_advance => {}
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
        is_watched: impl Fn(GuildId) -> bool + Send,
    ) -> Result<(), InternalError> {
        let cutoff = self.clock.now() - after;
        for (guild, since) in self.store.departures().list().await? {
            if since > cutoff || !is_watched(guild) {
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
            let table = self.tables.find(game).await?;
            match self
                .tables
                .retry(table, |table| self.break_off(table))
                .await
            {
                Ok(()) | Err(Failure::Refusal(Refusal::Over)) => {}
                Err(failure) => return Err(failure),
            }
        }
        let anonymous_id = GuildId(self.randomness.draw_anonymous_id()?);
        match self
            .store
            .departures()
            .forget_guild(guild, since, anonymous_id, clear_contest_state)
            .await?
        {
            ErasureOutcome::Done => tracing::info!("a server that removed the bot is forgotten"),
            // The bot came back or a table was opened in the meantime, so the next check decides.
            ErasureOutcome::NotYet => {}
        }
        Ok(())
    }

    /// Closes a table that can no longer be reached. A running game ends without a winner.
    async fn break_off(&self, table: Table) -> Result<()> {
        let mut change = table.new_change(None, self.clock.now())?;
        change.starting = None;
        change.status = TableStatus::Over;
        change.wait = None;
        match table.status {
            TableStatus::Open => {}
            TableStatus::Running => {
                change.result = Some(unfinished_result(&table, Ending::Agreed, change.at));
            }
            TableStatus::Over => return Err(Refusal::Over.into()),
        }
        self.tables.write(table, change).await.map(drop)
    }
}

/// Empties a contest. The row remains so that its number is not given out again.
fn clear_contest_state(contest: ContestId, state: &str) -> Result<String> {
    let mut state = parse_state(contest, state)?;
    state.terms.name.clear();
    state.terms.organiser.clear();
    state.entrants.clear();
    state.heats.clear();
    state.log.clear();
    state.card = None;
    Ok(json("a contest", &state)?)
}
