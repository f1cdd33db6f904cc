//! Servers, as the bot asks about them. It only shows.

use serde_json::{Value, json};

use super::call::{Call, Reply, Result, id};
use crate::api_error::{ApiError, refuse_if};
use crate::ids::Id;
use crate::settings::PrivilegedIntent;
use crate::shapes;
use crate::world::World;

pub(crate) fn route(world: &World, call: &Call, guild: Id, rest: &[&str]) -> Result {
    call.only("GET")?;
    let server = world
        .servers
        .get(&guild)
        .filter(|server| server.has_bot)
        .ok_or(ApiError::UNKNOWN_GUILD)?;
    let here = || {
        world
            .channels
            .values()
            .filter(|channel| channel.server == Some(guild))
    };
    let shown = match rest {
        [] => shapes::server(world, server),
        ["roles"] => shapes::roles(world, server).into(),
        ["channels"] => here()
            .filter(|it| it.thread().is_none())
            .map(|it| shapes::channel(world, it))
            .collect(),
        ["threads", "active"] => {
            let open = || here().filter(|it| it.thread().is_some_and(|thread| !thread.archived));
            let threads: Vec<Value> = open().map(|it| shapes::channel(world, it)).collect();
            let mine = open().filter(|it| {
                it.thread()
                    .is_some_and(|it| it.members.contains(&world.bot))
            });
            let members: Vec<Value> = mine
                .map(|it| shapes::thread_member(it.id, world.bot))
                .collect();
            json!({ "threads": threads, "members": members, "has_more": false })
        }
        ["members"] => {
            let has_intent = world.settings.intents.contains(&PrivilegedIntent::Members);
            refuse_if(!has_intent, ApiError::MISSING_ACCESS)?;
            let limit = call.number("limit", 1, 1, 1_000)?;
            let after = call.id("after")?.unwrap_or(Id(0));
            let mut members: Vec<Id> = world
                .members(guild)
                .filter(|member| *member > after)
                .collect();
            members.sort();
            members
                .into_iter()
                .take(limit)
                .map(|user| shapes::member(world, guild, user))
                .collect()
        }
        ["members", "search"] => {
            let limit = call.number("limit", 1, 1, 1_000)?;
            let found = world.members_named(guild, call.query("query").unwrap_or_default());
            found
                .take(limit)
                .map(|user| shapes::member(world, guild, user))
                .collect()
        }
        ["members", who] => {
            let who = if *who == "@me" { world.bot } else { id(who)? };
            refuse_if(!world.is_member(guild, who), ApiError::UNKNOWN_MEMBER)?;
            shapes::member(world, guild, who)
        }
        _ => return Err(ApiError::UNKNOWN_ROUTE),
    };
    Ok(Reply::Done(shown))
}

pub(crate) fn own(world: &World) -> Value {
    let shown = world
        .servers
        .values()
        .filter(|server| server.has_bot)
        .map(|server| {
            json!({
                "id": server.id, "name": server.name, "icon": null, "banner": null, "owner": false,
                "permissions": world.role_of_bot(server).to_string(), "features": [],
            })
        });
    shown.collect()
}
