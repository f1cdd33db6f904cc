//! Announces changes of the world: to the bot as gateway events, and to persons who watch as page
//! events.
//!
//! Sending never blocks. Except for memberships, what is announced is changed elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::ids::Id;
use super::objects::{self, set_if_some};
use super::permissions::VIEW_CHANNEL;
use super::world::{ActivityInstance, Channel, FaultKind, IdentifyOutcome, Outgoing, Shard, World};

pub(crate) const GUILDS: u64 = 1;
pub(crate) const GUILD_MEMBERS: u64 = 1 << 1;
pub(crate) const GUILD_PRESENCES: u64 = 1 << 8;
pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;
pub(crate) const MESSAGE_CONTENT: u64 = 1 << 15;

const TRUNCATED_EVENT: &str = r#"{"op":0,"s":1,"t":"INTERACTION_CREATE","d":{"id":"1","type":2,"token":"a-token-that-leads-nowhere","data":"#;

/// The channels that each watching person can see.
type Views = BTreeMap<Id, BTreeSet<Id>>;

/// Sends an event to every session that wants it. Returns whether any session, live or resumable,
/// does.
///
/// In guilds without the bot, only interactions are delivered, which need no intent.
pub(crate) fn dispatch(
    world: &mut World,
    guild: Option<Id>,
    intent: u64,
    name: &str,
    data: &Value,
) -> bool {
    if intent != 0 && guild.is_some_and(|guild| !world.has_bot(guild)) {
        return false;
    }
    let lifetime = world.settings.session_lifetime;
    world.sessions.remove_expired(lifetime);
    let text = data.to_string();
    let mut any_wants = false;
    for session in world.sessions.wanting_mut(guild, intent) {
        session.send(name, &text);
        any_wants = true;
    }
    any_wants
}

/// Returns whether the bot may see the messages of a channel. Even without this permission, it is
/// told that the channel exists.
fn bot_can_view(world: &World, channel: Id) -> bool {
    let found_channel = world
        .channels
        .get(&channel)
        .filter(|found_channel| found_channel.guild.is_some());
    found_channel
        .is_none_or(|found_channel| world.bot_permissions(found_channel) & VIEW_CHANNEL != 0)
}

/// Sends an event about a channel; the first intent applies in a guild, the second in a DM.
fn dispatch_in_channel(
    world: &mut World,
    channel: Id,
    intents: [u64; 2],
    name: &str,
    mut data: Value,
) {
    let guild = world.guild_of(channel);
    let is_known = ["CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE"].contains(&name);
    if !is_known && !bot_can_view(world, channel) {
        return;
    }
    // Events about DMs have no `guild_id` field at all, because some libraries cannot parse null.
    set_if_some(&mut data, "guild_id", guild);
    let [of_servers, of_two] = intents;
    dispatch(
        world,
        guild,
        if guild.is_some() { of_servers } else { of_two },
        name,
        &data,
    );
}

/// Announces that a channel or thread was created, updated or deleted (`CREATE`, `UPDATE`,
/// `DELETE`).
pub(crate) fn announce_channel(world: &mut World, event: &str, kind: &str, id: Id) {
    let Some(channel) = world.channels.get(&id) else {
        return;
    };
    let is_thread = channel.thread().is_some();
    let mut data = objects::channel(world, channel);
    set_if_some(
        &mut data,
        "newly_created",
        (event == "CREATE" && is_thread).then_some(true),
    );
    let change = objects::channel_change_view(world, channel, kind);
    // Discord sends no channel events about DMs.
    if channel.guild.is_some() {
        let noun = if is_thread { "THREAD" } else { "CHANNEL" };
        dispatch_in_channel(
            world,
            id,
            [GUILDS, DIRECT_MESSAGES],
            &format!("{noun}_{event}"),
            data,
        );
    }
    notify_watchers(world, id, None, &change);
}

/// Notifies the watching persons who may see the change. If a watcher's queue is full, it is
/// disconnected.
fn notify_watchers(world: &mut World, channel: Id, only_for: Option<Id>, change: &Value) {
    let Some(found_channel) = world.channels.get(&channel) else {
        return;
    };
    let persons = world.watchers.iter().map(|watcher| watcher.person);
    let viewers = persons.filter(|person| {
        only_for.is_none_or(|only| only == *person) && world.can_view(*person, found_channel)
    });
    let viewers: BTreeSet<Id> = viewers.collect();
    notify_persons(world, &viewers, change);
}

fn notify_persons(world: &mut World, persons: &BTreeSet<Id>, change: &Value) {
    let text = change.to_string();
    world.watchers.retain(|watcher| {
        let is_concerned = persons.contains(&watcher.person);
        !watcher.sender.is_closed()
            && (!is_concerned || watcher.sender.try_send(text.clone()).is_ok())
    });
}

/// Injects the next gateway fault into all live sessions to which it applies.
///
/// With `new_session`, only the session with this id is considered.
pub(crate) fn inject_gateway_fault(world: &mut World, new_session: Option<&str>) {
    let shards = world
        .sessions
        .live()
        .filter(|session| new_session.is_none_or(|id| session.id == id))
        .map(|session| session.shard.number)
        .collect();
    let Some(fault) = world.faults.take_for_gateway(&shards) else {
        return;
    };
    let outgoing = match fault.kind {
        FaultKind::DropGateway { code } => Some(Outgoing::Close(code)),
        FaultKind::InvalidSession { resumable } => Some(Outgoing::Invalid(resumable)),
        FaultKind::Garbled => Some(Outgoing::Frame(TRUNCATED_EVENT.to_owned())),
        FaultKind::Malformed => None,
        FaultKind::Reconnect
        | FaultKind::Answer { .. }
        | FaultKind::LoseAnswer
        | FaultKind::Slow { .. }
        | FaultKind::NoServers
        | FaultKind::WithholdAck
        | FaultKind::Double => {
            let frame = json!({ "op": 7, "d": null, "s": null, "t": null });
            Some(Outgoing::Frame(frame.to_string()))
        }
    };
    for session in world.sessions.live() {
        if new_session.is_some_and(|id| session.id != id) || !fault.applies_to(session.shard.number)
        {
            continue;
        }
        if let Some(outgoing) = &outgoing {
            session.enqueue(outgoing.clone());
        } else {
            session.send("INTERACTION_CREATE", r#"{"id":"not a number","type":2}"#);
            session.send("SOMETHING_NOBODY_KNOWS", r#"{"what":["is","this"]}"#);
        }
    }
}

/// Grants or refuses an IDENTIFY. Too many of them in a day reset the token and end all sessions.
pub(crate) fn try_identify(world: &mut World, shard: Shard) -> IdentifyOutcome {
    let now_ms = world.now_ms();
    let at = world.started.elapsed();
    let start = world
        .identify_limiter
        .try_identify(&world.settings, shard, now_ms, at);
    if start == IdentifyOutcome::NoneLeft {
        world.sessions.close_all(4004);
    }
    start
}

pub(crate) fn close_all_connections(world: &mut World) {
    world.watchers.clear();
    for session in world.sessions.live() {
        session.enqueue(Outgoing::Close(1001));
    }
}

pub(crate) fn announce_thread_members(world: &mut World, id: Id, member: Id, left: bool) {
    let Some(channel) = world.channels.get(&id) else {
        return;
    };
    let Some(thread) = channel.thread() else {
        return;
    };
    let joined = (!left).then(|| objects::thread_member(id, member));
    let hidden = left.then_some(member);
    let data = json!({
        "id": id, "member_count": thread.members.len(), "added_members": Vec::from_iter(joined),
        "removed_member_ids": Vec::from_iter(hidden),
    });
    // Without the intent for members, a bot receives such events only about itself.
    let intent = if member == world.bot {
        GUILDS
    } else {
        GUILD_MEMBERS
    };
    dispatch_in_channel(world, id, [intent; 2], "THREAD_MEMBERS_UPDATE", data);
    announce_channel(world, "UPDATE", "changed", id);
}

/// Tells the persons in an instance of the Activity, and its former users, who has it open.
///
/// The bot receives no event, as on Discord.
pub(crate) fn announce_activity(world: &mut World, instance: &ActivityInstance, former: &[Id]) {
    let persons = instance.users().into_iter().chain(former.iter().copied());
    let persons: BTreeSet<Id> = persons.collect();
    let change = json!({
        "kind": "activity_changed", "channel": instance.channel, "instance": instance.id(),
        "participants": objects::activity_participants(world, instance),
    });
    notify_persons(world, &persons, &change);
}

// --- Messages ---

pub(crate) fn announce_message(world: &mut World, event: &str, kind: &str, id: Id) {
    dispatch_message_event(world, event, id);
    notify_watchers_of_message(world, kind, id);
}

pub(crate) fn notify_watchers_of_message(world: &mut World, kind: &str, id: Id) {
    if world.watchers.is_empty() {
        return;
    }
    let Some(message) = world.messages.get(&id) else {
        return;
    };
    let channel = message.channel;
    let only_for = message.only_for;
    let change = json!({ "kind": kind, "channel": channel, "message": objects::message_view(world, message) });
    notify_watchers(world, channel, only_for, &change);
}

fn dispatch_message_event(world: &mut World, event: &str, id: Id) {
    // Discord sends no gateway events about ephemeral messages.
    let Some(message) = world
        .messages
        .get(&id)
        .filter(|message| message.only_for.is_none())
    else {
        return;
    };
    let guild = world.guild_of(message.channel);
    let intent = if guild.is_some() {
        GUILD_MESSAGES
    } else {
        DIRECT_MESSAGES
    };
    let bot_can_view_message =
        guild.is_none_or(|guild| world.has_bot(guild)) && bot_can_view(world, message.channel);
    if !bot_can_view_message || !world.sessions.any_wants(intent) {
        return;
    }
    if event == "MESSAGE_DELETE" {
        let data = json!({ "id": id, "channel_id": message.channel });
        return dispatch_in_channel(world, message.channel, [intent; 2], event, data);
    }
    let mut data = match event {
        "MESSAGE_CREATE" => objects::message_with_nonce(world, message),
        _ => objects::message(world, message),
    };
    if let Some(guild) = guild {
        data["guild_id"] = json!(guild);
        data["member"] = objects::member_without_user(world, guild, message.author);
    }
    let shows_content = guild.is_none()
        || message.author == world.bot
        || message.mentions.users.contains(&world.bot);
    if shows_content {
        dispatch(world, guild, intent, event, &data);
        return;
    }
    // Without the intent for message contents, a bot receives the message with empty contents.
    let mut blank = data.clone();
    blank["content"] = json!("");
    for field in ["embeds", "attachments", "components"] {
        blank[field] = json!([]);
    }
    let full = data.to_string();
    let blank = blank.to_string();
    for session in world.sessions.wanting_mut(guild, intent) {
        let text = if session.intents & MESSAGE_CONTENT != 0 {
            &full
        } else {
            &blank
        };
        session.send(event, text);
    }
}

// --- Visibility: changed permissions and memberships show or hide channels ---

fn list_visible_channels(world: &World) -> Views {
    let mut views = Views::new();
    for watcher in &world.watchers {
        let visible = world
            .channels
            .values()
            .filter(|channel| world.can_view(watcher.person, channel));
        views.insert(watcher.person, visible.map(|channel| channel.id).collect());
    }
    views
}

/// Runs `change_world`, then tells watching persons which channels became visible or hidden to
/// them.
pub(crate) fn update_visibility(world: &mut World, change_world: impl FnOnce(&mut World)) {
    let before = list_visible_channels(world);
    change_world(world);
    for (person, now) in list_visible_channels(world) {
        let seen = before.get(&person).cloned().unwrap_or_default();
        let hidden = seen.difference(&now).map(|id| (*id, "deleted"));
        let shown = now.difference(&seen).map(|id| (*id, "created"));
        for (id, change_kind) in hidden.chain(shown) {
            let Some(channel) = world.channels.get(&id) else {
                continue;
            };
            let change = objects::channel_change_view(world, channel, change_kind);
            notify_persons(world, &BTreeSet::from([person]), &change);
        }
    }
}

/// Removes a person from a guild and from its threads.
pub(crate) fn remove_member(world: &mut World, guild: Id, person: Id) {
    update_visibility(world, |world| {
        if let Some(person) = world.persons.get_mut(&person) {
            person.guilds.remove(&guild);
        }
        let threads = world
            .channels
            .values_mut()
            .filter(|channel| channel.guild == Some(guild));
        for thread in threads.filter_map(Channel::thread_mut) {
            thread.members.remove(&person);
        }
    });
    let data = json!({ "guild_id": guild, "user": objects::user(world, person) });
    dispatch(
        world,
        Some(guild),
        GUILD_MEMBERS,
        "GUILD_MEMBER_REMOVE",
        &data,
    );
}

/// Adds a person to a guild and announces the new member.
pub(crate) fn add_member(world: &mut World, guild: Id, person: Id) {
    let now_ms = world.now_ms();
    update_visibility(world, |world| {
        if let Some(person) = world.persons.get_mut(&person) {
            person.guilds.insert(guild, now_ms);
        }
    });
    announce_member(world, guild, person);
}

pub(crate) fn announce_member(world: &mut World, guild: Id, person: Id) {
    let mut data = objects::member(world, guild, person);
    data["guild_id"] = json!(guild);
    dispatch(world, Some(guild), GUILD_MEMBERS, "GUILD_MEMBER_ADD", &data);
}
