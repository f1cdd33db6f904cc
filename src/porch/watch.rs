//! Watching: what changes in what one person sees, as server-sent events.

use std::convert::Infallible;

use axum::{
    extract::{Query, State},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures::stream;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::broadcast::error::RecvError;

use super::{Shared, gateway::over, people, refusal::Sorry};

/// Who watches.
#[derive(Deserialize)]
pub(super) struct Watcher {
    #[serde(rename = "as")]
    person: String,
}

/// The stream of changes for one person. Whoever lags behind hears that much was missed.
pub(super) async fn changes(State(shared): State<Shared>, Query(watcher): Query<Watcher>) -> Response {
    let Ok(person) = watcher.person.parse::<u64>() else {
        return Sorry::nothing_there("person").into_response();
    };
    let (hearing, closed) = {
        let world = shared.lock();
        if !world.persons.contains_key(&person) {
            return Sorry::nothing_there("person").into_response();
        }
        (world.changes.subscribe(), world.closed.clone())
    };
    let stream = stream::unfold((hearing, closed), move |(mut hearing, mut closed)| {
        let shared = shared.clone();
        async move {
            loop {
                let heard = tokio::select! {
                    heard = hearing.recv() => heard,
                    () = over(&mut closed) => return None,
                };
                let told = match heard {
                    Ok(change) if change.only_for.is_some_and(|only| only != person) => continue,
                    Ok(change) => {
                        let world = shared.lock();
                        let message = change.message.and_then(|id| world.message(id));
                        json!({
                            "kind": change.kind, "channel": change.channel.to_string(),
                            "id": change.message.map(|id| id.to_string()),
                            "message": message.map(|message| people::message(&world, message)),
                        })
                    }
                    Err(RecvError::Lagged(_)) => json!({ "kind": "missed" }),
                    Err(RecvError::Closed) => return None,
                };
                let event = Event::default().data(told.to_string());
                return Some((Ok::<Event, Infallible>(event), (hearing, closed)));
            }
        }
    });
    Sse::new(stream).keep_alive(KeepAlive::default()).into_response()
}
