//! Limits on incoming requests: how many run at once, and how fast one user may send them.
//!
//! Both live in memory; a restart resets them. The rate of outgoing posts is in `post_rate`.

use crate::wire::request::Priority;
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, SemaphorePermit};

use lanai_host::{Admission, PersonId, RateLimiter};

/// How many requests run at once: more than there are cores, because most wait for the database.
pub const MAX_CONCURRENT_REQUESTS: usize = 64;
pub const MAX_CONCURRENT_READS: usize = 32;
/// The window in which presses and commands are counted.
pub const PRESS_WINDOW: Duration = Duration::from_secs(10);
/// How many suggestions a user may ask for per admitted press: about one for each typed letter.
const SUGGESTIONS_PER_PRESS: u32 = 3;
/// How often one user may create threads, invite others or look for players of other guilds.
const MAX_RARE_REQUESTS: u32 = 6;
const RARE_REQUEST_WINDOW: Duration = Duration::from_mins(10);

/// Bounds how many requests run at once.
///
/// Reads get only a part of the permits, so that moves never wait behind reads alone.
pub struct ConcurrencyLimit {
    permits: Semaphore,
    read_permits: Semaphore,
    move_queue: Semaphore,
    read_queue: Semaphore,
}

/// A permit to run one request, which is returned when it is dropped.
pub struct Permit<'a> {
    _permit: SemaphorePermit<'a>,
    _read_permit: Option<SemaphorePermit<'a>>,
}

impl Default for ConcurrencyLimit {
    fn default() -> ConcurrencyLimit {
        ConcurrencyLimit {
            permits: Semaphore::new(MAX_CONCURRENT_REQUESTS),
            read_permits: Semaphore::new(MAX_CONCURRENT_READS),
            move_queue: Semaphore::new(Priority::Move.max_waiting()),
            read_queue: Semaphore::new(Priority::Read.max_waiting()),
        }
    }
}

impl ConcurrencyLimit {
    /// Returns a permit if one is free now.
    pub fn try_acquire(&self, priority: Priority) -> Option<Permit<'_>> {
        let read_permit = match priority {
            Priority::Move => None,
            Priority::Read => Some(self.read_permits.try_acquire().ok()?),
        };
        Some(Permit {
            _permit: self.permits.try_acquire().ok()?,
            _read_permit: read_permit,
        })
    }

    /// Waits for a permit. Returns `None` if too many requests wait already, or after `max_wait`.
    pub async fn acquire(&self, priority: Priority, max_wait: Duration) -> Option<Permit<'_>> {
        if let Some(permit) = self.try_acquire(priority) {
            return Some(permit);
        }
        let _place_in_queue = self.queue(priority).try_acquire().ok()?;
        let acquired = async {
            let read_permit = match priority {
                Priority::Move => None,
                Priority::Read => Some(self.read_permits.acquire().await.ok()?),
            };
            Some(Permit {
                _permit: self.permits.acquire().await.ok()?,
                _read_permit: read_permit,
            })
        };
        tokio::time::timeout(max_wait, acquired).await.ok()?
    }

    pub fn count_waiting(&self, priority: Priority) -> usize {
        priority.max_waiting() - self.queue(priority).available_permits()
    }

    fn queue(&self, priority: Priority) -> &Semaphore {
        match priority {
            Priority::Move => &self.move_queue,
            Priority::Read => &self.read_queue,
        }
    }
}

/// The rate limits that hold for each user.
///
/// Presses and suggestions are limited by real time, the other requests by the host's clock.
pub(crate) struct Quotas {
    started: Instant,
    presses: RateLimiter,
    suggestions: RateLimiter,
    pub(crate) threads: RateLimiter,
    pub(crate) invitations: RateLimiter,
    pub(crate) searches: RateLimiter,
}

impl Quotas {
    pub(crate) fn new(interactions_per_window: u32) -> Quotas {
        Quotas {
            started: Instant::now(),
            presses: RateLimiter::new(interactions_per_window, PRESS_WINDOW),
            suggestions: RateLimiter::new(
                interactions_per_window.saturating_mul(SUGGESTIONS_PER_PRESS),
                PRESS_WINDOW,
            ),
            threads: RateLimiter::new(MAX_RARE_REQUESTS, RARE_REQUEST_WINDOW),
            invitations: RateLimiter::new(MAX_RARE_REQUESTS, RARE_REQUEST_WINDOW),
            searches: RateLimiter::new(MAX_RARE_REQUESTS, RARE_REQUEST_WINDOW),
        }
    }

    pub(crate) fn admit_press(&self, person: PersonId) -> Admission {
        self.presses.admit(person, self.started.elapsed())
    }

    pub(crate) fn admit_suggestions(&self, person: PersonId) -> bool {
        self.suggestions.admit(person, self.started.elapsed()) == Admission::Admitted
    }
}
