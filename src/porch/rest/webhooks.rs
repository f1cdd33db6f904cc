//! What follows the first answer to an interaction, as long as its token lives: more messages, and changes to those
//! that there are. Messages that only one person sees are reached by this road alone.

use axum::http::Method;

use super::{
    call::{Call, Result, id},
    drafts, interactions,
    messages::{self, show},
};
use crate::porch::{
    api_error::{ApiError, refuse_if},
    ids::Id,
    world::{Callback, Message, World},
};

/// `/webhooks/{application}/{token}` and `/webhooks/{application}/{token}/messages/{id or @original}`
pub(crate) fn route(world: &mut World, call: Call, application: &str, token: &str, rest: &[&str]) -> Result {
    refuse_if(id(application)? != world.bot, ApiError::UNKNOWN_WEBHOOK)?;
    let interaction = interactions::by_token(world, token)?;
    match (call.method.clone(), rest) {
        (Method::POST, []) => follow_up(world, call, interaction),
        (method @ (Method::GET | Method::PATCH | Method::DELETE), ["messages", message]) => {
            let message = find(world, interaction, message)?;
            let reply = messages::by_token(world, call, message)?;
            if method != Method::GET {
                rings(world, interaction);
            }
            Ok(reply)
        }
        (_, [] | ["messages", _]) => Err(ApiError::WRONG_METHOD),
        _ => Err(ApiError::NO_SUCH_ROUTE),
    }
}

/// Whoever waits for more than the first answer hears of it.
fn rings(world: &mut World, interaction: Id) {
    if let Some(interaction) = world.interactions.get_mut(&interaction) {
        interaction.followed_up = true;
        interaction.news.send_replace(());
    }
}

/// A message of this interaction: its first answer, what followed, or the message on which the component sat.
fn find(world: &World, interaction: Id, message: &str) -> Result<Id> {
    let known = world.interactions.get(&interaction).ok_or(ApiError::UNKNOWN_WEBHOOK)?;
    let id =
        if message == "@original" { known.original.ok_or(ApiError::UNKNOWN_MESSAGE)? } else { id(message)? };
    let found = world.messages.get(&id).ok_or(ApiError::UNKNOWN_MESSAGE)?;
    let own = found.answers.as_ref().is_some_and(|answers| answers.interaction == interaction);
    if own || known.original == Some(id) { Ok(id) } else { Err(ApiError::UNKNOWN_MESSAGE) }
}

fn follow_up(world: &mut World, call: Call, interaction: Id) -> Result {
    let known = world.interactions.get(&interaction).ok_or(ApiError::UNKNOWN_WEBHOOK)?;
    let message = match known.answer {
        // The first that follows "… is thinking" takes its place, and is as private as that was.
        Some(Callback::Deferred(message))
            if world.messages.get(&message).is_some_and(Message::is_loading) =>
        {
            let change = drafts::change(world, message, call.sent)?;
            world.change(message, change);
            message
        }
        _ => interactions::say(world, interaction, call.sent, true)?,
    };
    rings(world, interaction);
    show(world, message)
}
