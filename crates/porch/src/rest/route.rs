//! The table of routes. Each line says who answers; none answers here.

use axum::http::Method;
use serde_json::json;

use super::call::{self, Call, Reply, Result, id};
use super::channels::{self, allow_speech, visible};
use super::{commands, emojis, guilds, interactions, messages, threads};
use crate::{api_error::ApiError, ids::Id, shapes, world::World};

/// The name of a bucket: the route without its minor numbers, then what it is about.
pub(crate) fn bucket(method: &Method, steps: &[&str]) -> String {
    let major = match steps {
        ["channels" | "guilds", major, ..] => major,
        ["interactions" | "webhooks", _, token, ..] => token,
        _ => "",
    };
    format!("{method} {}|{major}", template(steps))
}

/// A path with a star in place of each id and token.
pub(crate) fn template(steps: &[&str]) -> String {
    let is_token = |step: &str| step.len() > 15 && step.bytes().any(|byte| byte.is_ascii_digit());
    let template: Vec<&str> = steps
        .iter()
        .map(|step| if is_token(step) { "*" } else { *step })
        .collect();
    template.join("/")
}

pub(crate) fn find(world: &mut World, call: Call) -> Result {
    let steps = call.steps.clone();
    match steps[..] {
        ["interactions", interaction, token, "callback"] => {
            call.only("POST")?;
            interactions::callback(world, call, interaction, token)
        }
        ["webhooks", application, token, ref rest @ ..] => {
            interactions::following(world, call, application, token, rest)
        }
        _ if !call.authorized && steps != ["gateway"] => Err(ApiError::UNAUTHORIZED),
        ["applications", application, "emojis", ref rest @ ..] => {
            emojis::route(world, &call, application, rest)
        }
        ["applications", application, ref rest @ ..] if application != "@me" => {
            commands::route(world, &call, application, rest)
        }
        ["channels", channel, ref rest @ ..] => in_channel(world, call, id(channel)?, rest),
        ["guilds", guild, ref rest @ ..] => guilds::route(world, &call, id(guild)?, rest),
        _ => about(world, &call, &steps),
    }
}

/// `/channels/{id}…`: a channel, and what is in it.
fn in_channel(world: &mut World, call: Call, channel: Id, rest: &[&str]) -> Result {
    let place = visible(world, channel)?;
    match (call.method.as_str(), rest) {
        ("GET", []) => channels::show(world, channel),
        ("PATCH", []) => channels::change(world, channel, &call.sent.json),
        ("DELETE", []) => channels::close(world, channel),
        ("POST", ["typing"]) => allow_speech(world, place).map(|()| Reply::Nothing),
        ("GET", ["messages"]) => messages::list(world, &call, place),
        ("POST", ["messages"]) => messages::create(world, call, channel),
        ("GET", ["messages", message]) => messages::read(world, place, id(message)?),
        ("PATCH", ["messages", message]) => messages::edit(world, call, channel, id(message)?),
        ("DELETE", ["messages", message]) => messages::delete(world, channel, id(message)?),
        ("POST", ["threads"]) => threads::create(world, channel, None, &call.sent.json),
        ("POST", ["messages", message, "threads"]) => {
            threads::create(world, channel, Some(id(message)?), &call.sent.json)
        }
        ("GET", ["threads", "archived", "public"]) => Ok(threads::archived(world, channel)),
        ("GET", ["thread-members"]) => threads::members(world, channel),
        ("PUT", ["thread-members", who]) => threads::change_members(world, channel, who, false),
        ("DELETE", ["thread-members", who]) => threads::change_members(world, channel, who, true),
        _ => Err(ApiError::UNKNOWN_ROUTE),
    }
}

fn about(world: &mut World, call: &Call, steps: &[&str]) -> Result {
    let url = format!("ws://{}", world.settings.address);
    match steps {
        ["gateway"] => call.get(|| json!({ "url": url })),
        ["gateway", "bot"] => call.get(|| {
            let limit = world.starts.limit(&world.settings, world.now_ms());
            json!({ "url": url, "shards": world.settings.shards, "session_start_limit": limit })
        }),
        ["applications" | "oauth2", "@me"] | ["oauth2", "applications", "@me"] => {
            call.get(|| shapes::application(world))
        }
        ["soundboard-default-sounds"] => call.get(shapes::default_sounds),
        ["users", "@me", "channels"] => channels::open_dm(world, call),
        ["users", "@me", "guilds"] => call.get(|| guilds::own(world)),
        ["users", "@me"] => call.get(|| shapes::own_user(world)),
        ["users", who] => {
            call.only("GET")?;
            let who = call::user(world, who)?;
            Ok(Reply::Done(shapes::user(world, who)))
        }
        _ => Err(ApiError::UNKNOWN_ROUTE),
    }
}
