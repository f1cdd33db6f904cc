//! The greeting that the bot posts in new guilds.
//!
//! It matters little, so it is tried once.

use std::sync::Arc;

use serenity::all::ChannelType;

use crate::cards::composer::Composer;
use crate::handlers::help::welcome;
use crate::wire::post_rate::Poster;
use crate::wire::refusals::name_of;
use crate::wire::requests::Requested as _;

pub(crate) struct GreetingHandler {
    pub(crate) composer: Arc<Composer>,
    pub(crate) poster: Arc<Poster>,
}

impl GreetingHandler {
    /// Greets in the first channel of each guild, in the guild's language.
    ///
    /// Skips guilds in which something was posted before, such as those of a porch that kept its
    /// world.
    pub(crate) async fn greet(&self, guilds: Vec<serenity::all::GuildId>) {
        for guild in guilds {
            if let Err(error) = self.greet_at(guild).await {
                tracing::warn!(error = name_of(&error), "nobody was greeted");
            }
        }
    }

    async fn greet_at(&self, guild: serenity::all::GuildId) -> serenity::Result<()> {
        let locale = guild
            .to_partial_guild(&self.poster.http)
            .counted("GET /guilds/{guild}")
            .await?
            .preferred_locale;
        let channels = self
            .poster
            .http
            .get_channels(guild)
            .counted("GET /guilds/{guild}/channels")
            .await?;
        let texts = channels
            .into_iter()
            .filter(|channel| channel.kind == ChannelType::Text);
        let Some(first) = texts.min_by_key(|channel| (channel.position, channel.id)) else {
            return Ok(());
        };
        if first.last_message_id.is_some() {
            return Ok(());
        }
        let card = welcome(self.composer.dictionary.of(&locale));
        self.poster.rate.wait().await;
        first
            .id
            .send_message(&self.poster.http, card.open_message())
            .counted("POST /channels/{channel}/messages")
            .await?;
        Ok(())
    }
}
