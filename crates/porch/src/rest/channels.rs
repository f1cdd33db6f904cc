//! Channels, as the bot asks for them. Threads have a room of their own, and so have messages.

use serde_json::Value;

use super::call::{Call, Reply, RequestBody, Result};
use crate::api_error::{ApiError, refuse_if};
use crate::form::{Field, checked, invalid};
use crate::ids::Id;
use crate::permissions::{
    ATTACH_FILES, EMBED_LINKS, MANAGE_CHANNELS, MANAGE_THREADS, Permissions, SEND_MESSAGES,
    SEND_MESSAGES_IN_THREADS, VIEW_CHANNEL,
};
use crate::shapes;
use crate::world::{Channel, ChannelKind, World};

pub(crate) fn visible(world: &World, id: Id) -> Result<&Channel> {
    let channel = world.channels.get(&id).ok_or(ApiError::UNKNOWN_CHANNEL)?;
    refuse_if(
        world.bot_permissions(channel) & VIEW_CHANNEL == 0,
        ApiError::MISSING_ACCESS,
    )?;
    Ok(channel)
}

/// Refuses what the bot may not do in a channel.
pub(crate) fn allow(world: &World, channel: &Channel, wanted: Permissions) -> Result<()> {
    refuse_if(
        world.bot_permissions(channel) & wanted != wanted,
        ApiError::MISSING_PERMISSIONS,
    )
}

/// Refuses to bring embeds and files where the bot may not.
pub(crate) fn allow_contents(world: &World, channel: &Channel, sent: &RequestBody) -> Result<()> {
    let embeds = sent.json["embeds"]
        .as_array()
        .is_some_and(|embeds| !embeds.is_empty());
    let wanted = if embeds { EMBED_LINKS } else { 0 }
        | if sent.files.is_empty() {
            0
        } else {
            ATTACH_FILES
        };
    allow(world, channel, wanted)
}

/// Refuses to speak where the bot may not.
pub(crate) fn allow_speech(world: &World, channel: &Channel) -> Result<()> {
    match &channel.kind {
        ChannelKind::Dm(_) if channel.denied_to(world.bot) & SEND_MESSAGES != 0 => {
            Err(ApiError::NO_DMS)
        }
        // Whoever has the application for themselves may be written to as well.
        ChannelKind::Dm(person) if !world.meets(*person) && !world.has_installed(*person) => {
            Err(ApiError::NO_MUTUAL_GUILDS)
        }
        ChannelKind::Dm(_) => Ok(()),
        ChannelKind::Text | ChannelKind::Announcement => allow(world, channel, SEND_MESSAGES),
        ChannelKind::Thread(_) => allow(world, channel, SEND_MESSAGES_IN_THREADS),
    }
}

/// A channel goes; closing one's channel with a person only hides it.
pub(crate) fn close(world: &mut World, id: Id) -> Result {
    let channel = visible(world, id)?;
    let wanted = match &channel.kind {
        ChannelKind::Text | ChannelKind::Announcement => MANAGE_CHANNELS,
        ChannelKind::Thread(_) => MANAGE_THREADS,
        ChannelKind::Dm(_) => 0,
    };
    allow(world, channel, wanted)?;
    let shown = show(world, id);
    let is_hidden = channel.server.is_none();
    if !is_hidden {
        world.close_channel(id);
    }
    shown
}

pub(crate) fn open_dm(world: &mut World, call: &Call) -> Result {
    call.only("POST")?;
    let person = Id::said(&call.sent.json["recipient_id"]);
    let known = person.filter(|id| world.persons.contains_key(id));
    let refused = || {
        invalid(
            "recipient_id",
            "INVALID_RECIPIENT",
            "Cannot open a DM with this user.",
        )
    };
    let id = world.dm(known.ok_or_else(refused)?);
    show(world, id)
}

pub(crate) fn show(world: &World, id: Id) -> Result {
    let channel = world.channels.get(&id).ok_or(ApiError::UNKNOWN_CHANNEL)?;
    Ok(Reply::Done(shapes::channel(world, channel)))
}

pub(crate) fn change(world: &mut World, id: Id, wanted: &Value) -> Result {
    let channel = visible(world, id)?;
    checked(wanted, "", |form| {
        if let Some(name) = wanted.get("name") {
            form.at("name")
                .length(name.as_str().unwrap_or_default().chars().count(), 1, 100);
        }
        silences(form);
    })?;
    match &channel.kind {
        ChannelKind::Dm(_) => return Err(ApiError::NOT_IN_A_DM),
        ChannelKind::Text | ChannelKind::Announcement => return Err(ApiError::UNKNOWN_ROUTE),
        ChannelKind::Thread(thread) => {
            // Its owner may do anything but lock it, slow it down, or open what others locked.
            let wants_lock = wanted
                .get("locked")
                .is_some_and(|locked| *locked != thread.locked);
            let slows = wanted.get("rate_limit_per_user").is_some();
            refuse_if(
                thread.archived && wanted["archived"] != false,
                ApiError::THREAD_ARCHIVED,
            )?;
            if thread.owner != world.bot || wants_lock || slows || thread.locked {
                allow(world, channel, MANAGE_THREADS)?;
            }
        }
    }
    let now_ms = world.now_ms();
    if let Some(channel) = world.channels.get_mut(&id) {
        apply(channel, wanted, now_ms);
    }
    world.channel_happened("UPDATE", "changed", id);
    show(world, id)
}

/// How long a thread stays open when nobody speaks, and how long one has to be silent after having spoken.
pub(crate) fn silences(form: &Field) {
    let minutes = form.at("auto_archive_duration");
    if !minutes.value.is_null() && !matches!(minutes.number(), Some(60 | 1_440 | 4_320 | 10_080)) {
        minutes.choice("60, 1440, 4320, 10080");
    }
    form.at("rate_limit_per_user").between(0, 21_600);
}

fn apply(channel: &mut Channel, wanted: &Value, now_ms: u64) {
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
