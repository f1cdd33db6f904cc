//! What Discord checks in components: rows, buttons, menus, and the fields of forms. It does not look at what their
//! custom ids mean.

use std::collections::BTreeSet;

use serde_json::Value;

use super::embeds;
use crate::porch::refusal::Complaints;

/// The components of a message, of the first or the second generation.
pub(crate) fn message(components: &Value, second: bool, complaints: &mut Complaints) {
    let Some(list) = components.as_array() else { return };
    let mut seen = BTreeSet::new();
    if second {
        let count = list.iter().map(weight).sum::<usize>();
        complaints.count("components", count, 0, 40);
        for (at, component) in list.iter().enumerate() {
            free(component, &format!("components.{at}"), &mut seen, complaints);
        }
        return;
    }
    complaints.count("components", list.len(), 0, 5);
    for (at, component) in list.iter().enumerate() {
        let place = format!("components.{at}");
        if component["type"] == 1 {
            row(component, &place, &mut seen, complaints);
        } else {
            complaints.choice(&format!("{place}.type"), "1");
        }
    }
}

/// A component and all within it.
fn weight(component: &Value) -> usize {
    let within = component["components"].as_array().map_or(0, |list| list.iter().map(weight).sum());
    1 + within + usize::from(component["accessory"].is_object())
}

/// A component of the second generation, which may stand anywhere.
fn free(component: &Value, place: &str, seen: &mut BTreeSet<String>, complaints: &mut Complaints) {
    match component["type"].as_u64() {
        Some(1) => row(component, place, seen, complaints),
        Some(9 | 17) => {
            let within = component["components"].as_array().map(Vec::as_slice).unwrap_or_default();
            for (at, component) in within.iter().enumerate() {
                free(component, &format!("{place}.components.{at}"), seen, complaints);
            }
            if component["accessory"]["type"] == 2 {
                button(&component["accessory"], &format!("{place}.accessory"), seen, complaints);
            }
        }
        Some(10) => match component["content"].as_str() {
            Some(text) => complaints.text(&format!("{place}.content"), text.trim(), 1, 4_000),
            None => complaints.required(&format!("{place}.content")),
        },
        Some(11..=14) => {}
        _ => complaints.choice(&format!("{place}.type"), "1, 9, 10, 11, 12, 13, 14, 17"),
    }
}

fn row(row: &Value, place: &str, seen: &mut BTreeSet<String>, complaints: &mut Complaints) {
    let within = row["components"].as_array().map(Vec::as_slice).unwrap_or_default();
    let at = format!("{place}.components");
    complaints.count(&at, within.len(), 1, 5);
    let menus = within.iter().filter(|component| matches!(component["type"].as_u64(), Some(3 | 5..=8)));
    if menus.count() > 0 && within.len() > 1 {
        let message = "The specified component exceeds the maximum width";
        complaints.add(&at, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
    }
    for (number, component) in within.iter().enumerate() {
        let place = format!("{at}.{number}");
        match component["type"].as_u64() {
            Some(2) => button(component, &place, seen, complaints),
            Some(3) => menu(component, &place, seen, complaints),
            Some(5..=8) => custom_id(component, &place, seen, complaints),
            _ => complaints.choice(&format!("{place}.type"), "2, 3, 5, 6, 7, 8"),
        }
    }
}

fn custom_id(component: &Value, place: &str, seen: &mut BTreeSet<String>, complaints: &mut Complaints) {
    let place = format!("{place}.custom_id");
    let Some(id) = component["custom_id"].as_str() else {
        return complaints.required(&place);
    };
    complaints.text(&place, id, 1, 100);
    if !seen.insert(id.to_owned()) {
        let message = "Component custom id cannot be duplicated";
        complaints.add(&place, "COMPONENT_CUSTOM_ID_DUPLICATED", message);
    }
}

fn button(button: &Value, place: &str, seen: &mut BTreeSet<String>, complaints: &mut Complaints) {
    let label = button["label"].as_str().unwrap_or_default().trim();
    complaints.text(&format!("{place}.label"), label, 0, 80);
    emoji(&button["emoji"], &format!("{place}.emoji"), complaints);
    embeds::url(&button["url"], &format!("{place}.url"), (512, &["http", "https", "discord"]), complaints);
    match button["style"].as_u64() {
        Some(1..=4) => {
            custom_id(button, place, seen, complaints);
            if label.is_empty() && button["emoji"].is_null() {
                complaints.add(place, "BUTTON_COMPONENT_INVALID", "A button must have a label or an emoji");
            }
        }
        Some(5) if button["url"].as_str().is_none_or(str::is_empty) => {
            complaints.required(&format!("{place}.url"));
        }
        Some(5) if button.get("custom_id").is_some_and(|id| !id.is_null()) => {
            let message = "A custom id and url cannot both be specified";
            complaints.add(place, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message);
        }
        Some(5 | 6) => {}
        _ => complaints.choice(&format!("{place}.style"), "1, 2, 3, 4, 5, 6"),
    }
}

/// An emoji of Unicode. Those of servers have ids, and no server at the porch has any.
fn emoji(emoji: &Value, place: &str, complaints: &mut Complaints) {
    let wrong = match &emoji["id"] {
        _ if emoji.is_null() => None,
        Value::Null => {
            emoji["name"].as_str().is_none_or(|name| emojis::get(name).is_none()).then_some("name")
        }
        Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
            Some("id")
        }
    };
    if let Some(field) = wrong {
        complaints.add(&format!("{place}.{field}"), "COMPONENT_INVALID_EMOJI", "Invalid emoji");
    }
}

fn menu(menu: &Value, place: &str, seen: &mut BTreeSet<String>, complaints: &mut Complaints) {
    custom_id(menu, place, seen, complaints);
    if let Some(text) = menu["placeholder"].as_str() {
        complaints.text(&format!("{place}.placeholder"), text, 0, 150);
    }
    let options = menu["options"].as_array().map(Vec::as_slice).unwrap_or_default();
    let at = format!("{place}.options");
    complaints.count(&at, options.len(), 1, 25);
    let mut values = BTreeSet::new();
    for (number, option) in options.iter().enumerate() {
        for field in ["label", "value"] {
            let place = format!("{at}.{number}.{field}");
            match option[field].as_str() {
                Some(text) => complaints.text(&place, text.trim(), 1, 100),
                None => complaints.required(&place),
            }
        }
        emoji(&option["emoji"], &format!("{at}.{number}.emoji"), complaints);
        if let Some(text) = option["description"].as_str() {
            complaints.text(&format!("{at}.{number}.description"), text, 0, 100);
        }
        if !values.insert(option["value"].as_str()) {
            let message = "The specified option value is already used";
            complaints.add(
                &format!("{at}.{number}.value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                message,
            );
        }
    }
    let least = menu["min_values"].as_u64().unwrap_or(1);
    let most = menu["max_values"].as_u64().unwrap_or(1);
    let chosen = options.iter().filter(|option| option["default"] == true).count() as u64;
    if chosen > most {
        let message = "The specified number of default values exceeds the specified maximum values";
        complaints.add(place, "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", message);
    }
    if least > 25 {
        complaints.add(
            &format!("{place}.min_values"),
            "NUMBER_TYPE_MAX",
            "int value should be less than or equal to 25.",
        );
    }
    if !(1..=25).contains(&most) || most < least || most > options.len().max(1) as u64 {
        let message = "The value must fit the number of options and min_values";
        complaints.add(&format!("{place}.max_values"), "SELECT_COMPONENT_MAX_VALUES_INVALID", message);
    }
}

/// The fields of a form: text inputs in rows, or labels around what they label.
pub(crate) fn modal(components: &Value, complaints: &mut Complaints) {
    let list = components.as_array().map(Vec::as_slice).unwrap_or_default();
    complaints.count("data.components", list.len(), 1, 5);
    let mut seen = BTreeSet::new();
    for (at, component) in list.iter().enumerate() {
        let place = format!("data.components.{at}");
        match component["type"].as_u64() {
            Some(1) => {
                let within = component["components"].as_array().map(Vec::as_slice).unwrap_or_default();
                complaints.count(&format!("{place}.components"), within.len(), 1, 1);
                for input in within {
                    let place = format!("{place}.components.0");
                    if let Some(label) = input["label"].as_str() {
                        complaints.text(&format!("{place}.label"), label.trim(), 1, 45);
                    } else {
                        complaints.required(&format!("{place}.label"));
                    }
                    field(input, &place, &mut seen, complaints);
                }
            }
            Some(18) => {
                match component["label"].as_str() {
                    Some(label) => complaints.text(&format!("{place}.label"), label.trim(), 1, 45),
                    None => complaints.required(&format!("{place}.label")),
                }
                field(&component["component"], &format!("{place}.component"), &mut seen, complaints);
            }
            Some(10) => {}
            _ => complaints.choice(&format!("{place}.type"), "1, 10, 18"),
        }
    }
}

fn field(input: &Value, place: &str, seen: &mut BTreeSet<String>, complaints: &mut Complaints) {
    match input["type"].as_u64() {
        Some(4) => {
            custom_id(input, place, seen, complaints);
            if !matches!(input["style"].as_u64(), Some(1 | 2)) {
                complaints.choice(&format!("{place}.style"), "1, 2");
            }
            if let Some(text) = input["placeholder"].as_str() {
                complaints.text(&format!("{place}.placeholder"), text, 0, 100);
            }
            let most = input["max_length"].as_i64().unwrap_or(4_000).clamp(0, 4_000);
            complaints.number(&input["min_length"], &format!("{place}.min_length"), 0, most);
            complaints.number(&input["max_length"], &format!("{place}.max_length"), 1, 4_000);
            if let Some(text) = input["value"].as_str() {
                complaints.text(&format!("{place}.value"), text, 0, 4_000);
            }
        }
        // Inside a label, menus are welcome too.
        Some(3) if place.ends_with(".component") => menu(input, place, seen, complaints),
        Some(5..=8 | 19 | 21..=23) if place.ends_with(".component") => {
            custom_id(input, place, seen, complaints);
        }
        _ => complaints.choice(&format!("{place}.type"), "4"),
    }
}
