//! How often one person may have threads made, or invite others: a few times in a while, as often as anybody needs. A button
//! that is pressed sixty times does not fill a server. Who did what is not kept: a restart forgives it.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use crate::tables::{PersonId, Timestamp};

/// So often for one person …
const MOST: usize = 6;
/// … in so many seconds.
const WHILE: i64 = 10 * 60;

/// For whom it was done lately, and when.
#[derive(Default)]
pub(super) struct PersonLimit(Mutex<VecDeque<(PersonId, Timestamp)>>);

impl PersonLimit {
    /// Whether it may be done for this person now; then it counts.
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
