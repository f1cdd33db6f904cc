//! Channels and threads, as people begin and close them, and what they see there.

use std::ops::Bound;

use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use serde_json::{Value, json};

use super::request::{
    Cannot, PorchState, Result, channel, find, id, person, server, shown_channel, wrong, wrong_if,
};
use crate::ids::Id;
use crate::shapes;
use crate::world::{Channel, ChannelKind, World};

#[derive(Deserialize)]
pub(crate) struct NewChannel {
    name: Option<String>,
    server: Option<String>,
    dm: Option<String>,
    #[serde(default)]
    kind: NewChannelKind,
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NewChannelKind {
    #[default]
    Text,
    Announcement,
}

pub(crate) fn add_channel(world: &mut World, new: &NewChannel) -> Result {
    if let Some(whose) = &new.dm {
        let whose = person(world, whose)?;
        let found = world.dm(whose);
        return Ok(shown_channel(world, found));
    }
    let name = new.name.as_deref().unwrap_or_default().trim().to_lowercase().replace(' ', "-");
    wrong_if(name.is_empty() || name.chars().count() > 100, "a channel needs a name of 1 to 100 characters")?;
    let Ok(server) = server(world, new.server.as_deref()) else { return wrong("there is no such server") };
    let kind = match new.kind {
        NewChannelKind::Text => ChannelKind::Text,
        NewChannelKind::Announcement => ChannelKind::Announcement,
    };
    let made = Channel::new(world.ids.next(), Some(server), &name, kind);
    let made = world.open_channel(made);
    Ok(shown_channel(world, made))
}

pub(crate) fn close_channel(world: &mut World, text: &str) -> Result {
    let found = find(&world.channels, "channel", text)?.id;
    world.close_channel(found);
    Ok(json!({}))
}

#[derive(Deserialize)]
pub(crate) struct Archive {
    #[serde(default)]
    locked: bool,
    archived: Option<bool>,
}

pub(crate) fn archive(world: &mut World, text: &str, request: &Archive) -> Result {
    let (found, now_ms) = (id("channel", text)?, world.now_ms());
    let thread = world.channels.get_mut(&found).and_then(Channel::thread_mut);
    let thread = thread.ok_or_else(|| Cannot::Find("thread", text.to_owned()))?;
    thread.archived = request.archived.unwrap_or(true);
    thread.locked = request.locked;
    thread.archive_ms = now_ms;
    world.channel_happened("UPDATE", "changed", found);
    Ok(shown_channel(world, found))
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
) -> Result<Json<Value>> {
    let world = shared.world();
    let who = person(&world, &look.who)?;
    let place = channel(&world, &text, who)?;
    let after = look.after.as_deref().map(|after| id("message", after)).transpose()?.unwrap_or(Id(0));
    let later = (Bound::Excluded(after), Bound::Unbounded);
    let newest_first = place.messages.range(later).rev().filter_map(|id| world.messages.get(id));
    let seen = newest_first.filter(|message| message.only_for.is_none_or(|only| only == who));
    let mut shown: Vec<Value> =
        seen.take(look.limit.unwrap_or(1_000)).map(|message| shapes::seen_message(&world, message)).collect();
    shown.reverse();
    Ok(Json(Value::Array(shown)))
}

pub(crate) fn erase(world: &mut World, text: &str) -> Result {
    let found = find(&world.messages, "message", text)?.id;
    world.erase(found);
    Ok(json!({}))
}
