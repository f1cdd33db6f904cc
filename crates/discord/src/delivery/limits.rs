//! Limits on incoming requests: how many run at once ([`ConcurrencyLimit`]) and how fast one user may send them
//! ([`RateLimiter`]). Both live in memory; a restart resets them. The rate of outgoing posts is in `post_rate`.

use crate::wire::request::Priority;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, SemaphorePermit};

use lanai_host::{PersonId, Timestamp};

/// More than any machine has cores: most requests wait for the database.
pub const MAX_CONCURRENT: usize = 64;
pub const MAX_CONCURRENT_LOOKS: usize = 32;
/// The window in which presses and commands are counted.
pub const PRESS_WINDOW: Duration = Duration::from_secs(10);
/// A limiter that remembers this many users admits further ones without counting them.
pub const MAX_REMEMBERED_USERS: usize = 10_000;
/// A client asks for suggestions with every letter or so that is typed.
const SUGGESTIONS_PER_PRESS: u32 = 3;
/// How often one user may create threads, invite others or look for players elsewhere.
const SLOW_BURST: u32 = 6;
const SLOW_WINDOW: Duration = Duration::from_mins(10);

/// Bounds how many requests run at once. Looks get only part of the permits, so that moves never wait behind all of them.
pub struct ConcurrencyLimit {
    permits: Semaphore,
    look_permits: Semaphore,
    move_queue: Semaphore,
    look_queue: Semaphore,
}

/// Held while a request runs.
pub struct Permit<'a> {
    _permit: SemaphorePermit<'a>,
    _look_permit: Option<SemaphorePermit<'a>>,
}

impl Default for ConcurrencyLimit {
    fn default() -> ConcurrencyLimit {
        ConcurrencyLimit {
            permits: Semaphore::new(MAX_CONCURRENT),
            look_permits: Semaphore::new(MAX_CONCURRENT_LOOKS),
            move_queue: Semaphore::new(Priority::Move.max_waiting()),
            look_queue: Semaphore::new(Priority::Look.max_waiting()),
        }
    }
}

impl ConcurrencyLimit {
    /// Returns a permit if one is free now.
    pub fn try_acquire(&self, priority: Priority) -> Option<Permit<'_>> {
        let look_permit = match priority {
            Priority::Move => None,
            Priority::Look => Some(self.look_permits.try_acquire().ok()?),
        };
        Some(Permit {
            _permit: self.permits.try_acquire().ok()?,
            _look_permit: look_permit,
        })
    }

    /// Waits for a permit. Returns `None` if too many requests wait already, or if it takes longer than `max_wait`.
    pub async fn acquire(&self, priority: Priority, max_wait: Duration) -> Option<Permit<'_>> {
        if let Some(permit) = self.try_acquire(priority) {
            return Some(permit);
        }
        let _place_in_queue = self.queue(priority).try_acquire().ok()?;
        let acquired = async {
            let look_permit = match priority {
                Priority::Move => None,
                Priority::Look => Some(self.look_permits.acquire().await.ok()?),
            };
            Some(Permit {
                _permit: self.permits.acquire().await.ok()?,
                _look_permit: look_permit,
            })
        };
        tokio::time::timeout(max_wait, acquired).await.ok()?
    }

    pub fn waiting(&self, priority: Priority) -> usize {
        priority.max_waiting() - self.queue(priority).available_permits()
    }

    fn queue(&self, priority: Priority) -> &Semaphore {
        match priority {
            Priority::Move => &self.move_queue,
            Priority::Look => &self.look_queue,
        }
    }
}

/// Lets each user do something up to `burst` times in a window. After one time more, the user is refused for a whole window.
pub struct RateLimiter {
    burst: u32,
    window: Duration,
    /// When the current window of each user began, and how often they came in it.
    users: Mutex<HashMap<PersonId, (Duration, u32)>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Admission {
    Admitted,
    /// Refused for this long, for the first time: the user should be told.
    Refused(Duration),
    /// Refused again: the user was told already.
    RefusedAgain,
}

impl RateLimiter {
    pub fn new(burst: u32, window: Duration) -> RateLimiter {
        RateLimiter {
            burst,
            window,
            users: Mutex::default(),
        }
    }

    pub fn remembered_users(&self) -> usize {
        self.users
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .len()
    }

    /// Counts a request at this time of any clock that does not run backwards.
    pub(crate) fn admit_at(&self, person: PersonId, now: Timestamp) -> bool {
        self.admit(person, Duration::from_secs(now.0.unsigned_abs())) == Admission::Admitted
    }

    pub fn admit(&self, person: PersonId, now: Duration) -> Admission {
        let mut users = self.users.lock().unwrap_or_else(PoisonError::into_inner);
        if users.len() >= MAX_REMEMBERED_USERS && !users.contains_key(&person) {
            users.retain(|_, (begun, _)| *begun + self.window > now);
            if users.len() >= MAX_REMEMBERED_USERS {
                return Admission::Admitted;
            }
        }
        let (begun, count) = users.entry(person).or_insert((now, 0));
        if *begun + self.window <= now {
            (*begun, *count) = (now, 0);
        }
        *count = count.saturating_add(1);
        if *count <= self.burst {
            return Admission::Admitted;
        }
        if *count > self.burst.saturating_add(1) {
            return Admission::RefusedAgain;
        }
        *begun = now;
        Admission::Refused(self.window)
    }
}

/// The quotas of each user. Presses and suggestions go by real time, the others by the clock of the tables.
pub(crate) struct Quotas {
    begun: Instant,
    presses: RateLimiter,
    suggestions: RateLimiter,
    pub(crate) threads: RateLimiter,
    pub(crate) invitations: RateLimiter,
    pub(crate) searches: RateLimiter,
}

impl Quotas {
    pub(crate) fn new(presses: u32) -> Quotas {
        Quotas {
            begun: Instant::now(),
            presses: RateLimiter::new(presses, PRESS_WINDOW),
            suggestions: RateLimiter::new(
                presses.saturating_mul(SUGGESTIONS_PER_PRESS),
                PRESS_WINDOW,
            ),
            threads: RateLimiter::new(SLOW_BURST, SLOW_WINDOW),
            invitations: RateLimiter::new(SLOW_BURST, SLOW_WINDOW),
            searches: RateLimiter::new(SLOW_BURST, SLOW_WINDOW),
        }
    }

    pub(crate) fn admit_press(&self, person: PersonId) -> Admission {
        self.presses.admit(person, self.begun.elapsed())
    }

    pub(crate) fn admit_suggestions(&self, person: PersonId) -> bool {
        self.suggestions.admit(person, self.begun.elapsed()) == Admission::Admitted
    }
}
