//! Converts messages, channels, guilds and persons to JSON for the page. The bot never receives
//! these objects.

use serde_json::{Value, json};

use super::{media, roles};
use crate::world::{Channel, ChannelKind, EPHEMERAL, Guild, Message, Person, World};

pub(crate) fn message_view(world: &World, message: &Message) -> Value {
    let ephemeral = message.flags & EPHEMERAL != 0;
    let (mut files, embeds) = media::split_media(world, message);
    // The page expects an explicit null where there is no description.
    for file in files
        .iter_mut()
        .filter(|file| file["description"].is_null())
    {
        file["description"] = Value::Null;
    }
    let author = message.author;
    json!({
        "id": message.id, "channel": message.channel,
        "author": { "id": author, "name": world.name_of(author), "bot": author == world.bot },
        "content": message.content, "components": media::components(world, message), "embeds": embeds,
        "attachments": files, "ephemeral": ephemeral, "edited": message.edited_ms.is_some(),
        "nonce": message.nonce, "flags": message.flags, "silent": message.is_silent(),
        "mentions": message.pinged,
        "rang": if message.is_silent() { json!([]) } else { json!(message.pinged) },
        "kind": if message.interaction_reference.is_some() { "answer" } else { "message" },
        "command": message.interaction_reference.as_ref().and_then(|interaction_reference| interaction_reference.command.as_ref()),
        "person": message.interaction_reference.as_ref().map(|interaction_reference| interaction_reference.person),
        "interaction": message.interaction_reference.as_ref().map(|interaction_reference| interaction_reference.interaction),
        "reference": message.reference, "loading": message.is_loading(),
        "thread": world.channels.get(&message.id).map(|thread| thread.id),
    })
}

pub(crate) fn guild_view(world: &World, guild: &Guild) -> Value {
    let roles = roles(world, guild).into_iter();
    json!({
        "id": guild.id, "name": guild.name, "locale": guild.locale, "bot": guild.has_bot,
        "roles": roles.map(|role| json!({ "id": role["id"], "name": role["name"] })).collect::<Vec<_>>(),
    })
}

pub(crate) fn person_view(person: &Person) -> Value {
    json!({
        "id": person.id, "name": person.name, "locale": person.locale,
        "servers": person.guilds.keys().collect::<Vec<_>>(), "installed": person.installed,
    })
}

/// Returns the page event for a channel that was `created`, `changed` or `deleted`.
pub(crate) fn channel_change_view(world: &World, channel: &Channel, what: &str) -> Value {
    let noun = if channel.thread().is_some() {
        "thread"
    } else {
        "channel"
    };
    json!({ "kind": format!("{noun}_{what}"), "channel": channel.id, "place": channel_view(world, channel) })
}

pub(crate) fn channel_view(world: &World, channel: &Channel) -> Value {
    let hidden_from = world
        .persons
        .keys()
        .filter(|person| !world.can_view(**person, channel));
    let (kind, thread) = match &channel.kind {
        ChannelKind::Text => ("text", None),
        ChannelKind::Announcement => ("announcement", None),
        ChannelKind::Thread(thread) => ("thread", Some(thread)),
        ChannelKind::Dm(_) => ("dm", None),
    };
    json!({
        "id": channel.id, "server": channel.guild, "name": channel.name, "kind": kind,
        "parent": channel.parent(), "archived": thread.is_some_and(|thread| thread.archived),
        "locked": thread.is_some_and(|thread| thread.locked),
        "hidden_from": hidden_from.collect::<Vec<_>>(),
        "person": if let ChannelKind::Dm(person) = &channel.kind { Some(person) } else { None },
    })
}
