//! The one clock of the host. Time comes in through here alone, so that a test can turn it by days.

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
    /// Whether it goes by itself.
    goes: bool,
    /// How far it was turned; of a clock that stands, the time itself.
    turned: AtomicI64,
    /// By how many milliseconds the clock of all processes is ahead of this machine's.
    ahead: AtomicI64,
    /// Rung when it is turned.
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

    /// A clock that stands until somebody turns it.
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

    /// It showed so many milliseconds since 1970 on the clock of all processes when it was this time here.
    pub(crate) fn agree_with(&self, theirs: i64, here: SystemTime) {
        self.0.ahead.store(theirs - millis(here), Ordering::SeqCst);
    }

    /// Turns it on by so many seconds, and wakes who waits.
    pub fn turn(&self, seconds: i64) {
        self.0.turned.fetch_add(seconds, Ordering::SeqCst);
        self.0.rung.notify_waiters();
    }

    /// Waits until it is turned, from now on: whoever asks before they look misses nothing.
    pub(crate) fn turned(&self) -> Notified<'_> {
        self.0.rung.notified()
    }
}

/// The time of this machine in milliseconds since 1970.
pub(crate) fn millis(at: SystemTime) -> i64 {
    let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
