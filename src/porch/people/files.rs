//! Files that persons bring: first to have them at hand, then to send them, with a message, as an option or in a form.

use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};

use serde_json::Value;

use super::request::{PorchState, Result, Who, person, wrong};
use crate::rest::{MOST_FILE_BYTES, clean_filename};
use crate::shapes;
use crate::world::Upload;

/// `POST files/{filename}`: the body is the file.
pub(crate) async fn bring(
    State(shared): PorchState,
    Path(filename): Path<String>,
    Query(whose): Query<Who>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Value>> {
    let who = person(&shared.world(), &whose.who)?;
    let Ok(bytes) = to_bytes(body, MOST_FILE_BYTES).await else { return wrong("a file has 10 MB at most") };
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
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
