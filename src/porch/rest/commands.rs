//! The commands that a bot registers, for all servers or for one.

use axum::http::Method;
use serde_json::{Map, Value, json};

use super::call::{Call, Reply, Result, id};
use crate::porch::{
    api_error::{ApiError, refuse_if},
    check,
    form::{Field, checked, invalid},
    ids::Id,
    world::{RegisteredCommand, World},
};

/// Commands of one kind that a bot may have: slash commands, those of users, those of messages.
const MOST: [usize; 3] = [100, 15, 15];

/// `/applications/{id}/commands…` and `/applications/{id}/guilds/{id}/commands…`
pub(crate) fn route(world: &mut World, call: &Call, application: &str, rest: &[&str]) -> Result {
    refuse_if(id(application)? != world.bot, ApiError::UNKNOWN_APPLICATION)?;
    let (server, rest) = match rest {
        ["guilds", server, rest @ ..] => (Some(id(server)?), rest),
        rest => (None, rest),
    };
    if let Some(server) = server
        && !world.has_bot(server)
    {
        let known = world.servers.contains_key(&server);
        return Err(if known { ApiError::MISSING_ACCESS } else { ApiError::UNKNOWN_GUILD });
    }
    match (call.method.clone(), rest) {
        (Method::GET, ["commands"]) => {
            let found = world.commands.values().filter(|command| command.server == server);
            Ok(Reply::Done(found.map(|command| Value::Object(command.body.clone())).collect()))
        }
        (Method::PUT, ["commands"]) => overwrite(world, server, &call.sent.json),
        (Method::POST, ["commands"]) => {
            checked(&call.sent.json, "", check::command)?;
            let known = same(world, server, &call.sent.json).is_some();
            let id = put(world, server, &call.sent.json);
            refuse_too_many(world, server, id)?;
            let body = body_of(world, server, id)?;
            Ok(if known { Reply::Done(body) } else { Reply::Created(body) })
        }
        (Method::GET, ["commands", command]) => Ok(Reply::Done(body_of(world, server, id(command)?)?)),
        (Method::PATCH, ["commands", command]) => edit(world, server, id(command)?, &call.sent.json),
        (Method::DELETE, ["commands", command]) => {
            let id = id(command)?;
            body_of(world, server, id)?;
            world.commands.remove(&id);
            Ok(Reply::Nothing)
        }
        (_, ["commands"] | ["commands", _]) => Err(ApiError::WRONG_METHOD),
        _ => Err(ApiError::NO_SUCH_ROUTE),
    }
}

fn body_of(world: &World, server: Option<Id>, id: Id) -> Result<Value> {
    let found = world.commands.get(&id).filter(|command| command.server == server);
    found.map(|command| Value::Object(command.body.clone())).ok_or(ApiError::UNKNOWN_COMMAND)
}

fn kind_of(wanted: &Value) -> u64 {
    wanted["type"].as_u64().unwrap_or(1)
}

/// The command of that kind and name, which a new one replaces.
fn same(world: &World, server: Option<Id>, wanted: &Value) -> Option<Id> {
    let mut found = world.commands.values();
    let name = wanted["name"].as_str().unwrap_or_default();
    let found = found.find(|it| it.server == server && it.name() == name && it.kind() == kind_of(wanted));
    found.map(|command| command.id)
}

/// Keeps a command as it was given, with what Discord adds.
fn put(world: &mut World, server: Option<Id>, wanted: &Value) -> Id {
    let id = same(world, server, wanted).unwrap_or_else(|| world.ids.next());
    store(world, server, id, wanted);
    id
}

fn store(world: &mut World, server: Option<Id>, id: Id, wanted: &Value) {
    let mut body = defaults(wanted);
    if let Value::Object(wanted) = wanted {
        body.extend(wanted.clone());
    }
    agree(&mut body);
    body.insert("id".to_owned(), json!(id));
    body.insert("application_id".to_owned(), json!(world.bot));
    body.insert("version".to_owned(), json!(world.ids.next()));
    if let Some(server) = server {
        body.insert("guild_id".to_owned(), json!(server));
    }
    world.commands.insert(id, RegisteredCommand { id, server, body });
}

/// Two fields say whether a command is there in direct messages: the newer one counts. Who names no integration types
/// gets the first, however the application may be let in.
fn agree(body: &mut Map<String, Value>) {
    if let Some(contexts) = body.get("contexts").and_then(Value::as_array) {
        let direct = contexts.iter().any(|context| context.as_u64() == Some(1));
        body.insert("dm_permission".to_owned(), json!(direct));
    } else if body.get("dm_permission") == Some(&Value::Bool(false)) {
        body.insert("contexts".to_owned(), json!([0]));
    }
    if body.get("integration_types").is_none_or(Value::is_null) {
        body.insert("integration_types".to_owned(), json!([0]));
    }
}

fn defaults(wanted: &Value) -> Map<String, Value> {
    let defaults = json!({
        "type": 1,
        "name_localizations": null,
        "description": "",
        "description_localizations": null,
        "default_member_permissions": null,
        "dm_permission": true,
        "nsfw": false,
        "integration_types": [0],
        "contexts": null,
    });
    let Value::Object(mut defaults) = defaults else { return Map::new() };
    if kind_of(wanted) == 1 {
        defaults.insert("options".to_owned(), json!([]));
    }
    defaults
}

/// There may be only so many.
fn refuse_too_many(world: &mut World, server: Option<Id>, newest: Id) -> Result<()> {
    let kind = world.commands.get(&newest).map_or(1, RegisteredCommand::kind);
    let count = world.commands.values().filter(|it| it.server == server && it.kind() == kind).count();
    let most = MOST.get(usize::try_from(kind).unwrap_or(1).saturating_sub(1)).copied().unwrap_or(1);
    if count > most {
        world.commands.remove(&newest);
        return Err(ApiError::TOO_MANY_COMMANDS);
    }
    Ok(())
}

fn overwrite(world: &mut World, server: Option<Id>, wanted: &Value) -> Result {
    checked(wanted, "", |list| {
        let commands = list.entries();
        for (at, command) in commands.iter().enumerate() {
            check::command(command);
            let key = |it: &Field| (it.value["name"].clone(), kind_of(it.value));
            if commands.iter().take(at).any(|other| key(other) == key(command)) {
                let message = "Application command names must be unique";
                command.add("APPLICATION_COMMANDS_DUPLICATE_NAME", message);
            }
        }
    })?;
    let Some(wanted) = wanted.as_array() else {
        return Err(invalid("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType"));
    };
    for (kind, most) in (1..).zip(MOST) {
        let count = wanted.iter().filter(|command| kind_of(command) == kind).count();
        refuse_if(count > most, ApiError::TOO_MANY_COMMANDS)?;
    }
    let kept: Vec<Id> = wanted.iter().map(|command| put(world, server, command)).collect();
    world.commands.retain(|id, command| command.server != server || kept.contains(id));
    let bodies: Result<Vec<Value>> = kept.iter().map(|id| body_of(world, server, *id)).collect();
    Ok(Reply::Done(Value::Array(bodies?)))
}

fn edit(world: &mut World, server: Option<Id>, id: Id, wanted: &Value) -> Result {
    let mut whole = body_of(world, server, id)?;
    if let (Value::Object(whole), Value::Object(wanted)) = (&mut whole, wanted) {
        whole.extend(wanted.clone());
    }
    checked(&whole, "", check::command)?;
    store(world, server, id, &whole);
    Ok(Reply::Done(body_of(world, server, id)?))
}
