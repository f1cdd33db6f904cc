//! Messages of channels: written, read, changed and deleted by the bot. What somebody alone may see is not here.

use std::ops::Bound;

use serde_json::{Value, json};

use super::call::{Call, Reply, Result};
use super::channels::{allow, allow_contents, allow_speech, visible};
use super::drafts;
use crate::api_error::{ApiError, refuse_if};
use crate::form::invalid;
use crate::ids::Id;
use crate::permissions::{ATTACH_FILES, MANAGE_MESSAGES, MANAGE_THREADS, READ_MESSAGE_HISTORY};
use crate::shapes;
use crate::world::{Channel, Message, OLD, World, nonce_text};

pub(crate) fn find(world: &World, channel: Id, id: Id) -> Result<&Message> {
    let found = world
        .messages
        .get(&id)
        .filter(|it| it.channel == channel && it.only_for.is_none());
    found.ok_or(ApiError::UNKNOWN_MESSAGE)
}

pub(crate) fn show(world: &World, id: Id) -> Result {
    let message = world.messages.get(&id).ok_or(ApiError::UNKNOWN_MESSAGE)?;
    Ok(Reply::Done(shapes::message(world, message)))
}

pub(crate) fn read(world: &World, place: &Channel, id: Id) -> Result {
    allow(world, place, READ_MESSAGE_HISTORY)?;
    Ok(Reply::Done(shapes::message(
        world,
        find(world, place.id, id)?,
    )))
}

pub(crate) fn delete(world: &mut World, channel: Id, id: Id) -> Result {
    let place = visible(world, channel)?;
    if find(world, channel, id)?.author != world.bot {
        allow(world, place, MANAGE_MESSAGES)?;
    }
    refuse_archived(place)?;
    world.erase(id);
    Ok(Reply::Nothing)
}

/// A message that is reached by the token of an interaction: it is read, changed or removed.
pub(crate) fn by_token(world: &mut World, call: Call, id: Id) -> Result {
    match call.method.as_str() {
        "GET" => show(world, id),
        "PATCH" => {
            let change = drafts::change(world, id, call.sent)?;
            world.change(id, change);
            show(world, id)
        }
        "DELETE" => {
            world.erase(id);
            Ok(Reply::Nothing)
        }
        _ => Err(ApiError::UNKNOWN_ROUTE),
    }
}

/// Refuses what nobody can do in a thread that sleeps, deleting included: Discord's pages make an exception of that, and
/// Discord does not.
fn refuse_archived(channel: &Channel) -> Result<()> {
    refuse_if(
        channel.thread().is_some_and(|thread| thread.archived),
        ApiError::THREAD_ARCHIVED,
    )
}

/// Refuses to write or change anything in a thread that is locked to all but those who manage threads.
fn refuse_locked(world: &World, channel: &Channel) -> Result<()> {
    match channel.thread().filter(|thread| thread.locked) {
        Some(_) if world.bot_permissions(channel) & MANAGE_THREADS != 0 => Ok(()),
        // What was locked and put away is called archived, and cannot be fetched back.
        Some(thread) if thread.archived => Err(ApiError::THREAD_ARCHIVED),
        Some(_) => Err(ApiError::THREAD_LOCKED),
        None => Ok(()),
    }
}

/// Refuses to change what is old again and again.
fn refuse_too_many(world: &mut World, channel: Id, message: Id) -> Result<()> {
    let limits = world.settings.limits;
    let now_ms = world.now_ms();
    if !message.is_older_than(OLD, now_ms) {
        return Ok(());
    }
    let counted = world.buckets.edit_old(limits, channel, now_ms);
    counted.map_err(|wait| ApiError {
        retry_after: Some(wait),
        ..ApiError::TOO_MANY_OLD_EDITS
    })
}

pub(crate) fn list(world: &World, call: &Call, channel: &Channel) -> Result {
    if world.bot_permissions(channel) & READ_MESSAGE_HISTORY == 0 {
        return Ok(Reply::Done(json!([])));
    }
    let limit = call.number("limit", 50, 1, 100)?;
    let open = |id: &&Id| {
        world
            .messages
            .get(id)
            .is_some_and(|message| message.only_for.is_none())
    };
    // Newest first, whichever way they were asked for.
    let ids: Vec<Id> = if let Some(start) = call.id("after")? {
        let later = (Bound::Excluded(start), Bound::Unbounded);
        let mut found: Vec<Id> = channel
            .messages
            .range(later)
            .filter(open)
            .take(limit)
            .copied()
            .collect();
        found.reverse();
        found
    } else {
        let end = call.id("before")?.unwrap_or(Id(u64::MAX));
        channel
            .messages
            .range(..end)
            .rev()
            .filter(open)
            .take(limit)
            .copied()
            .collect()
    };
    let found = ids.iter().filter_map(|id| world.messages.get(id));
    Ok(Reply::Done(
        found
            .map(|message| shapes::message(world, message))
            .collect(),
    ))
}

pub(crate) fn create(world: &mut World, call: Call, channel: Id) -> Result {
    let place = visible(world, channel)?;
    allow_speech(world, place)?;
    refuse_locked(world, place)?;
    allow_contents(world, place, &call.sent)?;
    let json = &call.sent.json;
    if let Some(reference) = json["message_reference"].as_object() {
        let known = reference.get("message_id").and_then(Id::said);
        let known = known.is_some_and(|id| find(world, channel, id).is_ok());
        if !known && reference.get("fail_if_not_exists") != Some(&Value::Bool(false)) {
            let code = "MESSAGE_REFERENCE_UNKNOWN_MESSAGE";
            return Err(invalid("message_reference", code, "Unknown message"));
        }
        if known {
            allow(world, place, READ_MESSAGE_HISTORY)?;
        }
    }
    if json["enforce_nonce"] == true
        && let Some(nonce) = nonce_text(&json["nonce"])
        && let Some(message) = world.said_with_nonce(channel, &nonce)
    {
        return Ok(Reply::Done(shapes::message_as_sent(world, message)));
    }
    let draft = drafts::new(world, call.sent, None)?;
    let id = world.post(channel, world.bot, draft);
    let message = world.messages.get(&id).ok_or(ApiError::UNKNOWN_MESSAGE)?;
    Ok(Reply::Done(shapes::message_as_sent(world, message)))
}

pub(crate) fn edit(world: &mut World, call: Call, channel: Id, id: Id) -> Result {
    let message = find(world, channel, id)?;
    let place = visible(world, channel)?;
    refuse_if(message.author != world.bot, ApiError::NOT_YOURS)?;
    refuse_archived(place)?;
    refuse_locked(world, place)?;
    if !call.sent.files.is_empty() {
        allow(world, place, ATTACH_FILES)?;
    }
    refuse_too_many(world, channel, id)?;
    let change = drafts::change(world, id, call.sent)?;
    world.change(id, change);
    show(world, id)
}
