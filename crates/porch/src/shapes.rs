//! Things as Discord writes them: JSON from the world. How people see them stands in [`seen`].

mod media;
mod seen;

use serde::Serialize;
use serde_json::{Value, json};

pub(crate) use media::attachment;
pub(crate) use seen::{changed_channel, seen_channel, seen_message, seen_person, seen_server};

use crate::ids::{Id, timestamp};
use crate::permissions;
use crate::world::{Answers, Channel, ChannelKind, Message, Owners, Server, World};

/// Removes fields that are null, however deep.
pub(crate) fn remove_nulls(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, field| !field.is_null());
            fields.values_mut().for_each(remove_nulls);
        }
        Value::Array(list) => list.iter_mut().for_each(remove_nulls),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Adds a field, if it has a value. Where there is none, Discord says nothing, and some libraries stumble over null.
pub(crate) fn put(shown: &mut Value, field: &str, value: Option<impl Serialize>) {
    if let Some(value) = value {
        shown[field] = json!(value);
    }
}

/// Adds fields that are null.
fn put_nulls(shown: &mut Value, fields: &str) {
    for field in fields.split_whitespace() {
        shown[field] = Value::Null;
    }
}

// --- Users, members and the application ---

pub(crate) fn user(world: &World, id: Id) -> Value {
    let name = world.name_of(id);
    let mut shown = json!({
        "id": id, "username": name.to_lowercase().replace(' ', "_"), "global_name": name, "discriminator": "0",
        "bot": id == world.bot, "system": false, "flags": 0, "public_flags": 0,
    });
    put_nulls(
        &mut shown,
        "avatar banner accent_color avatar_decoration_data collectibles primary_guild clan",
    );
    shown
}

/// The bot about itself.
pub(crate) fn own_user(world: &World) -> Value {
    let mut own = user(world, world.bot);
    (own["verified"], own["mfa_enabled"], own["email"]) = (json!(true), json!(true), Value::Null);
    (own["locale"], own["premium_type"]) = (json!("en-US"), json!(0));
    own
}

/// A member, as it stands beside a message: its user is known.
pub(crate) fn member_without_user(world: &World, server: Id, id: Id) -> Value {
    let joined_ms = world
        .persons
        .get(&id)
        .and_then(|person| person.servers.get(&server));
    let mut shown = json!({
        "roles": Vec::from_iter(world.role_of(server, id)),
        "joined_at": timestamp(joined_ms.copied().unwrap_or(server.made_ms())),
        "deaf": false, "mute": false, "pending": false, "flags": 0,
    });
    put_nulls(
        &mut shown,
        "nick avatar banner premium_since communication_disabled_until unusual_dm_activity_until",
    );
    shown
}

pub(crate) fn member(world: &World, server: Id, id: Id) -> Value {
    let mut member = member_without_user(world, server, id);
    member["user"] = user(world, id);
    member
}

/// Returns the flags of the application: which privileged intents are switched on, and that it has commands.
pub(crate) fn application_flags(world: &World) -> u64 {
    world
        .settings
        .intents
        .iter()
        .fold(1 << 23, |flags, intent| flags | intent.application_flag())
}

pub(crate) fn application(world: &World) -> Value {
    let installed = world
        .persons
        .values()
        .filter(|person| person.installed)
        .count();
    let authorized = world
        .persons
        .keys()
        .filter(|id| world.meets(**id) || world.has_installed(**id))
        .count();
    let mut shown = json!({
        "id": world.bot, "name": world.settings.bot, "description": "", "summary": "", "rpc_origins": [],
        "bot_public": true, "bot_require_code_grant": false, "verify_key": "00".repeat(32),
        "flags": application_flags(world), "flags_new": application_flags(world).to_string(),
        "owner": user(world, world.owner()), "bot": own_user(world), "redirect_uris": [],
        "approximate_guild_count": world.servers.values().filter(|server| server.has_bot).count(),
        "approximate_user_install_count": installed, "approximate_user_authorization_count": authorized,
        "explicit_content_filter": 0, "eligible_oauth2_scopes": ["applications.commands", "bot"],
        "integration_types_config": { "0": {} }, "tags": [],
    });
    put_nulls(
        &mut shown,
        "icon type team interactions_endpoint_url role_connections_verification_url",
    );
    if world.settings.user_install {
        shown["integration_types_config"]["1"] = json!({});
    }
    // Discord leaves out what the owner left out.
    put(
        &mut shown,
        "privacy_policy_url",
        world.settings.policy.as_deref(),
    );
    shown
}

// --- Servers and roles ---

/// The roles of a server: the one of everybody, those of the persons, and the bot's.
pub(crate) fn roles(world: &World, server: &Server) -> Vec<Value> {
    let role = |id: Id, name: &str, permissions: u64, position: usize| {
        json!({
            "id": id, "name": name, "permissions": permissions.to_string(), "position": position,
            "color": 0, "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null },
            "hoist": false, "icon": null, "unicode_emoji": null, "managed": id == server.bot_role,
            "mentionable": false, "flags": 0,
        })
    };
    let mut all = vec![role(server.id, "@everyone", 0, 0)];
    for (permissions, id) in &server.roles {
        all.push(role(
            *id,
            &permissions::role_name(*permissions),
            *permissions,
            all.len(),
        ));
    }
    if server.has_bot {
        let mut own = role(
            server.bot_role,
            &world.settings.bot,
            world.role_of_bot(server),
            all.len(),
        );
        own["tags"] = json!({ "bot_id": world.bot });
        all.push(own);
    }
    all
}

pub(crate) fn server(world: &World, server: &Server) -> Value {
    let mut shown = json!({
        "id": server.id, "name": server.name, "owner_id": world.owner(), "roles": roles(world, server),
        "preferred_locale": server.locale, "region": "deprecated", "features": [], "emojis": [], "stickers": [],
        "afk_timeout": 300, "widget_enabled": false, "verification_level": 0, "mfa_level": 0, "nsfw_level": 0,
        "nsfw": false, "default_message_notifications": 1, "explicit_content_filter": 0, "system_channel_flags": 0,
        "premium_tier": 0, "premium_subscription_count": 0, "premium_progress_bar_enabled": false,
        "max_members": 500_000, "max_video_channel_users": 25, "max_stage_video_channel_users": 50,
    });
    put_nulls(&mut shown, ABSENT_IN_A_SERVER);
    shown
}

const ABSENT_IN_A_SERVER: &str = "\
    icon icon_hash splash discovery_splash afk_channel_id widget_channel_id application_id \
    system_channel_id rules_channel_id max_presences vanity_url_code description banner \
    public_updates_channel_id safety_alerts_channel_id incidents_data hub_type \
    latest_onboarding_question_id home_header";

/// A server as it is told when a bot comes.
pub(crate) fn server_with_everything(world: &World, id: Id) -> Value {
    let Some(found) = world.servers.get(&id) else {
        return Value::Null;
    };
    let here = || {
        world
            .channels
            .values()
            .filter(|channel| channel.server == Some(id))
    };
    let channels = here()
        .filter(|it| it.thread().is_none())
        .map(|it| channel(world, it));
    let threads = here()
        .filter(|it| it.thread().is_some_and(|it| !it.archived))
        .map(|it| channel(world, it));
    let mut whole = server(world, found);
    let more = json!({
        "joined_at": timestamp(id.made_ms()), "large": false, "unavailable": false,
        "member_count": world.members(id).count(), "members": [member(world, id, world.bot)],
        "channels": channels.collect::<Vec<_>>(), "threads": threads.collect::<Vec<_>>(), "presences": [],
        "voice_states": [], "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [],
    });
    if let (Value::Object(whole), Value::Object(more)) = (&mut whole, more) {
        whole.extend(more);
    }
    whole
}

/// The sounds that each server has. Discord has a few more; libraries only want to read a list.
pub(crate) fn default_sounds() -> Value {
    let quack = json!({ "sound_id": "1", "name": "quack", "volume": 1.0, "emoji_id": null, "emoji_name": "🦆",
        "available": true });
    json!([quack])
}

// --- Channels and threads ---

pub(crate) fn channel(world: &World, channel: &Channel) -> Value {
    let mut shown = json!({
        "id": channel.id, "type": channel.kind_number(), "last_message_id": channel.last_message, "flags": 0,
    });
    if let Some(server) = channel.server {
        shown["guild_id"] = json!(server);
        shown["name"] = json!(channel.name);
        shown["rate_limit_per_user"] = json!(channel.slow_mode);
    }
    match &channel.kind {
        ChannelKind::Text | ChannelKind::Announcement => {
            shown["permission_overwrites"] = overwrites(world, channel);
            (shown["position"], shown["nsfw"]) = (json!(0), json!(false));
            put_nulls(&mut shown, "topic parent_id");
        }
        ChannelKind::Thread(thread) => {
            shown["parent_id"] = json!(thread.parent);
            shown["owner_id"] = json!(thread.owner);
            shown["message_count"] = json!(channel.messages.len());
            shown["total_message_sent"] = json!(channel.total_messages);
            shown["member_count"] = json!(thread.members.len().min(50));
            shown["thread_metadata"] = json!({
                "archived": thread.archived, "locked": thread.locked, "auto_archive_duration": thread.auto_archive,
                "archive_timestamp": timestamp(thread.archive_ms), "invitable": true,
                "create_timestamp": timestamp(channel.id.made_ms()),
            });
            if thread.members.contains(&world.bot) {
                shown["member"] = thread_member(channel.id, world.bot);
            }
        }
        ChannelKind::Dm(person) => shown["recipients"] = json!([user(world, *person)]),
    }
    shown
}

pub(crate) fn thread_member(thread: Id, id: Id) -> Value {
    json!({ "id": thread, "user_id": id, "join_timestamp": timestamp(thread.made_ms()), "flags": 0 })
}

/// What is taken from the bot, by its role, and from persons, each for themselves.
fn overwrites(world: &World, channel: &Channel) -> Value {
    let role = channel
        .server
        .and_then(|server| world.servers.get(&server))
        .map(|it| it.bot_role);
    let overwrite = |(user, denied): (&Id, &u64)| {
        let (id, kind) = if *user == world.bot {
            (role, 0)
        } else {
            (Some(*user), 1)
        };
        json!({ "id": id, "type": kind, "allow": "0", "deny": denied.to_string() })
    };
    channel.denied.iter().map(overwrite).collect()
}

// --- Messages ---

/// A message when it is written, with the nonce that its writer gave it. It is never told again.
pub(crate) fn message_as_sent(world: &World, message: &Message) -> Value {
    let mut shown = self::message(world, message);
    put(&mut shown, "nonce", message.nonce.as_ref());
    shown
}

pub(crate) fn message(world: &World, message: &Message) -> Value {
    let mut shown = message_alone(world, message);
    let Some(reference) = message.reference else {
        return shown;
    };
    let mut link = json!({ "type": 0, "message_id": reference, "channel_id": message.channel });
    put(&mut link, "guild_id", world.server_of(message.channel));
    shown["message_reference"] = link;
    let found = world.messages.get(&reference);
    shown["referenced_message"] = found
        .map(|found| message_alone(world, found))
        .unwrap_or_default();
    shown
}

/// A message without the one to which it replies.
fn message_alone(world: &World, message: &Message) -> Value {
    let (files, embeds) = media::framed(world, message);
    let users: Vec<Value> = message
        .mentions
        .users
        .iter()
        .map(|id| user(world, *id))
        .collect();
    let kind = match (&message.answers, message.reference) {
        (Some(answers), _) if answers.kind == 2 && !answers.follow_up => 20,
        (Some(_), _) | (None, Some(_)) => 19,
        (None, None) => 0,
    };
    let mut shown = json!({
        "id": message.id, "channel_id": message.channel, "type": kind, "author": user(world, message.author),
        "content": message.content, "attachments": files, "embeds": embeds, "flags": message.flags,
        "components": media::components(world, message), "timestamp": timestamp(message.id.made_ms()),
        "edited_timestamp": message.edited_ms.map(timestamp), "tts": false, "pinned": false,
        "mention_everyone": message.mentions.everyone, "mentions": users, "mention_roles": message.mentions.roles,
    });
    put(
        &mut shown,
        "thread",
        world
            .channels
            .get(&message.id)
            .map(|thread| channel(world, thread)),
    );
    if let Some(answers) = &message.answers {
        answered(world, message, answers, &mut shown);
    }
    shown
}

/// What the answer to an interaction says beyond a message.
fn answered(world: &World, message: &Message, answers: &Answers, shown: &mut Value) {
    shown["webhook_id"] = json!(world.bot);
    shown["application_id"] = json!(world.bot);
    let person = user(world, answers.person);
    let owners = owners(world.server_of(message.channel), answers.owners);
    let mut metadata = json!({ "id": answers.interaction, "type": answers.kind, "user": person,
        "authorizing_integration_owners": owners });
    put(&mut metadata, "interacted_message_id", answers.source);
    if answers.kind == 5 {
        // A form says from what it came.
        let mut triggering = metadata.clone();
        triggering["type"] = json!(if answers.source.is_some() { 3 } else { 2 });
        metadata["triggering_interaction_metadata"] = triggering;
    }
    if let Some(name) = &answers.command {
        metadata["name"] = json!(name);
        shown["interaction"] = json!({ "id": answers.interaction, "type": answers.kind, "name": name, "user": person });
    }
    shown["interaction_metadata"] = metadata;
}

/// Who let the application in.
pub(crate) fn owners(server: Option<Id>, owners: Owners) -> Value {
    let mut shown = json!({});
    put(
        &mut shown,
        "0",
        owners.place.then(|| server.unwrap_or(Id(0))),
    );
    put(&mut shown, "1", owners.user);
    shown
}
