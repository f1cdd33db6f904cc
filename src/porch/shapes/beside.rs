//! What a message says beside its words: who said it, to what it replies, what people set under it, and its poll.

use serde_json::{Value, json};

use super::{message_alone, user};
use crate::porch::world::{World, message::Message, reactions};

/// A sign that everybody has.
pub(crate) fn emoji(name: &str) -> Value {
    json!({ "id": null, "name": name })
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
        "bot": true,
        "flags": 0,
        "public_flags": 0,
    })
}

/// Adds what there is beside the words.
pub(crate) fn add(world: &World, said: &Message, shown: &mut Value) {
    if said.mask.is_some() {
        shown["webhook_id"] = json!(said.author);
    }
    if !said.reactions.is_empty() {
        shown["reactions"] = reactions::shown(&said.reactions, world.bot);
    }
    if let Some(poll) = &said.poll {
        shown["poll"] = poll.shown(world.bot, world.now_ms());
    }
}

/// Adds to what it replies, which is told without that to which it replied itself.
pub(crate) fn refer(world: &World, said: &Message, shown: &mut Value) {
    let Some(reference) = said.reference else { return };
    let mut link = json!({ "type": 0, "message_id": reference, "channel_id": said.channel });
    if let Some(server) = world.channels.get(&said.channel).and_then(|channel| channel.server) {
        link["guild_id"] = json!(server);
    }
    shown["message_reference"] = link;
    let found = world.messages.get(&reference);
    shown["referenced_message"] = found.map(|found| message_alone(world, found)).unwrap_or_default();
}
