//! Counts and times requests to Discord, by documented route and outcome.
//!
//! serenity reports nothing about its requests, so every caller names its route.

use std::time::Instant;

use crate::wire::refusals::PortError;

/// A request that is about to be sent.
pub(crate) trait Requested<T>: Future<Output = serenity::Result<T>> + Sized {
    /// The same, counted when it is answered.
    async fn counted(self, route: &'static str) -> serenity::Result<T> {
        let begun = Instant::now();
        let answer = self.await;
        if let Some(status) = status_of(&answer) {
            lanai_metrics::record_request(route, status, begun.elapsed());
        }
        answer
    }
}

impl<T, F: Future<Output = serenity::Result<T>>> Requested<T> for F {}

/// What came of a request; nothing if it was none, because our library does not send such a thing.
fn status_of<T>(answer: &serenity::Result<T>) -> Option<String> {
    let Err(error) = answer else {
        return Some("ok".to_owned());
    };
    match PortError::from(error) {
        PortError::Refused { status, .. } => Some(status.to_string()),
        PortError::NoAnswer { timed_out } => Some(
            if timed_out {
                "timed out"
            } else {
                "no connection"
            }
            .to_owned(),
        ),
        PortError::TooMuch => None,
        PortError::Other(_) => Some("not understood".to_owned()),
    }
}
