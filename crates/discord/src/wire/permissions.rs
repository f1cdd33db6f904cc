//! Permissions: what the bot needs in a channel, and who moderates a guild.
//!
//! Permissions are checked for each request, because they may change at any time.

use serenity::all::Permissions;

use crate::key;
use crate::wire::request::Request;
use lanai_host::{Authority, GuildSettings};
use lanai_text::Key;

/// A permission, and the key of the sentence that explains why it is needed.
pub(crate) type NeededPermission = (Permissions, Key);

pub(crate) const NEEDED_PERMISSIONS: [NeededPermission; 7] = [
    (Permissions::VIEW_CHANNEL, key::CHAT_RIGHT_VIEW),
    (Permissions::SEND_MESSAGES, key::CHAT_RIGHT_SEND),
    (Permissions::EMBED_LINKS, key::CHAT_RIGHT_EMBED),
    (Permissions::ATTACH_FILES, key::CHAT_RIGHT_FILES),
    (Permissions::READ_MESSAGE_HISTORY, key::CHAT_RIGHT_HISTORY),
    (Permissions::CREATE_PUBLIC_THREADS, key::CHAT_RIGHT_THREADS),
    (
        Permissions::SEND_MESSAGES_IN_THREADS,
        key::CHAT_RIGHT_IN_THREADS,
    ),
];

/// Returns whether the bot can create public threads in the channel of a request, and write in
/// them.
pub(crate) fn can_create_threads(request: &Request) -> bool {
    let needed = Permissions::VIEW_CHANNEL
        | Permissions::SEND_MESSAGES
        | Permissions::CREATE_PUBLIC_THREADS
        | Permissions::SEND_MESSAGES_IN_THREADS;
    !request.in_thread && request.thread_kind.is_some() && request.bot_permissions.contains(needed)
}

/// Returns whether the user has the permission that the guild chose for its moderators.
pub(crate) fn is_moderator(request: &Request, settings: &GuildSettings) -> bool {
    request
        .user_permissions
        .intersects(Permissions::ADMINISTRATOR | discord_permission(settings.moderators))
}

/// Returns whether the user may choose who moderates.
///
/// This always needs the permission to manage the guild, whatever the guild chose for moderators,
/// so that moderators with less cannot appoint others.
pub(crate) fn can_appoint_moderators(request: &Request) -> bool {
    request
        .user_permissions
        .intersects(Permissions::ADMINISTRATOR | discord_permission(Authority::Server))
}

fn discord_permission(authority: Authority) -> Permissions {
    match authority {
        Authority::Server => Permissions::MANAGE_GUILD,
        Authority::Channels => Permissions::MANAGE_CHANNELS,
        Authority::Messages => Permissions::MANAGE_MESSAGES,
        Authority::Members => Permissions::MODERATE_MEMBERS,
    }
}
