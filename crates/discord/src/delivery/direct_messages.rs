//! Sends direct messages that are not news of a table.

use std::sync::Arc;

use serenity::all::CreateMessage;

use crate::wire::card::Card;
use crate::wire::port_error::refuses_direct_messages;
use crate::wire::post_rate::Poster;
use crate::wire::request_metrics::RecordRequest as _;
use lanai_host::{ChannelId, NoticeId, PersonId};

/// The channel of the sent message; `None` if the person accepts no direct messages.
pub(crate) type SendResult = serenity::Result<Option<ChannelId>>;

pub(crate) struct DirectMessages {
    pub(crate) poster: Arc<Poster>,
}

impl DirectMessages {
    /// Sends a direct message and returns its channel; `None` if the person refuses our messages.
    pub(crate) async fn send(&self, person: PersonId, card: &Card) -> SendResult {
        self.try_send(person, card.to_message()).await
    }

    /// Sends a direct message that Discord posts only once with this nonce.
    pub(crate) async fn send_once(
        &self,
        person: PersonId,
        card: &Card,
        nonce: NoticeId,
    ) -> SendResult {
        self.try_send(person, card.to_message_with_nonce(nonce))
            .await
    }

    async fn try_send(&self, person: PersonId, message: CreateMessage) -> SendResult {
        self.poster.rate.wait().await;
        let channel = match self.poster.open_direct_channel(person).await {
            Ok(channel) => channel,
            Err(error) if refuses_direct_messages(&error) => return Ok(None),
            Err(error) => return Err(error),
        };
        self.poster.rate.wait().await;
        let sent = channel
            .send_message(&self.poster.http, message)
            .record_request("POST /channels/{channel}/messages")
            .await;
        match sent {
            Ok(_) => Ok(Some(ChannelId(channel.into()))),
            Err(error) if refuses_direct_messages(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
