//! Who looks after a server: whoever has the permission that it chose. It is looked at anew with every command and press.

use serenity::all::Permissions;

use crate::wire::request::Request;
use lanai_host::{Authority, ServerSettings};

/// The same, where it is known what the server chose.
pub(crate) fn is_moderator(request: &Request, chosen: &ServerSettings) -> bool {
    request.may.intersects(Permissions::ADMINISTRATOR | permission(chosen.moderators))
}

/// Whether somebody may say who looks after the server: else whoever was let in a little could let others in.
pub(crate) fn may_appoint(request: &Request) -> bool {
    request.may.intersects(Permissions::ADMINISTRATOR | permission(Authority::Server))
}

fn permission(authority: Authority) -> Permissions {
    match authority {
        Authority::Server => Permissions::MANAGE_GUILD,
        Authority::Channels => Permissions::MANAGE_CHANNELS,
        Authority::Messages => Permissions::MANAGE_MESSAGES,
        Authority::Members => Permissions::MODERATE_MEMBERS,
    }
}
