//! What persons do to the bot: they type, press, choose, send forms, call commands from the menu of a person or of a message,
//! and wait for its answer as long as Discord would. Whatever they could not do with Discord's client, they cannot do here.

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};

use super::forms::{self, Fields};
use super::line;
use super::payload::{self, Mentioned, Whereabouts};
use super::request::{Result, channel, find_if, id, person, shown_message, wrong, wrong_if};
use crate::ids::Id;
use crate::permissions::{MANAGE_THREADS, SEND_MESSAGES, SEND_MESSAGES_IN_THREADS};
use crate::shapes::{self, put};
use crate::shared::Shared;
use crate::world::{
    Callback, Channel, ChannelKind, Interaction, InteractionKind, Message, Owners, World,
    components,
};

/// Letters of a line. No client takes as many, and the longest option has six thousand.
const MOST_LETTERS: usize = 32_000;

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Default)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WaitUntil {
    /// For the first answer.
    #[default]
    Answered,
    Settled,
}

pub(crate) enum Consequence {
    Known(Value),
    /// The bot was asked, and somebody waits for its answer.
    Awaited(Id, WaitUntil),
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

pub(crate) fn type_line(world: &mut World, typed: &TypedLine) -> Result<Consequence> {
    let place = place(world, typed)?;
    refuse_locked(world, place)?;
    if !typed.line.trim_start().starts_with('/') {
        let channel = channel(world, &typed.channel, place.person)?;
        refuse_silenced(world, place, channel)?;
        return say(world, place, typed);
    }
    let understood = line::read(world, place, &typed.line, None)?;
    let mut deed = place.deed(world, InteractionKind::Command, understood.owners);
    deed.command = Some(understood.command);
    Ok(send(world, deed, &understood.data, typed.wait))
}

pub(crate) fn autocomplete(world: &mut World, typed: &TypedLine) -> Result<Consequence> {
    let place = place(world, typed)?;
    let Some(focused) = &typed.focused else {
        return wrong("say which option is focused");
    };
    let understood = line::read(world, place, &typed.line, Some(focused))?;
    let mut deed = place.deed(world, InteractionKind::Autocomplete, understood.owners);
    deed.focused = understood.focused;
    Ok(send(world, deed, &understood.data, WaitUntil::Answered))
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

pub(crate) fn submit(world: &mut World, form: &Form) -> Result<Consequence> {
    let who = person(world, &form.who)?;
    let opener = world
        .interactions
        .get(&id("interaction", &form.interaction)?);
    let opener = opener.filter(|opener| opener.person == who);
    let Some((opener, Some(Callback::Modal(modal)))) =
        opener.map(|opener| (opener, &opener.answer))
    else {
        return wrong("no form was opened there");
    };
    let source = opener.source;
    let owners = opener.owners;
    let place = Whereabouts::find(world, who, &opener.channel.to_string())?;
    let mut named = Mentioned::by(world, place);
    let components = forms::filled(modal, &form.fields, &mut named)?;
    let mut data = json!({ "custom_id": modal["custom_id"], "components": components });
    put(&mut data, "resolved", named.resolved());
    let mut deed = place.deed(world, InteractionKind::Modal, owners);
    deed.source = source;
    Ok(send(world, deed, &data, form.wait))
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

pub(crate) fn use_on(world: &mut World, request: &MenuCommand) -> Result<Consequence> {
    let place = Whereabouts::find(world, person(world, &request.who)?, &request.channel)?;
    refuse_locked(world, place)?;
    let (kind, target, resolved) = match (&request.user, &request.message) {
        (Some(user), None) => on_user(world, place, user)?,
        (None, Some(message)) => on_message(world, place, message)?,
        _ => return wrong("say on which user or on which message"),
    };
    let (command, owners) = line::find(world, place, kind, &request.command)?;
    let name = command.name().to_owned();
    let mut data = json!({ "id": command.id, "name": name, "type": kind, "target_id": target });
    data["resolved"] = resolved;
    put(&mut data, "guild_id", command.server);
    let mut deed = place.deed(world, InteractionKind::Command, owners);
    deed.command = Some(name);
    Ok(send(world, deed, &data, request.wait))
}

fn on_user(world: &World, place: Whereabouts, user: &str) -> Result<(u64, Id, Value)> {
    let mut named = Mentioned::by(world, place);
    let target = named.entity(Some(6), "the user", user, &Value::Null)?;
    Ok((2, target, named.resolved().unwrap_or_default()))
}

fn on_message(world: &World, place: Whereabouts, text: &str) -> Result<(u64, Id, Value)> {
    let is_here = |it: &Message| it.channel == place.channel && it.only_for.is_none();
    let found = find_if(&world.messages, "message", text, is_here)?;
    let resolved = json!({ "messages": { found.id.to_string(): shapes::message(world, found) } });
    Ok((3, found.id, resolved))
}

fn place(world: &World, typed: &TypedLine) -> Result<Whereabouts> {
    let place = Whereabouts::find(world, person(world, &typed.who)?, &typed.channel)?;
    let is_long = typed.line.chars().count() > MOST_LETTERS;
    wrong_if(
        is_long,
        format!("a line has at most {MOST_LETTERS} characters"),
    )?;
    Ok(place)
}

/// Refuses to type in a locked thread.
fn refuse_locked(world: &World, place: Whereabouts) -> Result<()> {
    let Some(channel) = world.channels.get(&place.channel) else {
        return Ok(());
    };
    let locked = channel.thread().is_some_and(|thread| thread.locked);
    wrong_if(
        locked && world.may(place.person, channel) & MANAGE_THREADS == 0,
        "the thread is locked",
    )
}

/// Refuses plain words where a person may not say any.
fn refuse_silenced(world: &World, place: Whereabouts, channel: &Channel) -> Result<()> {
    let wanted = match &channel.kind {
        ChannelKind::Text | ChannelKind::Announcement => SEND_MESSAGES,
        ChannelKind::Thread(_) => SEND_MESSAGES_IN_THREADS,
        ChannelKind::Dm(person) if world.meets(*person) || world.has_installed(*person) => 0,
        ChannelKind::Dm(_) => {
            return wrong("the message could not be delivered: this person meets the bot nowhere");
        }
    };
    wrong_if(
        world.may(place.person, channel) & wanted != wanted,
        "this person may not write here",
    )
}

fn say(world: &mut World, place: Whereabouts, typed: &TypedLine) -> Result<Consequence> {
    let line = typed.line.trim();
    wrong_if(
        line.is_empty() || line.chars().count() > 2_000,
        "a message has 1 to 2000 characters",
    )?;
    let id = world.post(
        place.channel,
        place.person,
        Message {
            content: line.to_owned(),
            ..Message::default()
        },
    );
    let message = shown_message(world, id);
    Ok(Consequence::Known(
        json!({ "interaction": null, "outcome": "message", "message": message }),
    ))
}

fn send(world: &mut World, mut deed: Interaction, data: &Value, wait: WaitUntil) -> Consequence {
    let id = deed.id;
    let server = world.server_of(deed.channel);
    let payload = payload::interaction(world, &deed, data);
    deed.lonely = !world.dispatch(server, 0, "INTERACTION_CREATE", &payload);
    if !deed.lonely && world.troubles.doubles() {
        world.dispatch(server, 0, "INTERACTION_CREATE", &payload);
    }
    world.add_interaction(deed);
    Consequence::Awaited(id, wait)
}

/// `POST press` and `POST choose`: the component of a message that a person touches, if they can, is a button or a menu.
pub(crate) fn touch(
    world: &mut World,
    touch: &ComponentUse,
    wants_menu: bool,
) -> Result<Consequence> {
    let who = person(world, &touch.who)?;
    let message = find_if(&world.messages, "message", &touch.message, |it| {
        sees(world, it, who)
    })?;
    let custom_id = &touch.custom_id;
    let all = components::all(&message.components);
    let found = all
        .into_iter()
        .find(|it| it["custom_id"] == custom_id.as_str());
    let fits = |it: &Value| {
        if wants_menu {
            forms::is_menu(it)
        } else {
            it["type"] == 2
        }
    };
    let Some(component) = found.filter(|component| fits(component)) else {
        let noun = if wants_menu { "menu" } else { "button" };
        return wrong(format!(
            "the message has no {noun} with the custom id {custom_id}"
        ));
    };
    wrong_if(
        component["disabled"] == true,
        format!("{custom_id} is disabled"),
    )?;
    let kind = &component["type"];
    let mut data = json!({ "id": component["id"], "custom_id": custom_id, "component_type": kind });
    let place = Whereabouts::of(world, who, message.channel);
    if wants_menu {
        let mut named = Mentioned::by(world, place);
        let values = touch.values.as_deref().unwrap_or_default();
        data["values"] = json!(forms::choose(component, values, &mut named)?);
        put(&mut data, "resolved", named.resolved());
    }
    let source = Some(message.id);
    let owners = message
        .answers
        .as_ref()
        .map_or(Owners::PLACE, |answers| answers.owners);
    let mut deed = place.deed(world, InteractionKind::Component, owners);
    deed.source = source;
    Ok(send(world, deed, &data, touch.wait))
}

fn sees(world: &World, message: &Message, who: Id) -> bool {
    message.only_for.is_none_or(|only| only == who)
        && world
            .channels
            .get(&message.channel)
            .is_some_and(|channel| world.sees(who, channel))
}

pub(crate) async fn wait(shared: &Shared, id: Id, wait: WaitUntil) -> Value {
    let Some(mut news) = shared
        .world()
        .interactions
        .get(&id)
        .map(|it| it.news.subscribe())
    else {
        return json!({ "interaction": id, "outcome": "failed", "error": "the application did not respond" });
    };
    let settings = &shared.settings;
    let patience = Instant::now() + settings.patience;
    let settle = Instant::now() + settings.settle;
    loop {
        let until = {
            let world = shared.world();
            let Some(interaction) = world.interactions.get(&id) else {
                return told(&world, id);
            };
            let answered = interaction.answer.is_some();
            if interaction.lonely
                || answered && (wait == WaitUntil::Answered || settled(&world, interaction))
            {
                return told(&world, id);
            }
            if answered { settle } else { patience }
        };
        if !matches!(timeout_at(until, news.changed()).await, Ok(Ok(()))) {
            return told(&shared.world(), id);
        }
    }
}

fn settled(world: &World, interaction: &Interaction) -> bool {
    match &interaction.answer {
        Some(Callback::Deferred(message)) => world
            .messages
            .get(message)
            .is_none_or(|it| !it.is_loading()),
        Some(Callback::DeferredUpdate) => interaction.followed_up,
        Some(
            Callback::Message(_) | Callback::Updated | Callback::Choices(_) | Callback::Modal(_),
        ) => true,
        None => false,
    }
}

fn told(world: &World, id: Id) -> Value {
    let mut told = json!({ "interaction": id });
    let Some(interaction) = world.interactions.get(&id) else {
        return told;
    };
    let shown = |id: &Id| {
        json!(
            world
                .messages
                .get(id)
                .map(|message| shapes::seen_message(world, message))
        )
    };
    let source = || interaction.source.as_ref().map(shown).unwrap_or_default();
    let (outcome, field, value) = match &interaction.answer {
        Some(Callback::Message(message)) => ("message", "message", shown(message)),
        Some(Callback::Deferred(message)) => ("deferred", "message", shown(message)),
        Some(Callback::Updated) => ("updated", "message", source()),
        Some(Callback::DeferredUpdate) => ("deferred_update", "message", source()),
        Some(Callback::Choices(choices)) => ("choices", "choices", choices.clone()),
        Some(Callback::Modal(modal)) => ("modal", "modal", modal.clone()),
        None => ("failed", "error", json!("the application did not respond")),
    };
    told["outcome"] = json!(outcome);
    put(
        &mut told,
        field,
        Some(value).filter(|value| !value.is_null()),
    );
    told
}
