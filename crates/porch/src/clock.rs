//! The porch's clock. It determines rate limits, message ages, archiving, the daily limit of
//! session starts, and the lifetimes of tokens and nonces.
//!
//! Tests can advance it, and so let a month pass in a minute. Response timeouts and the gateway's
//! heartbeats, intervals and session lifetimes use the machine's clock instead.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::Notify;

/// A clock that can be advanced; its clones share the same time.
#[derive(Clone, Debug)]
pub struct Clock(Arc<ClockState>);

#[derive(Debug)]
struct ClockState {
    /// Whether the clock follows the machine's clock. Otherwise it is stopped.
    is_running: bool,
    /// How many milliseconds a running clock is ahead of the machine's; for a stopped clock, its
    /// time.
    offset_ms: AtomicU64,
    /// Notified when the clock is advanced.
    changed: Notify,
}

impl Default for Clock {
    fn default() -> Self {
        Clock::system()
    }
}

impl Clock {
    pub fn system() -> Clock {
        Clock::new(true, 0)
    }

    /// Creates a clock that stands at `ms` milliseconds after 1970 until it is advanced.
    pub fn stopped_at(ms: u64) -> Clock {
        Clock::new(false, ms)
    }

    fn new(is_running: bool, offset_ms: u64) -> Clock {
        Clock(Arc::new(ClockState {
            is_running,
            offset_ms: AtomicU64::new(offset_ms),
            changed: Notify::new(),
        }))
    }

    /// Returns the time in milliseconds since 1970.
    pub fn now_ms(&self) -> u64 {
        let offset_ms = self.0.offset_ms.load(Ordering::SeqCst);
        if !self.0.is_running {
            return offset_ms;
        }
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        to_millis(since).saturating_add(offset_ms)
    }

    /// Advances the clock. It cannot be set back.
    pub fn advance(&self, duration: Duration) {
        self.0
            .offset_ms
            .fetch_add(to_millis(duration), Ordering::SeqCst);
        self.0.changed.notify_waiters();
    }

    /// Waits for the next call of [`Clock::advance`].
    pub(super) fn wait_until_advanced(&self) -> impl Future<Output = ()> + '_ {
        self.0.changed.notified()
    }
}

pub(super) fn to_millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
