//! Handles the routes of threads: creation, membership and lists.

use serde_json::{Value, json};

use super::api_request::{Reply, Result, find_user};
use super::channels::{require_permissions, validate_durations, visible_channel};
use crate::api_error::{ApiError, refuse_if};
use crate::events;
use crate::form::validate;
use crate::ids::Id;
use crate::objects;
use crate::permissions::{CREATE_PRIVATE_THREADS, CREATE_PUBLIC_THREADS, MANAGE_THREADS};
use crate::world::{Channel, ChannelKind, HAS_THREAD, Thread, World};

pub(crate) fn list_archived(world: &World, channel: Id) -> Reply {
    let threads = world.channels.values().filter(|item| {
        item.thread()
            .is_some_and(|thread| thread.parent == channel && thread.archived && !thread.private)
    });
    let threads: Vec<Value> = threads.map(|item| objects::channel(world, item)).collect();
    Reply::Done(json!({ "threads": threads, "members": [], "has_more": false }))
}

pub(crate) fn list_members(world: &World, channel: Id) -> Result {
    let members = find_thread(world, channel)?.members.iter();
    Ok(Reply::Done(
        members
            .map(|member| objects::thread_member(channel, *member))
            .collect(),
    ))
}

fn find_thread(world: &World, id: Id) -> Result<&Thread> {
    let channel = world.channels.get(&id).ok_or(ApiError::UNKNOWN_CHANNEL)?;
    channel.thread().ok_or(ApiError::WRONG_CHANNEL_TYPE)
}

pub(crate) fn change_membership(world: &mut World, id: Id, who: &str, leaves: bool) -> Result {
    let who = find_user(world, who)?;
    let found = find_thread(world, id)?;
    refuse_if(found.archived, ApiError::THREAD_ARCHIVED)?;
    let guild = world.guild_of(id);
    let is_away = guild.is_some_and(|guild| !world.is_member(guild, who));
    refuse_if(!leaves && is_away, ApiError::UNKNOWN_MEMBER)?;
    if leaves && who != world.bot && found.owner != world.bot {
        require_permissions(world, visible_channel(world, id)?, MANAGE_THREADS)?;
    }
    events::update_visibility(world, |world| {
        if let Some(thread) = world.channels.get_mut(&id).and_then(Channel::thread_mut) {
            let _ = if leaves {
                thread.members.remove(&who)
            } else {
                thread.members.insert(who)
            };
        }
    });
    events::announce_thread_members(world, id, who, leaves);
    Ok(Reply::Nothing)
}

pub(crate) fn create_thread(
    world: &mut World,
    parent: Id,
    from: Option<Id>,
    wanted: &Value,
) -> Result {
    let channel = visible_channel(world, parent)?;
    let (kind, allowed) = thread_types(channel, from, wanted)?;
    validate(wanted, "", |form| {
        form.get("name").check_trimmed_text(1, 100);
        validate_durations(form);
        if !allowed.contains(&kind) {
            let allowed: Vec<String> = allowed.iter().map(u64::to_string).collect();
            form.get("type").reject_choice(&allowed.join(", "));
        }
    })?;
    require_permissions(
        world,
        channel,
        if kind == 12 {
            CREATE_PRIVATE_THREADS
        } else {
            CREATE_PUBLIC_THREADS
        },
    )?;
    if let Some(message) = from {
        mark_has_thread(world, parent, message)?;
    }
    let id = open_thread(world, parent, from, kind, wanted);
    let thread = world.channels.get(&id).ok_or(ApiError::UNKNOWN_CHANNEL)?;
    Ok(Reply::Created(objects::channel(world, thread)))
}

/// Returns the type of a new thread, and the types that are allowed here.
///
/// The types are 10 (announcement), 11 (public) and 12 (private). Without a message and a given
/// type, Discord creates a private thread.
fn thread_types(
    channel: &Channel,
    from: Option<Id>,
    wanted: &Value,
) -> Result<(u64, &'static [u64])> {
    let requested = wanted["type"].as_u64().unwrap_or(12);
    match (&channel.kind, from) {
        (ChannelKind::Text, Some(_)) => Ok((11, &[11])),
        (ChannelKind::Announcement, Some(_)) => Ok((10, &[10])),
        (ChannelKind::Text, None) => Ok((requested, &[11, 12])),
        (ChannelKind::Announcement, None) => Ok((requested, &[10])),
        (ChannelKind::Thread(_) | ChannelKind::Dm(_), _) => Err(ApiError::WRONG_CHANNEL_TYPE),
    }
}

fn mark_has_thread(world: &mut World, channel: Id, message: Id) -> Result<()> {
    let starter_message = world
        .messages
        .get_mut(&message)
        .filter(|item| item.channel == channel && item.only_for.is_none());
    let starter_message = starter_message.ok_or(ApiError::UNKNOWN_MESSAGE)?;
    refuse_if(
        starter_message.flags & HAS_THREAD != 0,
        ApiError::THREAD_ALREADY_CREATED,
    )?;
    starter_message.flags |= HAS_THREAD;
    Ok(())
}

fn open_thread(world: &mut World, parent: Id, from: Option<Id>, kind: u64, wanted: &Value) -> Id {
    let guild = world.guild_of(parent);
    // A thread created from a message has the message's id.
    let id = from.unwrap_or_else(|| world.ids.next());
    let auto_archive = wanted["auto_archive_duration"].as_u64().unwrap_or(1_440);
    let mut thread = Thread::new(parent, world.bot, auto_archive, world.now_ms());
    (thread.private, thread.announces) = (kind == 12, kind == 10);
    let name = wanted["name"].as_str().unwrap_or_default().trim();
    let mut channel = Channel::new(id, guild, name, ChannelKind::Thread(thread));
    channel.slow_mode = wanted["rate_limit_per_user"].as_u64().unwrap_or(0);
    world.open_channel(channel);
    if from.is_some() {
        events::announce_message(world, "MESSAGE_UPDATE", "message_edited", id);
    }
    id
}
