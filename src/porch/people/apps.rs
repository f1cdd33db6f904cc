//! What persons find in the menu of a person or of a message: the commands that a bot has for those.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    act::{self, Consequence, WaitUntil},
    line,
    payload::{Mentioned, Whereabouts},
    request::{Result, find_if, person, wrong},
};
use crate::porch::{
    ids::Id,
    shapes::{self, put},
    world::{InteractionKind, Message, World},
};

#[derive(Deserialize)]
pub(crate) struct MenuCommand {
    #[serde(rename = "as")]
    who: String,
    channel: String,
    command: String,
    user: Option<String>,
    message: Option<String>,
    #[serde(default)]
    wait: WaitUntil,
}

/// `POST use`
pub(crate) fn use_on(world: &mut World, request: &MenuCommand) -> Result<Consequence> {
    let place = Whereabouts::find(world, person(world, &request.who)?, &request.channel)?;
    act::refuse_locked(world, place)?;
    let (kind, target, resolved) = match (&request.user, &request.message) {
        (Some(user), None) => on_user(world, place, user)?,
        (None, Some(message)) => on_message(world, place, message)?,
        _ => return wrong("say on which user or on which message"),
    };
    let (command, owners) = line::find(world, place, kind, &request.command)?;
    let name = command.name().to_owned();
    let mut data = json!({ "id": command.id, "name": name, "type": kind, "target_id": target });
    data["resolved"] = resolved;
    put(&mut data, "guild_id", command.server);
    let mut deed = place.deed(world, InteractionKind::Command, owners);
    deed.command = Some(name);
    Ok(act::send(world, deed, &data, request.wait))
}

fn on_user(world: &World, place: Whereabouts, user: &str) -> Result<(u64, Id, Value)> {
    let mut named = Mentioned::by(world, place);
    let target = named.entity(Some(6), "the user", user, &Value::Null)?;
    Ok((2, target, named.resolved().unwrap_or_default()))
}

fn on_message(world: &World, place: Whereabouts, text: &str) -> Result<(u64, Id, Value)> {
    let is_here = |it: &Message| it.channel == place.channel && it.only_for.is_none();
    let found = find_if(&world.messages, "message", text, is_here)?;
    let resolved = json!({ "messages": { found.id.to_string(): shapes::message(world, found) } });
    Ok((3, found.id, resolved))
}
