//! What Discord checks in what a bot sends, with its limits and its words. It sees JSON, and which emojis there are, and changes nothing.

mod commands;
mod components;
mod embeds;

use serde_json::{Value, json};

use super::api_error::ApiError;
use super::form::{Field, checked};
use super::ids::Id;
use super::world::{Poll, World};
pub(crate) use commands::command;

const V2: u64 = 1 << 15;

/// Nothing that anybody would see, but for files.
pub(crate) fn is_empty(json: &Value) -> bool {
    let none = |name: &str| json[name].as_array().is_none_or(Vec::is_empty);
    words(&json["content"]).trim().is_empty()
        && ["components", "embeds", "sticker_ids"].into_iter().all(none)
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
pub(crate) fn message(world: &World, json: &Value) -> Result<(), ApiError> {
    checked(json, "", |form| {
        if !json.is_object() && !json.is_null() {
            return form.add("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
        }
        let content = form.at("content");
        match content.value {
            Value::String(_) | Value::Number(_) => {
                content.length(words(content.value).chars().count(), 0, 2_000);
            }
            Value::Null => {}
            Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
                content.add("STRING_TYPE_CONVERT", "Could not interpret value as string.");
            }
        }
        embeds::embeds(&form.at("embeds"));
        let second = json["flags"].as_u64().unwrap_or(0) & V2 != 0;
        let has_words = !is_empty(&json!({ "content": json["content"], "embeds": json["embeds"] }));
        let code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
        let message = "This field cannot be used with MessageFlags.IS_COMPONENTS_V2";
        content.add_if(second && has_words, code, message);
        components::message(world, &form.at("components"), second);
        mentions(&form.at("allowed_mentions"));
        files(&form.at("attachments"));
        let is_long = json["nonce"].as_str().is_some_and(|nonce| nonce.chars().count() > 25);
        let message = "Must be 25 or fewer characters long.";
        form.at("nonce").add_if(is_long, "NONCE_TYPE_TOO_LONG", message);
    })
}

/// The media of a message's components, which may name its files.
pub(crate) fn media(json: &Value, files: &[&str]) -> Result<(), ApiError> {
    checked(&json["components"], "components", |components| components::media(components, files))
}

/// Choices offered while somebody is typing an option of this type.
pub(crate) fn choices(data: &Value, kind: Option<u64>) -> Result<(), ApiError> {
    checked(&data["choices"], "data.choices", |choices| {
        if !choices.value.is_array() {
            return choices.required();
        }
        choices.list(0, 25);
        commands::choices(choices, kind);
    })
}

/// A form.
pub(crate) fn modal(world: &World, data: &Value) -> Result<(), ApiError> {
    checked(data, "data", |form| {
        form.at("custom_id").text(1, 100);
        form.at("title").text(1, 45);
        components::modal(world, &form.at("components"));
    })
}

fn mentions(allowed: &Field) {
    let parse = allowed.at("parse");
    for kind in parse.entries() {
        if !matches!(kind.value.as_str(), Some("users" | "roles" | "everyone")) {
            kind.choice("'users', 'roles', 'everyone'");
        }
    }
    parse.once(words);
    for kind in ["users", "roles"] {
        let named = allowed.at(kind);
        named.once(words);
        named.list(0, 100);
        for id in named.entries() {
            let message = format!("Value {} is not snowflake.", id.value);
            id.add_if(Id::said(id.value).is_none(), "NUMBER_TYPE_COERCE", &message);
        }
        let is_twice = named.count() > 0 && parse.entries().iter().any(|parsed| parsed.value == kind);
        let message = format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive.");
        allowed.add_if(is_twice, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", &message);
    }
}

fn files(attachments: &Field) {
    attachments.list(0, 10);
    for attachment in attachments.entries() {
        let id = attachment.at("id");
        if id.value.is_null() {
            id.required();
        }
        attachment.at("description").at_most(1_024);
    }
}

/// A poll.
pub(crate) fn poll(asked: &Value) -> Result<(), ApiError> {
    checked(asked, "poll", |poll| {
        poll.at("question").at("text").text(1, 300);
        let answers = poll.at("answers");
        answers.list(1, 10);
        for answer in answers.entries() {
            answer.at("poll_media").at("text").text(1, 55);
        }
        let duration = poll.at("duration");
        let is_wrong = !duration.value.is_null() && Poll::hours(asked).is_none();
        duration.add_if(is_wrong, "NUMBER_TYPE_MAX", "int value should be between 1 and 768.");
    })
}
