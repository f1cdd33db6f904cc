//! Sends direct messages that are not news of a table.

use std::sync::Arc;

use crate::wire::card::Card;
use crate::wire::port::Poster;
use crate::wire::port_error::{PortError, refuses_direct_messages};
use lanai_host::{ChannelId, NoticeId, PersonId};

/// The channel of the sent message; `None` if the person accepts no direct messages.
pub(crate) type SendResult = Result<Option<ChannelId>, PortError>;

pub(crate) struct DirectMessages {
    pub(crate) poster: Arc<Poster>,
}

impl DirectMessages {
    /// Sends a direct message and returns its channel; `None` if the person refuses our messages.
    pub(crate) async fn send(&self, person: PersonId, card: &Card) -> SendResult {
        self.try_send(person, card, None).await
    }

    /// Sends a direct message that Discord posts only once with this nonce.
    pub(crate) async fn send_once(
        &self,
        person: PersonId,
        card: &Card,
        nonce: NoticeId,
    ) -> SendResult {
        self.try_send(person, card, Some(nonce.0.to_string())).await
    }

    async fn try_send(&self, person: PersonId, card: &Card, nonce: Option<String>) -> SendResult {
        self.poster.rate.wait().await;
        let channel = match self.poster.open_direct_channel(person).await {
            Ok(channel) => channel,
            Err(error) if refuses_direct_messages(&error) => return Ok(None),
            Err(error) => return Err(error),
        };
        self.poster.rate.wait().await;
        match self.poster.post(channel, card, nonce).await {
            Ok(_) => Ok(Some(channel)),
            Err(error) if refuses_direct_messages(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
