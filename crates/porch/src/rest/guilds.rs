//! Handles the routes of guilds, which the bot can only read.

use serde_json::{Value, json};

use super::api_request::{ApiRequest, Reply, Result, parse_id};
use crate::api_error::{ApiError, refuse_if};
use crate::ids::Id;
use crate::objects;
use crate::settings::PrivilegedIntent;
use crate::world::World;

pub(crate) fn route_guild(
    world: &World,
    request: &ApiRequest,
    guild_id: Id,
    rest: &[&str],
) -> Result {
    request.require_method("GET")?;
    let guild = world
        .guilds
        .get(&guild_id)
        .filter(|guild| guild.has_bot)
        .ok_or(ApiError::UNKNOWN_GUILD)?;
    let channels = world.channels_of(guild_id);
    let shown = match rest {
        [] => objects::guild(world, guild),
        ["roles"] => objects::roles(world, guild).into(),
        ["channels"] => channels
            .filter(|item| item.thread().is_none())
            .map(|item| objects::channel(world, item))
            .collect(),
        ["threads", "active"] => {
            let mut threads = Vec::new();
            let mut members = Vec::new();
            for channel in channels {
                let Some(thread) = channel.thread().filter(|thread| !thread.archived) else {
                    continue;
                };
                threads.push(objects::channel(world, channel));
                if thread.members.contains(&world.bot) {
                    members.push(objects::thread_member(channel.id, world.bot));
                }
            }
            json!({ "threads": threads, "members": members, "has_more": false })
        }
        ["members"] => {
            let has_intent = world.settings.intents.contains(&PrivilegedIntent::Members);
            refuse_if(!has_intent, ApiError::MISSING_ACCESS)?;
            let limit = request.query_number("limit", 1, 1, 1_000)?;
            let after = request.query_id("after")?.unwrap_or(Id(0));
            let mut members: Vec<Id> = world
                .members(guild_id)
                .filter(|member| *member > after)
                .collect();
            members.sort();
            members
                .into_iter()
                .take(limit)
                .map(|user| objects::member(world, guild_id, user))
                .collect()
        }
        ["members", "search"] => {
            let limit = request.query_number("limit", 1, 1, 1_000)?;
            let found = world.members_named(guild_id, request.query("query").unwrap_or_default());
            found
                .take(limit)
                .map(|user| objects::member(world, guild_id, user))
                .collect()
        }
        ["members", member] => {
            let member = if *member == "@me" {
                world.bot
            } else {
                parse_id(member)?
            };
            refuse_if(!world.is_member(guild_id, member), ApiError::UNKNOWN_MEMBER)?;
            objects::member(world, guild_id, member)
        }
        _ => return Err(ApiError::UNKNOWN_ROUTE),
    };
    Ok(Reply::Done(shown))
}

pub(crate) fn own_guilds(world: &World) -> Value {
    let shown = world
        .guilds
        .values()
        .filter(|guild| guild.has_bot)
        .map(|guild| {
            json!({
                "id": guild.id, "name": guild.name, "icon": null, "banner": null, "owner": false,
                "permissions": world.bot_role_permissions(guild).to_string(), "features": [],
            })
        });
    shown.collect()
}
