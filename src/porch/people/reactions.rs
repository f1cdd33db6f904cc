//! What persons do to a message that somebody said: they set signs under it, and vote in its poll.

use std::collections::BTreeSet;

use axum::extract::State;
use serde::Deserialize;

use super::{
    act,
    payload::Whereabouts,
    request::{Cannot, JsonBody, PorchState, Result, find, person, shown_message, wrong},
};
use crate::porch::{
    ids::Id,
    permissions::ADD_REACTIONS,
    world::{MOST_REACTIONS, Message, World, is_emoji},
};

#[derive(Deserialize)]
pub(crate) struct ReactionRequest {
    #[serde(rename = "as")]
    who: String,
    message: String,
    emoji: String,
    #[serde(default)]
    remove: bool,
}

/// A message that this person sees, and others with them.
fn seen<'a>(world: &'a World, who: Id, text: &str) -> Result<&'a Message> {
    let found = find(&world.messages, "message", text)?;
    let seen = found.only_for.is_none() && act::sees(world, found, who);
    if seen { Ok(found) } else { Err(Cannot::Find("message", text.to_owned())) }
}

/// `POST react`
pub(crate) async fn react(State(shared): PorchState, JsonBody(sign): JsonBody<ReactionRequest>) -> Result {
    let mut world = shared.world();
    let who = person(&world, &sign.who)?;
    let message = seen(&world, who, &sign.message)?;
    act::refuse_locked(&world, Whereabouts::of(&world, who, message.channel))?;
    let (id, emoji) = (message.id, sign.emoji.as_str());
    let is_new = !message.reactions.iter().any(|reaction| reaction.emoji == emoji);
    if sign.remove {
        world.take_back_reaction(id, who, emoji);
        return Ok(shown_message(&world, id));
    }
    if !is_emoji(emoji) {
        return wrong(format!("\"{emoji}\" is no emoji"));
    }
    if is_new && message.reactions.len() >= MOST_REACTIONS {
        return wrong("the message has as many reactions as it may have");
    }
    let place = world.channels.get(&message.channel).filter(|place| place.server.is_some());
    if is_new && place.is_some_and(|place| world.may(who, place) & ADD_REACTIONS == 0) {
        return wrong("this person may not add reactions here");
    }
    world.react(id, who, emoji);
    Ok(shown_message(&world, id))
}

#[derive(Deserialize)]
pub(crate) struct Vote {
    #[serde(rename = "as")]
    who: String,
    message: String,
    answers: BTreeSet<u64>,
}

/// `POST vote`
pub(crate) async fn vote(State(shared): PorchState, JsonBody(vote): JsonBody<Vote>) -> Result {
    let mut world = shared.world();
    let who = person(&world, &vote.who)?;
    let message = seen(&world, who, &vote.message)?;
    let id = message.id;
    let Some(poll) = &message.poll else { return wrong("the message has no poll") };
    if poll.is_over(world.now_ms()) {
        return wrong("the poll is over");
    }
    if vote.answers.len() > 1 && !poll.several {
        return wrong("the poll takes one answer");
    }
    if let Some(other) = vote.answers.iter().find(|answer| !(1..=poll.answers.len() as u64).contains(answer))
    {
        return wrong(format!("the poll has no answer {other}"));
    }
    world.vote(id, who, &vote.answers);
    Ok(shown_message(&world, id))
}
