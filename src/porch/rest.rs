//! REST v10: a request comes in, is read, measured, done in one moment under the lock, and answered. What each route
//! does stands in the rooms below; nothing here knows what a message is.

mod body;
mod channels;
mod commands;
mod drafts;
mod guilds;
mod incoming;
mod interactions;
mod messages;
mod polls;
mod reactions;
mod route;
mod threads;
mod webhooks;

use std::{sync::Arc, time::Duration};

use axum::{
    Json,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use super::{
    Shared,
    ids::Id,
    refusal::{Refusal, invalid},
    world::{
        limits::{Exceeded, Level},
        requests,
        trouble::Kind as Trouble,
    },
};
use body::Sent;
pub(crate) use body::{MOST_FILE_BYTES, clean as clean_filename};

/// A request, read.
pub(crate) struct Call<'a> {
    pub(crate) method: &'a Method,
    /// The path below `/api/v10`, step by step.
    pub(crate) steps: Vec<&'a str>,
    pub(crate) query: Vec<(String, String)>,
    pub(crate) sent: Sent,
    /// Whether the bot's token came with it.
    pub(crate) authorized: bool,
}

impl Call<'_> {
    pub(crate) fn query(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Whether the query says yes, in any of the ways that Discord takes.
    pub(crate) fn is_set(&self, name: &str) -> bool {
        self.query(name).is_some_and(|value| matches!(value.to_lowercase().as_str(), "true" | "1"))
    }

    /// A number of the query between two bounds.
    pub(crate) fn number(&self, name: &str, usual: usize, least: usize, most: usize) -> Result<usize> {
        match self.query(name).map(str::parse) {
            None => Ok(usual),
            Some(Ok(number)) if (least..=most).contains(&number) => Ok(number),
            Some(_) => {
                let message = format!("int value should be between {least} and {most}.");
                Err(invalid(name, "NUMBER_TYPE_MAX", message))
            }
        }
    }

    /// An id of the query.
    pub(crate) fn id(&self, name: &str) -> Result<Option<Id>> {
        self.query(name).map(route::id).transpose()
    }
}

/// What is answered to a request that is granted.
pub(crate) enum Reply {
    Done(Value),
    Created(Value),
    Nothing,
}

impl Reply {
    fn into_parts(self) -> (u16, Option<Value>) {
        match self {
            Reply::Done(value) => (200, Some(value)),
            Reply::Created(value) => (201, Some(value)),
            Reply::Nothing => (204, None),
        }
    }
}

/// What a room answers.
pub(crate) type Result<T = Reply> = std::result::Result<T, Refusal>;

/// Answers whatever is no other room's: the API, or nothing.
pub(crate) async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let at = shared.world().started.elapsed();
    let (parts, content) = request.into_parts();
    let (method, path) = (parts.method, parts.uri.path().to_owned());
    let Some(below) = path.strip_prefix("/api/v10/") else {
        return respond(404, Some(Refusal::NO_SUCH_ROUTE.body()));
    };
    let query = parts.uri.query().map(str::to_owned);
    let content_type = text_header(&parts.headers, header::CONTENT_TYPE);
    let (sent, log) = body::read(content_type.as_deref(), content).await;
    let authorization = text_header(&parts.headers, header::AUTHORIZATION);
    let authorized = authorization
        .and_then(|value| value.strip_prefix("Bot ").map(str::to_owned))
        .is_some_and(|token| token == shared.settings.token);
    let trouble = shared.world().troubles.for_request(method.as_str(), &path);
    if let Some(Trouble::Slow { ms }) = trouble {
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }
    let steps: Vec<String> =
        below.trim_end_matches('/').split('/').map(|step| undo_escapes(step, false)).collect();
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    let bucket = route::bucket(&method, &steps);
    let mut response = match (trouble, sent) {
        (Some(Trouble::Answer { status, body: Some(body), .. }), _) => respond(status, Some(body)),
        (Some(Trouble::Answer { status, retry_after, global, body: None }), _) => {
            troubled(status, retry_after, global)
        }
        (_, Err(refusal)) => refused(&refusal),
        (trouble, Ok(sent)) => {
            let query = query.as_deref().map(read_query).unwrap_or_default();
            let is_measured = steps.first() != Some(&"interactions");
            let call = Call { method: &method, steps, query, sent, authorized };
            let (level, result) = work(&shared, call, &bucket);
            let mut response = match (trouble, result) {
                _ if level.exceeded != Exceeded::No => too_many(level),
                (Some(Trouble::LoseAnswer), Ok(_)) => respond(500, Some(internal_error())),
                (_, Ok(reply)) => {
                    let (status, value) = reply.into_parts();
                    respond(status, value)
                }
                (_, Err(refusal)) => refused(&refusal),
            };
            // What is too much all together says nothing of the bucket. Answers to interactions are not measured so, and some
            // libraries are alarmed when they are.
            if level.exceeded != Exceeded::Global && is_measured {
                let now = Duration::from_millis(shared.settings.clock.now_ms());
                rate_headers(response.headers_mut(), level, &bucket, now);
            }
            response
        }
    };
    let status = response.status().as_u16();
    response.headers_mut().insert("via", HeaderValue::from_static("1.1 porch"));
    let method = method.to_string();
    let request = requests::Request { at, method, path, query, content_type, body: log, status };
    shared.world().requests.log(request);
    response
}

/// Does what was asked, in one moment.
fn work(shared: &Shared, call: Call, bucket: &str) -> (Level, Result) {
    let mut world = shared.world();
    let (limits, now_ms) = (shared.settings.limits, world.now_ms());
    let level = world.buckets.take(limits, (call.method, &call.steps), bucket.to_owned(), now_ms);
    // The answer to one too many is written by whoever writes the headers.
    let result =
        if level.exceeded == Exceeded::No { route::find(&mut world, call) } else { Ok(Reply::Nothing) };
    (level, result)
}

fn text_header(headers: &HeaderMap, name: header::HeaderName) -> Option<String> {
    headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
}

fn respond(status: u16, value: Option<Value>) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    match value {
        Some(value) => (status, Json(value)).into_response(),
        None => status.into_response(),
    }
}

fn internal_error() -> Value {
    json!({ "code": 0, "message": "500: Internal Server Error" })
}

fn refused(refusal: &Refusal) -> Response {
    let mut response = respond(refusal.status, Some(refusal.body()));
    if let Some(wait) = refusal.retry_after {
        let headers = response.headers_mut();
        put(headers, "retry-after", &whole_seconds(wait));
        put(headers, "x-ratelimit-scope", "user");
    }
    response
}

/// The answer that one request too many gets.
fn too_many(level: Level) -> Response {
    let global = level.exceeded == Exceeded::Global;
    let mut response = troubled(429, Some(level.reset_after.as_secs_f64()), global);
    put(response.headers_mut(), "retry-after", &whole_seconds(level.reset_after));
    response
}

/// A header says how long to wait in whole seconds; the body is more precise.
fn whole_seconds(wait: Duration) -> String {
    let more = u64::from(wait.subsec_nanos() > 0);
    (wait.as_secs() + more).to_string()
}

/// The answer that somebody asked the porch to give.
fn troubled(status: u16, retry_after: Option<f64>, global: bool) -> Response {
    if status != 429 {
        let message = format!("{status}: Trouble");
        let body = if status == 500 { internal_error() } else { json!({ "code": 0, "message": message }) };
        return respond(status, Some(body));
    }
    let seconds = retry_after.unwrap_or(1.0);
    let body = json!({
        "message": "You are being rate limited.",
        "retry_after": seconds,
        "global": global,
        "code": 0,
    });
    let mut response = respond(429, Some(body));
    let headers = response.headers_mut();
    put(headers, "retry-after", &format!("{seconds}"));
    put(headers, "x-ratelimit-scope", if global { "global" } else { "user" });
    if global {
        put(headers, "x-ratelimit-global", "true");
    }
    response
}

fn rate_headers(headers: &mut HeaderMap, level: Level, bucket: &str, now: Duration) {
    let after = level.reset_after.as_secs_f64();
    put(headers, "x-ratelimit-limit", &level.limit.to_string());
    put(headers, "x-ratelimit-remaining", &level.remaining.to_string());
    put(headers, "x-ratelimit-reset", &format!("{:.3}", (now + level.reset_after).as_secs_f64()));
    put(headers, "x-ratelimit-reset-after", &format!("{after:.3}"));
    // Discord's buckets have names that mean nothing: so many hexadecimal digits, the same for the same route.
    let template = bucket.split('|').next().unwrap_or_default();
    let name = template.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    put(headers, "x-ratelimit-bucket", &format!("{name:016x}"));
}

fn put(headers: &mut HeaderMap, name: &'static str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

/// The pairs of a query, with their `%20` undone.
fn read_query(query: &str) -> Vec<(String, String)> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (undo_escapes(name, true), undo_escapes(value, true))
        })
        .collect()
}

/// A text with its `%20` undone. In a query a plus is a blank, in a path it is a plus.
fn undo_escapes(text: &str, plus_is_blank: bool) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'+' if plus_is_blank => bytes.push(b' '),
            b'%' => {
                let digit =
                    |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16)).unwrap_or(0);
                let (high, low) = (digit(rest.next()), digit(rest.next()));
                bytes.push(u8::try_from(high * 16 + low).unwrap_or(b'?'));
            }
            other => bytes.push(other),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
