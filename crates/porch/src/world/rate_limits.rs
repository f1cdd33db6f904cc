//! Rate limits: for all requests per second, for each bucket, and for edits of old messages.
//!
//! Discord documents 50 requests per second, and asks bots to learn all other limits from the
//! headers. In practice, these are known: five messages and five edits in five seconds per channel,
//! five deletions per second, and five requests in two seconds per interaction token. For edits of
//! messages older than an hour, bot operators measured three in twenty seconds per channel.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use axum::http::Method;
use serde::Serialize;

use crate::{clock::to_millis, ids::Id};

const MAX_BUCKETS: usize = 4_096;
const SECOND: Duration = Duration::from_secs(1);
/// The age from which on edits of a message have a rate limit of their own.
pub(crate) const OLD_MESSAGE_AGE: Duration = Duration::from_hours(1);
const OLD_EDIT_WINDOW: Duration = Duration::from_secs(20);

/// The rate limits of a bot, shared by all its processes. The defaults are those of Discord.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The number of requests per second; requests with an interaction token do not count.
    pub requests: u32,
    /// The number of messages and of edits per channel in five seconds, of deletions per channel in
    /// one second, and of posts and edits per interaction token in two seconds.
    pub messages: u32,
    /// The number of edits of messages older than an hour, per channel in twenty seconds.
    pub old_edits: u32,
    /// The number of invalid requests (401, 403 or 429) in ten minutes after which all are refused.
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
    /// Returns limits that are never exceeded, for benchmarks.
    pub fn unlimited() -> Self {
        Limits {
            requests: u32::MAX,
            messages: u32::MAX,
            old_edits: u32::MAX,
            invalid: u32::MAX,
        }
    }

    /// Returns the limit of a route's bucket and its period. Other routes have the numbers of the
    /// global limit.
    fn for_route(self, method: &Method, segments: &[&str]) -> BucketLimit {
        match (method.as_str(), segments) {
            ("POST", ["channels", _, "messages"]) | ("PATCH", ["channels", _, "messages", _]) => {
                BucketLimit::new(self.messages, 5 * SECOND)
            }
            ("DELETE", ["channels", _, "messages", _]) => BucketLimit::new(self.messages, SECOND),
            ("POST" | "PATCH", ["webhooks", ..]) => BucketLimit::new(self.messages, 2 * SECOND),
            _ => BucketLimit::new(self.requests, SECOND),
        }
    }
}

/// The number of requests that a bucket admits in a window.
#[derive(Clone, Copy)]
struct BucketLimit {
    requests: u32,
    window: Duration,
}

impl BucketLimit {
    const fn new(requests: u32, window: Duration) -> BucketLimit {
        BucketLimit { requests, window }
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
    /// Counts a request if the limit allows it; otherwise reports `on_exceeded` in the level.
    fn take(&mut self, limit: BucketLimit, now_ms: u64, on_exceeded: Exceeded) -> BucketLevel {
        let length = to_millis(limit.window);
        if now_ms.saturating_sub(self.since_ms) >= length {
            *self = Window {
                since_ms: now_ms,
                used: 0,
            };
        }
        let free = self.used < limit.requests;
        self.used += u32::from(free);
        let reset_after = Duration::from_millis((self.since_ms + length).saturating_sub(now_ms));
        let exceeded = if free { Exceeded::No } else { on_exceeded };
        BucketLevel {
            limit: limit.requests,
            remaining: limit.requests - self.used,
            reset_after,
            exceeded,
        }
    }
}

#[derive(Default)]
pub(crate) struct Buckets {
    global: Window,
    by_bucket: HashMap<String, Window>,
    /// The times of edits of old messages, by channel.
    old_edits: HashMap<Id, VecDeque<u64>>,
}

impl Buckets {
    pub(crate) fn take_request(
        &mut self,
        limits: Limits,
        method: &Method,
        segments: &[&str],
        bucket: String,
        now_ms: u64,
    ) -> BucketLevel {
        let answers = matches!(segments, ["interactions" | "webhooks", ..]);
        if !answers {
            let level = self.global.take(
                BucketLimit::new(limits.requests, SECOND),
                now_ms,
                Exceeded::Global,
            );
            if level.exceeded != Exceeded::No {
                return level;
            }
        }
        if self.by_bucket.len() > MAX_BUCKETS {
            let longest = to_millis(5 * SECOND);
            self.by_bucket
                .retain(|_, window| now_ms.saturating_sub(window.since_ms) < longest);
        }
        let window = self.by_bucket.entry(bucket).or_default();
        window.take(limits.for_route(method, segments), now_ms, Exceeded::Bucket)
    }

    /// Counts an edit of an old message, or returns how long the bot must wait.
    pub(crate) fn count_old_edit(
        &mut self,
        limits: Limits,
        channel: Id,
        now_ms: u64,
    ) -> Result<(), Duration> {
        let length = to_millis(OLD_EDIT_WINDOW);
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

// --- Invalid requests ---

const INVALID_WINDOW: Duration = Duration::from_mins(10);

#[derive(Default, Serialize)]
pub(crate) struct RefusalCounts {
    /// The number of responses with status 429 and scope `user`.
    user: u64,
    global: u64,
    invalid: u64,
    #[serde(skip)]
    since_ms: u64,
    #[serde(skip)]
    recent_invalid: u32,
    turned_away: u64,
}

impl RefusalCounts {
    /// Returns how long the bot is still shut out for too many invalid requests, if it is.
    pub(crate) fn check_shut_out(&mut self, on_exceeded: u32, now_ms: u64) -> Option<Duration> {
        let remaining = (self.since_ms + to_millis(INVALID_WINDOW)).saturating_sub(now_ms);
        let is_shut_out = self.recent_invalid >= on_exceeded && remaining > 0;
        self.turned_away += u64::from(is_shut_out);
        is_shut_out.then_some(Duration::from_millis(remaining))
    }

    /// Counts a response if it is a refusal. An exceeded limit that is shared does not count as
    /// invalid, because it is not the bot's fault.
    pub(crate) fn record_response(&mut self, status: u16, scope: Option<&str>, now_ms: u64) {
        match scope {
            Some("global") => self.global += 1,
            Some("user") => self.user += 1,
            Some(_) | None => {}
        }
        if !matches!(status, 401 | 403 | 429) || scope == Some("shared") {
            return;
        }
        if self.recent_invalid == 0
            || now_ms.saturating_sub(self.since_ms) >= to_millis(INVALID_WINDOW)
        {
            (self.since_ms, self.recent_invalid) = (now_ms, 0);
        }
        self.invalid += 1;
        self.recent_invalid = self.recent_invalid.saturating_add(1);
    }
}
