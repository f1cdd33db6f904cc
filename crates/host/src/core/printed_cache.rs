//! Printed figures that games in progress keep: read once, shared by all games that began with
//! them.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use lanai_rules::Rules;

/// Figures by their digest. Losing it costs time and nothing else.
#[derive(Default)]
pub(crate) struct PrintedCache(Mutex<HashMap<String, Arc<dyn Any + Send + Sync>>>);

impl PrintedCache {
    /// The figures of this digest, if they were read before.
    pub(crate) fn find<G: Rules>(&self, digest: &str) -> Option<Arc<G::Printed>> {
        let known = self
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(digest)?
            .clone();
        known.downcast().ok()
    }

    /// Keeps figures at hand.
    pub(crate) fn put<G: Rules>(&self, digest: &str, printed: &Arc<G::Printed>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(digest.to_owned(), Arc::<G::Printed>::clone(printed));
    }
}
