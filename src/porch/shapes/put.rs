//! Fields that are there only where there is something to say.

use serde::Serialize;
use serde_json::{Value, json};

/// Adds a field, if it has a value. Where there is none, Discord says nothing, and some libraries stumble over null.
pub(crate) fn put(shown: &mut Value, field: &str, value: Option<impl Serialize>) {
    if let Some(value) = value {
        shown[field] = json!(value);
    }
}
