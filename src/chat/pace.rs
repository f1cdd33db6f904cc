//! How fast we post: a cap below the chat's own, and a pause of everything when the chat says that it is too much.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// A rhythm that all posting keeps.
pub(super) struct Pace {
    /// Between two posts.
    step: Duration,
    /// When the next may be sent.
    next: Mutex<Instant>,
}

impl Pace {
    /// So many posts a second.
    pub(super) fn new(per_second: u32) -> Pace {
        Pace { step: Duration::from_secs(1) / per_second.max(1), next: Mutex::new(Instant::now()) }
    }

    /// Waits until it is this post's turn.
    pub(super) async fn wait(&self) {
        let at = {
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            let at = (*next).max(Instant::now());
            *next = at + self.step;
            at
        };
        tokio::time::sleep_until(at.into()).await;
    }

    /// Nothing is posted for so long.
    pub(super) fn pause(&self, pause: Duration) {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        *next = (*next).max(Instant::now() + pause);
    }
}
