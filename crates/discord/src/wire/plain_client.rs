//! Requests to Discord without serenity, which would interpret the answers.
//!
//! Only the checkup uses it, for `lanai doctor` and for the comparison of clocks.

use std::time::{Duration, Instant};

use reqwest::header::{HeaderMap, HeaderName};
use reqwest::multipart::Form;
use reqwest::{Client, Method, RequestBuilder, header};
use serde_json::Value;

const DISCORD_URL: &str = "https://discord.com";
const RATE_LIMIT_HEADERS: [&str; 4] = [
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset-after",
    "x-ratelimit-bucket",
];
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

#[derive(Clone)]
pub(crate) struct PlainClient {
    client: Client,
    base_url: String,
    token: String,
}

#[derive(Clone, Debug)]
pub(crate) struct PlainResponse {
    pub(crate) status: u16,
    pub(crate) elapsed: Duration,
    /// The time of Discord's clock, as the `Date` header states it.
    pub(crate) date: Option<String>,
    /// How many seconds to wait before a retry, if the request was rate limited.
    pub(crate) retry_after: Option<f64>,
    /// Whether the response has all headers about rate limits.
    pub(crate) has_limits: bool,
    /// The JSON of the body; null if the body is not JSON.
    pub(crate) body: Value,
}

/// The reason why a request got no response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoAnswer(pub String);

impl PlainClient {
    pub(crate) fn new(token: &str, proxy: Option<&str>) -> Result<PlainClient, NoAnswer> {
        let client = Client::builder()
            .user_agent(serenity::constants::USER_AGENT)
            .connect_timeout(REQUEST_TIMEOUT)
            .timeout(REQUEST_TIMEOUT)
            .build()
            .map_err(|error| NoAnswer(describe_error_chain(error)))?;
        let base_url = proxy
            .unwrap_or(DISCORD_URL)
            .trim_end_matches('/')
            .to_owned();
        Ok(PlainClient {
            client,
            base_url,
            token: token.to_owned(),
        })
    }

    pub(crate) fn base_url(&self) -> &str {
        &self.base_url
    }

    pub(crate) async fn get(&self, path: &str) -> Result<PlainResponse, NoAnswer> {
        self.send(self.request(Method::GET, path)).await
    }

    /// Sends a request without authorization.
    pub(crate) async fn get_unauthorized(&self, path: &str) -> Result<PlainResponse, NoAnswer> {
        self.send(self.client.get(self.url(path))).await
    }

    pub(crate) async fn send_json(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<PlainResponse, NoAnswer> {
        let request = self.request(method, path);
        self.send(match body {
            Some(body) => request.json(body),
            None => request,
        })
        .await
    }

    pub(crate) async fn send_form(
        &self,
        method: Method,
        path: &str,
        form: Form,
    ) -> Result<PlainResponse, NoAnswer> {
        self.send(self.request(method, path).multipart(form)).await
    }

    /// Checks that a web address answers, with any status.
    pub(crate) async fn check_reachable(&self, url: &str) -> Result<(), NoAnswer> {
        self.client
            .get(url)
            .send()
            .await
            .map(drop)
            .map_err(|error| NoAnswer(describe_error_chain(error)))
    }

    fn url(&self, path: &str) -> String {
        format!("{}/api/v10/{path}", self.base_url)
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let authorization = format!("Bot {}", self.token);
        self.client
            .request(method, self.url(path))
            .header(header::AUTHORIZATION, authorization)
    }

    async fn send(&self, request: RequestBuilder) -> Result<PlainResponse, NoAnswer> {
        let started = Instant::now();
        let response = request
            .send()
            .await
            .map_err(|error| NoAnswer(describe_error_chain(error)))?;
        let elapsed = started.elapsed();
        let status = response.status().as_u16();
        let headers = response.headers();
        let date = header_text(headers, header::DATE);
        let retry_after = header_text(headers, header::RETRY_AFTER);
        let has_limits = RATE_LIMIT_HEADERS
            .iter()
            .all(|name| headers.contains_key(*name));
        let body = response
            .bytes()
            .await
            .map_err(|error| NoAnswer(describe_error_chain(error)))?;
        Ok(PlainResponse {
            status,
            elapsed,
            date,
            retry_after: retry_after.and_then(|seconds| seconds.parse().ok()),
            has_limits,
            body: serde_json::from_slice(&body).unwrap_or(Value::Null),
        })
    }
}

impl PlainResponse {
    pub(crate) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

fn header_text(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    let text = headers.get(name)?.to_str().ok()?;
    Some(text.to_owned())
}

/// Describes an error and its root cause, without the address, which may hold a secret.
fn describe_error_chain(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut cause: &dyn std::error::Error = &error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    let text = error.to_string();
    let cause = cause.to_string();
    if text == cause {
        text
    } else {
        format!("{text}: {cause}")
    }
}
