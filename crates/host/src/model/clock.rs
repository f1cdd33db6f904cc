//! The clock of the host. All time is read from it, so that a test can advance it by days.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::sync::Notify;
use tokio::sync::futures::Notified;

use crate::Timestamp;

/// A clock; its copies show the same time.
#[derive(Clone, Debug)]
pub struct Clock(Arc<ClockState>);

#[derive(Debug)]
struct ClockState {
    /// Whether the clock follows the machine's clock.
    is_running: bool,
    /// The seconds by which the clock was advanced, or the time itself if the clock does not run.
    offset: AtomicI64,
    /// The milliseconds by which the database's clock is ahead of this machine's.
    database_lead: AtomicI64,
    /// Notified when the clock is advanced.
    on_advance: Notify,
}

impl Default for Clock {
    /// Returns the machine's clock.
    fn default() -> Clock {
        Clock::system()
    }
}

impl Clock {
    pub fn system() -> Clock {
        Clock::with_state(true, 0)
    }

    /// Returns a clock that moves only when [`advance`](Clock::advance) is called.
    pub fn stopped_at(time: Timestamp) -> Clock {
        Clock::with_state(false, time.0)
    }

    fn with_state(is_running: bool, offset: i64) -> Clock {
        Clock(Arc::new(ClockState {
            is_running,
            offset: AtomicI64::new(offset),
            database_lead: AtomicI64::new(0),
            on_advance: Notify::new(),
        }))
    }

    pub fn now(&self) -> Timestamp {
        let offset = self.0.offset.load(Ordering::SeqCst);
        if !self.0.is_running {
            return Timestamp(offset);
        }
        let lead = self.0.database_lead.load(Ordering::SeqCst);
        Timestamp(offset) + (millis(SystemTime::now()) + lead) / 1000
    }

    /// Adopts the database's clock, which showed `database_millis` (since 1970) at `local_time`.
    pub(crate) fn sync_with_database(&self, database_millis: i64, local_time: SystemTime) {
        self.0
            .database_lead
            .store(database_millis - millis(local_time), Ordering::SeqCst);
    }

    /// Advances the clock, and wakes the workers that wait for it.
    pub fn advance(&self, seconds: i64) {
        self.0.offset.fetch_add(seconds, Ordering::SeqCst);
        self.0.on_advance.notify_waiters();
    }

    /// Resolves when the clock is advanced. Create it before reading the time, so that no advance
    /// is missed.
    pub(crate) fn next_advance(&self) -> Notified<'_> {
        self.0.on_advance.notified()
    }
}

/// Converts a time to milliseconds since 1970.
pub(crate) fn millis(at: SystemTime) -> i64 {
    let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
