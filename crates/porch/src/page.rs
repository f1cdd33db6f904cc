//! Serves the page from files embedded in the program.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;

use super::shared::Shared;

#[derive(Embed)]
#[folder = "../../assets/porch"]
struct Files;

/// The fonts of the page, shared with the rendered pictures.
#[derive(Embed)]
#[folder = "../../assets/fonts"]
#[prefix = "fonts/"]
struct Fonts;

fn kind(name: &str) -> Option<&'static str> {
    match name.rsplit_once('.')?.1 {
        "html" => Some("text/html; charset=utf-8"),
        "css" => Some("text/css; charset=utf-8"),
        "js" => Some("text/javascript; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        "ttf" => Some("font/ttf"),
        _ => None,
    }
}

/// Only scripts and styles of our own files run: user content can never become a script.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(crate) fn index() -> Response {
    named("index.html")
}

pub(crate) async fn file(Path(name): Path<String>) -> Response {
    named(&name)
}

/// `GET /porch/texts.js`: the texts of the page in all languages.
pub(crate) async fn texts(State(shared): State<Arc<Shared>>) -> Response {
    respond("text/javascript; charset=utf-8", shared.page_script.clone())
}

fn named(name: &str) -> Response {
    let Some((file, kind)) = Files::get(name)
        .or_else(|| Fonts::get(name))
        .zip(kind(name))
    else {
        return (StatusCode::NOT_FOUND, "The page has no such file.\n").into_response();
    };
    respond(kind, file.data)
}

fn respond(kind: &'static str, body: impl IntoResponse) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        // Another program may use this address tomorrow.
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, body).into_response()
}
