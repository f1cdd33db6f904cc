//! Converts the contents of the world to Discord's JSON objects. [`people_view`] does the same for
//! the page.

mod activities;
mod media;
mod people_view;

use serde::Serialize;
use serde_json::{Value, json};

pub(crate) use activities::{
    activity_frame, activity_host, activity_instance, activity_participants, authorization,
    authorized_user, public_application,
};
pub(crate) use media::attachment;
pub(crate) use people_view::{
    channel_change_view, channel_view, guild_view, message_view, person_view,
};

use crate::ids::{Id, format_timestamp};
use crate::permissions;
use crate::world::{
    Channel, ChannelKind, Guild, Installations, InteractionReference, Message, World,
};

/// Removes null fields recursively.
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

/// Sets a field if there is a value. Otherwise Discord omits the field, and some libraries reject
/// null.
pub(crate) fn set_if_some(object: &mut Value, field: &str, value: Option<impl Serialize>) {
    if let Some(value) = value {
        object[field] = json!(value);
    }
}

fn set_nulls(object: &mut Value, fields: &str) {
    for field in fields.split_whitespace() {
        object[field] = Value::Null;
    }
}

// --- Users, members and the application ---

pub(crate) fn user(world: &World, id: Id) -> Value {
    let name = world.name_of(id);
    let mut object = json!({
        "id": id, "username": name.to_lowercase().replace(' ', "_"), "global_name": name, "discriminator": "0",
        "bot": id == world.bot, "system": false, "flags": 0, "public_flags": 0,
    });
    set_nulls(
        &mut object,
        "avatar banner accent_color avatar_decoration_data collectibles primary_guild clan",
    );
    object
}

pub(crate) fn current_user(world: &World) -> Value {
    let mut bot_user = user(world, world.bot);
    (
        bot_user["verified"],
        bot_user["mfa_enabled"],
        bot_user["email"],
    ) = (json!(true), json!(true), Value::Null);
    (bot_user["locale"], bot_user["premium_type"]) = (json!("en-US"), json!(0));
    bot_user
}

/// Returns a guild member without the `user` field, as Discord embeds it in messages, which have
/// the user already.
pub(crate) fn member_without_user(world: &World, guild: Id, id: Id) -> Value {
    let joined_ms = world
        .persons
        .get(&id)
        .and_then(|person| person.guilds.get(&guild));
    let mut object = json!({
        "roles": Vec::from_iter(world.role_of(guild, id)),
        "joined_at": format_timestamp(joined_ms.copied().unwrap_or(guild.created_ms())),
        "deaf": false, "mute": false, "pending": false, "flags": 0,
    });
    set_nulls(
        &mut object,
        "nick avatar banner premium_since communication_disabled_until unusual_dm_activity_until",
    );
    object
}

pub(crate) fn member(world: &World, guild: Id, id: Id) -> Value {
    let mut member = member_without_user(world, guild, id);
    member["user"] = user(world, id);
    member
}

/// The flags of an application that has commands, and of one with an Activity.
const APPLICATION_COMMAND_BADGE: u64 = 1 << 23;
const EMBEDDED: u64 = 1 << 17;

/// Returns the flags of the application: its privileged intents, its commands, and its Activity.
pub(crate) fn application_flags(world: &World) -> u64 {
    let mut flags = APPLICATION_COMMAND_BADGE;
    if world.settings.activities {
        flags |= EMBEDDED;
    }
    let intents = world.settings.intents.iter();
    intents.fold(flags, |flags, intent| flags | intent.application_flag())
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
        .filter(|id| world.shares_guild_with_bot(**id) || world.has_installed(**id))
        .count();
    let mut object = json!({
        "id": world.bot, "name": world.settings.bot, "description": "", "summary": "", "rpc_origins": [],
        "bot_public": true, "bot_require_code_grant": false, "verify_key": "00".repeat(32),
        "flags": application_flags(world), "flags_new": application_flags(world).to_string(),
        "owner": user(world, world.owner()), "bot": current_user(world), "redirect_uris": [],
        "approximate_guild_count": world.guilds.values().filter(|guild| guild.has_bot).count(),
        "approximate_user_install_count": installed, "approximate_user_authorization_count": authorized,
        "explicit_content_filter": 0, "eligible_oauth2_scopes": ["applications.commands", "bot"],
        "integration_types_config": { "0": {} }, "tags": [],
    });
    set_nulls(
        &mut object,
        "icon type team interactions_endpoint_url role_connections_verification_url",
    );
    if world.settings.user_install {
        object["integration_types_config"]["1"] = json!({});
    }
    // Discord omits the field if the owner of the application left it empty.
    set_if_some(
        &mut object,
        "privacy_policy_url",
        world.settings.policy.as_deref(),
    );
    object
}

// --- Guilds and roles ---

/// Returns the roles of a guild: @everyone, the roles of persons, and the bot's role.
pub(crate) fn roles(world: &World, guild: &Guild) -> Vec<Value> {
    let mut entries = vec![(guild.id, "@everyone".to_owned(), 0)];
    for (permissions, id) in &guild.roles {
        entries.push((*id, permissions::role_name(*permissions), *permissions));
    }
    if guild.has_bot {
        let permissions = world.bot_role_permissions(guild);
        entries.push((guild.bot_role, world.settings.bot.clone(), permissions));
    }
    let mut roles = Vec::new();
    for (position, (id, name, permissions)) in entries.into_iter().enumerate() {
        let mut role = json!({
            "id": id, "name": name, "permissions": permissions.to_string(), "position": position,
            "color": 0, "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null },
            "hoist": false, "icon": null, "unicode_emoji": null, "managed": id == guild.bot_role,
            "mentionable": false, "flags": 0,
        });
        if id == guild.bot_role {
            role["tags"] = json!({ "bot_id": world.bot });
        }
        roles.push(role);
    }
    roles
}

pub(crate) fn guild(world: &World, guild: &Guild) -> Value {
    let mut object = json!({
        "id": guild.id, "name": guild.name, "owner_id": world.owner(), "roles": roles(world, guild),
        "preferred_locale": guild.locale, "region": "deprecated", "features": [], "emojis": [], "stickers": [],
        "afk_timeout": 300, "widget_enabled": false, "verification_level": 0, "mfa_level": 0, "nsfw_level": 0,
        "nsfw": false, "default_message_notifications": 1, "explicit_content_filter": 0, "system_channel_flags": 0,
        "premium_tier": 0, "premium_subscription_count": 0, "premium_progress_bar_enabled": false,
        "max_members": 500_000, "max_video_channel_users": 25, "max_stage_video_channel_users": 50,
    });
    set_nulls(&mut object, NULL_GUILD_FIELDS);
    object
}

const NULL_GUILD_FIELDS: &str = "\
    icon icon_hash splash discovery_splash afk_channel_id widget_channel_id application_id \
    system_channel_id rules_channel_id max_presences vanity_url_code description banner \
    public_updates_channel_id safety_alerts_channel_id incidents_data hub_type \
    latest_onboarding_question_id home_header";

/// Returns the data of a `GUILD_CREATE` event.
pub(crate) fn guild_create_event(world: &World, id: Id) -> Value {
    let Some(found) = world.guilds.get(&id) else {
        return Value::Null;
    };
    let mut channels = Vec::new();
    let mut threads = Vec::new();
    for found in world.channels_of(id) {
        match found.thread() {
            None => channels.push(channel(world, found)),
            Some(thread) if !thread.archived => threads.push(channel(world, found)),
            Some(_) => {}
        }
    }
    let mut whole = guild(world, found);
    let event_fields = json!({
        "joined_at": format_timestamp(id.created_ms()), "large": false, "unavailable": false,
        "member_count": world.members(id).count(), "members": [member(world, id, world.bot)],
        "channels": channels, "threads": threads, "presences": [],
        "voice_states": [], "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [],
    });
    if let (Value::Object(whole), Value::Object(event_fields)) = (&mut whole, event_fields) {
        whole.extend(event_fields);
    }
    whole
}

/// Returns the default soundboard sounds, of which there is only one here. Some libraries read this
/// list.
pub(crate) fn default_sounds() -> Value {
    let quack = json!({ "sound_id": "1", "name": "quack", "volume": 1.0, "emoji_id": null, "emoji_name": "🦆",
        "available": true });
    json!([quack])
}

// --- Channels and threads ---

pub(crate) fn channel(world: &World, channel: &Channel) -> Value {
    let mut object = json!({
        "id": channel.id, "type": channel.kind_number(), "last_message_id": channel.last_message, "flags": 0,
    });
    if let Some(guild) = channel.guild {
        object["guild_id"] = json!(guild);
        object["name"] = json!(channel.name);
        object["rate_limit_per_user"] = json!(channel.slow_mode);
    }
    match &channel.kind {
        ChannelKind::Text | ChannelKind::Announcement => {
            object["permission_overwrites"] = overwrites(world, channel);
            (object["position"], object["nsfw"]) = (json!(0), json!(false));
            set_nulls(&mut object, "topic parent_id");
        }
        ChannelKind::Thread(thread) => {
            object["parent_id"] = json!(thread.parent);
            object["owner_id"] = json!(thread.owner);
            object["message_count"] = json!(channel.messages.len());
            object["total_message_sent"] = json!(channel.total_messages);
            object["member_count"] = json!(thread.members.len().min(50));
            object["thread_metadata"] = json!({
                "archived": thread.archived, "locked": thread.locked, "auto_archive_duration": thread.auto_archive,
                "archive_timestamp": format_timestamp(thread.archive_ms), "invitable": true,
                "create_timestamp": format_timestamp(channel.id.created_ms()),
            });
            if thread.members.contains(&world.bot) {
                object["member"] = thread_member(channel.id, world.bot);
            }
        }
        ChannelKind::Dm(person) => object["recipients"] = json!([user(world, *person)]),
    }
    object
}

pub(crate) fn thread_member(thread: Id, id: Id) -> Value {
    json!({ "id": thread, "user_id": id, "join_timestamp": format_timestamp(thread.created_ms()), "flags": 0 })
}

/// Returns a channel's permission overwrites: for the bot by the id of its role, for persons by
/// their own ids.
fn overwrites(world: &World, channel: &Channel) -> Value {
    let role = channel
        .guild
        .and_then(|guild| world.guilds.get(&guild))
        .map(|item| item.bot_role);
    let overwrites = channel.denied.iter().map(|(user, denied)| {
        let (id, kind) = if *user == world.bot {
            (role, 0)
        } else {
            (Some(*user), 1)
        };
        json!({ "id": id, "type": kind, "allow": "0", "deny": denied.to_string() })
    });
    overwrites.collect()
}

// --- Messages ---

/// Returns a newly created message with its nonce, which Discord includes only once.
pub(crate) fn message_with_nonce(world: &World, message: &Message) -> Value {
    let mut object = self::message(world, message);
    set_if_some(&mut object, "nonce", message.nonce.as_ref());
    object
}

pub(crate) fn message(world: &World, message: &Message) -> Value {
    let mut object = message_without_reference(world, message);
    let Some(reference) = message.reference else {
        return object;
    };
    let mut link = json!({ "type": 0, "message_id": reference, "channel_id": message.channel });
    set_if_some(&mut link, "guild_id", world.guild_of(message.channel));
    object["message_reference"] = link;
    let found = world.messages.get(&reference);
    object["referenced_message"] = found
        .map(|found| message_without_reference(world, found))
        .unwrap_or_default();
    object
}

fn message_without_reference(world: &World, message: &Message) -> Value {
    let (files, embeds) = media::split_media(world, message);
    let users: Vec<Value> = message
        .mentions
        .users
        .iter()
        .map(|id| user(world, *id))
        .collect();
    let kind = match (&message.interaction_reference, message.reference) {
        (Some(interaction_reference), _)
            if interaction_reference.kind == 2 && !interaction_reference.follow_up =>
        {
            20
        }
        (Some(_), _) | (None, Some(_)) => 19,
        (None, None) => 0,
    };
    let mut object = json!({
        "id": message.id, "channel_id": message.channel, "type": kind, "author": user(world, message.author),
        "content": message.content, "attachments": files, "embeds": embeds, "flags": message.flags,
        "components": media::components(world, message), "timestamp": format_timestamp(message.id.created_ms()),
        "edited_timestamp": message.edited_ms.map(format_timestamp), "tts": false, "pinned": false,
        "mention_everyone": message.mentions.everyone, "mentions": users, "mention_roles": message.mentions.roles,
    });
    set_if_some(
        &mut object,
        "thread",
        world
            .channels
            .get(&message.id)
            .map(|thread| channel(world, thread)),
    );
    if let Some(interaction_reference) = &message.interaction_reference {
        add_interaction_fields(world, message, interaction_reference, &mut object);
    }
    object
}

/// Adds the fields that a message has only if it is a response to an interaction.
fn add_interaction_fields(
    world: &World,
    message: &Message,
    interaction_reference: &InteractionReference,
    object: &mut Value,
) {
    object["webhook_id"] = json!(world.bot);
    object["application_id"] = json!(world.bot);
    let person = user(world, interaction_reference.person);
    let installations = authorizing_integration_owners(
        world.guild_of(message.channel),
        interaction_reference.installations,
    );
    let mut metadata = json!({ "id": interaction_reference.interaction, "type": interaction_reference.kind, "user": person,
        "authorizing_integration_owners": installations });
    set_if_some(
        &mut metadata,
        "interacted_message_id",
        interaction_reference.source,
    );
    if interaction_reference.kind == 5 {
        // Discord also names the interaction that opened the modal; only its type is emulated here.
        let mut triggering = metadata.clone();
        triggering["type"] = json!(if interaction_reference.source.is_some() {
            3
        } else {
            2
        });
        metadata["triggering_interaction_metadata"] = triggering;
    }
    if let Some(name) = &interaction_reference.command {
        metadata["name"] = json!(name);
        object["interaction"] = json!({ "id": interaction_reference.interaction, "type": interaction_reference.kind, "name": name, "user": person });
    }
    object["interaction_metadata"] = metadata;
}

/// Returns the `authorizing_integration_owners` of an interaction: the guild and the user that
/// installed the application.
pub(crate) fn authorizing_integration_owners(
    guild: Option<Id>,
    installations: Installations,
) -> Value {
    let mut object = json!({});
    set_if_some(
        &mut object,
        "0",
        installations
            .is_guild_install
            .then(|| guild.unwrap_or(Id(0))),
    );
    set_if_some(&mut object, "1", installations.installing_user);
    object
}
