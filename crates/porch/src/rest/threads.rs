//! Threads: made, joined and left. One is made from a message or by itself. What is said in them is as in any channel.

use serde_json::{Value, json};

use super::call::{Reply, Result, user};
use super::channels::{allow, silences, visible};
use crate::api_error::{ApiError, refuse_if};
use crate::form::checked;
use crate::ids::Id;
use crate::permissions::{CREATE_PRIVATE_THREADS, CREATE_PUBLIC_THREADS, MANAGE_THREADS};
use crate::shapes;
use crate::world::{Channel, ChannelKind, HAS_THREAD, Thread, World};

pub(crate) fn archived(world: &World, channel: Id) -> Reply {
    let fits = |it: &Thread| it.parent == channel && it.archived && !it.private;
    let threads = world
        .channels
        .values()
        .filter(|it| it.thread().is_some_and(fits));
    let threads: Vec<Value> = threads.map(|it| shapes::channel(world, it)).collect();
    Reply::Done(json!({ "threads": threads, "members": [], "has_more": false }))
}

pub(crate) fn members(world: &World, channel: Id) -> Result {
    let members = thread(world, channel)?.members.iter();
    Ok(Reply::Done(
        members
            .map(|member| shapes::thread_member(channel, *member))
            .collect(),
    ))
}

fn thread(world: &World, id: Id) -> Result<&Thread> {
    let channel = world.channels.get(&id).ok_or(ApiError::UNKNOWN_CHANNEL)?;
    channel.thread().ok_or(ApiError::WRONG_CHANNEL_TYPE)
}

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
            let _ = if leaves {
                thread.members.remove(&who)
            } else {
                thread.members.insert(who)
            };
        }
    });
    world.thread_members_happened(id, who, leaves);
    Ok(Reply::Nothing)
}

pub(crate) fn create(world: &mut World, parent: Id, from: Option<Id>, wanted: &Value) -> Result {
    let channel = visible(world, parent)?;
    let (kind, allowed) = kinds(channel, from, wanted)?;
    checked(wanted, "", |form| {
        form.at("name").trimmed(1, 100);
        silences(form);
        if !allowed.contains(&kind) {
            let allowed: Vec<String> = allowed.iter().map(u64::to_string).collect();
            form.at("type").choice(&allowed.join(", "));
        }
    })?;
    allow(
        world,
        channel,
        if kind == 12 {
            CREATE_PRIVATE_THREADS
        } else {
            CREATE_PUBLIC_THREADS
        },
    )?;
    if let Some(message) = from {
        grow(world, parent, message)?;
    }
    let id = open(world, parent, from, kind, wanted);
    let made = world.channels.get(&id).ok_or(ApiError::UNKNOWN_CHANNEL)?;
    Ok(Reply::Created(shapes::channel(world, made)))
}

/// Of which kind it will be, and which kinds may be there: 10 for announcements, 11 public, 12 private. Without a message and without a word about it,
/// a thread is private.
fn kinds(channel: &Channel, from: Option<Id>, wanted: &Value) -> Result<(u64, &'static [u64])> {
    let asked = wanted["type"].as_u64().unwrap_or(12);
    match (&channel.kind, from) {
        (ChannelKind::Text, Some(_)) => Ok((11, &[11])),
        (ChannelKind::Announcement, Some(_)) => Ok((10, &[10])),
        (ChannelKind::Text, None) => Ok((asked, &[11, 12])),
        (ChannelKind::Announcement, None) => Ok((asked, &[10])),
        (ChannelKind::Thread(_) | ChannelKind::Dm(_), _) => Err(ApiError::WRONG_CHANNEL_TYPE),
    }
}

fn grow(world: &mut World, channel: Id, message: Id) -> Result<()> {
    let found = world
        .messages
        .get_mut(&message)
        .filter(|it| it.channel == channel && it.only_for.is_none());
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
