//! Webhooks of channels: made, changed and removed by the bot, and spoken through by whoever has the token. The other sort,
//! which follows an interaction, has a room of its own.

use serde_json::{Value, json};

use super::call::{self, Call, Reply, Result};
use super::channels::{allow, visible};
use super::drafts;
use super::messages::{self, show};
use crate::api_error::{ApiError, refuse_if};
use crate::form::checked;
use crate::ids::Id;
use crate::permissions::MANAGE_WEBHOOKS;
use crate::shapes;
use crate::world::{Channel, ChannelKind, Webhook, WebhookName, World};

/// Webhooks that a channel may have.
const MOST: usize = 15;

/// `/channels/{id}/webhooks`
pub(crate) fn of_channel(world: &mut World, call: &Call, channel: Id) -> Result {
    let place = visible(world, channel)?;
    let server = server_of(place)?;
    allow(world, place, MANAGE_WEBHOOKS)?;
    let here: Vec<&Webhook> = world.webhooks.values().filter(|webhook| webhook.channel == channel).collect();
    match call.method.as_str() {
        "GET" => {
            Ok(Reply::Done(here.into_iter().map(|webhook| shapes::webhook(world, webhook, false)).collect()))
        }
        "POST" => {
            let name = named(&call.sent.json)?;
            refuse_if(here.len() >= MOST, ApiError::TOO_MANY_WEBHOOKS)?;
            let id = add(world, server, channel, name);
            Ok(Reply::Done(shapes::webhook(world, known(world, id)?, false)))
        }
        _ => Err(ApiError::UNKNOWN_ROUTE),
    }
}

/// A new webhook. Its token is as hard to guess as any other.
fn add(world: &mut World, server: Id, channel: Id, name: &str) -> Id {
    let id = world.ids.next();
    let token = format!("{}{}", world.seal.token(id), world.seal.token(channel));
    world.webhooks.insert(id, Webhook { id, channel, server, name: name.to_owned(), token });
    world.webhooks_happened(server, channel);
    id
}

/// The server of a channel that may have webhooks. Discord's forums may have some, too, which begin a thread with each
/// message: there are none of these here.
fn server_of(place: &Channel) -> Result<Id> {
    let takes = matches!(place.kind, ChannelKind::Text | ChannelKind::Announcement);
    place.server.filter(|_| takes).ok_or(ApiError::WRONG_CHANNEL_TYPE)
}

/// `GET /guilds/{id}/webhooks`
pub(crate) fn of_server(world: &World, server: Id) -> Value {
    let may = |webhook: &&Webhook| {
        let place = world.channels.get(&webhook.channel);
        place.is_some_and(|place| world.bot_permissions(place) & MANAGE_WEBHOOKS != 0)
    };
    let here = world.webhooks.values().filter(|webhook| webhook.server == server).filter(may);
    here.map(|webhook| shapes::webhook(world, webhook, false)).collect()
}

/// `/webhooks/{id}`, by the bot.
pub(crate) fn own(world: &mut World, call: &Call, id: Id) -> Result {
    let webhook = known(world, id)?;
    let place = world.channels.get(&webhook.channel).ok_or(ApiError::UNKNOWN_CHANNEL)?;
    allow(world, place, MANAGE_WEBHOOKS)?;
    keep(world, call, id, false)
}

/// `/webhooks/{id}/{token}…`: the token is enough.
pub(crate) fn by_token(world: &mut World, call: Call, id: Id, token: &str, rest: &[&str]) -> Result {
    refuse_if(known(world, id)?.token != token, ApiError::TOKEN_RAN_OUT)?;
    match (call.method.as_str(), rest) {
        ("POST", []) => speak(world, call, id),
        (_, []) => keep(world, &call, id, true),
        ("GET" | "PATCH" | "DELETE", ["messages", message]) => {
            let message = said(world, &call, id, message)?;
            messages::by_token(world, call, message)
        }
        _ => Err(ApiError::UNKNOWN_ROUTE),
    }
}

fn known(world: &World, id: Id) -> Result<&Webhook> {
    world.webhooks.get(&id).ok_or(ApiError::UNKNOWN_WEBHOOK)
}

fn named(sent: &Value) -> Result<&str> {
    checked(&sent["name"], "name", |name| name.trimmed(1, 80))?;
    Ok(sent["name"].as_str().unwrap_or_default())
}

/// A webhook is looked at, changed or removed.
fn keep(world: &mut World, call: &Call, id: Id, by_token: bool) -> Result {
    let Webhook { server, channel, .. } = known(world, id)?.clone();
    match call.method.as_str() {
        "GET" => {}
        "PATCH" => {
            let sent = Some(&call.sent.json).filter(|sent| sent["name"].is_string());
            let name = sent.map(named).transpose()?;
            // Who has the token alone cannot move it elsewhere.
            let moved = Id::said(&call.sent.json["channel_id"]).filter(|_| !by_token);
            if let Some(moved) = moved {
                let place = visible(world, moved)?;
                refuse_if(server_of(place)? != server, ApiError::UNKNOWN_CHANNEL)?;
                allow(world, place, MANAGE_WEBHOOKS)?;
            }
            if let Some(webhook) = world.webhooks.get_mut(&id) {
                webhook.name = name.map_or_else(|| webhook.name.clone(), |name| name.trim().to_owned());
                webhook.channel = moved.unwrap_or(channel);
            }
            world.webhooks_happened(server, channel);
        }
        "DELETE" => {
            world.webhooks.remove(&id);
            world.webhooks_happened(server, channel);
            return Ok(Reply::Nothing);
        }
        _ => return Err(ApiError::UNKNOWN_ROUTE),
    }
    Ok(Reply::Done(shapes::webhook(world, known(world, id)?, by_token)))
}

/// Where a webhook speaks: in its channel, or in a thread of it.
fn place(world: &World, call: &Call, webhook: &Webhook) -> Result<Id> {
    let Some(thread) = call.id("thread_id")? else { return Ok(webhook.channel) };
    let found = world.channels.get(&thread).filter(|found| found.parent() == Some(webhook.channel));
    found.map(|found| found.id).ok_or(ApiError::UNKNOWN_CHANNEL)
}

fn speak(world: &mut World, call: Call, id: Id) -> Result {
    let webhook = known(world, id)?.clone();
    let place = place(world, &call, &webhook)?;
    let waits = call.is_set("wait");
    let name = call.sent.json["username"].as_str().map_or(webhook.name, |name| name.trim().to_owned());
    checked(&json!(name), "username", |name| name.text(1, 80))?;
    let mut draft = drafts::new(world, call.sent, None)?;
    draft.mask = Some(WebhookName { name });
    let message = world.post(place, id, draft);
    if waits { show(world, message) } else { Ok(Reply::Nothing) }
}

/// A message that this webhook said.
fn said(world: &World, call: &Call, id: Id, message: &str) -> Result<Id> {
    let place = place(world, call, known(world, id)?)?;
    let found = messages::find(world, place, call::id(message)?)?;
    if found.author == id { Ok(found.id) } else { Err(ApiError::UNKNOWN_MESSAGE) }
}
