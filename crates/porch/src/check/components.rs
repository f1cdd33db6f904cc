//! Validates components of messages and modals with Discord's limits and error messages.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::form::Field;
use crate::ids::Id;
use crate::world::{World, components};

/// The maximum number of characters in all text displays of a message together.
const MAX_TEXT_LENGTH: usize = 4_000;

/// The state of a walk through components: the custom ids seen so far, and the known emojis.
struct Validation<'a> {
    world: &'a World,
    ids: BTreeSet<&'a str>,
}

impl<'a> Validation<'a> {
    fn new(world: &'a World) -> Validation<'a> {
        Validation {
            world,
            ids: BTreeSet::new(),
        }
    }
}

/// Checks the components of a message, in the legacy layout or in the V2 layout.
pub(crate) fn check_message_components<'a>(world: &'a World, components: &Field<'a>, is_v2: bool) {
    let mut validation = Validation::new(world);
    if is_v2 {
        components.check_length(components::collect_all(components.value).len(), 0, 40);
        let code = "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED";
        let message = "Components displayable text size exceeds maximum size of 4000";
        components.add_error_if(
            text_length(components.value) > MAX_TEXT_LENGTH,
            code,
            message,
        );
        for component in components.entries() {
            check_v2_component(&component, &mut validation);
        }
        return;
    }
    components.check_list_len(0, 5);
    for component in components.entries() {
        if component.get("type").as_u64() == Some(1) {
            check_row(&component, &mut validation);
        } else {
            component.get("type").reject_choice("1");
        }
    }
}

/// Rejects media that refer to a file which is not attached to the message.
pub(crate) fn check_media(components: &Field, files: &[&str]) {
    for item in components
        .entries()
        .iter()
        .flat_map(|component| component.get("items").entries())
    {
        let resolve_media = item.get("media");
        let url = resolve_media.value["url"].as_str().unwrap_or_default();
        let is_missing = url
            .strip_prefix("attachment://")
            .is_some_and(|name| !files.contains(&name));
        let message = "The referenced attachment was not found";
        resolve_media.add_error_if(
            is_missing,
            "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
            message,
        );
    }
}

fn text_length(components: &Value) -> usize {
    let texts = components::collect_all(components)
        .into_iter()
        .filter(|component| component["type"] == 10);
    texts
        .filter_map(|text| text["content"].as_str())
        .map(|content| content.chars().count())
        .sum()
}

/// Checks a V2 component that is at the top level of a message.
fn check_v2_component<'a>(component: &Field<'a>, validation: &mut Validation<'a>) {
    let kind = component.get("type");
    match kind.as_u64() {
        Some(1) => check_row(component, validation),
        Some(10) => component
            .get("content")
            .check_trimmed_text(1, MAX_TEXT_LENGTH),
        Some(12) => {
            let items = component.get("items");
            items.check_list_len(1, 10);
            for item in items.entries() {
                item.get("media").get("url").check_text(1, 2048);
            }
        }
        _ => kind.reject_choice("1, 9, 10, 11, 12, 13, 14, 17"),
    }
}

fn check_row<'a>(row: &Field<'a>, validation: &mut Validation<'a>) {
    let list = row.get("components");
    let within = list.entries();
    list.check_list_len(1, 5);
    let has_menu = within
        .iter()
        .any(|component| matches!(component.get("type").as_u64(), Some(3 | 5..=8)));
    let is_wide = within.len() > 1 && has_menu;
    let message = "The specified component exceeds the maximum width";
    list.add_error_if(is_wide, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
    for component in within {
        let kind = component.get("type");
        match kind.as_u64() {
            Some(2) => check_button(&component, validation),
            Some(3) => check_menu(&component, validation),
            Some(5..=8) => check_entity_menu(&component, validation),
            _ => kind.reject_choice("2, 3, 5, 6, 7, 8"),
        }
    }
}

fn check_custom_id<'a>(component: &Field<'a>, validation: &mut Validation<'a>) {
    let id = component.get("custom_id");
    id.check_text(1, 100);
    if id
        .value
        .as_str()
        .is_some_and(|id| !validation.ids.insert(id))
    {
        id.add_error(
            "COMPONENT_CUSTOM_ID_DUPLICATED",
            "Component custom id cannot be duplicated",
        );
    }
}

fn check_button<'a>(button: &Field<'a>, validation: &mut Validation<'a>) {
    let label = button.value["label"].as_str().unwrap_or_default().trim();
    button
        .get("label")
        .check_length(label.chars().count(), 0, 80);
    check_emoji(&button.get("emoji"), validation.world);
    let url = button.get("url");
    super::check_url(&url, 512, &["http", "https", "discord"]);
    match button.get("style").as_u64() {
        Some(1..=4) => {
            check_custom_id(button, validation);
            let is_bare = label.is_empty() && button.value["emoji"].is_null();
            let message = "A button must have a label or an emoji";
            button.add_error_if(is_bare, "BUTTON_COMPONENT_INVALID", message);
        }
        Some(5) if url.value.as_str().is_none_or(str::is_empty) => url.reject_missing(),
        Some(5) if !button.value["custom_id"].is_null() => {
            let message = "A custom id and url cannot both be specified";
            button.add_error("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message);
        }
        Some(5 | 6) => {}
        _ => button.get("style").reject_choice("1, 2, 3, 4, 5, 6"),
    }
}

/// Checks that an emoji is a Unicode emoji or one of the application. Guilds have no emojis here.
fn check_emoji(emoji: &Field, world: &World) {
    let name = emoji.value["name"].as_str();
    let invalid = match &emoji.value["id"] {
        _ if emoji.value.is_null() => return,
        Value::Null if name.is_some_and(|name| emojis::get(name).is_some()) => return,
        id if Id::from_json(id).is_some_and(|id| world.emojis.contains_key(&id)) => return,
        Value::Null => "name",
        Value::Bool(_)
        | Value::Number(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_) => "id",
    };
    emoji
        .get(invalid)
        .add_error("COMPONENT_INVALID_EMOJI", "Invalid emoji");
}

fn check_menu<'a>(menu: &Field<'a>, validation: &mut Validation<'a>) {
    check_custom_id(menu, validation);
    menu.get("placeholder").check_max_chars(150);
    let list = menu.get("options");
    let options = list.entries();
    list.check_list_len(1, 25);
    let mut values = BTreeSet::new();
    for option in &options {
        option.get("label").check_trimmed_text(1, 100);
        let value = option.get("value");
        value.check_trimmed_text(1, 100);
        check_emoji(&option.get("emoji"), validation.world);
        option.get("description").check_max_chars(100);
        let is_new = values.insert(value.value.as_str());
        let message = "The specified option value is already used";
        value.add_error_if(!is_new, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
    }
    let min = menu.get("min_values").as_u64().unwrap_or(1);
    let max = menu.get("max_values").as_u64().unwrap_or(1);
    let chosen = options
        .iter()
        .filter(|option| option.value["default"] == true)
        .count() as u64;
    let message = "The specified number of default values exceeds the specified maximum values";
    menu.add_error_if(
        chosen > max,
        "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
        message,
    );
    let message = "int value should be less than or equal to 25.";
    menu.get("min_values")
        .add_error_if(min > 25, "NUMBER_TYPE_MAX", message);
    let fits = (1..=25).contains(&max) && max >= min && max <= options.len().max(1) as u64;
    let message = "The value must fit the number of options and min_values";
    menu.get("max_values")
        .add_error_if(!fits, "SELECT_COMPONENT_MAX_VALUES_INVALID", message);
}

fn check_entity_menu<'a>(menu: &Field<'a>, validation: &mut Validation<'a>) {
    check_custom_id(menu, validation);
    menu.get("placeholder").check_max_chars(150);
    menu.get("min_values").check_range(0, 25);
    menu.get("max_values").check_range(1, 25);
}

/// Checks the fields of a modal: text inputs in rows, or labelled components.
pub(crate) fn check_modal_components<'a>(world: &'a World, components: &Field<'a>) {
    components.check_list_len(1, 5);
    let mut validation = Validation::new(world);
    for component in components.entries() {
        let kind = component.get("type");
        match kind.as_u64() {
            Some(1) => {
                let within = component.get("components");
                within.check_list_len(1, 1);
                for input in within.entries() {
                    input.get("label").check_trimmed_text(1, 45);
                    check_modal_input(&input, false, &mut validation);
                }
            }
            Some(18) => {
                component.get("label").check_trimmed_text(1, 45);
                check_modal_input(&component.get("component"), true, &mut validation);
            }
            _ => kind.reject_choice("1, 10, 18"),
        }
    }
}

/// Checks an input of a modal. Menus and file uploads are allowed only inside a label.
fn check_modal_input<'a>(input: &Field<'a>, is_labelled: bool, validation: &mut Validation<'a>) {
    match input.get("type").as_u64() {
        Some(4) => {
            check_custom_id(input, validation);
            if !matches!(input.get("style").as_u64(), Some(1 | 2)) {
                input.get("style").reject_choice("1, 2");
            }
            input.get("placeholder").check_max_chars(100);
            let max = input.value["max_length"]
                .as_i64()
                .unwrap_or(4_000)
                .clamp(0, 4_000);
            input.get("min_length").check_range(0, max);
            input.get("max_length").check_range(1, 4_000);
            input.get("value").check_max_chars(4_000);
        }
        Some(3) if is_labelled => check_menu(input, validation),
        Some(5..=8) if is_labelled => check_entity_menu(input, validation),
        Some(19) if is_labelled => check_custom_id(input, validation),
        _ => input.get("type").reject_choice("4"),
    }
}
