//! Handles interactions of persons: they type, press, choose, submit modals or use menu commands,
//! and wait for the bot's response.
//!
//! Interactions that Discord's client would prevent are refused here too.

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};

use super::command_line::{self, EntryPoint};
use super::forms::{self, Fields};
use super::payload::{self, EntityResolver, Location};
use super::request::{
    Result, find_by_id_if, find_channel, find_person, invalid, invalid_if, message_view_of,
    parse_id,
};
use crate::events;
use crate::ids::Id;
use crate::objects::{self, set_if_some};
use crate::permissions::{MANAGE_THREADS, SEND_MESSAGES, SEND_MESSAGES_IN_THREADS};
use crate::shared::Shared;
use crate::world::mutations;
use crate::world::{
    Callback, Channel, ChannelKind, Installations, Interaction, InteractionKind, Message, World,
    components,
};

/// The maximum length of a typed line, more than any client accepts: the longest option has 6,000
/// characters.
const MAX_LINE_CHARS: usize = 32_000;

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Default)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WaitUntil {
    #[default]
    Answered,
    Settled,
}

pub(crate) enum Outcome {
    Immediate(Value),
    /// The bot received the interaction, and the person waits for its response.
    Pending(Id, WaitUntil),
}

#[derive(Deserialize)]
pub(crate) struct TypedLine {
    #[serde(rename = "as")]
    who: String,
    channel: String,
    line: String,
    focused: Option<String>,
    #[serde(default)]
    wait: WaitUntil,
}

pub(crate) fn type_line(world: &mut World, typed: &TypedLine) -> Result<Outcome> {
    let location = find_location(world, typed)?;
    check_not_locked(world, location)?;
    if !typed.line.trim_start().starts_with('/') {
        let channel = find_channel(world, &typed.channel, location.person)?;
        check_may_write(world, location, channel)?;
        return post_typed_message(world, location, typed);
    }
    if let Some(entry_point) = command_line::find_entry_point(world, location, &typed.line)? {
        return Ok(use_entry_point(world, location, entry_point, typed.wait));
    }
    let understood = command_line::parse_command_line(world, location, &typed.line, None)?;
    let mut interaction =
        location.new_interaction(world, InteractionKind::Command, understood.installations);
    interaction.command = Some(understood.command);
    Ok(send_interaction(
        world,
        interaction,
        &understood.data,
        typed.wait,
    ))
}

/// Opens the Activity, or sends the interaction to the bot, as the Entry Point command says.
fn use_entry_point(
    world: &mut World,
    location: Location,
    entry_point: EntryPoint,
    wait: WaitUntil,
) -> Outcome {
    if entry_point.launches_at_once {
        let frame = mutations::open_activity(world, location.channel, location.person);
        let activity = objects::activity_frame(world, frame, None);
        return Outcome::Immediate(
            json!({ "interaction": null, "outcome": "activity", "activity": activity }),
        );
    }
    let mut interaction =
        location.new_interaction(world, InteractionKind::Command, entry_point.installations);
    interaction.command = Some(entry_point.name);
    send_interaction(world, interaction, &entry_point.data, wait)
}

pub(crate) fn request_autocomplete(world: &mut World, typed: &TypedLine) -> Result<Outcome> {
    let location = find_location(world, typed)?;
    let Some(focused) = &typed.focused else {
        return invalid("say which option is focused");
    };
    let understood = command_line::parse_command_line(world, location, &typed.line, Some(focused))?;
    let mut interaction = location.new_interaction(
        world,
        InteractionKind::Autocomplete,
        understood.installations,
    );
    interaction.focused = understood.focused;
    Ok(send_interaction(
        world,
        interaction,
        &understood.data,
        WaitUntil::Answered,
    ))
}

#[derive(Deserialize)]
pub(crate) struct ComponentUse {
    #[serde(rename = "as")]
    who: String,
    message: String,
    custom_id: String,
    values: Option<Vec<String>>,
    #[serde(default)]
    wait: WaitUntil,
}

#[derive(Deserialize)]
pub(crate) struct Form {
    #[serde(rename = "as")]
    who: String,
    interaction: String,
    fields: Fields,
    #[serde(default)]
    wait: WaitUntil,
}

pub(crate) fn submit_modal(world: &mut World, form: &Form) -> Result<Outcome> {
    let who = find_person(world, &form.who)?;
    let opener = world
        .interactions
        .get(&parse_id("interaction", &form.interaction)?);
    let opener = opener.filter(|opener| opener.person == who);
    let Some((opener, Some(Callback::Modal(modal)))) =
        opener.map(|opener| (opener, &opener.answer))
    else {
        return invalid("no form was opened there");
    };
    let source = opener.source;
    let installations = opener.installations;
    let location = Location::find(world, who, &opener.channel.to_string())?;
    let mut resolver = EntityResolver::new(world, location);
    let components = forms::fill_modal(modal, &form.fields, &mut resolver)?;
    let mut data = json!({ "custom_id": modal["custom_id"], "components": components });
    set_if_some(&mut data, "resolved", resolver.to_resolved());
    let mut interaction = location.new_interaction(world, InteractionKind::Modal, installations);
    interaction.source = source;
    Ok(send_interaction(world, interaction, &data, form.wait))
}

#[derive(Deserialize)]
pub(crate) struct MenuCommand {
    #[serde(rename = "as")]
    who: String,
    channel: String,
    command: String,
    user: Option<String>,
    message: Option<String>,
    #[serde(default)]
    wait: WaitUntil,
}

pub(crate) fn use_menu_command(world: &mut World, request: &MenuCommand) -> Result<Outcome> {
    let location = Location::find(world, find_person(world, &request.who)?, &request.channel)?;
    check_not_locked(world, location)?;
    let (kind, target, resolved) = match (&request.user, &request.message) {
        (Some(user), None) => target_user(world, location, user)?,
        (None, Some(message)) => target_message(world, location, message)?,
        _ => return invalid("say on which user or on which message"),
    };
    let (command, installations) =
        command_line::find_command(world, location, kind, &request.command)?;
    let name = command.name().to_owned();
    let mut data = json!({ "id": command.id, "name": name, "type": kind, "target_id": target });
    data["resolved"] = resolved;
    set_if_some(&mut data, "guild_id", command.guild);
    let mut interaction = location.new_interaction(world, InteractionKind::Command, installations);
    interaction.command = Some(name);
    Ok(send_interaction(world, interaction, &data, request.wait))
}

fn target_user(world: &World, location: Location, user: &str) -> Result<(u64, Id, Value)> {
    let mut resolver = EntityResolver::new(world, location);
    let target = resolver.resolve_entity(Some(6), "the user", user, &Value::Null)?;
    Ok((2, target, resolver.to_resolved().unwrap_or_default()))
}

fn target_message(world: &World, location: Location, text: &str) -> Result<(u64, Id, Value)> {
    let found = find_by_id_if(&world.messages, "message", text, |message| {
        message.channel == location.channel && message.only_for.is_none()
    })?;
    let resolved = json!({ "messages": { found.id.to_string(): objects::message(world, found) } });
    Ok((3, found.id, resolved))
}

fn find_location(world: &World, typed: &TypedLine) -> Result<Location> {
    let location = Location::find(world, find_person(world, &typed.who)?, &typed.channel)?;
    let is_long = typed.line.chars().count() > MAX_LINE_CHARS;
    invalid_if(
        is_long,
        format!("a line has at most {MAX_LINE_CHARS} characters"),
    )?;
    Ok(location)
}

fn check_not_locked(world: &World, location: Location) -> Result<()> {
    let Some(channel) = world.channels.get(&location.channel) else {
        return Ok(());
    };
    let locked = channel.thread().is_some_and(|thread| thread.locked);
    invalid_if(
        locked && world.permissions_of(location.person, channel) & MANAGE_THREADS == 0,
        "the thread is locked",
    )
}

fn check_may_write(world: &World, location: Location, channel: &Channel) -> Result<()> {
    let wanted = match &channel.kind {
        ChannelKind::Text | ChannelKind::Announcement => SEND_MESSAGES,
        ChannelKind::Thread(_) => SEND_MESSAGES_IN_THREADS,
        ChannelKind::Dm(person)
            if world.shares_guild_with_bot(*person) || world.has_installed(*person) =>
        {
            0
        }
        ChannelKind::Dm(_) => {
            return invalid(
                "the message could not be delivered: this person meets the bot nowhere",
            );
        }
    };
    invalid_if(
        world.permissions_of(location.person, channel) & wanted != wanted,
        "this person may not write here",
    )
}

fn post_typed_message(world: &mut World, location: Location, typed: &TypedLine) -> Result<Outcome> {
    let line = typed.line.trim();
    invalid_if(
        line.is_empty() || line.chars().count() > 2_000,
        "a message has 1 to 2000 characters",
    )?;
    let id = mutations::post_message(
        world,
        location.channel,
        location.person,
        Message {
            content: line.to_owned(),
            ..Message::default()
        },
    );
    let message = message_view_of(world, id);
    Ok(Outcome::Immediate(
        json!({ "interaction": null, "outcome": "message", "message": message }),
    ))
}

fn send_interaction(
    world: &mut World,
    mut interaction: Interaction,
    data: &Value,
    wait: WaitUntil,
) -> Outcome {
    let id = interaction.id;
    let guild = world.guild_of(interaction.channel);
    let payload = payload::interaction_payload(world, &interaction, data);
    interaction.undelivered = !events::dispatch(world, guild, 0, "INTERACTION_CREATE", &payload);
    if !interaction.undelivered && world.faults.take_double_delivery() {
        events::dispatch(world, guild, 0, "INTERACTION_CREATE", &payload);
    }
    world.add_interaction(interaction);
    Outcome::Pending(id, wait)
}

/// Handles `POST press` and `POST choose`: a person uses a button or a menu of a message.
pub(crate) fn use_component(
    world: &mut World,
    action: &ComponentUse,
    wants_menu: bool,
) -> Result<Outcome> {
    let who = find_person(world, &action.who)?;
    let message = find_by_id_if(&world.messages, "message", &action.message, |item| {
        can_see_message(world, item, who)
    })?;
    let custom_id = &action.custom_id;
    let all = components::collect_all(&message.components);
    let found = all
        .into_iter()
        .find(|item| item["custom_id"] == custom_id.as_str());
    let component = found.filter(|component| {
        if wants_menu {
            forms::is_menu(component)
        } else {
            component["type"] == 2
        }
    });
    let Some(component) = component else {
        let noun = if wants_menu { "menu" } else { "button" };
        return invalid(format!(
            "the message has no {noun} with the custom id {custom_id}"
        ));
    };
    invalid_if(
        component["disabled"] == true,
        format!("{custom_id} is disabled"),
    )?;
    let kind = &component["type"];
    let mut data = json!({ "id": component["id"], "custom_id": custom_id, "component_type": kind });
    let location = Location::new(world, who, message.channel);
    if wants_menu {
        let mut resolver = EntityResolver::new(world, location);
        let values = action.values.as_deref().unwrap_or_default();
        data["values"] = json!(forms::resolve_choices(component, values, &mut resolver)?);
        set_if_some(&mut data, "resolved", resolver.to_resolved());
    }
    let source = Some(message.id);
    let installations = message
        .interaction_reference
        .as_ref()
        .map_or(Installations::GUILD_ONLY, |interaction_reference| {
            interaction_reference.installations
        });
    let mut interaction =
        location.new_interaction(world, InteractionKind::Component, installations);
    interaction.source = source;
    Ok(send_interaction(world, interaction, &data, action.wait))
}

fn can_see_message(world: &World, message: &Message, who: Id) -> bool {
    message.only_for.is_none_or(|only| only == who)
        && world
            .channels
            .get(&message.channel)
            .is_some_and(|channel| world.can_view(who, channel))
}

pub(crate) async fn wait_for_outcome(shared: &Shared, id: Id, wait: WaitUntil) -> Value {
    let Some(mut updates) = shared
        .world()
        .interactions
        .get(&id)
        .map(|item| item.updates.subscribe())
    else {
        return json!({ "interaction": id, "outcome": "failed", "error": "the application did not respond" });
    };
    let settings = &shared.settings;
    let answer_timeout = Instant::now() + settings.answer_timeout;
    let settle_timeout = Instant::now() + settings.settle_timeout;
    loop {
        let until = {
            let world = shared.world();
            let Some(interaction) = world.interactions.get(&id) else {
                return describe_outcome(&world, id);
            };
            let answered = interaction.answer.is_some();
            if interaction.undelivered
                || answered && (wait == WaitUntil::Answered || is_settled(&world, interaction))
            {
                return describe_outcome(&world, id);
            }
            if answered {
                settle_timeout
            } else {
                answer_timeout
            }
        };
        if !matches!(timeout_at(until, updates.changed()).await, Ok(Ok(()))) {
            return describe_outcome(&shared.world(), id);
        }
    }
}

fn is_settled(world: &World, interaction: &Interaction) -> bool {
    match &interaction.answer {
        Some(Callback::Deferred(message)) => world
            .messages
            .get(message)
            .is_none_or(|item| !item.is_loading()),
        Some(Callback::DeferredUpdate) => interaction.followed_up,
        Some(
            Callback::Message(_)
            | Callback::Updated
            | Callback::Choices(_)
            | Callback::Modal(_)
            | Callback::Activity(_),
        ) => true,
        None => false,
    }
}

fn describe_outcome(world: &World, id: Id) -> Value {
    let mut outcome_json = json!({ "interaction": id });
    let Some(interaction) = world.interactions.get(&id) else {
        return outcome_json;
    };
    let source = interaction
        .source
        .map(|id| message_view_of(world, id))
        .unwrap_or_default();
    let (outcome, field, value) = match &interaction.answer {
        Some(Callback::Message(id)) => ("message", "message", message_view_of(world, *id)),
        Some(Callback::Deferred(id)) => ("deferred", "message", message_view_of(world, *id)),
        Some(Callback::Updated) => ("updated", "message", source),
        Some(Callback::DeferredUpdate) => ("deferred_update", "message", source),
        Some(Callback::Choices(choices)) => ("choices", "choices", choices.clone()),
        Some(Callback::Modal(modal)) => ("modal", "modal", modal.clone()),
        Some(Callback::Activity(frame)) => (
            "activity",
            "activity",
            objects::activity_frame(world, *frame, None),
        ),
        None => ("failed", "error", json!("the application did not respond")),
    };
    outcome_json["outcome"] = json!(outcome);
    set_if_some(
        &mut outcome_json,
        field,
        Some(value).filter(|value| !value.is_null()),
    );
    outcome_json
}
