//! Webhooks: doors by which somebody who knows a token speaks in a channel, under any name. Plain data; who may make
//! one is decided elsewhere.

use serde::{Deserialize, Serialize};

use crate::porch::ids::Id;

/// A door into a channel.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Webhook {
    pub(crate) id: Id,
    pub(crate) channel: Id,
    pub(crate) server: Id,
    pub(crate) name: String,
    pub(crate) token: String,
}

/// Under which name a webhook spoke.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct WebhookName {
    pub(crate) name: String,
}
