//! How often a bot may ask: so many requests a second all together, so many to each bucket, and so many edits of what
//! is old. It counts by the porch's clock, and it never grows without bound.
//!
//! Discord publishes the fifty a second and asks bots to learn the rest from its headers. What it gives in practice is
//! known: five messages in five seconds to a channel, and five edits; five deletions a second; five requests in two seconds
//! to the token of an interaction. For edits of messages older than an hour it says no number at all: operators of bots
//! have counted three in twenty seconds in each channel.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use axum::http::Method;
use serde::Serialize;

use crate::{clock::millis, ids::Id};

const MOST_BUCKETS: usize = 4_096;
const SECOND: Duration = Duration::from_secs(1);
/// From this age on, edits of a message are counted apart.
pub(crate) const OLD: Duration = Duration::from_hours(1);
const OLD_WINDOW: Duration = Duration::from_secs(20);

/// How often a bot may ask, from however many processes. The defaults are Discord's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Requests in a second; answers to interactions do not count.
    pub requests: u32,
    /// Messages posted in a channel in five seconds, and as many edited.
    pub messages: u32,
    /// Messages older than an hour that are edited in a channel in twenty seconds.
    pub old_edits: u32,
    /// Invalid requests in ten minutes, which are those answered with 401, 403 or 429. After so many nothing is answered until
    /// the ten minutes are over.
    pub invalid: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            requests: 50,
            messages: 5,
            old_edits: 3,
            invalid: 10_000,
        }
    }
}

impl Limits {
    /// No limits, for those who measure how fast something else is.
    pub fn none() -> Self {
        Limits {
            requests: u32::MAX,
            messages: u32::MAX,
            old_edits: u32::MAX,
            invalid: u32::MAX,
        }
    }

    /// How many requests in which time to one bucket. Where nothing is known, no more than all together.
    fn of(self, method: &Method, steps: &[&str]) -> (u32, Duration) {
        match (method.as_str(), steps) {
            ("POST", ["channels", _, "messages"]) | ("PATCH", ["channels", _, "messages", _]) => {
                (self.messages, 5 * SECOND)
            }
            ("DELETE", ["channels", _, "messages", _]) => (self.messages, SECOND),
            ("POST" | "PATCH", ["webhooks", ..]) => (self.messages, 2 * SECOND),
            _ => (self.requests, SECOND),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct BucketLevel {
    pub(crate) limit: u32,
    pub(crate) remaining: u32,
    pub(crate) reset_after: Duration,
    pub(crate) exceeded: Exceeded,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exceeded {
    No,
    Bucket,
    Global,
}

#[derive(Clone, Copy, Default)]
struct Window {
    since_ms: u64,
    used: u32,
}

impl Window {
    /// Counts one, if it may be; says what was exceeded if not, and how long it is until all are free again.
    fn take(
        &mut self,
        (limit, length): (u32, Duration),
        now_ms: u64,
        most: Exceeded,
    ) -> BucketLevel {
        let length = millis(length);
        if now_ms.saturating_sub(self.since_ms) >= length {
            *self = Window {
                since_ms: now_ms,
                used: 0,
            };
        }
        let free = self.used < limit;
        self.used += u32::from(free);
        let reset_after = Duration::from_millis((self.since_ms + length).saturating_sub(now_ms));
        let exceeded = if free { Exceeded::No } else { most };
        BucketLevel {
            limit,
            remaining: limit - self.used,
            reset_after,
            exceeded,
        }
    }
}

#[derive(Default)]
pub(crate) struct Buckets {
    all: Window,
    each: HashMap<String, Window>,
    /// When messages were edited that were old, in each channel.
    old_edits: HashMap<Id, VecDeque<u64>>,
}

impl Buckets {
    pub(crate) fn take(
        &mut self,
        limits: Limits,
        (method, steps): (&Method, &[&str]),
        bucket: String,
        now_ms: u64,
    ) -> BucketLevel {
        let answers = matches!(steps, ["interactions" | "webhooks", ..]);
        if !answers {
            let level = self
                .all
                .take((limits.requests, SECOND), now_ms, Exceeded::Global);
            if level.exceeded != Exceeded::No {
                return level;
            }
        }
        if self.each.len() > MOST_BUCKETS {
            let longest = millis(5 * SECOND);
            self.each
                .retain(|_, window| now_ms.saturating_sub(window.since_ms) < longest);
        }
        let window = self.each.entry(bucket).or_default();
        window.take(limits.of(method, steps), now_ms, Exceeded::Bucket)
    }

    /// Counts the edit of an old message; or says how long one has to wait.
    pub(crate) fn edit_old(
        &mut self,
        limits: Limits,
        channel: Id,
        now_ms: u64,
    ) -> Result<(), Duration> {
        let length = millis(OLD_WINDOW);
        self.old_edits.retain(|_, edits| {
            edits
                .back()
                .is_some_and(|last| now_ms.saturating_sub(*last) < length)
        });
        let edits = self.old_edits.entry(channel).or_default();
        while edits
            .front()
            .is_some_and(|first| now_ms.saturating_sub(*first) >= length)
        {
            edits.pop_front();
        }
        match edits.front() {
            Some(first) if edits.len() as u64 >= u64::from(limits.old_edits) => Err(
                Duration::from_millis((first + length).saturating_sub(now_ms)),
            ),
            _ => {
                edits.push_back(now_ms);
                Ok(())
            }
        }
    }
}

// --- What was refused ---

/// The time in which invalid requests are counted, and at whose end whoever was shut out may come again.
const INVALID_WINDOW: Duration = Duration::from_mins(10);

#[derive(Default, Serialize)]
pub(crate) struct Refusals {
    /// Answers 429 so far, for one bucket and for all together.
    user: u64,
    global: u64,
    invalid: u64,
    #[serde(skip)]
    since_ms: u64,
    #[serde(skip)]
    lately: u32,
    turned_away: u64,
}

impl Refusals {
    /// How long the bot is shut out, if it is, before it asks for something.
    pub(crate) fn turn_away(&mut self, most: u32, now_ms: u64) -> Option<Duration> {
        let rest = (self.since_ms + millis(INVALID_WINDOW)).saturating_sub(now_ms);
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
        if self.lately == 0 || now_ms.saturating_sub(self.since_ms) >= millis(INVALID_WINDOW) {
            (self.since_ms, self.lately) = (now_ms, 0);
        }
        self.invalid += 1;
        self.lately = self.lately.saturating_add(1);
    }
}
