//! What the bot or a person may not do: on a server, or in a channel.

use axum::{Json, extract::State};
use serde::Deserialize;
use serde_json::json;

use super::request::{JsonBody, PorchState, Result, find, person, server, wrong};
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
pub(crate) async fn deny(State(shared): PorchState, JsonBody(request): JsonBody<Deny>) -> Result {
    let denied = permissions_named(&request.names)?;
    let mut world = shared.world();
    let who = request.person.as_deref().map(|text| person(&world, text)).transpose()?;
    match (&request.channel, &request.server, who) {
        (Some(text), _, who) => {
            let who = who.unwrap_or(world.bot);
            deny_in_channel(&mut world, text, who, denied)?;
        }
        (None, Some(text), None) => deny_on_server(&mut world, text, denied)?,
        (None, _, Some(_)) => return wrong("say in which channel"),
        (None, None, None) => return wrong("say in which channel or on which server"),
    }
    Ok(Json(json!({})))
}

fn deny_in_channel(world: &mut World, text: &str, who: Id, denied: Permissions) -> Result<()> {
    let channel = find(&world.channels, "channel", text)?;
    let found = channel.id;
    if channel.thread().is_some() && who != world.bot {
        return wrong("a thread is as its channel: deny it there");
    }
    world.with_new_views(|world| {
        if let Some(channel) = world.channels.get_mut(&found) {
            channel.deny(who, denied);
        }
    });
    world.channel_happened("UPDATE", "changed", found);
    Ok(())
}

fn deny_on_server(world: &mut World, text: &str, denied: Permissions) -> Result<()> {
    let found = server(world, Some(text))?;
    if let Some(server) = world.servers.get_mut(&found) {
        server.denied = denied;
    }
    let roles = shapes::roles(world, find(&world.servers, "server", text)?);
    for role in roles.as_array().into_iter().flatten() {
        let data = json!({ "guild_id": found, "role": role });
        world.dispatch(Some(found), GUILDS, "GUILD_ROLE_UPDATE", &data);
    }
    Ok(())
}
