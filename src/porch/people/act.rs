//! What persons do to the bot: they type, press, choose and send forms, and wait for its answer as long as Discord
//! would. Whatever they could not do with Discord's client, they cannot do here.

use std::{collections::BTreeMap, sync::Arc};

use axum::{Json, extract::State};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};

use super::{
    Cannot, Result, Told, channel, id,
    line::{self, Place},
    payload, person, wrong,
};
use crate::porch::{
    Shared,
    ids::Id,
    permissions::{BYPASS_SLOWMODE, MANAGE_THREADS, SEND_MESSAGES, SEND_MESSAGES_IN_THREADS},
    shapes,
    world::{
        World,
        channel::Kind,
        interaction::{Answer, Deed, Interaction, Owners},
        message::Message,
        write::Draft,
    },
};

/// Until when a person waits.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Default)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Wait {
    /// For the first answer.
    #[default]
    Answered,
    /// Until a deferred answer is given.
    Settled,
}

#[derive(Deserialize)]
pub(crate) struct Typing {
    #[serde(rename = "as")]
    who: String,
    channel: String,
    line: String,
    focused: Option<String>,
    #[serde(default)]
    wait: Wait,
}

/// `POST type`
pub(crate) async fn type_line(State(shared): State<Arc<Shared>>, Told(typed): Told<Typing>) -> Result {
    let (id, wait) = {
        let mut world = shared.world();
        let place = place(&world, &typed)?;
        refuse_locked(&world, place)?;
        if !typed.line.trim_start().starts_with('/') {
            refuse_silenced(&world, place)?;
            refuse_hasty(&world, place)?;
            return say(&mut world, place, &typed.line);
        }
        let understood = line::read(&world, place, &typed.line, None)?;
        let (id, owners) = (world.ids.next(), understood.owners);
        let mut deed = Interaction::new(id, Deed::Command, place.person, place.channel, owners);
        deed.command = Some(understood.command);
        (send(&mut world, deed, &understood.data), typed.wait)
    };
    Ok(Json(outcome(&shared, id, wait).await))
}

/// `POST autocomplete`
pub(crate) async fn autocomplete(State(shared): State<Arc<Shared>>, Told(typed): Told<Typing>) -> Result {
    let id = {
        let mut world = shared.world();
        let place = place(&world, &typed)?;
        let Some(focused) = &typed.focused else { return wrong("say which option is focused") };
        let understood = line::read(&world, place, &typed.line, Some(focused))?;
        let (id, owners) = (world.ids.next(), understood.owners);
        let mut deed = Interaction::new(id, Deed::Autocomplete, place.person, place.channel, owners);
        deed.focused = understood.focused;
        send(&mut world, deed, &understood.data)
    };
    Ok(Json(outcome(&shared, id, Wait::Answered).await))
}

#[derive(Deserialize)]
pub(crate) struct Touch {
    #[serde(rename = "as")]
    who: String,
    message: String,
    custom_id: String,
    values: Option<Vec<String>>,
    #[serde(default)]
    wait: Wait,
}

/// `POST press`
pub(crate) async fn press(State(shared): State<Arc<Shared>>, Told(touch): Told<Touch>) -> Result {
    let data = json!({ "custom_id": touch.custom_id, "component_type": 2 });
    let id = touched(&shared, &touch, 2, &data)?;
    Ok(Json(outcome(&shared, id, touch.wait).await))
}

/// `POST choose`
pub(crate) async fn choose(State(shared): State<Arc<Shared>>, Told(touch): Told<Touch>) -> Result {
    let values = touch.values.clone().unwrap_or_default();
    let data = json!({ "custom_id": touch.custom_id, "component_type": 3, "values": values });
    let id = touched(&shared, &touch, 3, &data)?;
    Ok(Json(outcome(&shared, id, touch.wait).await))
}

#[derive(Deserialize)]
pub(crate) struct Form {
    #[serde(rename = "as")]
    who: String,
    interaction: String,
    fields: BTreeMap<String, String>,
    #[serde(default)]
    wait: Wait,
}

/// `POST submit`
pub(crate) async fn submit(State(shared): State<Arc<Shared>>, Told(form): Told<Form>) -> Result {
    let id = {
        let mut world = shared.world();
        let who = person(&world, &form.who)?;
        let opener = id("interaction", &form.interaction)?;
        let opener = world.interactions.get(opener).filter(|opener| opener.person == who);
        let Some((opener, Some(Answer::Modal(modal)))) = opener.map(|opener| (opener, &opener.answer)) else {
            return wrong("no form was opened there");
        };
        let data = json!({ "custom_id": modal["custom_id"], "components": filled(modal, &form.fields)? });
        let (place, source, owners) = (opener.channel, opener.source, opener.owners);
        channel(&world, &place.to_string(), who)?;
        let mut deed = Interaction::new(world.ids.next(), Deed::Modal, who, place, owners);
        deed.source = source;
        send(&mut world, deed, &data)
    };
    Ok(Json(outcome(&shared, id, form.wait).await))
}

fn place(world: &World, typed: &Typing) -> Result<Place> {
    let person = person(world, &typed.who)?;
    let channel = channel(world, &typed.channel, person)?;
    let server = world.channels.get(&channel).and_then(|channel| channel.server);
    Ok(Place { person, channel, server })
}

/// Refuses to type where there is nothing to type in: in a locked thread, and in a forum outside of its threads.
fn refuse_locked(world: &World, place: Place) -> Result<()> {
    let Some(channel) = world.channels.get(&place.channel) else { return Ok(()) };
    if channel.kind == Kind::Forum {
        return wrong("in a forum one speaks in its threads");
    }
    let locked = channel.thread().is_some_and(|thread| thread.locked);
    if locked && world.may(place.person, channel) & MANAGE_THREADS == 0 {
        return wrong("the thread is locked");
    }
    Ok(())
}

/// Refuses plain words that come too soon after the last ones, where a channel is slow.
fn refuse_hasty(world: &World, place: Place) -> Result<()> {
    let Some(channel) = world.channels.get(&place.channel) else { return Ok(()) };
    if channel.slow_mode == 0 || world.may(place.person, channel) & BYPASS_SLOWMODE != 0 {
        return Ok(());
    }
    let mut own = channel.messages.iter().rev().filter_map(|id| world.messages.get(id));
    let last = own.find(|message| message.author == place.person).map_or(0, |message| message.id.made_ms());
    let next = last.saturating_add(channel.slow_mode.saturating_mul(1_000));
    match next.saturating_sub(world.now_ms()) {
        0 => Ok(()),
        wait => wrong(format!("the channel is slow: wait for {} s", wait.div_ceil(1_000))),
    }
}

/// Refuses plain words where a person may not say any.
fn refuse_silenced(world: &World, place: Place) -> Result<()> {
    let Some(channel) = world.channels.get(&place.channel) else { return Ok(()) };
    let wanted = match &channel.kind {
        Kind::Text | Kind::Announcement | Kind::Forum => SEND_MESSAGES,
        Kind::Thread(_) => SEND_MESSAGES_IN_THREADS,
        Kind::Dm(person) if world.meets(*person) || world.has_installed(*person) => 0,
        Kind::Dm(_) => return wrong("the message could not be delivered: this person meets the bot nowhere"),
    };
    if world.may(place.person, channel) & wanted != wanted {
        return wrong("this person may not write here");
    }
    Ok(())
}

/// A plain message of a person.
fn say(world: &mut World, place: Place, line: &str) -> Result {
    if line.trim().is_empty() || line.chars().count() > 2_000 {
        return wrong("a message has 1 to 2000 letters");
    }
    let draft = Draft { content: line.trim().to_owned(), ..Draft::default() };
    let id = world.post(place.channel, place.person, draft);
    let message = world.messages.get(&id).map(|message| shapes::seen_message(world, message));
    Ok(Json(json!({ "interaction": null, "outcome": "message", "message": message })))
}

/// Tells the bot what a person did.
fn send(world: &mut World, deed: Interaction, data: &Value) -> Id {
    let id = deed.id;
    let server = world.channels.get(&deed.channel).and_then(|channel| channel.server);
    let payload = payload::interaction(world, &deed, data);
    let (life, now_ms) = (world.settings.token_life, world.now_ms());
    world.interactions.add(deed, life, now_ms);
    let anybody = world.dispatch(server, 0, "INTERACTION_CREATE", &payload);
    if anybody && world.troubles.doubles() {
        world.dispatch(server, 0, "INTERACTION_CREATE", &payload);
    }
    if !anybody && let Some(interaction) = world.interactions.get_mut(id) {
        interaction.lonely = true;
    }
    id
}

/// The component of a message that a person touches, if they can.
fn touched(shared: &Shared, touch: &Touch, kind: u64, data: &Value) -> Result<Id> {
    let mut world = shared.world();
    let who = person(&world, &touch.who)?;
    let wanted = id("message", &touch.message)?;
    let seen = world.messages.get(&wanted).filter(|message| sees(&world, message, who));
    let Some(message) = seen else { return Err(Cannot::Find("message", touch.message.clone())) };
    let custom_id = &touch.custom_id;
    let found = components(&message.components).into_iter().find(|it| it["custom_id"] == custom_id.as_str());
    let Some(component) = found.filter(|component| component["type"] == kind) else {
        let noun = if kind == 2 { "button" } else { "menu" };
        return wrong(format!("the message has no {noun} with the custom id {custom_id}"));
    };
    if component["disabled"] == true {
        return wrong(format!("{custom_id} is disabled"));
    }
    if kind == 3 {
        check_values(component, touch.values.as_deref().unwrap_or_default())?;
    }
    let place = message.channel;
    let owners = message.answers.as_ref().map_or(Owners::PLACE, |answers| answers.owners);
    let mut deed = Interaction::new(world.ids.next(), Deed::Component, who, place, owners);
    deed.source = Some(wanted);
    Ok(send(&mut world, deed, data))
}

fn sees(world: &World, message: &Message, who: Id) -> bool {
    message.only_for.is_none_or(|only| only == who)
        && world.channels.get(&message.channel).is_some_and(|channel| world.sees(who, channel))
}

/// All components of a message, however deep.
fn components(list: &Value) -> Vec<&Value> {
    let mut all = Vec::new();
    for component in list.as_array().into_iter().flatten() {
        all.push(component);
        all.extend(components(&component["components"]));
        if component["accessory"].is_object() {
            all.push(&component["accessory"]);
        }
    }
    all
}

fn check_values(menu: &Value, values: &[String]) -> Result<()> {
    let options = menu["options"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (at, value) in values.iter().enumerate() {
        if !options.iter().any(|option| option["value"] == value.as_str()) {
            return wrong(format!("the menu does not offer {value}"));
        }
        if values.iter().take(at).any(|other| other == value) {
            return wrong(format!("{value} is chosen twice"));
        }
    }
    let least = menu["min_values"].as_u64().unwrap_or(1);
    let most = menu["max_values"].as_u64().unwrap_or(1);
    if !(least..=most).contains(&(values.len() as u64)) {
        return wrong(format!("the menu takes {least} to {most} values"));
    }
    Ok(())
}

/// The components of a form with what a person wrote.
fn filled(modal: &Value, fields: &BTreeMap<String, String>) -> Result<Value> {
    let mut known = Vec::new();
    let mut fill = |input: &Value| -> Result<Value> {
        let name = input["custom_id"].as_str().unwrap_or_default();
        known.push(name.to_owned());
        let given = fields.get(name).cloned();
        let text = given.unwrap_or_else(|| input["value"].as_str().unwrap_or_default().to_owned());
        let length = text.chars().count() as u64;
        let required = input["required"] != false;
        let least = input["min_length"].as_u64().unwrap_or(u64::from(required));
        let most = input["max_length"].as_u64().unwrap_or(4_000);
        if (required || length > 0) && length < least.max(u64::from(required)) || length > most {
            return wrong(format!("the field {name} has {least} to {most} letters"));
        }
        Ok(json!({ "type": 4, "custom_id": name, "value": text }))
    };
    let mut rows = Vec::new();
    for row in modal["components"].as_array().into_iter().flatten() {
        if row["component"].is_object() {
            rows.push(json!({ "type": row["type"], "component": fill(&row["component"])? }));
        } else if let Some(inputs) = row["components"].as_array() {
            let inputs: Result<Vec<Value>> = inputs.iter().map(&mut fill).collect();
            rows.push(json!({ "type": 1, "components": inputs? }));
        }
    }
    if let Some(unknown) = fields.keys().find(|name| !known.contains(name)) {
        return wrong(format!("the form has no field {unknown}"));
    }
    Ok(Value::Array(rows))
}

/// Waits for the bot, and says what came of it.
async fn outcome(shared: &Shared, id: Id, wait: Wait) -> Value {
    let Some(mut news) = shared.world().interactions.get(id).map(|it| it.news.subscribe()) else {
        return json!({ "interaction": id, "outcome": "failed", "error": "the application did not respond" });
    };
    let settings = &shared.settings;
    let patience = Instant::now() + settings.patience;
    let settle = Instant::now() + settings.settle;
    loop {
        let until = {
            let world = shared.world();
            let Some(interaction) = world.interactions.get(id) else { return told(&world, id) };
            let answered = interaction.answer.is_some();
            if interaction.lonely || answered && (wait == Wait::Answered || settled(&world, interaction)) {
                return told(&world, id);
            }
            if answered { settle } else { patience }
        };
        if !matches!(timeout_at(until, news.changed()).await, Ok(Ok(()))) {
            return told(&shared.world(), id);
        }
    }
}

/// Whether what was deferred was given.
fn settled(world: &World, interaction: &Interaction) -> bool {
    match &interaction.answer {
        Some(Answer::Deferred(message)) => world.messages.get(message).is_none_or(|it| !it.is_loading()),
        Some(Answer::DeferredUpdate) => interaction.followed_up,
        Some(Answer::Message(_) | Answer::Updated | Answer::Choices(_) | Answer::Modal(_)) => true,
        None => false,
    }
}

/// What a person gets to know.
fn told(world: &World, id: Id) -> Value {
    let mut told = json!({ "interaction": id });
    let Some(interaction) = world.interactions.get(id) else { return told };
    let shown = |id: &Id| world.messages.get(id).map(|message| shapes::seen_message(world, message));
    let (outcome, message) = match &interaction.answer {
        Some(Answer::Message(message)) => ("message", shown(message)),
        Some(Answer::Deferred(message)) => ("deferred", shown(message)),
        Some(Answer::Updated) => ("updated", interaction.source.as_ref().and_then(shown)),
        Some(Answer::DeferredUpdate) => ("deferred_update", interaction.source.as_ref().and_then(shown)),
        Some(Answer::Choices(choices)) => {
            told["choices"] = choices.clone();
            ("choices", None)
        }
        Some(Answer::Modal(modal)) => {
            told["modal"] = modal.clone();
            ("modal", None)
        }
        None => {
            told["error"] = json!("the application did not respond");
            ("failed", None)
        }
    };
    told["outcome"] = json!(outcome);
    if let Some(message) = message {
        told["message"] = message;
    }
    told
}
