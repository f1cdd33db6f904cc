//! Servers, as the bot asks about them. It only shows.

use axum::http::Method;
use serde_json::{Value, json};

use super::{Call, Reply, Result, route};
use crate::porch::{ids::Id, refusal::Refusal, shapes, world::World};

/// `/guilds/{id}/…`
pub(crate) fn route(world: &mut World, call: &Call, guild: Id, rest: &[&str]) -> Result {
    route::only(call, &Method::GET)?;
    let server = world.servers.get(&guild).filter(|server| server.has_bot).ok_or(Refusal::UNKNOWN_GUILD)?;
    let here = || world.channels.values().filter(|channel| channel.server == Some(guild));
    let shown = match rest {
        [] => shapes::server(world, server),
        ["roles"] => shapes::roles(world, server),
        ["channels"] => {
            here().filter(|it| it.thread().is_none()).map(|it| shapes::channel(world, it)).collect()
        }
        ["threads", "active"] => {
            let open = || here().filter(|it| it.thread().is_some_and(|thread| !thread.archived));
            let threads: Vec<Value> = open().map(|it| shapes::channel(world, it)).collect();
            let mine = open().filter(|it| it.thread().is_some_and(|it| it.members.contains(&world.bot)));
            let members: Vec<Value> = mine.map(|it| shapes::thread_member(it.id, world.bot)).collect();
            json!({ "threads": threads, "members": members })
        }
        ["members"] => {
            let limit = call.query("limit").and_then(|limit| limit.parse().ok()).unwrap_or(1);
            world.members(guild).take(limit).map(|user| shapes::member(world, guild, user)).collect()
        }
        ["members", who] => {
            let who = if *who == "@me" { world.bot } else { route::id(who)? };
            if !world.is_member(guild, who) {
                return Err(Refusal::UNKNOWN_MEMBER);
            }
            shapes::member(world, guild, who)
        }
        _ => return Err(Refusal::NO_SUCH_ROUTE),
    };
    Ok(Reply::Done(shown))
}

/// The servers in which the bot is.
pub(crate) fn own(world: &World) -> Value {
    let shown = world.servers.values().filter(|server| server.has_bot).map(|server| {
        json!({
            "id": server.id,
            "name": server.name,
            "icon": null,
            "banner": null,
            "owner": false,
            "permissions": world.role_of_bot(server).to_string(),
            "features": [],
        })
    });
    shown.collect()
}
