//! Persons begin threads: in a forum each begins with a message, elsewhere it may.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
};
use serde::Deserialize;

use super::{Result, Told, channel, person, wrong};
use crate::porch::{
    Shared,
    permissions::{CREATE_PUBLIC_THREADS, SEND_MESSAGES},
    shapes,
    world::{
        channel::{Channel, Kind, Thread},
        write::Draft,
    },
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
    State(shared): State<Arc<Shared>>,
    Path(text): Path<String>,
    Told(new): Told<NewThread>,
) -> Result {
    let mut world = shared.world();
    let who = person(&world, &new.who)?;
    let parent = channel(&world, &text, who)?;
    let Some(place) = world.channels.get(&parent) else { return wrong("there is no such channel") };
    let wanted = match place.kind {
        Kind::Forum => SEND_MESSAGES,
        Kind::Text | Kind::Announcement => CREATE_PUBLIC_THREADS,
        Kind::Thread(_) | Kind::Dm(_) => return wrong("there are no threads in it"),
    };
    if world.may(who, place) & wanted == 0 {
        return wrong("this person may not begin a thread here");
    }
    let (name, line) = (new.name.trim(), new.line.as_deref().unwrap_or_default().trim());
    if name.is_empty() || name.chars().count() > 100 {
        return wrong("a thread needs a name of 1 to 100 letters");
    }
    if line.chars().count() > 2_000 || line.is_empty() && place.kind == Kind::Forum {
        return wrong("in a forum a thread begins with a message of 1 to 2000 letters");
    }
    let (server, announces) = (place.server, place.kind == Kind::Announcement);
    let mut thread = Thread::new(parent, who, 4_320, world.now_ms());
    thread.announces = announces;
    let id = world.ids.next();
    world.channels.insert(id, Channel::new(id, server, name, Kind::Thread(thread)));
    world.channel_happened("CREATE", "created", id);
    if !line.is_empty() {
        world.post_as(id, id, who, Draft { content: line.to_owned(), ..Draft::default() });
    }
    Ok(Json(world.channels.get(&id).map(|it| shapes::seen_channel(&world, it)).unwrap_or_default()))
}
