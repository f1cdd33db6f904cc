//! A request: who asks for what, where, and with which permissions; read from a command, a press or
//! a modal.

use crate::wire::card::Layout;
use crate::wire::press::Press;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serenity::all::{
    AuthorizingIntegrationOwner, AuthorizingIntegrationOwners, ChannelType, CommandInteraction,
    ComponentInteraction, Member, MessageFlags, ModalInteraction, Permissions,
};
use tokio::sync::Notify;

use lanai_host::{
    Actor, ChannelId, GuildId, InteractionId, MessageId, NewGame, PersonId, TableId, TableSettings,
};
use lanai_rules::Title;

/// The id that stands for the missing guild of requests from direct messages.
pub(crate) const DIRECT_MESSAGES: GuildId = GuildId(0);

/// What a user asks for, where, and with which permissions.
#[derive(Clone)]
pub(crate) struct Request {
    /// The command or the kind of button, for the log and the metrics.
    pub(crate) name: Cow<'static, str>,
    pub(crate) priority: Priority,
    pub(crate) actor: Actor,
    pub(crate) guild: GuildId,
    pub(crate) channel: ChannelId,
    pub(crate) in_thread: bool,
    /// The type of public threads in the channel, or in the parent of this thread; `None` where
    /// there are no threads, as in a voice channel.
    pub(crate) thread_kind: Option<ChannelType>,
    /// The channel of the thread, if the request came from one.
    pub(crate) parent_channel: Option<ChannelId>,
    pub(crate) bot_permissions: Permissions,
    /// Whether only the user installed the bot, and not the guild.
    pub(crate) is_user_install: bool,
    pub(crate) user_permissions: Permissions,
    pub(crate) member: Option<Member>,
    /// The language of the user's client.
    pub(crate) locale: String,
    pub(crate) guild_locale: String,
    /// The message whose button was pressed, if it is ephemeral.
    pub(crate) pressed_message: Option<MessageId>,
    /// How the message whose button was pressed is built.
    pub(crate) pressed_layout: Layout,
    /// The table that the pressed button names, if any.
    pub(crate) table: Option<TableId>,
    /// The interaction token, which allows answering, and editing the answer, for fifteen minutes.
    pub(crate) token: String,
    /// Notified once the answer was sent, for tasks that edit it later.
    pub(crate) answered: Arc<Notify>,
}

/// Reads what the interaction types of serenity have in common.
macro_rules! request {
    ($interaction:expr) => {{
        let interaction = $interaction;
        let member = interaction.member.as_ref();
        let name = member
            .and_then(|member| member.nick.clone())
            .or_else(|| interaction.user.global_name.clone())
            .unwrap_or_else(|| interaction.user.name.clone());
        let kind = interaction.channel.as_ref().map(|channel| channel.kind);
        let in_thread = matches!(
            kind,
            Some(ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread)
        );
        let parent_channel = interaction
            .channel
            .as_ref()
            .and_then(|channel| channel.parent_id)
            .filter(|_| in_thread);
        Request {
            name: Cow::default(),
            priority: Priority::Move,
            actor: Actor {
                person: PersonId(interaction.user.id.into()),
                // PostgreSQL stores no text with this invisible character.
                name: name.replace('\0', ""),
                interaction: Some(InteractionId(interaction.id.into())),
            },
            guild: interaction
                .guild_id
                .map_or(DIRECT_MESSAGES, |guild| GuildId(guild.into())),
            channel: ChannelId(interaction.channel_id.into()),
            in_thread,
            thread_kind: kind.and_then(public_thread_kind),
            parent_channel: parent_channel.map(|channel| ChannelId(channel.into())),
            bot_permissions: interaction.app_permissions.unwrap_or_default(),
            is_user_install: false,
            user_permissions: member
                .and_then(|member| member.permissions)
                .unwrap_or_default(),
            member: member.map(|member| Member::clone(member)),
            guild_locale: interaction
                .guild_locale
                .clone()
                .unwrap_or_else(|| interaction.locale.clone()),
            locale: interaction.locale.clone(),
            pressed_message: None,
            pressed_layout: Layout::Content,
            table: None,
            token: interaction.token.clone(),
            answered: Arc::default(),
        }
    }};
}

/// Returns the type of public threads in a channel of this type, if it can have any.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the library may come to know more"
)]
pub(crate) fn public_thread_kind(channel: ChannelType) -> Option<ChannelType> {
    match channel {
        ChannelType::Text | ChannelType::PublicThread | ChannelType::PrivateThread => {
            Some(ChannelType::PublicThread)
        }
        ChannelType::News | ChannelType::NewsThread => Some(ChannelType::NewsThread),
        _ => None,
    }
}

/// Returns the name of an enum's variant, without the values in it.
pub(crate) fn variant_name(value: &impl fmt::Debug) -> String {
    format!("{value:?}")
        .chars()
        .take_while(|letter| letter.is_alphanumeric())
        .collect()
}

/// Names a button or modal for the log and the metrics.
fn press_name(press: Option<&Press>) -> Cow<'static, str> {
    match press {
        Some(press) => format!("button {}", variant_name(press)).into(),
        None => "button Old".into(),
    }
}

/// Returns whether the user installed the bot, and the guild did not.
fn is_user_install_only(owners: &AuthorizingIntegrationOwners) -> bool {
    let mut by_user = false;
    let mut by_guild = false;
    for owner in &owners.0 {
        by_user |= matches!(owner, AuthorizingIntegrationOwner::UserInstall(_));
        by_guild |= matches!(owner, AuthorizingIntegrationOwner::GuildInstall(_));
    }
    by_user && !by_guild
}

impl Request {
    pub(crate) fn from_command(
        name: &str,
        priority: Priority,
        interaction: &CommandInteraction,
    ) -> Request {
        Request {
            name: name.to_owned().into(),
            priority,
            is_user_install: is_user_install_only(&interaction.authorizing_integration_owners),
            ..request!(interaction)
        }
    }

    pub(crate) fn from_press(interaction: &ComponentInteraction, press: Option<&Press>) -> Request {
        let message = &interaction.message;
        let is_ephemeral = message
            .flags
            .is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
        // The library does not know the flag of components. Such messages have neither content nor
        // embeds; our other messages have at least one of them.
        let pressed_layout = if message.content.is_empty() && message.embeds.is_empty() {
            Layout::Components
        } else {
            Layout::Content
        };
        Request {
            name: press_name(press),
            priority: press.map_or(Priority::Read, Press::priority),
            pressed_message: is_ephemeral.then(|| MessageId(message.id.into())),
            pressed_layout,
            table: press.and_then(Press::table),
            is_user_install: is_user_install_only(&interaction.authorizing_integration_owners),
            ..request!(interaction)
        }
    }

    pub(crate) fn from_modal(interaction: &ModalInteraction, press: Option<&Press>) -> Request {
        Request {
            name: press_name(press),
            table: press.and_then(Press::table),
            ..request!(interaction)
        }
    }

    /// Returns the permissions that the bot needs to write in the channel of the request.
    pub(crate) fn needed_permissions(&self) -> Permissions {
        if self.in_thread {
            Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES_IN_THREADS
        } else {
            Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES
        }
    }

    /// Returns the defaults of a table that is opened by this request.
    pub(crate) fn new_game_defaults(&self, title: Title) -> NewGame {
        NewGame {
            title,
            seat_count: None,
            computers: Vec::new(),
            options: String::new(),
            settings: TableSettings::default(),
            guild: self.guild,
            channel: self.channel,
            parent_channel: self.parent_channel,
            language: self.guild_locale.clone(),
            announced: true,
            rematch_of: None,
        }
    }

    /// Returns the request as if it came from the channel of the thread, where the bot has the same
    /// permissions.
    pub(crate) fn in_parent_channel(&self) -> Request {
        match self.parent_channel {
            Some(channel) => Request {
                channel,
                in_thread: false,
                parent_channel: None,
                ..self.clone()
            },
            None => self.clone(),
        }
    }
}

/// The class of a request. Only some permits are for reads, so reads alone never hold up moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Priority {
    Move,
    /// A request that only reads or asks for advice.
    Read,
}

impl Priority {
    pub const fn max_waiting(self) -> usize {
        match self {
            Priority::Move => 512,
            Priority::Read => 128,
        }
    }

    /// Returns how long a request may wait. Discord would allow fifteen minutes, but players give
    /// up sooner.
    pub const fn max_wait(self) -> Duration {
        match self {
            Priority::Move => Duration::from_secs(30),
            Priority::Read => Duration::from_secs(10),
        }
    }
}
