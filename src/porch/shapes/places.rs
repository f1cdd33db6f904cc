//! Channels of a server, as far as they are no threads: what they say beyond their name, and who may not do what there.

use serde_json::{Value, json};

use crate::porch::{
    ids::Id,
    world::{World, channel::Channel},
};

/// What a channel of a server says that is no thread.
pub(super) fn own_place(world: &World, channel: &Channel, shown: &mut Value) {
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
