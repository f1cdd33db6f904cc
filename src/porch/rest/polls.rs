//! Polls, as the bot asks about them: who voted for what, and that one ends.

use axum::http::Method;
use serde_json::json;

use super::{
    call::{Call, Reply, Result, id},
    channels::visible,
    messages,
};
use crate::porch::{
    api_error::{ApiError, refuse_if},
    ids::Id,
    shapes,
    world::{Message, Poll, World},
};

/// `/channels/{id}/polls/{id}/…`
pub(crate) fn route(world: &mut World, call: &Call, channel: Id, rest: &[&str]) -> Result {
    visible(world, channel)?;
    match (call.method.clone(), rest) {
        (Method::GET, [message, "answers", answer]) => {
            let message = messages::find(world, channel, id(message)?)?;
            voters(world, call, message, answer)
        }
        (Method::POST, [message, "expire"]) => end(world, channel, id(message)?),
        (_, [_, "answers", _] | [_, "expire"]) => Err(ApiError::WRONG_METHOD),
        _ => Err(ApiError::NO_SUCH_ROUTE),
    }
}

fn poll_of(message: &Message) -> Result<&Poll> {
    message.poll.as_ref().ok_or(ApiError::NOT_A_POLL)
}

fn voters(world: &World, call: &Call, message: &Message, answer: &str) -> Result {
    let poll = poll_of(message)?;
    let number = answer.parse().unwrap_or(0);
    refuse_if(number == 0 || number > poll.answers.len() as u64, ApiError::NO_SUCH_ROUTE)?;
    let limit = call.number("limit", 25, 1, 100)?;
    let after = call.id("after")?.unwrap_or(Id(0));
    let voters = poll.votes.get(&number).into_iter().flatten().filter(|who| **who > after).take(limit);
    let users: Vec<_> = voters.map(|who| shapes::user(world, *who)).collect();
    Ok(Reply::Done(json!({ "users": users })))
}

fn end(world: &mut World, channel: Id, id: Id) -> Result {
    let message = messages::find(world, channel, id)?;
    poll_of(message)?;
    refuse_if(message.author != world.bot, ApiError::NOT_YOURS)?;
    world.messages.change(&id, |message| message.poll.iter_mut().for_each(|poll| poll.ended = true));
    world.message_happened("MESSAGE_UPDATE", "message_edited", id);
    messages::show(world, id)
}
