//! This machine's clock beside Discord's, for the metrics: time limits and reminders go by it.

use std::time::{Duration, Instant};

use lanai_discord::Checkup;

/// How often the clocks are compared.
const COMPARES_EVERY: Duration = Duration::from_mins(10);

/// Compares the clocks again and again, for ever.
pub async fn watch_clock(proxy: Option<String>) {
    let Ok(checkup) = Checkup::new("", proxy.as_deref()) else {
        return;
    };
    loop {
        let asked = Instant::now();
        if let Ok(reached) = checkup.reached().await {
            lanai_metrics::record_request("GET /gateway", "ok".to_owned(), asked.elapsed());
            if let Some(ahead) = reached.clock_ahead {
                lanai_metrics::record_clock_offset(ahead);
            }
        }
        tokio::time::sleep(COMPARES_EVERY).await;
    }
}
