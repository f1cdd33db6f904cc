//! The routing table.

use axum::http::Method;
use serde_json::json;

use super::api_request::{self, ApiRequest, Reply, Result, id};
use super::channels::{self, require_write_permission, visible};
use super::{commands, emojis, guilds, interactions, messages, threads};
use crate::{api_error::ApiError, ids::Id, objects, world::World};

/// Returns the rate-limit bucket: the route without minor ids, then the major parameter.
pub(crate) fn bucket(method: &Method, segments: &[&str]) -> String {
    let major = match segments {
        ["channels" | "guilds", major, ..] => major,
        ["interactions" | "webhooks", _, token, ..] => token,
        _ => "",
    };
    format!("{method} {}|{major}", template(segments))
}

/// Returns the path with a star in place of each id and token.
pub(crate) fn template(segments: &[&str]) -> String {
    let is_token =
        |segment: &str| segment.len() > 15 && segment.bytes().any(|byte| byte.is_ascii_digit());
    let template: Vec<&str> = segments
        .iter()
        .map(|segment| if is_token(segment) { "*" } else { *segment })
        .collect();
    template.join("/")
}

pub(crate) fn find(world: &mut World, request: ApiRequest) -> Result {
    let segments = request.segments.clone();
    match segments[..] {
        ["interactions", interaction, token, "callback"] => {
            request.require_method("POST")?;
            interactions::callback(world, request, interaction, token)
        }
        ["webhooks", application, token, ref rest @ ..] => {
            interactions::route_webhook(world, request, application, token, rest)
        }
        _ if !request.authorized && segments != ["gateway"] => Err(ApiError::UNAUTHORIZED),
        ["applications", application, "emojis", ref rest @ ..] => {
            emojis::route(world, &request, application, rest)
        }
        ["applications", application, ref rest @ ..] if application != "@me" => {
            commands::route(world, &request, application, rest)
        }
        ["channels", channel, ref rest @ ..] => route_channel(world, request, id(channel)?, rest),
        ["guilds", guild, ref rest @ ..] => guilds::route(world, &request, id(guild)?, rest),
        _ => route_other(world, &request, &segments),
    }
}

/// Routes `/channels/{id}…`.
fn route_channel(world: &mut World, request: ApiRequest, channel: Id, rest: &[&str]) -> Result {
    let found_channel = visible(world, channel)?;
    match (request.method.as_str(), rest) {
        ("GET", []) => channels::show(world, channel),
        ("PATCH", []) => channels::change(world, channel, &request.body.json),
        ("DELETE", []) => channels::close(world, channel),
        ("POST", ["typing"]) => {
            require_write_permission(world, found_channel).map(|()| Reply::Nothing)
        }
        ("GET", ["messages"]) => messages::list(world, &request, found_channel),
        ("POST", ["messages"]) => messages::create(world, request, channel),
        ("GET", ["messages", message]) => messages::read(world, found_channel, id(message)?),
        ("PATCH", ["messages", message]) => messages::edit(world, request, channel, id(message)?),
        ("DELETE", ["messages", message]) => messages::delete(world, channel, id(message)?),
        ("POST", ["threads"]) => threads::create(world, channel, None, &request.body.json),
        ("POST", ["messages", message, "threads"]) => {
            threads::create(world, channel, Some(id(message)?), &request.body.json)
        }
        ("GET", ["threads", "archived", "public"]) => Ok(threads::archived(world, channel)),
        ("GET", ["thread-members"]) => threads::members(world, channel),
        ("PUT", ["thread-members", who]) => threads::change_members(world, channel, who, false),
        ("DELETE", ["thread-members", who]) => threads::change_members(world, channel, who, true),
        _ => Err(ApiError::UNKNOWN_ROUTE),
    }
}

fn route_other(world: &mut World, request: &ApiRequest, segments: &[&str]) -> Result {
    let url = format!("ws://{}", world.settings.address);
    match segments {
        ["gateway"] => request.get(|| json!({ "url": url })),
        ["gateway", "bot"] => request.get(|| {
            let limit = world
                .identify_limiter
                .limit(&world.settings, world.now_ms());
            json!({ "url": url, "shards": world.settings.shards, "session_start_limit": limit })
        }),
        ["applications" | "oauth2", "@me"] | ["oauth2", "applications", "@me"] => {
            request.get(|| objects::application(world))
        }
        ["soundboard-default-sounds"] => request.get(objects::default_sounds),
        ["users", "@me", "channels"] => channels::open_dm(world, request),
        ["users", "@me", "guilds"] => request.get(|| guilds::own(world)),
        ["users", "@me"] => request.get(|| objects::current_user(world)),
        ["users", who] => {
            request.require_method("GET")?;
            let who = api_request::user(world, who)?;
            Ok(Reply::Done(objects::user(world, who)))
        }
        _ => Err(ApiError::UNKNOWN_ROUTE),
    }
}
