//! Servers and their roles, as Discord writes them.

use serde_json::{Value, json};

use super::{channels::channel, users::member};
use crate::ids::{Id, timestamp};
use crate::permissions;
use crate::world::{Server, World};

/// The roles of a server: the one of everybody, those of the persons, and the bot's.
pub(crate) fn roles(world: &World, server: &Server) -> Vec<Value> {
    let role = |id: Id, name: &str, permissions: u64, position: usize| {
        json!({
            "id": id,
            "name": name,
            "color": 0,
            "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null },
            "hoist": false,
            "icon": null,
            "unicode_emoji": null,
            "position": position,
            "permissions": permissions.to_string(),
            "managed": id == server.bot_role,
            "mentionable": false,
            "flags": 0,
        })
    };
    let mut all = vec![role(server.id, "@everyone", 0, 0)];
    for (permissions, id) in &server.roles {
        all.push(role(*id, &permissions::role_name(*permissions), *permissions, all.len()));
    }
    if server.has_bot {
        let mut own = role(server.bot_role, &world.settings.bot, world.role_of_bot(server), all.len());
        own["tags"] = json!({ "bot_id": world.bot });
        all.push(own);
    }
    all
}

/// A server, without what lives in it.
pub(crate) fn server(world: &World, server: &Server) -> Value {
    let mut shown = json!({
        "id": server.id,
        "name": server.name,
        "owner_id": world.owner(),
        "region": "deprecated",
        "afk_timeout": 300,
        "widget_enabled": false,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "roles": roles(world, server),
        "emojis": [],
        "stickers": [],
        "features": [],
        "mfa_level": 0,
        "system_channel_flags": 0,
        "max_members": 500_000,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": server.locale,
        "max_video_channel_users": 25,
        "max_stage_video_channel_users": 50,
        "nsfw": false,
        "nsfw_level": 0,
        "premium_progress_bar_enabled": false,
    });
    for absent in ABSENT_IN_A_SERVER.split_whitespace() {
        shown[absent] = Value::Null;
    }
    shown
}

/// What a server might have, and the porch's have not.
const ABSENT_IN_A_SERVER: &str = "\
    icon icon_hash splash discovery_splash afk_channel_id widget_channel_id application_id \
    system_channel_id rules_channel_id max_presences vanity_url_code description banner \
    public_updates_channel_id safety_alerts_channel_id incidents_data hub_type \
    latest_onboarding_question_id home_header";

/// A server as it is told when a bot comes.
pub(crate) fn server_with_everything(world: &World, id: Id) -> Value {
    let Some(found) = world.servers.get(&id) else { return Value::Null };
    let here = || world.channels.values().filter(|channel| channel.server == Some(id));
    let channels: Vec<Value> =
        here().filter(|it| it.thread().is_none()).map(|it| channel(world, it)).collect();
    let threads: Vec<Value> =
        here().filter(|it| it.thread().is_some_and(|it| !it.archived)).map(|it| channel(world, it)).collect();
    let mut whole = server(world, found);
    let more = json!({
        "joined_at": timestamp(id.made_ms()),
        "large": false,
        "unavailable": false,
        "member_count": world.members(id).count(),
        "voice_states": [],
        "members": [member(world, id, world.bot)],
        "channels": channels,
        "threads": threads,
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    });
    if let (Value::Object(whole), Value::Object(more)) = (&mut whole, more) {
        whole.extend(more);
    }
    whole
}

/// The audit log of a guild, of which the porch records nothing.
pub(crate) fn empty_audit_log() -> Value {
    json!({
        "application_commands": [],
        "audit_log_entries": [],
        "auto_moderation_rules": [],
        "guild_scheduled_events": [],
        "integrations": [],
        "threads": [],
        "users": [],
        "webhooks": [],
    })
}

/// The sounds that each server has. Discord has a few more; libraries only want to read a list.
pub(crate) fn default_sounds() -> Value {
    json!([{
        "sound_id": "1",
        "name": "quack",
        "volume": 1.0,
        "emoji_id": null,
        "emoji_name": "🦆",
        "available": true,
    }])
}
