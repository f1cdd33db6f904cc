//! A request: who asks for what, where, and with which permissions; read from a command, a press or
//! a modal.

use crate::wire::press::{Press, PrivacyStep};
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

/// The server of direct messages.
pub(crate) const NOWHERE: GuildId = GuildId(0);

/// Somebody who asked for something, and where.
#[derive(Clone)]
pub(crate) struct Request {
    /// Which command or button, by the name that it has here.
    pub(crate) asked: Cow<'static, str>,
    pub(crate) priority: Priority,
    pub(crate) actor: Actor,
    pub(crate) guild: GuildId,
    pub(crate) channel: ChannelId,
    pub(crate) in_thread: bool,
    /// Of which kind a public thread is here, or beside this thread; `None` where there are no threads, as in a voice channel.
    pub(crate) thread_kind: Option<ChannelType>,
    /// The channel of the thread, if it is one.
    pub(crate) above: Option<ChannelId>,
    /// What the bot may do there.
    pub(crate) rights: Permissions,
    /// Whether the server does not have the bot, which came with this person.
    pub(crate) is_guest: bool,
    /// What this person may do there.
    pub(crate) may: Permissions,
    /// Who they are on this server.
    pub(crate) member: Option<Member>,
    /// The language of the person.
    pub(crate) own: String,
    /// The language of the server.
    pub(crate) public: String,
    /// The message whose button was pressed, if this person alone sees it.
    pub(crate) pressed: Option<MessageId>,
    /// The table that a button is about.
    pub(crate) game: Option<TableId>,
    /// By which what was answered can be changed for a quarter of an hour.
    pub(crate) token: String,
    /// Notified once the answer was sent, for tasks that edit it later.
    pub(crate) answered: Arc<Notify>,
}

macro_rules! request {
    ($interaction:expr) => {{
        let it = $interaction;
        let nick = it.member.as_ref().and_then(|member| member.nick.clone());
        let name = nick
            .or_else(|| it.user.global_name.clone())
            .unwrap_or_else(|| it.user.name.clone());
        let kind = it.channel.as_ref().map(|channel| channel.kind);
        let in_thread = matches!(
            kind,
            Some(ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread)
        );
        let above = it
            .channel
            .as_ref()
            .and_then(|channel| channel.parent_id)
            .filter(|_| in_thread);
        Request {
            asked: Cow::default(),
            priority: Priority::Move,
            actor: Actor {
                person: PersonId(it.user.id.into()),
                // PostgreSQL stores no text with this invisible character.
                name: name.replace('\0', ""),
                interaction: Some(InteractionId(it.id.into())),
            },
            guild: it.guild_id.map_or(NOWHERE, |guild| GuildId(guild.into())),
            channel: ChannelId(it.channel_id.into()),
            in_thread,
            thread_kind: kind.and_then(thread_kind),
            above: above.map(|channel| ChannelId(channel.into())),
            rights: it.app_permissions.unwrap_or_default(),
            is_guest: false,
            may: it
                .member
                .as_ref()
                .and_then(|member| member.permissions)
                .unwrap_or_default(),
            member: it.member.as_ref().map(|member| Member::clone(member)),
            public: it.guild_locale.clone().unwrap_or_else(|| it.locale.clone()),
            own: it.locale.clone(),
            pressed: None,
            game: None,
            token: it.token.clone(),
            answered: Arc::default(),
        }
    }};
}

/// Returns of which kind a public thread is in such a channel, if there are any.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the library may come to know more"
)]
pub(crate) fn thread_kind(channel: ChannelType) -> Option<ChannelType> {
    match channel {
        ChannelType::Text | ChannelType::PublicThread | ChannelType::PrivateThread => {
            Some(ChannelType::PublicThread)
        }
        ChannelType::News | ChannelType::NewsThread => Some(ChannelType::NewsThread),
        _ => None,
    }
}

/// What kind of thing it is of those that have a name here: what is in it is not told.
pub(crate) fn kind(it: &impl fmt::Debug) -> String {
    format!("{it:?}")
        .chars()
        .take_while(|letter| letter.is_alphanumeric())
        .collect()
}

/// What kind of button it was, or question.
fn kind_of(press: Option<&Press>) -> Cow<'static, str> {
    press.map_or("button Old".into(), |press| {
        format!("button {}", kind(press)).into()
    })
}

/// Whether it is by a person alone that the bot is there.
fn is_guest(owners: &AuthorizingIntegrationOwners) -> bool {
    let by = |owner: fn(&AuthorizingIntegrationOwner) -> bool| owners.0.iter().any(owner);
    by(|owner| matches!(owner, AuthorizingIntegrationOwner::UserInstall(_)))
        && !by(|owner| matches!(owner, AuthorizingIntegrationOwner::GuildInstall(_)))
}

impl Request {
    pub(crate) fn by_command(
        name: &str,
        priority: Priority,
        interaction: &CommandInteraction,
    ) -> Request {
        let is_guest = is_guest(&interaction.authorizing_integration_owners);
        Request {
            asked: name.to_owned().into(),
            priority,
            is_guest,
            ..request!(interaction)
        }
    }

    pub(crate) fn by_press(interaction: &ComponentInteraction, press: Option<&Press>) -> Request {
        let message = &interaction.message;
        let private = message
            .flags
            .is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
        let pressed = private.then(|| MessageId(message.id.into()));
        let game = press.and_then(Press::game);
        let priority = press.map_or(Priority::Look, Priority::of_press);
        let is_guest = is_guest(&interaction.authorizing_integration_owners);
        Request {
            asked: kind_of(press),
            priority,
            pressed,
            game,
            is_guest,
            ..request!(interaction)
        }
    }

    pub(crate) fn by_modal(interaction: &ModalInteraction, press: Option<&Press>) -> Request {
        Request {
            asked: kind_of(press),
            game: press.and_then(Press::game),
            ..request!(interaction)
        }
    }

    /// Returns the permissions that are needed to write here.
    pub(crate) fn needed(&self) -> Permissions {
        let thread = Permissions::SEND_MESSAGES_IN_THREADS;
        Permissions::VIEW_CHANNEL
            | if self.in_thread {
                thread
            } else {
                Permissions::SEND_MESSAGES
            }
    }

    /// Returns the defaults of a table opened here.
    pub(crate) fn new_game(&self, title: Title) -> NewGame {
        NewGame {
            title,
            chairs: None,
            computers: Vec::new(),
            options: String::new(),
            settings: TableSettings::default(),
            guild: self.guild,
            channel: self.channel,
            above: self.above,
            language: self.public.clone(),
            announced: true,
            follows: None,
        }
    }

    /// The same, as if it came from the channel of a thread: what the bot may do is the same in both.
    pub(crate) fn outside_thread(&self) -> Request {
        match self.above {
            Some(channel) => Request {
                channel,
                in_thread: false,
                above: None,
                ..self.clone()
            },
            None => self.clone(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Priority {
    Move,
    /// Only reads, or asks for advice.
    Look,
}

impl Priority {
    pub(crate) fn of_press(press: &Press) -> Priority {
        let looks = matches!(
            press,
            Press::Rules(_)
                | Press::Hint(_)
                | Press::Realm(_)
                | Press::Show(_)
                | Press::Record(_)
                | Press::Recap(_)
                | Press::Review(..)
                | Press::History(_)
                | Press::PastGame
                | Press::Replay(..)
                | Press::ContestLog(_)
                | Press::Acts(_)
                | Press::Privacy(PrivacyStep::Export)
        );
        if looks {
            Priority::Look
        } else {
            Priority::Move
        }
    }

    pub const fn max_waiting(self) -> usize {
        match self {
            Priority::Move => 512,
            Priority::Look => 128,
        }
    }

    /// How long a request may wait. Discord would allow a quarter of an hour, but players give up sooner.
    pub const fn max_wait(self) -> Duration {
        match self {
            Priority::Move => Duration::from_secs(30),
            Priority::Look => Duration::from_secs(10),
        }
    }
}
