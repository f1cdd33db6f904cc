//! REST v10: every request is looked at, remembered, perhaps troubled, and handed to the world.

use std::time::Duration;

use axum::{
    body::Body,
    extract::{Path, State},
    http::{HeaderMap, Request, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use super::{
    Shared,
    body::{self, Sent},
    ids::millis,
    messages::id_of,
    payload,
    refusal::Refusal,
    trouble::Kind as Trouble,
    world::{Request as Noted, World},
};

/// Limits that no well-made bot meets here; what it does when it meets one is asked for as a trouble.
const LIMIT: u32 = 10_000;

type Answer = Result<Value, Refusal>;

/// Serves a request of a bot.
pub(super) async fn serve(State(shared): State<Shared>, request: Request<Body>) -> Response {
    if !is_local(request.headers()) {
        return refused(&Refusal::not_found());
    }
    let method = request.method().as_str().to_owned();
    let path = request.uri().path().to_owned();
    let query = query_of(request.uri().query().unwrap_or_default());
    let authorization = request.headers().get(header::AUTHORIZATION).and_then(|it| it.to_str().ok());
    let authorization = authorization.map(str::to_owned);
    let sent = body::read(request).await;
    let slow = shared.lock().trouble(&Trouble::Slow { ms: 0 }, &method, &path);
    if let Some(Trouble::Slow { ms }) = slow {
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }
    let mut world = shared.lock();
    let files =
        sent.as_ref().map(|sent| sent.files.iter().map(|it| (it.name.clone(), it.bytes.len())).collect());
    let (json, kind) =
        sent.as_ref().map(|sent| (sent.json.clone(), sent.content_type.clone())).unwrap_or_default();
    let response = troubled(&mut world, &method, &path).unwrap_or_else(|| {
        let lost = world.trouble(&Trouble::LoseAnswer, &method, &path).is_some();
        let parts: Vec<&str> =
            path.trim_start_matches("/api/v10").split('/').filter(|it| !it.is_empty()).collect();
        let answer = match &sent {
            Ok(sent) if path.starts_with("/api/v10/") => {
                handle(&mut world, &method, &parts, &query, sent, authorization.as_deref())
            }
            Ok(_) => Err(Refusal::not_found()),
            Err(refusal) => Err(refusal.clone()),
        };
        if lost { refused(&Refusal::out_of_order()) } else { told(answer) }
    });
    world.note(Noted {
        number: 0,
        at: millis(),
        method,
        path,
        content_type: kind,
        body: json,
        files: files.unwrap_or_default(),
        status: response.status().as_u16(),
    });
    response
}

/// Only names of this machine are answered.
pub(super) fn is_local(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let name =
        host.rsplit_once(':').map_or(host, |(name, port)| if port.ends_with(']') { host } else { name });
    matches!(name, "localhost" | "[::1]") || name.starts_with("127.")
}

fn query_of(text: &str) -> Vec<(String, String)> {
    let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// The answer of a bad day, if one was asked for.
fn troubled(world: &mut World, method: &str, path: &str) -> Option<Response> {
    let like = Trouble::Answer { status: 0, retry_after: 0.0, global: false };
    let Some(Trouble::Answer { status, retry_after, global }) = world.trouble(&like, method, path) else {
        return None;
    };
    if status != 429 {
        let refusal = Refusal { status, ..Refusal::out_of_order() };
        return Some(refused(&refusal));
    }
    let body =
        json!({ "message": "You are being rate limited.", "retry_after": retry_after, "global": global });
    let mut response = (StatusCode::TOO_MANY_REQUESTS, axum::Json(body)).into_response();
    let headers = response.headers_mut();
    let scope = if global { "global" } else { "user" };
    for (name, value) in [
        ("retry-after", format!("{}", retry_after.ceil())),
        ("x-ratelimit-reset-after", format!("{retry_after:.3}")),
        ("x-ratelimit-scope", scope.to_owned()),
        ("x-ratelimit-remaining", "0".to_owned()),
        ("x-ratelimit-limit", LIMIT.to_string()),
    ] {
        if let Ok(value) = value.parse() {
            headers.insert(name, value);
        }
    }
    if global {
        headers.insert("x-ratelimit-global", header::HeaderValue::from_static("true"));
    }
    Some(response)
}

fn refused(refusal: &Refusal) -> Response {
    let status = StatusCode::from_u16(refusal.status).unwrap_or(StatusCode::BAD_REQUEST);
    with_limits((status, axum::Json(refusal.body())).into_response())
}

fn told(answer: Answer) -> Response {
    match answer {
        Ok(Value::Null) => with_limits(StatusCode::NO_CONTENT.into_response()),
        Ok(value) => with_limits(axum::Json(value).into_response()),
        Err(refusal) => refused(&refusal),
    }
}

fn with_limits(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in [
        ("x-ratelimit-limit", LIMIT.to_string()),
        ("x-ratelimit-remaining", (LIMIT - 1).to_string()),
        ("x-ratelimit-reset", format!("{}", millis() / 1000 + 1)),
        ("x-ratelimit-reset-after", "1.000".to_owned()),
        ("x-ratelimit-bucket", "porch".to_owned()),
    ] {
        if let Ok(value) = value.parse() {
            headers.insert(name, value);
        }
    }
    response
}

// --- Routes ---

fn handle(
    world: &mut World,
    method: &str,
    path: &[&str],
    query: &[(String, String)],
    sent: &Sent,
    authorization: Option<&str>,
) -> Answer {
    // The token of an interaction is all that these need.
    match path {
        ["interactions", id, token, "callback"] => {
            only(method, "POST")?;
            let id = number(id).ok_or_else(Refusal::unknown_interaction)?;
            let told = world.respond(id, token, sent)?;
            let asked = query.iter().any(|(name, value)| name == "with_response" && value == "true");
            return Ok(if asked { told } else { Value::Null });
        }
        ["webhooks", application, token, rest @ ..] => {
            return webhook(world, method, application, token, rest, sent);
        }
        ["gateway"] => return Ok(json!({ "url": format!("ws://{}", world.address) })),
        _ => {}
    }
    if authorization.and_then(|it| it.strip_prefix("Bot ")) != Some(world.settings.token.as_str()) {
        return Err(Refusal::unauthorized());
    }
    match path {
        ["applications", application, rest @ ..] if *application != "@me" => {
            if number(application) != Some(world.bot) {
                return Err(Refusal::unknown_application());
            }
            commands(world, method, rest, sent)
        }
        ["channels", id, rest @ ..] => {
            let id = number(id).ok_or_else(Refusal::unknown_channel)?;
            channel(world, method, id, rest, query, sent)
        }
        ["guilds", id, rest @ ..] => {
            server(world, method, number(id).ok_or_else(Refusal::unknown_server)?, rest)
        }
        _ => itself(world, method, path, sent),
    }
}

fn number(text: &str) -> Option<u64> {
    text.parse().ok()
}

fn only(method: &str, allowed: &str) -> Result<(), Refusal> {
    if method == allowed { Ok(()) } else { Err(Refusal::method_not_allowed()) }
}

/// What a bot may know of itself and of users.
fn itself(world: &mut World, method: &str, path: &[&str], sent: &Sent) -> Answer {
    match (method, path) {
        ("GET", ["gateway", "bot"]) => Ok(json!({
            "url": format!("ws://{}", world.address), "shards": 1,
            "session_start_limit": { "total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1 },
        })),
        ("GET", ["users", "@me"]) => Ok(payload::bot(world)),
        ("GET", ["applications", "@me"] | ["oauth2", "applications", "@me"]) => {
            Ok(payload::application(world))
        }
        ("GET", ["users", id]) => {
            let person = number(id).and_then(|id| world.persons.get(&id));
            person.map(payload::user).ok_or_else(Refusal::unknown_user)
        }
        ("POST", ["users", "@me", "channels"]) => {
            let person = id_of(&sent.json["recipient_id"]).ok_or_else(Refusal::unknown_user)?;
            world.direct(person)
        }
        _ => Err(Refusal::not_found()),
    }
}

fn commands(world: &mut World, method: &str, path: &[&str], sent: &Sent) -> Answer {
    let (server, path) = match path {
        ["guilds", server, rest @ ..] => {
            let known = world.servers.iter().find(|known| known.id.to_string() == *server);
            (Some(known.ok_or_else(Refusal::unknown_server)?.id), rest)
        }
        path => (None, path),
    };
    match (method, path) {
        ("GET", ["commands"]) => Ok(match server {
            Some(server) => world.server_commands.get(&server).cloned().unwrap_or_default().into(),
            None => world.commands.clone().into(),
        }),
        ("PUT", ["commands"]) => world.register_all(server, &sent.json),
        ("POST", ["commands"]) => world.register(server, &sent.json),
        (_, ["commands", id]) => {
            let id = number(id).ok_or_else(Refusal::unknown_command)?;
            match method {
                "GET" => world.command(server, id),
                "PATCH" => world.change_command(server, id, &sent.json),
                "DELETE" => world.unregister(server, id),
                _ => Err(Refusal::method_not_allowed()),
            }
        }
        _ => Err(Refusal::not_found()),
    }
}

fn webhook(
    world: &mut World,
    method: &str,
    application: &str,
    token: &str,
    rest: &[&str],
    sent: &Sent,
) -> Answer {
    let application = number(application).ok_or_else(Refusal::unknown_webhook)?;
    let message = match rest {
        [] => {
            only(method, "POST")?;
            return world.follow_up(application, token, sent);
        }
        ["messages", "@original"] => None,
        ["messages", id] => Some(number(id).ok_or_else(Refusal::unknown_message)?),
        _ => return Err(Refusal::not_found()),
    };
    match method {
        "GET" => world.read_answer(application, token, message),
        "PATCH" => world.edit_answer(application, token, message, sent),
        "DELETE" => world.delete_answer(application, token, message),
        _ => Err(Refusal::method_not_allowed()),
    }
}

fn channel(
    world: &mut World,
    method: &str,
    id: u64,
    path: &[&str],
    query: &[(String, String)],
    sent: &Sent,
) -> Answer {
    match (method, path) {
        ("GET", []) => world.read_channel(id),
        ("PATCH", []) => world.change_channel(id, &sent.json),
        ("POST", ["messages"]) => world.post(id, sent),
        ("GET", ["messages"]) => world.read_messages(id, query),
        ("POST", ["threads"]) => world.make_thread(id, None, &sent.json),
        ("POST", ["typing"]) => world.read_channel(id).map(|_| Value::Null),
        ("PUT" | "DELETE", ["thread-members", _]) => world.read_channel(id).map(|_| Value::Null),
        (_, ["messages", message, rest @ ..]) => {
            let message = number(message).ok_or_else(Refusal::unknown_message)?;
            match (method, rest) {
                ("GET", []) => world.read_message(id, message),
                ("PATCH", []) => world.edit(id, message, sent),
                ("DELETE", []) => world.delete(id, message),
                ("POST", ["threads"]) => world.make_thread(id, Some(message), &sent.json),
                _ => Err(Refusal::not_found()),
            }
        }
        _ => Err(Refusal::not_found()),
    }
}

fn server(world: &mut World, method: &str, id: u64, path: &[&str]) -> Answer {
    only(method, "GET")?;
    let known = world.servers.iter().find(|server| server.id == id).ok_or_else(Refusal::unknown_server)?;
    match path {
        [] => Ok(payload::outline(known)),
        ["roles"] => Ok(json!([payload::everyone(known)])),
        ["channels"] => {
            let inside = world.channels.values().filter(|it| it.server == Some(id) && it.parent.is_none());
            Ok(inside.map(payload::channel).collect())
        }
        ["members", member] => {
            let member = number(member).ok_or_else(Refusal::unknown_member)?;
            if member == world.bot {
                return Ok(payload::member(&payload::bot(world), world.bot));
            }
            let person = world.persons.get(&member).ok_or_else(Refusal::unknown_member)?;
            Ok(payload::member(&payload::user(person), member))
        }
        _ => Err(Refusal::not_found()),
    }
}

// --- Files ---

/// A file of a message.
pub(super) async fn file(State(shared): State<Shared>, Path((id, name)): Path<(u64, String)>) -> Response {
    let world = shared.lock();
    let Some(bytes) = world.files.get(&id) else { return StatusCode::NOT_FOUND.into_response() };
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let kind = match ending {
        "png" => "image/png",
        "json" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    };
    ([(header::CONTENT_TYPE, kind)], bytes.clone()).into_response()
}
