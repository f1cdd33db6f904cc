//! Servers that come and go: what the gateway tells of them is kept, and those that removed the bot
//! are forgotten in time.

use std::collections::BTreeSet;
use std::sync::Arc;

use serenity::all::{Ready, UnavailableGuild};

use crate::handlers::privacy::Privacy;
use crate::session::gateway::shard_id;
use lanai_host::{Departures, GuildId, InternalError, Process};

/// Servers that add or remove the bot.
pub(crate) struct DepartureHandler {
    pub(crate) privacy_settings: Privacy,
    pub(crate) process: Arc<Process>,
    pub(crate) departures: Arc<Departures>,
}

impl DepartureHandler {
    /// A session has begun: it names all servers of its shard, those that are not available among
    /// them.
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

    /// A server has the bot.
    pub(crate) async fn mark_returned(&self, guild: serenity::all::GuildId) {
        kept(self.departures.mark_returned(GuildId(guild.into())).await);
    }

    /// A server is not there any more: because it removed the bot, or because the chat cannot show
    /// it for a while.
    pub(crate) async fn mark_departed(&self, guild: &UnavailableGuild) {
        if !guild.unavailable {
            kept(
                self.departures
                    .mark_departed(GuildId(guild.id.into()))
                    .await,
            );
        }
    }

    /// Forgets servers that removed the bot, when their time has come, for ever.
    pub(crate) async fn run(self: Arc<Self>) {
        let Some(after) = self.privacy_settings.forget_after else {
            return;
        };
        loop {
            let again = self.departures.wait_until_due();
            if self.process.holds() {
                // Nobody else would hear if one of them came back.
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
