//! Posts a greeting in new guilds.
//!
//! A greeting is not important enough to be retried.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::handlers::help::welcome_card;
use crate::wire::discord::ChannelType;
use crate::wire::port::Poster;
use crate::wire::port_error::{PortError, describe_error};
use lanai_host::{ChannelId, GuildId};

pub(crate) struct GreetingHandler {
    pub(crate) composer: Arc<Composer>,
    pub(crate) poster: Arc<Poster>,
}

impl GreetingHandler {
    /// Posts a greeting in the first text channel of each guild, in the language of the guild.
    ///
    /// Skips guilds where this channel has messages, such as those of a restarted porch.
    pub(crate) async fn greet_guilds(&self, guilds: Vec<GuildId>) {
        for guild in guilds {
            if let Err(error) = self.greet_guild(guild).await {
                tracing::warn!(
                    error = describe_error(&error),
                    "a guild could not be greeted"
                );
            }
        }
    }

    async fn greet_guild(&self, guild: GuildId) -> Result<(), PortError> {
        let locale = self.poster.load_guild_locale(guild).await?;
        let channels = self.poster.list_channels(guild).await?;
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
        let channel = ChannelId(first.id.into());
        self.poster.post(channel, &card, None).await?;
        Ok(())
    }
}
