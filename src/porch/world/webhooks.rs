//! Webhooks: doors by which somebody who knows a token speaks in a channel, under any name. Plain data; who may make
//! one is decided elsewhere.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::World;
use crate::porch::{ids::Id, shapes};

const GUILD_WEBHOOKS: u64 = 1 << 5;

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
pub(crate) struct Mask {
    pub(crate) name: String,
}

impl World {
    /// A new door. Its token is as hard to guess as any other.
    pub(crate) fn add_webhook(&mut self, server: Id, channel: Id, name: &str) -> Id {
        let id = self.ids.next();
        let token = format!("{}{}", self.seal.token(id), self.seal.token(channel));
        self.webhooks.insert(id, Webhook { id, channel, server, name: name.to_owned(), token });
        self.webhooks_happened(server, channel);
        id
    }

    /// Something about the doors of a channel is new.
    pub(crate) fn webhooks_happened(&mut self, server: Id, channel: Id) {
        let data = json!({ "guild_id": server, "channel_id": channel });
        self.dispatch(Some(server), GUILD_WEBHOOKS, "WEBHOOKS_UPDATE", &data);
    }
}

/// A webhook as Discord writes it: who comes by its token is not told who made it.
pub(crate) fn shown(world: &World, webhook: &Webhook, by_token: bool) -> Value {
    let mut shown = json!({
        "id": webhook.id,
        "type": 1,
        "guild_id": webhook.server,
        "channel_id": webhook.channel,
        "name": webhook.name,
        "avatar": null,
        "application_id": world.bot,
        "token": webhook.token,
        "url": format!("http://{}/api/webhooks/{}/{}", world.address, webhook.id, webhook.token),
    });
    if !by_token {
        shown["user"] = shapes::user(world, world.bot);
    }
    shown
}
