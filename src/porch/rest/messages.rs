//! Messages of channels: written, read, changed and deleted by the bot. What somebody alone may see is not here.

use std::collections::BTreeSet;
use std::ops::Bound;

use serde_json::{Value, json};

use super::call::{Call, Reply, Result};
use super::channels::{allow, allow_contents, allow_speech, visible};
use super::drafts;
use crate::api_error::{ApiError, refuse_if};
use crate::form::{checked, invalid};
use crate::ids::{Id, timestamp};
use crate::permissions::{ATTACH_FILES, MANAGE_MESSAGES, MANAGE_THREADS, PIN_MESSAGES, READ_MESSAGE_HISTORY};
use crate::shapes;
use crate::world::{Channel, Message, OLD, World, nonce_text};

/// The messages of a channel that are for everybody, oldest first.
fn here<'a>(world: &'a World, channel: &'a Channel) -> impl DoubleEndedIterator<Item = &'a Message> {
    let all = channel.messages.iter().filter_map(|id| world.messages.get(id));
    all.filter(|message| message.only_for.is_none())
}

/// A message that everybody in a channel sees.
pub(crate) fn find(world: &World, channel: Id, id: Id) -> Result<&Message> {
    let found = world.messages.get(&id).filter(|it| it.channel == channel && it.only_for.is_none());
    found.ok_or(ApiError::UNKNOWN_MESSAGE)
}

/// A message, as it is now.
pub(crate) fn show(world: &World, id: Id) -> Result {
    let message = world.messages.get(&id).ok_or(ApiError::UNKNOWN_MESSAGE)?;
    Ok(Reply::Done(shapes::message(world, message)))
}

/// `GET /channels/{id}/messages/{id}`
pub(crate) fn read(world: &World, place: &Channel, id: Id) -> Result {
    allow(world, place, READ_MESSAGE_HISTORY)?;
    Ok(Reply::Done(shapes::message(world, find(world, place.id, id)?)))
}

/// `DELETE /channels/{id}/messages/{id}`
pub(crate) fn delete(world: &mut World, channel: Id, id: Id) -> Result {
    let place = visible(world, channel)?;
    if find(world, channel, id)?.author != world.bot {
        allow(world, place, MANAGE_MESSAGES)?;
    }
    refuse_archived(place)?;
    world.erase(id);
    Ok(Reply::Nothing)
}

/// A message that was said by leave of a token: it is looked at, changed or removed.
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
pub(crate) fn refuse_archived(channel: &Channel) -> Result<()> {
    refuse_if(channel.thread().is_some_and(|thread| thread.archived), ApiError::THREAD_ARCHIVED)
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
    let (limits, now_ms) = (world.settings.limits, world.now_ms());
    if !message.is_older_than(OLD, now_ms) {
        return Ok(());
    }
    let counted = world.buckets.edit_old(limits, channel, now_ms);
    counted.map_err(|wait| ApiError { retry_after: Some(wait), ..ApiError::TOO_MANY_OLD_EDITS })
}

/// `GET /channels/{id}/messages`
pub(crate) fn list(world: &World, call: &Call, channel: &Channel) -> Result {
    if world.bot_permissions(channel) & READ_MESSAGE_HISTORY == 0 {
        return Ok(Reply::Done(json!([])));
    }
    let limit = call.number("limit", 50, 1, 100)?;
    let open = |id: &&Id| world.messages.get(id).is_some_and(|message| message.only_for.is_none());
    let before =
        |end: Id, count: usize| channel.messages.range(..end).rev().filter(open).take(count).copied();
    // Newest first, whichever way they were asked for.
    let ids: Vec<Id> = if let Some(around) = call.id("around")? {
        let mut later: Vec<Id> =
            channel.messages.range(around..).filter(open).take(limit / 2 + 1).copied().collect();
        later.reverse();
        later.extend(before(around, limit - later.len().min(limit)));
        later.truncate(limit);
        later
    } else if let Some(start) = call.id("after")? {
        let later = (Bound::Excluded(start), Bound::Unbounded);
        let mut found: Vec<Id> = channel.messages.range(later).filter(open).take(limit).copied().collect();
        found.reverse();
        found
    } else {
        before(call.id("before")?.unwrap_or(Id(u64::MAX)), limit).collect()
    };
    let found = ids.iter().filter_map(|id| world.messages.get(id));
    Ok(Reply::Done(found.map(|message| shapes::message(world, message)).collect()))
}

/// `POST /channels/{id}/messages`
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

/// `PATCH /channels/{id}/messages/{id}`
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

/// `PUT` and `DELETE /channels/{id}/pins/{id}`
pub(crate) fn pin(world: &mut World, call: &Call, channel: Id, id: Id) -> Result {
    let place = visible(world, channel)?;
    find(world, channel, id)?;
    allow(world, place, PIN_MESSAGES)?;
    refuse_archived(place)?;
    let pinned = match call.method.as_str() {
        "PUT" => true,
        "DELETE" => false,
        _ => return Err(ApiError::UNKNOWN_ROUTE),
    };
    let now_ms = world.now_ms();
    world.messages.change(&id, |message| message.pinned_ms = pinned.then_some(now_ms));
    world.message_happened("MESSAGE_UPDATE", "message_edited", id);
    let newest = pinned_in(world, visible(world, channel)?).first().map(|(ms, _)| *ms);
    world.pins_happened(channel, newest);
    Ok(Reply::Nothing)
}

/// What is pinned in a channel, and since when, the newest first.
fn pinned_in<'a>(world: &'a World, channel: &'a Channel) -> Vec<(u64, &'a Message)> {
    let mut all: Vec<(u64, &Message)> =
        here(world, channel).filter_map(|message| Some((message.pinned_ms?, message))).collect();
    all.sort_by_key(|(ms, message)| std::cmp::Reverse((*ms, message.id)));
    all
}

/// `GET /channels/{id}/messages/pins`: in portions, back from a moment.
pub(crate) fn pins(world: &World, call: &Call, channel: &Channel) -> Result {
    allow(world, channel, READ_MESSAGE_HISTORY)?;
    let limit = call.number("limit", 50, 1, 50)?;
    // Moments in one shape compare as texts do, once the zone is written in one way.
    let before = call.query("before").map(|before| before.replace('Z', "+00:00"));
    let older = |ms: u64| before.as_ref().is_none_or(|before| timestamp(ms) < *before);
    let mut all = pinned_in(world, channel);
    all.retain(|(ms, _)| older(*ms));
    let shown = all.iter().take(limit).map(
        |(ms, message)| json!({ "pinned_at": timestamp(*ms), "message": shapes::message(world, message) }),
    );
    Ok(Reply::Done(json!({ "items": shown.collect::<Vec<_>>(), "has_more": all.len() > limit })))
}

/// `GET /channels/{id}/pins`, as it was asked before there were portions.
pub(crate) fn all_pins(world: &World, place: &Channel) -> Result {
    allow(world, place, READ_MESSAGE_HISTORY)?;
    let all = pinned_in(world, place).into_iter().take(50);
    Ok(Reply::Done(all.map(|(_, message)| shapes::message(world, message)).collect()))
}

/// `POST /channels/{id}/messages/bulk-delete`: what is not there is passed over.
pub(crate) fn delete_many(world: &mut World, call: &Call, channel: Id) -> Result {
    let place = visible(world, channel)?;
    refuse_if(place.server.is_none(), ApiError::NOT_IN_A_DM)?;
    allow(world, place, MANAGE_MESSAGES)?;
    refuse_archived(place)?;
    let named = &call.sent.json["messages"];
    checked(named, "messages", |named| named.list(2, 100))?;
    let wanted: BTreeSet<Id> = named.as_array().into_iter().flatten().filter_map(Id::said).collect();
    let limit_ms = world.now_ms().saturating_sub(14 * 86_400_000);
    refuse_if(wanted.iter().any(|id| id.made_ms() < limit_ms), ApiError::TOO_OLD_FOR_BULK)?;
    let found: Vec<Id> = wanted.into_iter().filter(|id| find(world, channel, *id).is_ok()).collect();
    world.erase_many(channel, &found);
    Ok(Reply::Nothing)
}
