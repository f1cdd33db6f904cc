//! A cache of printed figures, shared by all games that began with the same figures.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use lanai_rules::Rules;

/// Printed figures by their digest.
#[derive(Default)]
pub(crate) struct PrintedCache(Mutex<HashMap<String, Arc<dyn Any + Send + Sync>>>);

impl PrintedCache {
    pub(crate) fn find<G: Rules>(&self, digest: &str) -> Option<Arc<G::Printed>> {
        let known = self
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(digest)?
            .clone();
        known.downcast().ok()
    }

    pub(crate) fn insert<G: Rules>(&self, digest: &str, printed: &Arc<G::Printed>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(digest.to_owned(), Arc::<G::Printed>::clone(printed));
    }
}
