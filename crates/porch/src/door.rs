//! The door: who is let in, and what nobody is told before it is written down. It knows addresses and methods, and nothing
//! of what is asked.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::ids::http_date;
use super::{api_error::ApiError, shared::Shared};

/// Lets in what comes from this machine, and acknowledges nothing that could not be kept.
pub(crate) async fn guard(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    if let Some(reason) = stranger(request.headers(), shared.settings.address.port()) {
        return (StatusCode::FORBIDDEN, reason).into_response();
    }
    let changes = !request.method().is_safe();
    let is_bot = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    let lost = if changes && response.status().is_success() {
        shared.save().err()
    } else {
        None
    };
    if is_bot && let Ok(date) = HeaderValue::from_str(&http_date(shared.settings.clock.now_ms())) {
        // Else it would be the machine's.
        response.headers_mut().insert(header::DATE, date);
    }
    match lost {
        None => response,
        Some(_) if is_bot => (
            StatusCode::INTERNAL_SERVER_ERROR,
            Json(ApiError::INTERNAL.body()),
        )
            .into_response(),
        Some(error) => {
            let why = format!("the porch cannot keep what happens: {error}");
            (
                StatusCode::INTERNAL_SERVER_ERROR,
                Json(json!({ "error": why })),
            )
                .into_response()
        }
    }
}

/// Why a request is refused, if it is: a page from elsewhere makes a browser on this machine ask it. Either its name for us
/// is no loopback name, or it says that it comes from anywhere but this very porch; another program on this machine is
/// elsewhere too. Bots, and people at a terminal, do not say where they come from.
fn stranger(headers: &HeaderMap, port: u16) -> Option<&'static str> {
    let header = |name| {
        headers
            .get(name)
            .map(|value| value.to_str().unwrap_or_default())
    };
    let is_here = header(header::HOST).is_some_and(|host| is_loopback_name(authority(host).0));
    if !is_here {
        return Some("The porch answers to 127.0.0.1 and localhost only.\n");
    }
    let is_own = |origin: &str| {
        origin
            .strip_prefix("http://")
            .map(authority)
            .is_some_and(|(name, at)| {
                is_loopback_name(name) && at.map_or(Some(80), |at| at.parse().ok()) == Some(port)
            })
    };
    let is_own = header(header::ORIGIN).is_none_or(is_own);
    (!is_own).then_some("Of all pages, only the porch's own may ask the porch.\n")
}

/// A name, and the digits of a port if there is one.
fn authority(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (name, Some(port)),
        Some(_) | None => (text, None),
    }
}

fn is_loopback_name(name: &str) -> bool {
    name.eq_ignore_ascii_case("localhost") || name == "[::1]" || name == "127.0.0.1"
}
