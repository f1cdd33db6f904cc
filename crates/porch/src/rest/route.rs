//! The routing table: calls the handler for a request's method and path.

use axum::http::Method;
use serde_json::json;

use super::api_request::{self, ApiRequest, Reply, Result, parse_id};
use super::channels::{self, require_write_permission, visible_channel};
use super::{activities, commands, emojis, guilds, interactions, messages, oauth2, threads};
use crate::{api_error::ApiError, ids::Id, objects, world::World};

/// Returns the key of a request's rate-limit bucket: method and route, then the major parameter.
///
/// The major parameter is the id of a channel or guild, or an interaction token. Other ids do not
/// matter.
pub(crate) fn bucket_key(method: &Method, segments: &[&str]) -> String {
    let major = match segments {
        ["channels" | "guilds", major, ..] => major,
        ["interactions" | "webhooks", _, token, ..] => token,
        _ => "",
    };
    format!("{method} {}|{major}", path_template(segments))
}

/// Returns the path with a star in place of each id and token.
pub(crate) fn path_template(segments: &[&str]) -> String {
    let template: Vec<&str> = segments
        .iter()
        .map(|segment| {
            let has_digit = segment.bytes().any(|byte| byte.is_ascii_digit());
            if segment.len() > 15 && has_digit {
                "*"
            } else {
                *segment
            }
        })
        .collect();
    template.join("/")
}

pub(crate) fn dispatch(world: &mut World, request: ApiRequest) -> Result {
    let segments = request.segments.clone();
    match segments[..] {
        ["interactions", interaction, token, "callback"] => {
            request.require_method("POST")?;
            interactions::handle_callback(world, request, interaction, token)
        }
        ["webhooks", application, token, ref rest @ ..] => {
            interactions::route_webhook(world, request, application, token, rest)
        }
        ["oauth2", "token"] => oauth2::exchange_code(world, &request),
        // The only routes that accept the access token of a person.
        ["users", "@me"] if let Some(token) = &request.access_token => {
            oauth2::show_user(world, &request, token)
        }
        ["oauth2", "@me"] if let Some(token) = &request.access_token => {
            oauth2::show_authorization(world, &request, token)
        }
        _ if !request.authorized && segments != ["gateway"] => Err(ApiError::UNAUTHORIZED),
        ["applications", application, "emojis", ref rest @ ..] => {
            emojis::route_emojis(world, &request, application, rest)
        }
        ["applications", application, "activity-instances", instance] => {
            activities::show_instance(world, &request, application, instance)
        }
        ["applications", application, ref rest @ ..] if application != "@me" => {
            commands::route_commands(world, &request, application, rest)
        }
        ["channels", channel, ref rest @ ..] => {
            route_channel(world, request, parse_id(channel)?, rest)
        }
        ["guilds", guild, ref rest @ ..] => {
            guilds::route_guild(world, &request, parse_id(guild)?, rest)
        }
        _ => route_other(world, &request, &segments),
    }
}

/// Handles requests to `/channels/{id}…`.
fn route_channel(world: &mut World, request: ApiRequest, channel: Id, rest: &[&str]) -> Result {
    let found_channel = visible_channel(world, channel)?;
    match (request.method.as_str(), rest) {
        ("GET", []) => channels::show_channel(world, channel),
        ("PATCH", []) => channels::change_channel(world, channel, &request.body.json),
        ("DELETE", []) => channels::close_channel(world, channel),
        ("POST", ["typing"]) => {
            require_write_permission(world, found_channel).map(|()| Reply::Nothing)
        }
        ("GET", ["messages"]) => messages::list_messages(world, &request, found_channel),
        ("POST", ["messages"]) => messages::create_message(world, request, channel),
        ("GET", ["messages", message]) => {
            messages::read_message(world, found_channel, parse_id(message)?)
        }
        ("PATCH", ["messages", message]) => {
            messages::edit_message(world, request, channel, parse_id(message)?)
        }
        ("DELETE", ["messages", message]) => {
            messages::delete_message(world, channel, parse_id(message)?)
        }
        ("POST", ["threads"]) => threads::create_thread(world, channel, None, &request.body.json),
        ("POST", ["messages", message, "threads"]) => {
            threads::create_thread(world, channel, Some(parse_id(message)?), &request.body.json)
        }
        ("GET", ["threads", "archived", "public"]) => Ok(threads::list_archived(world, channel)),
        ("GET", ["thread-members"]) => threads::list_members(world, channel),
        ("PUT", ["thread-members", who]) => threads::change_membership(world, channel, who, false),
        ("DELETE", ["thread-members", who]) => {
            threads::change_membership(world, channel, who, true)
        }
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
        ["users", "@me", "guilds"] => request.get(|| guilds::own_guilds(world)),
        ["users", "@me"] => request.get(|| objects::current_user(world)),
        ["users", who] => {
            request.require_method("GET")?;
            let who = api_request::find_user(world, who)?;
            Ok(Reply::Done(objects::user(world, who)))
        }
        _ => Err(ApiError::UNKNOWN_ROUTE),
    }
}
