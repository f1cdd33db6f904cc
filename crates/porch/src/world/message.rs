//! Messages and their flags.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{files::Attachment, interaction::Installations};
use crate::ids::Id;

pub(crate) const SUPPRESS_EMBEDS: u64 = 1 << 2;
pub(crate) const HAS_THREAD: u64 = 1 << 5;
pub(crate) const EPHEMERAL: u64 = 1 << 6;
pub(crate) const LOADING: u64 = 1 << 7;
pub(crate) const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
pub(crate) const COMPONENTS_V2: u64 = 1 << 15;

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct InteractionReference {
    pub(crate) interaction: Id,
    /// The type of the interaction: 2 for a command, 3 for a component, 5 for a modal.
    pub(crate) kind: u64,
    pub(crate) command: Option<String>,
    pub(crate) person: Id,
    #[serde(rename = "owners")]
    pub(crate) installations: Installations,
    pub(crate) source: Option<Id>,
    pub(crate) follow_up: bool,
}

#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Mentions {
    /// The mentioned users, without those whose mention `allowed_mentions` forbids.
    pub(crate) users: BTreeSet<Id>,
    pub(crate) roles: BTreeSet<Id>,
    pub(crate) everyone: bool,
}

/// A message. A draft has no id, channel and author yet.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Message {
    pub(crate) id: Id,
    pub(crate) channel: Id,
    pub(crate) author: Id,
    pub(crate) content: String,
    pub(crate) components: Value,
    pub(crate) embeds: Value,
    pub(crate) attachments: Vec<Attachment>,
    pub(crate) flags: u64,
    pub(crate) edited_ms: Option<u64>,
    /// The `allowed_mentions` of a draft; `None` allows all mentions.
    #[serde(skip)]
    pub(crate) allowed: Option<Value>,
    pub(crate) mentions: Mentions,
    pub(crate) pinged: BTreeSet<Id>,
    /// The only person who sees the message, if it is ephemeral.
    pub(crate) only_for: Option<Id>,
    pub(crate) reference: Option<Id>,
    pub(crate) nonce: Option<Value>,
    pub(crate) interaction_reference: Option<InteractionReference>,
}

impl Message {
    pub(crate) fn is_loading(&self) -> bool {
        self.flags & LOADING != 0
    }

    /// Returns whether the message notifies no one, even of mentions.
    pub(crate) fn is_silent(&self) -> bool {
        self.flags & SUPPRESS_NOTIFICATIONS != 0
    }
}

pub(crate) fn nonce_text(nonce: &Value) -> Option<String> {
    match nonce {
        Value::String(nonce) if !nonce.is_empty() => Some(nonce.clone()),
        Value::Number(nonce) => Some(nonce.to_string()),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
            None
        }
    }
}
