//! Builds the interaction payload that the bot receives. It sends nothing.

use serde_json::{Value, json};

use super::request::{self, Result, invalid};
use crate::ids::Id;
use crate::objects::{self, put};
use crate::world::{Channel, ChannelKind, Interaction, InteractionKind, Owners, World};

#[derive(Clone, Copy)]
pub(crate) struct Location {
    pub(crate) person: Id,
    pub(crate) channel: Id,
    pub(crate) guild: Option<Id>,
}

impl Location {
    pub(crate) fn new(world: &World, person: Id, channel: Id) -> Location {
        let guild = world.guild_of(channel);
        Location {
            person,
            channel,
            guild,
        }
    }

    pub(crate) fn find(world: &World, person: Id, channel: &str) -> Result<Location> {
        Ok(Location::new(
            world,
            person,
            request::channel(world, channel, person)?.id,
        ))
    }

    /// Creates an interaction of this person in this channel.
    pub(crate) fn new_interaction(
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
        "id": interaction.id, "application_id": world.bot, "type": interaction.kind.number(), "data": data,
        "token": world.token_signer.token(interaction.id), "version": 1, "locale": locale, "entitlements": [],
        "attachment_size_limit": 10 << 20, "channel_id": interaction.channel,
    });
    let source = interaction.source.and_then(|id| world.messages.get(&id));
    put(
        &mut payload,
        "message",
        source.map(|message| objects::message(world, message)),
    );
    let Some(channel) = world.channels.get(&interaction.channel) else {
        return payload;
    };
    payload["app_permissions"] = json!(world.app_permissions(channel, person).to_string());
    payload["authorizing_integration_owners"] = objects::owners(channel.guild, interaction.owners);
    payload["channel"] = seen_from(world, channel, person);
    if let Some(guild) = channel.guild.and_then(|guild| world.guilds.get(&guild)) {
        payload["context"] = json!(0);
        payload["guild_id"] = json!(guild.id);
        payload["guild"] = json!({ "id": guild.id, "locale": guild.locale, "features": [] });
        payload["guild_locale"] = json!(guild.locale);
        payload["member"] = objects::member(world, guild.id, person);
        payload["member"]["permissions"] = json!(world.permissions_of(person, channel).to_string());
    } else {
        payload["context"] = json!(1);
        payload["user"] = objects::user(world, person);
    }
    payload
}

/// Returns the channel with the person's permissions there.
fn seen_from(world: &World, channel: &Channel, person: Id) -> Value {
    let mut location = objects::channel(world, channel);
    location["permissions"] = json!(world.permissions_of(person, channel).to_string());
    location
}

/// Resolves users, channels, roles and files that a person names in options, menus and forms.
pub(crate) struct EntityResolver<'a> {
    world: &'a World,
    location: Location,
    users: Vec<Id>,
    channels: Vec<Id>,
    roles: Vec<Id>,
    files: Vec<Id>,
}

impl<'a> EntityResolver<'a> {
    pub(crate) fn new(world: &'a World, location: Location) -> EntityResolver<'a> {
        EntityResolver {
            world,
            location,
            users: vec![],
            channels: vec![],
            roles: vec![],
            files: vec![],
        }
    }

    pub(crate) fn file(&mut self, text: &str) -> Option<Id> {
        let found = self.world.uploads.find(self.location.person, text)?.id;
        self.files.push(found);
        Some(found)
    }

    /// Resolves a user, channel or role by name, id or mention, whichever an option of type `kind`
    /// takes.
    pub(crate) fn entity(
        &mut self,
        kind: Option<u64>,
        name: &str,
        text: &str,
        types: &Value,
    ) -> Result<Id> {
        let world = self.world;
        let location = self.location;
        let bare = text
            .trim_matches(['<', '>'])
            .trim_start_matches(['@', '#', '!', '&']);
        let is = |id: Id, other: &str| {
            other.to_lowercase() == bare.to_lowercase() || id.to_string() == bare
        };
        if matches!(kind, Some(6 | 9)) {
            let is_here = |id: Id| {
                location
                    .guild
                    .is_none_or(|guild| world.is_member(guild, id))
            };
            // Users outside the guild can be named by id only.
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
                .filter(|item| item.guild == location.guild);
            // An empty list allows every type.
            let types = types.as_array().filter(|types| !types.is_empty());
            let fits =
                |number: u64| types.is_none_or(|types| types.iter().any(|item| *item == number));
            let mut here = here
                .filter(|item| world.can_view(location.person, item) && fits(item.kind_number()));
            let is = |item: &&Channel| {
                is(item.id, &item.name) && !matches!(item.kind, ChannelKind::Dm(_))
            };
            if let Some(channel) = here.find(is) {
                self.channels.push(channel.id);
                return Ok(channel.id);
            }
        }
        if matches!(kind, Some(8 | 9)) {
            let name = |role: &Value| role["name"].as_str().unwrap_or_default().replace('@', "");
            let roles = self.roles_here().into_iter();
            let mut roles =
                roles.filter_map(|role| Some((Id::from_json(&role["id"])?, name(&role))));
            if let Some((id, _)) = roles.find(|(id, role)| is(*id, role)) {
                self.roles.push(id);
                return Ok(id);
            }
        }
        invalid(format!(
            "{name} does not name anybody or anything here: \"{text}\""
        ))
    }

    fn roles_here(&self) -> Vec<Value> {
        let guild = self
            .location
            .guild
            .and_then(|guild| self.world.guilds.get(&guild));
        guild
            .map(|guild| objects::roles(self.world, guild))
            .unwrap_or_default()
    }

    /// Returns Discord's `resolved` object, or `None` if nothing was named.
    pub(crate) fn resolved(&self) -> Option<Value> {
        let world = self.world;
        let location = self.location;
        let guild = location.guild;
        let here = world.channels.get(&location.channel);
        let mut resolved = json!({});
        for id in &self.users {
            resolved["users"][id.to_string()] = objects::user(world, *id);
            if let Some(guild) = guild.filter(|guild| world.is_member(*guild, *id)) {
                let mut member = objects::member_without_user(world, guild, *id);
                let may = match here {
                    Some(here) if *id == world.bot => world.bot_permissions(here),
                    Some(here) => world.permissions_of(*id, here),
                    None => 0,
                };
                member["permissions"] = json!(may.to_string());
                resolved["members"][id.to_string()] = member;
            }
        }
        for channel in self.channels.iter().filter_map(|id| world.channels.get(id)) {
            resolved["channels"][channel.id.to_string()] =
                seen_from(world, channel, location.person);
        }
        for file in self.files.iter().filter_map(|id| world.uploads.get(*id)) {
            resolved["attachments"][file.id.to_string()] = objects::attachment(world, file, true);
        }
        for role in self.roles_here() {
            for id in self.roles.iter().filter(|id| role["id"] == id.to_string()) {
                resolved["roles"][id.to_string()] = role.clone();
            }
        }
        (resolved != json!({})).then_some(resolved)
    }
}
