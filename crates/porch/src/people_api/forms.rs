//! Filled-in modals and menu choices: checks what a person entered and builds what the bot
//! receives.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::payload::EntityResolver;
use super::request::{Result, invalid, invalid_if};
use crate::world::components;

/// The values that a person entered, by custom id.
pub(crate) type Fields = BTreeMap<String, Value>;

/// Returns the components of a modal with the entered values.
pub(crate) fn filled(modal: &Value, fields: &Fields, named: &mut EntityResolver) -> Result {
    let all = components::collect_all(&modal["components"]);
    let is_known = |name: &String| {
        all.iter()
            .any(|component| component["custom_id"] == name.as_str())
    };
    if let Some(unknown) = fields.keys().find(|name| !is_known(name)) {
        return invalid(format!("the form has no field {unknown}"));
    }
    let mut fill = |input: &Value| fill(input, fields, named);
    let mut rows = Vec::new();
    for row in modal["components"].as_array().into_iter().flatten() {
        let mut filled = json!({ "type": row["type"], "id": row["id"] });
        if row["component"].is_object() {
            filled["component"] = fill(&row["component"])?;
        } else if let Some(inputs) = row["components"].as_array() {
            filled["components"] = inputs.iter().map(&mut fill).collect::<Result>()?;
        }
        rows.push(filled);
    }
    Ok(Value::Array(rows))
}

fn fill(input: &Value, fields: &Fields, named: &mut EntityResolver) -> Result {
    let name = input["custom_id"].as_str().unwrap_or_default();
    let given = fields.get(name);
    let picked = || given.map_or_else(|| preset(input), list);
    let (field, value) = match input["type"].as_u64() {
        Some(4) => ("value", json!(text(input, name, given)?)),
        Some(19) => (
            "values",
            json!(files(input, &given.map(list).unwrap_or_default(), named)?),
        ),
        _ if is_menu(input) => ("values", json!(choose(input, &picked(), named)?)),
        _ => return invalid(format!("the porch cannot fill in the field {name}")),
    };
    Ok(json!({ "type": input["type"], "id": input["id"], "custom_id": name, field: value }))
}

fn list(given: &Value) -> Vec<String> {
    let one = given.as_str().into_iter();
    one.chain(
        given
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str),
    )
    .map(str::to_owned)
    .collect()
}

fn preset(menu: &Value) -> Vec<String> {
    let options = menu["options"].as_array().into_iter().flatten();
    let options = options
        .filter(|option| option["default"] == true)
        .map(|option| &option["value"]);
    let entities = menu["default_values"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|value| &value["id"]);
    options
        .chain(entities)
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect()
}

fn text(input: &Value, name: &str, given: Option<&Value>) -> Result<String> {
    let text = given
        .unwrap_or(&input["value"])
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let length = text.chars().count() as u64;
    let required = input["required"] != false;
    let least = input["min_length"].as_u64().unwrap_or(u64::from(required));
    let most = input["max_length"].as_u64().unwrap_or(4_000);
    let is_short = (required || length > 0) && length < least.max(u64::from(required));
    invalid_if(
        is_short || length > most,
        format!("the field {name} has {least} to {most} characters"),
    )?;
    Ok(text)
}

fn files(input: &Value, wanted: &[String], named: &mut EntityResolver) -> Result<Vec<String>> {
    let ids: Result<Vec<String>> = wanted
        .iter()
        .map(|file| match named.file(file) {
            Some(id) => Ok(id.to_string()),
            None => invalid(format!("this person has no file {file} at hand")),
        })
        .collect();
    let ids = ids?;
    check_value_count(input, ids.len())?;
    Ok(ids)
}

pub(crate) fn is_menu(component: &Value) -> bool {
    matches!(component["type"].as_u64(), Some(3 | 5..=8))
}

/// Returns the chosen values. Persons, roles and channels may be given by name or id.
pub(crate) fn choose(
    menu: &Value,
    values: &[String],
    named: &mut EntityResolver,
) -> Result<Vec<String>> {
    let mut chosen = Vec::new();
    for value in values {
        let found = match wanted(menu) {
            None => offered_by_menu(menu, value)?,
            kind => named
                .entity(kind, "the menu", value, &menu["channel_types"])?
                .to_string(),
        };
        invalid_if(chosen.contains(&found), format!("{value} is chosen twice"))?;
        chosen.push(found);
    }
    check_value_count(menu, chosen.len())?;
    Ok(chosen)
}

/// Returns the option type that selects the same entities; `None` for menus with own options.
fn wanted(menu: &Value) -> Option<u64> {
    match menu["type"].as_u64() {
        Some(5) => Some(6),
        Some(6) => Some(8),
        Some(7) => Some(9),
        Some(8) => Some(7),
        _ => None,
    }
}

fn offered_by_menu(menu: &Value, value: &str) -> Result<String> {
    let mut options = menu["options"].as_array().into_iter().flatten();
    let is_offered = options.any(|option| option["value"] == value);
    if is_offered {
        Ok(value.to_owned())
    } else {
        invalid(format!("the menu does not offer {value}"))
    }
}

/// Checks the number of values. Optional fields may stay empty.
fn check_value_count(menu: &Value, count: usize) -> Result<()> {
    let least = menu["min_values"].as_u64().unwrap_or(1);
    let most = menu["max_values"].as_u64().unwrap_or(1);
    let may_be_empty = menu["required"] == false && count == 0;
    let fits = may_be_empty || (least..=most).contains(&(count as u64));
    invalid_if(!fits, format!("the menu takes {least} to {most} values"))
}
