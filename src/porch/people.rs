//! The people's interface, as the page of the porch describes it: who is there, what was said, and what can be
//! changed about the world. What persons do to the bot is in the rooms below.

mod act;
mod apps;
mod channels;
mod files;
mod forms;
mod line;
mod menus;
mod payload;
mod persons;
mod reactions;
mod request;
mod rights;
mod threads;
mod watch;

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, Path, State},
    http::header,
    response::{IntoResponse, Response},
    routing::{delete, get, post},
};
use serde_json::{Value, json};

use super::{shapes, shared::Shared, world::TroubleRequest};
use request::{Cannot, JsonBody, MOST_BYTES, PorchState, wrong};

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/world", get(world))
        .route("/persons", post(persons::add))
        .route("/persons/{id}/leave", post(persons::leave))
        .route("/persons/{id}/join", post(persons::join))
        .route("/persons/{id}/install", post(persons::install))
        .route("/servers", post(persons::add_server))
        .route("/channels", post(channels::add_channel))
        .route("/channels/{id}", delete(channels::close_channel))
        .route("/channels/{id}/archive", post(channels::archive))
        .route("/channels/{id}/threads", post(threads::begin))
        .route("/channels/{id}/messages", get(channels::messages))
        .route("/messages/{id}", delete(channels::erase))
        .route("/permissions", post(rights::deny))
        .route("/trouble", post(ask_trouble).delete(end_trouble))
        .route("/type", post(act::type_line))
        .route("/autocomplete", post(act::autocomplete))
        .route("/press", post(act::press))
        .route("/choose", post(act::choose))
        .route("/submit", post(act::submit))
        .route("/use", post(apps::use_on))
        .route("/files/{filename}", post(files::bring))
        .route("/react", post(reactions::react))
        .route("/vote", post(reactions::vote))
        .route("/changes", get(watch::changes))
        .route("/requests", get(watch::requests))
        .route("/sessions", get(watch::sessions))
        .fallback(|| async { wrong::<()>("the porch has no such door") })
        .layer(DefaultBodyLimit::max(MOST_BYTES))
}

async fn world(State(shared): PorchState) -> Json<Value> {
    let world = shared.world();
    let servers: Vec<Value> =
        world.servers.values().map(|server| shapes::seen_server(&world, server)).collect();
    let persons: Vec<Value> = world.persons.values().map(shapes::seen_person).collect();
    let channels: Vec<Value> =
        world.channels.values().map(|channel| shapes::seen_channel(&world, channel)).collect();
    let commands: Vec<&serde_json::Map<String, Value>> = world.commands.values().map(|it| &it.body).collect();
    let bot = world.bot_came.then(|| json!({ "id": world.bot, "name": world.settings.bot }));
    Json(json!({
        "server": servers.first(),
        "servers": servers,
        "bot": bot,
        "persons": persons,
        "channels": channels,
        "commands": commands,
    }))
}

async fn ask_trouble(State(shared): PorchState, JsonBody(trouble): JsonBody<TroubleRequest>) -> Json<Value> {
    let mut world = shared.world();
    world.troubles.ask(trouble);
    world.strike_gateway();
    Json(json!({}))
}

async fn end_trouble(State(shared): PorchState) -> Json<Value> {
    shared.world().troubles.clear();
    Json(json!({}))
}

/// A file of a message.
pub(crate) async fn file(State(shared): PorchState, Path((text, _)): Path<(String, String)>) -> Response {
    let world = shared.world();
    let found = text.parse().ok().and_then(|id| world.files.get(id));
    let Some(found) = found else { return Cannot::Find("file", text).into_response() };
    let content_type = found.content_type.clone().unwrap_or_else(|| "application/octet-stream".to_owned());
    // A browser shall not take a file for a page of the porch.
    let headers = [
        (header::CONTENT_TYPE, content_type),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        (
            header::CONTENT_SECURITY_POLICY,
            "sandbox; default-src 'none'; style-src 'unsafe-inline'".to_owned(),
        ),
    ];
    (headers, found.bytes.clone()).into_response()
}
