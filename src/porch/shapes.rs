//! Things as Discord writes them, and as people see them: JSON from the world. It changes nothing.

mod application;
mod beside;
mod framed;
mod media;
mod places;
mod seen;

use serde_json::{Value, json};

use super::{
    ids::{Id, timestamp},
    permissions,
    world::{
        Server, World,
        channel::{Channel, Kind},
        files::Attachment,
        interaction::Owners,
        message::{Answers, Message},
    },
};

use framed::framed;
use places::own_place;

pub(crate) use application::{FLAGS, application};
pub(crate) use beside::{author, emoji};
pub(crate) use seen::{seen_channel, seen_message, seen_person, seen_server};

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

/// The roles of a server: the one of everybody, those of the persons, and the bot's.
pub(crate) fn roles(world: &World, server: &Server) -> Value {
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
    Value::Array(all)
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
    for absent in ABSENT_IN_A_SERVER {
        shown[absent] = Value::Null;
    }
    shown
}

/// What a server might have, and the porch's have not.
const ABSENT_IN_A_SERVER: [&str; 19] = [
    "icon",
    "icon_hash",
    "splash",
    "discovery_splash",
    "afk_channel_id",
    "widget_channel_id",
    "application_id",
    "system_channel_id",
    "rules_channel_id",
    "max_presences",
    "vanity_url_code",
    "description",
    "banner",
    "public_updates_channel_id",
    "safety_alerts_channel_id",
    "incidents_data",
    "hub_type",
    "latest_onboarding_question_id",
    "home_header",
];

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

/// A channel, a thread, or a channel with one person.
pub(crate) fn channel(world: &World, channel: &Channel) -> Value {
    let mut shown = json!({
        "id": channel.id,
        "type": channel.kind_number(),
        "last_message_id": channel.last_message,
        "flags": 0,
    });
    if let Some(server) = channel.server {
        shown["guild_id"] = json!(server);
        shown["name"] = json!(channel.name);
        shown["rate_limit_per_user"] = json!(channel.slow_mode);
    }
    match &channel.kind {
        Kind::Text | Kind::Announcement => own_place(world, channel, &mut shown),
        Kind::Forum => {
            own_place(world, channel, &mut shown);
            shown["available_tags"] = json!([]);
            shown["default_reaction_emoji"] = Value::Null;
            shown["default_sort_order"] = Value::Null;
            shown["default_forum_layout"] = json!(0);
        }
        Kind::Thread(thread) => {
            shown["parent_id"] = json!(thread.parent);
            shown["owner_id"] = json!(thread.owner);
            shown["message_count"] = json!(channel.messages.len());
            shown["total_message_sent"] = json!(channel.total_messages);
            shown["member_count"] = json!(thread.members.len().min(50));
            shown["thread_metadata"] = json!({
                "archived": thread.archived,
                "locked": thread.locked,
                "auto_archive_duration": thread.auto_archive,
                "archive_timestamp": timestamp(thread.archive_ms),
                "create_timestamp": timestamp(channel.id.made_ms()),
                "invitable": true,
            });
            if thread.members.contains(&world.bot) {
                shown["member"] = thread_member(channel.id, world.bot);
            }
        }
        Kind::Dm(person) => shown["recipients"] = json!([user(world, *person)]),
    }
    shown
}

/// Somebody in a thread.
pub(crate) fn thread_member(thread: Id, id: Id) -> Value {
    json!({ "id": thread, "user_id": id, "join_timestamp": timestamp(thread.made_ms()), "flags": 0 })
}

/// A file of a message.
pub(crate) fn attachment(world: &World, attachment: &Attachment, ephemeral: bool) -> Value {
    let url = format!("http://{}/files/{}/{}", world.address, attachment.id, attachment.filename);
    let mut shown = json!({
        "id": attachment.id,
        "filename": attachment.filename,
        "size": attachment.size,
        "url": url,
        "proxy_url": url,
    });
    if let Some(description) = &attachment.description {
        shown["description"] = json!(description);
    }
    if let Some(content_type) = &attachment.content_type {
        shown["content_type"] = json!(content_type);
    }
    if let Some((width, height)) = attachment.pixels {
        shown["width"] = json!(width);
        shown["height"] = json!(height);
    }
    if ephemeral {
        shown["ephemeral"] = json!(true);
    }
    shown
}

/// A message when it is written, with the nonce that its writer gave it. Nobody ever sees that again.
pub(crate) fn message_as_sent(world: &World, message: &Message) -> Value {
    let mut shown = self::message(world, message);
    if let Some(nonce) = &message.nonce {
        shown["nonce"] = nonce.clone();
    }
    shown
}

/// A message as the bot gets it.
pub(crate) fn message(world: &World, message: &Message) -> Value {
    let mut shown = message_alone(world, message);
    beside::refer(world, message, &mut shown);
    shown
}

/// A message without the one to which it replies.
fn message_alone(world: &World, message: &Message) -> Value {
    let (files, embeds) = framed(world, message);
    let users: Vec<Value> = message.mentions.users.iter().map(|id| user(world, *id)).collect();
    let has_thread = world.channels.get(&message.id);
    let mut shown = json!({
        "id": message.id,
        "channel_id": message.channel,
        "type": match (&message.answers, message.reference) {
            (Some(answers), _) if answers.kind == 2 && !answers.follow_up => 20,
            (Some(_), _) | (None, Some(_)) => 19,
            (None, None) => 0,
        },
        "author": author(world, message),
        "content": message.content,
        "timestamp": timestamp(message.id.made_ms()),
        "edited_timestamp": message.edited_ms.map(timestamp),
        "tts": false,
        "mention_everyone": message.mentions.everyone,
        "mentions": users,
        "mention_roles": message.mentions.roles,
        "attachments": files,
        "embeds": embeds,
        "components": media::components(world, message),
        "pinned": message.pinned_ms.is_some(),
        "flags": message.flags,
    });
    if let Some(thread) = has_thread {
        shown["thread"] = channel(world, thread);
    }
    beside::add(world, message, &mut shown);
    if let Some(answers) = &message.answers {
        answered(world, message, answers, &mut shown);
    }
    shown
}

/// What the answer to an interaction says beyond a message.
fn answered(world: &World, message: &Message, answers: &Answers, shown: &mut Value) {
    shown["webhook_id"] = json!(world.bot);
    shown["application_id"] = json!(world.bot);
    let server = world.channels.get(&message.channel).and_then(|channel| channel.server);
    let mut metadata = json!({
        "id": answers.interaction,
        "type": answers.kind,
        "user": user(world, answers.person),
        "authorizing_integration_owners": owners(server, answers.owners),
    });
    if let Some(source) = answers.source {
        metadata["interacted_message_id"] = json!(source);
    }
    if answers.kind == 5 {
        // A form says from what it came.
        let mut triggering = metadata.clone();
        triggering["type"] = json!(if answers.source.is_some() { 3 } else { 2 });
        metadata["triggering_interaction_metadata"] = triggering;
    }
    if let Some(command) = &answers.command {
        metadata["name"] = json!(command);
        shown["interaction"] = json!({
            "id": answers.interaction,
            "type": answers.kind,
            "name": command,
            "user": user(world, answers.person),
        });
    }
    shown["interaction_metadata"] = metadata;
}

/// Who let the application in.
pub(crate) fn owners(server: Option<Id>, owners: Owners) -> Value {
    let mut shown = json!({});
    if owners.place {
        shown["0"] = json!(server.unwrap_or(Id(0)));
    }
    if let Some(user) = owners.user {
        shown["1"] = json!(user);
    }
    shown
}
