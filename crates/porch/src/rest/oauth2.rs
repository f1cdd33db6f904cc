//! Handles `OAuth2`: the exchange of a code for an access token, and the two routes that accept it.

use serde_json::{Value, json};

use super::api_request::{ApiRequest, Reply, Result};
use crate::api_error::ApiError;
use crate::objects;
use crate::world::{ACCESS_TOKEN_LIFETIME, Grant, SCOPE, World};

/// Handles `POST /oauth2/token`, which authenticates the application by its client secret.
pub(crate) fn exchange_code(world: &mut World, request: &ApiRequest) -> Result {
    request.require_method("POST")?;
    let body = &request.body.json;
    // RFC 6749 requires this media type, and Discord refuses JSON.
    if !request.body.is_urlencoded {
        return Ok(refuse(400, "invalid_request", "The body must be a form."));
    }
    let is_known_client = body["client_id"] == world.bot.to_string()
        && body["client_secret"] == world.settings.client_secret;
    if !is_known_client {
        return Ok(Reply::OAuth2Error(
            401,
            json!({ "error": "invalid_client" }),
        ));
    }
    match body["grant_type"].as_str() {
        Some("authorization_code") => {}
        Some("refresh_token" | "client_credentials") => {
            return Err(ApiError::not_implemented("this grant type of OAuth2"));
        }
        other => {
            let message = format!("Grant type {} is not supported", other.unwrap_or("None"));
            return Ok(refuse(400, "unsupported_grant_type", &message));
        }
    }
    let now_ms = world.now_ms();
    let code = body["code"].as_str().unwrap_or_default();
    let Some(person) = world.oauth2.take_code(code, now_ms) else {
        return Ok(refuse(400, "invalid_grant", "Invalid \"code\" in request."));
    };
    let access_token = world.token_signer.sign(world.ids.next());
    let refresh_token = world.token_signer.sign(world.ids.next());
    world.oauth2.add_token(access_token.clone(), person, now_ms);
    Ok(Reply::Done(json!({
        "token_type": "Bearer", "access_token": access_token, "refresh_token": refresh_token,
        "expires_in": ACCESS_TOKEN_LIFETIME.as_secs(), "scope": SCOPE,
    })))
}

fn refuse(status: u16, error: &str, description: &str) -> Reply {
    let body: Value = json!({ "error": error, "error_description": description });
    Reply::OAuth2Error(status, body)
}

fn find_grant(world: &World, token: &str) -> Result<Grant> {
    world
        .oauth2
        .find_grant(token, world.now_ms())
        .ok_or(ApiError::UNAUTHORIZED)
}

/// Handles `GET /users/@me` with an access token.
pub(crate) fn show_user(world: &World, request: &ApiRequest, token: &str) -> Result {
    let grant = find_grant(world, token)?;
    request.get(|| objects::authorized_user(world, grant.person))
}

/// Handles `GET /oauth2/@me` with an access token.
pub(crate) fn show_authorization(world: &World, request: &ApiRequest, token: &str) -> Result {
    let grant = find_grant(world, token)?;
    request.get(|| objects::authorization(world, grant))
}
