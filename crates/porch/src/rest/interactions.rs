//! Handles interaction callbacks and webhooks: the first response, follow-ups and edits.
//!
//! The first response must arrive in time, only once, and be of a type that fits the interaction.
//! Ephemeral messages can be read and changed only by these routes.

use serde_json::{Value, json};

use super::api_request::{self, ApiRequest, Reply, RequestBody, Result};
use super::{drafts, messages};
use crate::api_error::{ApiError, refuse_if};
use crate::check;
use crate::form::invalid;
use crate::ids::Id;
use crate::objects::{self, set_if_some};
use crate::permissions::{MANAGE_THREADS, USE_EXTERNAL_APPS};
use crate::world::mutations;
use crate::world::{
    Callback, EPHEMERAL, Interaction, InteractionKind, InteractionReference, LOADING, Message,
    World, components,
};

/// The maximum number of follow-ups to an interaction in a guild where the bot is not a member.
const MAX_FOLLOW_UPS_WITHOUT_BOT: u32 = 5;

pub(crate) fn handle_callback(
    world: &mut World,
    request: ApiRequest,
    id: &str,
    token: &str,
) -> Result {
    let id = api_request::parse_id(id)?;
    let answer_timeout = world.settings.answer_timeout;
    let known = world
        .token_signer
        .verify(token)
        .filter(|sealed| *sealed == id);
    let interaction = known
        .and_then(|id| world.interactions.get(&id))
        .ok_or(ApiError::UNKNOWN_INTERACTION)?;
    // For a repeated callback, Discord reports this error before all others.
    refuse_if(interaction.answer.is_some(), ApiError::ALREADY_ACKNOWLEDGED)?;
    refuse_if(
        interaction.created_at.elapsed() > answer_timeout,
        ApiError::UNKNOWN_INTERACTION,
    )?;
    let with_response = request.is_set("with_response");
    let kind = request.body.json["type"].as_u64().unwrap_or(0);
    check_callback_type(interaction, kind)?;
    let RequestBody {
        mut json, files, ..
    } = request.body;
    let body = RequestBody {
        json: json.get_mut("data").map(Value::take).unwrap_or_default(),
        files,
        ..RequestBody::default()
    };
    let answer = match kind {
        4 => {
            let message = post_response(world, id, body, false);
            Callback::Message(message.map_err(|error| error.nested_in("data"))?)
        }
        5 => post_loading_message(world, id, &body.json)?,
        6 => Callback::DeferredUpdate,
        7 => update_source(world, id, body).map_err(|error| error.nested_in("data"))?,
        8 => {
            let kind = world.interactions.get(&id).and_then(|item| item.focused);
            check::check_choices(&body.json, kind)?;
            Callback::Choices(body.json["choices"].clone())
        }
        12 => launch_activity(world, id)?,
        _ => {
            check::check_modal(world, &body.json)?;
            let mut modal = body.json;
            modal["components"] = components::with_defaults(modal["components"].take());
            Callback::Modal(modal)
        }
    };
    let original = match &answer {
        Callback::Message(message) | Callback::Deferred(message) => Some(*message),
        Callback::Updated | Callback::DeferredUpdate => {
            world.interactions.get(&id).and_then(|item| item.source)
        }
        Callback::Choices(_) | Callback::Modal(_) | Callback::Activity(_) => None,
    };
    if let Some(interaction) = world.interactions.get_mut(&id) {
        interaction.answer = Some(answer);
        interaction.original = original;
        interaction.updates.send_replace(());
    }
    if with_response {
        Ok(Reply::Done(callback_response(world, id, kind, original)))
    } else {
        Ok(Reply::Nothing)
    }
}

fn check_callback_type(interaction: &Interaction, kind: u64) -> Result<()> {
    let (fits, allowed) = match interaction.kind {
        InteractionKind::Command => (matches!(kind, 4 | 5 | 9 | 12), "4, 5, 9, 12"),
        InteractionKind::Autocomplete => (kind == 8, "8"),
        InteractionKind::Component => (matches!(kind, 4..=7 | 9 | 12), "4, 5, 6, 7, 9, 12"),
        InteractionKind::Modal if interaction.source.is_some() => {
            (matches!(kind, 4..=7 | 12), "4, 5, 6, 7, 12")
        }
        InteractionKind::Modal => (matches!(kind, 4 | 5 | 12), "4, 5, 12"),
    };
    if fits {
        return Ok(());
    }
    let message = format!("Value must be one of {{{allowed}}}.");
    Err(invalid("type", "BASE_TYPE_CHOICES", &message))
}

/// Refuses messages in an archived and locked thread, which the bot cannot unarchive without
/// `MANAGE_THREADS`.
fn check_not_locked(world: &World, channel: Id) -> Result<()> {
    let Some(channel) = world.channels.get(&channel) else {
        return Ok(());
    };
    let is_shut = channel
        .thread()
        .is_some_and(|thread| thread.archived && thread.locked);
    refuse_if(
        is_shut && world.bot_permissions(channel) & MANAGE_THREADS == 0,
        ApiError::THREAD_ARCHIVED,
    )
}

/// Returns whether a response is ephemeral.
///
/// The bot may ask for that. A user-installed application's response in a guild is always ephemeral
/// if the user may not use external apps there.
fn is_ephemeral(world: &World, interaction: &Interaction, wanted: &Value) -> bool {
    let channel = world
        .channels
        .get(&interaction.channel)
        .filter(|channel| channel.guild.is_some());
    let user_installed = channel.filter(|_| !interaction.installations.is_guild_install);
    wanted["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0
        || user_installed.is_some_and(|channel| {
            world.permissions_of(interaction.person, channel) & USE_EXTERNAL_APPS == 0
        })
}

fn check_follow_up_count(world: &World, interaction: &Interaction) -> Result<()> {
    let guild = world.guild_of(interaction.channel);
    let away = guild.is_some_and(|guild| !world.has_bot(guild));
    refuse_if(
        away && interaction.follow_ups >= MAX_FOLLOW_UPS_WITHOUT_BOT,
        ApiError::MAX_FOLLOW_UPS_REACHED,
    )
}

/// Creates an empty response with its channel, its visibility and the reference to its interaction.
fn new_response(world: &World, id: Id, wanted: &Value, follow_up: bool) -> Result<Message> {
    let interaction = world
        .interactions
        .get(&id)
        .ok_or(ApiError::UNKNOWN_INTERACTION)?;
    check_not_locked(world, interaction.channel)?;
    if follow_up {
        check_follow_up_count(world, interaction)?;
    }
    let private = is_ephemeral(world, interaction, wanted);
    let interaction_reference = InteractionReference {
        interaction: interaction.id,
        kind: interaction.kind.number(),
        command: interaction.command.clone(),
        person: interaction.person,
        installations: interaction.installations,
        source: interaction.source,
        follow_up,
    };
    Ok(Message {
        channel: interaction.channel,
        flags: if private { EPHEMERAL } else { 0 },
        only_for: private.then_some(interaction.person),
        interaction_reference: Some(interaction_reference),
        ..Message::default()
    })
}

fn post_response(world: &mut World, id: Id, body: RequestBody, follow_up: bool) -> Result<Id> {
    let Message {
        channel,
        only_for,
        interaction_reference,
        ..
    } = new_response(world, id, &body.json, follow_up)?;
    let draft = drafts::create_draft(world, body, only_for)?;
    if let Some(interaction) = world.interactions.get_mut(&id) {
        interaction.follow_ups += u32::from(follow_up);
    }
    // Discord does not support a nonce in responses to interactions.
    Ok(mutations::post_message(
        world,
        channel,
        world.bot,
        Message {
            interaction_reference,
            nonce: None,
            ..draft
        },
    ))
}

/// Posts the loading message that a deferred response shows.
fn post_loading_message(world: &mut World, id: Id, data: &Value) -> Result<Callback> {
    let mut draft = new_response(world, id, data, false)?;
    draft.flags |= LOADING;
    Ok(Callback::Deferred(mutations::post_message(
        world,
        draft.channel,
        world.bot,
        draft,
    )))
}

fn update_source(world: &mut World, id: Id, body: RequestBody) -> Result<Callback> {
    let source = world
        .interactions
        .get(&id)
        .and_then(|interaction| interaction.source);
    let source = source
        .filter(|id| world.messages.contains_key(id))
        .ok_or(ApiError::UNKNOWN_MESSAGE)?;
    let change = drafts::create_edit(world, source, body)?;
    mutations::edit_message(world, source, change);
    Ok(Callback::Updated)
}

/// Opens the Activity for the person of an interaction, in its channel.
fn launch_activity(world: &mut World, id: Id) -> Result<Callback> {
    refuse_if(!world.settings.activities, ApiError::ACTIVITIES_NOT_ENABLED)?;
    let interaction = world
        .interactions
        .get(&id)
        .ok_or(ApiError::UNKNOWN_INTERACTION)?;
    let (channel, person) = (interaction.channel, interaction.person);
    Ok(Callback::Activity(mutations::open_activity(
        world, channel, person,
    )))
}

fn callback_response(world: &World, id: Id, kind: u64, original: Option<Id>) -> Value {
    let Some(interaction) = world.interactions.get(&id) else {
        return Value::Null;
    };
    let message = original.and_then(|id| world.messages.get(&id));
    let mut response = json!({ "interaction": { "id": id, "type": interaction.kind.number() } });
    if let Some(message) = message {
        response["interaction"]["response_message_id"] = json!(message.id);
        response["interaction"]["response_message_loading"] = json!(message.is_loading());
        response["interaction"]["response_message_ephemeral"] = json!(message.only_for.is_some());
    }
    response["interaction"]["channel_id"] = json!(interaction.channel);
    set_if_some(
        &mut response["interaction"],
        "guild_id",
        world.guild_of(interaction.channel),
    );
    let resource = message.filter(|_| matches!(kind, 4 | 5 | 7));
    let resource =
        resource.map(|item| json!({ "type": kind, "message": objects::message(world, item) }));
    set_if_some(&mut response, "resource", resource);
    if let Some(Callback::Activity(frame)) = &interaction.answer
        && let Some(instance) = world.activities.find_by_frame(*frame)
    {
        let id = instance.id();
        response["interaction"]["activity_instance_id"] = json!(id);
        response["resource"] = json!({ "type": kind, "activity_instance": { "id": id } });
    }
    response
}

/// Returns the id of the answered interaction to which a token belongs, if it has not expired.
fn find_by_token(world: &World, token: &str) -> Result<Id> {
    let id = world
        .token_signer
        .verify(token)
        .ok_or(ApiError::UNKNOWN_WEBHOOK)?;
    let life = world.settings.interaction_token_lifetime;
    let interaction = world
        .interactions
        .get(&id)
        .filter(|item| !item.id.is_older_than(life, world.now_ms()));
    let interaction = interaction.ok_or(ApiError::INVALID_WEBHOOK_TOKEN)?;
    refuse_if(interaction.answer.is_none(), ApiError::UNKNOWN_WEBHOOK)?;
    Ok(id)
}

pub(crate) fn route_webhook(
    world: &mut World,
    request: ApiRequest,
    application: &str,
    token: &str,
    rest: &[&str],
) -> Result {
    refuse_if(
        api_request::parse_id(application)? != world.bot,
        ApiError::UNKNOWN_WEBHOOK,
    )?;
    let interaction = find_by_token(world, token)?;
    match (request.method.as_str(), rest) {
        ("POST", []) => handle_follow_up(world, request, interaction),
        (method @ ("GET" | "PATCH" | "DELETE"), ["messages", message]) => {
            let message = message_of(world, interaction, message)?;
            let reply = messages::handle_webhook_message(world, request, message)?;
            if method != "GET" {
                mark_followed_up(world, interaction);
            }
            Ok(reply)
        }
        _ => Err(ApiError::UNKNOWN_ROUTE),
    }
}

/// Marks an interaction as followed up, and wakes persons who wait for more than the first
/// response.
fn mark_followed_up(world: &mut World, interaction: Id) {
    if let Some(interaction) = world.interactions.get_mut(&interaction) {
        interaction.followed_up = true;
        interaction.updates.send_replace(());
    }
}

/// Finds a message of this interaction: its response, a follow-up, or the message whose component
/// was used.
fn message_of(world: &World, interaction: Id, message: &str) -> Result<Id> {
    let answered = world
        .interactions
        .get(&interaction)
        .ok_or(ApiError::UNKNOWN_WEBHOOK)?;
    let id = if message == "@original" {
        answered.original.ok_or(ApiError::UNKNOWN_MESSAGE)?
    } else {
        api_request::parse_id(message)?
    };
    let found_message = world.messages.get(&id).ok_or(ApiError::UNKNOWN_MESSAGE)?;
    let is_own = found_message
        .interaction_reference
        .as_ref()
        .is_some_and(|interaction_reference| interaction_reference.interaction == interaction);
    if is_own || answered.original == Some(id) {
        Ok(id)
    } else {
        Err(ApiError::UNKNOWN_MESSAGE)
    }
}

fn handle_follow_up(world: &mut World, request: ApiRequest, interaction: Id) -> Result {
    let known = world
        .interactions
        .get(&interaction)
        .ok_or(ApiError::UNKNOWN_WEBHOOK)?;
    let message = match known.answer {
        // The first follow-up to a deferred response replaces the loading message and keeps its
        // visibility.
        Some(Callback::Deferred(message))
            if world
                .messages
                .get(&message)
                .is_some_and(Message::is_loading) =>
        {
            let change = drafts::create_edit(world, message, request.body)?;
            mutations::edit_message(world, message, change);
            message
        }
        _ => post_response(world, interaction, request.body, true)?,
    };
    mark_followed_up(world, interaction);
    messages::show_message(world, message)
}
