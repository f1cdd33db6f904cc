//! Threads: made, joined and left. One is made from a message, by itself, or as a post of a forum, which begins with a
//! message. What is said in them is as in any channel.

use serde_json::{Value, json};

use super::call::{Reply, RequestBody, Result, user};
use super::channels::{allow, allow_contents, silences, visible};
use super::drafts;
use crate::api_error::{ApiError, refuse_if};
use crate::form::checked;
use crate::ids::Id;
use crate::permissions::{
    CREATE_PRIVATE_THREADS, CREATE_PUBLIC_THREADS, MANAGE_THREADS, Permissions, SEND_MESSAGES,
};
use crate::shapes::{self, put};
use crate::world::{Channel, ChannelKind, HAS_THREAD, Message, Thread, World};

/// `GET /channels/{id}/threads/archived/public` and `…/private`
pub(crate) fn archived(world: &World, channel: Id, private: bool) -> Reply {
    let fits = |it: &Thread| it.parent == channel && it.archived && it.private == private;
    let threads = world.channels.values().filter(|it| it.thread().is_some_and(fits));
    let threads: Vec<Value> = threads.map(|it| shapes::channel(world, it)).collect();
    Reply::Done(json!({ "threads": threads, "members": [], "has_more": false }))
}

/// `GET /channels/{id}/thread-members`
pub(crate) fn members(world: &World, channel: Id) -> Result {
    let members = thread(world, channel)?.members.iter();
    Ok(Reply::Done(members.map(|member| shapes::thread_member(channel, *member)).collect()))
}

/// `GET /channels/{id}/thread-members/{id}`
pub(crate) fn member(world: &World, channel: Id, who: &str) -> Result {
    let who = user(world, who)?;
    refuse_if(!thread(world, channel)?.members.contains(&who), ApiError::UNKNOWN_MEMBER)?;
    Ok(Reply::Done(shapes::thread_member(channel, who)))
}

fn thread(world: &World, id: Id) -> Result<&Thread> {
    let channel = world.channels.get(&id).ok_or(ApiError::UNKNOWN_CHANNEL)?;
    channel.thread().ok_or(ApiError::WRONG_CHANNEL_TYPE)
}

/// `PUT` and `DELETE /channels/{id}/thread-members/{id}`
pub(crate) fn change_members(world: &mut World, id: Id, who: &str, leaves: bool) -> Result {
    let who = user(world, who)?;
    let found = thread(world, id)?;
    refuse_if(found.archived, ApiError::THREAD_ARCHIVED)?;
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

/// `POST /channels/{id}/threads` and `/channels/{id}/messages/{id}/threads`
pub(crate) fn create(world: &mut World, parent: Id, from: Option<Id>, sent: RequestBody) -> Result {
    let RequestBody { json: wanted, files } = sent;
    let channel = visible(world, parent)?;
    let (kind, allowed) = kinds(channel, from, &wanted)?;
    checked(&wanted, "", |form| {
        form.at("name").trimmed(1, 100);
        silences(form);
        if !allowed.contains(&kind) {
            let allowed: Vec<String> = allowed.iter().map(u64::to_string).collect();
            form.at("type").choice(&allowed.join(", "));
        }
        if channel.kind == ChannelKind::Forum && !wanted["message"].is_object() {
            form.at("message").required();
        }
    })?;
    allow(world, channel, wanted_permission(channel, kind))?;
    let first = match channel.kind {
        ChannelKind::Forum => {
            Some(first(world, parent, RequestBody { json: wanted["message"].clone(), files })?)
        }
        ChannelKind::Text | ChannelKind::Announcement | ChannelKind::Thread(_) | ChannelKind::Dm(_) => None,
    };
    if let Some(message) = from {
        grow(world, parent, message)?;
    }
    let id = open(world, parent, from, kind, &wanted);
    let opened = first.is_some();
    if let Some(first) = first {
        world.post_as(id, id, world.bot, first);
    }
    let made = world.channels.get(&id).ok_or(ApiError::UNKNOWN_CHANNEL)?;
    let mut shown = shapes::channel(world, made);
    let message = world.messages.get(&id).filter(|_| opened);
    put(&mut shown, "message", message.map(|message| shapes::message(world, message)));
    Ok(Reply::Created(shown))
}

/// Of which kind it will be, and which kinds may be there: 10 for announcements, 11 public, 12 private. Without a message and without a word about it,
/// a thread is private.
fn kinds(channel: &Channel, from: Option<Id>, wanted: &Value) -> Result<(u64, &'static [u64])> {
    let asked = wanted["type"].as_u64().unwrap_or(12);
    match (&channel.kind, from) {
        (ChannelKind::Text, Some(_)) | (ChannelKind::Forum, None) => Ok((11, &[11])),
        (ChannelKind::Announcement, Some(_)) => Ok((10, &[10])),
        (ChannelKind::Text, None) => Ok((asked, &[11, 12])),
        (ChannelKind::Announcement, None) => Ok((asked, &[10])),
        (ChannelKind::Forum, Some(_)) | (ChannelKind::Thread(_) | ChannelKind::Dm(_), _) => {
            Err(ApiError::WRONG_CHANNEL_TYPE)
        }
    }
}

fn wanted_permission(channel: &Channel, kind: u64) -> Permissions {
    match (&channel.kind, kind) {
        (ChannelKind::Forum, _) => SEND_MESSAGES,
        (_, 12) => CREATE_PRIVATE_THREADS,
        _ => CREATE_PUBLIC_THREADS,
    }
}

/// The message with which a post begins.
fn first(world: &mut World, parent: Id, sent: RequestBody) -> Result<Message> {
    let channel = visible(world, parent)?;
    allow_contents(world, channel, &sent)?;
    drafts::new(world, sent, None).map_err(|refusal| refusal.within("message"))
}

/// A message gets a thread, once.
fn grow(world: &mut World, channel: Id, message: Id) -> Result<()> {
    let found = world.messages.get_mut(&message).filter(|it| it.channel == channel && it.only_for.is_none());
    let found = found.ok_or(ApiError::UNKNOWN_MESSAGE)?;
    refuse_if(found.flags & HAS_THREAD != 0, ApiError::HAS_A_THREAD)?;
    found.flags |= HAS_THREAD;
    Ok(())
}

fn open(world: &mut World, parent: Id, from: Option<Id>, kind: u64, wanted: &Value) -> Id {
    let server = world.server_of(parent);
    // A thread that grew from a message has its id.
    let id = from.unwrap_or_else(|| world.ids.next());
    let auto_archive = wanted["auto_archive_duration"].as_u64().unwrap_or(1_440);
    let mut thread = Thread::new(parent, world.bot, auto_archive, world.now_ms());
    (thread.private, thread.announces) = (kind == 12, kind == 10);
    let name = wanted["name"].as_str().unwrap_or_default().trim();
    let mut made = Channel::new(id, server, name, ChannelKind::Thread(thread));
    made.slow_mode = wanted["rate_limit_per_user"].as_u64().unwrap_or(0);
    world.open_channel(made);
    if from.is_some() {
        world.message_happened("MESSAGE_UPDATE", "message_edited", id);
    }
    id
}
