//! Troubles that somebody asked for: each strikes so many times. It never makes any of its own.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::Value;

/// A trouble as it is asked for.
#[derive(Clone, Deserialize, Debug)]
pub(crate) struct TroubleRequest {
    #[serde(flatten)]
    pub(crate) kind: TroubleKind,
    #[serde(default = "once")]
    pub(crate) times: u32,
    /// Only requests with this method.
    pub(crate) method: Option<String>,
    /// Only requests whose path has this in it.
    pub(crate) path_contains: Option<String>,
    /// Only this shard, of whatever total.
    pub(crate) shard: Option<u64>,
}

fn once() -> u32 {
    1
}

impl TroubleRequest {
    pub(crate) fn strikes(&self, shard: u64) -> bool {
        self.shard.is_none_or(|only| only == shard)
    }
}

/// What goes wrong.
#[derive(Clone, Deserialize, Debug)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum TroubleKind {
    /// A request is not done, and is answered with this status.
    Answer {
        status: u16,
        retry_after: Option<f64>,
        #[serde(default)]
        global: bool,
        /// What is answered instead of words about the trouble: an empty list, for example.
        body: Option<Value>,
    },
    /// A request is done, but the answer is a 500.
    LoseAnswer,
    /// A request takes so long.
    Slow { ms: u64 },
    /// An interaction is delivered twice.
    Double,
    /// The gateway closes.
    DropGateway { code: u16 },
    /// The gateway asks the bot to come again.
    Reconnect,
    /// The gateway says that the session is no more, or that it can be resumed.
    InvalidSession { resumable: bool },
    /// The gateway sends an event that lacks everything, and one that nobody knows.
    Malformed,
    /// The gateway sends half an event.
    Garbled,
    /// A heartbeat is not acknowledged.
    WithholdAck,
    /// The next shard that comes hears of no server.
    NoServers,
}

/// All troubles that are still to come.
#[derive(Default)]
pub(crate) struct Troubles {
    waiting: Vec<TroubleRequest>,
}

impl Troubles {
    pub(crate) fn ask(&mut self, trouble: TroubleRequest) {
        if trouble.times > 0 {
            self.waiting.push(trouble);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.waiting.clear();
    }

    pub(crate) fn for_request(&mut self, method: &str, path: &str) -> Option<TroubleKind> {
        let found = self.take(|it| {
            matches!(
                it.kind,
                TroubleKind::Answer { .. } | TroubleKind::LoseAnswer | TroubleKind::Slow { .. }
            ) && it
                .method
                .as_ref()
                .is_none_or(|wanted| wanted.eq_ignore_ascii_case(method))
                && it
                    .path_contains
                    .as_ref()
                    .is_none_or(|part| path.contains(part))
        });
        found.map(|trouble| trouble.kind)
    }

    /// Whether the next interaction comes twice.
    pub(crate) fn doubles(&mut self) -> bool {
        self.take(|it| matches!(it.kind, TroubleKind::Double))
            .is_some()
    }

    /// Whether the shard that comes now hears of no server.
    pub(crate) fn hides_servers(&mut self, shard: u64) -> bool {
        self.take(|it| matches!(it.kind, TroubleKind::NoServers) && it.strikes(shard))
            .is_some()
    }

    /// Whether the heartbeat of this shard stays without an answer.
    pub(crate) fn withholds_ack(&mut self, shard: u64) -> bool {
        self.take(|it| matches!(it.kind, TroubleKind::WithholdAck) && it.strikes(shard))
            .is_some()
    }

    /// The trouble for the gateway, if it strikes any of these shards.
    pub(crate) fn for_gateway(&mut self, shards: &BTreeSet<u64>) -> Option<TroubleRequest> {
        use TroubleKind::{DropGateway, Garbled, InvalidSession, Malformed, Reconnect};
        self.take(|it| {
            matches!(
                it.kind,
                DropGateway { .. } | Reconnect | InvalidSession { .. } | Malformed | Garbled
            ) && shards.iter().any(|shard| it.strikes(*shard))
        })
    }

    fn take(&mut self, fits: impl Fn(&TroubleRequest) -> bool) -> Option<TroubleRequest> {
        let at = self.waiting.iter().position(fits)?;
        let trouble = self.waiting.get_mut(at)?;
        trouble.times -= 1;
        if trouble.times == 0 {
            Some(self.waiting.remove(at))
        } else {
            Some(trouble.clone())
        }
    }
}
