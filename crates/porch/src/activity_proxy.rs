//! Serves the Activity on a host of its own, as Discord's proxy does on `discordsays.com`.
//!
//! The host is `<application id>.localhost`, which browsers resolve to this machine. So paths from
//! the root work as on Discord, and the Activity shares neither cookies nor its origin with the
//! page of the porch. Its requests go to the servers of [`Settings::url_mappings`]; responses are
//! streamed. Websockets are not supported.
//!
//! The SDK of an Activity only accepts messages from Discord's origins and from its own. So
//! the page shows a document of this host, which passes the messages on and frames the Activity.
//!
//! [`Settings::url_mappings`]: crate::Settings::url_mappings

use std::cmp::Reverse;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::uri::{Authority, Parts, PathAndQuery, Scheme};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper_util::client::legacy::{Client, connect::HttpConnector};
use hyper_util::rt::TokioExecutor;

use super::page;
use super::request_guard::{is_loopback_name, is_origin, split_host_port};
use super::settings::{Settings, UrlMapping};
use super::shared::Shared;

/// The path below which the porch serves its own files on this host.
const OWN_FILES: &str = "/.porch/";
/// The prefix that Activities may put before the path of any request.
const PROXY_PREFIX: &str = "/.proxy";

/// Headers that concern one connection, and are not passed on. The policy about frames is the
/// proxy's own.
const DROPPED_HEADERS: [HeaderName; 9] = [
    header::CONNECTION,
    header::CONTENT_SECURITY_POLICY,
    header::HOST,
    header::PROXY_AUTHENTICATE,
    header::PROXY_AUTHORIZATION,
    header::TE,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
    header::X_FRAME_OPTIONS,
];

/// The reason why a URL mapping cannot be used.
#[derive(thiserror::Error, Debug)]
#[error("the Activity cannot be at {0}: its URL has to be like http://127.0.0.1:8080")]
pub struct UrlMappingError(String);

struct Mapping {
    prefix: String,
    authority: Authority,
    path: String,
}

impl Mapping {
    fn parse(mapping: &UrlMapping) -> Result<Mapping, UrlMappingError> {
        let failed = || UrlMappingError(mapping.target.clone());
        let target: Uri = mapping.target.parse().map_err(|_| failed())?;
        let authority = target.authority().ok_or_else(failed)?;
        if target.scheme() != Some(&Scheme::HTTP) || !is_loopback_name(authority.host()) {
            return Err(failed());
        }
        Ok(Mapping {
            prefix: mapping.prefix.trim_end_matches('/').to_owned(),
            authority: authority.clone(),
            path: target.path().trim_end_matches('/').to_owned(),
        })
    }

    /// Returns the path on the target, or `None` if the prefix does not fit.
    fn map_path(&self, path: &str) -> Option<String> {
        let rest = path.strip_prefix(&self.prefix)?;
        let fits = rest.is_empty() || rest.starts_with('/');
        fits.then(|| format!("{}/{}", self.path, rest.trim_start_matches('/')))
    }
}

pub(crate) struct ActivityProxy {
    /// The name of the host, without the port.
    host: String,
    port: u16,
    /// The mappings, the longest prefix first.
    mappings: Vec<Mapping>,
    client: Client<HttpConnector, Body>,
}

impl ActivityProxy {
    /// Creates the proxy of a porch that already listens at its address.
    pub(crate) fn new(host: String, settings: &Settings) -> Result<Self, UrlMappingError> {
        let mappings = settings.url_mappings.iter().map(Mapping::parse);
        let mut mappings: Vec<Mapping> = mappings.collect::<Result<_, _>>()?;
        mappings.sort_by_key(|mapping| Reverse(mapping.prefix.len()));
        Ok(ActivityProxy {
            host,
            port: settings.address.port(),
            mappings,
            client: Client::builder(TokioExecutor::new()).build_http(),
        })
    }

    /// Returns the origin of the Activity.
    pub(crate) fn origin(&self) -> String {
        format!("http://{}:{}", self.host, self.port)
    }

    fn is_addressed_by(&self, headers: &HeaderMap) -> bool {
        let host = headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok());
        host.is_some_and(|host| split_host_port(host).0.eq_ignore_ascii_case(&self.host))
    }

    /// Returns the policy of the document that frames the Activity.
    fn frame_policy(&self) -> String {
        let ancestors = self.page_origins();
        format!(
            "default-src 'none'; script-src 'self'; style-src 'self'; frame-src 'self'; \
             base-uri 'none'; form-action 'none'; frame-ancestors {ancestors}"
        )
    }

    /// Returns the policy of the Activity: like Discord's, it allows no inline scripts and no other
    /// hosts.
    fn activity_policy(&self) -> String {
        let ancestors = self.page_origins();
        format!(
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval' blob:; \
             style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
             font-src 'self' data:; media-src 'self' data: blob:; worker-src 'self' blob:; \
             object-src 'none'; base-uri 'self'; frame-ancestors 'self' {ancestors}"
        )
    }

    /// Returns the origins of the page of the porch.
    fn page_origins(&self) -> String {
        let port = self.port;
        format!("http://127.0.0.1:{port} http://localhost:{port}")
    }

    /// Returns the URL to which a path and a query are mapped.
    fn map_url(&self, uri: &Uri) -> Option<Uri> {
        let path = match uri.path().strip_prefix(PROXY_PREFIX) {
            Some(rest) if rest.starts_with('/') => rest,
            Some("") => "/",
            Some(_) | None => uri.path(),
        };
        let (mapping, path) = self
            .mappings
            .iter()
            .find_map(|mapping| Some((mapping, mapping.map_path(path)?)))?;
        let query = uri.query().map(|query| format!("?{query}"));
        let path = format!("{path}{}", query.unwrap_or_default());
        let mut parts = Parts::default();
        parts.scheme = Some(Scheme::HTTP);
        parts.authority = Some(mapping.authority.clone());
        parts.path_and_query = Some(PathAndQuery::try_from(path).ok()?);
        Uri::from_parts(parts).ok()
    }

    async fn forward(&self, mut request: Request) -> Response {
        let Some(url) = self.map_url(request.uri()) else {
            let reason = "No URL mapping of the Activity fits this path.\n";
            return (StatusCode::NOT_FOUND, reason).into_response();
        };
        *request.uri_mut() = url;
        drop_headers(request.headers_mut());
        let mut response = match self.client.request(request).await {
            Ok(response) => response.map(Body::new),
            Err(error) => {
                tracing::debug!(%error, "the server of the Activity does not answer");
                let reason = "The server of the Activity does not answer.\n";
                (StatusCode::BAD_GATEWAY, reason).into_response()
            }
        };
        drop_headers(response.headers_mut());
        set_policy(response.headers_mut(), &self.activity_policy());
        response
    }
}

fn drop_headers(headers: &mut HeaderMap) {
    for name in DROPPED_HEADERS {
        headers.remove(name);
    }
}

fn set_policy(headers: &mut HeaderMap, policy: &str) {
    if let Ok(policy) = HeaderValue::from_str(policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
}

/// Middleware that answers the requests to the host of the Activity, and passes on all others.
pub(crate) async fn serve_activity(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let proxy = match &shared.activity_proxy {
        Some(proxy) if proxy.is_addressed_by(request.headers()) => proxy,
        Some(_) | None => return next.run(request).await,
    };
    // Web pages from elsewhere can make a browser on this machine send requests.
    if let Some(origin) = request.headers().get(header::ORIGIN)
        && !is_origin(origin, |name| name == proxy.host, proxy.port)
    {
        let reason = "Only the Activity itself may send requests to this host.\n";
        return (StatusCode::FORBIDDEN, reason).into_response();
    }
    match request.uri().path().strip_prefix(OWN_FILES) {
        Some(name) => {
            let mut response = page::serve_activity_frame(name);
            set_policy(response.headers_mut(), &proxy.frame_policy());
            response
        }
        None => proxy.forward(request).await,
    }
}
