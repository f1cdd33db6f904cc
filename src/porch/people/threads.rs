//! Persons begin threads: in a forum each begins with a message, elsewhere it may.

use axum::extract::{Path, State};
use serde::Deserialize;

use super::request::{JsonBody, PorchState, Result, channel, find, person, shown_channel, wrong};
use crate::porch::{
    permissions::{CREATE_PUBLIC_THREADS, SEND_MESSAGES},
    world::{Channel, ChannelKind, Draft, Thread},
};

#[derive(Deserialize)]
pub(crate) struct NewThread {
    #[serde(rename = "as")]
    who: String,
    name: String,
    line: Option<String>,
}

/// `POST channels/{id}/threads`
pub(crate) async fn begin(
    State(shared): PorchState,
    Path(text): Path<String>,
    JsonBody(new): JsonBody<NewThread>,
) -> Result {
    let mut world = shared.world();
    let who = person(&world, &new.who)?;
    let parent = channel(&world, &text, who)?;
    let place = find(&world.channels, "channel", &text)?;
    let wanted = match place.kind {
        ChannelKind::Forum => SEND_MESSAGES,
        ChannelKind::Text | ChannelKind::Announcement => CREATE_PUBLIC_THREADS,
        ChannelKind::Thread(_) | ChannelKind::Dm(_) => return wrong("there are no threads in it"),
    };
    if world.may(who, place) & wanted == 0 {
        return wrong("this person may not begin a thread here");
    }
    let (name, line) = (new.name.trim(), new.line.as_deref().unwrap_or_default().trim());
    if name.is_empty() || name.chars().count() > 100 {
        return wrong("a thread needs a name of 1 to 100 letters");
    }
    if line.chars().count() > 2_000 || line.is_empty() && place.kind == ChannelKind::Forum {
        return wrong("in a forum a thread begins with a message of 1 to 2000 letters");
    }
    let (server, announces) = (place.server, place.kind == ChannelKind::Announcement);
    let mut thread = Thread::new(parent, who, 4_320, world.now_ms());
    thread.announces = announces;
    let id = world.ids.next();
    world.channels.insert(id, Channel::new(id, server, name, ChannelKind::Thread(thread)));
    world.channel_happened("CREATE", "created", id);
    if !line.is_empty() {
        world.post_as(id, id, who, Draft { content: line.to_owned(), ..Draft::default() });
    }
    Ok(shown_channel(&world, id))
}
