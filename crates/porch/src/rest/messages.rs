//! Handles the routes of messages in channels. Ephemeral messages are not accessible by these
//! routes.

use std::ops::Bound;

use serde_json::{Value, json};

use super::api_request::{ApiRequest, Reply, Result};
use super::channels::{
    require_content_permissions, require_permissions, require_write_permission, visible_channel,
};
use super::drafts;
use crate::api_error::{ApiError, refuse_if};
use crate::form::invalid;
use crate::ids::Id;
use crate::objects;
use crate::permissions::{ATTACH_FILES, MANAGE_MESSAGES, MANAGE_THREADS, READ_MESSAGE_HISTORY};
use crate::world::mutations;
use crate::world::{Channel, Message, OLD_MESSAGE_AGE, World, nonce_text};

pub(crate) fn find_message(world: &World, channel: Id, id: Id) -> Result<&Message> {
    let message = world
        .messages
        .get(&id)
        .filter(|item| item.channel == channel && item.only_for.is_none());
    message.ok_or(ApiError::UNKNOWN_MESSAGE)
}

pub(crate) fn show_message(world: &World, id: Id) -> Result {
    let message = world.messages.get(&id).ok_or(ApiError::UNKNOWN_MESSAGE)?;
    Ok(Reply::Done(objects::message(world, message)))
}

pub(crate) fn read_message(world: &World, found_channel: &Channel, id: Id) -> Result {
    require_permissions(world, found_channel, READ_MESSAGE_HISTORY)?;
    Ok(Reply::Done(objects::message(
        world,
        find_message(world, found_channel.id, id)?,
    )))
}

pub(crate) fn delete_message(world: &mut World, channel: Id, id: Id) -> Result {
    let found_channel = visible_channel(world, channel)?;
    if find_message(world, channel, id)?.author != world.bot {
        require_permissions(world, found_channel, MANAGE_MESSAGES)?;
    }
    check_not_archived(found_channel)?;
    mutations::delete_message(world, id);
    Ok(Reply::Nothing)
}

/// Reads, edits or deletes a message that the bot addresses by an interaction token.
pub(crate) fn handle_webhook_message(world: &mut World, request: ApiRequest, id: Id) -> Result {
    match request.method.as_str() {
        "GET" => show_message(world, id),
        "PATCH" => {
            let change = drafts::create_edit(world, id, request.body)?;
            mutations::edit_message(world, id, change);
            show_message(world, id)
        }
        "DELETE" => {
            mutations::delete_message(world, id);
            Ok(Reply::Nothing)
        }
        _ => Err(ApiError::UNKNOWN_ROUTE),
    }
}

/// Refuses all changes of messages in an archived thread, even their deletion. Discord's
/// documentation says that deleting is allowed there, but Discord refuses it.
fn check_not_archived(channel: &Channel) -> Result<()> {
    refuse_if(
        channel.thread().is_some_and(|thread| thread.archived),
        ApiError::THREAD_ARCHIVED,
    )
}

/// Refuses changes of messages in a locked thread if the bot lacks `MANAGE_THREADS`.
fn check_not_locked(world: &World, channel: &Channel) -> Result<()> {
    match channel.thread().filter(|thread| thread.locked) {
        Some(_) if world.bot_permissions(channel) & MANAGE_THREADS != 0 => Ok(()),
        // If a thread is both locked and archived, Discord reports that it is archived.
        Some(thread) if thread.archived => Err(ApiError::THREAD_ARCHIVED),
        Some(_) => Err(ApiError::THREAD_LOCKED),
        None => Ok(()),
    }
}

/// Counts an edit of a message if it is old, and refuses the edit if the rate limit for such edits
/// is exceeded.
fn check_old_edit_limit(world: &mut World, channel: Id, message: Id) -> Result<()> {
    let limits = world.settings.limits;
    let now_ms = world.now_ms();
    if !message.is_older_than(OLD_MESSAGE_AGE, now_ms) {
        return Ok(());
    }
    let counted = world.buckets.count_old_edit(limits, channel, now_ms);
    counted.map_err(|wait| ApiError {
        retry_after: Some(wait),
        ..ApiError::MAX_OLD_EDITS_REACHED
    })
}

pub(crate) fn list_messages(world: &World, request: &ApiRequest, channel: &Channel) -> Result {
    if world.bot_permissions(channel) & READ_MESSAGE_HISTORY == 0 {
        return Ok(Reply::Done(json!([])));
    }
    let limit = request.query_number("limit", 50, 1, 100)?;
    // The newest message comes first, whichever query parameter was used.
    let found: Vec<&Message> = if let Some(start) = request.query_id("after")? {
        let later = (Bound::Excluded(start), Bound::Unbounded);
        let mut found: Vec<&Message> = public_messages(world, channel.messages.range(later))
            .take(limit)
            .collect();
        found.reverse();
        found
    } else {
        let end = request.query_id("before")?.unwrap_or(Id(u64::MAX));
        public_messages(world, channel.messages.range(..end).rev())
            .take(limit)
            .collect()
    };
    let messages = found
        .into_iter()
        .map(|message| objects::message(world, message));
    Ok(Reply::Done(messages.collect()))
}

/// Returns the messages with these ids that are not ephemeral.
fn public_messages<'a>(
    world: &'a World,
    ids: impl Iterator<Item = &'a Id>,
) -> impl Iterator<Item = &'a Message> {
    ids.filter_map(|id| world.messages.get(id))
        .filter(|message| message.only_for.is_none())
}

pub(crate) fn create_message(world: &mut World, request: ApiRequest, channel: Id) -> Result {
    let found_channel = visible_channel(world, channel)?;
    require_write_permission(world, found_channel)?;
    check_not_locked(world, found_channel)?;
    require_content_permissions(world, found_channel, &request.body)?;
    let json = &request.body.json;
    if let Some(reference) = json["message_reference"].as_object() {
        let known = reference.get("message_id").and_then(Id::from_json);
        let known = known.is_some_and(|id| find_message(world, channel, id).is_ok());
        if !known && reference.get("fail_if_not_exists") != Some(&Value::Bool(false)) {
            let code = "MESSAGE_REFERENCE_UNKNOWN_MESSAGE";
            return Err(invalid("message_reference", code, "Unknown message"));
        }
        if known {
            require_permissions(world, found_channel, READ_MESSAGE_HISTORY)?;
        }
    }
    if json["enforce_nonce"] == true
        && let Some(nonce) = nonce_text(&json["nonce"])
        && let Some(message) = mutations::find_by_nonce(world, channel, &nonce)
    {
        return Ok(Reply::Done(objects::message_with_nonce(world, message)));
    }
    let draft = drafts::create_draft(world, request.body, None)?;
    let id = mutations::post_message(world, channel, world.bot, draft);
    let message = world.messages.get(&id).ok_or(ApiError::UNKNOWN_MESSAGE)?;
    Ok(Reply::Done(objects::message_with_nonce(world, message)))
}

pub(crate) fn edit_message(world: &mut World, request: ApiRequest, channel: Id, id: Id) -> Result {
    let message = find_message(world, channel, id)?;
    let found_channel = visible_channel(world, channel)?;
    refuse_if(message.author != world.bot, ApiError::NOT_OWN_MESSAGE)?;
    check_not_archived(found_channel)?;
    check_not_locked(world, found_channel)?;
    if !request.body.files.is_empty() {
        require_permissions(world, found_channel, ATTACH_FILES)?;
    }
    check_old_edit_limit(world, channel, id)?;
    let change = drafts::create_edit(world, id, request.body)?;
    mutations::edit_message(world, id, change);
    show_message(world, id)
}
