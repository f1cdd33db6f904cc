//! Serves the web page of the porch from files that are embedded in the program.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;

use super::shared::Shared;

#[derive(Embed)]
#[folder = "../../assets/porch"]
struct Files;

/// The fonts of the page, which are also those of the rendered pictures.
#[derive(Embed)]
#[folder = "../../assets/fonts"]
#[prefix = "fonts/"]
struct Fonts;

fn media_type(name: &str) -> Option<&'static str> {
    match name.rsplit_once('.')?.1 {
        "html" => Some("text/html; charset=utf-8"),
        "css" => Some("text/css; charset=utf-8"),
        "js" => Some("text/javascript; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        "ttf" => Some("font/ttf"),
        _ => None,
    }
}

/// The policy that allows only the porch's own scripts and styles, so that user content can never
/// run as a script.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(crate) fn serve_index(shared: &Shared) -> Response {
    let mut response = serve_embedded("index.html");
    if let Some(proxy) = &shared.activity_proxy {
        let policy = format!("{CONTENT_SECURITY_POLICY}; frame-src {}", proxy.origin());
        if let Ok(policy) = HeaderValue::from_str(&policy) {
            let headers = response.headers_mut();
            headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        }
    }
    response
}

pub(crate) async fn serve_file(Path(name): Path<String>) -> Response {
    serve_embedded(&name)
}

/// Handles `GET /porch/texts.js`, the texts of the page in all languages.
pub(crate) async fn serve_texts(State(shared): State<Arc<Shared>>) -> Response {
    respond("text/javascript; charset=utf-8", shared.page_script.clone())
}

/// Serves a file of the document that frames the Activity, on the host of the Activity.
pub(crate) fn serve_activity_frame(name: &str) -> Response {
    match name {
        "frame" => serve_embedded("activity-frame.html"),
        "activity-frame.js" | "activity-frame.css" => serve_embedded(name),
        _ => serve_embedded(""),
    }
}

fn serve_embedded(name: &str) -> Response {
    let Some((file, kind)) = Files::get(name)
        .or_else(|| Fonts::get(name))
        .zip(media_type(name))
    else {
        return (StatusCode::NOT_FOUND, "The page has no such file.\n").into_response();
    };
    respond(kind, file.data)
}

fn respond(kind: &'static str, body: impl IntoResponse) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        // Browsers must not cache the page, because another program may use this address later.
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, body).into_response()
}
