//! The people's interface, as the page of the porch describes it: who is there, what was said, and what can be
//! changed about the world. What persons do to the bot is in the rooms below.

mod act;
mod apps;
mod files;
mod forms;
mod line;
mod menus;
mod payload;
mod persons;
mod reactions;
mod rights;
mod threads;
mod watch;

use std::{ops::Bound, result::Result as StdResult, sync::Arc};

use axum::{
    Json, Router,
    body::Body,
    extract::{DefaultBodyLimit, FromRequest, Path, Query, Request, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::{delete, get, post},
};
use futures::StreamExt as _;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::{
    Shared,
    ids::Id,
    shapes,
    world::{World, channel::Kind, trouble::Trouble},
};

/// What a request may weigh: a form whose five fields are full, however its letters are written.
const MOST_BYTES: usize = 256 << 10;
/// How much of what is too large is heard before the porch hangs up.
const MOST_HEARD: usize = 16 << 20;

/// Why a person's wish is not granted.
#[derive(thiserror::Error, Debug)]
pub(crate) enum Cannot {
    #[error("there is no {0} with the id {1}")]
    Find(&'static str, String),
    #[error("{0}")]
    Understand(String),
    #[error("that is too much at once: a request takes at most {MOST_BYTES} bytes")]
    Carry,
}

impl IntoResponse for Cannot {
    fn into_response(self) -> Response {
        let status = match &self {
            Cannot::Find(..) => StatusCode::NOT_FOUND,
            Cannot::Understand(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Cannot::Carry => StatusCode::PAYLOAD_TOO_LARGE,
        };
        (status, Json(json!({ "error": self.to_string() }))).into_response()
    }
}

/// A sentence that says what is wrong.
pub(crate) fn wrong<T>(sentence: impl Into<String>) -> Result<T> {
    Err(Cannot::Understand(sentence.into()))
}

pub(crate) type Result<T = Json<Value>> = StdResult<T, Cannot>;
type Porch = State<Arc<Shared>>;

/// A body in JSON; what is none is told in a sentence like everything else.
pub(crate) struct Told<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Told<T> {
    type Rejection = Cannot;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let (head, body) = request.into_parts();
        let request = Request::from_parts(head, Body::from(carried(body).await?));
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(Told(value)),
            Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(Cannot::Carry),
            Err(rejection) => wrong(rejection.body_text()),
        }
    }
}

/// A body, if it is not too large. One that is a little too large is heard to its end: whoever is hung up on while speaking
/// does not hear why.
async fn carried(body: Body) -> Result<Vec<u8>> {
    let (mut carried, mut heard, mut parts) = (Vec::new(), 0, body.into_data_stream());
    while let Some(Ok(part)) = parts.next().await
        && heard <= MOST_HEARD
    {
        heard += part.len();
        if heard <= MOST_BYTES {
            carried.extend_from_slice(&part);
        }
    }
    if heard <= MOST_BYTES { Ok(carried) } else { Err(Cannot::Carry) }
}

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/world", get(world))
        .route("/persons", post(persons::add))
        .route("/persons/{id}/leave", post(persons::leave))
        .route("/persons/{id}/join", post(persons::join))
        .route("/persons/{id}/install", post(persons::install))
        .route("/servers", post(persons::add_server))
        .route("/channels", post(add_channel))
        .route("/channels/{id}", delete(close_channel))
        .route("/channels/{id}/archive", post(archive))
        .route("/channels/{id}/threads", post(threads::begin))
        .route("/channels/{id}/messages", get(messages))
        .route("/messages/{id}", delete(erase))
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

/// Reads an id.
pub(crate) fn id(what: &'static str, text: &str) -> Result<Id> {
    text.parse().map_err(|_| Cannot::Find(what, text.to_owned()))
}

/// A person who is there.
pub(crate) fn person(world: &World, text: &str) -> Result<Id> {
    let found = id("person", text)?;
    if world.persons.contains_key(&found) { Ok(found) } else { Err(Cannot::Find("person", text.to_owned())) }
}

/// A channel that a person sees.
pub(crate) fn channel(world: &World, text: &str, person: Id) -> Result<Id> {
    let found = id("channel", text)?;
    let open = world.channels.get(&found).is_some_and(|channel| world.sees(person, channel));
    if open { Ok(found) } else { Err(Cannot::Find("channel", text.to_owned())) }
}

async fn world(State(shared): Porch) -> Json<Value> {
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

#[derive(Deserialize)]
struct NewChannel {
    name: Option<String>,
    server: Option<String>,
    dm: Option<String>,
    #[serde(default)]
    kind: Sort,
    /// Seconds between two messages of one person.
    #[serde(default)]
    slow: u64,
}

/// What sort of channel somebody wants to have.
#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "snake_case")]
enum Sort {
    #[default]
    Text,
    Announcement,
    Forum,
}

async fn add_channel(State(shared): Porch, Told(new): Told<NewChannel>) -> Result {
    let mut world = shared.world();
    let made = if let Some(whose) = new.dm {
        let whose = person(&world, &whose)?;
        world.dm(whose)
    } else {
        let name = new.name.unwrap_or_default().trim().to_lowercase().replace(' ', "-");
        if name.is_empty() || name.chars().count() > 100 {
            return wrong("a channel needs a name of 1 to 100 letters");
        }
        let server = match new.server {
            Some(server) => Some(id("server", &server)?),
            None => world.servers.keys().next().copied(),
        };
        if server.is_none_or(|server| !world.servers.contains_key(&server)) {
            return wrong("there is no such server");
        }
        if new.slow > 21_600 {
            return wrong("a channel is slow for at most 21600 seconds");
        }
        let kind = match new.kind {
            Sort::Text => Kind::Text,
            Sort::Announcement => Kind::Announcement,
            Sort::Forum => Kind::Forum,
        };
        let made = world.add_channel(server, &name, kind);
        if let Some(channel) = world.channels.get_mut(&made) {
            channel.slow_mode = new.slow;
        }
        world.channel_happened("CREATE", "created", made);
        made
    };
    Ok(Json(world.channels.get(&made).map(|it| shapes::seen_channel(&world, it)).unwrap_or_default()))
}

async fn close_channel(State(shared): Porch, Path(text): Path<String>) -> Result {
    let mut world = shared.world();
    let found = id("channel", &text)?;
    if !world.channels.contains_key(&found) {
        return Err(Cannot::Find("channel", text));
    }
    world.close_channel(found);
    Ok(Json(json!({})))
}

#[derive(Deserialize)]
struct Archive {
    #[serde(default)]
    locked: bool,
    archived: Option<bool>,
}

async fn archive(State(shared): Porch, Path(text): Path<String>, Told(wish): Told<Archive>) -> Result {
    let mut world = shared.world();
    let (found, now_ms) = (id("channel", &text)?, world.now_ms());
    let thread = world.channels.get_mut(&found).and_then(|channel| channel.thread_mut());
    let Some(thread) = thread else { return Err(Cannot::Find("thread", text)) };
    thread.archived = wish.archived.unwrap_or(true);
    thread.locked = wish.locked;
    thread.archive_ms = now_ms;
    world.channel_happened("UPDATE", "changed", found);
    Ok(Json(world.channels.get(&found).map(|it| shapes::seen_channel(&world, it)).unwrap_or_default()))
}

#[derive(Deserialize)]
struct Look {
    #[serde(rename = "as")]
    who: String,
    after: Option<String>,
    limit: Option<usize>,
}

async fn messages(State(shared): Porch, Path(text): Path<String>, Query(look): Query<Look>) -> Result {
    let world = shared.world();
    let who = person(&world, &look.who)?;
    let place = channel(&world, &text, who)?;
    let after = look.after.as_deref().map(|after| id("message", after)).transpose()?.unwrap_or(Id(0));
    let Some(place) = world.channels.get(&place) else { return Err(Cannot::Find("channel", text)) };
    let later = (Bound::Excluded(after), Bound::Unbounded);
    let newest_first = place.messages.range(later).rev().filter_map(|id| world.messages.get(id));
    let seen = newest_first.filter(|message| message.only_for.is_none_or(|only| only == who));
    let mut shown: Vec<Value> =
        seen.take(look.limit.unwrap_or(1_000)).map(|message| shapes::seen_message(&world, message)).collect();
    shown.reverse();
    Ok(Json(Value::Array(shown)))
}

async fn erase(State(shared): Porch, Path(text): Path<String>) -> Result {
    let mut world = shared.world();
    let found = id("message", &text)?;
    if !world.messages.contains_key(&found) {
        return Err(Cannot::Find("message", text));
    }
    world.erase(found);
    Ok(Json(json!({})))
}

async fn ask_trouble(State(shared): Porch, Told(trouble): Told<Trouble>) -> Json<Value> {
    let mut world = shared.world();
    world.troubles.ask(trouble);
    world.strike_gateway();
    Json(json!({}))
}

async fn end_trouble(State(shared): Porch) -> Json<Value> {
    shared.world().troubles.clear();
    Json(json!({}))
}

/// A file of a message.
pub(crate) async fn file(State(shared): Porch, Path((text, _)): Path<(String, String)>) -> Response {
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
