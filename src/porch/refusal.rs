//! Refusals, with Discord's statuses and codes.

use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde_json::{Map, Value, json};

/// Why a request of a bot is refused.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Refusal {
    pub(super) status: u16,
    pub(super) code: u32,
    pub(super) message: String,
    /// What is wrong with which part of the body.
    pub(super) errors: Option<Value>,
}

macro_rules! refusals {
    ($($name:ident = $status:literal, $code:literal, $message:literal;)+) => {
        impl Refusal {
            $(pub(super) fn $name() -> Refusal {
                Refusal { status: $status, code: $code, message: $message.to_owned(), errors: None }
            })+
        }
    };
}

refusals! {
    unauthorized = 401, 0, "401: Unauthorized";
    not_found = 404, 0, "404: Not Found";
    method_not_allowed = 405, 0, "405: Method Not Allowed";
    unknown_application = 404, 10002, "Unknown Application";
    unknown_channel = 404, 10003, "Unknown Channel";
    unknown_server = 404, 10004, "Unknown Guild";
    unknown_member = 404, 10007, "Unknown Member";
    unknown_message = 404, 10008, "Unknown Message";
    unknown_user = 404, 10013, "Unknown User";
    unknown_webhook = 404, 10015, "Unknown Webhook";
    unknown_interaction = 404, 10062, "Unknown interaction";
    unknown_command = 404, 10063, "Unknown application command";
    too_large = 413, 40005, "Request entity too large";
    acknowledged = 400, 40060, "Interaction has already been acknowledged.";
    missing_access = 403, 50001, "Missing Access";
    empty = 400, 50006, "Cannot send an empty message";
    missing_permissions = 403, 50013, "Missing Permissions";
    token_expired = 401, 50027, "Invalid Webhook Token";
    archived = 400, 50083, "Thread is archived";
    broken_json = 400, 50109, "The request body contains invalid JSON.";
    out_of_order = 500, 0, "500: Internal Server Error";
}

impl Refusal {
    /// The body has a part that cannot be: the path to it, Discord's word for the fault, and a sentence.
    pub(super) fn form(path: &str, code: &str, message: &str) -> Refusal {
        let mut errors = json!({ "_errors": [{ "code": code, "message": message }] });
        for part in path.split('.').rev().filter(|part| !part.is_empty()) {
            let mut outer = Map::new();
            outer.insert(part.to_owned(), errors);
            errors = Value::Object(outer);
        }
        let message = "Invalid Form Body".to_owned();
        Refusal { status: 400, code: 50035, message, errors: Some(errors) }
    }

    /// The body of the answer.
    pub(super) fn body(&self) -> Value {
        let mut body = json!({ "code": self.code, "message": self.message });
        if let Some(errors) = &self.errors {
            body["errors"] = errors.clone();
        }
        body
    }
}

/// Why people are refused: a sentence.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Sorry(pub(super) u16, pub(super) String);

impl Sorry {
    pub(super) fn new(sentence: impl Into<String>) -> Sorry {
        Sorry(422, sentence.into())
    }

    pub(super) fn nothing_there(what: &str) -> Sorry {
        Sorry(404, format!("there is no such {what}"))
    }
}

impl IntoResponse for Sorry {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0).unwrap_or(StatusCode::BAD_REQUEST);
        (status, axum::Json(json!({ "error": self.1 }))).into_response()
    }
}
