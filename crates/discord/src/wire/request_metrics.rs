//! Counts and times requests to Discord, by documented route and outcome.
//!
//! serenity reports nothing about its requests, so every caller names its route.

use std::time::Instant;

use crate::wire::port_error::PortError;

/// A request that is about to be sent.
pub(crate) trait RecordRequest<T>: Future<Output = serenity::Result<T>> + Sized {
    /// Sends the request, and records its duration and outcome in the metrics.
    async fn record_request(self, route: &'static str) -> serenity::Result<T> {
        let started = Instant::now();
        let answer = self.await;
        if let Some(status) = outcome_label(&answer) {
            lanai_metrics::record_request(route, status, started.elapsed());
        }
        answer
    }
}

impl<T, F: Future<Output = serenity::Result<T>>> RecordRequest<T> for F {}

/// Returns the outcome for the metrics; `None` if serenity did not send the request.
fn outcome_label<T>(answer: &serenity::Result<T>) -> Option<String> {
    let Err(error) = answer else {
        return Some("ok".to_owned());
    };
    match PortError::from(error) {
        PortError::Refused { status, .. } => Some(status.to_string()),
        PortError::NoAnswer { timed_out: true } => Some("timed out".to_owned()),
        PortError::NoAnswer { timed_out: false } => Some("no connection".to_owned()),
        PortError::TooMuch => None,
        PortError::Other(_) => Some("not understood".to_owned()),
    }
}
