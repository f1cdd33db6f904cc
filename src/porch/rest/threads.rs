//! Threads: made, joined and left. What is said in them is as in any channel.

use axum::http::Method;
use serde_json::Value;

use super::{
    Call, Reply, Result,
    channels::{allow, visible},
    route,
};
use crate::porch::{
    ids::Id,
    permissions::{CREATE_PRIVATE_THREADS, CREATE_PUBLIC_THREADS, MANAGE_THREADS},
    refusal::{Complaints, Refusal},
    shapes,
    world::{
        World,
        channel::{Channel, Kind, Thread},
        message::HAS_THREAD,
    },
};

/// `/channels/{id}/threads…`, `/channels/{id}/messages/{id}/threads` and `/channels/{id}/thread-members…`
pub(crate) fn route(world: &mut World, call: &Call, channel: Id) -> Result {
    visible(world, channel)?;
    let steps = call.steps.clone();
    match (call.method.clone(), &steps[2..]) {
        (Method::POST, ["threads"]) => create(world, channel, None, &call.sent.json),
        (Method::POST, ["messages", message, "threads"]) => {
            create(world, channel, Some(route::id(message)?), &call.sent.json)
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
            let who = somebody(world, who)?;
            if !thread(world, channel)?.members.contains(&who) {
                return Err(Refusal::UNKNOWN_MEMBER);
            }
            Ok(Reply::Done(shapes::thread_member(channel, who)))
        }
        (method @ (Method::PUT | Method::DELETE), ["thread-members", who]) => {
            members(world, channel, who, &method)
        }
        (_, ["threads" | "thread-members", ..] | ["messages", _, "threads"]) => Err(Refusal::WRONG_METHOD),
        _ => Err(Refusal::NO_SUCH_ROUTE),
    }
}

fn somebody(world: &World, who: &str) -> Result<Id> {
    let who = if who == "@me" { world.bot } else { route::id(who)? };
    if who != world.bot && !world.persons.contains_key(&who) {
        return Err(Refusal::UNKNOWN_USER);
    }
    Ok(who)
}

fn thread(world: &World, id: Id) -> Result<&Thread> {
    let channel = world.channels.get(&id).ok_or(Refusal::UNKNOWN_CHANNEL)?;
    channel.thread().ok_or(Refusal::WRONG_CHANNEL_TYPE)
}

fn members(world: &mut World, id: Id, who: &str, method: &Method) -> Result {
    let who = somebody(world, who)?;
    let found = thread(world, id)?;
    if found.archived {
        return Err(Refusal::THREAD_ARCHIVED);
    }
    let leaves = *method == Method::DELETE;
    let server = world.channels.get(&id).and_then(|channel| channel.server);
    if !leaves && server.is_some_and(|server| !world.is_member(server, who)) {
        return Err(Refusal::UNKNOWN_MEMBER);
    }
    if leaves && who != world.bot && found.owner != world.bot {
        allow(world, visible(world, id)?, MANAGE_THREADS)?;
    }
    world.with_new_views(|world| {
        if let Some(thread) = world.channels.get_mut(&id).and_then(Channel::thread_mut) {
            if leaves {
                thread.members.remove(&who);
            } else {
                thread.members.insert(who);
            }
        }
    });
    world.thread_members_happened(id, who, leaves);
    Ok(Reply::Nothing)
}

fn create(world: &mut World, parent: Id, from: Option<Id>, wanted: &Value) -> Result {
    let channel = visible(world, parent)?;
    if channel.kind != Kind::Text {
        return Err(Refusal::WRONG_CHANNEL_TYPE);
    }
    let mut complaints = Complaints::default();
    match wanted["name"].as_str() {
        Some(name) => complaints.text("name", name, 1, 100),
        None => complaints.required("name"),
    }
    let minutes = wanted.get("auto_archive_duration").filter(|minutes| !minutes.is_null());
    if minutes.is_some_and(|minutes| !matches!(minutes.as_u64(), Some(60 | 1_440 | 4_320 | 10_080))) {
        complaints.choice("auto_archive_duration", "60, 1440, 4320, 10080");
    }
    // Without a message and without a word about it, a thread is private.
    let kind = if from.is_some() { 11 } else { wanted["type"].as_u64().unwrap_or(12) };
    if !matches!(kind, 11 | 12) {
        complaints.choice("type", "11, 12");
    }
    complaints.finish()?;
    let private = kind == 12;
    allow(world, channel, if private { CREATE_PRIVATE_THREADS } else { CREATE_PUBLIC_THREADS })?;
    let server = channel.server;
    if let Some(message) = from {
        let message =
            world.messages.get_mut(&message).filter(|it| it.channel == parent && it.only_for.is_none());
        let message = message.ok_or(Refusal::UNKNOWN_MESSAGE)?;
        if message.flags & HAS_THREAD != 0 {
            return Err(Refusal::HAS_A_THREAD);
        }
        message.flags |= HAS_THREAD;
    }
    // A thread that grew from a message has its id.
    let id = from.unwrap_or_else(|| world.ids.next());
    let auto_archive = minutes.and_then(Value::as_u64).unwrap_or(1_440);
    let thread = Kind::Thread(Thread::new(parent, world.bot, private, auto_archive));
    let mut made = Channel::new(id, server, wanted["name"].as_str().unwrap_or_default(), thread);
    made.slow_mode = wanted["rate_limit_per_user"].as_u64().unwrap_or(0);
    world.channels.insert(id, made);
    world.channel_happened("CREATE", "created", id);
    if from.is_some() {
        world.message_happened("MESSAGE_UPDATE", "message_edited", id);
    }
    let made = world.channels.get(&id).ok_or(Refusal::UNKNOWN_CHANNEL)?;
    Ok(Reply::Created(shapes::channel(world, made)))
}
