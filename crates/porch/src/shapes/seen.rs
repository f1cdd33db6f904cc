//! Messages, channels, servers and persons as people see them, which is what the page of the porch promises. The bot never gets these.

use serde_json::{Value, json};

use super::{media, roles};
use crate::world::{Channel, ChannelKind, EPHEMERAL, Message, Person, Server, World};

pub(crate) fn seen_message(world: &World, message: &Message) -> Value {
    let ephemeral = message.flags & EPHEMERAL != 0;
    let (mut files, embeds) = media::framed(world, message);
    // People are told that there is no description, too.
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
        "kind": if message.answers.is_some() { "answer" } else { "message" },
        "command": message.answers.as_ref().and_then(|answers| answers.command.as_ref()),
        "person": message.answers.as_ref().map(|answers| answers.person),
        "interaction": message.answers.as_ref().map(|answers| answers.interaction),
        "reference": message.reference, "loading": message.is_loading(),
        "thread": world.channels.get(&message.id).map(|thread| thread.id),
    })
}

pub(crate) fn seen_server(world: &World, server: &Server) -> Value {
    let roles = roles(world, server).into_iter();
    json!({
        "id": server.id, "name": server.name, "locale": server.locale, "bot": server.has_bot,
        "roles": roles.map(|role| json!({ "id": role["id"], "name": role["name"] })).collect::<Vec<_>>(),
    })
}

pub(crate) fn seen_person(person: &Person) -> Value {
    json!({
        "id": person.id, "name": person.name, "locale": person.locale,
        "servers": person.servers.keys().collect::<Vec<_>>(), "installed": person.installed,
    })
}

/// What people hear when a channel was `created`, `changed` or `deleted`.
pub(crate) fn changed_channel(world: &World, channel: &Channel, what: &str) -> Value {
    let noun = if channel.thread().is_some() {
        "thread"
    } else {
        "channel"
    };
    json!({ "kind": format!("{noun}_{what}"), "channel": channel.id, "place": seen_channel(world, channel) })
}

pub(crate) fn seen_channel(world: &World, channel: &Channel) -> Value {
    let hidden_from = world
        .persons
        .keys()
        .filter(|person| !world.sees(**person, channel));
    let (kind, thread) = match &channel.kind {
        ChannelKind::Text => ("text", None),
        ChannelKind::Announcement => ("announcement", None),
        ChannelKind::Thread(thread) => ("thread", Some(thread)),
        ChannelKind::Dm(_) => ("dm", None),
    };
    json!({
        "id": channel.id, "server": channel.server, "name": channel.name, "kind": kind,
        "parent": channel.parent(), "archived": thread.is_some_and(|thread| thread.archived),
        "locked": thread.is_some_and(|thread| thread.locked),
        "hidden_from": hidden_from.collect::<Vec<_>>(),
        "person": if let ChannelKind::Dm(person) = &channel.kind { Some(person) } else { None },
    })
}
