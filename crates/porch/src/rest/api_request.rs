//! A parsed request of the bot to the REST API, and the reply to it.

use std::borrow::Cow;

use axum::http::Method;
use serde_json::Value;

use crate::api_error::{ApiError, refuse_if};
use crate::form::invalid;
use crate::ids::Id;
use crate::world::{Upload, World};

pub(crate) struct ApiRequest<'a> {
    pub(crate) method: &'a Method,
    /// The segments of the path below `/api/v10`.
    pub(crate) segments: Vec<&'a str>,
    pub(crate) query: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    pub(crate) body: RequestBody,
    /// Whether the bot authenticated itself with its token.
    pub(crate) authorized: bool,
    /// The access token of a person, if the request has one.
    pub(crate) access_token: Option<String>,
}

impl ApiRequest<'_> {
    pub(crate) fn query(&self, name: &str) -> Option<&str> {
        self.query
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_ref())
    }

    pub(crate) fn is_set(&self, name: &str) -> bool {
        self.query(name)
            .is_some_and(|value| matches!(value.to_lowercase().as_str(), "true" | "1"))
    }

    pub(crate) fn query_number(
        &self,
        name: &str,
        default: usize,
        min: usize,
        max: usize,
    ) -> Result<usize> {
        match self.query(name).map(str::parse) {
            None => Ok(default),
            Some(Ok(number)) if (min..=max).contains(&number) => Ok(number),
            Some(_) => {
                let message = format!("int value should be between {min} and {max}.");
                Err(invalid(name, "NUMBER_TYPE_MAX", &message))
            }
        }
    }

    pub(crate) fn query_id(&self, name: &str) -> Result<Option<Id>> {
        self.query(name).map(parse_id).transpose()
    }

    pub(crate) fn require_method(&self, method: &str) -> Result<()> {
        refuse_if(self.method != method, ApiError::UNKNOWN_ROUTE)
    }

    pub(crate) fn get(&self, build_object: impl FnOnce() -> Value) -> Result {
        self.require_method("GET")?;
        Ok(Reply::Done(build_object()))
    }
}

/// Parses a segment of the path as an id.
pub(crate) fn parse_id(segment: &str) -> Result<Id> {
    segment.parse().map_err(|_| {
        let message = format!("Value \"{segment}\" is not snowflake.");
        invalid("id", "NUMBER_TYPE_COERCE", &message)
    })
}

pub(crate) fn find_user(world: &World, segment: &str) -> Result<Id> {
    let who = if segment == "@me" {
        world.bot
    } else {
        parse_id(segment)?
    };
    refuse_if(
        who != world.bot && !world.persons.contains_key(&who),
        ApiError::UNKNOWN_USER,
    )?;
    Ok(who)
}

#[derive(Default)]
pub(crate) struct RequestBody {
    pub(crate) json: Value,
    pub(crate) files: Vec<Upload>,
    /// Whether the media type is `application/x-www-form-urlencoded`.
    pub(crate) is_urlencoded: bool,
}

pub(crate) enum Reply {
    Done(Value),
    Created(Value),
    Nothing,
    /// An error in the format of `OAuth2`, with its status.
    OAuth2Error(u16, Value),
}

impl Reply {
    pub(crate) fn into_parts(self) -> (u16, Option<Value>) {
        match self {
            Reply::Done(value) => (200, Some(value)),
            Reply::Created(value) => (201, Some(value)),
            Reply::Nothing => (204, None),
            Reply::OAuth2Error(status, value) => (status, Some(value)),
        }
    }
}

pub(crate) type Result<T = Reply> = std::result::Result<T, ApiError>;
