//! Watching: what changes for a person, what the bot asked and was refused, and how its gateway sessions stand. Nothing
//! happens here.

use std::convert::Infallible;

use axum::Json;
use axum::extract::{Query, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures::{Stream, stream};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::request::{PorchState, Result, Who, person};
use crate::world::Watcher;

/// Changes that wait for somebody who listens slowly; after that they are not told any more.
const MOST_WAITING: usize = 4_096;

/// `GET changes`
pub(crate) async fn changes(
    State(shared): PorchState,
    Query(who): Query<Who>,
) -> Result<Sse<impl Stream<Item = std::result::Result<Event, Infallible>>>> {
    let mut world = shared.world();
    let person = person(&world, &who.who)?;
    let (tell, told) = mpsc::channel(MOST_WAITING);
    world.watchers.retain(|watcher| !watcher.tell.is_closed());
    world.watchers.push(Watcher { person, tell });
    drop(world);
    let events = stream::unfold(told, |mut told| async {
        let change: String = told.recv().await?;
        Some((Ok(Event::default().data(change)), told))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

#[derive(Deserialize)]
pub(crate) struct Range {
    after: Option<usize>,
    limit: Option<usize>,
}

/// `GET requests`
pub(crate) async fn requests(State(shared): PorchState, Query(range): Query<Range>) -> Json<Value> {
    let limit = range.limit.unwrap_or(usize::MAX);
    Json(json!(shared.world().requests.after(range.after.unwrap_or(0), limit)))
}

/// `GET sessions`
pub(crate) async fn sessions(State(shared): PorchState) -> Json<Value> {
    let world = shared.world();
    Json(json!({
        "sessions": world.sessions.show(),
        "identified": world.sessions.identified,
        "resumed": world.sessions.resumed,
        "identifies": world.starts.show(),
        "session_start_limit": world.starts.limit(&world.settings, world.now_ms()),
        "token_reset": world.starts.is_token_reset(),
    }))
}

/// `GET refusals`
pub(crate) async fn refusals(State(shared): PorchState) -> Json<Value> {
    Json(shared.world().refusals.show())
}
