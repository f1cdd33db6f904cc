//! An answer of Discord's held against what the porch answers to the same. What the porch tells has to be there and of the same
//! kind, and what does not depend on who asks has to be the same; what Discord tells beyond that is of no matter.

use serde_json::Value;

/// What is the same wherever one does the same.
const SAME: [&str; 18] = [
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
/// What is of the place or of the people, and may be nothing.
const OWN: [&str; 7] = [
    "author",
    "last_message_id",
    "member",
    "owner",
    "parent_id",
    "permission_overwrites",
    "topic",
];

/// Where an answer is otherwise.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Difference {
    /// The place in it, as in `/attachments/0/url`.
    pub(super) path: String,
    pub(super) porch: Thing,
    pub(super) found: Thing,
}

/// What stands somewhere.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Thing {
    /// Not even a name.
    Missing,
    /// Something of this kind: a name that the words know.
    Kind(&'static str),
    /// This very thing.
    Value(Value),
}

/// All differences between an answer of the porch and one that was found.
pub(super) fn differences(porch: &Value, found: &Value) -> Vec<Difference> {
    let mut all = Vec::new();
    look("", porch, found, &mut all);
    all
}

fn look(path: &str, porch: &Value, found: &Value, into: &mut Vec<Difference>) {
    let mut differs = |porch, found| {
        into.push(Difference {
            path: path.to_owned(),
            porch,
            found,
        });
    };
    match (porch, found) {
        // What is nothing at the porch may be something elsewhere.
        (Value::Null, _) => {}
        (Value::Object(fields), Value::Object(others)) => {
            for (name, value) in fields {
                let path = format!("{path}/{name}");
                match others.get(name) {
                    None if value.is_null() => {}
                    None => {
                        let porch = Thing::Kind(kind(value));
                        into.push(Difference {
                            path,
                            porch,
                            found: Thing::Missing,
                        });
                    }
                    Some(_) if OWN.contains(&name.as_str()) => {}
                    Some(other) if SAME.contains(&name.as_str()) && !value.is_object() => {
                        if value != other {
                            let [porch, found] = [value, other].map(|it| Thing::Value(it.clone()));
                            into.push(Difference { path, porch, found });
                        }
                    }
                    Some(other) => look(&path, value, other, into),
                }
            }
        }
        // As many, and each like its like.
        (Value::Array(values), Value::Array(others)) if values.len() == others.len() => {
            for (at, (value, other)) in values.iter().zip(others).enumerate() {
                look(&format!("{path}/{at}"), value, other, into);
            }
        }
        (Value::Array(values), Value::Array(others)) => {
            let [porch, found] = [values, others].map(|it| Thing::Value(it.len().into()));
            differs(porch, found);
        }
        _ if kind(porch) == kind(found) => {}
        _ => differs(Thing::Kind(kind(porch)), Thing::Kind(kind(found))),
    }
}

/// What kind of thing it is. Ids and times are texts, but not just any.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "live-kind-nothing",
        Value::Bool(_) => "live-kind-flag",
        Value::Number(_) => "live-kind-number",
        Value::Array(_) => "live-kind-list",
        Value::Object(_) => "live-kind-object",
        Value::String(text) if text.len() >= 15 && text.bytes().all(|it| it.is_ascii_digit()) => {
            "live-kind-id"
        }
        Value::String(text) if text.parse::<jiff::Timestamp>().is_ok() => "live-kind-time",
        Value::String(_) => "live-kind-text",
    }
}
