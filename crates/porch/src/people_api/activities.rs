//! Handles the Activity of a person: opening and closing it, and what the client answers it.
//!
//! The page puts the Activity into a frame and passes the commands of its SDK on to these handlers.

use serde::Deserialize;
use serde_json::{Value, json};

use super::payload::Location;
use super::request::{PeopleApiError, Result, find_person, invalid, invalid_if, parse_id};
use crate::ids::{Id, format_timestamp};
use crate::objects;
use crate::world::mutations;
use crate::world::{SCOPE, World};

#[derive(Deserialize)]
pub(crate) struct OpenActivity {
    #[serde(rename = "as")]
    who: String,
    channel: String,
    custom_id: Option<String>,
}

/// Opens the Activity as Discord's client does for a link to it.
pub(crate) fn open(world: &mut World, request: &OpenActivity) -> Result {
    invalid_if(
        !world.settings.activities,
        "the application has no Activity",
    )?;
    let location = Location::find(world, find_person(world, &request.who)?, &request.channel)?;
    let frame = mutations::open_activity(world, location.channel, location.person);
    Ok(objects::activity_frame(
        world,
        frame,
        request.custom_id.as_deref(),
    ))
}

/// A frame, and the person who has the Activity open in it.
struct Frame {
    id: Id,
    person: Id,
}

fn find_frame(world: &World, text: &str) -> Result<Frame> {
    let id = parse_id("frame", text)?;
    let instance = world.activities.find_by_frame(id);
    match instance.and_then(|instance| instance.person_of(id)) {
        Some(person) => Ok(Frame { id, person }),
        None => Err(PeopleApiError::NotFound("frame", text.to_owned())),
    }
}

pub(crate) fn close(world: &mut World, id: &str, _: &Value) -> Result {
    let closed = find_frame(world, id)?;
    mutations::close_activity_frames(world, |_, frame, _| frame == closed.id);
    Ok(json!({}))
}

pub(crate) fn show(world: &World, id: &str) -> Result {
    let frame = find_frame(world, id)?;
    Ok(objects::activity_frame(world, frame.id, None))
}

#[derive(Deserialize)]
pub(crate) struct Authorize {
    client_id: String,
    scope: Vec<String>,
}

/// Grants a code of `OAuth2` to the application, without asking the person.
pub(crate) fn authorize(world: &mut World, id: &str, request: &Authorize) -> Result {
    let Frame { person, .. } = find_frame(world, id)?;
    invalid_if(
        request.client_id != world.bot.to_string(),
        "Invalid Client ID",
    )?;
    let is_known = request.scope.iter().all(|scope| scope == SCOPE);
    if !is_known || request.scope.is_empty() {
        return invalid(format!("the porch knows the scope {SCOPE} only"));
    }
    let code = world.token_signer.sign(world.ids.next());
    let now_ms = world.now_ms();
    world.oauth2.add_code(code.clone(), person, now_ms);
    Ok(json!({ "code": code }))
}

#[derive(Deserialize)]
pub(crate) struct Authenticate {
    access_token: String,
}

/// Checks that an access token belongs to the person of the frame.
pub(crate) fn authenticate(world: &mut World, id: &str, request: &Authenticate) -> Result {
    let Frame { person, .. } = find_frame(world, id)?;
    let token = &request.access_token;
    let grant = world.oauth2.find_grant(token, world.now_ms());
    let Some(grant) = grant.filter(|grant| grant.person == person) else {
        return invalid("Invalid token");
    };
    let user = objects::authorized_user(world, person);
    Ok(json!({
        "access_token": token, "user": user, "scopes": [SCOPE],
        "expires": format_timestamp(grant.expires_ms), "application": objects::public_application(world),
    }))
}
