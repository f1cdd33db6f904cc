//! The port: what the notice dispatcher asks of Discord, and what Discord may answer.
//!
//! It is implemented with [`Poster`], the client for everything but answers to interactions, and in
//! simulations by a port that fails on demand.

use std::sync::Arc;
use std::time::Instant;

use futures::future::BoxFuture;
use serde_json::Value;
use serenity::all::{
    ActionRowComponent, AutoArchiveDuration, ButtonKind, ChannelType, CreateThread, EditMessage,
    EditThread, GetMessages, GuildChannel, Http, HttpError, LightMethod, Nonce, Request, Route,
};

use crate::wire::card::Card;
use crate::wire::ids::snowflake;
use crate::wire::port_error::PortError;
use crate::wire::post_rate::PostLimiter;
use crate::wire::request_metrics::RecordRequest as _;
use lanai_host::{ChannelId, GuildId, MessageId, NoticeId, PersonId};

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

/// Sends requests that are not answers to interactions.
pub(crate) struct Poster {
    /// The client for threads and new messages. It obeys Discord's rate limits.
    pub(crate) http: Http,
    /// The client for edits and deletions. It has no rate limiter, because that would delay new
    /// messages in a channel while an old message cannot be edited; edits can wait.
    pub(crate) changing: Arc<Http>,
    /// The limit on the rate of posts. Callers wait for it; the poster does not.
    pub(crate) rate: Arc<PostLimiter>,
}

impl Poster {
    /// Returns the channel for direct messages to a person.
    pub(crate) async fn open_direct_channel(
        &self,
        person: PersonId,
    ) -> Result<ChannelId, PortError> {
        let body = serde_json::json!({ "recipient_id": person.0.to_string() });
        let channel = self
            .http
            .create_private_channel(&body)
            .record_request("POST /users/@me/channels")
            .await?;
        Ok(ChannelId(channel.id.into()))
    }

    /// Posts a card. Within some minutes, the same nonce posts only once.
    pub(crate) async fn post(
        &self,
        channel: ChannelId,
        card: &Card,
        nonce: Option<String>,
    ) -> Result<MessageId, PortError> {
        let message = match nonce {
            Some(nonce) => card.to_message_once(nonce),
            None => card.to_message(),
        };
        let message = channel_id(channel)
            .send_message(&self.http, message)
            .record_request("POST /channels/{channel}/messages")
            .await?;
        Ok(MessageId(message.id.into()))
    }

    pub(crate) async fn edit(
        &self,
        channel: ChannelId,
        message: MessageId,
        edit: MessageEdit<'_>,
    ) -> Result<(), PortError> {
        let edit = match edit {
            MessageEdit::RemoveButtons => EditMessage::new().components(Vec::new()),
            MessageEdit::Text(card) => card.to_text_edit(),
            MessageEdit::Full(card) => card.to_message_edit(),
        };
        channel_id(channel)
            .edit_message(&self.changing, snowflake(message.0), edit)
            .record_request("PATCH /channels/{channel}/messages/{message}")
            .await?;
        Ok(())
    }

    /// Returns the messages of a user among the last `limit` of a channel, the newest first.
    pub(crate) async fn list_latest_of(
        &self,
        author: PersonId,
        channel: ChannelId,
        limit: u8,
    ) -> Result<Vec<OwnMessage>, PortError> {
        let messages = channel_id(channel)
            .messages(&self.http, GetMessages::new().limit(limit))
            .record_request("GET /channels/{channel}/messages")
            .await?;
        Ok(messages
            .iter()
            .filter(|message| PersonId(message.author.id.into()) == author)
            .map(OwnMessage::from_message)
            .collect())
    }

    /// Returns a channel or thread of a guild; `None` for a channel of direct messages.
    pub(crate) async fn load_channel(
        &self,
        channel: ChannelId,
    ) -> Result<Option<GuildChannel>, PortError> {
        let channel = self
            .http
            .get_channel(channel_id(channel))
            .record_request("GET /channels/{channel}")
            .await?;
        Ok(channel.guild())
    }

    pub(crate) async fn list_channels(
        &self,
        guild: GuildId,
    ) -> Result<Vec<GuildChannel>, PortError> {
        self.http
            .get_channels(guild_id(guild))
            .record_request("GET /guilds/{guild}/channels")
            .await
    }

    /// Returns the preferred locale of a guild.
    pub(crate) async fn load_guild_locale(&self, guild: GuildId) -> Result<String, PortError> {
        let guild = guild_id(guild)
            .to_partial_guild(&self.http)
            .record_request("GET /guilds/{guild}")
            .await?;
        Ok(guild.preferred_locale)
    }

    /// Returns the open threads of a guild.
    pub(crate) async fn list_active_threads(
        &self,
        guild: GuildId,
    ) -> Result<Vec<GuildChannel>, PortError> {
        let active = guild_id(guild)
            .get_active_threads(&self.http)
            .record_request("GET /guilds/{guild}/threads/active")
            .await?;
        Ok(active.threads)
    }

    /// Creates a thread. People in a private one cannot invite others past the table.
    pub(crate) async fn create_thread(
        &self,
        channel: ChannelId,
        name: &str,
        kind: ChannelType,
    ) -> Result<ChannelId, PortError> {
        let mut thread = CreateThread::new(name)
            .kind(kind)
            .auto_archive_duration(AutoArchiveDuration::OneWeek);
        if kind == ChannelType::PrivateThread {
            thread = thread.invitable(false);
        }
        let thread = channel_id(channel)
            .create_thread(&self.http, thread)
            .record_request("POST /channels/{channel}/threads")
            .await?;
        Ok(ChannelId(thread.id.into()))
    }

    pub(crate) async fn rename_thread(
        &self,
        thread: ChannelId,
        name: String,
    ) -> Result<(), PortError> {
        channel_id(thread)
            .edit_thread(&self.http, EditThread::new().name(name))
            .record_request("PATCH /channels/{channel}")
            .await?;
        Ok(())
    }

    pub(crate) async fn add_to_thread(
        &self,
        thread: ChannelId,
        person: PersonId,
    ) -> Result<(), PortError> {
        self.http
            .add_thread_channel_member(channel_id(thread), snowflake(person.0).into())
            .record_request("PUT /channels/{channel}/thread-members/{person}")
            .await
    }
}

pub(crate) struct DiscordPort {
    pub(crate) poster: Arc<Poster>,
    pub(crate) me: PersonId,
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
            let nonce = Some(nonce.0.to_string());
            let message = self.poster.post(channel, card, nonce).await?;
            self.poster.rate.record_answer_time(started.elapsed());
            Ok(message)
        })
    }

    fn edit<'a>(
        &'a self,
        channel: ChannelId,
        message: MessageId,
        edit: MessageEdit<'a>,
    ) -> PortFuture<'a, ()> {
        Box::pin(self.poster.edit(channel, message, edit))
    }

    fn remove(&self, channel: ChannelId, message: MessageId) -> PortFuture<'_, ()> {
        Box::pin(async move {
            channel_id(channel)
                .delete_message(&self.poster.changing, snowflake(message.0))
                .record_request("DELETE /channels/{channel}/messages/{message}")
                .await
        })
    }

    fn list_latest_own(&self, channel: ChannelId, limit: u8) -> PortFuture<'_, Vec<OwnMessage>> {
        Box::pin(self.poster.list_latest_of(self.me, channel, limit))
    }

    fn open_direct_channel(&self, person: PersonId) -> PortFuture<'_, ChannelId> {
        Box::pin(self.poster.open_direct_channel(person))
    }

    fn is_locked(&self, thread: ChannelId) -> PortFuture<'_, bool> {
        Box::pin(async move {
            let channel = self.poster.load_channel(thread).await?;
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
#[expect(clippy::wildcard_enum_match_arm, reason = "Discord may add kinds")]
fn button_id(component: &ActionRowComponent) -> Option<&str> {
    match component {
        ActionRowComponent::Button(button) => match &button.data {
            ButtonKind::NonLink { custom_id, .. } => Some(custom_id),
            ButtonKind::Link { .. } | ButtonKind::Premium { .. } => None,
        },
        _ => None,
    }
}

/// Returns the registered commands, as JSON: the library's type lacks fields that an Entry Point
/// command has to keep.
pub(crate) async fn load_commands(http: &Http) -> Result<Vec<Value>, PortError> {
    let application_id = http
        .application_id()
        .ok_or(HttpError::ApplicationIdMissing)
        .map_err(serenity::Error::from)?;
    let request = Request::new(Route::Commands { application_id }, LightMethod::Get)
        .params(Some(vec![("with_localizations", true.to_string())]));
    http.fire(request)
        .record_request("GET /applications/{application}/commands")
        .await
}

/// Replaces all registered commands.
pub(crate) async fn overwrite_commands(http: &Http, commands: &[&Value]) -> Result<(), PortError> {
    http.create_global_commands(&commands)
        .record_request("PUT /applications/{application}/commands")
        .await?;
    Ok(())
}

pub(crate) fn channel_id(channel: ChannelId) -> serenity::all::ChannelId {
    snowflake(channel.0).into()
}

pub(crate) fn guild_id(guild: GuildId) -> serenity::all::GuildId {
    snowflake(guild.0).into()
}
