//! The codes and access tokens of `OAuth2` that people have granted to the application.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::clock::to_millis;
use crate::ids::Id;

/// How long a code can be exchanged for an access token.
const CODE_LIFETIME: Duration = Duration::from_mins(1);
/// How long an access token is valid.
pub(crate) const ACCESS_TOKEN_LIFETIME: Duration = Duration::from_hours(24 * 7);

/// The only scope that the porch grants.
pub(crate) const SCOPE: &str = "identify";

/// What a code or an access token allows: to identify this person until it expires.
#[derive(Clone, Copy)]
pub(crate) struct Grant {
    pub(crate) person: Id,
    pub(crate) expires_ms: u64,
}

#[derive(Default)]
pub(crate) struct Oauth2 {
    codes: BTreeMap<String, Grant>,
    tokens: BTreeMap<String, Grant>,
}

impl Oauth2 {
    pub(crate) fn add_code(&mut self, code: String, person: Id, now_ms: u64) {
        self.codes.retain(|_, grant| grant.expires_ms >= now_ms);
        let expires_ms = now_ms + to_millis(CODE_LIFETIME);
        self.codes.insert(code, Grant { person, expires_ms });
    }

    /// Uses up a code. Returns the person who granted it, or `None` if it is unknown, used or
    /// expired.
    pub(crate) fn take_code(&mut self, code: &str, now_ms: u64) -> Option<Id> {
        let grant = self.codes.remove(code)?;
        (grant.expires_ms >= now_ms).then_some(grant.person)
    }

    pub(crate) fn add_token(&mut self, token: String, person: Id, now_ms: u64) {
        self.tokens.retain(|_, grant| grant.expires_ms >= now_ms);
        let expires_ms = now_ms + to_millis(ACCESS_TOKEN_LIFETIME);
        self.tokens.insert(token, Grant { person, expires_ms });
    }

    /// Returns what an access token allows, or `None` if it is unknown or expired.
    pub(crate) fn find_grant(&self, token: &str, now_ms: u64) -> Option<Grant> {
        let grant = self.tokens.get(token).copied();
        grant.filter(|grant| grant.expires_ms >= now_ms)
    }
}
