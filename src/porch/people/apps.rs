//! What persons find in the menu of a person or of a message: the commands that a bot has for those.

use axum::{Json, extract::State};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    act::{self, WaitUntil},
    line,
    payload::{Mentioned, Whereabouts},
    request::{Cannot, JsonBody, PorchState, Result, channel, find, person, wrong},
};
use crate::porch::{
    shapes::{self, put},
    world::{Interaction, InteractionKind, World},
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
pub(crate) async fn use_on(State(shared): PorchState, JsonBody(request): JsonBody<MenuCommand>) -> Result {
    let id = {
        let mut world = shared.world();
        let who = person(&world, &request.who)?;
        let place = Whereabouts::of(&world, who, channel(&world, &request.channel, who)?);
        act::refuse_locked(&world, place)?;
        let (kind, target, resolved) = match (&request.user, &request.message) {
            (Some(user), None) => on_user(&world, place, user)?,
            (None, Some(message)) => on_message(&world, place, message)?,
            _ => return wrong("say on which user or on which message"),
        };
        let (command, owners) = line::find(&world, place, kind, &request.command)?;
        let name = command.name().to_owned();
        let mut data = json!({ "id": command.id, "name": name, "type": kind, "target_id": target });
        data["resolved"] = resolved;
        put(&mut data, "guild_id", command.server);
        let mut deed =
            Interaction::new(world.ids.next(), InteractionKind::Command, who, place.channel, owners);
        deed.command = Some(name);
        act::send(&mut world, deed, &data)
    };
    Ok(Json(act::outcome(&shared, id, request.wait).await))
}

fn on_user(world: &World, place: Whereabouts, user: &str) -> Result<(u64, Value, Value)> {
    let mut named = Mentioned::default();
    let target = line::mention(world, place, Some(6), "the user", user, &Value::Null, &mut named)?;
    Ok((2, target, named.resolved(world, place).unwrap_or_default()))
}

fn on_message(world: &World, place: Whereabouts, text: &str) -> Result<(u64, Value, Value)> {
    let found = find(&world.messages, "message", text)?;
    if found.channel != place.channel || found.only_for.is_some() {
        return Err(Cannot::Find("message", text.to_owned()));
    }
    let resolved = json!({ "messages": { found.id.to_string(): shapes::message(world, found) } });
    Ok((3, json!(found.id), resolved))
}
