//! The application of the bot, as it is told about itself.

use serde_json::{Value, json};

use super::users::{own_user, user};
use crate::porch::world::World;

/// Presences, members and contents of messages may be asked for, by an application of few servers; it has commands.
pub(crate) const FLAGS: u64 = 1 << 13 | 1 << 15 | 1 << 19 | 1 << 23;

/// The application of the bot.
pub(crate) fn application(world: &World) -> Value {
    let installed = world.persons.values().filter(|person| person.installed).count();
    let authorized = world.persons.keys().filter(|id| world.meets(**id) || world.has_installed(**id)).count();
    json!({
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
        "flags": FLAGS,
        "flags_new": FLAGS.to_string(),
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
        "integration_types_config": { "0": {}, "1": {} },
        "tags": [],
    })
}
