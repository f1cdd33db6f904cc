//! The computer turns that are being computed in this process, so that they can be cancelled.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::TableId;

/// The default limit of time for one computer turn.
const MOST: Duration = Duration::from_secs(2);

/// The resources of computer players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thinking {
    /// The number of turns computed at once.
    pub cores: usize,
    /// The longest time for one turn. Simple policies take less.
    pub most: Duration,
    /// The shortest time for one turn.
    pub least: Duration,
}

impl Default for Thinking {
    /// Uses all cores but one, which stays free for people.
    fn default() -> Thinking {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Thinking {
            cores: cores.saturating_sub(1).max(1),
            most: MOST,
            least: Duration::ZERO,
        }
    }
}

/// The computer turns in progress, by table.
#[derive(Default)]
pub(crate) struct Thoughts(Mutex<HashMap<TableId, Arc<AtomicBool>>>);

impl Thoughts {
    /// Registers a turn in progress. Any write to the table cancels it.
    pub(crate) fn begin(&self, game: TableId) -> Thought<'_> {
        let unwanted = Arc::new(AtomicBool::new(false));
        self.all(|all| all.insert(game, Arc::clone(&unwanted)));
        Thought {
            game,
            unwanted,
            among: self,
        }
    }

    /// Returns whether a turn of this table is in progress.
    pub(crate) fn are_about(&self, game: TableId) -> bool {
        self.all(|all| all.contains_key(&game))
    }

    /// Cancels the turn in progress at a table.
    pub(crate) fn end(&self, game: TableId) {
        self.all(|all| {
            if let Some(unwanted) = all.get(&game) {
                unwanted.store(true, Ordering::SeqCst);
            }
        });
    }

    fn all<T>(&self, with: impl FnOnce(&mut HashMap<TableId, Arc<AtomicBool>>) -> T) -> T {
        with(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A computer turn in progress. Dropping it cancels it.
pub(crate) struct Thought<'a> {
    game: TableId,
    unwanted: Arc<AtomicBool>,
    among: &'a Thoughts,
}

impl Thought<'_> {
    /// Returns the flag that is set when the turn is cancelled.
    pub(crate) fn unwanted(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.unwanted)
    }

    /// Returns whether the turn was not cancelled.
    pub(crate) fn is_wanted(&self) -> bool {
        !self.unwanted.load(Ordering::SeqCst)
    }

    /// Cancels the turn.
    pub(crate) fn ends(&self) {
        self.unwanted.store(true, Ordering::SeqCst);
    }
}

impl Drop for Thought<'_> {
    fn drop(&mut self) {
        self.ends();
        self.among.all(|all| {
            // A newer turn of the same table may have taken this place.
            if all
                .get(&self.game)
                .is_some_and(|known| Arc::ptr_eq(known, &self.unwanted))
            {
                all.remove(&self.game);
            }
        });
    }
}
