//! The commands that a bot registers, for all servers or for one.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::call::{Call, Reply, Result, id};
use crate::api_error::{ApiError, refuse_if};
use crate::form::{checked, invalid};
use crate::ids::Id;
use crate::world::{RegisteredCommand, World};
use crate::{check, shapes};

/// Commands of one kind that a bot may have: slash commands, those of users, those of messages, Entry Point commands.
const MOST: [usize; 4] = [100, 15, 15, 1];
/// The type of the command that opens an Activity.
const ENTRY_POINT: u64 = 4;

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
        return Err(if known {
            ApiError::MISSING_ACCESS
        } else {
            ApiError::UNKNOWN_GUILD
        });
    }
    match (call.method.as_str(), rest) {
        ("GET", ["commands"]) => {
            let found = world
                .commands
                .values()
                .filter(|command| command.server == server);
            Ok(Reply::Done(
                found.map(|command| command.body.clone()).collect(),
            ))
        }
        ("PUT", ["commands"]) => overwrite(world, server, &call.sent.json),
        ("POST", ["commands"]) => {
            checked(&call.sent.json, "", check::command)?;
            let known = same(world, server, &call.sent.json).is_some();
            let id = put(world, server, &call.sent.json);
            refuse_too_many(world, server, id)?;
            let body = body_of(world, server, id)?;
            Ok(if known {
                Reply::Done(body)
            } else {
                Reply::Created(body)
            })
        }
        ("GET", ["commands", command]) => Ok(Reply::Done(body_of(world, server, id(command)?)?)),
        ("PATCH", ["commands", command]) => edit(world, server, id(command)?, &call.sent.json),
        ("DELETE", ["commands", command]) => {
            let id = id(command)?;
            body_of(world, server, id)?;
            world.commands.remove(&id);
            Ok(Reply::Nothing)
        }
        _ => Err(ApiError::UNKNOWN_ROUTE),
    }
}

fn body_of(world: &World, server: Option<Id>, id: Id) -> Result<Value> {
    let found = world
        .commands
        .get(&id)
        .filter(|command| command.server == server);
    found
        .map(|command| command.body.clone())
        .ok_or(ApiError::UNKNOWN_COMMAND)
}

fn kind_of(wanted: &Value) -> u64 {
    wanted["type"].as_u64().unwrap_or(1)
}

/// The command of that kind and name, which a new one replaces.
fn same(world: &World, server: Option<Id>, wanted: &Value) -> Option<Id> {
    let mut here = world
        .commands
        .values()
        .filter(|command| command.server == server);
    let is_same =
        |it: &&RegisteredCommand| wanted["name"] == it.name() && it.kind() == kind_of(wanted);
    here.find(is_same).map(|command| command.id)
}

/// Keeps a command as it was given, with what Discord adds.
fn put(world: &mut World, server: Option<Id>, wanted: &Value) -> Id {
    let id = same(world, server, wanted).unwrap_or_else(|| world.ids.next());
    store(world, server, id, wanted);
    id
}

fn store(world: &mut World, server: Option<Id>, id: Id, wanted: &Value) {
    let mut body = json!({
        "type": 1, "name_localizations": null, "description": "", "description_localizations": null,
        "default_member_permissions": null, "dm_permission": true, "nsfw": false, "contexts": null,
    });
    if kind_of(wanted) == 1 {
        body["options"] = json!([]);
    }
    for (field, value) in wanted.as_object().into_iter().flatten() {
        body[field] = value.clone();
    }
    // Some libraries send a number; everybody is sent a text.
    if let Some(number) = body["default_member_permissions"].as_u64() {
        body["default_member_permissions"] = number.to_string().into();
    }
    if let Some(options) = body.get_mut("options") {
        shapes::remove_nulls(options);
    }
    agree(&mut body);
    if body["integration_types"].is_null() {
        let for_users = server.is_none() && world.settings.user_install;
        body["integration_types"] = if for_users { json!([0, 1]) } else { json!([0]) };
    }
    body["id"] = json!(id);
    body["application_id"] = json!(world.bot);
    body["version"] = json!(world.ids.next());
    shapes::put(&mut body, "guild_id", server);
    world
        .commands
        .insert(id, RegisteredCommand { id, server, body });
}

/// Two fields say whether a command is there in direct messages: the newer one counts.
fn agree(body: &mut Value) {
    if let Some(contexts) = body["contexts"].as_array() {
        body["dm_permission"] = contexts
            .iter()
            .any(|context| context.as_u64() == Some(1))
            .into();
    } else if body["dm_permission"] == false {
        body["contexts"] = json!([0]);
    }
}

/// Adds the command that Discord gives an application with Activities, unless it has one.
pub(crate) fn add_entry_point(world: &mut World) {
    if world
        .commands
        .values()
        .any(|command| command.kind() == ENTRY_POINT)
    {
        return;
    }
    let launch = json!({
        "type": ENTRY_POINT, "name": "launch", "description": "Launch an activity", "handler": 2,
        "contexts": [0, 1, 2],
    });
    put(world, None, &launch);
}

fn refuse_too_many(world: &mut World, server: Option<Id>, newest: Id) -> Result<()> {
    let kind = world
        .commands
        .get(&newest)
        .map_or(1, RegisteredCommand::kind);
    let count = world
        .commands
        .values()
        .filter(|it| it.server == server && it.kind() == kind)
        .count();
    let most = MOST
        .get(usize::try_from(kind).unwrap_or(1).saturating_sub(1))
        .copied()
        .unwrap_or(1);
    if count > most {
        world.commands.remove(&newest);
    }
    refuse_if(count > most, ApiError::TOO_MANY_COMMANDS)
}

fn overwrite(world: &mut World, server: Option<Id>, wanted: &Value) -> Result {
    checked(wanted, "", |list| {
        let mut seen = BTreeSet::new();
        for command in list.entries() {
            check::command(&command);
            let is_new = seen.insert((command.value["name"].to_string(), kind_of(command.value)));
            let message = "Application command names must be unique";
            command.add_if(!is_new, "APPLICATION_COMMANDS_DUPLICATE_NAME", message);
        }
    })?;
    let Some(wanted) = wanted.as_array() else {
        return Err(invalid(
            "",
            "LIST_TYPE_CONVERT",
            "Only iterables may be used in a ListType",
        ));
    };
    for (kind, most) in (1..).zip(MOST) {
        let count = wanted
            .iter()
            .filter(|command| kind_of(command) == kind)
            .count();
        refuse_if(count > most, ApiError::TOO_MANY_COMMANDS)?;
    }
    let is_entry_point = |command: &Value| kind_of(command) == ENTRY_POINT;
    let has_one = world
        .commands
        .values()
        .any(|it| it.server == server && is_entry_point(&it.body));
    refuse_if(
        has_one && !wanted.iter().any(is_entry_point),
        ApiError::ENTRY_POINT_MISSING,
    )?;
    let kept: Vec<Id> = wanted
        .iter()
        .map(|command| put(world, server, command))
        .collect();
    world
        .commands
        .retain(|id, command| command.server != server || kept.contains(id));
    let bodies: Result<Vec<Value>> = kept.iter().map(|id| body_of(world, server, *id)).collect();
    Ok(Reply::Done(Value::Array(bodies?)))
}

fn edit(world: &mut World, server: Option<Id>, id: Id, wanted: &Value) -> Result {
    let mut whole = body_of(world, server, id)?;
    for (field, value) in wanted.as_object().into_iter().flatten() {
        whole[field] = value.clone();
    }
    checked(&whole, "", check::command)?;
    store(world, server, id, &whole);
    Ok(Reply::Done(body_of(world, server, id)?))
}
