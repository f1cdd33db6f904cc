//! Limits how often a bot may start gateway sessions: per day, and per bucket of shards.
//!
//! Days are measured by the porch's clock, the interval within a bucket by the machine's.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};

use super::session::Shard;
use crate::clock::to_millis;
use crate::settings::Settings;

const LIMIT_WINDOW: Duration = Duration::from_hours(24);
const MAX_ATTEMPTS: usize = 4_096;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum IdentifyOutcome {
    Granted,
    TooEarly,
    /// The daily limit is exhausted, which resets the bot's token.
    NoneLeft,
}

#[derive(Serialize)]
struct Attempt {
    at_ms: u64,
    shard: Shard,
    bucket: u64,
    outcome: IdentifyOutcome,
}

#[derive(Default)]
pub(crate) struct IdentifyLimiter {
    /// When the first session of the current day started, in milliseconds since 1970.
    since_ms: u64,
    used: u32,
    last: BTreeMap<u64, Duration>,
    attempts: VecDeque<Attempt>,
    is_token_reset: bool,
}

impl IdentifyLimiter {
    /// Returns whether the token was reset because of too many sessions.
    pub(crate) fn is_token_reset(&self) -> bool {
        self.is_token_reset
    }

    /// Grants or refuses an IDENTIFY. Only granted ones count toward the limits.
    pub(crate) fn try_identify(
        &mut self,
        settings: &Settings,
        shard: Shard,
        now_ms: u64,
        at: Duration,
    ) -> IdentifyOutcome {
        if self.reset_after(now_ms) == 0 {
            (self.since_ms, self.used) = (now_ms, 0);
        }
        let bucket = shard.number % settings.max_concurrency.max(1);
        let last = self.last.get(&bucket);
        let outcome =
            if last.is_some_and(|last| at.saturating_sub(*last) < settings.identify_interval) {
                IdentifyOutcome::TooEarly
            } else if self.used >= settings.session_starts {
                self.is_token_reset = true;
                IdentifyOutcome::NoneLeft
            } else {
                self.used += 1;
                self.last.insert(bucket, at);
                IdentifyOutcome::Granted
            };
        self.attempts.push_back(Attempt {
            at_ms: to_millis(at),
            shard,
            bucket,
            outcome,
        });
        if self.attempts.len() > MAX_ATTEMPTS {
            self.attempts.pop_front();
        }
        outcome
    }

    /// Returns the number of milliseconds until the daily limit resets.
    fn reset_after(&self, now_ms: u64) -> u64 {
        if self.used == 0 {
            0
        } else {
            (self.since_ms + to_millis(LIMIT_WINDOW)).saturating_sub(now_ms)
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

    pub(crate) fn to_json(&self) -> Value {
        json!(self.attempts)
    }
}
