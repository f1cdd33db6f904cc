//! What the bot or a person may not do: on a server, or in a channel.

use serde::Deserialize;
use serde_json::json;

use super::request::{Result, find, person, wrong, wrong_if};
use crate::porch::{
    events::GUILDS,
    ids::Id,
    permissions::{self, Permissions},
    shapes,
    world::World,
};

/// The permissions of these names.
pub(crate) fn permissions_named(names: &[String]) -> Result<Permissions> {
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

/// `POST permissions`
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
    world.with_new_views(|world| world.channels.change(&found, |channel| channel.deny(who, denied)));
    world.channel_happened("UPDATE", "changed", found);
    Ok(())
}

fn deny_on_server(world: &mut World, text: &str, denied: Permissions) -> Result<()> {
    let found = find(&world.servers, "server", text)?.id;
    world.servers.change(&found, |server| server.denied = denied);
    for role in shapes::roles(world, find(&world.servers, "server", text)?) {
        let data = json!({ "guild_id": found, "role": role });
        world.dispatch(Some(found), GUILDS, "GUILD_ROLE_UPDATE", &data);
    }
    Ok(())
}
