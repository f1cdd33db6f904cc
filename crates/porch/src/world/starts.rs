//! How a bot begins gateway sessions: so many in a day, and one after another in each bucket of shards. It remembers the
//! last attempts for whoever wants to see them; what begins is made elsewhere.
//!
//! The day is measured by the porch's clock, which can be turned. The pace goes by the machine's, as all of the gateway.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};

use crate::clock::millis;
use crate::settings::Settings;

const DAY: Duration = Duration::from_hours(24);
const MOST_REMEMBERED: usize = 4_096;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SessionStart {
    Granted,
    TooEarly,
    /// None was left for the day: the token is nobody's any more.
    NoneLeft,
}

#[derive(Serialize)]
struct Attempt {
    at_ms: u64,
    shard: (u64, u64),
    bucket: u64,
    outcome: SessionStart,
}

#[derive(Default)]
pub(crate) struct SessionStarts {
    /// When the first one of a day was, and how many there were since.
    since_ms: u64,
    used: u32,
    last: BTreeMap<u64, Duration>,
    attempts: VecDeque<Attempt>,
    is_token_reset: bool,
}

impl SessionStarts {
    /// Whether the token does not count any more, because sessions began too often.
    pub(crate) fn is_token_reset(&self) -> bool {
        self.is_token_reset
    }

    /// Counts an IDENTIFY. Only one that is granted uses up any of what a bot may do.
    pub(crate) fn take(
        &mut self,
        settings: &Settings,
        shard: (u64, u64),
        now_ms: u64,
        at: Duration,
    ) -> SessionStart {
        if self.reset_after(now_ms) == 0 {
            (self.since_ms, self.used) = (now_ms, 0);
        }
        let bucket = shard.0 % settings.max_concurrency.max(1);
        let last = self.last.get(&bucket);
        let outcome = if last.is_some_and(|last| at.saturating_sub(*last) < settings.identify_every)
        {
            SessionStart::TooEarly
        } else if self.used >= settings.session_starts {
            self.is_token_reset = true;
            SessionStart::NoneLeft
        } else {
            self.used += 1;
            self.last.insert(bucket, at);
            SessionStart::Granted
        };
        self.attempts.push_back(Attempt {
            at_ms: millis(at),
            shard,
            bucket,
            outcome,
        });
        if self.attempts.len() > MOST_REMEMBERED {
            self.attempts.pop_front();
        }
        outcome
    }

    /// In how many milliseconds all are free again; 0 when all are.
    fn reset_after(&self, now_ms: u64) -> u64 {
        if self.used == 0 {
            0
        } else {
            (self.since_ms + millis(DAY)).saturating_sub(now_ms)
        }
    }

    pub(crate) fn limit(&self, settings: &Settings, now_ms: u64) -> Value {
        let reset_after = self.reset_after(now_ms);
        let used = if reset_after == 0 { 0 } else { self.used };
        json!({
            "total": settings.session_starts, "remaining": settings.session_starts.saturating_sub(used),
            "reset_after": reset_after, "max_concurrency": settings.max_concurrency,
        })
    }

    /// The last attempts, oldest first.
    pub(crate) fn show(&self) -> Value {
        json!(self.attempts)
    }
}
