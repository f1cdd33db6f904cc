//! The HTTP page: `/metrics` for Prometheus and `/health` for health checks. It has no
//! authentication, so it listens only if the operator sets an address.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures::future::BoxFuture;
use tokio::net::TcpListener;

use super::{HealthReport, exposed};

/// The format that every version of Prometheus, its tools and agents read.
const PROMETHEUS_TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

#[derive(Debug, thiserror::Error)]
pub enum CannotShow {
    #[error(
        "metrics cannot be read on {0}: {1}; set LANAI_METRICS to another address, as in 127.0.0.1:9096"
    )]
    Bind(SocketAddr, #[source] io::Error),
}

/// Returns the current health report.
type Feel = Arc<dyn Fn() -> BoxFuture<'static, HealthReport> + Send + Sync>;

/// The bound HTTP listener of the metrics.
pub struct MetricsPage(TcpListener);

impl MetricsPage {
    /// Binds an address. Connections wait until [`MetricsPage::show`] runs.
    pub async fn at(address: SocketAddr) -> Result<MetricsPage, CannotShow> {
        let listener = TcpListener::bind(address).await;
        listener
            .map(MetricsPage)
            .map_err(|error| CannotShow::Bind(address, error))
    }

    /// Serves requests until the process ends.
    pub async fn show(
        self,
        feel: impl Fn() -> BoxFuture<'static, HealthReport> + Send + Sync + 'static,
    ) {
        let feel: Feel = Arc::new(feel);
        let router = Router::new()
            .route("/metrics", get(metrics))
            .route("/health", get(health));
        if let Err(error) = axum::serve(self.0, router.with_state(feel)).await {
            tracing::error!(%error, "metrics can be read no more");
        }
    }
}

async fn metrics(State(feel): State<Feel>) -> Response {
    match exposed(&feel().await) {
        Ok(told) => ([(header::CONTENT_TYPE, PROMETHEUS_TEXT)], told).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Responds with 200 if all is well, otherwise with 503 and a line for each problem.
async fn health(State(feel): State<Feel>) -> Response {
    let ailments = feel().await.ailments;
    if ailments.is_empty() {
        return "all is well\n".into_response();
    }
    let told: Vec<String> = ailments.iter().map(ToString::to_string).collect();
    (StatusCode::SERVICE_UNAVAILABLE, told.join("\n") + "\n").into_response()
}
