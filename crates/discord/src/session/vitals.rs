//! Health: whether the bot receives interactions, and whether its database can be used.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::task::TaskTracker;

use crate::delivery::limits::ConcurrencyLimit;
use crate::handlers::registry::Services;
use crate::session::gateway::Gateway;
use crate::wire::request::Priority;
use lanai_host::DatabaseAccess;
use lanai_metrics::{HealthProblem, HealthReport};

/// Timeout for reading the counts.
const SAYS_WITHIN: Duration = Duration::from_secs(2);
/// Timeout for writing one row: writers queue, and another program may lock the file for a while.
const WRITES_WITHIN: Duration = Duration::from_secs(5);

/// Reports the health of a bot.
#[derive(Clone)]
pub struct Vitals {
    database: Arc<DatabaseAccess>,
    concurrency: Arc<ConcurrencyLimit>,
    open_requests: TaskTracker,
    gateway: Arc<Gateway>,
}

impl Vitals {
    pub(crate) fn new(services: &Services, gateway: &Arc<Gateway>) -> Vitals {
        Vitals {
            database: Arc::clone(&services.host.database),
            concurrency: Arc::clone(&services.concurrency),
            open_requests: services.open_requests.clone(),
            gateway: Arc::clone(gateway),
        }
    }

    /// Returns the current health.
    pub async fn pulse(&self) -> HealthReport {
        let stock = tokio::time::timeout(SAYS_WITHIN, self.database.counts()).await;
        let stock = stock.ok().and_then(|stock| {
            stock
                .inspect_err(|trouble| tracing::error!(%trouble, "how things stand cannot be read"))
                .ok()
        });
        let mut ailments = Vec::new();
        if !self.gateway.is_heard().await {
            ailments.push(HealthProblem::Gateway);
        }
        if stock.is_none() {
            ailments.push(HealthProblem::Database);
        } else if !self.can_write().await {
            ailments.push(HealthProblem::NotWritable);
        }
        let concurrency = &self.concurrency;
        HealthReport {
            ailments,
            sessions: self.gateway.living().await,
            sessions_left: self.gateway.sessions_left(),
            disk: self.database.disk_usage(),
            guests: self.open_requests.len(),
            moves_waiting: concurrency.waiting(Priority::Move),
            looks_waiting: concurrency.waiting(Priority::Look),
            stock,
        }
    }

    async fn can_write(&self) -> bool {
        match tokio::time::timeout(WRITES_WITHIN, self.database.check_writable()).await {
            Ok(Ok(())) => true,
            Ok(Err(trouble)) => {
                tracing::error!(%trouble, "nothing can be written to the database");
                false
            }
            Err(_) => {
                tracing::error!("nothing can be written to the database: it takes too long");
                false
            }
        }
    }
}
