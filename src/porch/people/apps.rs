//! What persons find in the menu of a person or of a message: the commands that a bot has for those.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    Cannot, Result, Told,
    act::{self, Wait},
    channel, id,
    line::{self, Place},
    payload::Named,
    person, wrong,
};
use crate::porch::{
    Shared, shapes,
    world::{
        World,
        interaction::{Deed, Interaction},
    },
};

#[derive(Deserialize)]
pub(crate) struct Use {
    #[serde(rename = "as")]
    who: String,
    channel: String,
    command: String,
    user: Option<String>,
    message: Option<String>,
    #[serde(default)]
    wait: Wait,
}

/// `POST use`
pub(crate) async fn use_on(State(shared): State<Arc<Shared>>, Told(wish): Told<Use>) -> Result {
    let id = {
        let mut world = shared.world();
        let who = person(&world, &wish.who)?;
        let place = Place::of(&world, who, channel(&world, &wish.channel, who)?);
        act::refuse_locked(&world, place)?;
        let (kind, target, resolved) = match (&wish.user, &wish.message) {
            (Some(user), None) => on_user(&world, place, user)?,
            (None, Some(message)) => on_message(&world, place, message)?,
            _ => return wrong("say on which user or on which message"),
        };
        let (command, owners) = line::find(&world, place, kind, &wish.command)?;
        let mut data = json!({
            "id": command.id,
            "name": command.name(),
            "type": kind,
            "target_id": target,
            "resolved": resolved,
        });
        if let Some(server) = command.server {
            data["guild_id"] = json!(server);
        }
        let name = command.name().to_owned();
        let mut deed = Interaction::new(world.ids.next(), Deed::Command, who, place.channel, owners);
        deed.command = Some(name);
        act::send(&mut world, deed, &data)
    };
    Ok(Json(act::outcome(&shared, id, wish.wait).await))
}

fn on_user(world: &World, place: Place, user: &str) -> Result<(u64, Value, Value)> {
    let mut named = Named::default();
    let target = line::mention(world, place, Some(6), "the user", user, &Value::Null, &mut named)?;
    Ok((2, target, named.resolved(world, place).unwrap_or_default()))
}

fn on_message(world: &World, place: Place, text: &str) -> Result<(u64, Value, Value)> {
    let wanted = id("message", text)?;
    let found = world.messages.get(&wanted);
    let found = found.filter(|found| found.channel == place.channel && found.only_for.is_none());
    let Some(found) = found else { return Err(Cannot::Find("message", text.to_owned())) };
    let mut resolved = json!({});
    resolved["messages"][wanted.to_string()] = shapes::message(world, found);
    Ok((3, json!(wanted), resolved))
}
