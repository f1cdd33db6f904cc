//! What computers think about now. Nothing of it is kept: a thought that is lost is thought again.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::TableId;

/// How long a turn may be thought about.
const MOST: Duration = Duration::from_secs(2);

/// How computers think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thinking {
    /// On how many cores at once.
    pub cores: usize,
    /// About one turn at most so long. Minds that need less take less.
    pub most: Duration,
    /// About one turn at least so long, as minds do that use all of their time.
    pub least: Duration,
}

impl Default for Thinking {
    /// On all cores but one, which is left for the people.
    fn default() -> Thinking {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Thinking {
            cores: cores.saturating_sub(1).max(1),
            most: MOST,
            least: Duration::ZERO,
        }
    }
}

/// All that is thought about.
#[derive(Default)]
pub(crate) struct Thoughts(Mutex<HashMap<TableId, Arc<AtomicBool>>>);

impl Thoughts {
    /// A thought about a table begins. Whatever is written there from now on ends it.
    pub(crate) fn begin(&self, game: TableId) -> Thought<'_> {
        let unwanted = Arc::new(AtomicBool::new(false));
        self.all(|all| all.insert(game, Arc::clone(&unwanted)));
        Thought {
            game,
            unwanted,
            among: self,
        }
    }

    /// Whether a table is thought about.
    pub(crate) fn are_about(&self, game: TableId) -> bool {
        self.all(|all| all.contains_key(&game))
    }

    /// Nobody wants to know any more what is thought about a table.
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

/// A thought about a table. It is unwanted at the latest when nobody has it any more.
pub(crate) struct Thought<'a> {
    game: TableId,
    unwanted: Arc<AtomicBool>,
    among: &'a Thoughts,
}

impl Thought<'_> {
    /// By which whoever thinks sees whether it is still wanted: not, if this is true.
    pub(crate) fn unwanted(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.unwanted)
    }

    /// Whether somebody still wants to know.
    pub(crate) fn is_wanted(&self) -> bool {
        !self.unwanted.load(Ordering::SeqCst)
    }

    /// Nobody does any more.
    pub(crate) fn ends(&self) {
        self.unwanted.store(true, Ordering::SeqCst);
    }
}

impl Drop for Thought<'_> {
    fn drop(&mut self) {
        self.ends();
        self.among.all(|all| {
            // A newer one about the same table is not ours to take away.
            if all
                .get(&self.game)
                .is_some_and(|known| Arc::ptr_eq(known, &self.unwanted))
            {
                all.remove(&self.game);
            }
        });
    }
}
