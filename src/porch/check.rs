//! What Discord checks in what a bot sends, with its limits and its words. It sees JSON alone, and changes none.

mod commands;
mod components;

use serde_json::Value;

use super::refusal::{Complaints, Refusal};
pub(crate) use commands::command;

const V2: u64 = 1 << 15;

/// Nothing that anybody would see, but for files.
pub(crate) fn is_empty(json: &Value) -> bool {
    let none = |name: &str| json[name].as_array().is_none_or(Vec::is_empty);
    json["content"].as_str().is_none_or(|text| text.trim().is_empty())
        && none("components")
        && none("embeds")
        && none("sticker_ids")
        && json["poll"].is_null()
}

/// A message, or a change of one.
pub(crate) fn message(json: &Value) -> Result<(), Refusal> {
    let mut complaints = Complaints::default();
    if !json.is_object() && !json.is_null() {
        complaints.add("", "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
        return complaints.finish();
    }
    match &json["content"] {
        Value::String(content) => complaints.text("content", content, 0, 2_000),
        Value::Null => {}
        // Discord takes numbers for texts here; a well-made bot sends none.
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            complaints.add("content", "STRING_TYPE_CONVERT", "Could not interpret value as string.");
        }
    }
    embeds(&json["embeds"], &mut complaints);
    let second = json["flags"].as_u64().unwrap_or(0) & V2 != 0;
    if second && !is_empty(&serde_json::json!({ "content": json["content"], "embeds": json["embeds"] })) {
        let message = "This field cannot be used with MessageFlags.IS_COMPONENTS_V2";
        complaints.add("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message);
    }
    components::message(&json["components"], second, &mut complaints);
    mentions(&json["allowed_mentions"], &mut complaints);
    files(&json["attachments"], &mut complaints);
    if let Value::String(nonce) = &json["nonce"] {
        complaints.text("nonce", nonce, 0, 25);
    }
    complaints.finish()
}

/// Choices offered while somebody is typing.
pub(crate) fn choices(data: &Value) -> Result<(), Refusal> {
    let mut complaints = Complaints::default();
    match data["choices"].as_array() {
        None => complaints.required("data.choices"),
        Some(choices) => {
            complaints.count("data.choices", choices.len(), 0, 25);
            commands::choices(choices, None, "data.choices", &mut complaints);
        }
    }
    complaints.finish()
}

/// A form.
pub(crate) fn modal(data: &Value) -> Result<(), Refusal> {
    let mut complaints = Complaints::default();
    for (field, most) in [("custom_id", 100), ("title", 45)] {
        let place = format!("data.{field}");
        match data[field].as_str() {
            Some(text) => complaints.text(&place, text, 1, most),
            None => complaints.required(&place),
        }
    }
    components::modal(&data["components"], &mut complaints);
    complaints.finish()
}

fn embeds(embeds: &Value, complaints: &mut Complaints) {
    let Some(embeds) = embeds.as_array() else { return };
    complaints.count("embeds", embeds.len(), 0, 10);
    let mut all = 0;
    for (at, embed) in embeds.iter().enumerate() {
        let mut text = |field: &str, value: &Value, most: usize| {
            if let Some(text) = value.as_str() {
                all += text.chars().count();
                complaints.text(&format!("embeds.{at}.{field}"), text, 0, most);
            }
        };
        text("title", &embed["title"], 256);
        text("description", &embed["description"], 4_096);
        text("footer.text", &embed["footer"]["text"], 2_048);
        text("author.name", &embed["author"]["name"], 256);
        let fields = embed["fields"].as_array().map(Vec::as_slice).unwrap_or_default();
        for (number, field) in fields.iter().enumerate() {
            text(&format!("fields.{number}.name"), &field["name"], 256);
            text(&format!("fields.{number}.value"), &field["value"], 1_024);
        }
        complaints.count(&format!("embeds.{at}.fields"), fields.len(), 0, 25);
        for (number, field) in fields.iter().enumerate() {
            for name in ["name", "value"] {
                if field[name].as_str().is_none_or(str::is_empty) {
                    complaints.required(&format!("embeds.{at}.fields.{number}.{name}"));
                }
            }
        }
    }
    if all > 6_000 {
        complaints.add("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000");
    }
}

fn mentions(allowed: &Value, complaints: &mut Complaints) {
    if allowed.is_null() {
        return;
    }
    let parse = allowed["parse"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (at, kind) in parse.iter().enumerate() {
        if !matches!(kind.as_str(), Some("users" | "roles" | "everyone")) {
            complaints.choice(&format!("allowed_mentions.parse.{at}"), "'users', 'roles', 'everyone'");
        }
    }
    for kind in ["users", "roles"] {
        let named = allowed[kind].as_array().map_or(0, Vec::len);
        complaints.count(&format!("allowed_mentions.{kind}"), named, 0, 100);
        if named > 0 && parse.iter().any(|parsed| parsed == kind) {
            let message = format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive.");
            complaints.add("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message);
        }
    }
}

fn files(attachments: &Value, complaints: &mut Complaints) {
    let Some(attachments) = attachments.as_array() else { return };
    complaints.count("attachments", attachments.len(), 0, 10);
    for (at, attachment) in attachments.iter().enumerate() {
        let place = format!("attachments.{at}");
        if attachment["id"].is_null() {
            complaints.required(&format!("{place}.id"));
        }
        if let Some(description) = attachment["description"].as_str() {
            complaints.text(&format!("{place}.description"), description, 0, 1_024);
        }
    }
}
