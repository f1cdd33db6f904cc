//! The HTTP pages `/metrics` for Prometheus and `/health` for health checks. They require no
//! authentication, so the process listens only if the operator sets an address.

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

use super::{HealthReport, encode_metrics};

/// The media type of the text format that every version of Prometheus and its tools can read.
const PROMETHEUS_TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

#[derive(Debug, thiserror::Error)]
pub enum MetricsPageError {
    #[error(
        "metrics cannot be read on {0}: {1}; set LANAI_METRICS to another address, as in 127.0.0.1:9096"
    )]
    Bind(SocketAddr, #[source] io::Error),
}

/// A function that returns the current health report.
type HealthCheck = Arc<dyn Fn() -> BoxFuture<'static, HealthReport> + Send + Sync>;

/// The HTTP server of the metrics, bound to its address.
pub struct MetricsPage(TcpListener);

impl MetricsPage {
    /// Binds an address. Connections wait until [`MetricsPage::serve`] runs.
    pub async fn bind(address: SocketAddr) -> Result<MetricsPage, MetricsPageError> {
        let listener = TcpListener::bind(address).await;
        listener
            .map(MetricsPage)
            .map_err(|error| MetricsPageError::Bind(address, error))
    }

    /// Serves requests until the process ends.
    pub async fn serve(
        self,
        check_health: impl Fn() -> BoxFuture<'static, HealthReport> + Send + Sync + 'static,
    ) {
        let check_health: HealthCheck = Arc::new(check_health);
        let router = Router::new()
            .route("/metrics", get(serve_metrics))
            .route("/health", get(serve_health));
        if let Err(error) = axum::serve(self.0, router.with_state(check_health)).await {
            tracing::error!(%error, "metrics can be read no more");
        }
    }
}

async fn serve_metrics(State(check_health): State<HealthCheck>) -> Response {
    match encode_metrics(&check_health().await) {
        Ok(text) => ([(header::CONTENT_TYPE, PROMETHEUS_TEXT)], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Responds with 200 if there are no problems, otherwise with 503 and a line for each problem.
async fn serve_health(State(check_health): State<HealthCheck>) -> Response {
    let problems = check_health().await.problems;
    if problems.is_empty() {
        return "all is well\n".into_response();
    }
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    (StatusCode::SERVICE_UNAVAILABLE, lines.join("\n") + "\n").into_response()
}
