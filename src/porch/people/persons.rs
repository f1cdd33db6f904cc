//! Persons and servers: who comes, who goes, and who has the application for themselves.

use axum::{
    Json,
    extract::{Path, State},
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    request::{JsonBody, PorchState, Result, person, server, wrong},
    rights::permissions_named,
};
use crate::porch::{events::GUILDS, ids::Id, shapes, world::World};

/// The languages of Discord's client, as its documentation lists them.
const LANGUAGES: [&str; 32] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl",
    "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja",
    "zh-TW", "ko",
];

#[derive(Deserialize)]
pub(crate) struct NewPerson {
    name: String,
    locale: Option<String>,
    #[serde(default)]
    permissions: Vec<String>,
}

/// `POST persons`
pub(crate) async fn add(State(shared): PorchState, JsonBody(new): JsonBody<NewPerson>) -> Result {
    let name = new.name.trim();
    if name.is_empty() || name.chars().count() > 32 {
        return wrong("a person needs a name of 1 to 32 letters");
    }
    let more = permissions_named(&new.permissions)?;
    let locale = language(new.locale)?;
    let mut world = shared.world();
    let known = roles(&world);
    let id = world.add_person(name, &locale, more);
    for (server, role) in roles(&world).into_iter().filter(|role| !known.contains(role)) {
        let data = json!({ "guild_id": server, "role": role });
        world.dispatch(Some(server), GUILDS, "GUILD_ROLE_CREATE", &data);
    }
    Ok(shown(&world, id))
}

/// A language that Discord's client speaks; English when nobody says.
fn language(named: Option<String>) -> Result<String> {
    let language = named.unwrap_or_else(|| "en-US".to_owned());
    if LANGUAGES.contains(&language.as_str()) {
        return Ok(language);
    }
    wrong(format!("a language is one of: {}", LANGUAGES.join(", ")))
}

/// All roles, with their servers.
fn roles(world: &World) -> Vec<(Id, Value)> {
    let of = |server| shapes::roles(world, server).as_array().cloned().unwrap_or_default();
    let servers = world.servers.values();
    servers.flat_map(|server| of(server).into_iter().map(|role| (server.id, role))).collect()
}

fn shown(world: &World, person: Id) -> Json<Value> {
    Json(world.persons.get(&person).map(shapes::seen_person).unwrap_or_default())
}

#[derive(Deserialize)]
pub(crate) struct WhichServer {
    server: Option<String>,
}

/// `POST persons/{id}/leave`
pub(crate) async fn leave(
    State(shared): PorchState,
    Path(text): Path<String>,
    JsonBody(request): JsonBody<WhichServer>,
) -> Result {
    let mut world = shared.world();
    let who = person(&world, &text)?;
    let server = server(&world, request.server.as_deref())?;
    if who == world.owner() {
        return wrong("who owns a server cannot leave it");
    }
    if world.is_member(server, who) {
        world.leave(server, who);
    }
    Ok(shown(&world, who))
}

/// `POST persons/{id}/join`
pub(crate) async fn join(
    State(shared): PorchState,
    Path(text): Path<String>,
    JsonBody(request): JsonBody<WhichServer>,
) -> Result {
    let mut world = shared.world();
    let who = person(&world, &text)?;
    let server = server(&world, request.server.as_deref())?;
    if !world.is_member(server, who) {
        world.join(server, who);
    }
    Ok(shown(&world, who))
}

#[derive(Deserialize)]
pub(crate) struct Install {
    installed: bool,
}

/// `POST persons/{id}/install`
pub(crate) async fn install(
    State(shared): PorchState,
    Path(text): Path<String>,
    JsonBody(request): JsonBody<Install>,
) -> Result {
    let mut world = shared.world();
    let who = person(&world, &text)?;
    if let Some(person) = world.persons.get_mut(&who) {
        person.installed = request.installed;
    }
    Ok(shown(&world, who))
}

#[derive(Deserialize)]
pub(crate) struct NewServer {
    name: String,
    locale: Option<String>,
    bot: Option<bool>,
}

/// `POST servers`
pub(crate) async fn add_server(State(shared): PorchState, JsonBody(new): JsonBody<NewServer>) -> Result {
    let name = new.name.trim();
    if !(2..=100).contains(&name.chars().count()) {
        return wrong("a server needs a name of 2 to 100 letters");
    }
    let locale = language(new.locale)?;
    let mut world = shared.world();
    let id = world.add_server(name, &locale, new.bot.unwrap_or(true));
    let whole = shapes::server_with_everything(&world, id);
    world.dispatch(Some(id), GUILDS, "GUILD_CREATE", &whole);
    Ok(Json(world.servers.get(&id).map(|it| shapes::seen_server(&world, it)).unwrap_or_default()))
}
