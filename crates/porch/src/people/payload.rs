//! An interaction as the bot receives it, complete, whatever a person did: where they are, what they name, and what all of
//! it says. It sends nothing.

use serde_json::{Value, json};

use super::request::{self, Result, wrong};
use crate::ids::Id;
use crate::shapes::{self, put};
use crate::world::{Channel, ChannelKind, Interaction, InteractionKind, Owners, World};

#[derive(Clone, Copy)]
pub(crate) struct Whereabouts {
    pub(crate) person: Id,
    pub(crate) channel: Id,
    pub(crate) server: Option<Id>,
}

impl Whereabouts {
    pub(crate) fn of(world: &World, person: Id, channel: Id) -> Whereabouts {
        let server = world.server_of(channel);
        Whereabouts {
            person,
            channel,
            server,
        }
    }

    pub(crate) fn find(world: &World, person: Id, channel: &str) -> Result<Whereabouts> {
        Ok(Whereabouts::of(
            world,
            person,
            request::channel(world, channel, person)?.id,
        ))
    }

    /// Something that this person does here, and that the bot shall answer.
    pub(crate) fn deed(
        self,
        world: &mut World,
        kind: InteractionKind,
        owners: Owners,
    ) -> Interaction {
        Interaction::new(world.ids.next(), kind, self.person, self.channel, owners)
    }
}

pub(crate) fn interaction(world: &World, interaction: &Interaction, data: &Value) -> Value {
    let person = interaction.person;
    let locale = world
        .persons
        .get(&person)
        .map_or("en-US", |person| person.locale.as_str());
    let mut payload = json!({
        "id": interaction.id, "application_id": world.bot, "type": interaction.deed.number(), "data": data,
        "token": world.seal.token(interaction.id), "version": 1, "locale": locale, "entitlements": [],
        "attachment_size_limit": 10 << 20, "channel_id": interaction.channel,
    });
    let source = interaction.source.and_then(|id| world.messages.get(&id));
    put(
        &mut payload,
        "message",
        source.map(|message| shapes::message(world, message)),
    );
    let Some(channel) = world.channels.get(&interaction.channel) else {
        return payload;
    };
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

/// Users, members, channels, roles and files that somebody names where they are, in options, menus and forms.
pub(crate) struct Mentioned<'a> {
    world: &'a World,
    place: Whereabouts,
    users: Vec<Id>,
    channels: Vec<Id>,
    roles: Vec<Id>,
    files: Vec<Id>,
}

impl<'a> Mentioned<'a> {
    pub(crate) fn by(world: &'a World, place: Whereabouts) -> Mentioned<'a> {
        Mentioned {
            world,
            place,
            users: vec![],
            channels: vec![],
            roles: vec![],
            files: vec![],
        }
    }

    pub(crate) fn file(&mut self, text: &str) -> Option<Id> {
        let found = self.world.uploads.find(self.place.person, text)?.id;
        self.files.push(found);
        Some(found)
    }

    /// A user, a channel (of these types, where some are named) or a role, by name, by id or as Discord writes a mention:
    /// whichever an option of this kind takes.
    pub(crate) fn entity(
        &mut self,
        kind: Option<u64>,
        name: &str,
        text: &str,
        types: &Value,
    ) -> Result<Id> {
        let world = self.world;
        let place = self.place;
        let bare = text
            .trim_matches(['<', '>'])
            .trim_start_matches(['@', '#', '!', '&']);
        let is = |id: Id, other: &str| {
            other.to_lowercase() == bare.to_lowercase() || id.to_string() == bare
        };
        if matches!(kind, Some(6 | 9)) {
            let is_here = |id: Id| {
                place
                    .server
                    .is_none_or(|server| world.is_member(server, id))
            };
            // Whoever is not here is known by their id alone.
            let is = |id: Id| id.to_string() == bare || is_here(id) && is(id, world.name_of(id));
            if let Some(id) = world
                .persons
                .keys()
                .copied()
                .chain([world.bot])
                .find(|id| is(*id))
            {
                self.users.push(id);
                return Ok(id);
            }
        }
        if kind == Some(7) {
            let here = world
                .channels
                .values()
                .filter(|it| it.server == place.server);
            // An empty list is as none.
            let types = types.as_array().filter(|types| !types.is_empty());
            let fits = |number: u64| types.is_none_or(|types| types.iter().any(|it| *it == number));
            let mut here = here.filter(|it| world.sees(place.person, it) && fits(it.kind_number()));
            let is = |it: &&Channel| is(it.id, &it.name) && !matches!(it.kind, ChannelKind::Dm(_));
            if let Some(channel) = here.find(is) {
                self.channels.push(channel.id);
                return Ok(channel.id);
            }
        }
        if matches!(kind, Some(8 | 9)) {
            let name = |role: &Value| role["name"].as_str().unwrap_or_default().replace('@', "");
            let roles = self.roles_here().into_iter();
            let mut roles = roles.filter_map(|role| Some((Id::said(&role["id"])?, name(&role))));
            if let Some((id, _)) = roles.find(|(id, role)| is(*id, role)) {
                self.roles.push(id);
                return Ok(id);
            }
        }
        wrong(format!(
            "{name} does not name anybody or anything here: \"{text}\""
        ))
    }

    fn roles_here(&self) -> Vec<Value> {
        let server = self
            .place
            .server
            .and_then(|server| self.world.servers.get(&server));
        server
            .map(|server| shapes::roles(self.world, server))
            .unwrap_or_default()
    }

    /// As Discord resolves them; nothing when nobody was named.
    pub(crate) fn resolved(&self) -> Option<Value> {
        let world = self.world;
        let place = self.place;
        let server = place.server;
        let here = world.channels.get(&place.channel);
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
        for role in self.roles_here() {
            for id in self.roles.iter().filter(|id| role["id"] == id.to_string()) {
                resolved["roles"][id.to_string()] = role.clone();
            }
        }
        (resolved != json!({})).then_some(resolved)
    }
}
