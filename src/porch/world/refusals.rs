//! What the bot was refused: how often it asked too much, and how often it asked for what it may not. Whoever goes on and on
//! is shut out for a while, as Cloudflare does it before Discord. It counts by the porch's clock, and decides nothing else.

use std::time::Duration;

use serde_json::{Value, json};

use crate::clock::millis;

/// The time in which invalid requests are counted, and at whose end whoever was shut out may come again.
const WINDOW: Duration = Duration::from_mins(10);

/// All refusals.
#[derive(Default)]
pub(crate) struct Refusals {
    /// Answers 429 so far, for one bucket and for all together.
    user: u64,
    global: u64,
    /// Invalid requests so far, and since a moment.
    invalid: u64,
    since_ms: u64,
    lately: u32,
    /// Requests that were not even looked at.
    turned_away: u64,
}

impl Refusals {
    /// How long the bot is shut out, if it is, before it asks for something.
    pub(crate) fn turn_away(&mut self, most: u32, now_ms: u64) -> Option<Duration> {
        let rest = (self.since_ms + millis(WINDOW)).saturating_sub(now_ms);
        let is_shut_out = self.lately >= most && rest > 0;
        self.turned_away += u64::from(is_shut_out);
        is_shut_out.then_some(Duration::from_millis(rest))
    }

    /// Counts an answer. What others used up of a shared limit is nobody's fault.
    pub(crate) fn count(&mut self, status: u16, scope: Option<&str>, now_ms: u64) {
        match scope {
            Some("global") => self.global += 1,
            Some("user") => self.user += 1,
            Some(_) | None => {}
        }
        if !matches!(status, 401 | 403 | 429) || scope == Some("shared") {
            return;
        }
        if self.lately == 0 || now_ms.saturating_sub(self.since_ms) >= millis(WINDOW) {
            (self.since_ms, self.lately) = (now_ms, 0);
        }
        self.invalid += 1;
        self.lately = self.lately.saturating_add(1);
    }

    /// As people see them.
    pub(crate) fn show(&self) -> Value {
        json!({
            "global": self.global,
            "user": self.user,
            "invalid": self.invalid,
            "turned_away": self.turned_away,
        })
    }
}
