//! Forms that a bot opened, as persons fill them in: texts, menus, boxes and files, in rows or under labels. What comes out
//! is what the bot gets; what does not fit is told in a sentence.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{
    menus,
    payload::{Mentioned, Whereabouts},
    request::{Result, wrong},
};
use crate::porch::world::{World, components};

/// What a person wrote into the fields of a form, by the custom ids of those.
pub(crate) type Fields = BTreeMap<String, Value>;

/// The components of a form with what a person wrote, and what is named in it.
pub(crate) fn filled(
    world: &World,
    place: Whereabouts,
    modal: &Value,
    fields: &Fields,
) -> Result<(Value, Mentioned)> {
    let all = components::all(&modal["components"]);
    let is_known = |name: &String| all.iter().any(|component| component["custom_id"] == name.as_str());
    if let Some(unknown) = fields.keys().find(|name| !is_known(name)) {
        return wrong(format!("the form has no field {unknown}"));
    }
    let mut named = Mentioned::default();
    let mut rows = Vec::new();
    for row in modal["components"].as_array().into_iter().flatten() {
        let mut filled = json!({ "type": row["type"], "id": row["id"] });
        let mut fill = |input: &Value| fill(world, place, input, fields, &mut named);
        if row["component"].is_object() {
            filled["component"] = fill(&row["component"])?;
        } else if let Some(inputs) = row["components"].as_array() {
            filled["components"] = Value::Array(inputs.iter().map(fill).collect::<Result<_>>()?);
        }
        rows.push(filled);
    }
    Ok((Value::Array(rows), named))
}

fn fill(
    world: &World,
    place: Whereabouts,
    input: &Value,
    fields: &Fields,
    named: &mut Mentioned,
) -> Result<Value> {
    let name = input["custom_id"].as_str().unwrap_or_default();
    let given = fields.get(name);
    let mut filled = json!({ "type": input["type"], "id": input["id"], "custom_id": name });
    match input["type"].as_u64() {
        Some(4) => filled["value"] = json!(text(input, name, given)?),
        Some(19) => filled["values"] = json!(files(world, place, input, &list(given), named)?),
        Some(21) => filled["value"] = json!(picked(input, given)?.first()),
        Some(22) => filled["values"] = json!(picked(input, given)?),
        Some(23) => {
            filled["value"] = json!(given.map_or(input["default"] == true, |given| *given == true));
        }
        _ if menus::is_menu(input) => {
            let values = given.map_or_else(|| preset(input), |given| list(Some(given)));
            filled["values"] = json!(menus::choose(world, place, input, &values, named)?);
        }
        _ => return wrong(format!("the porch cannot fill in the field {name}")),
    }
    Ok(filled)
}

/// One text, or several.
fn list(given: Option<&Value>) -> Vec<String> {
    match given {
        Some(Value::Array(values)) => values.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Some(Value::String(value)) => vec![value.clone()],
        None | Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_)) => Vec::new(),
    }
}

/// What is chosen already when a form opens.
fn preset(menu: &Value) -> Vec<String> {
    let options = menu["options"].as_array().into_iter().flatten();
    let options = options.filter(|option| option["default"] == true).map(|option| &option["value"]);
    let entities = menu["default_values"].as_array().into_iter().flatten().map(|value| &value["id"]);
    options.chain(entities).filter_map(Value::as_str).map(str::to_owned).collect()
}

fn text(input: &Value, name: &str, given: Option<&Value>) -> Result<String> {
    let text = given.unwrap_or(&input["value"]).as_str().unwrap_or_default().to_owned();
    let length = text.chars().count() as u64;
    let required = input["required"] != false;
    let least = input["min_length"].as_u64().unwrap_or(u64::from(required));
    let most = input["max_length"].as_u64().unwrap_or(4_000);
    if (required || length > 0) && length < least.max(u64::from(required)) || length > most {
        return wrong(format!("the field {name} has {least} to {most} letters"));
    }
    Ok(text)
}

/// Which of several buttons or boxes.
fn picked(input: &Value, given: Option<&Value>) -> Result<Vec<String>> {
    let picked = given.map_or_else(|| preset(input), |given| list(Some(given)));
    let options = || input["options"].as_array().into_iter().flatten();
    if let Some(other) =
        picked.iter().find(|value| !options().any(|option| option["value"] == value.as_str()))
    {
        return wrong(format!("the form does not offer {other}"));
    }
    let one_alone = input["type"] == 21;
    let least = input["min_values"].as_u64().unwrap_or(u64::from(input["required"] != false));
    let most = if one_alone { 1 } else { input["max_values"].as_u64().unwrap_or(options().count() as u64) };
    if input["required"] == false && picked.is_empty() || (least..=most).contains(&(picked.len() as u64)) {
        return Ok(picked);
    }
    wrong(format!("the form takes {least} to {most} of these"))
}

fn files(
    world: &World,
    place: Whereabouts,
    input: &Value,
    wanted: &[String],
    named: &mut Mentioned,
) -> Result<Vec<String>> {
    let mut ids = Vec::new();
    for file in wanted {
        let Some(found) = world.uploads.find(place.person, file) else {
            return wrong(format!("this person has no file {file} at hand"));
        };
        named.files.push(found.id);
        ids.push(found.id.to_string());
    }
    menus::refuse_count(input, ids.len())?;
    Ok(ids)
}
