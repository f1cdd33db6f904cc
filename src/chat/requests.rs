//! Requests to the chat are counted and measured, by their route as Discord's documentation has it, and by what came of them.
//! Our library tells nobody of what it sends: so each request says which it is where it is made.

use std::time::Instant;

use serenity::all::HttpError;

use crate::metrics;

/// A request that is about to be sent.
pub(super) trait Requested<T>: Future<Output = serenity::Result<T>> + Sized {
    /// The same, counted when it is answered.
    async fn counted(self, route: &'static str) -> serenity::Result<T> {
        let begun = Instant::now();
        let answer = self.await;
        if let Some(status) = status_of(&answer) {
            metrics::requested(route, status, begun.elapsed());
        }
        answer
    }
}

impl<T, F: Future<Output = serenity::Result<T>>> Requested<T> for F {}

/// What came of a request; nothing if it was none, because our library does not send such a thing.
fn status_of<T>(answer: &serenity::Result<T>) -> Option<String> {
    match answer {
        Ok(_) => Some("ok".to_owned()),
        Err(serenity::Error::Http(HttpError::UnsuccessfulRequest(response))) => {
            Some(response.status_code.as_u16().to_string())
        }
        Err(serenity::Error::Http(HttpError::Request(error))) => {
            Some(if error.is_timeout() { "timed out" } else { "no connection" }.to_owned())
        }
        Err(serenity::Error::Model(_)) => None,
        Err(_) => Some("not understood".to_owned()),
    }
}
