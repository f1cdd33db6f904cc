//! Users and members, as Discord writes them, and the application of the bot, as it is told about itself.

use serde_json::{Value, json};

use super::put;
use crate::ids::{Id, timestamp};
use crate::world::{Message, World};

/// A user: a person or the bot.
pub(crate) fn user(world: &World, id: Id) -> Value {
    let name = world.name_of(id);
    json!({
        "id": id,
        "username": name.to_lowercase().replace(' ', "_"),
        "global_name": name,
        "discriminator": "0",
        "avatar": null,
        "banner": null,
        "accent_color": null,
        "avatar_decoration_data": null,
        "collectibles": null,
        "primary_guild": null,
        "clan": null,
        "bot": id == world.bot,
        "system": false,
        "flags": 0,
        "public_flags": 0,
    })
}

/// The bot about itself.
pub(crate) fn own_user(world: &World) -> Value {
    let mut own = user(world, world.bot);
    own["verified"] = json!(true);
    own["mfa_enabled"] = json!(true);
    own["email"] = Value::Null;
    own["locale"] = json!("en-US");
    own["premium_type"] = json!(0);
    own
}

/// Who said it: a person, the bot, or a webhook under some name.
pub(crate) fn author(world: &World, message: &Message) -> Value {
    let Some(mask) = &message.mask else { return user(world, message.author) };
    json!({
        "id": message.author,
        "username": mask.name,
        "global_name": null,
        "discriminator": "0000",
        "avatar": null,
        "primary_guild": null,
        "bot": true,
        "flags": 0,
        "public_flags": 0,
    })
}

/// A member, as it stands beside a message: its user is known.
pub(crate) fn member_without_user(world: &World, server: Id, id: Id) -> Value {
    let joined_ms = world.persons.get(&id).and_then(|person| person.servers.get(&server));
    json!({
        "nick": null,
        "avatar": null,
        "banner": null,
        "roles": Vec::from_iter(world.role_of(server, id)),
        "joined_at": timestamp(joined_ms.copied().unwrap_or(server.made_ms())),
        "premium_since": null,
        "communication_disabled_until": null,
        "unusual_dm_activity_until": null,
        "deaf": false,
        "mute": false,
        "pending": false,
        "flags": 0,
    })
}

/// A member of a server.
pub(crate) fn member(world: &World, server: Id, id: Id) -> Value {
    let mut member = member_without_user(world, server, id);
    member["user"] = user(world, id);
    member
}

/// Returns the flags of the application: which privileged intents are switched on, and that it has commands.
pub(crate) fn application_flags(world: &World) -> u64 {
    world.settings.intents.iter().fold(1 << 23, |flags, intent| flags | intent.application_flag())
}

/// The application of the bot.
pub(crate) fn application(world: &World) -> Value {
    let installed = world.persons.values().filter(|person| person.installed).count();
    let authorized = world.persons.keys().filter(|id| world.meets(**id) || world.has_installed(**id)).count();
    let mut shown = json!({
        "id": world.bot,
        "name": world.settings.bot,
        "icon": null,
        "description": "",
        "type": null,
        "summary": "",
        "rpc_origins": [],
        "bot_public": true,
        "bot_require_code_grant": false,
        "verify_key": "00".repeat(32),
        "flags": application_flags(world),
        "flags_new": application_flags(world).to_string(),
        "owner": user(world, world.owner()),
        "team": null,
        "bot": own_user(world),
        "redirect_uris": [],
        "interactions_endpoint_url": null,
        "role_connections_verification_url": null,
        "approximate_guild_count": world.servers.values().filter(|server| server.has_bot).count(),
        "approximate_user_install_count": installed,
        "approximate_user_authorization_count": authorized,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": ["applications.commands", "bot"],
        "integration_types_config": { "0": {} },
        "tags": [],
    });
    if world.settings.user_install {
        shown["integration_types_config"]["1"] = json!({});
    }
    // Discord leaves out what the owner left out.
    put(&mut shown, "privacy_policy_url", world.settings.policy.as_deref());
    shown
}
