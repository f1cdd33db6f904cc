//! Handles the route by which the bot looks up an instance of its Activity.

use super::api_request::{ApiRequest, Reply, Result, parse_id};
use crate::api_error::{ApiError, refuse_if};
use crate::objects;
use crate::world::World;

pub(crate) fn show_instance(
    world: &World,
    request: &ApiRequest,
    application: &str,
    instance: &str,
) -> Result {
    request.require_method("GET")?;
    refuse_if(
        parse_id(application)? != world.bot,
        ApiError::UNKNOWN_APPLICATION,
    )?;
    let found = world.activities.find(instance).ok_or(ApiError::NOT_FOUND)?;
    Ok(Reply::Done(objects::activity_instance(world, found)))
}
