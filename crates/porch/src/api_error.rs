//! How Discord says no: an HTTP status, a code of its own, a sentence, and for forms a tree of what is wrong where.
//! It decides nothing.

use std::{borrow::Cow, time::Duration};

use serde_json::{Value, json};

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: u16,
    pub(crate) code: u32,
    pub(crate) message: Cow<'static, str>,
    pub(crate) errors: Option<Value>,
    /// How long to wait before it may be asked again, where that is all that is wrong.
    pub(crate) retry_after: Option<Duration>,
}

/// Refuses something, if it is so.
pub(crate) fn refuse_if<E>(is_so: bool, refusal: E) -> Result<(), E> {
    if is_so { Err(refusal) } else { Ok(()) }
}

const fn refusal(status: u16, code: u32, message: &'static str) -> ApiError {
    ApiError {
        status,
        code,
        message: Cow::Borrowed(message),
        errors: None,
        retry_after: None,
    }
}

impl ApiError {
    pub(crate) const INTERNAL: Self = refusal(500, 0, "500: Internal Server Error");
    pub(crate) const UNAUTHORIZED: Self = refusal(401, 0, "401: Unauthorized");
    pub(crate) const NOT_FOUND: Self = refusal(404, 0, "404: Not Found");
    /// A route, or a method of one, that the porch lacks. Whether Discord has it, the porch does not know.
    pub(crate) const UNKNOWN_ROUTE: Self = refusal(501, 0, "the porch does not know this route");
    pub(crate) const UNKNOWN_APPLICATION: Self = refusal(404, 10002, "Unknown Application");
    pub(crate) const UNKNOWN_CHANNEL: Self = refusal(404, 10003, "Unknown Channel");
    pub(crate) const UNKNOWN_GUILD: Self = refusal(404, 10004, "Unknown Guild");
    pub(crate) const UNKNOWN_MEMBER: Self = refusal(404, 10007, "Unknown Member");
    pub(crate) const UNKNOWN_MESSAGE: Self = refusal(404, 10008, "Unknown Message");
    pub(crate) const UNKNOWN_USER: Self = refusal(404, 10013, "Unknown User");
    pub(crate) const UNKNOWN_WEBHOOK: Self = refusal(404, 10015, "Unknown Webhook");
    pub(crate) const NO_SUCH_EMOJI: Self = refusal(404, 10014, "Unknown Emoji");
    pub(crate) const UNKNOWN_INTERACTION: Self = refusal(404, 10062, "Unknown interaction");
    pub(crate) const UNKNOWN_COMMAND: Self = refusal(404, 10063, "Unknown application command");
    pub(crate) const TOO_MANY_OLD_EDITS: Self = refusal(
        429,
        30046,
        "Maximum number of edits to messages older than 1 hour reached. Try again later.",
    );
    pub(crate) const TOO_MANY_EMOJIS: Self =
        refusal(400, 30008, "Maximum number of emojis reached (2000)");
    pub(crate) const TOO_MANY_COMMANDS: Self = refusal(
        400,
        30032,
        "Maximum number of application commands reached (100).",
    );
    pub(crate) const TOO_MANY_FOLLOW_UPS: Self = refusal(
        400,
        40094,
        "This interaction has reached the maximum number of follow-up messages",
    );
    pub(crate) const TOO_LARGE: Self = refusal(413, 40005, "Request entity too large");
    pub(crate) const ALREADY_ANSWERED: Self =
        refusal(400, 40060, "Interaction has already been acknowledged.");
    pub(crate) const MISSING_ACCESS: Self = refusal(403, 50001, "Missing Access");
    pub(crate) const NOT_IN_A_DM: Self =
        refusal(403, 50003, "Cannot execute action on a DM channel");
    pub(crate) const NOT_YOURS: Self =
        refusal(403, 50005, "Cannot edit a message authored by another user");
    pub(crate) const EMPTY_MESSAGE: Self = refusal(400, 50006, "Cannot send an empty message");
    pub(crate) const NO_DMS: Self = refusal(403, 50007, "Cannot send messages to this user");
    pub(crate) const MISSING_PERMISSIONS: Self = refusal(403, 50013, "Missing Permissions");
    pub(crate) const WRONG_CHANNEL_TYPE: Self =
        refusal(400, 50024, "Cannot execute action on this channel type");
    pub(crate) const TOKEN_RAN_OUT: Self = refusal(401, 50027, "Invalid Webhook Token");
    pub(crate) const ENTRY_POINT_MISSING: Self = refusal(
        400,
        50240,
        "You cannot remove this app's Entry Point command in a bulk update operation. Include the Entry Point command in your update request or delete it separately.",
    );
    pub(crate) const THREAD_ARCHIVED: Self = refusal(400, 50083, "Thread is archived");
    pub(crate) const NO_MUTUAL_GUILDS: Self = refusal(
        403,
        50278,
        "Cannot send messages to this user due to having no mutual guilds",
    );
    pub(crate) const INVALID_FORM: Self = refusal(400, 50035, "Invalid Form Body");
    pub(crate) const INVALID_JSON: Self =
        refusal(400, 50109, "The request body contains invalid JSON.");
    pub(crate) const HAS_A_THREAD: Self = refusal(
        400,
        160_004,
        "A thread has already been created for this message",
    );
    pub(crate) const THREAD_LOCKED: Self = refusal(400, 160_005, "Thread is locked");

    /// Refuses something that Discord may know and the porch does not.
    pub(crate) fn unknown(what: &str) -> Self {
        ApiError {
            message: format!("the porch does not know {what}").into(),
            ..ApiError::UNKNOWN_ROUTE
        }
    }

    /// The same, of a form that stands within another.
    pub(crate) fn within(self, place: &str) -> Self {
        ApiError {
            errors: self.errors.map(|errors| json!({ place: errors })),
            ..self
        }
    }

    pub(crate) fn body(&self) -> Value {
        let mut body = json!({ "code": self.code, "message": self.message });
        if let Some(errors) = &self.errors {
            body["errors"] = errors.clone();
        }
        if let Some(wait) = self.retry_after {
            body["retry_after"] = json!(wait.as_secs_f64());
            body["global"] = json!(false);
        }
        body
    }
}
