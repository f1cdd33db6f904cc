//! Injected faults. Each is requested by a test or a person, for a number of occurrences.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::Value;

#[derive(Clone, Deserialize, Debug)]
pub(crate) struct FaultRequest {
    #[serde(flatten)]
    pub(crate) kind: FaultKind,
    #[serde(default = "once")]
    pub(crate) times: u32,
    pub(crate) method: Option<String>,
    pub(crate) path_contains: Option<String>,
    pub(crate) shard: Option<u64>,
}

fn once() -> u32 {
    1
}

impl FaultRequest {
    pub(crate) fn applies_to(&self, shard: u64) -> bool {
        self.shard.is_none_or(|only| only == shard)
    }
}

#[derive(Clone, Deserialize, Debug)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum FaultKind {
    /// The request is not handled, but answered with this status.
    Answer {
        status: u16,
        retry_after: Option<f64>,
        #[serde(default)]
        global: bool,
        /// The response body that replaces the error, for example an empty list.
        body: Option<Value>,
    },
    /// The request is handled, but answered with status 500.
    LoseAnswer,
    Slow {
        ms: u64,
    },
    /// An interaction is delivered twice.
    Double,
    DropGateway {
        code: u16,
    },
    /// The gateway asks the bot to reconnect.
    Reconnect,
    /// The gateway invalidates the session.
    InvalidSession {
        resumable: bool,
    },
    /// The gateway sends an event without required fields, and one of an unknown type.
    Malformed,
    /// The gateway sends a truncated event.
    Garbled,
    WithholdAck,
    /// The next shard to connect is told that it has no guilds.
    NoServers,
}

#[derive(Default)]
pub(crate) struct Faults {
    waiting: Vec<FaultRequest>,
}

impl Faults {
    pub(crate) fn schedule(&mut self, fault: FaultRequest) {
        if fault.times > 0 {
            self.waiting.push(fault);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.waiting.clear();
    }

    pub(crate) fn take_for_request(&mut self, method: &str, path: &str) -> Option<FaultKind> {
        let found = self.take(|item| {
            matches!(
                item.kind,
                FaultKind::Answer { .. } | FaultKind::LoseAnswer | FaultKind::Slow { .. }
            ) && item
                .method
                .as_ref()
                .is_none_or(|wanted| wanted.eq_ignore_ascii_case(method))
                && item
                    .path_contains
                    .as_ref()
                    .is_none_or(|part| path.contains(part))
        });
        found.map(|fault| fault.kind)
    }

    pub(crate) fn take_double_delivery(&mut self) -> bool {
        self.take(|item| matches!(item.kind, FaultKind::Double))
            .is_some()
    }

    pub(crate) fn take_hidden_guilds(&mut self, shard: u64) -> bool {
        self.take(|item| matches!(item.kind, FaultKind::NoServers) && item.applies_to(shard))
            .is_some()
    }

    pub(crate) fn take_withheld_ack(&mut self, shard: u64) -> bool {
        self.take(|item| matches!(item.kind, FaultKind::WithholdAck) && item.applies_to(shard))
            .is_some()
    }

    /// Returns the next gateway fault that applies to any of these shards.
    pub(crate) fn take_for_gateway(&mut self, shards: &BTreeSet<u64>) -> Option<FaultRequest> {
        use FaultKind::{DropGateway, Garbled, InvalidSession, Malformed, Reconnect};
        self.take(|item| {
            matches!(
                item.kind,
                DropGateway { .. } | Reconnect | InvalidSession { .. } | Malformed | Garbled
            ) && shards.iter().any(|shard| item.applies_to(*shard))
        })
    }

    fn take(&mut self, fits: impl Fn(&FaultRequest) -> bool) -> Option<FaultRequest> {
        let at = self.waiting.iter().position(fits)?;
        let fault = self.waiting.get_mut(at)?;
        fault.times -= 1;
        if fault.times == 0 {
            Some(self.waiting.remove(at))
        } else {
            Some(fault.clone())
        }
    }
}
