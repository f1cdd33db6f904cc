//! Things as Discord writes them, and as people see them: JSON from the world. It changes nothing.

mod channels;
mod media;
mod messages;
mod seen;
mod servers;
mod users;

use serde::Serialize;
use serde_json::{Value, json};

pub(crate) use channels::{channel, thread_member, webhook};
pub(crate) use media::attachment;
pub(crate) use messages::{emoji, message, message_as_sent, owners};
pub(crate) use seen::{changed_channel, seen_channel, seen_message, seen_person, seen_server};
pub(crate) use servers::{default_sounds, empty_audit_log, roles, server, server_with_everything};
pub(crate) use users::{application, application_flags, member, member_without_user, own_user, user};

/// Removes fields that are null, however deep.
pub(crate) fn remove_nulls(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, field| !field.is_null());
            fields.values_mut().for_each(remove_nulls);
        }
        Value::Array(list) => list.iter_mut().for_each(remove_nulls),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Adds a field, if it has a value. Where there is none, Discord says nothing, and some libraries stumble over null.
pub(crate) fn put(shown: &mut Value, field: &str, value: Option<impl Serialize>) {
    if let Some(value) = value {
        shown[field] = json!(value);
    }
}
