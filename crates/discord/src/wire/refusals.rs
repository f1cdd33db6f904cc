//! What the chat's errors mean: whether one may pass by itself, what is gone, what we may not.

use serenity::all::HttpError;

/// Discord's words for: this channel is no more; this message is; this person is not on this server.
pub(crate) const UNKNOWN_CHANNEL: isize = 10003;
pub(crate) const UNKNOWN_MEMBER: isize = 10007;
pub(crate) const UNKNOWN_MESSAGE: isize = 10008;
pub(crate) const ANSWERED_BEFORE: isize = 40060;
/// For: this thread is archived, and perhaps locked; this thread is locked.
pub(crate) const ARCHIVED: isize = 50083;
pub(crate) const LOCKED: isize = 160_005;
/// For: we do not even see the channel.
const MISSING_ACCESS: isize = 50001;
/// For: too many messages were changed that are older than an hour.
pub(crate) const OLD_EDITS: isize = 30046;
/// For: this person takes no messages from us; we share no server with them.
pub(crate) const NO_DIRECT_MESSAGES: [isize; 2] = [50007, 50278];

/// Why the chat did not do something, as far as can be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PortError {
    /// It said so.
    Refused {
        /// As an answer of HTTP.
        status: u16,
        /// Its own number of what is wrong.
        code: isize,
        /// Whether an emoji is what is wrong.
        of_emoji: bool,
    },
    /// No answer came: it may have been done.
    NoAnswer {
        /// Whether that was waited for as long as it is waited for anything.
        timed_out: bool,
    },
    /// It was not asked: it would have been more than the chat takes.
    TooMuch,
    /// It was not asked, or what was answered is not understood.
    Other(String),
}

/// Whether an error is the one of this number.
pub(crate) fn is(error: impl Into<PortError>, number: isize) -> bool {
    matches!(error.into(), PortError::Refused { code, .. } if code == number)
}

/// Whether a message was refused for an emoji that it carries.
pub(crate) fn refuses_emoji(error: impl Into<PortError>) -> bool {
    matches!(error.into(), PortError::Refused { of_emoji: true, .. })
}

/// Whether the chat does not let us.
pub(crate) fn is_forbidden(error: impl Into<PortError>) -> bool {
    status_of(error) == Some(403)
}

/// Whether a person takes no direct messages from us, for whatever reason: they are gone, or have closed them.
pub(crate) fn takes_nothing(error: impl Into<PortError>) -> bool {
    let PortError::Refused { status, code, .. } = error.into() else {
        return false;
    };
    NO_DIRECT_MESSAGES.contains(&code) || matches!(status, 400 | 403 | 404)
}

/// Whether it counts among what the chat does not like to hear too much of.
pub(crate) fn is_refusal(error: impl Into<PortError>) -> bool {
    matches!(status_of(error), Some(401 | 403 | 429))
}

fn status_of(error: impl Into<PortError>) -> Option<u16> {
    if let PortError::Refused { status, .. } = error.into() {
        Some(status)
    } else {
        None
    }
}

/// Whether a fault may pass by itself: the chat's own, too many requests, a broken connection.
pub(crate) fn may_pass(error: impl Into<PortError>) -> bool {
    match error.into() {
        PortError::Refused { status, .. } => status >= 500 || status == 429,
        PortError::NoAnswer { .. } => true,
        PortError::TooMuch | PortError::Other(_) => false,
    }
}

/// Whether files may be what the channel does not take: no right to send any, too large, or whatever else.
pub(crate) fn refuses_files(error: impl Into<PortError>) -> bool {
    let PortError::Refused { status, code, .. } = error.into() else {
        return false;
    };
    let closed = [MISSING_ACCESS, ARCHIVED, LOCKED].contains(&code);
    (400..500).contains(&status) && !matches!(status, 401 | 404 | 429) && !closed
}

/// An error for the log. What the library says of it may hold the token of an interaction.
pub(crate) fn name_of(error: impl Into<PortError>) -> String {
    match error.into() {
        PortError::Refused { status, code, .. } => format!("status {status}, code {code}"),
        PortError::NoAnswer { timed_out: true } => "timed out".to_owned(),
        PortError::NoAnswer { timed_out: false } => "no connection".to_owned(),
        PortError::TooMuch => "more than the chat takes".to_owned(),
        PortError::Other(what) => what,
    }
}

impl From<&serenity::Error> for PortError {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the library may come to know more"
    )]
    fn from(error: &serenity::Error) -> PortError {
        match error {
            serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
                let of_emoji = response
                    .error
                    .errors
                    .iter()
                    .any(|error| error.path.contains("emoji"));
                PortError::Refused {
                    status: response.status_code.as_u16(),
                    code: response.error.code,
                    of_emoji,
                }
            }
            serenity::Error::Http(HttpError::Request(error)) => PortError::NoAnswer {
                timed_out: error.is_timeout(),
            },
            serenity::Error::Model(_) => PortError::TooMuch,
            // A few fixed sentences, such as that the token is none.
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

impl From<&PortError> for PortError {
    fn from(error: &PortError) -> PortError {
        error.clone()
    }
}
