//! What persons do to a message that somebody said: they set signs under it, and vote in its poll.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::act;
use super::payload::Whereabouts;
use super::request::{Result, find_if, person, shown_message, wrong, wrong_if};
use crate::ids::Id;
use crate::permissions::ADD_REACTIONS;
use crate::world::{MOST_REACTIONS, Message, World, is_emoji};

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
    find_if(&world.messages, "message", text, |it| it.only_for.is_none() && act::sees(world, it, who))
}

/// `POST react`
pub(crate) fn react(world: &mut World, sign: &ReactionRequest) -> Result {
    let who = person(world, &sign.who)?;
    let message = seen(world, who, &sign.message)?;
    act::refuse_locked(world, Whereabouts::of(world, who, message.channel))?;
    let (id, emoji) = (message.id, sign.emoji.as_str());
    if sign.remove {
        world.take_back_reaction(id, who, emoji);
        return Ok(shown_message(world, id));
    }
    wrong_if(!is_emoji(emoji), format!("\"{emoji}\" is no emoji"))?;
    if !message.reactions.iter().any(|reaction| reaction.emoji == emoji) {
        let is_full = message.reactions.len() >= MOST_REACTIONS;
        wrong_if(is_full, "the message has as many reactions as it may have")?;
        let place = world.channels.get(&message.channel).filter(|place| place.server.is_some());
        let may = place.is_none_or(|place| world.may(who, place) & ADD_REACTIONS != 0);
        wrong_if(!may, "this person may not add reactions here")?;
    }
    world.react(id, who, emoji);
    Ok(shown_message(world, id))
}

#[derive(Deserialize)]
pub(crate) struct Vote {
    #[serde(rename = "as")]
    who: String,
    message: String,
    answers: BTreeSet<u64>,
}

/// `POST vote`
pub(crate) fn vote(world: &mut World, vote: &Vote) -> Result {
    let who = person(world, &vote.who)?;
    let message = seen(world, who, &vote.message)?;
    let id = message.id;
    let Some(poll) = &message.poll else { return wrong("the message has no poll") };
    wrong_if(poll.is_over(world.now_ms()), "the poll is over")?;
    wrong_if(vote.answers.len() > 1 && !poll.several, "the poll takes one answer")?;
    let known = 1..=poll.answers.len() as u64;
    if let Some(other) = vote.answers.iter().find(|answer| !known.contains(answer)) {
        return wrong(format!("the poll has no answer {other}"));
    }
    world.vote(id, who, &vote.answers);
    Ok(shown_message(world, id))
}
