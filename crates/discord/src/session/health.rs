//! Checks whether the bot receives interactions, and whether its database can be used.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::task::TaskTracker;

use crate::delivery::limits::ConcurrencyLimit;
use crate::handlers::registry::Services;
use crate::session::gateway::Gateway;
use crate::wire::request::Priority;
use lanai_host::DatabaseAccess;
use lanai_metrics::{HealthProblem, HealthReport};

const READ_TIMEOUT: Duration = Duration::from_secs(2);
/// The timeout for writing one row: other writers and programs may hold the lock for a while.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);

/// Reports the health of a bot.
#[derive(Clone)]
pub struct HealthMonitor {
    database: Arc<DatabaseAccess>,
    concurrency: Arc<ConcurrencyLimit>,
    open_requests: TaskTracker,
    gateway: Arc<Gateway>,
}

impl HealthMonitor {
    pub(crate) fn new(services: &Services, gateway: &Arc<Gateway>) -> HealthMonitor {
        HealthMonitor {
            database: Arc::clone(&services.host.database),
            concurrency: Arc::clone(&services.concurrency),
            open_requests: services.open_requests.clone(),
            gateway: Arc::clone(gateway),
        }
    }

    pub async fn load_report(&self) -> HealthReport {
        let counts = tokio::time::timeout(READ_TIMEOUT, self.database.counts()).await;
        let counts = counts.ok().and_then(|counts| {
            counts
                .inspect_err(|error| tracing::error!(%error, "the counts cannot be loaded"))
                .ok()
        });
        let mut problems = Vec::new();
        if !self.gateway.is_fully_connected().await {
            problems.push(HealthProblem::Gateway);
        }
        if counts.is_none() {
            problems.push(HealthProblem::Database);
        } else if !self.can_write().await {
            problems.push(HealthProblem::NotWritable);
        }
        let concurrency = &self.concurrency;
        HealthReport {
            problems,
            sessions: self.gateway.count_connected_sessions().await,
            sessions_left: self.gateway.sessions_left(),
            disk: self.database.disk_usage(),
            requests: self.open_requests.len(),
            moves_waiting: concurrency.count_waiting(Priority::Move),
            reads_waiting: concurrency.count_waiting(Priority::Read),
            rows: counts,
        }
    }

    async fn can_write(&self) -> bool {
        match tokio::time::timeout(WRITE_TIMEOUT, self.database.check_writable()).await {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                tracing::error!(%error, "the database cannot be written");
                false
            }
            Err(_) => {
                tracing::error!("writing to the database takes too long");
                false
            }
        }
    }
}
