//! The port: what the notice dispatcher asks of Discord, and what Discord may answer.
//!
//! It is implemented with serenity, and in simulations by a port that fails on demand.

use std::sync::Arc;
use std::time::Instant;

use futures::future::BoxFuture;
use serenity::all::{
    ActionRowComponent, ButtonKind, Channel, EditMessage, GetMessages, Nonce, UserId,
};

use crate::wire::card::Card;
use crate::wire::ids::snowflake;
use crate::wire::port_error::PortError;
use crate::wire::post_rate::Poster;
use crate::wire::request_metrics::RecordRequest as _;
use lanai_host::{ChannelId, MessageId, NoticeId, PersonId};

pub type PortFuture<'a, T> = BoxFuture<'a, Result<T, PortError>>;

#[derive(Clone, Copy, Debug)]
pub enum MessageEdit<'a> {
    RemoveButtons,
    /// Replaces the text and the components; pictures stay.
    Text(&'a Card),
    Full(&'a Card),
}

/// One of our messages, as Discord shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnMessage {
    pub message: MessageId,
    /// The nonce with which the message was posted, as long as Discord remembers it.
    pub nonce: Option<String>,
    pub text: String,
    /// The ids of the message's buttons.
    pub buttons: Vec<String>,
}

/// The requests that the notice dispatcher sends to Discord.
pub trait Port: Send + Sync {
    /// Posts a card. For some minutes, another post with the same nonce has no effect.
    fn post<'a>(
        &'a self,
        channel: ChannelId,
        nonce: NoticeId,
        card: &'a Card,
    ) -> PortFuture<'a, MessageId>;

    fn edit<'a>(
        &'a self,
        channel: ChannelId,
        message: MessageId,
        edit: MessageEdit<'a>,
    ) -> PortFuture<'a, ()>;

    fn remove(&self, channel: ChannelId, message: MessageId) -> PortFuture<'_, ()>;

    /// Returns our messages among the last `limit` of a channel, the newest first.
    fn list_latest_own(&self, channel: ChannelId, limit: u8) -> PortFuture<'_, Vec<OwnMessage>>;

    /// Returns the channel for direct messages to a person.
    fn open_direct_channel(&self, person: PersonId) -> PortFuture<'_, ChannelId>;

    fn is_locked(&self, thread: ChannelId) -> PortFuture<'_, bool>;
}

pub(crate) struct DiscordPort {
    pub(crate) poster: Arc<Poster>,
    pub(crate) me: UserId,
}

impl Port for DiscordPort {
    fn post<'a>(
        &'a self,
        channel: ChannelId,
        nonce: NoticeId,
        card: &'a Card,
    ) -> PortFuture<'a, MessageId> {
        Box::pin(async move {
            let started = Instant::now();
            let message = channel_id(channel)
                .send_message(&self.poster.http, card.to_message_with_nonce(nonce))
                .record_request("POST /channels/{channel}/messages")
                .await?;
            self.poster.rate.record_answer_time(started.elapsed());
            Ok(MessageId(message.id.into()))
        })
    }

    fn edit<'a>(
        &'a self,
        channel: ChannelId,
        message: MessageId,
        edit: MessageEdit<'a>,
    ) -> PortFuture<'a, ()> {
        let edit = match edit {
            MessageEdit::RemoveButtons => EditMessage::new().components(Vec::new()),
            MessageEdit::Text(card) => card.to_text_edit(),
            MessageEdit::Full(card) => card.to_message_edit(),
        };
        Box::pin(async move {
            channel_id(channel)
                .edit_message(&self.poster.changing, snowflake(message.0), edit)
                .record_request("PATCH /channels/{channel}/messages/{message}")
                .await?;
            Ok(())
        })
    }

    fn remove(&self, channel: ChannelId, message: MessageId) -> PortFuture<'_, ()> {
        Box::pin(async move {
            channel_id(channel)
                .delete_message(&self.poster.changing, snowflake(message.0))
                .record_request("DELETE /channels/{channel}/messages/{message}")
                .await?;
            Ok(())
        })
    }

    fn list_latest_own(&self, channel: ChannelId, limit: u8) -> PortFuture<'_, Vec<OwnMessage>> {
        Box::pin(async move {
            let messages = channel_id(channel)
                .messages(&self.poster.http, GetMessages::new().limit(limit))
                .record_request("GET /channels/{channel}/messages")
                .await?;
            Ok(messages
                .iter()
                .filter(|message| message.author.id == self.me)
                .map(OwnMessage::from_message)
                .collect())
        })
    }

    fn open_direct_channel(&self, person: PersonId) -> PortFuture<'_, ChannelId> {
        Box::pin(async move {
            let channel = self.poster.open_direct_channel(person).await?;
            Ok(ChannelId(channel.into()))
        })
    }

    fn is_locked(&self, thread: ChannelId) -> PortFuture<'_, bool> {
        Box::pin(async move {
            let channel = self
                .poster
                .http
                .get_channel(channel_id(thread))
                .record_request("GET /channels/{channel}")
                .await
                .map(Channel::guild)?;
            Ok(channel
                .and_then(|channel| channel.thread_metadata)
                .is_some_and(|thread| thread.locked))
        })
    }
}

impl OwnMessage {
    fn from_message(message: &serenity::all::Message) -> OwnMessage {
        let components = message.components.iter().flat_map(|row| &row.components);
        OwnMessage {
            message: MessageId(message.id.into()),
            nonce: message.nonce.as_ref().map(|nonce| match nonce {
                Nonce::String(nonce) => nonce.clone(),
                Nonce::Number(nonce) => nonce.to_string(),
            }),
            text: message.content.clone(),
            buttons: components
                .filter_map(button_id)
                .map(str::to_owned)
                .collect(),
        }
    }
}

/// Returns the id of a component if it is a button without a link.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the library may come to know more"
)]
pub(crate) fn button_id(component: &ActionRowComponent) -> Option<&str> {
    match component {
        ActionRowComponent::Button(button) => match &button.data {
            ButtonKind::NonLink { custom_id, .. } => Some(custom_id),
            ButtonKind::Link { .. } | ButtonKind::Premium { .. } => None,
        },
        _ => None,
    }
}

pub(crate) fn channel_id(channel: ChannelId) -> serenity::all::ChannelId {
    snowflake(channel.0).into()
}
