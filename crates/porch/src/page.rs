//! The page to sit at. Its files are part of the program, so that nothing is built and nothing fetched from elsewhere.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;

use super::shared::Shared;

/// The files of the page, all that lie in its folder.
#[derive(Embed)]
#[folder = "../../assets/porch"]
struct Files;

/// The letters of the page, which those of the pictures are too.
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

/// Nothing from elsewhere, nothing that was not a file of ours: what people and bots write can never become a script.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(crate) fn index() -> Response {
    named("index.html")
}

pub(crate) async fn file(Path(name): Path<String>) -> Response {
    named(&name)
}

/// `GET /porch/said.js`: its words, in all languages.
pub(crate) async fn said(State(shared): State<Arc<Shared>>) -> Response {
    as_it_is("text/javascript; charset=utf-8", shared.said.clone())
}

fn named(name: &str) -> Response {
    let Some((file, kind)) = Files::get(name)
        .or_else(|| Fonts::get(name))
        .zip(kind(name))
    else {
        return (StatusCode::NOT_FOUND, "The page has no such file.\n").into_response();
    };
    as_it_is(kind, file.data)
}

fn as_it_is(kind: &'static str, body: impl IntoResponse) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        // Another program may sit at this address tomorrow.
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, body).into_response()
}
