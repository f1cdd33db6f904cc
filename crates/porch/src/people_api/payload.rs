//! Builds the payload of an interaction for the bot. Other modules send it.

use serde_json::{Value, json};

use super::request::{self, Result, invalid};
use crate::ids::Id;
use crate::objects::{self, set_if_some};
use crate::world::{Channel, ChannelKind, Installations, Interaction, InteractionKind, World};

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
            request::find_channel(world, channel, person)?.id,
        ))
    }

    /// Creates an interaction of this location's person in its channel.
    pub(crate) fn new_interaction(
        self,
        world: &mut World,
        kind: InteractionKind,
        installations: Installations,
    ) -> Interaction {
        Interaction::new(
            world.ids.next(),
            kind,
            self.person,
            self.channel,
            installations,
        )
    }
}

pub(crate) fn interaction_payload(world: &World, interaction: &Interaction, data: &Value) -> Value {
    let person = interaction.person;
    let locale = world
        .persons
        .get(&person)
        .map_or("en-US", |person| person.locale.as_str());
    let mut payload = json!({
        "id": interaction.id, "application_id": world.bot, "type": interaction.kind.number(), "data": data,
        "token": world.token_signer.sign(interaction.id), "version": 1, "locale": locale, "entitlements": [],
        "attachment_size_limit": 10 << 20, "channel_id": interaction.channel,
    });
    let source = interaction.source.and_then(|id| world.messages.get(&id));
    set_if_some(
        &mut payload,
        "message",
        source.map(|message| objects::message(world, message)),
    );
    let Some(channel) = world.channels.get(&interaction.channel) else {
        return payload;
    };
    payload["app_permissions"] = json!(world.app_permissions(channel, person).to_string());
    payload["authorizing_integration_owners"] =
        objects::authorizing_integration_owners(channel.guild, interaction.installations);
    payload["channel"] = channel_with_permissions(world, channel, person);
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

/// Returns a channel with the `permissions` that the person has there.
fn channel_with_permissions(world: &World, channel: &Channel, person: Id) -> Value {
    let mut location = objects::channel(world, channel);
    location["permissions"] = json!(world.permissions_of(person, channel).to_string());
    location
}

/// Returns whether a text is this name (upper and lower case are the same) or this id.
fn is_named(id: Id, name: &str, text: &str) -> bool {
    name.to_lowercase() == text.to_lowercase() || id.to_string() == text
}

/// Resolves the users, channels, roles and files that a person names in options, menus and forms,
/// and remembers them for the payload.
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

    pub(crate) fn resolve_file(&mut self, text: &str) -> Option<Id> {
        let found = self.world.uploads.find(self.location.person, text)?.id;
        self.files.push(found);
        Some(found)
    }

    /// Resolves a user, channel or role by name, id or mention.
    ///
    /// `kind` is the type of the command option, which determines what may be named.
    pub(crate) fn resolve_entity(
        &mut self,
        kind: Option<u64>,
        name: &str,
        text: &str,
        types: &Value,
    ) -> Result<Id> {
        let world = self.world;
        let location = self.location;
        let identifier = text
            .trim_matches(['<', '>'])
            .trim_start_matches(['@', '#', '!', '&']);
        if matches!(kind, Some(6 | 9)) {
            for id in world.persons.keys().copied().chain([world.bot]) {
                let is_here = location
                    .guild
                    .is_none_or(|guild| world.is_member(guild, id));
                // A user who is not in the guild can be named only by id.
                if id.to_string() == identifier
                    || is_here && is_named(id, world.name_of(id), identifier)
                {
                    self.users.push(id);
                    return Ok(id);
                }
            }
        }
        if kind == Some(7) {
            // An empty list of channel types allows every type.
            let types = types.as_array().filter(|types| !types.is_empty());
            let found = world.channels.values().find(|channel| {
                channel.guild == location.guild
                    && !matches!(channel.kind, ChannelKind::Dm(_))
                    && types.is_none_or(|types| types.contains(&json!(channel.kind_number())))
                    && is_named(channel.id, &channel.name, identifier)
                    && world.can_view(location.person, channel)
            });
            if let Some(channel) = found {
                self.channels.push(channel.id);
                return Ok(channel.id);
            }
        }
        if matches!(kind, Some(8 | 9)) {
            for role in self.roles_here() {
                let name = role["name"].as_str().unwrap_or_default().replace('@', "");
                if let Some(id) = Id::from_json(&role["id"])
                    && is_named(id, &name, identifier)
                {
                    self.roles.push(id);
                    return Ok(id);
                }
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

    /// Returns Discord's `resolved` object with all entities resolved so far, or `None` without
    /// any.
    pub(crate) fn to_resolved(&self) -> Option<Value> {
        let world = self.world;
        let location = self.location;
        let guild = location.guild;
        let channel_here = world.channels.get(&location.channel);
        let mut resolved = json!({});
        for id in &self.users {
            resolved["users"][id.to_string()] = objects::user(world, *id);
            if let Some(guild) = guild.filter(|guild| world.is_member(*guild, *id)) {
                let mut member = objects::member_without_user(world, guild, *id);
                let permissions = match channel_here {
                    Some(channel_here) if *id == world.bot => world.bot_permissions(channel_here),
                    Some(channel_here) => world.permissions_of(*id, channel_here),
                    None => 0,
                };
                member["permissions"] = json!(permissions.to_string());
                resolved["members"][id.to_string()] = member;
            }
        }
        for channel in self.channels.iter().filter_map(|id| world.channels.get(id)) {
            resolved["channels"][channel.id.to_string()] =
                channel_with_permissions(world, channel, location.person);
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
