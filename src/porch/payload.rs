//! What the bot gets to see of the world, in Discord's shapes. Nothing is decided here.

use serde_json::{Value, json};

use super::{
    ids::{moment, timestamp},
    rights::rights_in,
    world::{Channel, Interaction, Kind, Message, Person, Server, World},
};

/// The rights of a person who may do everything that people do.
const PERSONS_RIGHTS: &str = "2248473465835073";

/// The bot as a user.
pub(super) fn bot(world: &World) -> Value {
    json!({
        "id": world.bot.to_string(), "username": world.bot_name, "discriminator": "0000", "global_name": null,
        "avatar": null, "bot": true, "flags": 0, "public_flags": 0, "mfa_enabled": true, "verified": true,
        "locale": "en-US", "email": null,
    })
}

/// The bot's application.
pub(super) fn application(world: &World) -> Value {
    json!({
        "id": world.bot.to_string(), "name": world.bot_name, "icon": null, "description": "",
        "bot_public": true, "bot_require_code_grant": false, "verify_key": "0".repeat(64), "flags": 0,
        "summary": "", "hook": true, "rpc_origins": [], "team": null,
        "owner": { "id": "1", "username": "porch", "discriminator": "0", "global_name": null, "avatar": null },
    })
}

/// A person as a user.
pub(super) fn user(person: &Person) -> Value {
    let name = person.name.to_lowercase().replace(' ', "_");
    json!({
        "id": person.id.to_string(), "username": name, "discriminator": "0", "global_name": person.name,
        "avatar": null, "bot": false, "public_flags": 0,
    })
}

/// A user as a member of a server.
pub(super) fn member(user: &Value, since: u64) -> Value {
    json!({
        "user": user, "nick": null, "avatar": null, "roles": [], "joined_at": timestamp(moment(since)),
        "premium_since": null, "deaf": false, "mute": false, "pending": false, "flags": 0,
        "communication_disabled_until": null,
    })
}

/// A channel.
pub(super) fn channel(channel: &Channel) -> Value {
    let id = channel.id.to_string();
    let last = channel.messages.keys().next_back().map(u64::to_string);
    match channel.kind {
        Kind::Direct => json!({ "id": id, "type": 1, "last_message_id": last, "recipients": [] }),
        Kind::Text => json!({
            "id": id, "type": 0, "guild_id": channel.server.map(|server| server.to_string()),
            "name": channel.name, "position": 0, "permission_overwrites": [], "nsfw": false, "topic": null,
            "rate_limit_per_user": 0, "parent_id": null, "last_message_id": last, "flags": 0,
        }),
        Kind::Thread => json!({
            "id": id, "type": 11, "guild_id": channel.server.map(|server| server.to_string()),
            "name": channel.name, "parent_id": channel.parent.map(|parent| parent.to_string()),
            "owner_id": "0", "last_message_id": last, "message_count": channel.messages.len(),
            "member_count": 1, "rate_limit_per_user": 0, "total_message_sent": channel.messages.len(),
            "flags": 0, "thread_metadata": {
                "archived": channel.archived, "locked": channel.locked,
                "auto_archive_duration": channel.auto_archive,
                "archive_timestamp": timestamp(moment(channel.id)), "create_timestamp": timestamp(moment(channel.id)),
            },
        }),
    }
}

/// A server, whole, as the gateway tells of it.
pub(super) fn server(world: &World, id: u64) -> Value {
    let Some(server) = world.servers.iter().find(|server| server.id == id) else { return Value::Null };
    let inside = |kind| {
        let channels = world.channels.values();
        channels.filter(move |it| it.server == Some(id) && it.kind == kind).map(channel).collect::<Vec<_>>()
    };
    let mut whole = outline(server);
    let members = vec![member(&bot(world), world.bot)];
    if let Some(whole) = whole.as_object_mut() {
        whole.extend([
            ("channels".to_owned(), inside(Kind::Text).into()),
            ("threads".to_owned(), inside(Kind::Thread).into()),
            ("members".to_owned(), members.into()),
            ("member_count".to_owned(), (world.persons.len() + 1).into()),
            ("joined_at".to_owned(), timestamp(moment(id)).into()),
            ("large".to_owned(), false.into()),
            ("unavailable".to_owned(), false.into()),
        ]);
        for empty in
            ["voice_states", "presences", "stage_instances", "guild_scheduled_events", "soundboard_sounds"]
        {
            whole.insert(empty.to_owned(), json!([]));
        }
    }
    whole
}

/// A server without what is in it.
pub(super) fn outline(server: &Server) -> Value {
    let id = server.id.to_string();
    json!({
        "id": id, "name": server.name, "icon": null, "icon_hash": null, "splash": null,
        "discovery_splash": null, "owner_id": "1", "afk_channel_id": null, "afk_timeout": 300,
        "verification_level": 0, "default_message_notifications": 1, "explicit_content_filter": 0,
        "roles": [everyone(server)], "emojis": [], "stickers": [], "features": [], "mfa_level": 0,
        "application_id": null, "system_channel_id": null, "system_channel_flags": 0,
        "rules_channel_id": null, "max_members": 500_000, "vanity_url_code": null, "description": null,
        "banner": null, "premium_tier": 0, "premium_subscription_count": 0,
        "preferred_locale": server.locale, "public_updates_channel_id": null, "nsfw_level": 0,
        "premium_progress_bar_enabled": false, "safety_alerts_channel_id": null, "nsfw": false,
    })
}

/// The role that everybody has.
pub(super) fn everyone(server: &Server) -> Value {
    json!({
        "id": server.id.to_string(), "name": "@everyone", "color": 0, "hoist": false, "icon": null,
        "unicode_emoji": null, "position": 0, "permissions": "0", "managed": false, "mentionable": false,
        "flags": 0, "guild_id": server.id.to_string(),
        "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null },
    })
}

/// A message as the bot sees it.
pub(super) fn message(world: &World, message: &Message) -> Value {
    let mentions: Vec<Value> =
        message.mentions.iter().filter_map(|id| world.persons.get(id)).map(user).collect();
    let mut seen = json!({
        "id": message.id.to_string(), "channel_id": message.channel.to_string(), "author": bot(world),
        "content": message.content, "timestamp": timestamp(moment(message.id)),
        "edited_timestamp": message.edited.map(timestamp), "tts": false, "mention_everyone": false,
        "mentions": mentions, "mention_roles": [], "mention_channels": [],
        "attachments": attachments(world, message), "embeds": message.embeds, "reactions": [],
        "pinned": false, "type": if message.answers.is_some() { 20 } else { 0 }, "flags": message.flags,
        "components": message.components,
    });
    if let Some(nonce) = &message.nonce {
        seen["nonce"] = nonce.clone();
    }
    if message.answers.is_some() {
        seen["application_id"] = world.bot.to_string().into();
        seen["webhook_id"] = world.bot.to_string().into();
    }
    seen
}

/// The files of a message.
pub(super) fn attachments(world: &World, message: &Message) -> Vec<Value> {
    let file = |file: &super::world::Attachment| {
        let link = world.link(file);
        json!({
            "id": file.id.to_string(), "filename": file.name, "description": file.description,
            "content_type": file.kind, "size": file.size, "url": link, "proxy_url": link, "ephemeral": false,
        })
    };
    message.attachments.iter().map(file).collect()
}

/// An interaction as the bot hears of it.
pub(super) fn interaction(world: &World, interaction: &Interaction, data: &Value) -> Value {
    let person = world.persons.get(&interaction.person);
    let user = person.map(user).unwrap_or_default();
    let place = world.channels.get(&interaction.channel);
    let server = world.server_of(interaction.channel);
    let mut member = member(&user, interaction.person);
    member["permissions"] = PERSONS_RIGHTS.into();
    let mut told = json!({
        "id": interaction.id.to_string(), "application_id": world.bot.to_string(), "type": interaction.kind,
        "data": data, "channel_id": interaction.channel.to_string(),
        "channel": place.map(|place| {
            let mut place = channel(place);
            place["permissions"] = PERSONS_RIGHTS.into();
            place
        }),
        "token": interaction.token, "version": 1,
        "app_permissions": place.map_or(0, rights_in).to_string(),
        "locale": person.map_or("en-US", |person| person.locale.as_str()),
        "entitlements": [], "authorizing_integration_owners": {}, "context": u8::from(server.is_none()),
        "attachment_size_limit": 10 * 1024 * 1024,
    });
    match server {
        Some(server) => {
            told["member"] = member;
            told["guild_id"] = server.id.to_string().into();
            told["guild_locale"] = server.locale.clone().into();
            told["guild"] = json!({ "id": server.id.to_string(), "locale": server.locale, "features": [] });
            told["authorizing_integration_owners"] = json!({ "0": server.id.to_string() });
        }
        None => told["user"] = user,
    }
    if let Some(source) = interaction.source.and_then(|source| world.message(source)) {
        told["message"] = message(world, source);
    }
    told
}
