//! Handles the routes of application commands, both global ones and those of a guild.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::api_request::{ApiRequest, Reply, Result, parse_id};
use crate::api_error::{ApiError, refuse_if};
use crate::check::CommandScope;
use crate::form::{invalid, validate};
use crate::ids::Id;
use crate::world::{DISCORD_LAUNCH_ACTIVITY, ENTRY_POINT, RegisteredCommand, World};
use crate::{check, objects};

/// The maximum numbers of slash, user, message and Entry Point commands, in this order.
const MAX_COMMANDS_BY_TYPE: [usize; 4] = [100, 15, 15, 1];
/// The handler of an Entry Point command that sends the interaction to the bot.
const APP_HANDLER: u64 = 1;

pub(crate) fn route_commands(
    world: &mut World,
    request: &ApiRequest,
    application: &str,
    rest: &[&str],
) -> Result {
    refuse_if(
        parse_id(application)? != world.bot,
        ApiError::UNKNOWN_APPLICATION,
    )?;
    let (guild, rest) = match rest {
        ["guilds", guild, rest @ ..] => (Some(parse_id(guild)?), rest),
        rest => (None, rest),
    };
    if let Some(guild) = guild
        && !world.has_bot(guild)
    {
        let known = world.guilds.contains_key(&guild);
        return Err(if known {
            ApiError::MISSING_ACCESS
        } else {
            ApiError::UNKNOWN_GUILD
        });
    }
    match (request.method.as_str(), rest) {
        ("GET", ["commands"]) => {
            let found = world
                .commands
                .values()
                .filter(|command| command.guild == guild);
            Ok(Reply::Done(
                found.map(|command| command.body.clone()).collect(),
            ))
        }
        ("PUT", ["commands"]) => overwrite_commands(world, guild, &request.body.json),
        ("POST", ["commands"]) => {
            check_definition(world, guild, &request.body.json)?;
            let known = find_same(world, guild, &request.body.json).is_some();
            let id = put_command(world, guild, &request.body.json);
            check_count(world, guild, id)?;
            let body = body_of(world, guild, id)?;
            Ok(if known {
                Reply::Done(body)
            } else {
                Reply::Created(body)
            })
        }
        ("GET", ["commands", command]) => {
            Ok(Reply::Done(body_of(world, guild, parse_id(command)?)?))
        }
        ("PATCH", ["commands", command]) => {
            edit_command(world, guild, parse_id(command)?, &request.body.json)
        }
        ("DELETE", ["commands", command]) => {
            let id = parse_id(command)?;
            body_of(world, guild, id)?;
            world.commands.remove(&id);
            Ok(Reply::Nothing)
        }
        _ => Err(ApiError::UNKNOWN_ROUTE),
    }
}

fn scope_of(guild: Option<Id>) -> CommandScope {
    match guild {
        Some(_) => CommandScope::Guild,
        None => CommandScope::Global,
    }
}

fn check_definition(world: &World, guild: Option<Id>, wanted: &Value) -> Result<()> {
    validate(wanted, "", |command| {
        check::check_command(command, scope_of(guild));
    })?;
    check_activities_enabled(world, wanted)
}

/// Refuses an Entry Point command of an application without Activities.
fn check_activities_enabled(world: &World, wanted: &Value) -> Result<()> {
    refuse_if(
        kind_of(wanted) == ENTRY_POINT && !world.settings.activities,
        ApiError::ACTIVITIES_NOT_ENABLED,
    )
}

fn body_of(world: &World, guild: Option<Id>, id: Id) -> Result<Value> {
    let found = world
        .commands
        .get(&id)
        .filter(|command| command.guild == guild);
    found
        .map(|command| command.body.clone())
        .ok_or(ApiError::UNKNOWN_COMMAND)
}

fn kind_of(wanted: &Value) -> u64 {
    wanted["type"].as_u64().unwrap_or(1)
}

/// Finds the command with the same type and name, which the new one replaces.
fn find_same(world: &World, guild: Option<Id>, wanted: &Value) -> Option<Id> {
    let same = world.commands.values().find(|command| {
        command.guild == guild
            && wanted["name"] == command.name()
            && command.kind() == kind_of(wanted)
    });
    same.map(|command| command.id)
}

/// Stores a command, with Discord's defaults for missing fields, and returns its id.
fn put_command(world: &mut World, guild: Option<Id>, wanted: &Value) -> Id {
    let id = find_same(world, guild, wanted).unwrap_or_else(|| world.ids.next());
    store_command(world, guild, id, wanted);
    id
}

fn store_command(world: &mut World, guild: Option<Id>, id: Id, wanted: &Value) {
    let mut body = json!({
        "type": 1, "name_localizations": null, "description": "", "description_localizations": null,
        "default_member_permissions": null, "dm_permission": true, "nsfw": false, "contexts": null,
    });
    match kind_of(wanted) {
        1 => body["options"] = json!([]),
        ENTRY_POINT => body["handler"] = json!(APP_HANDLER),
        _ => {}
    }
    for (field, value) in wanted.as_object().into_iter().flatten() {
        body[field] = value.clone();
    }
    // Some libraries send a number here; Discord always returns text.
    if let Some(number) = body["default_member_permissions"].as_u64() {
        body["default_member_permissions"] = number.to_string().into();
    }
    if let Some(options) = body.get_mut("options") {
        objects::remove_nulls(options);
    }
    sync_dm_fields(&mut body);
    if body["integration_types"].is_null() {
        let for_users = guild.is_none() && world.settings.user_install;
        body["integration_types"] = if for_users { json!([0, 1]) } else { json!([0]) };
    }
    body["id"] = json!(id);
    body["application_id"] = json!(world.bot);
    body["version"] = json!(world.ids.next());
    objects::set_if_some(&mut body, "guild_id", guild);
    world
        .commands
        .insert(id, RegisteredCommand { id, guild, body });
}

/// Makes the old field `dm_permission` agree with the newer `contexts`, which has priority.
fn sync_dm_fields(body: &mut Value) {
    if let Some(contexts) = body["contexts"].as_array() {
        body["dm_permission"] = contexts
            .iter()
            .any(|context| context.as_u64() == Some(1))
            .into();
    } else if body["dm_permission"] == false {
        body["contexts"] = json!([0]);
    }
}

/// Adds the Entry Point command that Discord creates for applications with Activities.
pub(crate) fn add_entry_point(world: &mut World) {
    if world
        .commands
        .values()
        .any(|command| command.kind() == ENTRY_POINT)
    {
        return;
    }
    let launch = json!({
        "type": ENTRY_POINT, "name": "launch", "handler": DISCORD_LAUNCH_ACTIVITY,
        "contexts": [0, 1, 2],
    });
    put_command(world, None, &launch);
}

fn check_count(world: &mut World, guild: Option<Id>, newest: Id) -> Result<()> {
    let kind = world
        .commands
        .get(&newest)
        .map_or(1, RegisteredCommand::kind);
    let count = world
        .commands
        .values()
        .filter(|item| item.guild == guild && item.kind() == kind)
        .count();
    let max = MAX_COMMANDS_BY_TYPE
        .get(usize::try_from(kind).unwrap_or(1).saturating_sub(1))
        .copied()
        .unwrap_or(1);
    if count > max {
        world.commands.remove(&newest);
    }
    refuse_if(count > max, ApiError::MAX_COMMANDS_REACHED)
}

fn overwrite_commands(world: &mut World, guild: Option<Id>, wanted: &Value) -> Result {
    validate(wanted, "", |list| {
        let mut seen = BTreeSet::new();
        for command in list.entries() {
            check::check_command(&command, scope_of(guild));
            let is_new = seen.insert((command.value["name"].to_string(), kind_of(command.value)));
            let message = "Application command names must be unique";
            command.add_error_if(!is_new, "APPLICATION_COMMANDS_DUPLICATE_NAME", message);
        }
    })?;
    let Some(wanted) = wanted.as_array() else {
        return Err(invalid(
            "",
            "LIST_TYPE_CONVERT",
            "Only iterables may be used in a ListType",
        ));
    };
    for command in wanted {
        check_activities_enabled(world, command)?;
    }
    for (kind, max) in (1..).zip(MAX_COMMANDS_BY_TYPE) {
        let count = wanted
            .iter()
            .filter(|command| kind_of(command) == kind)
            .count();
        refuse_if(count > max, ApiError::MAX_COMMANDS_REACHED)?;
    }
    let has_entry_point = world
        .commands
        .values()
        .any(|command| command.guild == guild && command.kind() == ENTRY_POINT);
    let keeps_entry_point = wanted.iter().any(|command| kind_of(command) == ENTRY_POINT);
    refuse_if(
        world.settings.activities && has_entry_point && !keeps_entry_point,
        ApiError::ENTRY_POINT_MISSING,
    )?;
    let kept: Vec<Id> = wanted
        .iter()
        .map(|command| put_command(world, guild, command))
        .collect();
    world
        .commands
        .retain(|id, command| command.guild != guild || kept.contains(id));
    let bodies: Result<Vec<Value>> = kept.iter().map(|id| body_of(world, guild, *id)).collect();
    Ok(Reply::Done(Value::Array(bodies?)))
}

fn edit_command(world: &mut World, guild: Option<Id>, id: Id, wanted: &Value) -> Result {
    let mut whole = body_of(world, guild, id)?;
    for (field, value) in wanted.as_object().into_iter().flatten() {
        whole[field] = value.clone();
    }
    check_definition(world, guild, &whole)?;
    store_command(world, guild, id, &whole);
    Ok(Reply::Done(body_of(world, guild, id)?))
}
