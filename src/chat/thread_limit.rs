//! How fast one person may have threads made: a few in a while, as many as anybody needs. A button that is pressed sixty
//! times does not fill a server. Who did what is not kept: a restart forgives it.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use crate::tables::{PersonId, Timestamp};

/// So many threads for one person …
const MOST: usize = 6;
/// … in so many seconds.
const WHILE: i64 = 10 * 60;

/// For whom threads were made lately, and when.
#[derive(Default)]
pub(super) struct ThreadLimit(Mutex<VecDeque<(PersonId, Timestamp)>>);

impl ThreadLimit {
    /// Whether a thread may be made for this person now; then it counts.
    pub(super) fn allows(&self, person: PersonId, now: Timestamp) -> bool {
        let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        while made.front().is_some_and(|(_, at)| *at + WHILE <= now) {
            made.pop_front();
        }
        let allowed = made.iter().filter(|(other, _)| *other == person).count() < MOST;
        if allowed {
            made.push_back((person, now));
        }
        allowed
    }
}
