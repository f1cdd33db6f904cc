//! The clock of the host. All time is read from it, so that a test can turn it forward by days.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::sync::Notify;
use tokio::sync::futures::Notified;

use crate::Timestamp;

/// A clock; its copies show the same time.
#[derive(Clone, Debug)]
pub struct Clock(Arc<Works>);

#[derive(Debug)]
struct Works {
    /// Whether it follows the machine's clock.
    goes: bool,
    /// The seconds by which it was turned, or the time itself if the clock is stopped.
    turned: AtomicI64,
    /// The milliseconds by which the database's clock is ahead of this machine's.
    ahead: AtomicI64,
    /// Notified when it is turned.
    rung: Notify,
}

impl Default for Clock {
    /// Returns the machine's clock.
    fn default() -> Clock {
        Clock::of_machine()
    }
}

impl Clock {
    pub fn of_machine() -> Clock {
        Clock::made(true, 0)
    }

    /// Returns a clock that moves only when [`turn`](Clock::turn) is called.
    pub fn standing_at(time: Timestamp) -> Clock {
        Clock::made(false, time.0)
    }

    fn made(goes: bool, turned: i64) -> Clock {
        Clock(Arc::new(Works {
            goes,
            turned: AtomicI64::new(turned),
            ahead: AtomicI64::new(0),
            rung: Notify::new(),
        }))
    }

    pub fn now(&self) -> Timestamp {
        let turned = self.0.turned.load(Ordering::SeqCst);
        if !self.0.goes {
            return Timestamp(turned);
        }
        let ahead = self.0.ahead.load(Ordering::SeqCst);
        Timestamp(turned) + (millis(SystemTime::now()) + ahead) / 1000
    }

    /// Adopts the database's clock, which showed `theirs` (ms since 1970) at `here` on this
    /// machine.
    pub(crate) fn agree_with(&self, theirs: i64, here: SystemTime) {
        self.0.ahead.store(theirs - millis(here), Ordering::SeqCst);
    }

    /// Turns the clock forward, and wakes the workers that wait for it.
    pub fn turn(&self, seconds: i64) {
        self.0.turned.fetch_add(seconds, Ordering::SeqCst);
        self.0.rung.notify_waiters();
    }

    /// Resolves when the clock is turned. Create it before reading the time, so that no turn is
    /// missed.
    pub(crate) fn turned(&self) -> Notified<'_> {
        self.0.rung.notified()
    }
}

/// Converts to milliseconds since 1970.
pub(crate) fn millis(at: SystemTime) -> i64 {
    let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
