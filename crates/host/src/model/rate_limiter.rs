//! Limits how fast one user may send requests. It lives in memory; a restart resets it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::{PersonId, Timestamp};

/// A limiter that remembers this many users admits further users without counting them.
pub const MAX_REMEMBERED_USERS: usize = 10_000;

/// Admits each user up to `burst` times in a window.
///
/// The first refusal starts a new window, in which the user is refused.
pub struct RateLimiter {
    burst: u32,
    window: Duration,
    /// The start of each user's current window, and the number of requests in it.
    users: Mutex<HashMap<PersonId, (Duration, u32)>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Admission {
    Admitted,
    /// Refused for this long, for the first time: the user should be told.
    Refused(Duration),
    /// Refused again in the same window: the user was told already.
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

    /// Counts a request by the clock of the tables. Returns whether it is admitted.
    pub fn admit_at(&self, person: PersonId, now: Timestamp) -> bool {
        self.admit(person, Duration::from_secs(now.0.unsigned_abs())) == Admission::Admitted
    }

    /// Counts a request at `now`, a time of any clock that does not run backwards.
    pub fn admit(&self, person: PersonId, now: Duration) -> Admission {
        let mut users = self.users.lock().unwrap_or_else(PoisonError::into_inner);
        if users.len() >= MAX_REMEMBERED_USERS && !users.contains_key(&person) {
            users.retain(|_, (started, _)| *started + self.window > now);
            if users.len() >= MAX_REMEMBERED_USERS {
                return Admission::Admitted;
            }
        }
        let (started, count) = users.entry(person).or_insert((now, 0));
        if *started + self.window <= now {
            *started = now;
            *count = 0;
        }
        *count = count.saturating_add(1);
        if *count <= self.burst {
            return Admission::Admitted;
        }
        if *count > self.burst.saturating_add(1) {
            return Admission::RefusedAgain;
        }
        *started = now;
        Admission::Refused(self.window)
    }
}
