//! REST v10: a request comes in, is read, measured, done in one moment under the lock, and answered. What each route
//! does stands in the rooms below; nothing here knows what a message is.

mod body;
mod call;
mod channels;
mod commands;
mod drafts;
mod emojis;
mod guilds;
mod interactions;
mod messages;
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
use super::world::{BucketLevel, Exceeded, LoggedRequest, TroubleKind};
pub(crate) use body::{MOST_FILE_BYTES, clean_filename};
use call::{Call, Reply, Result};
pub(crate) use commands::add_entry_point;
pub(crate) use emojis::picture as emoji_picture;

/// Answers whatever is no other room's: the API, or nothing.
pub(crate) async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let at = shared.world().started.elapsed();
    let (parts, content) = request.into_parts();
    let method = parts.method;
    let path = parts.uri.path().to_owned();
    let Some(below) = path.strip_prefix("/api/v10/") else {
        if !path.starts_with("/api/") {
            return refused(&ApiError::NOT_FOUND);
        }
        return refused(
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
    let (sent, log) = body::read(content_type.as_deref(), content).await;
    let authorization = text_header(&parts.headers, header::AUTHORIZATION);
    let authorized = authorization
        .and_then(|value| value.strip_prefix("Bot ").map(str::to_owned))
        .is_some_and(|token| token == shared.settings.token);
    let response = if let Some(response) = turned_away(&shared) {
        response
    } else {
        let steps = below.trim_end_matches('/').split('/');
        let steps: Vec<_> = steps
            .map(|step| percent_decode_str(step).decode_utf8_lossy())
            .collect();
        let steps = steps.iter().map(AsRef::as_ref).collect();
        let query =
            form_urlencoded::parse(query.as_deref().unwrap_or_default().as_bytes()).collect();
        let call = sent.map(|sent| Call {
            method: &method,
            steps,
            query,
            sent,
            authorized,
        });
        serve(&shared, &method, &path, call).await
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

/// The answer to somebody who asked too often for what they may not: Cloudflare's, which is no JSON and knows no buckets.
fn turned_away(shared: &Shared) -> Option<Response> {
    let mut world = shared.world();
    let now_ms = world.now_ms();
    let wait = world
        .refusals
        .turn_away(shared.settings.limits.invalid, now_ms)?;
    let mut response = (StatusCode::TOO_MANY_REQUESTS, "error code: 1015").into_response();
    put(response.headers_mut(), "retry-after", &whole_seconds(wait));
    Some(response)
}

/// Answers what was read, or lets the trouble happen that somebody asked for.
async fn serve(shared: &Shared, method: &Method, path: &str, call: Result<Call<'_>>) -> Response {
    let trouble = shared.world().troubles.for_request(method.as_str(), path);
    if let Some(TroubleKind::Slow { ms }) = trouble {
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }
    let mut response = match (trouble, call) {
        (
            Some(TroubleKind::Answer {
                status,
                body: Some(body),
                ..
            }),
            _,
        ) => respond(status, Some(body)),
        (
            Some(TroubleKind::Answer {
                status,
                retry_after,
                global,
                body: None,
            }),
            _,
        ) => troubled(status, retry_after, global),
        (_, Err(refusal)) => refused(&refusal),
        (trouble, Ok(call)) => measured(
            shared,
            call,
            matches!(trouble, Some(TroubleKind::LoseAnswer)),
        ),
    };
    let headers = response.headers_mut();
    headers.insert("via", HeaderValue::from_static("1.1 porch"));
    let scope = text_header(headers, HeaderName::from_static("x-ratelimit-scope"));
    let mut world = shared.world();
    let now_ms = world.now_ms();
    world
        .refusals
        .count(response.status().as_u16(), scope.as_deref(), now_ms);
    response
}

/// Answers a call, and says how often one may ask.
fn measured(shared: &Shared, call: Call, is_lost: bool) -> Response {
    let bucket = route::bucket(call.method, &call.steps);
    let is_measured = call.steps.first() != Some(&"interactions");
    let (level, result) = work(shared, call, &bucket);
    let mut response = match result {
        _ if level.exceeded != Exceeded::No => too_many(level),
        Ok(_) if is_lost => refused(&ApiError::INTERNAL),
        Ok(reply) => {
            let (status, value) = reply.into_parts();
            respond(status, value)
        }
        Err(refusal) => refused(&refusal),
    };
    // What is too much all together says nothing of the bucket. Answers to interactions are not measured so, and some
    // libraries are alarmed when they are.
    if level.exceeded != Exceeded::Global && is_measured {
        let now = Duration::from_millis(shared.settings.clock.now_ms());
        rate_headers(response.headers_mut(), level, &bucket, now);
    }
    response
}

fn work(shared: &Shared, mut call: Call, bucket: &str) -> (BucketLevel, Result) {
    let mut world = shared.world();
    call.authorized &= !world.starts.is_token_reset();
    let limits = shared.settings.limits;
    let now_ms = world.now_ms();
    let steps = call.steps.clone();
    let level = world.buckets.take(
        limits,
        (call.method, &call.steps),
        bucket.to_owned(),
        now_ms,
    );
    // The answer to one too many is written by whoever writes the headers.
    if level.exceeded != Exceeded::No {
        return (level, Ok(Reply::Nothing));
    }
    let method = call.method;
    let result = route::find(&mut world, call).map_err(|refusal| {
        if refusal != ApiError::UNKNOWN_ROUTE {
            return refusal;
        }
        world
            .requests
            .refuse_unknown_route(&format!("{method} /{}", route::template(&steps)))
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

fn refused(refusal: &ApiError) -> Response {
    match refusal.retry_after {
        Some(wait) => limited(refusal.body(), &whole_seconds(wait), false),
        None => respond(refusal.status, Some(refusal.body())),
    }
}

fn too_many(level: BucketLevel) -> Response {
    let global = level.exceeded == Exceeded::Global;
    let body = rate_limited(level.reset_after.as_secs_f64(), global);
    limited(body, &whole_seconds(level.reset_after), global)
}

/// A header says how long to wait in whole seconds; the body is more precise.
fn whole_seconds(wait: Duration) -> String {
    let more = u64::from(wait.subsec_nanos() > 0);
    (wait.as_secs() + more).to_string()
}

/// The answer that somebody asked the porch to give.
fn troubled(status: u16, retry_after: Option<f64>, global: bool) -> Response {
    let seconds = retry_after.unwrap_or(1.0);
    match status {
        429 => limited(rate_limited(seconds, global), &seconds.to_string(), global),
        500 => refused(&ApiError::INTERNAL),
        _ => respond(
            status,
            Some(json!({ "code": 0, "message": format!("{status}: Trouble") })),
        ),
    }
}

fn rate_limited(seconds: f64, global: bool) -> Value {
    json!({ "message": "You are being rate limited.", "retry_after": seconds, "global": global, "code": 0 })
}

fn limited(body: Value, retry_after: &str, global: bool) -> Response {
    let mut response = respond(429, Some(body));
    let headers = response.headers_mut();
    put(headers, "retry-after", retry_after);
    put(
        headers,
        "x-ratelimit-scope",
        if global { "global" } else { "user" },
    );
    if global {
        put(headers, "x-ratelimit-global", "true");
    }
    response
}

fn rate_headers(headers: &mut HeaderMap, level: BucketLevel, bucket: &str, now: Duration) {
    let after = level.reset_after.as_secs_f64();
    put(headers, "x-ratelimit-limit", &level.limit.to_string());
    put(
        headers,
        "x-ratelimit-remaining",
        &level.remaining.to_string(),
    );
    put(
        headers,
        "x-ratelimit-reset",
        &format!("{:.3}", (now + level.reset_after).as_secs_f64()),
    );
    put(headers, "x-ratelimit-reset-after", &format!("{after:.3}"));
    // By hand, because the hashes of the standard library may change with its versions.
    // Discord's buckets have names that mean nothing: so many hexadecimal digits, the same for the same route.
    let template = bucket.split('|').next().unwrap_or_default();
    let name = template
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    put(headers, "x-ratelimit-bucket", &format!("{name:016x}"));
}

fn put(headers: &mut HeaderMap, name: &'static str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}
