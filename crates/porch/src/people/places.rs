//! What people change about the world: who comes and goes, servers, channels and threads, and what the bot or a person may
//! not do. Bodies are read field by field: what is missing has its usual value.

use std::ops::Bound;

use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use serde_json::{Value, json};

use super::request::{
    Cannot, PorchState, Result, channel, find, id, person, server, shown_channel, wrong, wrong_if,
};
use crate::events::GUILDS;
use crate::ids::Id;
use crate::permissions::{self, Permissions};
use crate::shapes;
use crate::world::{Channel, ChannelKind, World};

/// The trimmed name in a body, which has so many characters.
fn name<'a>(asked: &'a Value, what: &str, least: usize, most: usize) -> Result<&'a str> {
    let name = asked["name"].as_str().unwrap_or_default().trim();
    let fits = (least..=most).contains(&name.chars().count());
    if fits {
        Ok(name)
    } else {
        wrong(format!(
            "a {what} needs a name of {least} to {most} characters"
        ))
    }
}

fn locale(asked: &Value) -> &str {
    asked["locale"].as_str().unwrap_or("en-US")
}

// --- Persons ---

pub(crate) fn add_person(world: &mut World, asked: &Value) -> Result {
    let name = name(asked, "person", 1, 32)?;
    let more = permissions_named(&asked["permissions"])?;
    let known = roles(world);
    let id = world.add_person(name, locale(asked), more);
    for (server, role) in roles(world)
        .into_iter()
        .filter(|role| !known.contains(role))
    {
        let data = json!({ "guild_id": server, "role": role });
        world.dispatch(Some(server), GUILDS, "GUILD_ROLE_CREATE", &data);
    }
    for server in world.persons[&id]
        .servers
        .keys()
        .copied()
        .collect::<Vec<Id>>()
    {
        world.member_came(server, id);
    }
    Ok(shown_person(world, id))
}

/// All roles, with their servers.
fn roles(world: &World) -> Vec<(Id, Value)> {
    let of = |server| shapes::roles(world, server);
    let servers = world.servers.values();
    servers
        .flat_map(|server| of(server).into_iter().map(|role| (server.id, role)))
        .collect()
}

fn shown_person(world: &World, person: Id) -> Value {
    world
        .persons
        .get(&person)
        .map(shapes::seen_person)
        .unwrap_or_default()
}

pub(crate) fn leave(world: &mut World, text: &str, asked: &Value) -> Result {
    let who = person(world, text)?;
    let server = server(world, asked["server"].as_str())?;
    wrong_if(who == world.owner(), "who owns a server cannot leave it")?;
    if world.is_member(server, who) {
        world.leave(server, who);
    }
    Ok(shown_person(world, who))
}

pub(crate) fn join(world: &mut World, text: &str, asked: &Value) -> Result {
    let who = person(world, text)?;
    let server = server(world, asked["server"].as_str())?;
    if !world.is_member(server, who) {
        world.join(server, who);
    }
    Ok(shown_person(world, who))
}

pub(crate) fn install(world: &mut World, text: &str, asked: &Value) -> Result {
    let who = person(world, text)?;
    if let Some(person) = world.persons.get_mut(&who) {
        person.installed = asked["installed"] == true;
    }
    Ok(shown_person(world, who))
}

// --- Servers ---

pub(crate) fn add_server(world: &mut World, asked: &Value) -> Result {
    let id = world.add_server(
        name(asked, "server", 2, 100)?,
        locale(asked),
        asked["bot"] != false,
    );
    Ok(tell_server(world, id))
}

/// The bot hears of a whole server.
fn tell_server(world: &mut World, id: Id) -> Value {
    let whole = shapes::server_with_everything(world, id);
    world.dispatch(Some(id), GUILDS, "GUILD_CREATE", &whole);
    shown_server(world, id)
}

fn shown_server(world: &World, server: Id) -> Value {
    world
        .servers
        .get(&server)
        .map(|it| shapes::seen_server(world, it))
        .unwrap_or_default()
}

pub(crate) fn remove_bot(world: &mut World, text: &str, _: &Value) -> Result {
    let id = find(&world.servers, "server", text)?.id;
    wrong_if(!world.has_bot(id), "the bot is not on this server")?;
    // Discord says of one that is merely unavailable that it is.
    world.dispatch(Some(id), GUILDS, "GUILD_DELETE", &json!({ "id": id }));
    if let Some(server) = world.servers.get_mut(&id) {
        server.has_bot = false;
    }
    Ok(shown_server(world, id))
}

pub(crate) fn add_bot(world: &mut World, text: &str, _: &Value) -> Result {
    let id = find(&world.servers, "server", text)?.id;
    wrong_if(world.has_bot(id), "the bot is on this server already")?;
    if let Some(server) = world.servers.get_mut(&id) {
        server.has_bot = true;
    }
    Ok(tell_server(world, id))
}

/// What the bot hears of an outage, and of its end.
pub(crate) fn unavailable(world: &mut World, text: &str, asked: &Value) -> Result {
    let id = find(&world.servers, "server", text)?.id;
    if asked["unavailable"] == false {
        return Ok(tell_server(world, id));
    }
    world.dispatch(
        Some(id),
        GUILDS,
        "GUILD_DELETE",
        &json!({ "id": id, "unavailable": true }),
    );
    Ok(shown_server(world, id))
}

// --- Permissions ---

fn permissions_named(names: &Value) -> Result<Permissions> {
    let names = names
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str);
    let mut all = 0;
    for name in names {
        match permissions::named(name) {
            Some(bit) => all |= bit,
            None => return wrong(format!("Discord has no permission with the name {name}")),
        }
    }
    Ok(all)
}

/// Takes permissions from the bot, in a channel or on a server, or from a person in a channel.
pub(crate) fn deny(world: &mut World, asked: &Value) -> Result {
    let denied = permissions_named(&asked["deny"])?;
    let who = asked["person"]
        .as_str()
        .map(|text| person(world, text))
        .transpose()?;
    match (asked["channel"].as_str(), asked["server"].as_str(), who) {
        (Some(text), _, who) => deny_in_channel(world, text, who.unwrap_or(world.bot), denied)?,
        (None, Some(text), None) => deny_on_server(world, text, denied)?,
        _ => return wrong("say in which channel, or on which server"),
    }
    Ok(json!({}))
}

fn deny_in_channel(world: &mut World, text: &str, who: Id, denied: Permissions) -> Result<()> {
    let channel = find(&world.channels, "channel", text)?;
    let found = channel.id;
    let is_thread = channel.thread().is_some();
    wrong_if(
        is_thread && who != world.bot,
        "a thread is as its channel: deny it there",
    )?;
    world.with_new_views(|world| {
        if let Some(channel) = world.channels.get_mut(&found) {
            channel.deny(who, denied);
        }
    });
    world.channel_happened("UPDATE", "changed", found);
    Ok(())
}

fn deny_on_server(world: &mut World, text: &str, denied: Permissions) -> Result<()> {
    let found = find(&world.servers, "server", text)?.id;
    if let Some(server) = world.servers.get_mut(&found) {
        server.denied = denied;
    }
    for role in shapes::roles(world, find(&world.servers, "server", text)?) {
        let data = json!({ "guild_id": found, "role": role });
        world.dispatch(Some(found), GUILDS, "GUILD_ROLE_UPDATE", &data);
    }
    Ok(())
}

// --- Channels and messages ---

pub(crate) fn add_channel(world: &mut World, asked: &Value) -> Result {
    if let Some(whose) = asked["dm"].as_str() {
        let whose = person(world, whose)?;
        let found = world.dm(whose);
        return Ok(shown_channel(world, found));
    }
    let name = name(asked, "channel", 1, 100)?
        .to_lowercase()
        .replace(' ', "-");
    let server = server(world, asked["server"].as_str())?;
    let kind = match asked["kind"].as_str() {
        None | Some("text") => ChannelKind::Text,
        Some("announcement") => ChannelKind::Announcement,
        Some(_) => return wrong("a channel is of the kind text or announcement"),
    };
    let made = Channel::new(world.ids.next(), Some(server), &name, kind);
    let made = world.open_channel(made);
    Ok(shown_channel(world, made))
}

pub(crate) fn close_channel(world: &mut World, text: &str) -> Result {
    let found = find(&world.channels, "channel", text)?.id;
    world.close_channel(found);
    Ok(json!({}))
}

pub(crate) fn archive(world: &mut World, text: &str, asked: &Value) -> Result {
    let found = id("channel", text)?;
    let now_ms = world.now_ms();
    let thread = world.channels.get_mut(&found).and_then(Channel::thread_mut);
    let thread = thread.ok_or_else(|| Cannot::Find("thread", text.to_owned()))?;
    (thread.archived, thread.locked) = (asked["archived"] != false, asked["locked"] == true);
    thread.archive_ms = now_ms;
    world.channel_happened("UPDATE", "changed", found);
    Ok(shown_channel(world, found))
}

#[derive(Deserialize)]
pub(crate) struct MessagesQuery {
    #[serde(rename = "as")]
    who: String,
    after: Option<String>,
    limit: Option<usize>,
}

pub(crate) async fn messages(
    State(shared): PorchState,
    Path(text): Path<String>,
    Query(look): Query<MessagesQuery>,
) -> Result<Json<Value>> {
    let world = shared.world();
    let who = person(&world, &look.who)?;
    let place = channel(&world, &text, who)?;
    let after = look
        .after
        .as_deref()
        .map(|after| id("message", after))
        .transpose()?
        .unwrap_or(Id(0));
    let later = (Bound::Excluded(after), Bound::Unbounded);
    let newest_first = place
        .messages
        .range(later)
        .rev()
        .filter_map(|id| world.messages.get(id));
    let seen = newest_first.filter(|message| message.only_for.is_none_or(|only| only == who));
    let mut shown: Vec<Value> = seen
        .take(look.limit.unwrap_or(1_000))
        .map(|message| shapes::seen_message(&world, message))
        .collect();
    shown.reverse();
    Ok(Json(Value::Array(shown)))
}

pub(crate) fn erase(world: &mut World, text: &str) -> Result {
    let found = find(&world.messages, "message", text)?.id;
    world.erase(found);
    Ok(json!({}))
}
