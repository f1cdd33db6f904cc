//! Discord's errors and what they mean: temporary failures, deleted objects, missing permissions.

use serenity::all::HttpError;

// Error codes of Discord's documentation.
pub(crate) const UNKNOWN_CHANNEL: isize = 10003;
pub(crate) const UNKNOWN_MEMBER: isize = 10007;
pub(crate) const UNKNOWN_MESSAGE: isize = 10008;
pub(crate) const ALREADY_ACKNOWLEDGED: isize = 40060;
/// The thread is archived, and perhaps locked.
pub(crate) const ARCHIVED_THREAD: isize = 50083;
pub(crate) const LOCKED_THREAD: isize = 160_005;
/// The bot cannot see the channel.
const MISSING_ACCESS: isize = 50001;
/// Too many messages were edited that are older than an hour.
pub(crate) const TOO_MANY_OLD_EDITS: isize = 30046;
/// The person accepts no direct messages from the bot, or shares no guild with it.
pub(crate) const NO_DIRECT_MESSAGES: [isize; 2] = [50007, 50278];

/// Why a request to Discord failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PortError {
    /// Discord answered with an error.
    Refused {
        status: u16,
        /// Discord's own error code.
        code: isize,
        concerns_emoji: bool,
    },
    /// No answer came, so the request may have succeeded.
    NoAnswer { timed_out: bool },
    /// serenity did not send the request because it exceeds Discord's limits.
    TooMuch,
    /// The request was not sent, or its answer could not be read.
    Other(String),
}

pub(crate) fn has_code(error: impl Into<PortError>, expected: isize) -> bool {
    matches!(error.into(), PortError::Refused { code, .. } if code == expected)
}

pub(crate) fn refuses_emoji(error: impl Into<PortError>) -> bool {
    let error = error.into();
    matches!(error, PortError::Refused { concerns_emoji, .. } if concerns_emoji)
}

pub(crate) fn is_forbidden(error: impl Into<PortError>) -> bool {
    http_status(error) == Some(403)
}

/// Returns whether a person cannot get direct messages: they closed them, or the account is gone.
pub(crate) fn refuses_direct_messages(error: impl Into<PortError>) -> bool {
    let PortError::Refused { status, code, .. } = error.into() else {
        return false;
    };
    NO_DIRECT_MESSAGES.contains(&code) || matches!(status, 400 | 403 | 404)
}

/// Returns whether Discord counts this answer towards its limit of invalid requests.
pub(crate) fn counts_as_invalid_request(error: impl Into<PortError>) -> bool {
    matches!(http_status(error), Some(401 | 403 | 429))
}

fn http_status(error: impl Into<PortError>) -> Option<u16> {
    match error.into() {
        PortError::Refused { status, .. } => Some(status),
        PortError::NoAnswer { .. } | PortError::TooMuch | PortError::Other(_) => None,
    }
}

/// Returns whether a retry may succeed: a server error, a rate limit or a broken connection.
pub(crate) fn is_transient(error: impl Into<PortError>) -> bool {
    match error.into() {
        PortError::Refused { status, .. } => status >= 500 || status == 429,
        PortError::NoAnswer { .. } => true,
        PortError::TooMuch | PortError::Other(_) => false,
    }
}

/// Returns whether a message may have been refused because of its files: no permission, or too
/// large.
pub(crate) fn may_refuse_files(error: impl Into<PortError>) -> bool {
    let PortError::Refused { status, code, .. } = error.into() else {
        return false;
    };
    let is_closed = [MISSING_ACCESS, ARCHIVED_THREAD, LOCKED_THREAD].contains(&code);
    (400..500).contains(&status) && !matches!(status, 401 | 404 | 429) && !is_closed
}

/// Describes an error for the log. serenity's own text may hold the token of an interaction.
pub(crate) fn describe_error(error: impl Into<PortError>) -> String {
    match error.into() {
        PortError::Refused { status, code, .. } => format!("status {status}, code {code}"),
        PortError::NoAnswer { timed_out: true } => "timed out".to_owned(),
        PortError::NoAnswer { timed_out: false } => "no connection".to_owned(),
        PortError::TooMuch => "more than the chat takes".to_owned(),
        PortError::Other(description) => description,
    }
}

impl From<&serenity::Error> for PortError {
    #[expect(clippy::wildcard_enum_match_arm, reason = "Discord may add kinds")]
    fn from(error: &serenity::Error) -> PortError {
        match error {
            serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
                let mut details = response.error.errors.iter();
                PortError::Refused {
                    status: response.status_code.as_u16(),
                    code: response.error.code,
                    concerns_emoji: details.any(|detail| detail.path.contains("emoji")),
                }
            }
            serenity::Error::Http(HttpError::Request(error)) => PortError::NoAnswer {
                timed_out: error.is_timeout(),
            },
            serenity::Error::Model(_) => PortError::TooMuch,
            // serenity's texts of these errors are fixed sentences, which hold no secret.
            serenity::Error::Gateway(error) => PortError::Other(error.to_string()),
            _ => PortError::Other("something else".to_owned()),
        }
    }
}

impl From<serenity::Error> for PortError {
    fn from(error: serenity::Error) -> PortError {
        PortError::from(&error)
    }
}

impl From<serde_json::Error> for PortError {
    fn from(error: serde_json::Error) -> PortError {
        PortError::Other(error.to_string())
    }
}

impl From<&PortError> for PortError {
    fn from(error: &PortError) -> PortError {
        error.clone()
    }
}
