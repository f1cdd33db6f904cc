//! The people's interface, as the page of the porch describes it: who is there, what was said, and what can be
//! changed about the world. What persons do to the bot is in the rooms below.

mod act;
mod channels;
mod files;
mod forms;
mod line;
mod payload;
mod persons;
mod reactions;
mod request;
mod watch;

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get, post};
use axum::{Json, Router};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::shapes;
use super::shared::Shared;
use super::world::{TroubleRequest, World};
use act::Consequence;
use request::{Cannot, JsonBody, MOST_BYTES, PorchState, Result, wrong};

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/world", get(world))
        .route("/persons", asked(persons::add))
        .route("/persons/{id}/leave", asked_of(persons::leave))
        .route("/persons/{id}/join", asked_of(persons::join))
        .route("/persons/{id}/install", asked_of(persons::install))
        .route("/servers", asked(persons::add_server))
        .route("/servers/{id}/remove_bot", asked_of(persons::remove_bot))
        .route("/servers/{id}/add_bot", asked_of(persons::add_bot))
        .route("/servers/{id}/unavailable", asked_of(persons::unavailable))
        .route("/channels", asked(channels::add_channel))
        .route("/channels/{id}", removed(channels::close_channel))
        .route("/channels/{id}/archive", asked_of(channels::archive))
        .route("/channels/{id}/threads", asked_of(channels::begin_thread))
        .route("/channels/{id}/messages", get(channels::messages))
        .route("/messages/{id}", removed(channels::erase))
        .route("/permissions", asked(persons::deny))
        .route("/trouble", asked(ask_trouble).delete(end_trouble))
        .route("/type", done(act::type_line))
        .route("/autocomplete", done(act::autocomplete))
        .route("/press", done(|world, touch| act::touch(world, touch, false)))
        .route("/choose", done(|world, touch| act::touch(world, touch, true)))
        .route("/submit", done(act::submit))
        .route("/use", done(act::use_on))
        .route("/files/{filename}", post(files::bring))
        .route("/react", asked(reactions::react))
        .route("/vote", asked(reactions::vote))
        .route("/changes", get(watch::changes))
        .route("/requests", get(watch::requests))
        .route("/sessions", get(watch::sessions))
        .route("/refusals", get(watch::refusals))
        .fallback(|| async { wrong::<()>("the porch has no such door") })
        .layer(DefaultBodyLimit::max(MOST_BYTES))
}

type Door = MethodRouter<Arc<Shared>>;

/// Something that is asked for in JSON, and happens in one moment.
fn asked<T: DeserializeOwned + Send + 'static>(work: fn(&mut World, &T) -> Result) -> Door {
    post(async move |State(shared): PorchState, JsonBody(asked): JsonBody<T>| {
        work(&mut shared.world(), &asked).map(Json)
    })
}

/// The same, about somebody or something whose id stands in the path.
fn asked_of<T: DeserializeOwned + Send + 'static>(work: fn(&mut World, &str, &T) -> Result) -> Door {
    post(async move |State(shared): PorchState, Path(id): Path<String>, JsonBody(asked): JsonBody<T>| {
        work(&mut shared.world(), &id, &asked).map(Json)
    })
}

/// What is named in the path goes.
fn removed(work: fn(&mut World, &str) -> Result) -> Door {
    delete(async move |State(shared): PorchState, Path(id): Path<String>| {
        work(&mut shared.world(), &id).map(Json)
    })
}

/// Something that is done to the bot, which may take its time to answer.
fn done<T: DeserializeOwned + Send + 'static>(work: fn(&mut World, &T) -> Result<Consequence>) -> Door {
    post(async move |State(shared): PorchState, JsonBody(deed): JsonBody<T>| {
        let outcome = work(&mut shared.world(), &deed)?;
        Ok::<_, Cannot>(Json(match outcome {
            Consequence::Known(told) => told,
            Consequence::Awaited(id, until) => act::wait(&shared, id, until).await,
        }))
    })
}

async fn world(State(shared): PorchState) -> Json<Value> {
    let world = shared.world();
    let servers: Vec<Value> =
        world.servers.values().map(|server| shapes::seen_server(&world, server)).collect();
    let persons: Vec<Value> = world.persons.values().map(shapes::seen_person).collect();
    let channels: Vec<Value> =
        world.channels.values().map(|channel| shapes::seen_channel(&world, channel)).collect();
    let commands: Vec<&Value> = world.commands.values().map(|it| &it.body).collect();
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

#[expect(clippy::unnecessary_wraps, reason = "it is a door like the others")]
fn ask_trouble(world: &mut World, trouble: &TroubleRequest) -> Result {
    world.troubles.ask(trouble.clone());
    world.strike_gateway(None);
    Ok(json!({}))
}

async fn end_trouble(State(shared): PorchState) -> Json<Value> {
    shared.world().troubles.clear();
    Json(json!({}))
}

/// A file of a message.
pub(crate) async fn file(State(shared): PorchState, Path((text, _)): Path<(String, String)>) -> Response {
    let world = shared.world();
    let found = text.parse().ok().and_then(|id| world.files.find(id));
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
