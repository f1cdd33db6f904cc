//! Tries out a real channel: does once all that the bot does to messages and threads, and records
//! each answer.
//!
//! The answers can be compared with the porch's. Everything is removed afterwards, wherever it
//! stopped.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::session::checkup::{Checkup, NotTold};
use crate::wire::plain_line::{NoAnswer, PlainAnswer, PlainLine};

/// How often a rate-limited request is repeated, and the longest wait in seconds.
const TRIES: usize = 5;
const LONGEST_WAIT: f64 = 20.0;
/// The message flag that suppresses notifications.
const SILENT: u64 = 1 << 12;
/// The channel type of text channels.
const TEXT_CHANNEL: u64 = 0;
/// The channel type of public threads, and their auto-archive duration in minutes.
const PUBLIC_THREAD: u64 = 11;
const STAYS_OPEN: u64 = 60;
/// One character more than a message may have.
const TOO_LONG: usize = 2001;
/// The id of a message that cannot exist: it is older than Discord.
const NEVER_WRITTEN: &str = "4194304";

pub const LIVE_STEPS: u64 = 22;

/// A request and its answer.
#[derive(Clone, PartialEq, Debug)]
pub struct LiveStep {
    /// The key of its description.
    pub name: &'static str,
    /// The HTTP status.
    pub status: u16,
    pub body: Value,
    /// Whether the answer has rate-limit headers.
    pub has_limits: bool,
}

/// The outcome of a trial.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LiveOutcome {
    /// All steps up to the first one without an answer.
    pub steps: Vec<LiveStep>,
    /// Whether all steps were done.
    pub finished: bool,
    pub broken_off: Option<String>,
    /// A thread that could only be closed, not deleted.
    pub left: Option<String>,
    /// How many messages could not be deleted.
    pub stay: usize,
}

struct Live<'a> {
    line: &'a PlainLine,
    channel: &'a str,
    /// The text by which the trial's own messages are recognized.
    mark: String,
    pictures: [Vec<u8>; 2],
    told: &'a dyn Fn(),
    thread: Option<String>,
    outcome: LiveOutcome,
}

impl Checkup {
    /// Tries out a channel until `stop` resolves, with this text and these pictures. Calls `told`
    /// after each step.
    pub async fn try_out(
        &self,
        channel: &str,
        says: &str,
        pictures: [Vec<u8>; 2],
        told: &dyn Fn(),
        stop: impl Future<Output = ()>,
    ) -> Result<LiveOutcome, NotTold> {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
            .as_micros();
        let mut live = Live {
            line: self.line(),
            channel,
            mark: format!("{says} ({now})"),
            pictures,
            told,
            thread: None,
            outcome: LiveOutcome::default(),
        };
        let nonce = now.to_string();
        let done = tokio::select! {
            done = live.does_everything(&nonce) => done,
            () = stop => Ok(false),
        };
        match done {
            Ok(finished) => live.outcome.finished = finished,
            Err(NoAnswer(why)) => live.outcome.broken_off = Some(why),
        }
        live.cleans_up().await?;
        Ok(live.outcome)
    }
}

impl Live<'_> {
    /// Runs all steps. Returns false if an answer makes the rest impossible.
    async fn does_everything(&mut self, nonce: &str) -> Result<bool, NoAnswer> {
        let place = format!("channels/{}", self.channel);
        let channel = self.does("live-channel", Method::GET, &place, None).await?;
        if channel["type"] != TEXT_CHANNEL {
            return Ok(false);
        }
        let Some(message) = self.speaks(nonce).await? else {
            return Ok(false);
        };
        self.shows_pictures().await?;
        self.is_refused().await?;
        self.begins_a_thread().await?;
        let path = format!("{place}/messages/{message}");
        self.does("live-delete", Method::DELETE, &path, None)
            .await?;
        self.does("live-deleted", Method::GET, &path, None).await?;
        self.does("live-delete-again", Method::DELETE, &path, None)
            .await?;
        Ok(true)
    }

    /// Posts a message twice, edits it, adds buttons, and reads it.
    async fn speaks(&mut self, nonce: &str) -> Result<Option<String>, NoAnswer> {
        let messages = self.messages();
        let post = self.saying(json!({ "nonce": nonce, "enforce_nonce": true, "flags": SILENT }));
        let posted = self
            .does("live-post", Method::POST, &messages, Some(&post))
            .await?;
        let Some(message) = posted["id"].as_str().map(str::to_owned) else {
            return Ok(None);
        };
        // The outbox relies on a repeated nonce yielding the same message.
        let again = self
            .does("live-post-again", Method::POST, &messages, Some(&post))
            .await?;
        if let Some(step) = self
            .outcome
            .steps
            .last_mut()
            .filter(|step| step.status < 300)
        {
            step.body = json!({ "code": u8::from(again["id"] != posted["id"]) });
        }
        let path = format!("{messages}/{message}");
        let edit = self.saying(json!({ "content": format!("{} ✎", self.mark) }));
        self.does("live-edit", Method::PATCH, &path, Some(&edit))
            .await?;
        let buttons = self.saying(json!({ "components": components() }));
        self.does("live-buttons", Method::PATCH, &path, Some(&buttons))
            .await?;
        self.does("live-read", Method::GET, &path, None).await?;
        // Reads the message that follows the moment before it.
        let before = message.parse::<u64>().unwrap_or(1) - 1;
        let after = format!("{messages}?limit=1&after={before}");
        self.does("live-read-channel", Method::GET, &after, None)
            .await?;
        Ok(Some(message))
    }

    /// Posts a picture, replaces it and removes it.
    async fn shows_pictures(&mut self) -> Result<(), NoAnswer> {
        let [first, second] = self.pictures.clone();
        let messages = self.messages();
        let posted = self
            .brings("live-picture", Method::POST, &messages, first)
            .await?;
        let Some(message) = posted["id"].as_str() else {
            return Ok(());
        };
        let path = format!("{messages}/{message}");
        self.brings("live-picture-other", Method::PATCH, &path, second)
            .await?;
        let none = self.saying(json!({ "attachments": [] }));
        self.does("live-picture-gone", Method::PATCH, &path, Some(&none))
            .await
            .map(drop)
    }

    async fn is_refused(&mut self) -> Result<(), NoAnswer> {
        let messages = self.messages();
        let long = self.saying(json!({ "content": "a".repeat(TOO_LONG) }));
        self.does("live-too-long", Method::POST, &messages, Some(&long))
            .await?;
        let empty = self.saying(json!({ "content": "" }));
        self.does("live-empty", Method::POST, &messages, Some(&empty))
            .await?;
        let button = json!({ "type": 2, "style": 2, "label": "A", "custom_id": "same" });
        let twice =
            self.saying(json!({ "components": [{ "type": 1, "components": [button, button] }] }));
        self.does("live-same-button", Method::POST, &messages, Some(&twice))
            .await?;
        let never = format!("{messages}/{NEVER_WRITTEN}");
        let edit = self.saying(json!({}));
        self.does("live-unknown", Method::PATCH, &never, Some(&edit))
            .await
            .map(drop)
    }

    /// Opens a thread, posts in it, closes it, and reopens it by posting.
    async fn begins_a_thread(&mut self) -> Result<(), NoAnswer> {
        // The channel shows a message with the thread's name, which cleanup finds by that name.
        let thread = json!({ "name": fitting(&self.mark), "type": PUBLIC_THREAD, "auto_archive_duration": STAYS_OPEN });
        let path = format!("channels/{}/threads", self.channel);
        let made = self
            .does("live-thread", Method::POST, &path, Some(&thread))
            .await?;
        let Some(thread) = made["id"].as_str().map(str::to_owned) else {
            return Ok(());
        };
        self.thread = Some(thread.clone());
        let place = format!("channels/{thread}");
        let says = self.saying(json!({ "flags": SILENT }));
        let messages = format!("{place}/messages");
        self.does("live-thread-post", Method::POST, &messages, Some(&says))
            .await?;
        let closed = json!({ "archived": true });
        self.does("live-thread-close", Method::PATCH, &place, Some(&closed))
            .await?;
        self.does("live-thread-wake", Method::POST, &messages, Some(&says))
            .await?;
        self.does("live-thread-open", Method::GET, &place, None)
            .await
            .map(drop)
    }

    // --- Asking ---

    fn messages(&self) -> String {
        format!("channels/{}/messages", self.channel)
    }

    /// Returns a message with the mark and no mentions.
    fn saying(&self, more: Value) -> Value {
        let mut message = json!({ "content": self.mark, "allowed_mentions": { "parse": [] } });
        if let (Some(message), Value::Object(more)) = (message.as_object_mut(), more) {
            message.extend(more);
        }
        message
    }

    async fn does(
        &mut self,
        name: &'static str,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Value, NoAnswer> {
        let answer = self.line.patient(method, path, body).await?;
        Ok(self.keeps(name, answer))
    }

    async fn brings(
        &mut self,
        name: &'static str,
        method: Method,
        path: &str,
        picture: Vec<u8>,
    ) -> Result<Value, NoAnswer> {
        let more = json!({ "attachments": [{ "id": 0, "description": "A piece" }] });
        let says = self.saying(more).to_string();
        let form = || {
            let file = Part::bytes(picture.clone()).file_name("piece.png");
            Form::new()
                .text("payload_json", says.clone())
                .part("files[0]", file)
        };
        let answer =
            patiently(async || self.line.bring(method.clone(), path, form()).await).await?;
        Ok(self.keeps(name, answer))
    }

    fn keeps(&mut self, name: &'static str, answer: PlainAnswer) -> Value {
        let PlainAnswer {
            status,
            body,
            has_limits,
            ..
        } = answer;
        (self.told)();
        self.outcome.steps.push(LiveStep {
            name,
            status,
            body: body.clone(),
            has_limits,
        });
        body
    }

    // --- Cleaning up ---

    /// Deletes the thread and all messages with the mark.
    async fn cleans_up(&mut self) -> Result<(), NotTold> {
        let thread = self.thread.clone();
        for place in thread.as_deref().into_iter().chain([self.channel]) {
            let messages = format!("channels/{place}/messages");
            let found = self
                .line
                .patient(Method::GET, &format!("{messages}?limit=100"), None)
                .await?;
            let ours = found
                .body
                .as_array()
                .into_iter()
                .flatten()
                .filter(|message| {
                    message["content"]
                        .as_str()
                        .is_some_and(|content| content.contains(fitting(&self.mark)))
                });
            for message in ours.filter_map(|message| message["id"].as_str()) {
                let path = format!("{messages}/{message}");
                let gone = self.line.patient(Method::DELETE, &path, None).await?;
                self.outcome.stay += usize::from(!gone.is_fine() && gone.status != 404);
            }
        }
        if let Some(thread) = thread {
            let path = format!("channels/{thread}");
            // Deleting needs the permission to manage threads; the creator may always close it.
            if !self
                .line
                .patient(Method::DELETE, &path, None)
                .await?
                .is_fine()
            {
                let closed = json!({ "archived": true });
                self.line
                    .patient(Method::PATCH, &path, Some(&closed))
                    .await?;
                self.outcome.left = Some(thread);
            }
        }
        Ok(())
    }
}

/// Truncates a text to the length of a thread's name.
fn fitting(text: &str) -> &str {
    let end = text
        .char_indices()
        .nth(100)
        .map_or(text.len(), |(at, _)| at);
    &text[..end]
}

/// Waits if the answer is a rate limit. Returns false if it is none or the wait would be too long.
async fn waits(answer: &PlainAnswer) -> bool {
    let wait = answer
        .retry_after
        .filter(|wait| answer.status == 429 && *wait <= LONGEST_WAIT);
    let Some(wait) = wait else { return false };
    tokio::time::sleep(Duration::from_secs_f64(wait.max(0.0))).await;
    true
}

impl PlainLine {
    /// Sends a request, and repeats it while it is rate limited.
    async fn patient(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<PlainAnswer, NoAnswer> {
        patiently(async || self.ask(method.clone(), path, body).await).await
    }
}

/// Repeats a request while it is rate limited.
async fn patiently(
    ask: impl AsyncFn() -> Result<PlainAnswer, NoAnswer>,
) -> Result<PlainAnswer, NoAnswer> {
    for _ in 1..TRIES {
        let answer = ask().await?;
        if !waits(&answer).await {
            return Ok(answer);
        }
    }
    ask().await
}

/// Returns buttons and a menu like those of a panel.
fn components() -> Value {
    let button = |style: u8, name: &str| json!({ "type": 2, "style": style, "label": name, "custom_id": name });
    let mut drawn = button(2, "C");
    drawn["emoji"] = json!({ "name": "🌺" });
    let option = |name: &str| json!({ "label": name, "value": name, "description": name });
    let menu = json!({
        "type": 3,
        "custom_id": "menu",
        "placeholder": "A",
        "options": [option("A"), option("B")],
    });
    json!([
        { "type": 1, "components": [button(1, "A"), button(2, "B"), drawn] },
        { "type": 1, "components": [menu] },
    ])
}
