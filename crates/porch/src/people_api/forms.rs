//! Checks what a person entered in a modal or chose in a menu, and builds what the bot receives.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::payload::EntityResolver;
use super::request::{Result, invalid, invalid_if};
use crate::world::components;

/// The values that a person entered in a modal, by the custom ids of its fields.
pub(crate) type Fields = BTreeMap<String, Value>;

/// Returns the components of a modal with the entered values, as the bot receives them.
pub(crate) fn fill_modal(modal: &Value, fields: &Fields, resolver: &mut EntityResolver) -> Result {
    let all = components::collect_all(&modal["components"]);
    for name in fields.keys() {
        if !all
            .iter()
            .any(|component| component["custom_id"] == name.as_str())
        {
            return invalid(format!("the form has no field {name}"));
        }
    }
    let mut rows = Vec::new();
    for row in modal["components"].as_array().into_iter().flatten() {
        let mut filled = json!({ "type": row["type"], "id": row["id"] });
        if row["component"].is_object() {
            filled["component"] = fill_input(&row["component"], fields, resolver)?;
        } else if let Some(inputs) = row["components"].as_array() {
            let inputs = inputs
                .iter()
                .map(|input| fill_input(input, fields, resolver));
            filled["components"] = inputs.collect::<Result>()?;
        }
        rows.push(filled);
    }
    Ok(Value::Array(rows))
}

fn fill_input(input: &Value, fields: &Fields, resolver: &mut EntityResolver) -> Result {
    let name = input["custom_id"].as_str().unwrap_or_default();
    let entered = fields.get(name);
    let (field, value) = match input["type"].as_u64() {
        Some(4) => ("value", json!(check_text(input, name, entered)?)),
        Some(19) => (
            "values",
            json!(resolve_files(
                input,
                &entered.map(to_list).unwrap_or_default(),
                resolver
            )?),
        ),
        _ if is_menu(input) => {
            let values = entered.map_or_else(|| default_values(input), to_list);
            ("values", json!(resolve_choices(input, &values, resolver)?))
        }
        _ => return invalid(format!("the porch cannot fill in the field {name}")),
    };
    Ok(json!({ "type": input["type"], "id": input["id"], "custom_id": name, field: value }))
}

fn to_list(entered: &Value) -> Vec<String> {
    let one = entered.as_str().into_iter();
    one.chain(
        entered
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str),
    )
    .map(str::to_owned)
    .collect()
}

fn default_values(menu: &Value) -> Vec<String> {
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

fn check_text(input: &Value, name: &str, entered: Option<&Value>) -> Result<String> {
    let text = entered
        .unwrap_or(&input["value"])
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let length = text.chars().count() as u64;
    let required = input["required"] != false;
    let min = input["min_length"].as_u64().unwrap_or(u64::from(required));
    let max = input["max_length"].as_u64().unwrap_or(4_000);
    let is_short = (required || length > 0) && length < min.max(u64::from(required));
    invalid_if(
        is_short || length > max,
        format!("the field {name} has {min} to {max} characters"),
    )?;
    Ok(text)
}

fn resolve_files(
    input: &Value,
    wanted: &[String],
    resolver: &mut EntityResolver,
) -> Result<Vec<String>> {
    let ids: Result<Vec<String>> = wanted
        .iter()
        .map(|file| match resolver.resolve_file(file) {
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

/// Returns the values chosen in a menu. Persons, roles and channels may be given by name or id.
pub(crate) fn resolve_choices(
    menu: &Value,
    values: &[String],
    resolver: &mut EntityResolver,
) -> Result<Vec<String>> {
    let mut chosen = Vec::new();
    for value in values {
        let found = match entity_kind(menu) {
            None => find_offered(menu, value)?,
            kind => resolver
                .resolve_entity(kind, "the menu", value, &menu["channel_types"])?
                .to_string(),
        };
        invalid_if(chosen.contains(&found), format!("{value} is chosen twice"))?;
        chosen.push(found);
    }
    check_value_count(menu, chosen.len())?;
    Ok(chosen)
}

/// Returns the type of command option that selects the same entities as a menu.
///
/// Returns `None` for a menu that lists its own options.
fn entity_kind(menu: &Value) -> Option<u64> {
    match menu["type"].as_u64() {
        Some(5) => Some(6),
        Some(6) => Some(8),
        Some(7) => Some(9),
        Some(8) => Some(7),
        _ => None,
    }
}

fn find_offered(menu: &Value, value: &str) -> Result<String> {
    let mut options = menu["options"].as_array().into_iter().flatten();
    let is_offered = options.any(|option| option["value"] == value);
    if is_offered {
        Ok(value.to_owned())
    } else {
        invalid(format!("the menu does not offer {value}"))
    }
}

/// Checks the number of chosen values. An optional menu may stay empty.
fn check_value_count(menu: &Value, count: usize) -> Result<()> {
    let min = menu["min_values"].as_u64().unwrap_or(1);
    let max = menu["max_values"].as_u64().unwrap_or(1);
    let may_be_empty = menu["required"] == false && count == 0;
    let fits = may_be_empty || (min..=max).contains(&(count as u64));
    invalid_if(!fits, format!("the menu takes {min} to {max} values"))
}
