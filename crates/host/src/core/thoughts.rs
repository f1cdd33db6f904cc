//! The computer turns that are being computed in this process, so that they can be cancelled.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::TableId;

/// The default time limit of one computer turn.
const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(2);

/// The resources of computer players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thinking {
    /// The number of turns, hints and reviews computed at once.
    pub cores: usize,
    /// The longest time for one turn. Simple policies take less.
    pub max_turn_time: Duration,
    /// The shortest time for one turn.
    pub min_turn_time: Duration,
}

impl Default for Thinking {
    /// Uses all cores but one, which stays free for people.
    fn default() -> Thinking {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Thinking {
            cores: cores.saturating_sub(1).max(1),
            max_turn_time: DEFAULT_TIME_LIMIT,
            min_turn_time: Duration::ZERO,
        }
    }
}

/// The computer turns in progress, by table.
#[derive(Default)]
pub(crate) struct Thoughts(Mutex<HashMap<TableId, Arc<AtomicBool>>>);

impl Thoughts {
    /// Registers a turn in progress. A change of the game, or a visible one between moves, cancels
    /// it.
    pub(crate) fn begin(&self, game: TableId) -> Thought<'_> {
        let cancelled = Arc::new(AtomicBool::new(false));
        self.lock().insert(game, Arc::clone(&cancelled));
        Thought {
            game,
            cancelled,
            registry: self,
        }
    }

    /// Returns whether a turn of this table is in progress.
    pub(crate) fn contains(&self, game: TableId) -> bool {
        self.lock().contains_key(&game)
    }

    /// Cancels the turn in progress at a table.
    pub(crate) fn cancel(&self, game: TableId) {
        if let Some(cancelled) = self.lock().get(&game) {
            cancelled.store(true, Ordering::SeqCst);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, Arc<AtomicBool>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A computer turn in progress. Dropping it cancels it.
pub(crate) struct Thought<'a> {
    game: TableId,
    cancelled: Arc<AtomicBool>,
    registry: &'a Thoughts,
}

impl Thought<'_> {
    /// Returns the flag that is set when the turn is cancelled.
    pub(crate) fn cancelled_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.cancelled)
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::SeqCst)
    }

    pub(crate) fn cancel(&self) {
        self.cancelled.store(true, Ordering::SeqCst);
    }
}

impl Drop for Thought<'_> {
    fn drop(&mut self) {
        self.cancel();
        let mut turns = self.registry.lock();
        // A newer turn of the same table may have taken this place.
        if turns
            .get(&self.game)
            .is_some_and(|known| Arc::ptr_eq(known, &self.cancelled))
        {
            turns.remove(&self.game);
        }
    }
}
