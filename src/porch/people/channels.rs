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
use crate::permissions::{CREATE_PUBLIC_THREADS, SEND_MESSAGES};
use crate::shapes;
use crate::world::{Channel, ChannelKind, Message, Thread, World};

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

/// `POST channels`
pub(crate) fn add_channel(world: &mut World, new: &NewChannel) -> Result {
    if let Some(whose) = &new.dm {
        let whose = person(world, whose)?;
        let found = world.dm(whose);
        return Ok(shown_channel(world, found));
    }
    let name = new.name.as_deref().unwrap_or_default().trim().to_lowercase().replace(' ', "-");
    wrong_if(name.is_empty() || name.chars().count() > 100, "a channel needs a name of 1 to 100 characters")?;
    let Ok(server) = server(world, new.server.as_deref()) else { return wrong("there is no such server") };
    wrong_if(new.slow > 21_600, "a channel is slow for at most 21600 seconds")?;
    let kind = match new.kind {
        NewChannelKind::Text => ChannelKind::Text,
        NewChannelKind::Announcement => ChannelKind::Announcement,
        NewChannelKind::Forum => ChannelKind::Forum,
    };
    let mut made = Channel::new(world.ids.next(), Some(server), &name, kind);
    made.slow_mode = new.slow;
    let made = world.open_channel(made);
    Ok(shown_channel(world, made))
}

/// `DELETE channels/{id}`
pub(crate) fn close_channel(world: &mut World, text: &str) -> Result {
    let found = find(&world.channels, "channel", text)?.id;
    world.close_channel(found);
    Ok(json!({}))
}

#[derive(Deserialize)]
pub(crate) struct NewThread {
    #[serde(rename = "as")]
    who: String,
    name: String,
    line: Option<String>,
}

/// `POST channels/{id}/threads`: in a forum each begins with a message, elsewhere it may.
pub(crate) fn begin_thread(world: &mut World, text: &str, new: &NewThread) -> Result {
    let who = person(world, &new.who)?;
    let place = channel(world, text, who)?;
    let wanted = match place.kind {
        ChannelKind::Forum => SEND_MESSAGES,
        ChannelKind::Text | ChannelKind::Announcement => CREATE_PUBLIC_THREADS,
        ChannelKind::Thread(_) | ChannelKind::Dm(_) => return wrong("there are no threads in it"),
    };
    wrong_if(world.may(who, place) & wanted == 0, "this person may not begin a thread here")?;
    let (name, line) = (new.name.trim(), new.line.as_deref().unwrap_or_default().trim());
    wrong_if(name.is_empty() || name.chars().count() > 100, "a thread needs a name of 1 to 100 characters")?;
    let lacks_words = line.is_empty() && place.kind == ChannelKind::Forum;
    let sentence = "in a forum a thread begins with a message of 1 to 2000 characters";
    wrong_if(lacks_words || line.chars().count() > 2_000, sentence)?;
    let mut thread = Thread::new(place.id, who, 4_320, world.now_ms());
    thread.announces = place.kind == ChannelKind::Announcement;
    let server = place.server;
    let made = Channel::new(world.ids.next(), server, name, ChannelKind::Thread(thread));
    let id = world.open_channel(made);
    if !line.is_empty() {
        world.post_as(id, id, who, Message { content: line.to_owned(), ..Message::default() });
    }
    Ok(shown_channel(world, id))
}

#[derive(Deserialize)]
pub(crate) struct Archive {
    #[serde(default)]
    locked: bool,
    archived: Option<bool>,
}

/// `POST channels/{id}/archive`
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

/// `GET channels/{id}/messages`
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

/// `DELETE messages/{id}`
pub(crate) fn erase(world: &mut World, text: &str) -> Result {
    let found = find(&world.messages, "message", text)?.id;
    world.erase(found);
    Ok(json!({}))
}
