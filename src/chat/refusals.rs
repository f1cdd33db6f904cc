//! What the chat's errors mean: whether one may pass by itself, what is gone, what we may not.

use serenity::all::HttpError;

/// Discord's words for: this channel is no more; this message is; this person is not on this server.
pub(super) const UNKNOWN_CHANNEL: isize = 10003;
pub(super) const UNKNOWN_MEMBER: isize = 10007;
pub(super) const UNKNOWN_MESSAGE: isize = 10008;
/// For: this was answered before.
pub(super) const ANSWERED_BEFORE: isize = 40060;
/// For: this is not what a message looks like, perhaps because it names an emoji that is no more.
pub(super) const MALFORMED: isize = 50035;
/// For: this thread is archived, and perhaps locked; this thread is locked.
pub(super) const ARCHIVED: isize = 50083;
pub(super) const LOCKED: isize = 160_005;
/// For: too many messages were changed that are older than an hour.
pub(super) const OLD_EDITS: isize = 30046;
/// For: this person takes no messages from us; we share no server with them.
pub(super) const NO_DIRECT_MESSAGES: [isize; 2] = [50007, 50278];

/// Whether an error is the one of this number.
pub(super) fn is(error: &serenity::Error, code: isize) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) if response.error.code == code)
}

/// Whether the chat does not let us.
pub(super) fn is_forbidden(error: &serenity::Error) -> bool {
    status_of(error) == Some(403)
}

/// Whether a person takes no direct messages from us, for whatever reason: they are gone, or have closed them.
pub(super) fn takes_nothing(error: &serenity::Error) -> bool {
    NO_DIRECT_MESSAGES.iter().any(|code| is(error, *code))
        || matches!(status_of(error), Some(400 | 403 | 404))
}

/// Whether it counts among what the chat does not like to hear too much of.
pub(super) fn is_refusal(error: &serenity::Error) -> bool {
    matches!(status_of(error), Some(401 | 403 | 429))
}

fn status_of(error: &serenity::Error) -> Option<u16> {
    let serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) = error else { return None };
    Some(response.status_code.as_u16())
}

/// Whether a thread is closed to us.
pub(super) fn is_closed(error: &serenity::Error) -> bool {
    is(error, LOCKED) || is(error, ARCHIVED)
}

/// Whether a fault may pass by itself: the chat's own, too many requests, a broken connection.
#[expect(clippy::wildcard_enum_match_arm, reason = "the library may come to know more")]
pub(super) fn may_pass(error: &serenity::Error) -> bool {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            response.status_code.is_server_error() || response.status_code.as_u16() == 429
        }
        serenity::Error::Http(HttpError::Request(_)) => true,
        _ => false,
    }
}

/// Whether files may be what the channel does not take: no right to send any, too large, or whatever else.
#[expect(clippy::wildcard_enum_match_arm, reason = "the library may come to know more")]
pub(super) fn refuses_files(error: &serenity::Error) -> bool {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            let status = response.status_code.as_u16();
            let closed = [ARCHIVED, LOCKED].contains(&response.error.code);
            response.status_code.is_client_error() && !matches!(status, 401 | 404 | 429) && !closed
        }
        _ => false,
    }
}

/// An error for the log. What the library says of it may hold the token of an interaction.
#[expect(clippy::wildcard_enum_match_arm, reason = "the library may come to know more")]
pub(super) fn name_of(error: &serenity::Error) -> String {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            format!("status {}, code {}", response.status_code.as_u16(), response.error.code)
        }
        serenity::Error::Http(HttpError::Request(error)) => {
            let kind = if error.is_timeout() { "timed out" } else { "no connection" };
            kind.to_owned()
        }
        serenity::Error::Model(_) => "more than the chat takes".to_owned(),
        // A few fixed sentences, such as that the token is none.
        serenity::Error::Gateway(error) => error.to_string(),
        _ => "something else".to_owned(),
    }
}
