//! Guilds that add or remove the bot: records them, and erases data of those that removed it.

use std::collections::BTreeSet;
use std::sync::Arc;

use serenity::all::{Ready, UnavailableGuild};

use crate::handlers::privacy::Privacy;
use crate::session::gateway::shard_id;
use lanai_host::{Departures, GuildId, InternalError, Process};

pub(crate) struct DepartureHandler {
    pub(crate) privacy_settings: Privacy,
    pub(crate) process: Arc<Process>,
    pub(crate) departures: Arc<Departures>,
}

impl DepartureHandler {
    /// Records the guilds of a new session, which names all of its shard, unavailable ones too.
    pub(crate) async fn reconcile(&self, ready: &Ready) {
        let there: BTreeSet<GuildId> = ready
            .guilds
            .iter()
            .map(|guild| GuildId(guild.id.into()))
            .collect();
        kept(
            self.departures
                .reconcile(shard_id(ready.shard), &there)
                .await,
        );
    }

    /// Records that a guild has the bot.
    pub(crate) async fn mark_returned(&self, guild: serenity::all::GuildId) {
        kept(self.departures.mark_returned(GuildId(guild.into())).await);
    }

    /// Records that a guild removed the bot, unless it is only unavailable.
    pub(crate) async fn mark_departed(&self, guild: &UnavailableGuild) {
        if !guild.unavailable {
            kept(
                self.departures
                    .mark_departed(GuildId(guild.id.into()))
                    .await,
            );
        }
    }

    /// Erases the data of guilds that removed the bot, when it is due. Returns only if this is
    /// turned off.
    pub(crate) async fn run(self: Arc<Self>) {
        let Some(after) = self.privacy_settings.forget_after else {
            return;
        };
        loop {
            let again = self.departures.wait_until_due();
            if self.process.holds() {
                // Only the process that receives a guild's events would notice its return.
                let heard = |guild| self.process.hears_of(guild);
                if let Err(trouble) = self.departures.forget_departed_guilds(after, heard).await {
                    tracing::error!(%trouble, "servers that removed the bot cannot be forgotten");
                }
            }
            again.await;
        }
    }
}

fn kept(outcome: Result<(), InternalError>) {
    if let Err(trouble) = outcome {
        tracing::error!(%trouble, "which servers have the bot cannot be kept");
    }
}
