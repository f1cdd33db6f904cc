//! Middleware that admits local requests only, and acknowledges changes only after they are saved.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::ids::format_http_date;
use super::{api_error::ApiError, shared::Shared};

/// Admits requests from this machine, and reports changes that could not be saved as errors.
pub(crate) async fn guard_request(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    if let Some(reason) = find_origin_error(request.headers(), shared.settings.address.port()) {
        return (StatusCode::FORBIDDEN, reason).into_response();
    }
    let changes = !request.method().is_safe();
    let is_bot = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    let save_error = if changes && response.status().is_success() {
        shared.save().err()
    } else {
        None
    };
    if is_bot
        && let Ok(date) = HeaderValue::from_str(&format_http_date(shared.settings.clock.now_ms()))
    {
        // Otherwise the server would set the header to the machine's time.
        response.headers_mut().insert(header::DATE, date);
    }
    match save_error {
        None => response,
        Some(_) if is_bot => (
            StatusCode::INTERNAL_SERVER_ERROR,
            Json(ApiError::INTERNAL.to_json()),
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

/// Returns the reason why a request is refused, or `None` if it is admitted.
///
/// Foreign web pages can make a browser on this machine send requests. So the host must be a
/// loopback name, and the origin, if there is one, must be this porch. Bots and command-line tools
/// send no origin.
fn find_origin_error(headers: &HeaderMap, port: u16) -> Option<&'static str> {
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    if !host.is_some_and(|host| is_loopback_name(split_host_port(host).0)) {
        return Some("The porch answers to 127.0.0.1 and localhost only.\n");
    }
    let origin = headers.get(header::ORIGIN)?;
    let is_own = is_origin(origin, is_loopback_name, port);
    (!is_own).then_some("Of all pages, only the porch's own may ask the porch.\n")
}

/// Returns whether an origin has this port and a host name that `is_host` accepts.
pub(crate) fn is_origin(origin: &HeaderValue, is_host: impl Fn(&str) -> bool, port: u16) -> bool {
    origin
        .to_str()
        .ok()
        .and_then(|origin| origin.strip_prefix("http://"))
        .map(split_host_port)
        .is_some_and(|(name, own_port)| {
            let own_port = own_port.map_or(Some(80), |text| text.parse().ok());
            is_host(name) && own_port == Some(port)
        })
}

/// Splits the authority of a URL into the host and the port, if there is one.
pub(crate) fn split_host_port(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (name, Some(port)),
        Some(_) | None => (text, None),
    }
}

pub(crate) fn is_loopback_name(name: &str) -> bool {
    name.eq_ignore_ascii_case("localhost") || name == "[::1]" || name == "127.0.0.1"
}
