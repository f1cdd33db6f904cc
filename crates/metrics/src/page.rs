//! Where the metrics are read, and whether all is well: `/metrics` for Prometheus, `/health` for whoever asks whether the
//! program works. It asks for no password, so it listens where the operator says and nowhere unless they do.

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

/// Why nothing can be read.
#[derive(Debug, thiserror::Error)]
pub enum CannotShow {
    /// The address is taken, or not there.
    #[error(
        "metrics cannot be read on {0}: {1}; set LANAI_METRICS to another address, as in 127.0.0.1:9096"
    )]
    Bind(SocketAddr, #[source] io::Error),
}

/// Who says how things stand.
type Feel = Arc<dyn Fn() -> BoxFuture<'static, HealthReport> + Send + Sync>;

/// An address that is listened at.
pub struct MetricsPage(TcpListener);

impl MetricsPage {
    /// Listens at an address, but answers nobody yet.
    pub async fn at(address: SocketAddr) -> Result<MetricsPage, CannotShow> {
        let listener = TcpListener::bind(address).await;
        listener
            .map(MetricsPage)
            .map_err(|error| CannotShow::Bind(address, error))
    }

    /// Answers everybody who asks, for ever.
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

/// Whether all is well, or else what is not, line by line.
async fn health(State(feel): State<Feel>) -> Response {
    let ailments = feel().await.ailments;
    if ailments.is_empty() {
        return "all is well\n".into_response();
    }
    let told: Vec<String> = ailments.iter().map(ToString::to_string).collect();
    (StatusCode::SERVICE_UNAVAILABLE, told.join("\n") + "\n").into_response()
}
