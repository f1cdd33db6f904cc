//! The people's interface: see the table in `porch`.

use std::time::Duration;

use axum::{
    Json,
    body::{Body, to_bytes},
    extract::State,
    http::{Method, Request},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use super::{
    Shared,
    interactions::{Deed, Waiting},
    line,
    messages::id_of,
    payload,
    refusal::Sorry,
    rest,
    rights::RIGHTS,
    world::{Kind, Message, Outcome, World},
};

/// The largest thing that people say.
const LARGEST: usize = 64 * 1024;
/// How long somebody waits for an answer that was promised.
const SETTLED_WITHIN: Duration = Duration::from_secs(15);

type Told = Result<Value, Sorry>;

/// Serves somebody at the porch.
pub(super) async fn serve(State(shared): State<Shared>, request: Request<Body>) -> Response {
    if !rest::is_local(request.headers()) {
        return Sorry(403, "the porch answers names of this machine only".to_owned()).into_response();
    }
    match answer(&shared, request).await {
        Ok(value) => Json(value).into_response(),
        Err(sorry) => sorry.into_response(),
    }
}

async fn answer(shared: &Shared, request: Request<Body>) -> Told {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let query = request.uri().query().unwrap_or_default().to_owned();
    let bytes = to_bytes(request.into_body(), LARGEST).await.map_err(|_| Sorry::new("that is too long"))?;
    let body: Value = match bytes.as_ref() {
        [] => Value::Null,
        bytes => serde_json::from_slice(bytes).map_err(|_| Sorry::new("that is no JSON"))?,
    };
    let parts: Vec<&str> = path.trim_start_matches("/people/v1/").split('/').collect();
    let asked = |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
    match (&method, parts.as_slice()) {
        (&Method::POST, [deed @ ("type" | "autocomplete" | "press" | "choose" | "submit")]) => {
            act(shared, deed, &body).await
        }
        (&Method::GET, ["channels", id, "messages"]) => {
            let world = shared.lock();
            let person = person(&world, &asked("as").unwrap_or_default().into())?;
            seen_by(&world, channel(&world, &Value::from(*id))?, person)
        }
        (&Method::GET, ["requests"]) => {
            let after = asked("after").and_then(|after| after.parse().ok()).unwrap_or(0);
            Ok(requests(&shared.lock(), after))
        }
        (&Method::GET, [what]) => look(&shared.lock(), what),
        (&Method::POST, parts) => change(&mut shared.lock(), parts, &body),
        (&Method::DELETE, parts) => remove(&mut shared.lock(), parts),
        _ => Err(Sorry::nothing_there("place at the porch")),
    }
}

// --- Looking ---

fn look(world: &World, what: &str) -> Told {
    match what {
        "world" => Ok(whole(world)),
        "sessions" => Ok(json!({
            "identified": world.identified, "resumed": world.resumed,
            "connected": world.sessions.values().any(super::gateway::Session::is_connected),
        })),
        _ => Err(Sorry::nothing_there("place at the porch")),
    }
}

fn whole(world: &World) -> Value {
    let channels = world.channels.values().map(|it| {
        let kind = match it.kind {
            Kind::Text => "text",
            Kind::Thread => "thread",
            Kind::Direct => "dm",
        };
        json!({
            "id": it.id.to_string(), "name": it.name, "kind": kind, "archived": it.archived, "locked": it.locked,
            "server": it.server.map(|server| server.to_string()), "parent": it.parent.map(|it| it.to_string()),
        })
    });
    let persons = world.persons.values();
    let persons = persons.map(|it| json!({ "id": it.id.to_string(), "name": it.name, "locale": it.locale }));
    let servers = world.servers.iter();
    let servers: Vec<Value> =
        servers.map(|it| json!({ "id": it.id.to_string(), "name": it.name, "locale": it.locale })).collect();
    let connected = world.sessions.values().any(super::gateway::Session::is_connected);
    json!({
        "server": servers.first(), "servers": servers, "persons": persons.collect::<Vec<_>>(),
        "bot": connected.then(|| json!({ "id": world.bot.to_string(), "name": world.bot_name })),
        "channels": channels.collect::<Vec<_>>(), "commands": world.commands_on(None).collect::<Vec<_>>(),
    })
}

fn seen_by(world: &World, channel: u64, person: u64) -> Told {
    let channel = world.channels.get(&channel).ok_or_else(|| Sorry::nothing_there("channel"))?;
    let seen = channel.messages.values().filter(|it| it.only_for.is_none_or(|only| only == person));
    Ok(seen.map(|it| message(world, it)).collect())
}

/// A message as people see it.
pub(super) fn message(world: &World, message: &Message) -> Value {
    let interaction = message.answers.and_then(|id| world.interactions.get(&id));
    json!({
        "id": message.id.to_string(), "channel": message.channel.to_string(),
        "author": { "id": world.bot.to_string(), "name": world.bot_name, "bot": true },
        "content": message.content, "components": message.components, "embeds": message.embeds,
        "attachments": payload::attachments(world, message), "ephemeral": message.only_for.is_some(),
        "edited": message.edited.is_some(), "flags": message.flags, "nonce": message.nonce,
        "mentions": message.mentions.iter().map(u64::to_string).collect::<Vec<_>>(),
        "kind": if message.answers.is_some() { "answer" } else { "message" }, "loading": message.loading,
        "command": interaction.map(|it| it.name.clone()),
        "by": interaction.map(|it| it.person.to_string()),
    })
}

fn requests(world: &World, after: u64) -> Value {
    let wanted = world.requests.iter().filter(|request| request.number > after);
    let told = wanted.map(|it| {
        let files = it.files.iter().map(|(name, size)| json!({ "filename": name, "size": size }));
        json!({
            "number": it.number, "at_ms": it.at, "method": it.method, "path": it.path,
            "content_type": it.content_type, "body": it.body, "status": it.status,
            "files": files.collect::<Vec<_>>(),
        })
    });
    told.collect()
}

// --- Changing the world ---

fn change(world: &mut World, parts: &[&str], body: &Value) -> Told {
    let text = |name: &str| body[name].as_str().map(str::to_owned);
    let name = || text("name").filter(|name| !name.is_empty()).ok_or_else(|| Sorry::new("a name is missing"));
    let locale = || text("locale").unwrap_or_else(|| "en-US".to_owned());
    let made = |id: u64| Ok(json!({ "id": id.to_string() }));
    match parts {
        ["persons"] => made(world.come(name()?, locale())),
        ["servers"] => made(world.found(name()?, locale())),
        ["channels"] => {
            let first = world.servers.first().map(|server| server.id);
            let server = id_of(&body["server"]).or(first);
            let known = server.filter(|id| world.servers.iter().any(|it| it.id == *id));
            made(world.dig(known.ok_or_else(|| Sorry::nothing_there("server"))?, name()?))
        }
        ["channels", id, "archive"] => {
            let change = json!({ "archived": true, "locked": body["locked"].as_bool().unwrap_or(false) });
            world.change_channel(id.parse().unwrap_or(0), &change).map_err(|it| Sorry::new(it.message))
        }
        ["permissions"] => {
            let id = channel(world, &body["channel"])?;
            let mut denied = 0;
            for wanted in body["deny"].as_array().into_iter().flatten().filter_map(Value::as_str) {
                let known = RIGHTS.iter().find(|(name, _)| *name == wanted);
                denied |= known.ok_or_else(|| Sorry::nothing_there("right"))?.1;
            }
            let place = world.channels.get_mut(&id).ok_or_else(|| Sorry::nothing_there("channel"))?;
            place.denied = denied;
            Ok(Value::Null)
        }
        ["trouble"] => world.ask_for_trouble(body).map(|()| Value::Null),
        _ => Err(Sorry::nothing_there("place at the porch")),
    }
}

fn remove(world: &mut World, parts: &[&str]) -> Told {
    match parts {
        ["trouble"] => {
            world.troubles.clear();
            Ok(Value::Null)
        }
        ["messages", id] => {
            let gone = world.take_away(id.parse().unwrap_or(0));
            gone.map(|_| Value::Null).ok_or_else(|| Sorry::nothing_there("message"))
        }
        ["channels", id] => {
            world.fill_in(id.parse().unwrap_or(0)).map(|_| Value::Null).map_err(|it| Sorry::new(it.message))
        }
        _ => Err(Sorry::nothing_there("place at the porch")),
    }
}

// --- Doing something to which the bot answers ---

async fn act(shared: &Shared, what: &str, body: &Value) -> Told {
    let patience = shared.lock().settings.patience;
    let waiting = {
        let mut world = shared.lock();
        let deed = deed(&world, what, body)?;
        world.happen(deed)
    };
    let Waiting { interaction, first, settled } = waiting;
    let outcome = tokio::time::timeout(patience, first).await;
    let Ok(Ok(outcome)) = outcome else {
        return Ok(json!({
            "interaction": interaction.to_string(), "outcome": "failed",
            "error": "the application did not respond",
        }));
    };
    let mut is_settled = !matches!(outcome, Outcome::Deferred(_) | Outcome::DeferredUpdate);
    if body["wait"] == "settled" && matches!(outcome, Outcome::Deferred(_) | Outcome::DeferredUpdate) {
        // If nothing comes, what is there is told.
        let came = tokio::time::timeout(SETTLED_WITHIN, settled).await;
        is_settled = matches!(came, Ok(Ok(())));
    }
    let world = shared.lock();
    let original = world.interactions.get(&interaction).and_then(|it| it.original);
    let (name, shown) = match &outcome {
        Outcome::Message(id) => ("message", Some(*id)),
        Outcome::Deferred(id) => ("deferred", Some(*id)),
        Outcome::Updated(id) => ("updated", Some(*id)),
        Outcome::DeferredUpdate => ("deferred_update", original),
        Outcome::Modal(_) => ("modal", None),
        Outcome::Choices(_) => ("choices", None),
    };
    let shown = shown.and_then(|id| world.message(id)).map(|it| message(&world, it));
    let (modal, choices) = match outcome {
        Outcome::Modal(modal) => (Some(modal), None),
        Outcome::Choices(choices) => (None, Some(choices)),
        Outcome::Message(_) | Outcome::Deferred(_) | Outcome::Updated(_) | Outcome::DeferredUpdate => {
            (None, None)
        }
    };
    Ok(json!({
        "interaction": interaction.to_string(), "outcome": name, "message": shown, "modal": modal,
        "choices": choices, "settled": is_settled,
    }))
}

fn person(world: &World, value: &Value) -> Result<u64, Sorry> {
    let id = id_of(value).filter(|id| world.persons.contains_key(id));
    let named = || world.persons.values().find(|it| value.as_str() == Some(it.name.as_str())).map(|it| it.id);
    id.or_else(named).ok_or_else(|| Sorry::nothing_there("person"))
}

/// A channel, by its id or its name.
fn channel(world: &World, value: &Value) -> Result<u64, Sorry> {
    let id = id_of(value).filter(|id| world.channels.contains_key(id));
    let named =
        || world.channels.values().find(|it| value.as_str() == Some(it.name.as_str())).map(|it| it.id);
    id.or_else(named).ok_or_else(|| Sorry::nothing_there("channel"))
}

fn deed(world: &World, what: &str, body: &Value) -> Result<Deed, Sorry> {
    let person = person(world, &body["as"])?;
    match what {
        "type" | "autocomplete" => {
            let channel = channel(world, &body["channel"])?;
            let focused = body["focused"].as_str().filter(|_| what == "autocomplete");
            let server = world.server_of(channel).map(|server| server.id);
            let line = body["line"].as_str().unwrap_or_default();
            let typed = line::read(world, server, line, focused)?;
            let kind = if what == "type" { 2 } else { 4 };
            Ok(Deed { kind, person, channel, source: None, name: typed.name, data: typed.data })
        }
        "submit" => submitted(world, person, body),
        _ => pressed(world, person, what, body),
    }
}

fn pressed(world: &World, person: u64, what: &str, body: &Value) -> Result<Deed, Sorry> {
    let message = id_of(&body["message"]).and_then(|id| world.message(id));
    let message = message.filter(|it| it.only_for.is_none_or(|only| only == person));
    let message = message.ok_or_else(|| Sorry::nothing_there("message"))?;
    let id = body["custom_id"].as_str().unwrap_or_default();
    let rows = message.components.as_array().into_iter().flatten();
    let mut inside = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    let component = inside.find(|it| it["custom_id"] == id && it["disabled"] != true);
    let component = component.ok_or_else(|| Sorry::nothing_there("button or menu on this message"))?;
    let kind = component["type"].as_u64().unwrap_or(0);
    let mut data = json!({ "custom_id": id, "component_type": kind });
    if what == "choose" {
        let options: Vec<&Value> =
            component["options"].as_array().into_iter().flatten().map(|it| &it["value"]).collect();
        let values: Vec<&Value> = body["values"].as_array().into_iter().flatten().collect();
        let least = component["min_values"].as_u64().unwrap_or(1);
        let most = component["max_values"].as_u64().unwrap_or(1);
        let many = u64::try_from(values.len()).unwrap_or(0);
        if kind != 3 || !(least..=most).contains(&many) || !values.iter().all(|it| options.contains(it)) {
            return Err(Sorry::new("that cannot be chosen there"));
        }
        data["values"] = body["values"].clone();
    } else if kind != 2 {
        return Err(Sorry::new("that is a menu, not a button"));
    }
    let (channel, source) = (message.channel, Some(message.id));
    Ok(Deed { kind: 3, person, channel, source, name: id.to_owned(), data })
}

fn submitted(world: &World, person: u64, body: &Value) -> Result<Deed, Sorry> {
    let opened = id_of(&body["interaction"]).and_then(|id| world.interactions.get(&id));
    let opened = opened.filter(|it| it.person == person);
    let modal = opened.and_then(|it| it.modal.as_ref().map(|modal| (it, modal)));
    let (opened, modal) = modal.ok_or_else(|| Sorry::nothing_there("modal"))?;
    let mut rows = Vec::new();
    for row in modal["components"].as_array().into_iter().flatten() {
        let input = &row["components"][0];
        let id = input["custom_id"].as_str().unwrap_or_default();
        let value = body["fields"][id].as_str().unwrap_or_default();
        if input["required"].as_bool().unwrap_or(true) && value.is_empty() {
            return Err(Sorry::new(format!(
                "\"{}\" is missing",
                input["label"].as_str().unwrap_or_default()
            )));
        }
        let many = u64::try_from(value.chars().count()).unwrap_or(u64::MAX);
        if many > input["max_length"].as_u64().unwrap_or(4000) {
            return Err(Sorry::new("that is too long"));
        }
        rows.push(json!({ "type": 1, "components": [{ "type": 4, "custom_id": id, "value": value }] }));
    }
    let data = json!({ "custom_id": modal["custom_id"], "components": rows });
    let name = modal["custom_id"].as_str().unwrap_or_default().to_owned();
    Ok(Deed { kind: 5, person, channel: opened.channel, source: opened.source, name, data })
}
