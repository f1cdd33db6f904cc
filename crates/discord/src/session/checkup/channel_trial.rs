//! A trial sends typical requests about messages and threads to a real channel.
//!
//! It records every answer, to be compared with those of the porch; some of the requests are meant
//! to be refused. The messages are removed afterwards, also after an early stop.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::key;
use crate::session::checkup::{Checkup, CheckupError};
use crate::wire::plain_client::{NoAnswer, PlainClient, PlainResponse};
use lanai_text::Key;

/// How many times a rate-limited request is sent at most.
const MAX_TRIES: usize = 5;
const MAX_WAIT_SECS: f64 = 20.0;
/// The message flag that suppresses notifications.
const SILENT_FLAG: u64 = 1 << 12;
/// The channel type of text channels.
const TEXT_CHANNEL: u64 = 0;
/// The channel type of public threads.
const PUBLIC_THREAD: u64 = 11;
/// The time without messages, in minutes, after which the thread is archived.
const ARCHIVE_AFTER_MINUTES: u64 = 60;
/// One character more than a message may have.
const TOO_LONG_CHARS: usize = 2001;
/// The id of a message that cannot exist: it is older than Discord.
const UNKNOWN_MESSAGE_ID: &str = "4194304";

pub const TRIAL_STEP_COUNT: u64 = 22;

/// A request of the trial, and Discord's answer.
#[derive(Clone, PartialEq, Debug)]
pub struct TrialStep {
    /// The translation key of the description of this step.
    pub key: Key,
    pub status: u16,
    pub body: Value,
    /// Whether the answer has rate-limit headers.
    pub has_limits: bool,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct TrialOutcome {
    /// All steps before the first request that got no answer.
    pub steps: Vec<TrialStep>,
    pub is_finished: bool,
    pub failure: Option<String>,
    /// A thread that could only be archived, not deleted.
    pub archived_thread: Option<String>,
    pub undeleted_messages: usize,
}

/// A trial that is under way.
struct ChannelTrial<'a> {
    client: &'a PlainClient,
    channel: &'a str,
    /// The text by which the trial's own messages are recognized.
    marker: String,
    pictures: [Vec<u8>; 2],
    on_step: &'a dyn Fn(),
    thread: Option<String>,
    outcome: TrialOutcome,
}

impl Checkup {
    /// Runs the trial in a channel until `stop` resolves, and calls `on_step` after each step.
    pub async fn try_channel(
        &self,
        channel: &str,
        text: &str,
        pictures: [Vec<u8>; 2],
        on_step: &dyn Fn(),
        stop: impl Future<Output = ()>,
    ) -> Result<TrialOutcome, CheckupError> {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
            .as_micros();
        let mut channel_trial = ChannelTrial {
            client: self.client(),
            channel,
            marker: format!("{text} ({now})"),
            pictures,
            on_step,
            thread: None,
            outcome: TrialOutcome::default(),
        };
        let nonce = now.to_string();
        let done = tokio::select! {
            done = channel_trial.try_all_steps(&nonce) => done,
            () = stop => Ok(false),
        };
        match done {
            Ok(is_finished) => channel_trial.outcome.is_finished = is_finished,
            Err(NoAnswer(why)) => channel_trial.outcome.failure = Some(why),
        }
        channel_trial.clean_up().await?;
        Ok(channel_trial.outcome)
    }
}

impl ChannelTrial<'_> {
    /// Runs all steps. Returns false if an answer makes the remaining steps impossible.
    async fn try_all_steps(&mut self, nonce: &str) -> Result<bool, NoAnswer> {
        let channel_path = format!("channels/{}", self.channel);
        let channel = self
            .try_step(key::TRIAL_CHANNEL, Method::GET, &channel_path, None)
            .await?;
        if channel["type"] != TEXT_CHANNEL {
            return Ok(false);
        }
        let Some(message) = self.try_messages(nonce).await? else {
            return Ok(false);
        };
        self.try_picture_messages().await?;
        self.try_refused_requests().await?;
        self.try_thread_requests().await?;
        let path = format!("{channel_path}/messages/{message}");
        self.try_step(key::TRIAL_DELETE, Method::DELETE, &path, None)
            .await?;
        self.try_step(key::TRIAL_DELETED, Method::GET, &path, None)
            .await?;
        self.try_step(key::TRIAL_DELETE_AGAIN, Method::DELETE, &path, None)
            .await?;
        Ok(true)
    }

    /// Posts a message twice, edits it, adds buttons, and reads it.
    async fn try_messages(&mut self, nonce: &str) -> Result<Option<String>, NoAnswer> {
        let messages_path = self.messages_path();
        let post = self
            .message_with(json!({ "nonce": nonce, "enforce_nonce": true, "flags": SILENT_FLAG }));
        let posted = self
            .try_step(key::TRIAL_POST, Method::POST, &messages_path, Some(&post))
            .await?;
        let Some(message) = posted["id"].as_str().map(str::to_owned) else {
            return Ok(None);
        };
        // The second post must yield the same message, because the outbox relies on the nonce.
        let again = self
            .try_step(
                key::TRIAL_POST_AGAIN,
                Method::POST,
                &messages_path,
                Some(&post),
            )
            .await?;
        if let Some(step) = self
            .outcome
            .steps
            .last_mut()
            .filter(|step| step.status < 300)
        {
            step.body = json!({ "code": u8::from(again["id"] != posted["id"]) });
        }
        let path = format!("{messages_path}/{message}");
        let edit = self.message_with(json!({ "content": format!("{} ✎", self.marker) }));
        self.try_step(key::TRIAL_EDIT, Method::PATCH, &path, Some(&edit))
            .await?;
        let buttons = self.message_with(json!({ "components": example_components() }));
        self.try_step(key::TRIAL_BUTTONS, Method::PATCH, &path, Some(&buttons))
            .await?;
        self.try_step(key::TRIAL_READ, Method::GET, &path, None)
            .await?;
        // Discord lists the messages after an id, so the id just before the message's own is sent.
        let previous_id = message.parse::<u64>().unwrap_or(1) - 1;
        let messages_after = format!("{messages_path}?limit=1&after={previous_id}");
        self.try_step(key::TRIAL_READ_CHANNEL, Method::GET, &messages_after, None)
            .await?;
        Ok(Some(message))
    }

    /// Posts a picture, replaces it and removes it.
    async fn try_picture_messages(&mut self) -> Result<(), NoAnswer> {
        let [first, second] = self.pictures.clone();
        let messages_path = self.messages_path();
        let posted = self
            .try_upload(key::TRIAL_PICTURE, Method::POST, &messages_path, first)
            .await?;
        let Some(message) = posted["id"].as_str() else {
            return Ok(());
        };
        let path = format!("{messages_path}/{message}");
        self.try_upload(key::TRIAL_PICTURE_OTHER, Method::PATCH, &path, second)
            .await?;
        let none = self.message_with(json!({ "attachments": [] }));
        self.try_step(key::TRIAL_PICTURE_GONE, Method::PATCH, &path, Some(&none))
            .await
            .map(drop)
    }

    async fn try_refused_requests(&mut self) -> Result<(), NoAnswer> {
        let messages_path = self.messages_path();
        let long = self.message_with(json!({ "content": "a".repeat(TOO_LONG_CHARS) }));
        self.try_step(
            key::TRIAL_TOO_LONG,
            Method::POST,
            &messages_path,
            Some(&long),
        )
        .await?;
        let empty = self.message_with(json!({ "content": "" }));
        self.try_step(key::TRIAL_EMPTY, Method::POST, &messages_path, Some(&empty))
            .await?;
        let button = json!({ "type": 2, "style": 2, "label": "A", "custom_id": "same" });
        let duplicate_buttons = self
            .message_with(json!({ "components": [{ "type": 1, "components": [button, button] }] }));
        self.try_step(
            key::TRIAL_SAME_BUTTON,
            Method::POST,
            &messages_path,
            Some(&duplicate_buttons),
        )
        .await?;
        let unknown_message = format!("{messages_path}/{UNKNOWN_MESSAGE_ID}");
        let edit = self.message_with(json!({}));
        self.try_step(
            key::TRIAL_UNKNOWN,
            Method::PATCH,
            &unknown_message,
            Some(&edit),
        )
        .await
        .map(drop)
    }

    /// Opens a thread, posts in it, closes it, and reopens it by posting.
    async fn try_thread_requests(&mut self) -> Result<(), NoAnswer> {
        // The channel shows a message with the thread's name, which cleanup finds by that name.
        let thread = json!({ "name": truncate_to_thread_name(&self.marker), "type": PUBLIC_THREAD, "auto_archive_duration": ARCHIVE_AFTER_MINUTES });
        let path = format!("channels/{}/threads", self.channel);
        let created = self
            .try_step(key::TRIAL_THREAD, Method::POST, &path, Some(&thread))
            .await?;
        let Some(thread) = created["id"].as_str().map(str::to_owned) else {
            return Ok(());
        };
        self.thread = Some(thread.clone());
        let channel_path = format!("channels/{thread}");
        let text = self.message_with(json!({ "flags": SILENT_FLAG }));
        let messages_path = format!("{channel_path}/messages");
        self.try_step(
            key::TRIAL_THREAD_POST,
            Method::POST,
            &messages_path,
            Some(&text),
        )
        .await?;
        let archived = json!({ "archived": true });
        self.try_step(
            key::TRIAL_THREAD_CLOSE,
            Method::PATCH,
            &channel_path,
            Some(&archived),
        )
        .await?;
        self.try_step(
            key::TRIAL_THREAD_WAKE,
            Method::POST,
            &messages_path,
            Some(&text),
        )
        .await?;
        self.try_step(key::TRIAL_THREAD_OPEN, Method::GET, &channel_path, None)
            .await
            .map(drop)
    }

    fn messages_path(&self) -> String {
        format!("channels/{}/messages", self.channel)
    }

    /// Returns a message with the marker, without mentions, and with the given further fields.
    fn message_with(&self, more: Value) -> Value {
        let mut message = json!({ "content": self.marker, "allowed_mentions": { "parse": [] } });
        if let (Some(message), Value::Object(more)) = (message.as_object_mut(), more) {
            message.extend(more);
        }
        message
    }

    async fn try_step(
        &mut self,
        key: Key,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Value, NoAnswer> {
        let answer = send_with_retries(self.client, method, path, body).await?;
        Ok(self.record_answer(key, answer))
    }

    async fn try_upload(
        &mut self,
        key: Key,
        method: Method,
        path: &str,
        picture: Vec<u8>,
    ) -> Result<Value, NoAnswer> {
        let more = json!({ "attachments": [{ "id": 0, "description": "A piece" }] });
        let text = self.message_with(more).to_string();
        let answer = retry_while_limited(async || {
            // Sending a form consumes it, so every try builds a new one.
            let form = Form::new().text("payload_json", text.clone()).part(
                "files[0]",
                Part::bytes(picture.clone()).file_name("piece.png"),
            );
            self.client.send_form(method.clone(), path, form).await
        })
        .await?;
        Ok(self.record_answer(key, answer))
    }

    fn record_answer(&mut self, key: Key, answer: PlainResponse) -> Value {
        let PlainResponse {
            status,
            body,
            has_limits,
            ..
        } = answer;
        (self.on_step)();
        self.outcome.steps.push(TrialStep {
            key,
            status,
            body: body.clone(),
            has_limits,
        });
        body
    }

    /// Deletes the thread and all messages with the marker.
    async fn clean_up(&mut self) -> Result<(), CheckupError> {
        let thread = self.thread.clone();
        for channel_path in thread.as_deref().into_iter().chain([self.channel]) {
            let messages_path = format!("channels/{channel_path}/messages");
            let messages = send_with_retries(
                self.client,
                Method::GET,
                &format!("{messages_path}?limit=100"),
                None,
            )
            .await?;
            let marker = truncate_to_thread_name(&self.marker);
            for message in messages.body.as_array().into_iter().flatten() {
                let content = message["content"].as_str().unwrap_or_default();
                let Some(id) = message["id"].as_str() else {
                    continue;
                };
                if !content.contains(marker) {
                    continue;
                }
                let path = format!("{messages_path}/{id}");
                let deleted = send_with_retries(self.client, Method::DELETE, &path, None).await?;
                self.outcome.undeleted_messages +=
                    usize::from(!deleted.is_success() && deleted.status != 404);
            }
        }
        if let Some(thread) = thread {
            let path = format!("channels/{thread}");
            // Deleting needs the permission to manage threads; the creator may always close it.
            if !send_with_retries(self.client, Method::DELETE, &path, None)
                .await?
                .is_success()
            {
                let archived = json!({ "archived": true });
                send_with_retries(self.client, Method::PATCH, &path, Some(&archived)).await?;
                self.outcome.archived_thread = Some(thread);
            }
        }
        Ok(())
    }
}

/// Truncates a text to the length of a thread's name.
fn truncate_to_thread_name(text: &str) -> &str {
    let end = text
        .char_indices()
        .nth(100)
        .map_or(text.len(), |(at, _)| at);
    &text[..end]
}

/// Waits as long as a rate-limited answer demands.
///
/// Returns false if the answer is not rate limited, or if the wait would be too long.
async fn wait_out_rate_limit(answer: &PlainResponse) -> bool {
    let wait = answer
        .retry_after
        .filter(|wait| answer.status == 429 && *wait <= MAX_WAIT_SECS);
    let Some(wait) = wait else { return false };
    tokio::time::sleep(Duration::from_secs_f64(wait.max(0.0))).await;
    true
}

/// Sends a request, and repeats it while it is rate limited.
async fn send_with_retries(
    client: &PlainClient,
    method: Method,
    path: &str,
    body: Option<&Value>,
) -> Result<PlainResponse, NoAnswer> {
    retry_while_limited(async || client.send_json(method.clone(), path, body).await).await
}

/// Repeats a request while it is rate limited.
async fn retry_while_limited(
    ask: impl AsyncFn() -> Result<PlainResponse, NoAnswer>,
) -> Result<PlainResponse, NoAnswer> {
    for _ in 1..MAX_TRIES {
        let answer = ask().await?;
        if !wait_out_rate_limit(&answer).await {
            return Ok(answer);
        }
    }
    ask().await
}

/// Returns buttons and a menu like those of a panel.
fn example_components() -> Value {
    let mut button_with_emoji = example_button(2, "C");
    button_with_emoji["emoji"] = json!({ "name": "🌺" });
    let menu = json!({
        "type": 3,
        "custom_id": "menu",
        "placeholder": "A",
        "options": [example_option("A"), example_option("B")],
    });
    json!([
        { "type": 1, "components": [example_button(1, "A"), example_button(2, "B"), button_with_emoji] },
        { "type": 1, "components": [menu] },
    ])
}

fn example_button(style: u8, name: &str) -> Value {
    json!({ "type": 2, "style": style, "label": name, "custom_id": name })
}

fn example_option(name: &str) -> Value {
    json!({ "label": name, "value": name, "description": name })
}
