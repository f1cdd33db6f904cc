//! What Discord checks in what a bot sends, with its limits and its words. It sees JSON alone, and changes none.

mod commands;
mod components;
mod embeds;

use serde_json::Value;

use super::refusal::{Complaints, Refusal};
pub(crate) use commands::command;

const V2: u64 = 1 << 15;

/// Nothing that anybody would see, but for files.
pub(crate) fn is_empty(json: &Value) -> bool {
    let none = |name: &str| json[name].as_array().is_none_or(Vec::is_empty);
    words(&json["content"]).trim().is_empty()
        && none("components")
        && none("embeds")
        && none("sticker_ids")
        && json["poll"].is_null()
}

/// Words as Discord takes them: a number is as good as a text.
pub(crate) fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => String::new(),
    }
}

/// A message, or a change of one.
pub(crate) fn message(json: &Value) -> Result<(), Refusal> {
    let mut complaints = Complaints::default();
    if !json.is_object() && !json.is_null() {
        complaints.add("", "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
        return complaints.finish();
    }
    match &json["content"] {
        content @ (Value::String(_) | Value::Number(_)) => {
            complaints.text("content", &words(content), 0, 2_000);
        }
        Value::Null => {}
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
            complaints.add("content", "STRING_TYPE_CONVERT", "Could not interpret value as string.");
        }
    }
    embeds::embeds(&json["embeds"], &mut complaints);
    let second = json["flags"].as_u64().unwrap_or(0) & V2 != 0;
    if second && !is_empty(&serde_json::json!({ "content": json["content"], "embeds": json["embeds"] })) {
        let message = "This field cannot be used with MessageFlags.IS_COMPONENTS_V2";
        complaints.add("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message);
    }
    components::message(&json["components"], second, &mut complaints);
    mentions(&json["allowed_mentions"], &mut complaints);
    files(&json["attachments"], &mut complaints);
    if json["nonce"].as_str().is_some_and(|nonce| nonce.chars().count() > 25) {
        complaints.add("nonce", "NONCE_TYPE_TOO_LONG", "Must be 25 or fewer characters long.");
    }
    complaints.finish()
}

/// Choices offered while somebody is typing an option of this type.
pub(crate) fn choices(data: &Value, kind: Option<u64>) -> Result<(), Refusal> {
    let mut complaints = Complaints::default();
    match data["choices"].as_array() {
        None => complaints.required("data.choices"),
        Some(choices) => {
            complaints.count("data.choices", choices.len(), 0, 25);
            commands::choices(choices, kind, "data.choices", &mut complaints);
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
    for kind in ["parse", "users", "roles"] {
        once(&allowed[kind], &format!("allowed_mentions.{kind}"), complaints);
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

/// A list in which nothing stands twice.
fn once(list: &Value, place: &str, complaints: &mut Complaints) {
    let list = list.as_array().map(Vec::as_slice).unwrap_or_default();
    for (at, entry) in list.iter().enumerate() {
        if list.iter().take(at).any(|other| words(other) == words(entry)) {
            let message = "The set already contains this value";
            complaints.add(&format!("{place}.{at}"), "SET_TYPE_ALREADY_CONTAINS_VALUE", message);
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
