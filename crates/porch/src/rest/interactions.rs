//! The first answer to an interaction, which must come in time, once, and be of a sort that fits what the person did; and what
//! follows it, as long as the token lives: more messages, and changes to those that there are. Messages that only one
//! person sees are reached by this road alone.

use serde_json::{Value, json};

use super::call::{self, Call, Reply, RequestBody, Result};
use super::{drafts, messages};
use crate::api_error::{ApiError, refuse_if};
use crate::check;
use crate::form::invalid;
use crate::ids::Id;
use crate::permissions::{MANAGE_THREADS, USE_EXTERNAL_APPS};
use crate::shapes::{self, put};
use crate::world::{
    Answers, Callback, EPHEMERAL, Interaction, InteractionKind, LOADING, Message, World, components,
};

/// Messages that may follow an answer on a server where the bot is not.
const MOST_FOLLOW_UPS_AWAY: u32 = 5;

pub(crate) fn callback(world: &mut World, call: Call, id: &str, token: &str) -> Result {
    let id = call::id(id)?;
    let patience = world.settings.patience;
    let known = world.seal.read(token).filter(|sealed| *sealed == id);
    let interaction = known
        .and_then(|id| world.interactions.get(&id))
        .ok_or(ApiError::UNKNOWN_INTERACTION)?;
    // Sent twice, it was answered twice: that is told first.
    refuse_if(interaction.answer.is_some(), ApiError::ALREADY_ANSWERED)?;
    refuse_if(
        interaction.made.elapsed() > patience,
        ApiError::UNKNOWN_INTERACTION,
    )?;
    let with_response = call.is_set("with_response");
    let kind = call.sent.json["type"].as_u64().unwrap_or(0);
    refuse_misfit(interaction, kind)?;
    let RequestBody { mut json, files } = call.sent;
    let sent = RequestBody {
        json: json.get_mut("data").map(Value::take).unwrap_or_default(),
        files,
    };
    let answer = match kind {
        4 => {
            let message = say(world, id, sent, false);
            Callback::Message(message.map_err(|refusal| refusal.within("data"))?)
        }
        5 => defer(world, id, &sent.json)?,
        6 => Callback::DeferredUpdate,
        7 => update(world, id, sent).map_err(|refusal| refusal.within("data"))?,
        8 => {
            let kind = world.interactions.get(&id).and_then(|it| it.focused);
            check::choices(&sent.json, kind)?;
            Callback::Choices(sent.json["choices"].clone())
        }
        _ => {
            check::modal(world, &sent.json)?;
            let mut modal = sent.json;
            modal["components"] = components::completed(modal["components"].take());
            Callback::Modal(modal)
        }
    };
    let original = match &answer {
        Callback::Message(message) | Callback::Deferred(message) => Some(*message),
        Callback::Updated | Callback::DeferredUpdate => {
            world.interactions.get(&id).and_then(|it| it.source)
        }
        Callback::Choices(_) | Callback::Modal(_) => None,
    };
    if let Some(interaction) = world.interactions.get_mut(&id) {
        interaction.answer = Some(answer);
        interaction.original = original;
        interaction.news.send_replace(());
    }
    if with_response {
        Ok(Reply::Done(response(world, id, kind, original)))
    } else {
        Ok(Reply::Nothing)
    }
}

fn refuse_misfit(interaction: &Interaction, kind: u64) -> Result<()> {
    let (fits, allowed) = match interaction.deed {
        InteractionKind::Command => (matches!(kind, 4 | 5 | 9), "4, 5, 9"),
        InteractionKind::Autocomplete => (kind == 8, "8"),
        InteractionKind::Component => (matches!(kind, 4..=7 | 9), "4, 5, 6, 7, 9"),
        InteractionKind::Modal if interaction.source.is_some() => {
            (matches!(kind, 4..=7), "4, 5, 6, 7")
        }
        InteractionKind::Modal => (matches!(kind, 4 | 5), "4, 5"),
    };
    let message = || format!("Value must be one of {{{allowed}}}.");
    if fits {
        Ok(())
    } else {
        Err(invalid("type", "BASE_TYPE_CHOICES", &message()))
    }
}

/// Refuses to speak in a thread that the bot cannot wake.
fn refuse_locked(world: &World, channel: Id) -> Result<()> {
    let Some(channel) = world.channels.get(&channel) else {
        return Ok(());
    };
    let shut = channel
        .thread()
        .is_some_and(|thread| thread.archived && thread.locked);
    refuse_if(
        shut && world.bot_permissions(channel) & MANAGE_THREADS == 0,
        ApiError::THREAD_ARCHIVED,
    )
}

/// Whether an answer is for whoever asked alone: the bot says so, or it is not let in there and they may not bring it.
fn is_private(world: &World, interaction: &Interaction, wanted: &Value) -> bool {
    let channel = world
        .channels
        .get(&interaction.channel)
        .filter(|channel| channel.server.is_some());
    let brought = channel.filter(|_| !interaction.owners.place);
    wanted["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0
        || brought
            .is_some_and(|channel| world.may(interaction.person, channel) & USE_EXTERNAL_APPS == 0)
}

/// Where the bot is not, it does not go on and on.
fn refuse_too_many(world: &World, interaction: &Interaction) -> Result<()> {
    let server = world.server_of(interaction.channel);
    let away = server.is_some_and(|server| !world.has_bot(server));
    refuse_if(
        away && interaction.follow_ups >= MOST_FOLLOW_UPS_AWAY,
        ApiError::TOO_MANY_FOLLOW_UPS,
    )
}

/// A message that answers an interaction, without its words: where it stands, who sees it, and what it says of what was asked.
fn begun(world: &World, id: Id, wanted: &Value, follow_up: bool) -> Result<Message> {
    let interaction = world
        .interactions
        .get(&id)
        .ok_or(ApiError::UNKNOWN_INTERACTION)?;
    refuse_locked(world, interaction.channel)?;
    if follow_up {
        refuse_too_many(world, interaction)?;
    }
    let private = is_private(world, interaction, wanted);
    let answers = Answers {
        interaction: interaction.id,
        kind: interaction.deed.number(),
        command: interaction.command.clone(),
        person: interaction.person,
        owners: interaction.owners,
        source: interaction.source,
        follow_up,
    };
    Ok(Message {
        channel: interaction.channel,
        flags: if private { EPHEMERAL } else { 0 },
        only_for: private.then_some(interaction.person),
        answers: Some(answers),
        ..Message::default()
    })
}

fn say(world: &mut World, id: Id, sent: RequestBody, follow_up: bool) -> Result<Id> {
    let Message {
        channel,
        only_for,
        answers,
        ..
    } = begun(world, id, &sent.json, follow_up)?;
    let draft = drafts::new(world, sent, only_for)?;
    if let Some(interaction) = world.interactions.get_mut(&id) {
        interaction.follow_ups += u32::from(follow_up);
    }
    // Answers of interactions carry no nonce.
    Ok(world.post(
        channel,
        world.bot,
        Message {
            answers,
            nonce: None,
            ..draft
        },
    ))
}

/// "… is thinking": a message that waits for its words.
fn defer(world: &mut World, id: Id, data: &Value) -> Result<Callback> {
    let mut draft = begun(world, id, data, false)?;
    draft.flags |= LOADING;
    Ok(Callback::Deferred(world.post(
        draft.channel,
        world.bot,
        draft,
    )))
}

fn update(world: &mut World, id: Id, sent: RequestBody) -> Result<Callback> {
    let source = world
        .interactions
        .get(&id)
        .and_then(|interaction| interaction.source);
    let source = source
        .filter(|id| world.messages.contains_key(id))
        .ok_or(ApiError::UNKNOWN_MESSAGE)?;
    let change = drafts::change(world, source, sent)?;
    world.change(source, change);
    Ok(Callback::Updated)
}

fn response(world: &World, id: Id, kind: u64, original: Option<Id>) -> Value {
    let Some(interaction) = world.interactions.get(&id) else {
        return Value::Null;
    };
    let message = original.and_then(|id| world.messages.get(&id));
    let mut shown = json!({ "interaction": { "id": id, "type": interaction.deed.number() } });
    if let Some(message) = message {
        shown["interaction"]["response_message_id"] = json!(message.id);
        shown["interaction"]["response_message_loading"] = json!(message.is_loading());
        shown["interaction"]["response_message_ephemeral"] = json!(message.only_for.is_some());
    }
    shown["interaction"]["channel_id"] = json!(interaction.channel);
    put(
        &mut shown["interaction"],
        "guild_id",
        world.server_of(interaction.channel),
    );
    let resource = message.filter(|_| matches!(kind, 4 | 5 | 7));
    let resource =
        resource.map(|it| json!({ "type": kind, "message": shapes::message(world, it) }));
    put(&mut shown, "resource", resource);
    shown
}

/// Whose token it is. Refuses those that are made up, not answered yet, or too old.
fn by_token(world: &World, token: &str) -> Result<Id> {
    let id = world.seal.read(token).ok_or(ApiError::UNKNOWN_WEBHOOK)?;
    let life = world.settings.token_life;
    let interaction = world
        .interactions
        .get(&id)
        .filter(|it| !it.id.is_older_than(life, world.now_ms()));
    let interaction = interaction.ok_or(ApiError::TOKEN_RAN_OUT)?;
    refuse_if(interaction.answer.is_none(), ApiError::UNKNOWN_WEBHOOK)?;
    Ok(id)
}

pub(crate) fn following(
    world: &mut World,
    call: Call,
    application: &str,
    token: &str,
    rest: &[&str],
) -> Result {
    refuse_if(
        call::id(application)? != world.bot,
        ApiError::UNKNOWN_WEBHOOK,
    )?;
    let interaction = by_token(world, token)?;
    match (call.method.as_str(), rest) {
        ("POST", []) => follow_up(world, call, interaction),
        (method @ ("GET" | "PATCH" | "DELETE"), ["messages", message]) => {
            let message = message_of(world, interaction, message)?;
            let reply = messages::by_token(world, call, message)?;
            if method != "GET" {
                rings(world, interaction);
            }
            Ok(reply)
        }
        _ => Err(ApiError::UNKNOWN_ROUTE),
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
fn message_of(world: &World, interaction: Id, message: &str) -> Result<Id> {
    let known = world
        .interactions
        .get(&interaction)
        .ok_or(ApiError::UNKNOWN_WEBHOOK)?;
    let id = if message == "@original" {
        known.original.ok_or(ApiError::UNKNOWN_MESSAGE)?
    } else {
        call::id(message)?
    };
    let found = world.messages.get(&id).ok_or(ApiError::UNKNOWN_MESSAGE)?;
    let own = found
        .answers
        .as_ref()
        .is_some_and(|answers| answers.interaction == interaction);
    if own || known.original == Some(id) {
        Ok(id)
    } else {
        Err(ApiError::UNKNOWN_MESSAGE)
    }
}

fn follow_up(world: &mut World, call: Call, interaction: Id) -> Result {
    let known = world
        .interactions
        .get(&interaction)
        .ok_or(ApiError::UNKNOWN_WEBHOOK)?;
    let message = match known.answer {
        // The first that follows "… is thinking" takes its place, and is as private as that was.
        Some(Callback::Deferred(message))
            if world
                .messages
                .get(&message)
                .is_some_and(Message::is_loading) =>
        {
            let change = drafts::change(world, message, call.sent)?;
            world.change(message, change);
            message
        }
        _ => say(world, interaction, call.sent, true)?,
    };
    rings(world, interaction);
    messages::show(world, message)
}
