//! The table of routes. Each line says who answers; none answers here.

use axum::http::Method;
use serde_json::json;

use super::{
    call::{self, Call, Reply, Result, id},
    channels, commands, guilds, incoming, interactions, messages, opinions, threads,
};
use crate::porch::{api_error::ApiError, shapes, world::World};

/// The name of a bucket: the route without its minor numbers, then what it is about.
pub(crate) fn bucket(method: &Method, steps: &[&str]) -> String {
    let major = match steps {
        ["channels" | "guilds", major, ..] => major,
        ["interactions" | "webhooks", _, token, ..] => token,
        _ => "",
    };
    let bare = |step: &&str| if step.len() > 15 { "*".to_owned() } else { (*step).to_owned() };
    let template: Vec<String> = steps.iter().map(bare).collect();
    format!("{method} {}|{major}", template.join("/"))
}

/// Finds who answers, and lets them.
pub(crate) fn find(world: &mut World, call: Call) -> Result {
    let steps = call.steps.clone();
    match steps[..] {
        ["interactions", interaction, token, "callback"] => {
            call.only(&Method::POST)?;
            interactions::callback(world, call, interaction, token)
        }
        ["webhooks", webhook, token, ref rest @ ..] if world.webhooks.contains_key(&id(webhook)?) => {
            incoming::by_token(world, call, id(webhook)?, token, rest)
        }
        ["webhooks", application, token, ref rest @ ..] => {
            interactions::following(world, call, application, token, rest)
        }
        _ if !call.authorized && steps != ["gateway"] => Err(ApiError::UNAUTHORIZED),
        ["applications", application, ref rest @ ..] if application != "@me" => {
            commands::route(world, &call, application, rest)
        }
        ["channels", channel, "messages", message, "reactions", ref rest @ ..] => {
            opinions::reactions(world, &call, id(channel)?, message, rest)
        }
        ["channels", channel, "messages", ref rest @ ..] if rest.last() != Some(&"threads") => {
            messages::route(world, call, id(channel)?, rest)
        }
        ["channels", channel, "pins"] => messages::all_pins(world, &call, id(channel)?),
        ["channels", channel, "webhooks"] => incoming::of_channel(world, &call, id(channel)?),
        ["channels", channel, "polls", ref rest @ ..] => opinions::polls(world, &call, id(channel)?, rest),
        ["webhooks", webhook] => incoming::own(world, &call, id(webhook)?),
        ["channels", channel, "pins", message] => messages::pin(world, &call, id(channel)?, id(message)?),
        ["channels", channel, "thread-members" | "threads" | "messages", ..] => {
            threads::route(world, call, id(channel)?)
        }
        ["channels", channel, ref rest @ ..] => channels::route(world, &call, id(channel)?, rest),
        ["guilds", guild, ref rest @ ..] => guilds::route(world, &call, id(guild)?, rest),
        _ => about(world, &call, &steps),
    }
}

/// The gateway, and the bot and other users.
fn about(world: &mut World, call: &Call, steps: &[&str]) -> Result {
    let url = format!("ws://{}", world.settings.address);
    match steps {
        ["gateway"] => call.get(|| json!({ "url": url })),
        ["gateway", "bot"] => call.get(|| {
            let remaining = 1_000_u64.saturating_sub(world.sessions.identified).max(1);
            let limit = json!({ "total": 1000, "remaining": remaining, "reset_after": 86_400_000, "max_concurrency": 1 });
            json!({ "url": url, "shards": 1, "session_start_limit": limit })
        }),
        ["applications" | "oauth2", "@me"] | ["oauth2", "applications", "@me"] => {
            call.get(|| shapes::application(world))
        }
        ["users", "@me", "channels"] => channels::open_dm(world, call),
        ["users", "@me", "guilds"] => call.get(|| guilds::own(world)),
        ["users", "@me"] => call.get(|| shapes::own_user(world)),
        ["users", who] => {
            call.only(&Method::GET)?;
            let who = call::user(world, who)?;
            Ok(Reply::Done(shapes::user(world, who)))
        }
        _ => Err(ApiError::NO_SUCH_ROUTE),
    }
}
