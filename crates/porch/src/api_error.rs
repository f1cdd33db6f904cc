//! Errors of the emulated Discord API: HTTP status, error code, message and per-field form errors.

use std::{borrow::Cow, time::Duration};

use serde_json::{Value, json};

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: u16,
    pub(crate) code: u32,
    pub(crate) message: Cow<'static, str>,
    pub(crate) errors: Option<Value>,
    /// How long the bot must wait before it tries again; set on rate-limit errors only.
    pub(crate) retry_after: Option<Duration>,
}

pub(crate) fn refuse_if<E>(condition: bool, error: E) -> Result<(), E> {
    if condition { Err(error) } else { Ok(()) }
}

const fn error(status: u16, code: u32, message: &'static str) -> ApiError {
    ApiError {
        status,
        code,
        message: Cow::Borrowed(message),
        errors: None,
        retry_after: None,
    }
}

impl ApiError {
    pub(crate) const INTERNAL: Self = error(500, 0, "500: Internal Server Error");
    pub(crate) const UNAUTHORIZED: Self = error(401, 0, "401: Unauthorized");
    pub(crate) const NOT_FOUND: Self = error(404, 0, "404: Not Found");
    /// The error for a route that the porch does not emulate, whether or not Discord has it.
    pub(crate) const UNKNOWN_ROUTE: Self = error(501, 0, "the porch does not know this route");
    pub(crate) const UNKNOWN_APPLICATION: Self = error(404, 10002, "Unknown Application");
    pub(crate) const UNKNOWN_CHANNEL: Self = error(404, 10003, "Unknown Channel");
    pub(crate) const UNKNOWN_GUILD: Self = error(404, 10004, "Unknown Guild");
    pub(crate) const UNKNOWN_MEMBER: Self = error(404, 10007, "Unknown Member");
    pub(crate) const UNKNOWN_MESSAGE: Self = error(404, 10008, "Unknown Message");
    pub(crate) const UNKNOWN_USER: Self = error(404, 10013, "Unknown User");
    pub(crate) const UNKNOWN_WEBHOOK: Self = error(404, 10015, "Unknown Webhook");
    pub(crate) const UNKNOWN_EMOJI: Self = error(404, 10014, "Unknown Emoji");
    pub(crate) const UNKNOWN_INTERACTION: Self = error(404, 10062, "Unknown interaction");
    pub(crate) const UNKNOWN_COMMAND: Self = error(404, 10063, "Unknown application command");
    pub(crate) const MAX_OLD_EDITS_REACHED: Self = error(
        429,
        30046,
        "Maximum number of edits to messages older than 1 hour reached. Try again later.",
    );
    pub(crate) const MAX_EMOJIS_REACHED: Self =
        error(400, 30008, "Maximum number of emojis reached (2000)");
    pub(crate) const MAX_COMMANDS_REACHED: Self = error(
        400,
        30032,
        "Maximum number of application commands reached (100).",
    );
    pub(crate) const MAX_FOLLOW_UPS_REACHED: Self = error(
        400,
        40094,
        "This interaction has reached the maximum number of follow-up messages",
    );
    pub(crate) const TOO_LARGE: Self = error(413, 40005, "Request entity too large");
    pub(crate) const ALREADY_ACKNOWLEDGED: Self =
        error(400, 40060, "Interaction has already been acknowledged.");
    pub(crate) const MISSING_ACCESS: Self = error(403, 50001, "Missing Access");
    pub(crate) const NOT_IN_A_DM: Self = error(403, 50003, "Cannot execute action on a DM channel");
    pub(crate) const NOT_OWN_MESSAGE: Self =
        error(403, 50005, "Cannot edit a message authored by another user");
    pub(crate) const EMPTY_MESSAGE: Self = error(400, 50006, "Cannot send an empty message");
    pub(crate) const CANNOT_SEND_TO_USER: Self =
        error(403, 50007, "Cannot send messages to this user");
    pub(crate) const MISSING_PERMISSIONS: Self = error(403, 50013, "Missing Permissions");
    pub(crate) const WRONG_CHANNEL_TYPE: Self =
        error(400, 50024, "Cannot execute action on this channel type");
    pub(crate) const INVALID_WEBHOOK_TOKEN: Self = error(401, 50027, "Invalid Webhook Token");
    pub(crate) const ACTIVITIES_NOT_ENABLED: Self =
        error(400, 50234, "App must have activities enabled");
    pub(crate) const ENTRY_POINT_MISSING: Self = error(
        400,
        50240,
        "You cannot remove this app's Entry Point command in a bulk update operation. Please include the Entry Point command in your update request or delete it separately.",
    );
    pub(crate) const THREAD_ARCHIVED: Self = error(400, 50083, "Thread is archived");
    pub(crate) const NO_MUTUAL_GUILDS: Self = error(
        403,
        50278,
        "Cannot send messages to this user due to having no mutual guilds",
    );
    pub(crate) const INVALID_FORM: Self = error(400, 50035, "Invalid Form Body");
    pub(crate) const INVALID_JSON: Self =
        error(400, 50109, "The request body contains invalid JSON.");
    pub(crate) const THREAD_ALREADY_CREATED: Self = error(
        400,
        160_004,
        "A thread has already been created for this message",
    );
    pub(crate) const THREAD_LOCKED: Self = error(400, 160_005, "Thread is locked");

    /// Returns an error for a Discord feature that the porch does not emulate.
    pub(crate) fn not_implemented(what: &str) -> Self {
        ApiError {
            message: format!("the porch does not know {what}").into(),
            ..ApiError::UNKNOWN_ROUTE
        }
    }

    /// Moves the form errors below a field, because the form is nested in another at this field.
    pub(crate) fn nested_in(self, field: &str) -> Self {
        ApiError {
            errors: self.errors.map(|errors| json!({ field: errors })),
            ..self
        }
    }

    pub(crate) fn to_json(&self) -> Value {
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
