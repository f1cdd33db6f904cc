//! Handles the routes of channels, and checks permissions for other routes too.

use serde_json::Value;

use super::api_request::{ApiRequest, Reply, RequestBody, Result};
use crate::api_error::{ApiError, refuse_if};
use crate::events;
use crate::form::{Field, invalid, validate};
use crate::ids::Id;
use crate::objects;
use crate::permissions::{
    ATTACH_FILES, EMBED_LINKS, MANAGE_CHANNELS, MANAGE_THREADS, Permissions, SEND_MESSAGES,
    SEND_MESSAGES_IN_THREADS, VIEW_CHANNEL,
};
use crate::world::mutations;
use crate::world::{Channel, ChannelKind, World};

pub(crate) fn visible_channel(world: &World, id: Id) -> Result<&Channel> {
    let channel = world.channels.get(&id).ok_or(ApiError::UNKNOWN_CHANNEL)?;
    refuse_if(
        world.bot_permissions(channel) & VIEW_CHANNEL == 0,
        ApiError::MISSING_ACCESS,
    )?;
    Ok(channel)
}

pub(crate) fn require_permissions(
    world: &World,
    channel: &Channel,
    wanted: Permissions,
) -> Result<()> {
    refuse_if(
        world.bot_permissions(channel) & wanted != wanted,
        ApiError::MISSING_PERMISSIONS,
    )
}

/// Checks that the bot may send the embeds and files of a message in this channel.
pub(crate) fn require_content_permissions(
    world: &World,
    channel: &Channel,
    body: &RequestBody,
) -> Result<()> {
    let embeds = body.json["embeds"]
        .as_array()
        .is_some_and(|embeds| !embeds.is_empty());
    let wanted = if embeds { EMBED_LINKS } else { 0 }
        | if body.files.is_empty() {
            0
        } else {
            ATTACH_FILES
        };
    require_permissions(world, channel, wanted)
}

pub(crate) fn require_write_permission(world: &World, channel: &Channel) -> Result<()> {
    match &channel.kind {
        ChannelKind::Dm(_) if channel.denied_to(world.bot) & SEND_MESSAGES != 0 => {
            Err(ApiError::CANNOT_SEND_TO_USER)
        }
        // The bot may also write to users who installed the application.
        ChannelKind::Dm(person)
            if !world.shares_guild_with_bot(*person) && !world.has_installed(*person) =>
        {
            Err(ApiError::NO_MUTUAL_GUILDS)
        }
        ChannelKind::Dm(_) => Ok(()),
        ChannelKind::Text | ChannelKind::Announcement => {
            require_permissions(world, channel, SEND_MESSAGES)
        }
        ChannelKind::Thread(_) => require_permissions(world, channel, SEND_MESSAGES_IN_THREADS),
    }
}

/// Deletes a channel. A DM is left as it is, because Discord only hides it for the caller.
pub(crate) fn close_channel(world: &mut World, id: Id) -> Result {
    let channel = visible_channel(world, id)?;
    let wanted = match &channel.kind {
        ChannelKind::Text | ChannelKind::Announcement => MANAGE_CHANNELS,
        ChannelKind::Thread(_) => MANAGE_THREADS,
        ChannelKind::Dm(_) => 0,
    };
    require_permissions(world, channel, wanted)?;
    let shown = show_channel(world, id);
    let is_hidden = channel.guild.is_none();
    if !is_hidden {
        mutations::delete_channel(world, id);
    }
    shown
}

pub(crate) fn open_dm(world: &mut World, request: &ApiRequest) -> Result {
    request.require_method("POST")?;
    let person = Id::from_json(&request.body.json["recipient_id"]);
    let Some(person) = person.filter(|id| world.persons.contains_key(id)) else {
        return Err(invalid(
            "recipient_id",
            "INVALID_RECIPIENT",
            "Cannot open a DM with this user.",
        ));
    };
    let id = world.find_or_open_dm(person);
    show_channel(world, id)
}

pub(crate) fn show_channel(world: &World, id: Id) -> Result {
    let channel = world.channels.get(&id).ok_or(ApiError::UNKNOWN_CHANNEL)?;
    Ok(Reply::Done(objects::channel(world, channel)))
}

pub(crate) fn change_channel(world: &mut World, id: Id, wanted: &Value) -> Result {
    let channel = visible_channel(world, id)?;
    validate(wanted, "", |form| {
        if let Some(name) = wanted.get("name") {
            form.get("name").check_length(
                name.as_str().unwrap_or_default().chars().count(),
                1,
                100,
            );
        }
        validate_durations(form);
    })?;
    match &channel.kind {
        ChannelKind::Dm(_) => return Err(ApiError::NOT_IN_A_DM),
        ChannelKind::Text | ChannelKind::Announcement => return Err(ApiError::UNKNOWN_ROUTE),
        ChannelKind::Thread(thread) => {
            // Without MANAGE_THREADS, the owner may not lock a thread, slow it down, or change a
            // locked one.
            let wants_lock = wanted
                .get("locked")
                .is_some_and(|locked| *locked != thread.locked);
            let slows = wanted.get("rate_limit_per_user").is_some();
            refuse_if(
                thread.archived && wanted["archived"] != false,
                ApiError::THREAD_ARCHIVED,
            )?;
            if thread.owner != world.bot || wants_lock || slows || thread.locked {
                require_permissions(world, channel, MANAGE_THREADS)?;
            }
        }
    }
    let now_ms = world.now_ms();
    if let Some(channel) = world.channels.get_mut(&id) {
        apply_changes(channel, wanted, now_ms);
    }
    events::announce_channel(world, "UPDATE", "changed", id);
    show_channel(world, id)
}

/// Checks the auto-archive duration and the slow mode in a form for a thread.
pub(crate) fn validate_durations(form: &Field) {
    let minutes = form.get("auto_archive_duration");
    if !minutes.value.is_null() && !matches!(minutes.as_u64(), Some(60 | 1_440 | 4_320 | 10_080)) {
        minutes.reject_choice("60, 1440, 4320, 10080");
    }
    form.get("rate_limit_per_user").check_range(0, 21_600);
}

fn apply_changes(channel: &mut Channel, wanted: &Value, now_ms: u64) {
    if let Some(name) = wanted["name"].as_str() {
        name.clone_into(&mut channel.name);
    }
    if let Some(seconds) = wanted["rate_limit_per_user"].as_u64() {
        channel.slow_mode = seconds;
    }
    if let Some(thread) = channel.thread_mut() {
        if let Some(locked) = wanted["locked"].as_bool() {
            thread.locked = locked;
        }
        if let Some(archived) = wanted["archived"].as_bool() {
            thread.archived = archived;
            thread.archive_ms = now_ms;
        }
        if let Some(minutes) = wanted["auto_archive_duration"].as_u64() {
            thread.auto_archive = minutes;
            thread.archive_ms = now_ms;
        }
    }
}
