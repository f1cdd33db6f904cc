//! What Discord checks of what it is sent: lengths, counts, and what must be there.

use serde_json::Value;

use super::refusal::Refusal;

type Checked = Result<(), Refusal>;

/// How many letters a text has, as Discord counts them.
fn letters(text: &Value) -> usize {
    text.as_str().map_or(0, |text| text.chars().count())
}

/// A text of so many letters.
fn length(path: &str, text: &Value, least: usize, most: usize) -> Checked {
    if !(text.is_string() || least == 0 && text.is_null()) {
        return Err(Refusal::form(path, "BASE_TYPE_REQUIRED", "This field is required"));
    }
    let found = letters(text);
    if (least..=most).contains(&found) {
        return Ok(());
    }
    let message = format!("Must be between {least} and {most} in length.");
    Err(Refusal::form(path, "BASE_TYPE_BAD_LENGTH", &message))
}

/// A list of at most so many.
fn count(path: &str, list: &Value, most: usize) -> Result<Vec<Value>, Refusal> {
    match list {
        Value::Null => Ok(Vec::new()),
        Value::Array(list) if list.len() <= most => Ok(list.clone()),
        Value::Array(_) => {
            let message = format!("Must be {most} or fewer in length.");
            Err(Refusal::form(path, "BASE_TYPE_MAX_LENGTH", &message))
        }
        Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {
            Err(Refusal::form(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType"))
        }
    }
}

// --- Messages ---

/// The body of a message.
pub(super) fn message(body: &Value) -> Checked {
    length("content", &body["content"], 0, 2000)?;
    let embeds = count("embeds", &body["embeds"], 10)?;
    let mut all = 0;
    for (embed, at) in embeds.iter().zip(0..) {
        length(&format!("embeds.{at}.title"), &embed["title"], 0, 256)?;
        length(&format!("embeds.{at}.description"), &embed["description"], 0, 4096)?;
        all += letters(&embed["title"]) + letters(&embed["description"]) + letters(&embed["footer"]["text"]);
        for field in count(&format!("embeds.{at}.fields"), &embed["fields"], 25)? {
            all += letters(&field["name"]) + letters(&field["value"]);
        }
    }
    if all > 6000 {
        return Err(Refusal::form(
            "embeds",
            "MAX_EMBED_SIZE_EXCEEDED",
            "Embed size exceeds maximum size of 6000",
        ));
    }
    if letters(&body["nonce"]) > 25 {
        return Err(Refusal::form("nonce", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length."));
    }
    for (file, at) in count("attachments", &body["attachments"], 10)?.iter().zip(0..) {
        length(&format!("attachments.{at}.description"), &file["description"], 0, 1024)?;
    }
    components(&body["components"])
}

/// Whether a message shows nothing.
pub(super) fn is_empty(body: &Value, files: usize) -> bool {
    let empty = |part: &str| body[part].as_array().is_none_or(Vec::is_empty);
    letters(&body["content"]) == 0 && empty("embeds") && empty("components") && files == 0
}

fn components(rows: &Value) -> Checked {
    let mut ids: Vec<String> = Vec::new();
    for (row, at) in count("components", rows, 5)?.iter().zip(0..) {
        let path = format!("components.{at}");
        if row["type"] != 1 {
            return Err(Refusal::form(&path, "UNION_TYPE_CHOICES", "Only action rows stand in a message"));
        }
        let inside = count(&format!("{path}.components"), &row["components"], 5)?;
        if inside.is_empty() {
            let message = "Must be between 1 and 5 in length.";
            return Err(Refusal::form(&format!("{path}.components"), "BASE_TYPE_BAD_LENGTH", message));
        }
        let selects = inside.iter().filter(|it| it["type"] != 2).count();
        if selects > 0 && inside.len() > 1 {
            let message = "A select menu stands alone in its row";
            return Err(Refusal::form(&path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message));
        }
        for (component, number) in inside.iter().zip(0..) {
            let path = format!("{path}.components.{number}");
            match component["type"].as_u64() {
                Some(2) => button(&path, component)?,
                Some(3) => select(&path, component)?,
                _ => return Err(Refusal::form(&path, "UNION_TYPE_CHOICES", "Unknown component type")),
            }
            if let Some(id) = component["custom_id"].as_str() {
                if ids.iter().any(|known| known == id) {
                    let message = "Component custom id cannot be duplicated";
                    return Err(Refusal::form(&path, "COMPONENT_CUSTOM_ID_DUPLICATED", message));
                }
                ids.push(id.to_owned());
            }
        }
    }
    Ok(())
}

fn button(path: &str, button: &Value) -> Checked {
    length(&format!("{path}.label"), &button["label"], 0, 80)?;
    match button["style"].as_u64() {
        Some(1..=4) => length(&format!("{path}.custom_id"), &button["custom_id"], 1, 100),
        Some(5) => length(&format!("{path}.url"), &button["url"], 1, 512),
        _ => {
            Err(Refusal::form(&format!("{path}.style"), "BASE_TYPE_CHOICES", "Value must be one of (1..6)."))
        }
    }
}

fn select(path: &str, select: &Value) -> Checked {
    length(&format!("{path}.custom_id"), &select["custom_id"], 1, 100)?;
    length(&format!("{path}.placeholder"), &select["placeholder"], 0, 150)?;
    let options = count(&format!("{path}.options"), &select["options"], 25)?;
    if options.is_empty() {
        let message = "Must be between 1 and 25 in length.";
        return Err(Refusal::form(&format!("{path}.options"), "BASE_TYPE_BAD_LENGTH", message));
    }
    let mut values: Vec<&str> = Vec::new();
    for (option, at) in options.iter().zip(0..) {
        let path = format!("{path}.options.{at}");
        length(&format!("{path}.label"), &option["label"], 1, 100)?;
        length(&format!("{path}.value"), &option["value"], 1, 100)?;
        length(&format!("{path}.description"), &option["description"], 0, 100)?;
        let value = option["value"].as_str().unwrap_or_default();
        if values.contains(&value) {
            let message = "The specified option value is already used";
            return Err(Refusal::form(&path, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message));
        }
        values.push(value);
    }
    Ok(())
}

/// A modal.
pub(super) fn modal(body: &Value) -> Checked {
    length("data.title", &body["title"], 1, 45)?;
    length("data.custom_id", &body["custom_id"], 1, 100)?;
    let rows = count("data.components", &body["components"], 5)?;
    if rows.is_empty() {
        return Err(Refusal::form(
            "data.components",
            "BASE_TYPE_BAD_LENGTH",
            "Must be between 1 and 5 in length.",
        ));
    }
    for (row, at) in rows.iter().zip(0..) {
        let path = format!("data.components.{at}.components.0");
        let input = &row["components"][0];
        if input["type"] != 4 {
            return Err(Refusal::form(&path, "UNION_TYPE_CHOICES", "Only text inputs stand in a modal"));
        }
        length(&format!("{path}.custom_id"), &input["custom_id"], 1, 100)?;
        length(&format!("{path}.label"), &input["label"], 1, 45)?;
    }
    Ok(())
}

/// Suggestions.
pub(super) fn choices(body: &Value) -> Checked {
    for (choice, at) in count("data.choices", &body["choices"], 25)?.iter().zip(0..) {
        length(&format!("data.choices.{at}.name"), &choice["name"], 1, 100)?;
        if choice["value"].is_string() {
            length(&format!("data.choices.{at}.value"), &choice["value"], 0, 100)?;
        }
    }
    Ok(())
}

// --- Commands ---

/// Commands that are registered together.
pub(super) fn commands(commands: &[Value]) -> Checked {
    let of = |kind: u64| commands.iter().filter(|it| it["type"].as_u64().unwrap_or(1) == kind).count();
    if of(1) > 100 || of(2) > 15 || of(3) > 15 {
        let message = "Maximum number of application commands reached";
        return Err(Refusal { code: 30032, ..Refusal::form("", "APPLICATION_COMMANDS_MAX", message) });
    }
    for (command, at) in commands.iter().zip(0..) {
        self::command(&at.to_string(), command)?;
        let doubled =
            commands.iter().filter(|it| it["name"] == command["name"] && it["type"] == command["type"]);
        if doubled.count() > 1 {
            let message = "Application command names must be unique";
            return Err(Refusal::form(&at.to_string(), "APPLICATION_COMMANDS_DUPLICATE_NAME", message));
        }
    }
    Ok(())
}

/// One command.
pub(super) fn command(path: &str, command: &Value) -> Checked {
    let all = weight(command);
    if all > 8000 {
        let message = "Command exceeds maximum size (8000)";
        return Err(Refusal::form(path, "APPLICATION_COMMAND_TOO_LARGE", message));
    }
    if command["type"].as_u64().unwrap_or(1) != 1 {
        return length(&format!("{path}.name"), &command["name"], 1, 32);
    }
    named(path, command)?;
    options(path, &command["options"])
}

fn named(path: &str, thing: &Value) -> Checked {
    name(&format!("{path}.name"), &thing["name"])?;
    length(&format!("{path}.description"), &thing["description"], 1, 100)?;
    for (locale, text) in thing["name_localizations"].as_object().into_iter().flatten() {
        name(&format!("{path}.name_localizations.{locale}"), text)?;
    }
    for (locale, text) in thing["description_localizations"].as_object().into_iter().flatten() {
        length(&format!("{path}.description_localizations.{locale}"), text, 1, 100)?;
    }
    Ok(())
}

fn name(path: &str, name: &Value) -> Checked {
    length(path, name, 1, 32)?;
    let text = name.as_str().unwrap_or_default();
    let may = |letter: char| letter == '-' || letter == '_' || letter == '\'' || letter.is_alphanumeric();
    if text.chars().all(may) && text.to_lowercase() == text {
        return Ok(());
    }
    Err(Refusal::form(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid"))
}

fn options(path: &str, list: &Value) -> Checked {
    let options_here = count(&format!("{path}.options"), list, 25)?;
    let mut optional = false;
    for (option, at) in options_here.iter().zip(0..) {
        let path = format!("{path}.options.{at}");
        named(&path, option)?;
        let required = option["required"].as_bool().unwrap_or(false);
        if required && optional {
            let message = "Required options must be placed before non-required options";
            return Err(Refusal::form(&path, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message));
        }
        optional |= !required;
        for (choice, at) in count(&format!("{path}.choices"), &option["choices"], 25)?.iter().zip(0..) {
            length(&format!("{path}.choices.{at}.name"), &choice["name"], 1, 100)?;
        }
        if matches!(option["type"].as_u64(), Some(1 | 2)) {
            options(&path, &option["options"])?;
        }
    }
    Ok(())
}

/// How many letters a command has in all: names, descriptions, and values of choices, in the longest language each.
fn weight(thing: &Value) -> usize {
    let longest = |field: &str| {
        let others = thing[format!("{field}_localizations")].as_object().into_iter().flatten();
        others.map(|(_, text)| letters(text)).chain([letters(&thing[field])]).max().unwrap_or(0)
    };
    let inner = |field: &str| thing[field].as_array().into_iter().flatten().map(weight).sum::<usize>();
    longest("name") + longest("description") + letters(&thing["value"]) + inner("options") + inner("choices")
}
