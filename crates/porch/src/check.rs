//! Validates messages, modals and autocomplete choices from the bot, with Discord's limits and
//! error messages. It only checks and never changes the world.

mod commands;
mod components;

use serde_json::{Value, json};

use super::api_error::ApiError;
use super::form::{Field, validate};
use super::ids::Id;
use super::world::{World, components as parts};
pub(crate) use commands::{CommandScope, check_command};

const COMPONENTS_V2: u64 = 1 << 15;

pub(crate) fn is_empty(json: &Value) -> bool {
    text_of(&json["content"]).trim().is_empty()
        && ["components", "embeds"]
            .iter()
            .all(|field| json[field].as_array().is_none_or(Vec::is_empty))
}

/// Converts a text or a number to text, because Discord accepts numbers where it expects text.
/// Other values become empty.
pub(crate) fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => String::new(),
    }
}

/// Rejects message features that Discord has and the porch does not emulate.
fn check_supported(json: &Value) -> Result<(), ApiError> {
    let kinds = parts::collect_all(&json["components"])
        .into_iter()
        .filter_map(|item| item["type"].as_u64());
    if let Some(kind) = kinds
        .into_iter()
        .find(|kind| matches!(kind, 9 | 11 | 13 | 14 | 17 | 21..=23))
    {
        return Err(ApiError::not_implemented(&format!(
            "components of type {kind}"
        )));
    }
    for field in ["poll", "sticker_ids"] {
        let is_list = json[field].as_array().is_some_and(|list| !list.is_empty());
        if json[field].is_object() || is_list {
            let message = format!("the field {field} of a message");
            return Err(ApiError::not_implemented(&message));
        }
    }
    Ok(())
}

pub(crate) fn check_message(world: &World, json: &Value) -> Result<(), ApiError> {
    check_supported(json)?;
    validate(json, "", |form| {
        if !json.is_object() && !json.is_null() {
            return form.add_error(
                "MODEL_TYPE_CONVERT",
                "Only dictionaries may be used in a ModelType",
            );
        }
        let content = form.get("content");
        match content.value {
            Value::String(_) | Value::Number(_) => {
                content.check_length(text_of(content.value).chars().count(), 0, 2_000);
            }
            Value::Null => {}
            Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
                content.add_error(
                    "STRING_TYPE_CONVERT",
                    "Could not interpret value as string.",
                );
            }
        }
        check_embeds(&form.get("embeds"));
        let is_v2 = json["flags"].as_u64().unwrap_or(0) & COMPONENTS_V2 != 0;
        let has_words = !is_empty(&json!({ "content": json["content"], "embeds": json["embeds"] }));
        let code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
        let message = "This field cannot be used with MessageFlags.IS_COMPONENTS_V2";
        content.add_error_if(is_v2 && has_words, code, message);
        components::check_message_components(world, &form.get("components"), is_v2);
        check_mentions(&form.get("allowed_mentions"));
        check_attachments(&form.get("attachments"));
        let is_long = json["nonce"]
            .as_str()
            .is_some_and(|nonce| nonce.chars().count() > 25);
        let message = "Must be 25 or fewer characters long.";
        form.get("nonce")
            .add_error_if(is_long, "NONCE_TYPE_TOO_LONG", message);
    })
}

/// Checks that the media in a message's components refer only to files of that message.
pub(crate) fn check_media(json: &Value, files: &[&str]) -> Result<(), ApiError> {
    validate(&json["components"], "components", |components| {
        components::check_media(components, files);
    })
}

/// Checks the choices of an autocomplete response for an option whose type is `kind`.
pub(crate) fn check_choices(data: &Value, kind: Option<u64>) -> Result<(), ApiError> {
    validate(&data["choices"], "data.choices", |choices| {
        if !choices.value.is_array() {
            return choices.reject_missing();
        }
        choices.check_list_len(0, 25);
        commands::check_choices(choices, kind);
    })
}

pub(crate) fn check_modal(world: &World, data: &Value) -> Result<(), ApiError> {
    check_supported(data)?;
    validate(data, "data", |form| {
        form.get("custom_id").check_text(1, 100);
        form.get("title").check_text(1, 45);
        components::check_modal_components(world, &form.get("components"));
    })
}

fn check_mentions(allowed: &Field) {
    let parse = allowed.get("parse");
    for kind in parse.entries() {
        if !matches!(kind.value.as_str(), Some("users" | "roles" | "everyone")) {
            kind.reject_choice("'users', 'roles', 'everyone'");
        }
    }
    parse.check_no_duplicates(text_of);
    for kind in ["users", "roles"] {
        let named = allowed.get(kind);
        named.check_no_duplicates(text_of);
        named.check_list_len(0, 100);
        for id in named.entries() {
            let message = format!("Value {} is not snowflake.", id.value);
            id.add_error_if(
                Id::from_json(id.value).is_none(),
                "NUMBER_TYPE_COERCE",
                &message,
            );
        }
        let is_twice = named.len() > 0 && parse.entries().iter().any(|parsed| parsed.value == kind);
        let message = format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive.");
        allowed.add_error_if(
            is_twice,
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
            &message,
        );
    }
}

fn check_attachments(attachments: &Field) {
    attachments.check_list_len(0, 10);
    for attachment in attachments.entries() {
        let id = attachment.get("id");
        if id.value.is_null() {
            id.reject_missing();
        }
        attachment.get("description").check_max_chars(1_024);
    }
}

// --- Embeds ---

const PAGE_SCHEMES: [&str; 2] = ["http", "https"];
const PICTURE_SCHEMES: [&str; 3] = ["http", "https", "attachment"];
const MAX_URL_CHARS: usize = 2_048;
/// The fields of an embed of which at least one must be set.
const VISIBLE_FIELDS: [&str; 9] = [
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

fn check_embeds(embeds: &Field) {
    embeds.check_list_len(0, 10);
    if embeds.entries().iter().map(check_embed).sum::<usize>() > 6_000 {
        embeds.add_error(
            "MAX_EMBED_SIZE_EXCEEDED",
            "Embed size exceeds maximum size of 6000",
        );
    }
}

fn check_embed(embed: &Field) -> usize {
    if !VISIBLE_FIELDS
        .iter()
        .any(|field| is_visible(&embed.value[*field]))
    {
        embed.get("description").reject_missing();
    }
    let fields = embed.get("fields");
    let mut texts = vec![
        (embed.get("title"), 256),
        (embed.get("description"), 4_096),
        (embed.get("footer").get("text"), 2_048),
        (embed.get("author").get("name"), 256),
    ];
    fields.check_list_len(0, 25);
    for field in fields.entries() {
        for (name, max) in [("name", 256), ("value", 1_024)] {
            let text = field.get(name);
            if text
                .value
                .as_str()
                .is_none_or(|text| text.trim().is_empty())
            {
                text.reject_missing();
            }
            texts.push((text, max));
        }
    }
    for (text, max) in &texts {
        text.check_max_chars(*max);
    }
    check_urls(embed);
    embed.get("color").check_range(0, 0xff_ff_ff);
    texts
        .iter()
        .filter_map(|(text, _)| text.value.as_str())
        .map(|text| text.chars().count())
        .sum()
}

fn is_visible(part: &Value) -> bool {
    match part {
        Value::Null => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(list) => !list.is_empty(),
        Value::Object(parts) => !parts.is_empty(),
        Value::Bool(_) | Value::Number(_) => true,
    }
}

fn check_urls(embed: &Field) {
    for (place, schemes) in [
        (embed.get("url"), &PAGE_SCHEMES[..]),
        (embed.get("author").get("url"), &PAGE_SCHEMES),
        (embed.get("author").get("icon_url"), &PICTURE_SCHEMES),
        (embed.get("footer").get("icon_url"), &PICTURE_SCHEMES),
        (embed.get("image").get("url"), &PICTURE_SCHEMES),
        (embed.get("thumbnail").get("url"), &PICTURE_SCHEMES),
    ] {
        check_url(&place, MAX_URL_CHARS, schemes);
    }
}

/// Checks a URL if there is one. This is written by hand because URL parsers repair URLs that
/// Discord rejects.
fn check_url(url: &Field, max: usize, schemes: &[&str]) {
    let Some(text) = url.value.as_str().filter(|text| !text.is_empty()) else {
        return;
    };
    url.check_text(0, max);
    let (scheme, rest) = text.split_once("://").unwrap_or_default();
    let nowhere = rest.is_empty() || rest.starts_with(['/', '?', '#', ':']);
    if text.contains("://") && !schemes.contains(&scheme.to_lowercase().as_str()) {
        let known: Vec<String> = schemes.iter().map(|scheme| format!("'{scheme}'")).collect();
        let known = known.join(", ");
        let message =
            format!("Scheme \"{scheme}\" is not supported. Scheme must be one of ({known}).");
        url.add_error("URL_TYPE_INVALID_SCHEME", &message);
    } else if nowhere || rest.contains(char::is_whitespace) {
        url.add_error("URL_TYPE_INVALID_URL", "Not a well formed URL.");
    }
}
