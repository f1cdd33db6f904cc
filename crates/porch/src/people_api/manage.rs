//! Handles the administration of the world: members, guilds, channels, threads and permissions.
//!
//! Handlers read the fields of a request body one by one, so missing fields have defaults.

use std::ops::Bound;

use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use serde_json::{Value, json};

use super::request::{
    PeopleApiError, PorchState, Result, channel_view_of, find_by_id, find_channel, find_guild,
    find_person, invalid, invalid_if, parse_id,
};
use crate::events;
use crate::events::GUILDS;
use crate::ids::Id;
use crate::objects;
use crate::permissions::{self, Permissions};
use crate::world::mutations;
use crate::world::{Channel, ChannelKind, World};

/// Returns the trimmed `name` of a request body, or an error if its length is not allowed.
fn checked_name<'a>(request: &'a Value, noun: &str, min: usize, max: usize) -> Result<&'a str> {
    let name = request["name"].as_str().unwrap_or_default().trim();
    let fits = (min..=max).contains(&name.chars().count());
    if fits {
        Ok(name)
    } else {
        invalid(format!(
            "a {noun} needs a name of {min} to {max} characters"
        ))
    }
}

fn locale_of(request: &Value) -> &str {
    request["locale"].as_str().unwrap_or("en-US")
}

// --- Persons ---

pub(crate) fn add_person(world: &mut World, request: &Value) -> Result {
    let name = checked_name(request, "person", 1, 32)?;
    let more = parse_permissions(&request["permissions"])?;
    let known = all_roles(world);
    let id = world.add_person(name, locale_of(request), more);
    for (guild, role) in all_roles(world)
        .into_iter()
        .filter(|role| !known.contains(role))
    {
        let data = json!({ "guild_id": guild, "role": role });
        events::dispatch(world, Some(guild), GUILDS, "GUILD_ROLE_CREATE", &data);
    }
    for guild in world.persons[&id]
        .guilds
        .keys()
        .copied()
        .collect::<Vec<Id>>()
    {
        events::announce_member(world, guild, id);
    }
    Ok(person_view_of(world, id))
}

/// Returns the roles of all guilds, each with the id of its guild.
fn all_roles(world: &World) -> Vec<(Id, Value)> {
    let mut all = Vec::new();
    for guild in world.guilds.values() {
        let roles = objects::roles(world, guild).into_iter();
        all.extend(roles.map(|role| (guild.id, role)));
    }
    all
}

fn person_view_of(world: &World, person: Id) -> Value {
    world
        .persons
        .get(&person)
        .map(objects::person_view)
        .unwrap_or_default()
}

pub(crate) fn leave_guild(world: &mut World, id_text: &str, request: &Value) -> Result {
    let who = find_person(world, id_text)?;
    let guild = find_guild(world, request["server"].as_str())?;
    invalid_if(who == world.owner(), "who owns a server cannot leave it")?;
    if world.is_member(guild, who) {
        mutations::close_activity_frames(world, |instance, _, person| {
            instance.guild == Some(guild) && person == who
        });
        events::remove_member(world, guild, who);
    }
    Ok(person_view_of(world, who))
}

pub(crate) fn join_guild(world: &mut World, id_text: &str, request: &Value) -> Result {
    let who = find_person(world, id_text)?;
    let guild = find_guild(world, request["server"].as_str())?;
    if !world.is_member(guild, who) {
        events::add_member(world, guild, who);
    }
    Ok(person_view_of(world, who))
}

pub(crate) fn set_installed(world: &mut World, id_text: &str, request: &Value) -> Result {
    let who = find_person(world, id_text)?;
    if let Some(person) = world.persons.get_mut(&who) {
        person.installed = request["installed"] == true;
    }
    Ok(person_view_of(world, who))
}

// --- Guilds ---

pub(crate) fn add_guild(world: &mut World, request: &Value) -> Result {
    let id = world.add_guild(
        checked_name(request, "server", 2, 100)?,
        locale_of(request),
        request["bot"] != false,
    );
    Ok(announce_guild(world, id))
}

/// Sends the bot a `GUILD_CREATE` event, and returns the guild as the page shows it.
fn announce_guild(world: &mut World, id: Id) -> Value {
    let whole = objects::guild_create_event(world, id);
    events::dispatch(world, Some(id), GUILDS, "GUILD_CREATE", &whole);
    guild_view_of(world, id)
}

fn guild_view_of(world: &World, guild: Id) -> Value {
    world
        .guilds
        .get(&guild)
        .map(|item| objects::guild_view(world, item))
        .unwrap_or_default()
}

pub(crate) fn remove_bot(world: &mut World, id_text: &str, _: &Value) -> Result {
    let id = find_by_id(&world.guilds, "server", id_text)?.id;
    invalid_if(!world.has_bot(id), "the bot is not on this server")?;
    // Without the field `unavailable`, the event means that the bot was removed from the guild.
    events::dispatch(
        world,
        Some(id),
        GUILDS,
        "GUILD_DELETE",
        &json!({ "id": id }),
    );
    if let Some(guild) = world.guilds.get_mut(&id) {
        guild.has_bot = false;
    }
    Ok(guild_view_of(world, id))
}

pub(crate) fn add_bot(world: &mut World, id_text: &str, _: &Value) -> Result {
    let id = find_by_id(&world.guilds, "server", id_text)?.id;
    invalid_if(world.has_bot(id), "the bot is on this server already")?;
    if let Some(guild) = world.guilds.get_mut(&id) {
        guild.has_bot = true;
    }
    Ok(announce_guild(world, id))
}

/// Announces the beginning or the end of a guild's outage to the bot.
pub(crate) fn set_unavailable(world: &mut World, id_text: &str, request: &Value) -> Result {
    let id = find_by_id(&world.guilds, "server", id_text)?.id;
    if request["unavailable"] == false {
        return Ok(announce_guild(world, id));
    }
    events::dispatch(
        world,
        Some(id),
        GUILDS,
        "GUILD_DELETE",
        &json!({ "id": id, "unavailable": true }),
    );
    Ok(guild_view_of(world, id))
}

// --- Permissions ---

fn parse_permissions(names: &Value) -> Result<Permissions> {
    let names = names
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str);
    let mut all = 0;
    for name in names {
        match permissions::find_by_name(name) {
            Some(bit) => all |= bit,
            None => return invalid(format!("Discord has no permission with the name {name}")),
        }
    }
    Ok(all)
}

/// Denies permissions to the bot in a channel or guild, or to a person in a channel.
pub(crate) fn deny_permissions(world: &mut World, request: &Value) -> Result {
    let denied = parse_permissions(&request["deny"])?;
    let who = request["person"]
        .as_str()
        .map(|id_text| find_person(world, id_text))
        .transpose()?;
    match (request["channel"].as_str(), request["server"].as_str(), who) {
        (Some(id_text), _, who) => {
            deny_in_channel(world, id_text, who.unwrap_or(world.bot), denied)?;
        }
        (None, Some(id_text), None) => deny_on_server(world, id_text, denied)?,
        _ => return invalid("say in which channel, or on which server"),
    }
    Ok(json!({}))
}

fn deny_in_channel(world: &mut World, id_text: &str, who: Id, denied: Permissions) -> Result<()> {
    let channel = find_by_id(&world.channels, "channel", id_text)?;
    let channel_id = channel.id;
    let is_thread = channel.thread().is_some();
    invalid_if(
        is_thread && who != world.bot,
        "a thread is as its channel: deny it there",
    )?;
    events::update_visibility(world, |world| {
        if let Some(channel) = world.channels.get_mut(&channel_id) {
            channel.deny(who, denied);
        }
    });
    events::announce_channel(world, "UPDATE", "changed", channel_id);
    Ok(())
}

fn deny_on_server(world: &mut World, id_text: &str, denied: Permissions) -> Result<()> {
    let guild_id = find_by_id(&world.guilds, "server", id_text)?.id;
    if let Some(guild) = world.guilds.get_mut(&guild_id) {
        guild.denied = denied;
    }
    for role in objects::roles(world, find_by_id(&world.guilds, "server", id_text)?) {
        let data = json!({ "guild_id": guild_id, "role": role });
        events::dispatch(world, Some(guild_id), GUILDS, "GUILD_ROLE_UPDATE", &data);
    }
    Ok(())
}

// --- Channels and messages ---

pub(crate) fn add_channel(world: &mut World, request: &Value) -> Result {
    if let Some(recipient) = request["dm"].as_str() {
        let recipient = find_person(world, recipient)?;
        let dm = world.find_or_open_dm(recipient);
        return Ok(channel_view_of(world, dm));
    }
    let name = checked_name(request, "channel", 1, 100)?
        .to_lowercase()
        .replace(' ', "-");
    let guild = find_guild(world, request["server"].as_str())?;
    let kind = match request["kind"].as_str() {
        None | Some("text") => ChannelKind::Text,
        Some("announcement") => ChannelKind::Announcement,
        Some(_) => return invalid("a channel is of the kind text or announcement"),
    };
    let channel = Channel::new(world.ids.next(), Some(guild), &name, kind);
    let channel_id = world.open_channel(channel);
    Ok(channel_view_of(world, channel_id))
}

pub(crate) fn delete_channel(world: &mut World, id_text: &str) -> Result {
    let found = find_by_id(&world.channels, "channel", id_text)?.id;
    mutations::delete_channel(world, found);
    Ok(json!({}))
}

pub(crate) fn archive_thread(world: &mut World, id_text: &str, request: &Value) -> Result {
    let found = parse_id("channel", id_text)?;
    let now_ms = world.now_ms();
    let thread = world.channels.get_mut(&found).and_then(Channel::thread_mut);
    let thread = thread.ok_or_else(|| PeopleApiError::NotFound("thread", id_text.to_owned()))?;
    (thread.archived, thread.locked) = (request["archived"] != false, request["locked"] == true);
    thread.archive_ms = now_ms;
    events::announce_channel(world, "UPDATE", "changed", found);
    Ok(channel_view_of(world, found))
}

#[derive(Deserialize)]
pub(crate) struct MessagesQuery {
    #[serde(rename = "as")]
    who: String,
    after: Option<String>,
    limit: Option<usize>,
}

pub(crate) async fn list_messages(
    State(shared): PorchState,
    Path(id_text): Path<String>,
    Query(query): Query<MessagesQuery>,
) -> Result<Json<Value>> {
    let world = shared.world();
    let who = find_person(&world, &query.who)?;
    let found_channel = find_channel(&world, &id_text, who)?;
    let after = query
        .after
        .as_deref()
        .map(|after| parse_id("message", after))
        .transpose()?
        .unwrap_or(Id(0));
    let later = (Bound::Excluded(after), Bound::Unbounded);
    let newest_first = found_channel
        .messages
        .range(later)
        .rev()
        .filter_map(|id| world.messages.get(id));
    let visible_messages =
        newest_first.filter(|message| message.only_for.is_none_or(|only| only == who));
    let mut views: Vec<Value> = visible_messages
        .take(query.limit.unwrap_or(1_000))
        .map(|message| objects::message_view(&world, message))
        .collect();
    views.reverse();
    Ok(Json(Value::Array(views)))
}

pub(crate) fn delete_message(world: &mut World, id_text: &str) -> Result {
    let message_id = find_by_id(&world.messages, "message", id_text)?.id;
    mutations::delete_message(world, message_id);
    Ok(json!({}))
}
