//! Counts and times requests to Discord, by documented route and outcome.
//!
//! The library reports nothing about its requests, so every caller names its route.

use std::time::Instant;

use crate::wire::port_error::PortError;

/// A request that is about to be sent.
pub(crate) trait RecordRequest<T, E: Into<PortError>>:
    Future<Output = Result<T, E>> + Sized
{
    /// Sends the request, and records its duration and outcome in the metrics.
    async fn record_request(self, route: &'static str) -> Result<T, PortError> {
        let started = Instant::now();
        let answer = self.await.map_err(Into::into);
        if let Some(status) = outcome_label(&answer) {
            lanai_metrics::record_request(route, status, started.elapsed());
        }
        answer
    }
}

impl<T, E: Into<PortError>, F: Future<Output = Result<T, E>>> RecordRequest<T, E> for F {}

/// Returns the outcome for the metrics; `None` if the request was not sent.
fn outcome_label<T>(answer: &Result<T, PortError>) -> Option<String> {
    let Err(error) = answer else {
        return Some("ok".to_owned());
    };
    match error {
        PortError::Refused { status, .. } => Some(status.to_string()),
        PortError::NoAnswer { timed_out: true } => Some("timed out".to_owned()),
        PortError::NoAnswer { timed_out: false } => Some("no connection".to_owned()),
        PortError::TooMuch => None,
        PortError::Other(_) => Some("not understood".to_owned()),
    }
}
