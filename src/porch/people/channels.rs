//! Channels, as people make and close them, and what they see there.

use std::ops::Bound;

use axum::{
    Json,
    extract::{Path, Query, State},
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::request::{
    Cannot, JsonBody, PorchState, Result, channel, find, id, person, server, shown_channel, wrong,
};
use crate::porch::{ids::Id, shapes, world::ChannelKind};

#[derive(Deserialize)]
pub(crate) struct NewChannel {
    name: Option<String>,
    server: Option<String>,
    dm: Option<String>,
    #[serde(default)]
    kind: NewChannelKind,
    /// Seconds between two messages of one person.
    #[serde(default)]
    slow: u64,
}

/// What sort of channel somebody wants to have.
#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NewChannelKind {
    #[default]
    Text,
    Announcement,
    Forum,
}

pub(crate) async fn add_channel(State(shared): PorchState, JsonBody(new): JsonBody<NewChannel>) -> Result {
    let mut world = shared.world();
    let made = if let Some(whose) = new.dm {
        let whose = person(&world, &whose)?;
        world.dm(whose)
    } else {
        let name = new.name.unwrap_or_default().trim().to_lowercase().replace(' ', "-");
        if name.is_empty() || name.chars().count() > 100 {
            return wrong("a channel needs a name of 1 to 100 letters");
        }
        let server = server(&world, new.server.as_deref());
        let Ok(server) = server else { return wrong("there is no such server") };
        if new.slow > 21_600 {
            return wrong("a channel is slow for at most 21600 seconds");
        }
        let kind = match new.kind {
            NewChannelKind::Text => ChannelKind::Text,
            NewChannelKind::Announcement => ChannelKind::Announcement,
            NewChannelKind::Forum => ChannelKind::Forum,
        };
        let made = world.add_channel(Some(server), &name, kind);
        if let Some(channel) = world.channels.get_mut(&made) {
            channel.slow_mode = new.slow;
        }
        world.channel_happened("CREATE", "created", made);
        made
    };
    Ok(shown_channel(&world, made))
}

pub(crate) async fn close_channel(State(shared): PorchState, Path(text): Path<String>) -> Result {
    let mut world = shared.world();
    let found = find(&world.channels, "channel", &text)?.id;
    world.close_channel(found);
    Ok(Json(json!({})))
}

#[derive(Deserialize)]
pub(crate) struct Archive {
    #[serde(default)]
    locked: bool,
    archived: Option<bool>,
}

pub(crate) async fn archive(
    State(shared): PorchState,
    Path(text): Path<String>,
    JsonBody(request): JsonBody<Archive>,
) -> Result {
    let mut world = shared.world();
    let (found, now_ms) = (id("channel", &text)?, world.now_ms());
    let thread = world.channels.get_mut(&found).and_then(|channel| channel.thread_mut());
    let Some(thread) = thread else { return Err(Cannot::Find("thread", text)) };
    thread.archived = request.archived.unwrap_or(true);
    thread.locked = request.locked;
    thread.archive_ms = now_ms;
    world.channel_happened("UPDATE", "changed", found);
    Ok(shown_channel(&world, found))
}

#[derive(Deserialize)]
pub(crate) struct MessagesQuery {
    #[serde(rename = "as")]
    who: String,
    after: Option<String>,
    limit: Option<usize>,
}

pub(crate) async fn messages(
    State(shared): PorchState,
    Path(text): Path<String>,
    Query(look): Query<MessagesQuery>,
) -> Result {
    let world = shared.world();
    let who = person(&world, &look.who)?;
    channel(&world, &text, who)?;
    let place = find(&world.channels, "channel", &text)?;
    let after = look.after.as_deref().map(|after| id("message", after)).transpose()?.unwrap_or(Id(0));
    let later = (Bound::Excluded(after), Bound::Unbounded);
    let newest_first = place.messages.range(later).rev().filter_map(|id| world.messages.get(id));
    let seen = newest_first.filter(|message| message.only_for.is_none_or(|only| only == who));
    let mut shown: Vec<Value> =
        seen.take(look.limit.unwrap_or(1_000)).map(|message| shapes::seen_message(&world, message)).collect();
    shown.reverse();
    Ok(Json(Value::Array(shown)))
}

pub(crate) async fn erase(State(shared): PorchState, Path(text): Path<String>) -> Result {
    let mut world = shared.world();
    let found = find(&world.messages, "message", &text)?.id;
    world.erase(found);
    Ok(Json(json!({})))
}
