//! What persons ask, read; and how they are told that something cannot be done.

use std::{collections::BTreeMap, result::Result as StdResult, sync::Arc};

use axum::Json;
use axum::body::Body;
use axum::extract::{FromRequest, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use futures::StreamExt as _;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::ids::Id;
use crate::shapes;
use crate::shared::Shared;
use crate::world::{Channel, World};

/// What a request may weigh: a form whose five fields are full, however its letters are written.
pub(crate) const MOST_BYTES: usize = 256 << 10;
/// How much of what is too large is heard before the porch hangs up.
const MOST_HEARD: usize = 16 << 20;

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

pub(crate) fn wrong<T>(sentence: impl Into<String>) -> Result<T> {
    Err(Cannot::Understand(sentence.into()))
}

pub(crate) fn wrong_if(is_so: bool, sentence: impl Into<String>) -> Result<()> {
    if is_so { wrong(sentence) } else { Ok(()) }
}

/// What a person is told in JSON, or why a wish is not granted.
pub(crate) type Result<T = Value> = StdResult<T, Cannot>;
pub(crate) type PorchState = State<Arc<Shared>>;

/// A body in JSON; what is none is told in a sentence like everything else.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Cannot;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let (head, body) = request.into_parts();
        let request = Request::from_parts(head, Body::from(carried(body).await?));
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(JsonBody(value)),
            Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(Cannot::Carry)
            }
            Err(rejection) => wrong(rejection.body_text()),
        }
    }
}

/// A body, if it is not too large. One that is a little too large is heard to its end: whoever is hung up on while speaking
/// does not hear why.
async fn carried(body: Body) -> Result<Vec<u8>> {
    let mut carried = Vec::new();
    let mut heard = 0;
    let mut parts = body.into_data_stream();
    while let Some(Ok(part)) = parts.next().await
        && heard <= MOST_HEARD
    {
        heard += part.len();
        if heard <= MOST_BYTES {
            carried.extend_from_slice(&part);
        }
    }
    if heard <= MOST_BYTES {
        Ok(carried)
    } else {
        Err(Cannot::Carry)
    }
}

pub(crate) fn id(what: &'static str, text: &str) -> Result<Id> {
    text.parse()
        .map_err(|_| Cannot::Find(what, text.to_owned()))
}

pub(crate) fn find<'a, T>(
    things: &'a BTreeMap<Id, T>,
    what: &'static str,
    text: &str,
) -> Result<&'a T> {
    find_if(things, what, text, |_| true)
}

pub(crate) fn find_if<'a, T>(
    things: &'a BTreeMap<Id, T>,
    what: &'static str,
    text: &str,
    fits: impl Fn(&T) -> bool,
) -> Result<&'a T> {
    things
        .get(&id(what, text)?)
        .filter(|it| fits(it))
        .ok_or_else(|| Cannot::Find(what, text.to_owned()))
}

pub(crate) fn person(world: &World, text: &str) -> Result<Id> {
    Ok(find(&world.persons, "person", text)?.id)
}

pub(crate) fn channel<'a>(world: &'a World, text: &str, person: Id) -> Result<&'a Channel> {
    find_if(&world.channels, "channel", text, |it| {
        world.sees(person, it)
    })
}

/// The server that is named, or the first.
pub(crate) fn server(world: &World, named: Option<&str>) -> Result<Id> {
    match named {
        Some(text) => Ok(find(&world.servers, "server", text)?.id),
        None => world
            .servers
            .keys()
            .next()
            .copied()
            .ok_or(Cannot::Find("server", String::new())),
    }
}

/// A channel as people see it, after it was changed.
pub(crate) fn shown_channel(world: &World, id: Id) -> Value {
    world
        .channels
        .get(&id)
        .map(|it| shapes::seen_channel(world, it))
        .unwrap_or_default()
}

/// A message as people see it, after it was changed.
pub(crate) fn shown_message(world: &World, id: Id) -> Value {
    world
        .messages
        .get(&id)
        .map(|it| shapes::seen_message(world, it))
        .unwrap_or_default()
}

#[derive(Deserialize)]
pub(crate) struct Who {
    #[serde(rename = "as")]
    pub(crate) who: String,
}
