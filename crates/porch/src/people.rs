//! The people's interface, as the page of the porch describes it: who is there, what was said, and what can be
//! changed about the world. What persons do to the bot is in the rooms below.

mod act;
mod forms;
mod line;
mod payload;
mod places;
mod request;

use std::{convert::Infallible, sync::Arc};

use axum::body::{Body, to_bytes};
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get, post};
use axum::{Json, Router};
use futures::{Stream, stream};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::rest::{MOST_FILE_BYTES, clean_filename};
use super::shapes;
use super::shared::Shared;
use super::world::{TroubleRequest, Upload, Watcher, World};
use act::Consequence;
use request::{Cannot, JsonBody, MOST_BYTES, PorchState, Result, Who, person, wrong};

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/world", get(world))
        .route("/persons", asked(places::add_person))
        .route("/persons/{id}/leave", asked_of(places::leave))
        .route("/persons/{id}/join", asked_of(places::join))
        .route("/persons/{id}/install", asked_of(places::install))
        .route("/servers", asked(places::add_server))
        .route("/servers/{id}/remove_bot", asked_of(places::remove_bot))
        .route("/servers/{id}/add_bot", asked_of(places::add_bot))
        .route("/servers/{id}/unavailable", asked_of(places::unavailable))
        .route("/channels", asked(places::add_channel))
        .route("/channels/{id}", removed(places::close_channel))
        .route("/channels/{id}/archive", asked_of(places::archive))
        .route("/channels/{id}/messages", get(places::messages))
        .route("/messages/{id}", removed(places::erase))
        .route("/permissions", asked(places::deny))
        .route("/trouble", asked(ask_trouble).delete(end_trouble))
        .route("/type", done(act::type_line))
        .route("/autocomplete", done(act::autocomplete))
        .route(
            "/press",
            done(|world, touch| act::touch(world, touch, false)),
        )
        .route(
            "/choose",
            done(|world, touch| act::touch(world, touch, true)),
        )
        .route("/submit", done(act::submit))
        .route("/use", done(act::use_on))
        .route("/files/{filename}", post(bring))
        .route("/changes", get(changes))
        .route("/requests", get(requests))
        .route("/sessions", get(sessions))
        .route("/refusals", get(refusals))
        .fallback(|| async { wrong::<()>("the porch has no such door") })
        .layer(DefaultBodyLimit::max(MOST_BYTES))
}

type Door = MethodRouter<Arc<Shared>>;

/// Something that is asked for in JSON, and happens in one moment.
fn asked<T: DeserializeOwned + Send + 'static>(work: fn(&mut World, &T) -> Result) -> Door {
    post(
        async move |State(shared): PorchState, JsonBody(asked): JsonBody<T>| {
            work(&mut shared.world(), &asked).map(Json)
        },
    )
}

/// The same, about somebody or something whose id stands in the path.
fn asked_of<T: DeserializeOwned + Send + 'static>(
    work: fn(&mut World, &str, &T) -> Result,
) -> Door {
    post(
        async move |State(shared): PorchState,
                    Path(id): Path<String>,
                    JsonBody(asked): JsonBody<T>| {
            work(&mut shared.world(), &id, &asked).map(Json)
        },
    )
}

fn removed(work: fn(&mut World, &str) -> Result) -> Door {
    delete(
        async move |State(shared): PorchState, Path(id): Path<String>| {
            work(&mut shared.world(), &id).map(Json)
        },
    )
}

/// Something that is done to the bot, which may take its time to answer.
fn done<T: DeserializeOwned + Send + 'static>(
    work: fn(&mut World, &T) -> Result<Consequence>,
) -> Door {
    post(
        async move |State(shared): PorchState, JsonBody(deed): JsonBody<T>| {
            let outcome = work(&mut shared.world(), &deed)?;
            Ok::<_, Cannot>(Json(match outcome {
                Consequence::Known(told) => told,
                Consequence::Awaited(id, until) => act::wait(&shared, id, until).await,
            }))
        },
    )
}

async fn world(State(shared): PorchState) -> Json<Value> {
    let world = shared.world();
    let servers: Vec<Value> = world
        .servers
        .values()
        .map(|server| shapes::seen_server(&world, server))
        .collect();
    let persons: Vec<Value> = world.persons.values().map(shapes::seen_person).collect();
    let channels: Vec<Value> = world
        .channels
        .values()
        .map(|channel| shapes::seen_channel(&world, channel))
        .collect();
    let commands: Vec<&Value> = world.commands.values().map(|it| &it.body).collect();
    let bot = world
        .bot_came
        .then(|| json!({ "id": world.bot, "name": world.settings.bot }));
    Json(json!({
        "server": servers.first(), "servers": servers, "bot": bot, "persons": persons, "channels": channels,
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

pub(crate) async fn file(
    State(shared): PorchState,
    Path((text, _)): Path<(String, String)>,
) -> Response {
    let world = shared.world();
    let found = text.parse().ok().and_then(|id| world.files.find(id));
    let Some(found) = found else {
        return Cannot::Find("file", text).into_response();
    };
    let content_type = found
        .content_type
        .clone()
        .unwrap_or_else(|| "application/octet-stream".to_owned());
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

// --- Files that persons have at hand ---

async fn bring(
    State(shared): PorchState,
    Path(filename): Path<String>,
    Query(whose): Query<Who>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Value>> {
    let who = person(&shared.world(), &whose.who)?;
    let Ok(bytes) = to_bytes(body, MOST_FILE_BYTES).await else {
        return wrong("a file has 10 MB at most");
    };
    let content_type = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let upload = Upload {
        number: 0,
        filename: clean_filename(&filename),
        content_type: content_type.map(str::to_owned),
        bytes,
    };
    let mut world = shared.world();
    let id = world.ids.next();
    let file = world.files.keep(id, upload, None);
    let shown = shapes::attachment(&world, &file, true);
    world.uploads.bring(who, file);
    Ok(Json(shown))
}

// --- Watching ---

/// How many changes are queued for a slow listener; one with more is disconnected.
const MOST_WAITING: usize = 4_096;

async fn changes(
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
struct Range {
    after: Option<usize>,
    limit: Option<usize>,
}

async fn requests(State(shared): PorchState, Query(range): Query<Range>) -> Json<Value> {
    let limit = range.limit.unwrap_or(usize::MAX);
    Json(json!(
        shared
            .world()
            .requests
            .after(range.after.unwrap_or(0), limit)
    ))
}

async fn sessions(State(shared): PorchState) -> Json<Value> {
    let world = shared.world();
    Json(json!({
        "sessions": world.sessions.show(), "identified": world.sessions.identified,
        "resumed": world.sessions.resumed, "identifies": world.starts.show(),
        "session_start_limit": world.starts.limit(&world.settings, world.now_ms()),
        "token_reset": world.starts.is_token_reset(),
    }))
}

async fn refusals(State(shared): PorchState) -> Json<Value> {
    Json(json!(shared.world().refusals))
}
