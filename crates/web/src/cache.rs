//! Responses that are made once for all visitors who may see the same.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use tokio::sync::OnceCell;

/// A response that is made by the first request for it.
pub(crate) type CachedBytes = Arc<OnceCell<Bytes>>;

/// The newest responses, by what they show.
pub(crate) struct ResponseCache<K> {
    capacity: usize,
    /// The newest responses last.
    responses: Mutex<VecDeque<(K, CachedBytes)>>,
}

impl<K: Clone + PartialEq> ResponseCache<K> {
    pub(crate) fn new(capacity: usize) -> ResponseCache<K> {
        ResponseCache {
            capacity,
            responses: Mutex::default(),
        }
    }

    /// Returns the response, which is empty if it has not been made yet.
    pub(crate) fn entry(&self, key: &K) -> CachedBytes {
        let mut responses = self
            .responses
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some((_, response)) = responses.iter().find(|(known, _)| known == key) {
            return Arc::clone(response);
        }
        if responses.len() >= self.capacity {
            responses.pop_front();
        }
        let response = CachedBytes::default();
        responses.push_back((key.clone(), Arc::clone(&response)));
        response
    }
}
