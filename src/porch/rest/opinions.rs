//! What people set under a message, as the bot asks about it: reactions, which it sets, counts and takes away, and polls,
//! who voted for what, and that one ends.

use serde_json::{Value, json};

use super::call::{Call, Reply, Result, id};
use super::channels::{allow, visible};
use super::messages;
use crate::api_error::{ApiError, refuse_if};
use crate::ids::Id;
use crate::permissions::{ADD_REACTIONS, MANAGE_MESSAGES, READ_MESSAGE_HISTORY};
use crate::shapes;
use crate::world::{MOST_REACTIONS, Message, Poll, World, is_emoji};

/// `/channels/{id}/messages/{id}/reactions…`
pub(crate) fn reactions(world: &mut World, call: &Call, channel: Id, message: Id, rest: &[&str]) -> Result {
    let place = visible(world, channel)?;
    let known = &messages::find(world, channel, message)?.reactions;
    allow(world, place, READ_MESSAGE_HISTORY)?;
    if call.method != "GET" {
        messages::refuse_archived(place)?;
    }
    let bot = world.bot;
    match (call.method.as_str(), rest) {
        ("GET", [emoji]) => who_reacted(world, call, message, emoji),
        ("PUT", [emoji, "@me"]) => {
            if !known.iter().any(|reaction| reaction.emoji == *emoji) {
                allow(world, place, ADD_REACTIONS)?;
                refuse_if(known.len() >= MOST_REACTIONS, ApiError::TOO_MANY_REACTIONS)?;
            }
            refuse_unknown(emoji)?;
            world.react(message, bot, emoji);
            Ok(Reply::Nothing)
        }
        ("DELETE", [emoji, who]) => {
            let who = if *who == "@me" { bot } else { id(who)? };
            if who != bot {
                allow(world, place, MANAGE_MESSAGES)?;
            }
            refuse_unknown(emoji)?;
            world.take_back_reaction(message, who, emoji);
            Ok(Reply::Nothing)
        }
        ("DELETE", [] | [_]) => {
            allow(world, place, MANAGE_MESSAGES)?;
            rest.first().map_or(Ok(()), |emoji| refuse_unknown(emoji))?;
            world.clear_reactions(message, rest.first().copied());
            Ok(Reply::Nothing)
        }
        _ => Err(ApiError::UNKNOWN_ROUTE),
    }
}

fn refuse_unknown(emoji: &str) -> Result<()> {
    refuse_if(!is_emoji(emoji), ApiError::UNKNOWN_EMOJI)
}

/// Who set a sign, by their ids.
fn who_reacted(world: &World, call: &Call, id: Id, emoji: &str) -> Result {
    refuse_unknown(emoji)?;
    let limit = call.number("limit", 25, 1, 100)?;
    let after = call.id("after")?.unwrap_or(Id(0));
    let message = world.messages.get(&id).ok_or(ApiError::UNKNOWN_MESSAGE)?;
    let found = message.reactions.iter().find(|reaction| reaction.emoji == emoji);
    let mut users: Vec<Id> = found.map(|reaction| reaction.users.clone()).unwrap_or_default();
    users.sort();
    let shown = users.into_iter().filter(|user| *user > after).take(limit);
    Ok(Reply::Done(Value::Array(shown.map(|user| shapes::user(world, user)).collect())))
}

fn poll_of(message: &Message) -> Result<&Poll> {
    message.poll.as_ref().ok_or(ApiError::NOT_A_POLL)
}

/// `GET /channels/{id}/polls/{id}/answers/{number}`
pub(crate) fn voters(world: &World, call: &Call, message: &Message, answer: &str) -> Result {
    let poll = poll_of(message)?;
    let number = answer.parse().unwrap_or(0);
    refuse_if(number == 0 || number > poll.answers.len() as u64, ApiError::NOT_FOUND)?;
    let limit = call.number("limit", 25, 1, 100)?;
    let after = call.id("after")?.unwrap_or(Id(0));
    let voters = poll.votes.get(&number).into_iter().flatten().filter(|who| **who > after).take(limit);
    let users: Vec<_> = voters.map(|who| shapes::user(world, *who)).collect();
    Ok(Reply::Done(json!({ "users": users })))
}

/// `POST /channels/{id}/polls/{id}/expire`
pub(crate) fn end_poll(world: &mut World, channel: Id, id: Id) -> Result {
    let message = messages::find(world, channel, id)?;
    poll_of(message)?;
    refuse_if(message.author != world.bot, ApiError::NOT_YOURS)?;
    world.messages.change(&id, |message| message.poll.iter_mut().for_each(|poll| poll.ended = true));
    world.message_happened("MESSAGE_UPDATE", "message_edited", id);
    messages::show(world, id)
}
