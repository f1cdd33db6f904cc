//! What Discord checks in what a bot sends, with its limits and its words. It sees JSON, and which emojis there are, and changes nothing.

mod commands;
mod components;

use serde_json::{Value, json};

use super::api_error::ApiError;
use super::form::{Field, checked};
use super::ids::Id;
use super::world::{World, components as parts};
pub(crate) use commands::command;

const V2: u64 = 1 << 15;

pub(crate) fn is_empty(json: &Value) -> bool {
    let none = |name: &str| json[name].as_array().is_none_or(Vec::is_empty);
    words(&json["content"]).trim().is_empty() && ["components", "embeds"].into_iter().all(none)
}

/// Words as Discord takes them: a number is as good as a text.
pub(crate) fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => String::new(),
    }
}

/// Refuses what Discord knows and the porch does not.
fn refuse_unknown(json: &Value) -> Result<(), ApiError> {
    let kinds = parts::all(&json["components"])
        .into_iter()
        .filter_map(|it| it["type"].as_u64());
    let has = |field: &str| {
        json[field].as_object().is_some() || json[field].as_array().is_some_and(|it| !it.is_empty())
    };
    if let Some(kind) = kinds
        .into_iter()
        .find(|kind| matches!(kind, 9 | 11 | 13 | 14 | 17 | 21..=23))
    {
        return Err(ApiError::unknown(&format!("components of type {kind}")));
    }
    match ["poll", "sticker_ids"].into_iter().find(|field| has(field)) {
        Some(field) => Err(ApiError::unknown(&format!(
            "the field {field} of a message"
        ))),
        None => Ok(()),
    }
}

pub(crate) fn message(world: &World, json: &Value) -> Result<(), ApiError> {
    refuse_unknown(json)?;
    checked(json, "", |form| {
        if !json.is_object() && !json.is_null() {
            return form.add(
                "MODEL_TYPE_CONVERT",
                "Only dictionaries may be used in a ModelType",
            );
        }
        let content = form.at("content");
        match content.value {
            Value::String(_) | Value::Number(_) => {
                content.length(words(content.value).chars().count(), 0, 2_000);
            }
            Value::Null => {}
            Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
                content.add(
                    "STRING_TYPE_CONVERT",
                    "Could not interpret value as string.",
                );
            }
        }
        embeds(&form.at("embeds"));
        let second = json["flags"].as_u64().unwrap_or(0) & V2 != 0;
        let has_words = !is_empty(&json!({ "content": json["content"], "embeds": json["embeds"] }));
        let code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
        let message = "This field cannot be used with MessageFlags.IS_COMPONENTS_V2";
        content.add_if(second && has_words, code, message);
        components::message(world, &form.at("components"), second);
        mentions(&form.at("allowed_mentions"));
        files(&form.at("attachments"));
        let is_long = json["nonce"]
            .as_str()
            .is_some_and(|nonce| nonce.chars().count() > 25);
        let message = "Must be 25 or fewer characters long.";
        form.at("nonce")
            .add_if(is_long, "NONCE_TYPE_TOO_LONG", message);
    })
}

/// The media of a message's components, which may name its files.
pub(crate) fn media(json: &Value, files: &[&str]) -> Result<(), ApiError> {
    checked(&json["components"], "components", |components| {
        components::media(components, files)
    })
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

pub(crate) fn modal(world: &World, data: &Value) -> Result<(), ApiError> {
    refuse_unknown(data)?;
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
        let is_twice =
            named.count() > 0 && parse.entries().iter().any(|parsed| parsed.value == kind);
        let message = format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive.");
        allowed.add_if(
            is_twice,
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
            &message,
        );
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

// --- Embeds ---

/// From where a page, and from where a picture may come.
const PAGES: [&str; 2] = ["http", "https"];
const PICTURES: [&str; 3] = ["http", "https", "attachment"];
const LONGEST: usize = 2_048;
/// What an embed may show: one of these, at least.
const SHOWN: [&str; 9] = [
    "title",
    "description",
    "fields",
    "image",
    "thumbnail",
    "footer",
    "author",
    "video",
    "timestamp",
];

fn embeds(embeds: &Field) {
    embeds.list(0, 10);
    if embeds.entries().iter().map(embed).sum::<usize>() > 6_000 {
        embeds.add(
            "MAX_EMBED_SIZE_EXCEEDED",
            "Embed size exceeds maximum size of 6000",
        );
    }
}

fn embed(embed: &Field) -> usize {
    if !SHOWN.iter().any(|field| shows(&embed.value[*field])) {
        embed.at("description").required();
    }
    let fields = embed.at("fields");
    let mut texts = vec![
        (embed.at("title"), 256),
        (embed.at("description"), 4_096),
        (embed.at("footer").at("text"), 2_048),
        (embed.at("author").at("name"), 256),
    ];
    fields.list(0, 25);
    for field in fields.entries() {
        for (name, most) in [("name", 256), ("value", 1_024)] {
            let text = field.at(name);
            if text
                .value
                .as_str()
                .is_none_or(|text| text.trim().is_empty())
            {
                text.required();
            }
            texts.push((text, most));
        }
    }
    for (text, most) in &texts {
        text.at_most(*most);
    }
    addresses(embed);
    embed.at("color").between(0, 0xff_ff_ff);
    texts
        .iter()
        .filter_map(|(text, _)| text.value.as_str())
        .map(|text| text.chars().count())
        .sum()
}

/// Whether a part of an embed is there to be seen.
fn shows(part: &Value) -> bool {
    match part {
        Value::Null => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(list) => !list.is_empty(),
        Value::Object(parts) => !parts.is_empty(),
        Value::Bool(_) | Value::Number(_) => true,
    }
}

fn addresses(embed: &Field) {
    for (place, schemes) in [
        (embed.at("url"), &PAGES[..]),
        (embed.at("author").at("url"), &PAGES),
        (embed.at("author").at("icon_url"), &PICTURES),
        (embed.at("footer").at("icon_url"), &PICTURES),
        (embed.at("image").at("url"), &PICTURES),
        (embed.at("thumbnail").at("url"), &PICTURES),
    ] {
        url(&place, LONGEST, schemes);
    }
}

/// An address, if there is one: of a scheme that is taken there, and of somewhere. It stays by hand: what a parser of
/// addresses mends, Discord refuses.
fn url(url: &Field, most: usize, schemes: &[&str]) {
    let Some(text) = url.value.as_str().filter(|text| !text.is_empty()) else {
        return;
    };
    url.text(0, most);
    let (scheme, rest) = text.split_once("://").unwrap_or_default();
    let nowhere = rest.is_empty() || rest.starts_with(['/', '?', '#', ':']);
    if text.contains("://") && !schemes.contains(&scheme.to_lowercase().as_str()) {
        let known: Vec<String> = schemes.iter().map(|scheme| format!("'{scheme}'")).collect();
        let known = known.join(", ");
        let message =
            format!("Scheme \"{scheme}\" is not supported. Scheme must be one of ({known}).");
        url.add("URL_TYPE_INVALID_SCHEME", &message);
    } else if nowhere || rest.contains(char::is_whitespace) {
        url.add("URL_TYPE_INVALID_URL", "Not a well formed URL.");
    }
}
