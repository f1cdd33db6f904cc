//! Requests to Discord without serenity, which would interpret the answers. Only `lanai doctor`
//! uses it.

use std::time::{Duration, Instant};

use reqwest::multipart::Form;
use reqwest::{Client, Method, RequestBuilder, header};
use serde_json::Value;

/// Where the chat is, unless a proxy stands for it.
const DISCORD: &str = "https://discord.com";
/// By which the chat says how often one may ask.
const LIMITS: [&str; 4] = [
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset-after",
    "x-ratelimit-bucket",
];
/// How long an answer may take.
const ANSWERS_WITHIN: Duration = Duration::from_secs(20);

#[derive(Clone)]
pub(crate) struct PlainLine {
    client: Client,
    base: String,
    token: String,
}

/// What the chat answered.
#[derive(Clone, Debug)]
pub(crate) struct PlainAnswer {
    pub(crate) status: u16,
    /// How long it took.
    pub(crate) took: Duration,
    /// The time, as the chat tells it.
    pub(crate) date: Option<String>,
    /// For how many seconds we should ask nothing more.
    pub(crate) retry_after: Option<f64>,
    /// Whether it said how often one may ask.
    pub(crate) has_limits: bool,
    /// What it said; nothing if that was no JSON.
    pub(crate) body: Value,
}

/// It did not answer: why not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoAnswer(pub String);

impl PlainLine {
    pub(crate) fn new(token: &str, proxy: Option<&str>) -> Result<PlainLine, NoAnswer> {
        let client = Client::builder()
            .user_agent(serenity::constants::USER_AGENT)
            .connect_timeout(ANSWERS_WITHIN)
            .timeout(ANSWERS_WITHIN)
            .build()
            .map_err(|error| NoAnswer(told(error)))?;
        let base = proxy.unwrap_or(DISCORD).trim_end_matches('/').to_owned();
        Ok(PlainLine {
            client,
            base,
            token: token.to_owned(),
        })
    }

    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    /// Asks for something, and says who asks.
    pub(crate) async fn get(&self, path: &str) -> Result<PlainAnswer, NoAnswer> {
        self.send(self.request(Method::GET, path)).await
    }

    /// Sends a request without authorization.
    pub(crate) async fn get_as_nobody(&self, path: &str) -> Result<PlainAnswer, NoAnswer> {
        self.send(self.client.get(self.url(path))).await
    }

    /// Asks for something to be done.
    pub(crate) async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<PlainAnswer, NoAnswer> {
        let request = self.request(method, path);
        self.send(match body {
            Some(body) => request.json(body),
            None => request,
        })
        .await
    }

    /// The same with files.
    pub(crate) async fn bring(
        &self,
        method: Method,
        path: &str,
        form: Form,
    ) -> Result<PlainAnswer, NoAnswer> {
        self.send(self.request(method, path).multipart(form)).await
    }

    /// Returns whether a web address answers at all.
    pub(crate) async fn knock(&self, url: &str) -> Result<(), NoAnswer> {
        self.client
            .get(url)
            .send()
            .await
            .map(drop)
            .map_err(|error| NoAnswer(told(error)))
    }

    fn url(&self, path: &str) -> String {
        format!("{}/api/v10/{path}", self.base)
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let authorization = format!("Bot {}", self.token);
        self.client
            .request(method, self.url(path))
            .header(header::AUTHORIZATION, authorization)
    }

    async fn send(&self, request: RequestBuilder) -> Result<PlainAnswer, NoAnswer> {
        let asked = Instant::now();
        let answer = request
            .send()
            .await
            .map_err(|error| NoAnswer(told(error)))?;
        let header = |name| {
            answer
                .headers()
                .get(name)
                .and_then(|value| value.to_str().ok())
                .map(str::to_owned)
        };
        let date = header(header::DATE);
        let retry_after = header(header::RETRY_AFTER);
        let has_limits = LIMITS
            .iter()
            .all(|name| answer.headers().contains_key(*name));
        let status = answer.status().as_u16();
        let took = asked.elapsed();
        let bytes = answer
            .bytes()
            .await
            .map_err(|error| NoAnswer(told(error)))?;
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        let retry_after = retry_after.and_then(|it| it.parse().ok());
        Ok(PlainAnswer {
            status,
            took,
            date,
            retry_after,
            has_limits,
            body,
        })
    }
}

impl PlainAnswer {
    /// Whether what was asked for was done.
    pub(crate) fn is_fine(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

/// Why there is no answer, down to what the system says, and without an address that may hold a secret.
fn told(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut last: &dyn std::error::Error = &error;
    while let Some(deeper) = last.source() {
        last = deeper;
    }
    let first = error.to_string();
    let last = last.to_string();
    if first == last {
        first
    } else {
        format!("{first}: {last}")
    }
}
