//! A typed line, read against the bot's commands as Discord's own client would read it.

use serde_json::{Value, json};

use super::{refusal::Sorry, world::World};

/// A command that was typed.
pub(super) struct Typed {
    pub(super) name: String,
    /// The data of the interaction.
    pub(super) data: Value,
}

/// Reads a line. With an option in focus, what is not typed yet may be missing.
pub(super) fn read(
    world: &World,
    server: Option<u64>,
    line: &str,
    focused: Option<&str>,
) -> Result<Typed, Sorry> {
    let said = line.trim().strip_prefix('/').ok_or_else(|| Sorry::new("a command begins with a slash"))?;
    let (name, mut rest) = word(said);
    let command = world.commands_on(server).find(|it| it["name"] == name && it["type"] == 1);
    let command = command.ok_or_else(|| Sorry::new(format!("there is no command /{name}")))?;
    let mut path: Vec<(&Value, u64)> = Vec::new();
    let mut here = command;
    while let Some(part) = subcommand(here) {
        let (name, after) = word(rest);
        let found = part.iter().find(|it| it["name"] == name);
        here = found.ok_or_else(|| Sorry::new(format!("there is no part \"{name}\" of this command")))?;
        path.push((here, here["type"].as_u64().unwrap_or(1)));
        rest = after;
    }
    let mut resolved = json!({});
    let mut options = values(world, here, rest, focused, &mut resolved)?;
    for (part, kind) in path.into_iter().rev() {
        options = vec![json!({ "name": part["name"], "type": kind, "options": options })];
    }
    let mut data = json!({ "id": command["id"], "name": name, "type": 1, "options": options });
    if resolved.as_object().is_some_and(|it| !it.is_empty()) {
        data["resolved"] = resolved;
    }
    if let Some(server) = command["guild_id"].as_str() {
        data["guild_id"] = server.into();
    }
    Ok(Typed { name: name.to_owned(), data })
}

fn word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

/// The parts of a command, if it has any.
fn subcommand(command: &Value) -> Option<&Vec<Value>> {
    let parts = command["options"].as_array()?;
    parts.first().filter(|first| matches!(first["type"].as_u64(), Some(1 | 2)))?;
    Some(parts)
}

/// The options that a line gives: each value runs until the next option's name.
fn values(
    world: &World,
    command: &Value,
    rest: &str,
    focused: Option<&str>,
    resolved: &mut Value,
) -> Result<Vec<Value>, Sorry> {
    let known: Vec<&Value> = command["options"].as_array().into_iter().flatten().collect();
    let mut starts: Vec<(usize, usize, &Value)> = Vec::new();
    for option in &known {
        let name = format!("{}:", option["name"].as_str().unwrap_or_default());
        let found =
            rest.match_indices(&name).find(|(at, _)| *at == 0 || rest[..*at].ends_with(char::is_whitespace));
        if let Some((at, _)) = found {
            starts.push((at, at + name.len(), option));
        }
    }
    starts.sort_by_key(|(at, ..)| *at);
    let before = starts.first().map_or(rest, |(at, ..)| &rest[..*at]);
    if !before.trim().is_empty() {
        return Err(Sorry::new(format!("\"{}\" is no option of this command", before.trim())));
    }
    let mut given = Vec::new();
    for (number, (_, from, option)) in starts.iter().enumerate() {
        let until = starts.get(number + 1).map_or(rest.len(), |(at, ..)| *at);
        let text = rest[*from..until].trim().trim_matches('"');
        let name = option["name"].as_str().unwrap_or_default();
        if focused == Some(name) {
            given.push(json!({ "name": name, "type": option["type"], "value": text, "focused": true }));
        } else {
            let value = value(world, option, text, resolved)?;
            given.push(json!({ "name": name, "type": option["type"], "value": value }));
        }
    }
    if let Some(name) = focused {
        if !given.iter().any(|it| it["focused"] == true) {
            let option = known.iter().find(|it| it["name"] == name);
            let option = option.ok_or_else(|| Sorry::new(format!("there is no option \"{name}\"")))?;
            given.push(json!({ "name": name, "type": option["type"], "value": "", "focused": true }));
        }
        return Ok(given);
    }
    let is_given = |option: &Value| given.iter().any(|it| it["name"] == option["name"]);
    match known.iter().find(|it| it["required"] == true && !is_given(it)) {
        Some(missing) => Err(Sorry::new(format!("the option {} is missing", missing["name"]))),
        None => Ok(given),
    }
}

fn value(world: &World, option: &Value, text: &str, resolved: &mut Value) -> Result<Value, Sorry> {
    let name = option["name"].as_str().unwrap_or_default();
    let wrong = |what: &str| Sorry::new(format!("{name} has to be {what}"));
    let choices: Vec<&Value> = option["choices"].as_array().into_iter().flatten().collect();
    if !choices.is_empty() {
        let is = |choice: &&&Value| {
            choice["name"].as_str().is_some_and(|name| name.eq_ignore_ascii_case(text))
                || choice["value"].as_str() == Some(text)
        };
        let found = choices.iter().find(is).map(|choice| choice["value"].clone());
        return found.ok_or_else(|| wrong("one of its choices"));
    }
    match option["type"].as_u64() {
        Some(3) => within(option, "min_length", "max_length", text.chars().count())
            .then(|| Value::from(text))
            .ok_or_else(|| wrong("of another length")),
        Some(4) => {
            let number: i64 = text.parse().map_err(|_| wrong("a whole number"))?;
            let least = option["min_value"].as_f64().is_none_or(|least| least <= precise(number));
            let most = option["max_value"].as_f64().is_none_or(|most| precise(number) <= most);
            if least && most { Ok(number.into()) } else { Err(wrong("within its bounds")) }
        }
        Some(5) => text.to_lowercase().parse::<bool>().map(Value::from).map_err(|_| wrong("true or false")),
        Some(6) => {
            let wanted = text.trim_start_matches(['<', '@']).trim_end_matches('>');
            let is = |it: &&super::world::Person| it.name == wanted || it.id.to_string() == wanted;
            let person = world.persons.values().find(is).ok_or_else(|| wrong("somebody who is here"))?;
            let user = super::payload::user(person);
            let mut member = super::payload::member(&user, person.id);
            member["permissions"] = "0".into();
            if let Some(member) = member.as_object_mut() {
                member.remove("user");
            }
            let id = person.id.to_string();
            resolved["users"][&id] = user;
            resolved["members"][&id] = member;
            Ok(id.into())
        }
        Some(10) => text.parse::<f64>().map(Value::from).map_err(|_| wrong("a number")),
        _ => Err(wrong("something that people at the porch cannot give")),
    }
}

fn within(option: &Value, least: &str, most: &str, found: usize) -> bool {
    let bound = |name: &str| option[name].as_u64().and_then(|bound| usize::try_from(bound).ok());
    bound(least).is_none_or(|least| least <= found) && bound(most).is_none_or(|most| found <= most)
}

/// A number as the bounds are written. Option values are small: Discord takes none above 2 to the 53rd.
fn precise(number: i64) -> f64 {
    const EXACT: i64 = 1 << 53;
    let clamped = number.clamp(-EXACT, EXACT);
    i32::try_from(clamped).map_or_else(|_| if clamped < 0 { f64::MIN } else { f64::MAX }, f64::from)
}
