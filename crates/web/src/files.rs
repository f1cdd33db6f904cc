//! The files of the page.

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

use crate::error::RequestError;

#[derive(Embed)]
#[folder = "../../assets/board"]
struct Files;

/// Serves the page itself, which is the same for all tables.
pub(crate) async fn serve_page() -> Response {
    serve("index.html")
}

pub(crate) async fn serve_file(Path(name): Path<String>) -> Response {
    serve(&name)
}

/// Serves a file of the page by its name.
pub(crate) fn serve(name: &str) -> Response {
    let Some(file) = Files::get(name) else {
        return RequestError::not_found().into_response();
    };
    let EmbeddedFile { data, .. } = file;
    let media_type = match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let headers = [
        (header::CONTENT_TYPE, media_type),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, data).into_response()
}
