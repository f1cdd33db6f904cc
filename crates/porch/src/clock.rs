//! The porch's own clock. What Discord measures in minutes and days goes by it: rate limits, the age of messages, slow
//! mode, sleeping threads, the life of tokens. So a test can turn it, and walk a month in a minute.
//!
//! What takes time on this machine goes by the machine's clock instead: how long a bot may think about its first answer,
//! and the pulse of the gateway.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::Notify;

/// A clock; its copies show the same time.
#[derive(Clone, Debug)]
pub struct Clock(Arc<ClockState>);

#[derive(Debug)]
struct ClockState {
    /// Whether it goes by itself.
    goes: bool,
    /// How far it was turned, in milliseconds; of a clock that stands, the time itself.
    turned: AtomicU64,
    /// Rung when it is turned.
    rung: Notify,
}

impl Default for Clock {
    fn default() -> Self {
        Clock::of_machine()
    }
}

impl Clock {
    pub fn of_machine() -> Clock {
        Clock::made(true, 0)
    }

    /// A clock that stands until somebody turns it, so many milliseconds after 1970 began.
    pub fn standing_at(ms: u64) -> Clock {
        Clock::made(false, ms)
    }

    fn made(goes: bool, turned: u64) -> Clock {
        Clock(Arc::new(ClockState {
            goes,
            turned: AtomicU64::new(turned),
            rung: Notify::new(),
        }))
    }

    /// Milliseconds since 1970.
    pub fn now_ms(&self) -> u64 {
        let turned = self.0.turned.load(Ordering::SeqCst);
        if !self.0.goes {
            return turned;
        }
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        millis(since).saturating_add(turned)
    }

    /// Turns it on. It cannot be turned back: what has happened has happened.
    pub fn turn(&self, by: Duration) {
        self.0.turned.fetch_add(millis(by), Ordering::SeqCst);
        self.0.rung.notify_waiters();
    }

    /// Waits until it is turned, from now on.
    pub(super) fn turned(&self) -> impl Future<Output = ()> + '_ {
        self.0.rung.notified()
    }
}

/// A stretch of time in milliseconds.
pub(super) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
