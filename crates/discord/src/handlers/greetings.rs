//! Posts a greeting in new guilds.
//!
//! A greeting is not important enough to be retried.

use std::sync::Arc;

use serenity::all::ChannelType;

use crate::cards::composer::Composer;
use crate::handlers::help::welcome_card;
use crate::wire::port_error::describe_error;
use crate::wire::post_rate::Poster;
use crate::wire::request_metrics::RecordRequest as _;

pub(crate) struct GreetingHandler {
    pub(crate) composer: Arc<Composer>,
    pub(crate) poster: Arc<Poster>,
}

impl GreetingHandler {
    /// Posts a greeting in the first text channel of each guild, in the language of the guild.
    ///
    /// Skips guilds where this channel has messages already, as in the restarted `lanai-porch`.
    pub(crate) async fn greet_guilds(&self, guilds: Vec<serenity::all::GuildId>) {
        for guild in guilds {
            if let Err(error) = self.greet_guild(guild).await {
                tracing::warn!(
                    error = describe_error(&error),
                    "a guild could not be greeted"
                );
            }
        }
    }

    async fn greet_guild(&self, guild: serenity::all::GuildId) -> serenity::Result<()> {
        let locale = guild
            .to_partial_guild(&self.poster.http)
            .record_request("GET /guilds/{guild}")
            .await?
            .preferred_locale;
        let channels = self
            .poster
            .http
            .get_channels(guild)
            .record_request("GET /guilds/{guild}/channels")
            .await?;
        let first = channels
            .into_iter()
            .filter(|channel| channel.kind == ChannelType::Text)
            .min_by_key(|channel| (channel.position, channel.id));
        let Some(first) = first else {
            return Ok(());
        };
        if first.last_message_id.is_some() {
            return Ok(());
        }
        let card = welcome_card(self.composer.dictionary.for_locale(&locale));
        self.poster.rate.wait().await;
        first
            .id
            .send_message(&self.poster.http, card.to_message())
            .record_request("POST /channels/{channel}/messages")
            .await?;
        Ok(())
    }
}
