//! A word to one person, in their own channel with us, that is no news of a table; and whether they take any.

use std::sync::Arc;

use serenity::all::CreateMessage;

use crate::wire::card::Card;
use crate::wire::post_rate::Poster;
use crate::wire::refusals::takes_nothing;
use crate::wire::requests::Requested as _;
use lanai_host::{ChannelId, NoticeId, PersonId};

/// The channel of a sent message, or nothing if the person takes none.
pub(crate) type SendResult = serenity::Result<Option<ChannelId>>;

/// Sends direct messages.
pub(crate) struct DirectMessages {
    pub(crate) poster: Arc<Poster>,
}

impl DirectMessages {
    /// Sends a direct message and returns its channel, unless the person accepts none from us.
    pub(crate) async fn send(&self, person: PersonId, card: &Card) -> SendResult {
        self.try_send(person, card.open_message()).await
    }

    /// The same, once in some minutes by this number.
    pub(crate) async fn send_once(
        &self,
        person: PersonId,
        card: &Card,
        nonce: NoticeId,
    ) -> SendResult {
        self.try_send(person, card.message(nonce)).await
    }

    async fn try_send(&self, person: PersonId, message: CreateMessage) -> SendResult {
        self.poster.rate.wait().await;
        let channel = match self.poster.own_channel(person).await {
            Ok(channel) => channel,
            Err(error) if takes_nothing(&error) => return Ok(None),
            Err(error) => return Err(error),
        };
        self.poster.rate.wait().await;
        match channel
            .send_message(&self.poster.http, message)
            .counted("POST /channels/{channel}/messages")
            .await
        {
            Ok(_) => Ok(Some(ChannelId(channel.into()))),
            Err(error) if takes_nothing(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
