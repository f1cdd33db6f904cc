//! The port: all that telling news asks of the chat, and all that the chat may answer. Behind it is serenity; in a simulation
//! something else is, that fails as it likes.

use std::sync::Arc;
use std::time::Instant;

use futures::future::BoxFuture;
use serenity::all::{
    ActionRowComponent, ButtonKind, Channel, EditMessage, GetMessages, Nonce, UserId,
};

use crate::wire::card::Card;
use crate::wire::ids::number;
use crate::wire::post_rate::Poster;
use crate::wire::refusals::PortError;
use crate::wire::requests::Requested as _;
use lanai_host::{ChannelId, MessageId, NoticeId, PersonId};

/// What the chat will have answered.
pub type Pending<'a, T> = BoxFuture<'a, Result<T, PortError>>;

/// How a message of ours is changed.
#[derive(Clone, Copy, Debug)]
pub enum Edit<'a> {
    /// Its buttons are removed.
    Bare,
    /// Its words are these; its pictures stay.
    Words(&'a Card),
    Whole(&'a Card),
}

/// A message of ours, as the chat shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnMessage {
    pub message: MessageId,
    /// The number with which it was posted, if the chat knows that still.
    pub nonce: Option<String>,
    pub text: String,
    /// The ids of its buttons.
    pub buttons: Vec<String>,
}

/// What the notice dispatcher needs of Discord.
pub trait Port: Send + Sync {
    /// Posts a card, which this number makes once within minutes.
    fn post<'a>(
        &'a self,
        channel: ChannelId,
        nonce: NoticeId,
        card: &'a Card,
    ) -> Pending<'a, MessageId>;

    /// Changes a message of ours.
    fn edit<'a>(
        &'a self,
        channel: ChannelId,
        message: MessageId,
        edit: Edit<'a>,
    ) -> Pending<'a, ()>;

    /// Removes a message of ours.
    fn remove(&self, channel: ChannelId, message: MessageId) -> Pending<'_, ()>;

    /// Those that are ours among the last messages of a channel, so many at most; the newest first.
    fn latest(&self, channel: ChannelId, most: u8) -> Pending<'_, Vec<OwnMessage>>;

    /// The channel between a person and us.
    fn own_channel(&self, person: PersonId) -> Pending<'_, ChannelId>;

    /// Whether a thread is locked.
    fn is_locked(&self, thread: ChannelId) -> Pending<'_, bool>;
}

/// The port to Discord.
pub(crate) struct ToDiscord {
    pub(crate) poster: Arc<Poster>,
    pub(crate) me: UserId,
}

impl Port for ToDiscord {
    fn post<'a>(
        &'a self,
        channel: ChannelId,
        nonce: NoticeId,
        card: &'a Card,
    ) -> Pending<'a, MessageId> {
        Box::pin(async move {
            let begun = Instant::now();
            let message = in_chat(channel)
                .send_message(&self.poster.http, card.message(nonce))
                .counted("POST /channels/{channel}/messages")
                .await?;
            self.poster.rate.answered_in(begun.elapsed());
            Ok(MessageId(message.id.into()))
        })
    }

    fn edit<'a>(
        &'a self,
        channel: ChannelId,
        message: MessageId,
        edit: Edit<'a>,
    ) -> Pending<'a, ()> {
        let change = match edit {
            Edit::Bare => EditMessage::new().components(Vec::new()),
            Edit::Words(card) => card.change_of_words(),
            Edit::Whole(card) => card.change(),
        };
        Box::pin(async move {
            in_chat(channel)
                .edit_message(&self.poster.changing, number(message.0), change)
                .counted("PATCH /channels/{channel}/messages/{message}")
                .await?;
            Ok(())
        })
    }

    fn remove(&self, channel: ChannelId, message: MessageId) -> Pending<'_, ()> {
        Box::pin(async move {
            in_chat(channel)
                .delete_message(&self.poster.changing, number(message.0))
                .counted("DELETE /channels/{channel}/messages/{message}")
                .await?;
            Ok(())
        })
    }

    fn latest(&self, channel: ChannelId, most: u8) -> Pending<'_, Vec<OwnMessage>> {
        Box::pin(async move {
            let messages = in_chat(channel)
                .messages(&self.poster.http, GetMessages::new().limit(most))
                .counted("GET /channels/{channel}/messages")
                .await?;
            Ok(messages
                .iter()
                .filter(|message| message.author.id == self.me)
                .map(OwnMessage::of)
                .collect())
        })
    }

    fn own_channel(&self, person: PersonId) -> Pending<'_, ChannelId> {
        Box::pin(async move { Ok(ChannelId(self.poster.own_channel(person).await?.into())) })
    }

    fn is_locked(&self, thread: ChannelId) -> Pending<'_, bool> {
        Box::pin(async move {
            let seen = self
                .poster
                .http
                .get_channel(in_chat(thread))
                .counted("GET /channels/{channel}")
                .await
                .map(Channel::guild)?;
            Ok(seen
                .and_then(|seen| seen.thread_metadata)
                .is_some_and(|thread| thread.locked))
        })
    }
}

impl OwnMessage {
    fn of(message: &serenity::all::Message) -> OwnMessage {
        let buttons = message.components.iter().flat_map(|row| &row.components);
        OwnMessage {
            message: MessageId(message.id.into()),
            nonce: message.nonce.as_ref().map(|nonce| match nonce {
                Nonce::String(nonce) => nonce.clone(),
                Nonce::Number(nonce) => nonce.to_string(),
            }),
            text: message.content.clone(),
            buttons: buttons.filter_map(id_of).map(str::to_owned).collect(),
        }
    }
}

/// The id of a button.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the library may come to know more"
)]
pub(crate) fn id_of(component: &ActionRowComponent) -> Option<&str> {
    match component {
        ActionRowComponent::Button(button) => match &button.data {
            ButtonKind::NonLink { custom_id, .. } => Some(custom_id),
            ButtonKind::Link { .. } | ButtonKind::Premium { .. } => None,
        },
        _ => None,
    }
}

pub(crate) fn in_chat(channel: ChannelId) -> serenity::all::ChannelId {
    serenity::all::ChannelId::new(number(channel.0))
}
