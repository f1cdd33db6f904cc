//! Files that persons bring: first to have them at hand, then to send them, with a message, as an option or in a form.

use std::sync::Arc;

use axum::{
    Json,
    body::{Body, to_bytes},
    extract::{Path, Query, State},
    http::{HeaderMap, header},
};
use serde::Deserialize;

use super::{Result, person, wrong};
use crate::porch::{
    Shared,
    rest::{MOST_FILE_BYTES, clean_filename},
    shapes,
    world::files::Upload,
};

#[derive(Deserialize)]
pub(crate) struct Who {
    #[serde(rename = "as")]
    who: String,
}

/// `POST files/{filename}`: the body is the file.
pub(crate) async fn bring(
    State(shared): State<Arc<Shared>>,
    Path(filename): Path<String>,
    Query(whose): Query<Who>,
    headers: HeaderMap,
    body: Body,
) -> Result {
    let who = person(&shared.world(), &whose.who)?;
    let Ok(bytes) = to_bytes(body, MOST_FILE_BYTES).await else {
        return wrong("a file has 10 MB at most");
    };
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let upload = Upload {
        number: 0,
        filename: clean_filename(&filename),
        content_type: content_type.map(str::to_owned),
        bytes,
    };
    let mut world = shared.world();
    let id = world.bring(who, upload);
    let shown = world.uploads.get(id).map(|file| shapes::attachment(&world, file, true));
    Ok(Json(shown.unwrap_or_default()))
}
