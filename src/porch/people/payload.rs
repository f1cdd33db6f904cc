//! An interaction as the bot receives it, complete, whatever a person did. It sends nothing.

use serde_json::{Value, json};

use crate::porch::{
    ids::Id,
    shapes::{self, put},
    world::{Channel, Interaction, World},
};

/// Where a line is typed, and by whom.
#[derive(Clone, Copy)]
pub(crate) struct Whereabouts {
    pub(crate) person: Id,
    pub(crate) channel: Id,
    pub(crate) server: Option<Id>,
}

impl Whereabouts {
    /// Where this person is when they are there.
    pub(crate) fn of(world: &World, person: Id, channel: Id) -> Whereabouts {
        let server = world.server_of(channel);
        Whereabouts { person, channel, server }
    }
}

/// What an interaction says to the bot.
pub(crate) fn interaction(world: &World, interaction: &Interaction, data: &Value) -> Value {
    let person = interaction.person;
    let locale = world.persons.get(&person).map_or("en-US", |person| person.locale.as_str());
    let mut payload = json!({
        "id": interaction.id,
        "application_id": world.bot,
        "type": interaction.deed.number(),
        "data": data,
        "token": world.seal.token(interaction.id),
        "version": 1,
        "locale": locale,
        "entitlements": [],
        "attachment_size_limit": 10 << 20,
        "channel_id": interaction.channel,
    });
    let source = interaction.source.and_then(|id| world.messages.get(&id));
    put(&mut payload, "message", source.map(|message| shapes::message(world, message)));
    let Some(channel) = world.channels.get(&interaction.channel) else { return payload };
    payload["app_permissions"] = json!(world.app_permissions(channel, person).to_string());
    payload["authorizing_integration_owners"] = shapes::owners(channel.server, interaction.owners);
    payload["channel"] = seen_from(world, channel, person);
    if let Some(server) = channel.server.and_then(|server| world.servers.get(&server)) {
        payload["context"] = json!(0);
        payload["guild_id"] = json!(server.id);
        payload["guild"] = json!({ "id": server.id, "locale": server.locale, "features": [] });
        payload["guild_locale"] = json!(server.locale);
        payload["member"] = shapes::member(world, server.id, person);
        payload["member"]["permissions"] = json!(world.may(person, channel).to_string());
    } else {
        payload["context"] = json!(1);
        payload["user"] = shapes::user(world, person);
    }
    payload
}

/// The channel, with what the person may do there.
fn seen_from(world: &World, channel: &Channel, person: Id) -> Value {
    let mut place = shapes::channel(world, channel);
    place["permissions"] = json!(world.may(person, channel).to_string());
    place
}

/// Users, members, channels, roles and files that options name.
#[derive(Default)]
pub(crate) struct Mentioned {
    pub(crate) users: Vec<Id>,
    pub(crate) channels: Vec<Id>,
    pub(crate) roles: Vec<Id>,
    pub(crate) files: Vec<Id>,
}

impl Mentioned {
    /// As Discord resolves them; nothing when nobody was named.
    pub(crate) fn resolved(&self, world: &World, place: Whereabouts) -> Option<Value> {
        let (server, here) = (place.server, world.channels.get(&place.channel));
        let mut resolved = json!({});
        for id in &self.users {
            resolved["users"][id.to_string()] = shapes::user(world, *id);
            if let Some(server) = server.filter(|server| world.is_member(*server, *id)) {
                let mut member = shapes::member_without_user(world, server, *id);
                let may = match here {
                    Some(here) if *id == world.bot => world.bot_permissions(here),
                    Some(here) => world.may(*id, here),
                    None => 0,
                };
                member["permissions"] = json!(may.to_string());
                resolved["members"][id.to_string()] = member;
            }
        }
        for channel in self.channels.iter().filter_map(|id| world.channels.get(id)) {
            resolved["channels"][channel.id.to_string()] = seen_from(world, channel, place.person);
        }
        for file in self.files.iter().filter_map(|id| world.uploads.get(*id)) {
            resolved["attachments"][file.id.to_string()] = shapes::attachment(world, file, true);
        }
        let server = server.and_then(|server| world.servers.get(&server));
        let roles = server.map(|server| shapes::roles(world, server)).unwrap_or_default();
        for role in roles.as_array().into_iter().flatten() {
            for id in self.roles.iter().filter(|id| role["id"] == id.to_string()) {
                resolved["roles"][id.to_string()] = role.clone();
            }
        }
        (resolved != json!({})).then_some(resolved)
    }
}
