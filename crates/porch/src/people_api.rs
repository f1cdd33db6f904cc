//! The HTTP interface for people, which the page and tests use; `docs/porch.md` describes it.
//!
//! This module has the routes, and the handlers for reading, faults, uploads and watching. The
//! submodules have all other handlers.

mod activities;
mod command_line;
mod forms;
mod interact;
mod manage;
mod payload;
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

use super::events;
use super::objects;
use super::rest::{MAX_FILE_BYTES, clean_filename};
use super::shared::Shared;
use super::world::{FaultRequest, Upload, Watcher, World};
use interact::Outcome;
use request::{
    JsonBody, MAX_BYTES, PeopleApiError, PorchState, Result, Viewer, find_person, invalid,
};

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/world", get(show_world))
        .route("/persons", post_json(manage::add_person))
        .route("/persons/{id}/leave", post_json_to(manage::leave_guild))
        .route("/persons/{id}/join", post_json_to(manage::join_guild))
        .route("/persons/{id}/install", post_json_to(manage::set_installed))
        .route("/servers", post_json(manage::add_guild))
        .route("/servers/{id}/remove_bot", post_json_to(manage::remove_bot))
        .route("/servers/{id}/add_bot", post_json_to(manage::add_bot))
        .route(
            "/servers/{id}/unavailable",
            post_json_to(manage::set_unavailable),
        )
        .route("/channels", post_json(manage::add_channel))
        .route("/channels/{id}", delete_by_id(manage::delete_channel))
        .route(
            "/channels/{id}/archive",
            post_json_to(manage::archive_thread),
        )
        .route("/channels/{id}/messages", get(manage::list_messages))
        .route("/messages/{id}", delete_by_id(manage::delete_message))
        .route("/permissions", post_json(manage::deny_permissions))
        .route("/trouble", post_json(inject_fault).delete(clear_faults))
        .route("/type", post_interaction(interact::type_line))
        .route(
            "/autocomplete",
            post_interaction(interact::request_autocomplete),
        )
        .route(
            "/press",
            post_interaction(|world, action| interact::use_component(world, action, false)),
        )
        .route(
            "/choose",
            post_interaction(|world, action| interact::use_component(world, action, true)),
        )
        .route("/submit", post_interaction(interact::submit_modal))
        .route("/use", post_interaction(interact::use_menu_command))
        .route("/activities", post_json(activities::open))
        .route("/activities/{frame}", get(show_activity))
        .route("/activities/{frame}/close", post_json_to(activities::close))
        .route(
            "/activities/{frame}/authorize",
            post_json_to(activities::authorize),
        )
        .route(
            "/activities/{frame}/authenticate",
            post_json_to(activities::authenticate),
        )
        .route("/files/{filename}", post(upload_file))
        .route("/changes", get(watch_changes))
        .route("/requests", get(list_requests))
        .route("/sessions", get(list_sessions))
        .route("/refusals", get(show_refusals))
        .fallback(|| async { invalid::<()>("the porch has no such door") })
        .layer(DefaultBodyLimit::max(MAX_BYTES))
}

type Handler = MethodRouter<Arc<Shared>>;

/// Creates the handler of a POST request with a JSON body that is completed at once.
fn post_json<T: DeserializeOwned + Send + 'static>(work: fn(&mut World, &T) -> Result) -> Handler {
    post(
        async move |State(shared): PorchState, JsonBody(request): JsonBody<T>| {
            work(&mut shared.world(), &request).map(Json)
        },
    )
}

/// Creates the handler of a POST request with a JSON body, about the object whose id is in the
/// path.
fn post_json_to<T: DeserializeOwned + Send + 'static>(
    work: fn(&mut World, &str, &T) -> Result,
) -> Handler {
    post(
        async move |State(shared): PorchState,
                    Path(id): Path<String>,
                    JsonBody(request): JsonBody<T>| {
            work(&mut shared.world(), &id, &request).map(Json)
        },
    )
}

fn delete_by_id(work: fn(&mut World, &str) -> Result) -> Handler {
    delete(
        async move |State(shared): PorchState, Path(id): Path<String>| {
            work(&mut shared.world(), &id).map(Json)
        },
    )
}

/// Creates the handler of an interaction with the bot, whose response may take time.
fn post_interaction<T: DeserializeOwned + Send + 'static>(
    work: fn(&mut World, &T) -> Result<Outcome>,
) -> Handler {
    post(
        async move |State(shared): PorchState, JsonBody(action): JsonBody<T>| {
            let outcome = work(&mut shared.world(), &action)?;
            Ok::<_, PeopleApiError>(Json(match outcome {
                Outcome::Immediate(shown) => shown,
                Outcome::Pending(id, until) => interact::wait_for_outcome(&shared, id, until).await,
            }))
        },
    )
}

async fn show_world(State(shared): PorchState) -> Json<Value> {
    let world = shared.world();
    let guilds: Vec<Value> = world
        .guilds
        .values()
        .map(|guild| objects::guild_view(&world, guild))
        .collect();
    let persons: Vec<Value> = world.persons.values().map(objects::person_view).collect();
    let channels: Vec<Value> = world
        .channels
        .values()
        .map(|channel| objects::channel_view(&world, channel))
        .collect();
    let commands: Vec<&Value> = world.commands.values().map(|item| &item.body).collect();
    let bot = world
        .bot_has_connected
        .then(|| json!({ "id": world.bot, "name": world.settings.bot }));
    Json(json!({
        "server": guilds.first(), "servers": guilds, "bot": bot, "persons": persons, "channels": channels,
        "commands": commands,
    }))
}

async fn show_activity(
    State(shared): State<Arc<Shared>>,
    Path(frame): Path<String>,
) -> Result<Json<Value>> {
    activities::show(&shared.world(), &frame).map(Json)
}

#[expect(clippy::unnecessary_wraps, reason = "it is a door like the others")]
fn inject_fault(world: &mut World, fault: &FaultRequest) -> Result {
    world.faults.schedule(fault.clone());
    events::inject_gateway_fault(world, None);
    Ok(json!({}))
}

async fn clear_faults(State(shared): PorchState) -> Json<Value> {
    shared.world().faults.clear();
    Json(json!({}))
}

/// The path of a stored file. Its name is for the browser; the id alone identifies it.
#[derive(Deserialize)]
pub(crate) struct FilePath {
    id: String,
}

pub(crate) async fn serve_file(
    State(shared): PorchState,
    Path(FilePath { id: text }): Path<FilePath>,
) -> Response {
    let world = shared.world();
    let found = text.parse().ok().and_then(|id| world.files.find(id));
    let Some(found) = found else {
        return PeopleApiError::NotFound("file", text).into_response();
    };
    let content_type = found
        .content_type
        .clone()
        .unwrap_or_else(|| "application/octet-stream".to_owned());
    // Prevents browsers from treating a file as a page of the porch.
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

// --- Uploaded files ---

async fn upload_file(
    State(shared): PorchState,
    Path(filename): Path<String>,
    Query(viewer): Query<Viewer>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Value>> {
    let who = find_person(&shared.world(), &viewer.who)?;
    let Ok(bytes) = to_bytes(body, MAX_FILE_BYTES).await else {
        return invalid("a file has 10 MB at most");
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
    let file = world.files.store(id, upload, None);
    let shown = objects::attachment(&world, &file, true);
    world.uploads.add(who, file);
    Ok(Json(shown))
}

// --- Watching changes ---

/// The maximum number of changes queued for a watcher, who is disconnected if there are more.
const MAX_QUEUED_CHANGES: usize = 4_096;

async fn watch_changes(
    State(shared): PorchState,
    Query(who): Query<Viewer>,
) -> Result<Sse<impl Stream<Item = std::result::Result<Event, Infallible>>>> {
    let mut world = shared.world();
    let person = find_person(&world, &who.who)?;
    let (sender, receiver) = mpsc::channel(MAX_QUEUED_CHANGES);
    world.watchers.retain(|watcher| !watcher.sender.is_closed());
    world.watchers.push(Watcher { person, sender });
    drop(world);
    let events = stream::unfold(receiver, |mut receiver| async {
        let change: String = receiver.recv().await?;
        Some((Ok(Event::default().data(change)), receiver))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

#[derive(Deserialize)]
struct Range {
    after: Option<usize>,
    limit: Option<usize>,
}

async fn list_requests(State(shared): PorchState, Query(range): Query<Range>) -> Json<Value> {
    let limit = range.limit.unwrap_or(usize::MAX);
    Json(json!(
        shared
            .world()
            .requests
            .list_after(range.after.unwrap_or(0), limit)
    ))
}

async fn list_sessions(State(shared): PorchState) -> Json<Value> {
    let world = shared.world();
    Json(json!({
        "sessions": world.sessions.to_json(), "identified": world.sessions.identify_count,
        "resumed": world.sessions.resume_count, "identifies": world.identify_limiter.to_json(),
        "session_start_limit": world.identify_limiter.limit(&world.settings, world.now_ms()),
        "token_reset": world.identify_limiter.is_token_reset(),
    }))
}

async fn show_refusals(State(shared): PorchState) -> Json<Value> {
    Json(json!(shared.world().refusals))
}
