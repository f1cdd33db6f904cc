//! Handles the routes of the application's emojis, and serves their pictures to the page.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::api_request::{ApiRequest, Reply, Result, parse_id};
use crate::api_error::{ApiError, refuse_if};
use crate::form::{Field, validate};
use crate::ids::Id;
use crate::objects;
use crate::shared::Shared;
use crate::world::{Emoji, EmojiPicture, World};

const MAX_EMOJIS: usize = 2_000;
const MAX_PICTURE_BYTES: usize = 256 << 10;

pub(crate) fn route_emojis(
    world: &mut World,
    request: &ApiRequest,
    application: &str,
    rest: &[&str],
) -> Result {
    refuse_if(
        parse_id(application)? != world.bot,
        ApiError::UNKNOWN_APPLICATION,
    )?;
    match (request.method.as_str(), rest) {
        ("GET", []) => {
            let all: Vec<Value> = world
                .emojis
                .values()
                .map(|emoji| emoji_json(world, emoji))
                .collect();
            Ok(Reply::Done(json!({ "items": all })))
        }
        ("POST", []) => create_emoji(world, &request.body.json),
        ("DELETE", [emoji]) => {
            world
                .emojis
                .remove(&parse_id(emoji)?)
                .ok_or(ApiError::UNKNOWN_EMOJI)?;
            Ok(Reply::Nothing)
        }
        _ => Err(ApiError::UNKNOWN_ROUTE),
    }
}

fn emoji_json(world: &World, emoji: &Emoji) -> Value {
    json!({
        "id": emoji.id, "name": emoji.name, "roles": [], "user": objects::user(world, world.bot),
        "require_colons": true, "managed": false, "animated": emoji.picture.is_animated(),
        "available": true,
    })
}

fn create_emoji(world: &mut World, body: &Value) -> Result {
    let picture = body["image"].as_str().and_then(EmojiPicture::from_data_url);
    validate(body, "", |form| {
        check_name(world, &form.get("name"));
        check_picture(&form.get("image"), picture.as_ref());
    })?;
    refuse_if(
        world.emojis.len() >= MAX_EMOJIS,
        ApiError::MAX_EMOJIS_REACHED,
    )?;
    let id = world.ids.next();
    let name = body["name"].as_str().unwrap_or_default().to_owned();
    if let Some(picture) = picture {
        world.emojis.insert(id, Emoji { id, name, picture });
    }
    Ok(Reply::Created(emoji_json(
        world,
        world.emojis.get(&id).ok_or(ApiError::UNKNOWN_EMOJI)?,
    )))
}

fn check_name(world: &World, field: &Field) {
    field.check_text(2, 32);
    let Some(name) = field.value.as_str() else {
        return;
    };
    let is_odd = !name
        .chars()
        .all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    field.add_error_if(
        is_odd,
        "STRING_TYPE_REGEX",
        "String value did not match validation regex.",
    );
    let is_taken = world.emojis.values().any(|item| item.name == name);
    let message = "An emoji with this name already exists";
    field.add_error_if(is_taken, "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", message);
}

fn check_picture(field: &Field, picture: Option<&EmojiPicture>) {
    if field.value.is_null() {
        return field.reject_missing();
    }
    let Some(picture) = picture else {
        return field.add_error("IMAGE_INVALID", "Invalid image");
    };
    let is_heavy = picture.bytes().len() > MAX_PICTURE_BYTES;
    field.add_error_if(
        is_heavy,
        "BINARY_TYPE_MAX_SIZE",
        "File cannot be larger than 256.0 kb.",
    );
}

/// Handles `GET /emojis/{id}.png`: serves the picture in the format in which it was uploaded,
/// whatever the extension.
pub(crate) async fn serve_picture(
    State(shared): State<Arc<Shared>>,
    Path(name): Path<String>,
) -> Response {
    let id = name
        .split_once('.')
        .and_then(|(id, _)| id.parse::<Id>().ok());
    let world = shared.world();
    let Some(picture) = id
        .and_then(|id| world.emojis.get(&id))
        .map(|emoji| &emoji.picture)
    else {
        return (StatusCode::NOT_FOUND, "There is no such emoji.\n").into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, picture.kind.as_str()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // The picture with a given id never changes.
        (header::CACHE_CONTROL, "private, max-age=86400"),
    ];
    (headers, picture.bytes()).into_response()
}
