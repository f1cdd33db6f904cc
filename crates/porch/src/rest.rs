//! REST v10: parses a request, applies rate limits, handles it while the world is locked, and logs
//! it.
//!
//! The handlers of the routes are in the submodules.

mod activities;
mod api_request;
mod body;
mod channels;
mod commands;
mod drafts;
mod emojis;
mod guilds;
mod interactions;
mod messages;
mod oauth2;
mod route;
mod threads;

use std::{sync::Arc, time::Duration};

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

use super::api_error::ApiError;
use super::shared::Shared;
use super::world::{BucketLevel, Exceeded, FaultKind, LoggedRequest};
use api_request::{ApiRequest, Reply, Result};
pub(crate) use body::{MAX_FILE_BYTES, clean_filename};
pub(crate) use commands::add_entry_point;
pub(crate) use emojis::serve_picture as emoji_picture;

/// Handles requests below `/api/v10/`. Others below `/api/` are unknown routes, the rest not found.
pub(crate) async fn handle_request(
    State(shared): State<Arc<Shared>>,
    request: Request,
) -> Response {
    let at = shared.world().started.elapsed();
    let (parts, content) = request.into_parts();
    let method = parts.method;
    let path = parts.uri.path().to_owned();
    let Some(below) = strip_api_version(&path) else {
        if !path.starts_with("/api/") {
            return error_response(&ApiError::NOT_FOUND);
        }
        return error_response(
            &shared
                .world()
                .requests
                .refuse_unknown_route(&format!("{method} {path}")),
        );
    };
    let query = parts.uri.query().map(str::to_owned);
    let content_type = text_header(&parts.headers, header::CONTENT_TYPE);
    let bytes =
        text_header(&parts.headers, header::CONTENT_LENGTH).and_then(|length| length.parse().ok());
    let bytes = bytes.unwrap_or_default();
    let (body, log) = body::read_body(content_type.as_deref(), content).await;
    let authorization = text_header(&parts.headers, header::AUTHORIZATION);
    let authorization = authorization.as_deref().unwrap_or_default();
    let authorized = authorization.strip_prefix("Bot ") == Some(shared.settings.token.as_str());
    let access_token = authorization.strip_prefix("Bearer ").map(str::to_owned);
    let response = if let Some(response) = cloudflare_block_response(&shared) {
        response
    } else {
        let segments = below.trim_end_matches('/').split('/');
        let segments: Vec<_> = segments
            .map(|segment| percent_decode_str(segment).decode_utf8_lossy())
            .collect();
        let segments = segments.iter().map(AsRef::as_ref).collect();
        let query =
            form_urlencoded::parse(query.as_deref().unwrap_or_default().as_bytes()).collect();
        let request = body.map(|body| ApiRequest {
            method: &method,
            segments,
            query,
            body,
            authorized,
            access_token,
        });
        handle_or_inject_fault(&shared, &method, &path, request).await
    };
    let status = response.status().as_u16();
    let method = method.to_string();
    let request = LoggedRequest {
        at,
        method,
        path,
        query,
        content_type,
        body: log,
        bytes,
        status,
    };
    shared.world().requests.log(request);
    response
}

/// The paths of `OAuth2`, which Discord's documentation also shows without a version.
const UNVERSIONED_PATHS: [&str; 3] = ["/api/oauth2/token", "/api/oauth2/@me", "/api/users/@me"];

/// Returns the path below `/api/v10/`.
fn strip_api_version(path: &str) -> Option<&str> {
    let unversioned = path
        .strip_prefix("/api/")
        .filter(|_| UNVERSIONED_PATHS.contains(&path));
    path.strip_prefix("/api/v10/").or(unversioned)
}

/// Returns Cloudflare's response (which is not JSON) if the bot has made too many invalid requests.
fn cloudflare_block_response(shared: &Shared) -> Option<Response> {
    let mut world = shared.world();
    let now_ms = world.now_ms();
    let wait = world
        .refusals
        .check_shut_out(shared.settings.limits.invalid, now_ms)?;
    let mut response = (StatusCode::TOO_MANY_REQUESTS, "error code: 1015").into_response();
    set_header(
        response.headers_mut(),
        "retry-after",
        &format_retry_after(wait),
    );
    Some(response)
}

/// Handles a parsed request, or answers it with an injected fault.
async fn handle_or_inject_fault(
    shared: &Shared,
    method: &Method,
    path: &str,
    request: Result<ApiRequest<'_>>,
) -> Response {
    let fault = shared
        .world()
        .faults
        .take_for_request(method.as_str(), path);
    if let Some(FaultKind::Slow { ms }) = fault {
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }
    let mut response = match (fault, request) {
        (
            Some(FaultKind::Answer {
                status,
                body: Some(body),
                ..
            }),
            _,
        ) => respond(status, Some(body)),
        (
            Some(FaultKind::Answer {
                status,
                retry_after,
                global,
                body: None,
            }),
            _,
        ) => fault_response(status, retry_after, global),
        (_, Err(error)) => error_response(&error),
        (fault, Ok(request)) => respond_with_rate_limits(
            shared,
            request,
            matches!(fault, Some(FaultKind::LoseAnswer)),
        ),
    };
    let headers = response.headers_mut();
    headers.insert("via", HeaderValue::from_static("1.1 porch"));
    let scope = text_header(headers, HeaderName::from_static("x-ratelimit-scope"));
    let mut world = shared.world();
    let now_ms = world.now_ms();
    world
        .refusals
        .record_response(response.status().as_u16(), scope.as_deref(), now_ms);
    response
}

/// Handles a request, and adds the rate-limit headers to its response.
fn respond_with_rate_limits(shared: &Shared, request: ApiRequest, loses_answer: bool) -> Response {
    let bucket = route::bucket_key(request.method, &request.segments);
    let has_rate_limit_headers = request.segments.first() != Some(&"interactions");
    let (level, result) = handle_within_limits(shared, request, &bucket);
    let mut response = match result {
        _ if level.exceeded != Exceeded::No => rate_limit_response(level),
        Ok(_) if loses_answer => error_response(&ApiError::INTERNAL),
        Ok(reply) => {
            let (status, value) = reply.into_parts();
            respond(status, value)
        }
        Err(error) => error_response(&error),
    };
    // An exceeded global limit says nothing about the bucket. Responses to interaction callbacks
    // have no rate-limit headers, because those alarm some libraries.
    if level.exceeded != Exceeded::Global && has_rate_limit_headers {
        let now = Duration::from_millis(shared.settings.clock.now_ms());
        set_rate_limit_headers(response.headers_mut(), level, &bucket, now);
    }
    response
}

fn handle_within_limits(
    shared: &Shared,
    mut request: ApiRequest,
    bucket: &str,
) -> (BucketLevel, Result) {
    let mut world = shared.world();
    request.authorized &= !world.identify_limiter.is_token_reset();
    let limits = shared.settings.limits;
    let now_ms = world.now_ms();
    let segments = request.segments.clone();
    let level = world.buckets.take_request(
        limits,
        request.method,
        &request.segments,
        bucket.to_owned(),
        now_ms,
    );
    // The caller turns an exceeded limit into a response with status 429.
    if level.exceeded != Exceeded::No {
        return (level, Ok(Reply::Nothing));
    }
    let method = request.method;
    let result = route::dispatch(&mut world, request).map_err(|error| {
        if error != ApiError::UNKNOWN_ROUTE {
            return error;
        }
        world
            .requests
            .refuse_unknown_route(&format!("{method} /{}", route::path_template(&segments)))
    });
    (level, result)
}

fn text_header(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    headers
        .get(name)
        .and_then(|value| value.to_str().ok())
        .map(str::to_owned)
}

fn respond(status: u16, value: Option<Value>) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    match value {
        Some(value) => (status, Json(value)).into_response(),
        None => status.into_response(),
    }
}

fn error_response(error: &ApiError) -> Response {
    match error.retry_after {
        Some(wait) => limited_response(error.to_json(), &format_retry_after(wait), false),
        None => respond(error.status, Some(error.to_json())),
    }
}

fn rate_limit_response(level: BucketLevel) -> Response {
    let global = level.exceeded == Exceeded::Global;
    let body = rate_limit_body(level.reset_after.as_secs_f64(), global);
    limited_response(body, &format_retry_after(level.reset_after), global)
}

/// Formats a wait in seconds, rounded up, for the `retry-after` header; the body is more precise.
fn format_retry_after(wait: Duration) -> String {
    let more = u64::from(wait.subsec_nanos() > 0);
    (wait.as_secs() + more).to_string()
}

/// Returns the response that an injected fault demands.
fn fault_response(status: u16, retry_after: Option<f64>, global: bool) -> Response {
    let seconds = retry_after.unwrap_or(1.0);
    match status {
        429 => limited_response(
            rate_limit_body(seconds, global),
            &seconds.to_string(),
            global,
        ),
        500 => error_response(&ApiError::INTERNAL),
        _ => respond(
            status,
            Some(json!({ "code": 0, "message": format!("{status}: Trouble") })),
        ),
    }
}

fn rate_limit_body(seconds: f64, global: bool) -> Value {
    json!({ "message": "You are being rate limited.", "retry_after": seconds, "global": global, "code": 0 })
}

fn limited_response(body: Value, retry_after: &str, global: bool) -> Response {
    let mut response = respond(429, Some(body));
    let headers = response.headers_mut();
    set_header(headers, "retry-after", retry_after);
    set_header(
        headers,
        "x-ratelimit-scope",
        if global { "global" } else { "user" },
    );
    if global {
        set_header(headers, "x-ratelimit-global", "true");
    }
    response
}

fn set_rate_limit_headers(
    headers: &mut HeaderMap,
    level: BucketLevel,
    bucket: &str,
    now: Duration,
) {
    let after = level.reset_after.as_secs_f64();
    set_header(headers, "x-ratelimit-limit", &level.limit.to_string());
    set_header(
        headers,
        "x-ratelimit-remaining",
        &level.remaining.to_string(),
    );
    set_header(
        headers,
        "x-ratelimit-reset",
        &format!("{:.3}", (now + level.reset_after).as_secs_f64()),
    );
    set_header(headers, "x-ratelimit-reset-after", &format!("{after:.3}"));
    // Discord's bucket names are opaque but stable per route. FNV-1a is written by hand, because
    // the hashes of the standard library may change between its versions.
    let template = bucket.split('|').next().unwrap_or_default();
    let name = template
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    set_header(headers, "x-ratelimit-bucket", &format!("{name:016x}"));
}

fn set_header(headers: &mut HeaderMap, name: &'static str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}
