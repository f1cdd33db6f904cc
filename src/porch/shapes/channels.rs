//! Channels and threads, as Discord writes them, and the webhooks of a channel.

use serde_json::{Value, json};

use super::users::user;
use crate::ids::{Id, timestamp};
use crate::world::{Channel, ChannelKind, Webhook, World};

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
        ChannelKind::Text | ChannelKind::Announcement => own_place(world, channel, &mut shown),
        ChannelKind::Forum => {
            own_place(world, channel, &mut shown);
            shown["available_tags"] = json!([]);
            shown["default_reaction_emoji"] = Value::Null;
            shown["default_sort_order"] = Value::Null;
            shown["default_forum_layout"] = json!(0);
        }
        ChannelKind::Thread(thread) => {
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
        ChannelKind::Dm(person) => shown["recipients"] = json!([user(world, *person)]),
    }
    shown
}

/// Somebody in a thread.
pub(crate) fn thread_member(thread: Id, id: Id) -> Value {
    json!({ "id": thread, "user_id": id, "join_timestamp": timestamp(thread.made_ms()), "flags": 0 })
}

/// What a channel of a server says that is no thread.
fn own_place(world: &World, channel: &Channel, shown: &mut Value) {
    shown["permission_overwrites"] = overwrites(world, channel);
    shown["topic"] = json!(channel.topic);
    shown["position"] = json!(0);
    shown["nsfw"] = json!(false);
    shown["parent_id"] = Value::Null;
}

/// What is taken from the bot, by its role, and from persons, each for themselves.
fn overwrites(world: &World, channel: &Channel) -> Value {
    let role = channel.server.and_then(|server| world.servers.get(&server)).map(|it| it.bot_role);
    let overwrite = |(user, denied): (&Id, &u64)| {
        let (id, kind) = if *user == world.bot { (role, 0) } else { (Some(*user), 1) };
        json!({ "id": id, "type": kind, "allow": "0", "deny": denied.to_string() })
    };
    channel.denied.iter().map(overwrite).collect()
}

/// A webhook as Discord writes it: who comes by its token is not told who made it.
pub(crate) fn webhook(world: &World, webhook: &Webhook, by_token: bool) -> Value {
    let mut shown = json!({
        "id": webhook.id,
        "type": 1,
        "guild_id": webhook.server,
        "channel_id": webhook.channel,
        "name": webhook.name,
        "avatar": null,
        "application_id": world.bot,
        "token": webhook.token,
        "url": format!("http://{}/api/webhooks/{}/{}", world.settings.address, webhook.id, webhook.token),
    });
    if !by_token {
        shown["user"] = user(world, world.bot);
    }
    shown
}
