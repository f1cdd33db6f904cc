//! Threads: made, joined and left. What is said in them is as in any channel.

mod create;

use axum::http::Method;
use serde_json::Value;

use super::{
    call::{Call, Reply, Result, id, user},
    channels::{allow, visible},
};
use crate::porch::{
    api_error::{ApiError, refuse_if},
    ids::Id,
    permissions::MANAGE_THREADS,
    shapes,
    world::{Channel, Thread, World},
};

/// `/channels/{id}/threads…`, `/channels/{id}/messages/{id}/threads` and `/channels/{id}/thread-members…`
pub(crate) fn route(world: &mut World, call: Call, channel: Id) -> Result {
    visible(world, channel)?;
    let Call { steps, sent, .. } = call;
    match (call.method.clone(), &steps[2..]) {
        (Method::POST, ["threads"]) => create::create(world, channel, None, sent),
        (Method::POST, ["messages", message, "threads"]) => {
            create::create(world, channel, Some(id(message)?), sent)
        }
        (Method::GET, ["threads", "archived", "public" | "private"]) => {
            let private = steps.last() == Some(&"private");
            let of = world.channels.values().filter(|it| {
                it.thread().is_some_and(|it| it.parent == channel && it.archived && it.private == private)
            });
            let threads: Vec<Value> = of.map(|it| shapes::channel(world, it)).collect();
            Ok(Reply::Done(serde_json::json!({ "threads": threads, "members": [], "has_more": false })))
        }
        (Method::GET, ["thread-members"]) => {
            let thread = thread(world, channel)?;
            let members = thread.members.iter().map(|member| shapes::thread_member(channel, *member));
            Ok(Reply::Done(members.collect()))
        }
        (Method::GET, ["thread-members", who]) => {
            let who = user(world, who)?;
            refuse_if(!thread(world, channel)?.members.contains(&who), ApiError::UNKNOWN_MEMBER)?;
            Ok(Reply::Done(shapes::thread_member(channel, who)))
        }
        (method @ (Method::PUT | Method::DELETE), ["thread-members", who]) => {
            members(world, channel, who, &method)
        }
        (_, ["threads" | "thread-members", ..] | ["messages", _, "threads"]) => Err(ApiError::WRONG_METHOD),
        _ => Err(ApiError::NO_SUCH_ROUTE),
    }
}

fn thread(world: &World, id: Id) -> Result<&Thread> {
    let channel = world.channels.get(&id).ok_or(ApiError::UNKNOWN_CHANNEL)?;
    channel.thread().ok_or(ApiError::WRONG_CHANNEL_TYPE)
}

fn members(world: &mut World, id: Id, who: &str, method: &Method) -> Result {
    let who = user(world, who)?;
    let found = thread(world, id)?;
    refuse_if(found.archived, ApiError::THREAD_ARCHIVED)?;
    let leaves = *method == Method::DELETE;
    let server = world.server_of(id);
    let is_away = server.is_some_and(|server| !world.is_member(server, who));
    refuse_if(!leaves && is_away, ApiError::UNKNOWN_MEMBER)?;
    if leaves && who != world.bot && found.owner != world.bot {
        allow(world, visible(world, id)?, MANAGE_THREADS)?;
    }
    world.with_new_views(|world| {
        if let Some(thread) = world.channels.get_mut(&id).and_then(Channel::thread_mut) {
            let _ = if leaves { thread.members.remove(&who) } else { thread.members.insert(who) };
        }
    });
    world.thread_members_happened(id, who, leaves);
    Ok(Reply::Nothing)
}
