//! Persons and servers: who comes, who goes, who has the application for themselves, and what the bot or a person may not
//! do.

use serde::Deserialize;
use serde_json::{Value, json};

use super::request::{Result, find, person, server, wrong, wrong_if};
use crate::events::GUILDS;
use crate::ids::Id;
use crate::permissions::{self, Permissions};
use crate::shapes;
use crate::world::World;

#[derive(Deserialize)]
pub(crate) struct NewPerson {
    name: String,
    locale: Option<String>,
    #[serde(default)]
    permissions: Vec<String>,
}

pub(crate) fn add(world: &mut World, new: &NewPerson) -> Result {
    let name = new.name.trim();
    wrong_if(name.is_empty() || name.chars().count() > 32, "a person needs a name of 1 to 32 characters")?;
    let more = permissions_named(&new.permissions)?;
    let locale = new.locale.as_deref().unwrap_or("en-US");
    let known = roles(world);
    let id = world.add_person(name, locale, more);
    for (server, role) in roles(world).into_iter().filter(|role| !known.contains(role)) {
        let data = json!({ "guild_id": server, "role": role });
        world.dispatch(Some(server), GUILDS, "GUILD_ROLE_CREATE", &data);
    }
    for server in world.persons[&id].servers.keys().copied().collect::<Vec<Id>>() {
        world.member_came(server, id);
    }
    Ok(shown(world, id))
}

fn roles(world: &World) -> Vec<(Id, Value)> {
    let of = |server| shapes::roles(world, server);
    let servers = world.servers.values();
    servers.flat_map(|server| of(server).into_iter().map(|role| (server.id, role))).collect()
}

fn shown(world: &World, person: Id) -> Value {
    world.persons.get(&person).map(shapes::seen_person).unwrap_or_default()
}

#[derive(Deserialize)]
pub(crate) struct WhichServer {
    server: Option<String>,
}

pub(crate) fn leave(world: &mut World, text: &str, request: &WhichServer) -> Result {
    let who = person(world, text)?;
    let server = server(world, request.server.as_deref())?;
    wrong_if(who == world.owner(), "who owns a server cannot leave it")?;
    if world.is_member(server, who) {
        world.leave(server, who);
    }
    Ok(shown(world, who))
}

pub(crate) fn join(world: &mut World, text: &str, request: &WhichServer) -> Result {
    let who = person(world, text)?;
    let server = server(world, request.server.as_deref())?;
    if !world.is_member(server, who) {
        world.join(server, who);
    }
    Ok(shown(world, who))
}

#[derive(Deserialize)]
pub(crate) struct Install {
    installed: bool,
}

pub(crate) fn install(world: &mut World, text: &str, request: &Install) -> Result {
    let who = person(world, text)?;
    if let Some(person) = world.persons.get_mut(&who) {
        person.installed = request.installed;
    }
    Ok(shown(world, who))
}

#[derive(Deserialize)]
pub(crate) struct NewServer {
    name: String,
    locale: Option<String>,
    bot: Option<bool>,
}

pub(crate) fn add_server(world: &mut World, new: &NewServer) -> Result {
    let name = new.name.trim();
    wrong_if(!(2..=100).contains(&name.chars().count()), "a server needs a name of 2 to 100 characters")?;
    let id = world.add_server(name, new.locale.as_deref().unwrap_or("en-US"), new.bot.unwrap_or(true));
    let whole = shapes::server_with_everything(world, id);
    world.dispatch(Some(id), GUILDS, "GUILD_CREATE", &whole);
    Ok(seen(world, id))
}

#[derive(Deserialize)]
pub(crate) struct Nothing {}

fn seen(world: &World, server: Id) -> Value {
    world.servers.get(&server).map(|it| shapes::seen_server(world, it)).unwrap_or_default()
}

pub(crate) fn remove_bot(world: &mut World, text: &str, _: &Nothing) -> Result {
    let id = find(&world.servers, "server", text)?.id;
    wrong_if(!world.has_bot(id), "the bot is not on this server")?;
    // Discord says of one that is merely unavailable that it is.
    world.dispatch(Some(id), GUILDS, "GUILD_DELETE", &json!({ "id": id }));
    if let Some(server) = world.servers.get_mut(&id) {
        server.has_bot = false;
    }
    Ok(seen(world, id))
}

pub(crate) fn add_bot(world: &mut World, text: &str, _: &Nothing) -> Result {
    let id = find(&world.servers, "server", text)?.id;
    wrong_if(world.has_bot(id), "the bot is on this server already")?;
    if let Some(server) = world.servers.get_mut(&id) {
        server.has_bot = true;
    }
    let whole = shapes::server_with_everything(world, id);
    world.dispatch(Some(id), GUILDS, "GUILD_CREATE", &whole);
    Ok(seen(world, id))
}

#[derive(Deserialize)]
pub(crate) struct Unavailable {
    unavailable: bool,
}

/// `POST servers/{id}/unavailable`: what the bot hears of an outage, and of its end.
pub(crate) fn unavailable(world: &mut World, text: &str, request: &Unavailable) -> Result {
    let id = find(&world.servers, "server", text)?.id;
    if request.unavailable {
        world.dispatch(Some(id), GUILDS, "GUILD_DELETE", &json!({ "id": id, "unavailable": true }));
    } else {
        let whole = shapes::server_with_everything(world, id);
        world.dispatch(Some(id), GUILDS, "GUILD_CREATE", &whole);
    }
    Ok(seen(world, id))
}

fn permissions_named(names: &[String]) -> Result<Permissions> {
    names.iter().try_fold(0, |all, name| match permissions::named(name) {
        Some(bit) => Ok(all | bit),
        None => wrong(format!("Discord has no permission with the name {name}")),
    })
}

#[derive(Deserialize)]
pub(crate) struct Deny {
    channel: Option<String>,
    server: Option<String>,
    person: Option<String>,
    #[serde(rename = "deny")]
    names: Vec<String>,
}

pub(crate) fn deny(world: &mut World, request: &Deny) -> Result {
    let denied = permissions_named(&request.names)?;
    let who = request.person.as_deref().map(|text| person(world, text)).transpose()?;
    match (&request.channel, &request.server, who) {
        (Some(text), _, who) => deny_in_channel(world, text, who.unwrap_or(world.bot), denied)?,
        (None, Some(text), None) => deny_on_server(world, text, denied)?,
        (None, _, Some(_)) => return wrong("say in which channel"),
        (None, None, None) => return wrong("say in which channel or on which server"),
    }
    Ok(json!({}))
}

fn deny_in_channel(world: &mut World, text: &str, who: Id, denied: Permissions) -> Result<()> {
    let channel = find(&world.channels, "channel", text)?;
    let (found, is_thread) = (channel.id, channel.thread().is_some());
    wrong_if(is_thread && who != world.bot, "a thread is as its channel: deny it there")?;
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
