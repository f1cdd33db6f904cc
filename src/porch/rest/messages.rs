//! Messages of channels: written, read, changed and deleted by the bot. What somebody alone may see is not here.

use axum::http::Method;
use serde_json::{Value, json};

use super::{
    Call, Reply, Result,
    channels::{allow, allow_speech, visible},
    drafts, route,
};
use crate::porch::{
    ids::Id,
    permissions::{
        ATTACH_FILES, EMBED_LINKS, MANAGE_MESSAGES, MANAGE_THREADS, PIN_MESSAGES, READ_MESSAGE_HISTORY,
    },
    refusal::{Refusal, invalid},
    shapes,
    world::{World, channel::Channel, limits::OLD, message::Message},
};

/// `/channels/{id}/messages…`
pub(crate) fn route(world: &mut World, call: Call, channel: Id, rest: &[&str]) -> Result {
    let place = visible(world, channel)?;
    match (call.method.clone(), rest) {
        (Method::POST, []) => create(world, call, channel),
        (Method::GET, []) => list(world, &call, place),
        (Method::GET, ["pins"]) => {
            let pinned = here(world, place).filter(|message| message.pinned);
            let items: Vec<Value> =
                pinned.map(|message| json!({ "message": shapes::message(world, message) })).collect();
            Ok(Reply::Done(json!({ "items": items, "has_more": false })))
        }
        (_, ["pins", message]) => pin(world, &call, channel, route::id(message)?),
        (Method::GET, [message]) => {
            allow(world, place, READ_MESSAGE_HISTORY)?;
            let message = find(world, channel, route::id(message)?)?;
            Ok(Reply::Done(shapes::message(world, message)))
        }
        (Method::PATCH, [message]) => edit(world, call, channel, route::id(message)?),
        (Method::DELETE, [message]) => {
            let id = route::id(message)?;
            let message = find(world, channel, id)?;
            if message.author != world.bot {
                allow(world, place, MANAGE_MESSAGES)?;
            }
            refuse_archived(place)?;
            world.erase(id);
            Ok(Reply::Nothing)
        }
        (_, [] | [_]) => Err(Refusal::WRONG_METHOD),
        _ => Err(Refusal::NO_SUCH_ROUTE),
    }
}

/// The messages of a channel that are for everybody, oldest first.
fn here<'a>(world: &'a World, channel: &'a Channel) -> impl DoubleEndedIterator<Item = &'a Message> {
    let all = channel.messages.iter().filter_map(|id| world.messages.get(id));
    all.filter(|message| message.only_for.is_none())
}

/// A message that everybody in a channel sees.
fn find(world: &World, channel: Id, id: Id) -> Result<&Message> {
    let found = world.messages.get(&id).filter(|it| it.channel == channel && it.only_for.is_none());
    found.ok_or(Refusal::UNKNOWN_MESSAGE)
}

/// Refuses what nobody can do in a thread that sleeps, deleting included: Discord's pages make an exception of that, and
/// Discord does not.
fn refuse_archived(channel: &Channel) -> Result<()> {
    if channel.thread().is_some_and(|thread| thread.archived) {
        return Err(Refusal::THREAD_ARCHIVED);
    }
    Ok(())
}

/// Refuses to write or change anything in a thread that is locked to all but those who manage threads.
fn refuse_locked(world: &World, channel: &Channel) -> Result<()> {
    match channel.thread().filter(|thread| thread.locked) {
        Some(_) if world.bot_permissions(channel) & MANAGE_THREADS != 0 => Ok(()),
        // What was locked and put away is called archived, and cannot be fetched back.
        Some(thread) if thread.archived => Err(Refusal::THREAD_ARCHIVED),
        Some(_) => Err(Refusal::THREAD_LOCKED),
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
    counted.map_err(|wait| Refusal { retry_after: Some(wait), ..Refusal::TOO_MANY_OLD_EDITS })
}

fn list(world: &World, call: &Call, channel: &Channel) -> Result {
    if world.bot_permissions(channel) & READ_MESSAGE_HISTORY == 0 {
        return Ok(Reply::Done(json!([])));
    }
    let limit = match call.query("limit").map(str::parse) {
        None => 50,
        Some(Ok(limit @ 1..=100)) => limit,
        Some(_) => {
            return Err(invalid("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100."));
        }
    };
    let number = |name: &str| call.query(name).map(route::id).transpose();
    let open = |id: &&Id| world.messages.get(id).is_some_and(|message| message.only_for.is_none());
    let before =
        |end: Id, count: usize| channel.messages.range(..end).rev().filter(open).take(count).copied();
    let after = |start: Id| channel.messages.range(Id(start.0 + 1)..).filter(open).copied();
    // Newest first, whichever way they were asked for.
    let ids: Vec<Id> = if let Some(around) = number("around")? {
        let mut later: Vec<Id> =
            channel.messages.range(around..).filter(open).take(limit / 2 + 1).copied().collect();
        later.reverse();
        later.extend(before(around, limit - later.len().min(limit)));
        later.truncate(limit);
        later
    } else if let Some(start) = number("after")? {
        let mut found: Vec<Id> = after(start).take(limit).collect();
        found.reverse();
        found
    } else {
        before(number("before")?.unwrap_or(Id(u64::MAX)), limit).collect()
    };
    let found = ids.iter().filter_map(|id| world.messages.get(id));
    Ok(Reply::Done(found.map(|message| shapes::message(world, message)).collect()))
}

/// A nonce as text, whichever way it was written.
fn nonce_of(json: &Value) -> Option<String> {
    match &json["nonce"] {
        Value::String(nonce) if !nonce.is_empty() => Some(nonce.clone()),
        Value::Number(nonce) => Some(nonce.to_string()),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

fn create(world: &mut World, call: Call, channel: Id) -> Result {
    let place = visible(world, channel)?;
    allow_speech(world, place)?;
    refuse_locked(world, place)?;
    let json = &call.sent.json;
    if json["embeds"].as_array().is_some_and(|embeds| !embeds.is_empty()) {
        allow(world, place, EMBED_LINKS)?;
    }
    if !call.sent.files.is_empty() {
        allow(world, place, ATTACH_FILES)?;
    }
    if let Some(reference) = json["message_reference"].as_object() {
        let known = reference.get("message_id").and_then(Value::as_str).and_then(|id| id.parse().ok());
        let known = known.is_some_and(|id| find(world, channel, id).is_ok());
        if !known && reference.get("fail_if_not_exists") != Some(&Value::Bool(false)) {
            let place = "message_reference";
            return Err(invalid(place, "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message"));
        }
        if known {
            allow(world, place, READ_MESSAGE_HISTORY)?;
        }
    }
    let nonce = nonce_of(json);
    let enforced = nonce.clone().filter(|_| json["enforce_nonce"] == true);
    let (life, now_ms) = (world.settings.nonce_life, world.now_ms());
    if let Some(enforced) = &enforced
        && let Some(known) = world.nonces.find(channel, enforced, life, now_ms)
        && let Some(message) = world.messages.get(&known)
    {
        return Ok(Reply::Done(shapes::message_as_sent(world, message)));
    }
    let draft = drafts::new(world, call.sent, None)?;
    let bot = world.bot;
    let id = world.post(channel, bot, draft);
    if let Some(nonce) = nonce {
        world.nonces.remember(channel, nonce, id);
    }
    let message = world.messages.get(&id).ok_or(Refusal::UNKNOWN_MESSAGE)?;
    Ok(Reply::Done(shapes::message_as_sent(world, message)))
}

fn edit(world: &mut World, call: Call, channel: Id, id: Id) -> Result {
    let message = find(world, channel, id)?;
    let place = visible(world, channel)?;
    if message.author != world.bot {
        return Err(Refusal::NOT_YOURS);
    }
    refuse_archived(place)?;
    refuse_locked(world, place)?;
    if !call.sent.files.is_empty() {
        allow(world, place, ATTACH_FILES)?;
    }
    refuse_too_many(world, channel, id)?;
    let change = drafts::change(world, id, call.sent)?;
    world.change(id, change);
    let message = world.messages.get(&id).ok_or(Refusal::UNKNOWN_MESSAGE)?;
    Ok(Reply::Done(shapes::message(world, message)))
}

/// `PUT` and `DELETE /channels/{id}/pins/{id}`
pub(crate) fn pin(world: &mut World, call: &Call, channel: Id, id: Id) -> Result {
    let place = visible(world, channel)?;
    find(world, channel, id)?;
    allow(world, place, PIN_MESSAGES)?;
    refuse_archived(place)?;
    let pinned = match *call.method {
        Method::PUT => true,
        Method::DELETE => false,
        _ => return Err(Refusal::WRONG_METHOD),
    };
    if let Some(message) = world.messages.get_mut(&id) {
        message.pinned = pinned;
    }
    world.message_happened("MESSAGE_UPDATE", "message_edited", id);
    Ok(Reply::Nothing)
}
