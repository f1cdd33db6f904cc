//! The log of the bot's most recent requests.

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use serde_json::{Value, json};

use crate::api_error::ApiError;
use crate::clock::to_millis;

const MAX_REQUESTS: usize = 100_000;
const MAX_BYTES: usize = 128 << 20;

/// A logged request of the bot. The body is stored as text, which is smaller than parsed JSON.
pub(crate) struct LoggedRequest {
    pub(crate) at: Duration,
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) query: Option<String>,
    pub(crate) content_type: Option<String>,
    pub(crate) body: String,
    pub(crate) bytes: u64,
    pub(crate) status: u16,
}

/// The logged requests, which are numbered from 1 over the whole life of the porch.
#[derive(Default)]
pub(crate) struct RequestLog {
    entries: VecDeque<LoggedRequest>,
    dropped_count: usize,
    bytes: usize,
    /// Routes that the porch does not emulate, such as `POST /guilds/*/roles`.
    unknown_routes: BTreeSet<String>,
}

impl RequestLog {
    /// Returns the error for an unknown route, and writes a warning when the route is first used.
    pub(crate) fn refuse_unknown_route(&mut self, route: &str) -> ApiError {
        let error = ApiError::not_implemented(route);
        if self.unknown_routes.insert(route.to_owned()) {
            tracing::warn!("{}", error.message);
        }
        error
    }

    pub(crate) fn log(&mut self, request: LoggedRequest) {
        self.bytes += request.body.len();
        self.entries.push_back(request);
        while (self.entries.len() > MAX_REQUESTS || self.bytes > MAX_BYTES)
            && let Some(oldest) = self.entries.pop_front()
        {
            self.bytes -= oldest.body.len();
            self.dropped_count += 1;
        }
    }

    pub(crate) fn list_after(&self, number: usize, limit: usize) -> Vec<Value> {
        let skip = number.saturating_sub(self.dropped_count);
        let numbered = self.entries.iter().enumerate().skip(skip).take(limit);
        let shown = numbered.map(|(at, request)| {
            json!({
                "number": self.dropped_count + at + 1, "at_ms": to_millis(request.at), "method": request.method,
                "path": request.path, "query": request.query, "content_type": request.content_type,
                "body": serde_json::from_str::<Value>(&request.body).unwrap_or_default(),
                "bytes": request.bytes, "status": request.status,
            })
        });
        shown.collect()
    }
}
