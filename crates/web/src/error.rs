//! Answers to requests that fail.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::key;
use lanai_host::{Failure, GuildRefusal, InternalError, Refusal};
use lanai_panel::explain_plain_refusal;
use lanai_text::Words;

/// A response with a status and a sentence for the person.
#[derive(Debug)]
pub(crate) struct RequestError {
    status: StatusCode,
    message: String,
    /// The state of the table, for a request that came too late.
    state: Option<Value>,
}

pub(crate) type Result<T> = std::result::Result<T, RequestError>;

/// The outcome of work of the host, before it is explained to the person.
pub(crate) type HostResult<T> = std::result::Result<T, Failure>;

/// Answers with the outcome, or explains the failure.
pub(crate) fn respond(words: &Words, outcome: HostResult<Value>) -> Result<Json<Value>> {
    outcome
        .map(Json)
        .map_err(|failure| RequestError::explain(words, &failure))
}

impl RequestError {
    /// Refuses a request without a session.
    pub(crate) fn no_session(words: &Words) -> RequestError {
        let message = words.say(key::WEB_OPEN_AGAIN, &[]);
        RequestError::new(StatusCode::UNAUTHORIZED, message)
    }

    /// Refuses a visitor whom Discord does not list as a participant of the Activity.
    pub(crate) fn unknown_visitor(words: &Words) -> RequestError {
        let message = words.say(key::WEB_UNKNOWN_VISITOR, &[]);
        RequestError::new(StatusCode::FORBIDDEN, message)
    }

    pub(crate) fn not_found() -> RequestError {
        RequestError::new(StatusCode::NOT_FOUND, String::new())
    }

    /// Refuses a write that another site caused.
    pub(crate) fn foreign_origin() -> RequestError {
        RequestError::new(StatusCode::FORBIDDEN, String::new())
    }

    pub(crate) fn too_many_requests(words: &Words) -> RequestError {
        let message = words.say(key::WEB_TOO_FAST, &[]);
        RequestError::new(StatusCode::TOO_MANY_REQUESTS, message)
    }

    /// Reports that the game moved on, with the state as it is now.
    pub(crate) fn outdated(words: &Words, state: Value) -> RequestError {
        RequestError {
            state: Some(state),
            ..RequestError::new(StatusCode::CONFLICT, words.say(key::WEB_OUTDATED, &[]))
        }
    }

    /// Explains a failure of the host, and logs it if only the operator can act on it.
    pub(crate) fn explain(words: &Words, failure: &Failure) -> RequestError {
        match failure {
            Failure::Refusal(refusal) => {
                RequestError::new(status_of(refusal), explain_refusal(words, refusal))
            }
            Failure::InternalError(error) => RequestError::internal(words, error),
        }
    }

    pub(crate) fn internal(words: &Words, error: &InternalError) -> RequestError {
        tracing::error!(%error, "a request of a board failed");
        let message = words.say(key::WEB_BROKEN, &[]);
        RequestError::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    fn new(status: StatusCode, message: String) -> RequestError {
        RequestError {
            status,
            message,
            state: None,
        }
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the others have one status")]
fn status_of(refusal: &Refusal) -> StatusCode {
    match refusal {
        Refusal::NoTable => StatusCode::NOT_FOUND,
        Refusal::Stale | Refusal::GameWentOn => StatusCode::CONFLICT,
        Refusal::Guild(GuildRefusal::Barred) | Refusal::BoardLinkSpent => StatusCode::FORBIDDEN,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the others belong in the chat"
)]
fn explain_refusal(words: &Words, refusal: &Refusal) -> String {
    explain_plain_refusal(words, refusal).unwrap_or_else(|| {
        let name = match refusal {
            Refusal::Paused(_) => key::WEB_PAUSED,
            Refusal::Guild(GuildRefusal::Barred) => key::CHAT_BARRED,
            _ => key::WEB_REFUSED,
        };
        words.say(name, &[])
    })
}

impl IntoResponse for RequestError {
    fn into_response(self) -> Response {
        let mut body = json!({ "message": self.message });
        if let Some(state) = self.state {
            body["state"] = state;
        }
        (self.status, Json(body)).into_response()
    }
}
