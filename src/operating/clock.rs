//! Compares this machine's clock with Discord's clock, and records the difference in the metrics.
//!
//! With SQLite, time limits and reminders depend on this machine's clock.

use std::time::{Duration, Instant};

use lanai_discord::Checkup;

const COMPARISON_INTERVAL: Duration = Duration::from_mins(10);

/// Compares the clocks at intervals. Never returns, unless no HTTP client can be created.
pub async fn watch_clock(proxy: Option<String>) {
    let Ok(checkup) = Checkup::new("", proxy.as_deref()) else {
        return;
    };
    loop {
        let started = Instant::now();
        if let Ok(reachability) = checkup.measure_reachability().await {
            lanai_metrics::record_request("GET /gateway", "ok".to_owned(), started.elapsed());
            if let Some(ahead) = reachability.clock_ahead_secs {
                lanai_metrics::record_clock_offset(ahead);
            }
        }
        tokio::time::sleep(COMPARISON_INTERVAL).await;
    }
}
