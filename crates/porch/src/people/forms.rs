//! Forms that a bot opened, as persons fill them in: texts, menus, boxes and files, in rows or under labels; and menus, as
//! persons choose from them, under a message too: from what the bot offers, or from persons, roles and channels. What comes
//! out is what the bot gets; what does not fit is told in a sentence.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::payload::Mentioned;
use super::request::{Result, wrong, wrong_if};
use crate::world::components;

/// What a person wrote into the fields of a form, by the custom ids of those.
pub(crate) type Fields = BTreeMap<String, Value>;

/// The components of a form with what a person wrote.
pub(crate) fn filled(modal: &Value, fields: &Fields, named: &mut Mentioned) -> Result {
    let all = components::all(&modal["components"]);
    let is_known = |name: &String| {
        all.iter()
            .any(|component| component["custom_id"] == name.as_str())
    };
    if let Some(unknown) = fields.keys().find(|name| !is_known(name)) {
        return wrong(format!("the form has no field {unknown}"));
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

fn fill(input: &Value, fields: &Fields, named: &mut Mentioned) -> Result {
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
        _ => return wrong(format!("the porch cannot fill in the field {name}")),
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
    wrong_if(
        is_short || length > most,
        format!("the field {name} has {least} to {most} characters"),
    )?;
    Ok(text)
}

fn files(input: &Value, wanted: &[String], named: &mut Mentioned) -> Result<Vec<String>> {
    let ids: Result<Vec<String>> = wanted
        .iter()
        .map(|file| match named.file(file) {
            Some(id) => Ok(id.to_string()),
            None => wrong(format!("this person has no file {file} at hand")),
        })
        .collect();
    let ids = ids?;
    refuse_count(input, ids.len())?;
    Ok(ids)
}

/// Whether something can be chosen from this component.
pub(crate) fn is_menu(component: &Value) -> bool {
    matches!(component["type"].as_u64(), Some(3 | 5..=8))
}

/// What a person chose, as the bot gets it. Persons, roles and channels may be named or told by their ids.
pub(crate) fn choose(
    menu: &Value,
    values: &[String],
    named: &mut Mentioned,
) -> Result<Vec<String>> {
    let mut chosen = Vec::new();
    for value in values {
        let found = match wanted(menu) {
            None => offered_by_menu(menu, value)?,
            kind => named
                .entity(kind, "the menu", value, &menu["channel_types"])?
                .to_string(),
        };
        wrong_if(chosen.contains(&found), format!("{value} is chosen twice"))?;
        chosen.push(found);
    }
    refuse_count(menu, chosen.len())?;
    Ok(chosen)
}

/// The type of the option that takes what this menu holds; none for a menu with options of its own.
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
        wrong(format!("the menu does not offer {value}"))
    }
}

/// Refuses too few and too many. What need not be filled in may stay empty.
fn refuse_count(menu: &Value, count: usize) -> Result<()> {
    let least = menu["min_values"].as_u64().unwrap_or(1);
    let most = menu["max_values"].as_u64().unwrap_or(1);
    let may_be_empty = menu["required"] == false && count == 0;
    let fits = may_be_empty || (least..=most).contains(&(count as u64));
    wrong_if(!fits, format!("the menu takes {least} to {most} values"))
}
