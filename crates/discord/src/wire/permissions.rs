//! Permissions: what the bot needs in a channel, and who moderates a server. Each request is checked again.

use serenity::all::Permissions;

use crate::wire::request::Request;
use lanai_host::{Authority, GuildSettings};

/// A permission, and the name of the sentence that says what for.
pub(crate) type NeededPermission = (Permissions, &'static str);

/// What the bot needs, and the name of the sentence that says what for. Nothing else is asked for.
pub(crate) const NEEDED: [NeededPermission; 7] = [
    (Permissions::VIEW_CHANNEL, "chat-right-view"),
    (Permissions::SEND_MESSAGES, "chat-right-send"),
    (Permissions::EMBED_LINKS, "chat-right-embed"),
    (Permissions::ATTACH_FILES, "chat-right-files"),
    (Permissions::READ_MESSAGE_HISTORY, "chat-right-history"),
    (Permissions::CREATE_PUBLIC_THREADS, "chat-right-threads"),
    (
        Permissions::SEND_MESSAGES_IN_THREADS,
        "chat-right-in-threads",
    ),
];

/// Returns whether the bot can create public threads in the channel of a request, and write in them.
pub(crate) fn can_create_threads(request: &Request) -> bool {
    let needed = Permissions::VIEW_CHANNEL
        | Permissions::SEND_MESSAGES
        | Permissions::CREATE_PUBLIC_THREADS
        | Permissions::SEND_MESSAGES_IN_THREADS;
    !request.in_thread && request.thread_kind.is_some() && request.rights.contains(needed)
}

/// Returns whether the user has the permission that the server chose for its moderators.
pub(crate) fn is_moderator(request: &Request, chosen: &GuildSettings) -> bool {
    request
        .may
        .intersects(Permissions::ADMINISTRATOR | permission(chosen.moderators))
}

/// Returns whether the user may choose who moderates. Otherwise a moderator could appoint others.
pub(crate) fn may_appoint(request: &Request) -> bool {
    request
        .may
        .intersects(Permissions::ADMINISTRATOR | permission(Authority::Server))
}

fn permission(authority: Authority) -> Permissions {
    match authority {
        Authority::Server => Permissions::MANAGE_GUILD,
        Authority::Channels => Permissions::MANAGE_CHANNELS,
        Authority::Messages => Permissions::MANAGE_MESSAGES,
        Authority::Members => Permissions::MODERATE_MEMBERS,
    }
}
