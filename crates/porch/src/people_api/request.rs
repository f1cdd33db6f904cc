//! Parses requests to the HTTP interface for people, and reports errors as sentences.

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
use crate::objects;
use crate::shared::Shared;
use crate::world::{Channel, World};

/// The maximum size of a JSON body, enough for a modal with five full fields in any encoding.
pub(crate) const MAX_BYTES: usize = 256 << 10;
/// The maximum number of bytes of an oversized body that are read before the connection is closed.
const MAX_DRAINED_BYTES: usize = 16 << 20;

#[derive(thiserror::Error, Debug)]
pub(crate) enum PeopleApiError {
    #[error("there is no {0} with the id {1}")]
    NotFound(&'static str, String),
    #[error("{0}")]
    Invalid(String),
    #[error("that is too much at once: a request takes at most {MAX_BYTES} bytes")]
    TooLarge,
}

impl IntoResponse for PeopleApiError {
    fn into_response(self) -> Response {
        let status = match &self {
            PeopleApiError::NotFound(..) => StatusCode::NOT_FOUND,
            PeopleApiError::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
            PeopleApiError::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        };
        (status, Json(json!({ "error": self.to_string() }))).into_response()
    }
}

pub(crate) fn invalid<T>(sentence: impl Into<String>) -> Result<T> {
    Err(PeopleApiError::Invalid(sentence.into()))
}

pub(crate) fn invalid_if(condition: bool, sentence: impl Into<String>) -> Result<()> {
    if condition { invalid(sentence) } else { Ok(()) }
}

/// The JSON response, or the reason why the request is refused.
pub(crate) type Result<T = Value> = StdResult<T, PeopleApiError>;
pub(crate) type PorchState = State<Arc<Shared>>;

/// A JSON body whose parse errors are reported as sentences.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = PeopleApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let (head, body) = request.into_parts();
        let request = Request::from_parts(head, Body::from(read_bounded(body).await?));
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(JsonBody(value)),
            Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(PeopleApiError::TooLarge)
            }
            Err(rejection) => invalid(rejection.body_text()),
        }
    }
}

/// Reads a body up to [`MAX_BYTES`]. The rest of a larger body is read and discarded up to
/// [`MAX_DRAINED_BYTES`], because a client that is cut off while it sends never sees the error.
async fn read_bounded(body: Body) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut received = 0;
    let mut parts = body.into_data_stream();
    while let Some(Ok(part)) = parts.next().await
        && received <= MAX_DRAINED_BYTES
    {
        received += part.len();
        if received <= MAX_BYTES {
            bytes.extend_from_slice(&part);
        }
    }
    if received <= MAX_BYTES {
        Ok(bytes)
    } else {
        Err(PeopleApiError::TooLarge)
    }
}

pub(crate) fn parse_id(noun: &'static str, text: &str) -> Result<Id> {
    text.parse()
        .map_err(|_| PeopleApiError::NotFound(noun, text.to_owned()))
}

pub(crate) fn find_by_id<'a, T>(
    objects_by_id: &'a BTreeMap<Id, T>,
    noun: &'static str,
    text: &str,
) -> Result<&'a T> {
    find_by_id_if(objects_by_id, noun, text, |_| true)
}

pub(crate) fn find_by_id_if<'a, T>(
    objects_by_id: &'a BTreeMap<Id, T>,
    noun: &'static str,
    text: &str,
    fits: impl Fn(&T) -> bool,
) -> Result<&'a T> {
    objects_by_id
        .get(&parse_id(noun, text)?)
        .filter(|item| fits(item))
        .ok_or_else(|| PeopleApiError::NotFound(noun, text.to_owned()))
}

pub(crate) fn find_person(world: &World, text: &str) -> Result<Id> {
    Ok(find_by_id(&world.persons, "person", text)?.id)
}

pub(crate) fn find_channel<'a>(world: &'a World, text: &str, person: Id) -> Result<&'a Channel> {
    find_by_id_if(&world.channels, "channel", text, |item| {
        world.can_view(person, item)
    })
}

/// Returns the id of the named guild, or of the first one if none is named.
pub(crate) fn find_guild(world: &World, named: Option<&str>) -> Result<Id> {
    match named {
        Some(text) => Ok(find_by_id(&world.guilds, "server", text)?.id),
        None => world
            .guilds
            .keys()
            .next()
            .copied()
            .ok_or(PeopleApiError::NotFound("server", String::new())),
    }
}

pub(crate) fn channel_view_of(world: &World, id: Id) -> Value {
    world
        .channels
        .get(&id)
        .map(|item| objects::channel_view(world, item))
        .unwrap_or_default()
}

pub(crate) fn message_view_of(world: &World, id: Id) -> Value {
    world
        .messages
        .get(&id)
        .map(|item| objects::message_view(world, item))
        .unwrap_or_default()
}

#[derive(Deserialize)]
pub(crate) struct Viewer {
    #[serde(rename = "as")]
    pub(crate) who: String,
}
