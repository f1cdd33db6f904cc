//! What Discord checks in components: rows, buttons, menus, and the fields of forms. It does not look at what their
//! custom ids mean.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::form::Field;
use crate::ids::Id;
use crate::world::{World, components};

/// The most characters that all text displays of a message may have together.
const MAX_TEXT_LENGTH: usize = 4_000;

/// What was seen so far, and where emojis are found.
struct Seen<'a> {
    world: &'a World,
    /// The custom ids, of which each may be there once.
    ids: BTreeSet<&'a str>,
}

impl<'a> Seen<'a> {
    fn nothing(world: &'a World) -> Seen<'a> {
        Seen {
            world,
            ids: BTreeSet::new(),
        }
    }
}

/// The components of a message, of the first or the second generation.
pub(crate) fn message<'a>(world: &'a World, components: &Field<'a>, second: bool) {
    let mut seen = Seen::nothing(world);
    if second {
        components.length(components::all(components.value).len(), 0, 40);
        let code = "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED";
        let message = "Components displayable text size exceeds maximum size of 4000";
        components.add_if(
            text_length(components.value) > MAX_TEXT_LENGTH,
            code,
            message,
        );
        for component in components.entries() {
            free(&component, &mut seen);
        }
        return;
    }
    components.list(0, 5);
    for component in components.entries() {
        if component.at("type").number() == Some(1) {
            row(&component, &mut seen);
        } else {
            component.at("type").choice("1");
        }
    }
}

/// Refuses media that name a file which the message does not have.
pub(crate) fn media(components: &Field, files: &[&str]) {
    for item in components
        .entries()
        .iter()
        .flat_map(|component| component.at("items").entries())
    {
        let medium = item.at("media");
        let url = medium.value["url"].as_str().unwrap_or_default();
        let is_missing = url
            .strip_prefix("attachment://")
            .is_some_and(|name| !files.contains(&name));
        let message = "The referenced attachment was not found";
        medium.add_if(
            is_missing,
            "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
            message,
        );
    }
}

fn text_length(components: &Value) -> usize {
    let texts = components::all(components)
        .into_iter()
        .filter(|component| component["type"] == 10);
    texts
        .filter_map(|text| text["content"].as_str())
        .map(|content| content.chars().count())
        .sum()
}

/// A component of the second generation, which may stand anywhere.
fn free<'a>(component: &Field<'a>, seen: &mut Seen<'a>) {
    let kind = component.at("type");
    match kind.number() {
        Some(1) => row(component, seen),
        Some(10) => component.at("content").trimmed(1, MAX_TEXT_LENGTH),
        Some(12) => {
            let items = component.at("items");
            items.list(1, 10);
            for item in items.entries() {
                item.at("media").at("url").text(1, 2048);
            }
        }
        _ => kind.choice("1, 9, 10, 11, 12, 13, 14, 17"),
    }
}

fn row<'a>(row: &Field<'a>, seen: &mut Seen<'a>) {
    let list = row.at("components");
    let within = list.entries();
    list.list(1, 5);
    let is_menu = |component: &Field| matches!(component.at("type").number(), Some(3 | 5..=8));
    let is_wide = within.len() > 1 && within.iter().any(is_menu);
    let message = "The specified component exceeds the maximum width";
    list.add_if(is_wide, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
    for component in within {
        let kind = component.at("type");
        match kind.number() {
            Some(2) => button(&component, seen),
            Some(3) => menu(&component, seen),
            Some(5..=8) => automatic_menu(&component, seen),
            _ => kind.choice("2, 3, 5, 6, 7, 8"),
        }
    }
}

fn custom_id<'a>(component: &Field<'a>, seen: &mut Seen<'a>) {
    let id = component.at("custom_id");
    id.text(1, 100);
    if id.value.as_str().is_some_and(|id| !seen.ids.insert(id)) {
        id.add(
            "COMPONENT_CUSTOM_ID_DUPLICATED",
            "Component custom id cannot be duplicated",
        );
    }
}

fn button<'a>(button: &Field<'a>, seen: &mut Seen<'a>) {
    let label = button.value["label"].as_str().unwrap_or_default().trim();
    button.at("label").length(label.chars().count(), 0, 80);
    emoji(&button.at("emoji"), seen.world);
    let url = button.at("url");
    super::url(&url, 512, &["http", "https", "discord"]);
    match button.at("style").number() {
        Some(1..=4) => {
            custom_id(button, seen);
            let is_bare = label.is_empty() && button.value["emoji"].is_null();
            let message = "A button must have a label or an emoji";
            button.add_if(is_bare, "BUTTON_COMPONENT_INVALID", message);
        }
        Some(5) if url.value.as_str().is_none_or(str::is_empty) => url.required(),
        Some(5) if !button.value["custom_id"].is_null() => {
            let message = "A custom id and url cannot both be specified";
            button.add("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message);
        }
        Some(5 | 6) => {}
        _ => button.at("style").choice("1, 2, 3, 4, 5, 6"),
    }
}

/// An emoji of Unicode, or one of the application, which is known by its id. No server at the porch has any.
fn emoji(emoji: &Field, world: &World) {
    let name = emoji.value["name"].as_str();
    let wrong = match &emoji.value["id"] {
        _ if emoji.value.is_null() => return,
        Value::Null if name.is_some_and(|name| emojis::get(name).is_some()) => return,
        id if Id::said(id).is_some_and(|id| world.emojis.contains_key(&id)) => return,
        Value::Null => "name",
        Value::Bool(_)
        | Value::Number(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_) => "id",
    };
    emoji
        .at(wrong)
        .add("COMPONENT_INVALID_EMOJI", "Invalid emoji");
}

fn menu<'a>(menu: &Field<'a>, seen: &mut Seen<'a>) {
    custom_id(menu, seen);
    menu.at("placeholder").at_most(150);
    let list = menu.at("options");
    let options = list.entries();
    list.list(1, 25);
    let mut values = BTreeSet::new();
    for option in &options {
        option.at("label").trimmed(1, 100);
        let value = option.at("value");
        value.trimmed(1, 100);
        emoji(&option.at("emoji"), seen.world);
        option.at("description").at_most(100);
        let is_new = values.insert(value.value.as_str());
        let message = "The specified option value is already used";
        value.add_if(!is_new, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
    }
    let least = menu.at("min_values").number().unwrap_or(1);
    let most = menu.at("max_values").number().unwrap_or(1);
    let chosen = options
        .iter()
        .filter(|option| option.value["default"] == true)
        .count() as u64;
    let message = "The specified number of default values exceeds the specified maximum values";
    menu.add_if(
        chosen > most,
        "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
        message,
    );
    let message = "int value should be less than or equal to 25.";
    menu.at("min_values")
        .add_if(least > 25, "NUMBER_TYPE_MAX", message);
    let fits = (1..=25).contains(&most) && most >= least && most <= options.len().max(1) as u64;
    let message = "The value must fit the number of options and min_values";
    menu.at("max_values")
        .add_if(!fits, "SELECT_COMPONENT_MAX_VALUES_INVALID", message);
}

fn automatic_menu<'a>(menu: &Field<'a>, seen: &mut Seen<'a>) {
    custom_id(menu, seen);
    menu.at("placeholder").at_most(150);
    menu.at("min_values").between(0, 25);
    menu.at("max_values").between(1, 25);
}

/// The fields of a form: text inputs in rows, or labels around what they label.
pub(crate) fn modal<'a>(world: &'a World, components: &Field<'a>) {
    components.list(1, 5);
    let mut seen = Seen::nothing(world);
    for component in components.entries() {
        let kind = component.at("type");
        match kind.number() {
            Some(1) => {
                let within = component.at("components");
                within.list(1, 1);
                for input in within.entries() {
                    input.at("label").trimmed(1, 45);
                    field(&input, false, &mut seen);
                }
            }
            Some(18) => {
                component.at("label").trimmed(1, 45);
                field(&component.at("component"), true, &mut seen);
            }
            _ => kind.choice("1, 10, 18"),
        }
    }
}

/// What is filled in. Inside a label, menus are welcome too.
fn field<'a>(input: &Field<'a>, is_labelled: bool, seen: &mut Seen<'a>) {
    match input.at("type").number() {
        Some(4) => {
            custom_id(input, seen);
            if !matches!(input.at("style").number(), Some(1 | 2)) {
                input.at("style").choice("1, 2");
            }
            input.at("placeholder").at_most(100);
            let most = input.value["max_length"]
                .as_i64()
                .unwrap_or(4_000)
                .clamp(0, 4_000);
            input.at("min_length").between(0, most);
            input.at("max_length").between(1, 4_000);
            input.at("value").at_most(4_000);
        }
        Some(3) if is_labelled => menu(input, seen),
        Some(5..=8) if is_labelled => automatic_menu(input, seen),
        Some(19) if is_labelled => custom_id(input, seen),
        _ => input.at("type").choice("4"),
    }
}
