//! Compares an answer of Discord with the porch's answer to the same request.
//!
//! Every field of the porch has to exist on Discord with the same kind of value, and with the same
//! value if it depends on the request alone. Additional fields of Discord are ignored.

use crate::key;
use lanai_text::Key;
use serde_json::Value;

/// Fields whose values depend on the request alone.
const FIXED_FIELDS: [&str; 18] = [
    "archived",
    "auto_archive_duration",
    "code",
    "content_type",
    "custom_id",
    "description",
    "disabled",
    "filename",
    "height",
    "label",
    "locked",
    "mention_everyone",
    "message",
    "placeholder",
    "style",
    "tts",
    "type",
    "width",
];
/// Fields that depend on the guild or its members, and may be null.
const VARYING_FIELDS: [&str; 7] = [
    "author",
    "last_message_id",
    "member",
    "owner",
    "parent_id",
    "permission_overwrites",
    "topic",
];

/// A difference between two answers.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Difference {
    /// The JSON pointer of the value, as in `/attachments/0/url`.
    pub(super) path: String,
    pub(super) porch: FoundValue,
    pub(super) discord: FoundValue,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum FoundValue {
    Missing,
    /// The translation key of the kind.
    Kind(Key),
    Value(Value),
}

/// Returns all differences between an answer of the porch and one of Discord.
pub(super) fn find_differences(porch: &Value, discord: &Value) -> Vec<Difference> {
    let mut differences = Vec::new();
    compare_values("", porch, discord, &mut differences);
    differences
}

fn compare_values(path: &str, porch: &Value, discord: &Value, differences: &mut Vec<Difference>) {
    let (porch, discord) = match (porch, discord) {
        // A field that is null on the porch may have any value on Discord.
        (Value::Null, _) => return,
        (Value::Object(fields), Value::Object(others)) => {
            for (name, value) in fields {
                let path = format!("{path}/{name}");
                compare_fields(&path, name, value, others.get(name), differences);
            }
            return;
        }
        (Value::Array(values), Value::Array(others)) if values.len() == others.len() => {
            for (at, (value, other)) in values.iter().zip(others).enumerate() {
                compare_values(&format!("{path}/{at}"), value, other, differences);
            }
            return;
        }
        (Value::Array(values), Value::Array(others)) => (
            FoundValue::Value(values.len().into()),
            FoundValue::Value(others.len().into()),
        ),
        _ if value_kind_key(porch) == value_kind_key(discord) => return,
        _ => (
            FoundValue::Kind(value_kind_key(porch)),
            FoundValue::Kind(value_kind_key(discord)),
        ),
    };
    differences.push(Difference {
        path: path.to_owned(),
        porch,
        discord,
    });
}

fn compare_fields(
    path: &str,
    name: &str,
    porch: &Value,
    discord: Option<&Value>,
    differences: &mut Vec<Difference>,
) {
    let Some(discord) = discord else {
        if !porch.is_null() {
            differences.push(Difference {
                path: path.to_owned(),
                porch: FoundValue::Kind(value_kind_key(porch)),
                discord: FoundValue::Missing,
            });
        }
        return;
    };
    if VARYING_FIELDS.contains(&name) {
        return;
    }
    if !FIXED_FIELDS.contains(&name) || porch.is_object() {
        compare_values(path, porch, discord, differences);
    } else if porch != discord {
        differences.push(Difference {
            path: path.to_owned(),
            porch: FoundValue::Value(porch.clone()),
            discord: FoundValue::Value(discord.clone()),
        });
    }
}

/// Returns the translation key for the kind of a value; ids and times are kinds of their own.
fn value_kind_key(value: &Value) -> Key {
    match value {
        Value::Null => key::LIVE_KIND_NOTHING,
        Value::Bool(_) => key::LIVE_KIND_FLAG,
        Value::Number(_) => key::LIVE_KIND_NUMBER,
        Value::Array(_) => key::LIVE_KIND_LIST,
        Value::Object(_) => key::LIVE_KIND_OBJECT,
        Value::String(text) if text.len() >= 15 && text.bytes().all(|b| b.is_ascii_digit()) => {
            key::LIVE_KIND_ID
        }
        Value::String(text) if text.parse::<jiff::Timestamp>().is_ok() => key::LIVE_KIND_TIME,
        Value::String(_) => key::LIVE_KIND_TEXT,
    }
}
