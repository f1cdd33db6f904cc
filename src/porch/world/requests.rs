//! What the bot asked, and how often: the log of its requests and the buckets of its rate limits. Both are bounded.

use std::{
    collections::{HashMap, VecDeque},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

const MOST_REQUESTS: usize = 100_000;
const MOST_BYTES: usize = 128 << 20;
const MOST_BUCKETS: usize = 4_096;
const WINDOW: Duration = Duration::from_secs(1);

/// A request of the bot. Its body is kept as text, which is smaller.
pub(crate) struct Request {
    pub(crate) at: Duration,
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) query: Option<String>,
    pub(crate) content_type: Option<String>,
    pub(crate) body: String,
    pub(crate) status: u16,
}

/// The requests so far, numbered from 1.
#[derive(Default)]
pub(crate) struct Requests {
    kept: VecDeque<Request>,
    forgotten: usize,
    bytes: usize,
}

impl Requests {
    pub(crate) fn log(&mut self, request: Request) {
        self.bytes += request.body.len();
        self.kept.push_back(request);
        while (self.kept.len() > MOST_REQUESTS || self.bytes > MOST_BYTES)
            && let Some(oldest) = self.kept.pop_front()
        {
            self.bytes -= oldest.body.len();
            self.forgotten += 1;
        }
    }

    /// Those after a number.
    pub(crate) fn after(&self, number: usize, limit: usize) -> Vec<Value> {
        let skip = number.saturating_sub(self.forgotten);
        let numbered = self.kept.iter().enumerate().skip(skip).take(limit);
        let shown = numbered.map(|(at, request)| {
            json!({
                "number": self.forgotten + at + 1,
                "at_ms": u64::try_from(request.at.as_millis()).unwrap_or(u64::MAX),
                "method": request.method,
                "path": request.path,
                "query": request.query,
                "content_type": request.content_type,
                "body": serde_json::from_str::<Value>(&request.body).unwrap_or_default(),
                "status": request.status,
            })
        });
        shown.collect()
    }
}

/// How a bucket stands after a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    pub(crate) limit: u32,
    pub(crate) remaining: u32,
    pub(crate) reset_after: Duration,
    /// It was one too many.
    pub(crate) exceeded: bool,
}

/// Rate limits: so many requests a second to each bucket.
#[derive(Default)]
pub(crate) struct Buckets {
    used: HashMap<String, (Instant, u32)>,
}

impl Buckets {
    /// Counts a request.
    pub(crate) fn take(&mut self, bucket: String, limit: u32) -> Level {
        if self.used.len() > MOST_BUCKETS {
            self.used.retain(|_, (since, _)| since.elapsed() < WINDOW);
        }
        let now = Instant::now();
        let (since, used) = self.used.entry(bucket).or_insert((now, 0));
        if now - *since >= WINDOW {
            (*since, *used) = (now, 0);
        }
        let exceeded = *used >= limit;
        if !exceeded {
            *used += 1;
        }
        Level { limit, remaining: limit - *used, reset_after: WINDOW.saturating_sub(now - *since), exceeded }
    }
}
