//! Records guilds that add or remove the bot, and erases the data of guilds that removed it.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::wire::discord::{Ready, UnavailableGuild};

use crate::handlers::privacy::PrivacySettings;
use crate::session::gateway::to_shard_id;
use lanai_host::{Departures, GuildId, InternalError, Process};

pub(crate) struct DepartureHandler {
    pub(crate) privacy_settings: PrivacySettings,
    pub(crate) process: Arc<Process>,
    pub(crate) departures: Arc<Departures>,
}

impl DepartureHandler {
    /// Records the guilds that a new session lists: all of its shard, even unavailable ones.
    pub(crate) async fn reconcile(&self, ready: &Ready) {
        let guilds: BTreeSet<GuildId> = ready
            .guilds
            .iter()
            .map(|guild| GuildId(guild.id.into()))
            .collect();
        log_failure(
            self.departures
                .reconcile_guilds(to_shard_id(ready.shard), &guilds)
                .await,
        );
    }

    pub(crate) async fn mark_returned(&self, guild: GuildId) {
        log_failure(self.departures.mark_returned(guild).await);
    }

    /// Records that a guild removed the bot, unless it is only unavailable.
    pub(crate) async fn mark_departed(&self, guild: &UnavailableGuild) {
        if !guild.unavailable {
            log_failure(
                self.departures
                    .mark_departed(GuildId(guild.id.into()))
                    .await,
            );
        }
    }

    /// Erases the data of guilds that removed the bot. Returns only if erasure is turned off.
    pub(crate) async fn run(self: Arc<Self>) {
        let Some(after) = self.privacy_settings.forget_after_secs else {
            return;
        };
        loop {
            let next_due = self.departures.wait_until_due();
            if self.process.has_valid_lease() {
                // Only the process that receives a guild's events would notice its return.
                let forgotten = self
                    .departures
                    .forget_departed_guilds(after, |guild| self.process.serves_guild(guild))
                    .await;
                if let Err(error) = forgotten {
                    tracing::error!(%error, "the data of servers that removed the bot cannot be erased");
                }
            }
            next_due.await;
        }
    }
}

fn log_failure(outcome: Result<(), InternalError>) {
    if let Err(error) = outcome {
        tracing::error!(%error, "the arrival or removal of the bot cannot be recorded");
    }
}
