//! Posts, edits and deletes messages, deletes channels, archives threads and opens Activities, and
//! announces each change.
//!
//! Callers must validate changes beforehand, because functions here refuse nothing.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::activities::{ActivityInstance, NewFrame};
use super::channel::Channel;
use super::components;
use super::files::Attachment;
use super::message::{self, Mentions, Message, nonce_text};
use super::state::World;
use crate::events;
use crate::ids::Id;
use crate::permissions::{MENTION_EVERYONE, VIEW_CHANNEL};

const MAX_MESSAGES: usize = 20_000;

/// An edit of a message; `None` leaves a field unchanged.
#[derive(Default)]
pub(crate) struct MessageEdit {
    pub(crate) content: Option<String>,
    pub(crate) components: Option<Value>,
    pub(crate) embeds: Option<Value>,
    pub(crate) attachments: Option<Vec<Attachment>>,
    pub(crate) flags: Option<u64>,
    pub(crate) allowed: Option<Value>,
}

fn list_or_empty(value: Value) -> Value {
    if value.is_array() { value } else { json!([]) }
}

/// Finds the bot's message with this nonce, if it is younger than the lifetime of nonces.
pub(crate) fn find_by_nonce<'a>(world: &'a World, channel: Id, nonce: &str) -> Option<&'a Message> {
    let life = world.settings.nonce_lifetime;
    let now_ms = world.now_ms();
    let newest_first = world.channels.get(&channel)?.messages.iter().rev();
    let recent = newest_first.take_while(|id| !life.is_zero() && !id.is_older_than(life, now_ms));
    let mut own_messages = recent
        .filter_map(|id| world.messages.get(id))
        .filter(|item| item.author == world.bot);
    own_messages
        .find(|message| message.nonce.as_ref().and_then(nonce_text).as_deref() == Some(nonce))
}

pub(crate) fn post_message(world: &mut World, channel: Id, author: Id, message: Message) -> Id {
    let id = world.ids.next();
    post_with_id(world, id, channel, author, message);
    id
}

/// Posts a message with an id that the caller has already chosen.
pub(crate) fn post_with_id(
    world: &mut World,
    id: Id,
    channel: Id,
    author: Id,
    mut message: Message,
) {
    (message.id, message.channel, message.author) = (id, channel, author);
    message.components = components::with_defaults(message.components);
    message.embeds = list_or_empty(message.embeds);
    let allowed = message.allowed.take();
    (message.mentions, message.pinged) = resolve_mentions(world, &message, allowed.as_ref());
    let is_open = message.only_for.is_none();
    world.messages.insert(id, message);
    unarchive_thread(world, channel);
    let mut oldest = None;
    if let Some(channel) = world.channels.get_mut(&channel) {
        channel.messages.insert(id);
        if is_open {
            channel.last_message = Some(id);
            channel.total_messages += 1;
        }
        oldest = channel
            .messages
            .first()
            .copied()
            .filter(|_| channel.messages.len() > MAX_MESSAGES);
    }
    if let Some(oldest) = oldest {
        remove_message(world, oldest);
    }
    events::announce_message(world, "MESSAGE_CREATE", "message_created", id);
}

/// Edits a message. An edit pings mentioned persons only if it replaces a loading message.
pub(crate) fn edit_message(world: &mut World, id: Id, change: MessageEdit) {
    let now_ms = world.now_ms();
    let Some(message) = world.messages.get_mut(&id) else {
        return;
    };
    let was_loading = message.is_loading();
    let mut dropped = Vec::new();
    if let Some(components) = change.components {
        message.components = components::with_defaults(components);
    }
    if let Some(embeds) = change.embeds {
        message.embeds = list_or_empty(embeds);
    }
    if let Some(attachments) = change.attachments {
        let kept: BTreeSet<Id> = attachments.iter().map(|attachment| attachment.id).collect();
        dropped.extend(
            message
                .attachments
                .iter()
                .map(|old| old.id)
                .filter(|id| !kept.contains(id)),
        );
        message.attachments = attachments;
    }
    if let Some(flags) = change.flags {
        message.flags = flags;
    }
    message.flags &= !message::LOADING;
    if !was_loading {
        message.edited_ms = Some(now_ms);
    }
    if let Some(content) = change.content {
        message.content = content;
        let Some(message) = world.messages.get(&id) else {
            return;
        };
        let (mentions, pinged) = resolve_mentions(world, message, change.allowed.as_ref());
        if let Some(message) = world.messages.get_mut(&id) {
            message.mentions = mentions;
            if was_loading {
                message.pinged = pinged;
            }
        }
    }
    for file in dropped {
        world.files.forget(file);
    }
    events::announce_message(world, "MESSAGE_UPDATE", "message_edited", id);
}

pub(crate) fn delete_message(world: &mut World, id: Id) {
    events::announce_message(world, "MESSAGE_DELETE", "message_deleted", id);
    remove_message(world, id);
}

fn remove_message(world: &mut World, id: Id) {
    let Some(message) = world.messages.remove(&id) else {
        return;
    };
    for attachment in &message.attachments {
        world.files.forget(attachment.id);
    }
    if let Some(channel) = world.channels.get_mut(&message.channel) {
        channel.messages.remove(&id);
    }
}

/// Deletes a channel with its threads and messages.
pub(crate) fn delete_channel(world: &mut World, id: Id) {
    let threads: Vec<Id> = world
        .channels
        .values()
        .filter(|other| other.parent() == Some(id))
        .map(|other| other.id)
        .collect();
    for thread in threads {
        delete_channel(world, thread);
    }
    close_activity_frames(world, |instance, _, _| instance.channel == id);
    events::announce_channel(world, "DELETE", "deleted", id);
    let Some(channel) = world.channels.remove(&id) else {
        return;
    };
    for message in channel.messages {
        remove_message(world, message);
    }
}

// --- Activities ---

/// Opens the Activity for a person in a channel, and returns the id of the frame.
pub(crate) fn open_activity(world: &mut World, channel: Id, person: Id) -> Id {
    let launch = world.ids.next();
    let frame = NewFrame {
        id: world.ids.next(),
        person,
        channel,
        guild: world.guild_of(channel),
    };
    world.activities.open(&frame, launch);
    if let Some(instance) = world.activities.find_by_frame(frame.id).cloned() {
        events::announce_activity(world, &instance, &[]);
    }
    frame.id
}

/// Closes the frames for which `closes` returns `true` when given instance, frame and person. The
/// instance ends with its last frame.
pub(crate) fn close_activity_frames(
    world: &mut World,
    closes: impl Fn(&ActivityInstance, Id, Id) -> bool,
) {
    for (instance, former_users) in world.activities.close_frames(closes) {
        events::announce_activity(world, &instance, &former_users);
    }
}

// --- Threads ---

/// A thread that is due for archiving.
pub(crate) struct InactiveThread {
    id: Id,
    /// Since when it is due, in milliseconds since 1970.
    since_ms: u64,
}

/// Returns the threads that are due for archiving.
pub(crate) fn find_inactive_threads(world: &World) -> Vec<InactiveThread> {
    let now_ms = world.now_ms();
    let inactive = world.channels.values().filter_map(|channel| {
        let since_ms = channel.archives_at_ms()?;
        (since_ms <= now_ms).then_some(InactiveThread {
            id: channel.id,
            since_ms,
        })
    });
    inactive.collect()
}

pub(crate) fn archive_threads(world: &mut World, inactive: Vec<InactiveThread>) {
    for InactiveThread { id, since_ms } in inactive {
        if let Some(thread) = world.channels.get_mut(&id).and_then(Channel::thread_mut) {
            thread.archived = true;
            thread.archive_ms = since_ms;
        }
        events::announce_channel(world, "UPDATE", "changed", id);
    }
}

/// Unarchives a thread, as Discord does when a message is posted in it.
fn unarchive_thread(world: &mut World, channel: Id) {
    let now_ms = world.now_ms();
    let thread = world
        .channels
        .get_mut(&channel)
        .and_then(|channel| channel.thread_mut());
    if let Some(thread) = thread
        && thread.archived
    {
        thread.archived = false;
        thread.archive_ms = now_ms;
        events::announce_channel(world, "UPDATE", "changed", channel);
    }
}

/// Returns the permitted mentions of a message, and the persons whom it pings.
fn resolve_mentions(
    world: &World,
    message: &Message,
    allowed: Option<&Value>,
) -> (Mentions, BTreeSet<Id>) {
    let Message {
        channel,
        author,
        content,
        ..
    } = message;
    let is_free = allowed.is_none_or(Value::is_null);
    let allowed = allowed.unwrap_or(&Value::Null);
    let mut mentions = Mentions::default();
    for (is_role, id) in parse_mentions(content) {
        if is_role && world.guilds.values().any(|guild| guild.bot_role == id) {
            if is_free || is_allowed(allowed, "roles", Some(id)) {
                mentions.roles.insert(id);
            }
        } else if (world.persons.contains_key(&id) || id == world.bot)
            && (is_free || is_allowed(allowed, "users", Some(id)))
        {
            mentions.users.insert(id);
        }
    }
    let Some(found_channel) = world.channels.get(channel) else {
        return (mentions, BTreeSet::new());
    };
    let may = *author != world.bot || world.bot_permissions(found_channel) & MENTION_EVERYONE != 0;
    let calls_all = content.contains("@everyone") || content.contains("@here");
    mentions.everyone = may
        && calls_all
        && found_channel.kind_number() != 1
        && (is_free || is_allowed(allowed, "everyone", None));
    let replied = message
        .reference
        .and_then(|id| world.messages.get(&id))
        .map(|message| message.author);
    mentions
        .users
        .extend(replied.filter(|_| is_free || allowed["replied_user"] == true));
    let pinged = world.persons.keys().copied().filter(|person| {
        person != author
            && (mentions.everyone || mentions.users.contains(person))
            && can_be_pinged(world, *person, found_channel)
    });
    let pinged = pinged.collect();
    (mentions, pinged)
}

/// Returns whether `allowed_mentions` permits a mention: all of its kind, or this id in particular.
fn is_allowed(allowed: &Value, kind: &str, id: Option<Id>) -> bool {
    let mut parsed = allowed["parse"].as_array().into_iter().flatten();
    let mut named = allowed[kind].as_array().into_iter().flatten();
    parsed.any(|parsed| parsed == kind)
        || id.is_some_and(|id| named.any(|named| Id::from_json(named) == Some(id)))
}

/// Returns whether a mention can ping a person, who may see the thread or be invited to it by the
/// mention.
fn can_be_pinged(world: &World, person: Id, found_channel: &Channel) -> bool {
    world.can_view(person, found_channel)
        || found_channel.guild.is_some()
            && world.permissions_of(person, found_channel) & VIEW_CHANNEL != 0
}

/// Returns the ids mentioned in a text, each with `true` for a role and `false` for a user.
fn parse_mentions(content: &str) -> impl Iterator<Item = (bool, Id)> + '_ {
    content.split("<@").skip(1).filter_map(|rest| {
        let (inside, _) = rest.split_once('>')?;
        match inside.strip_prefix('&') {
            Some(role) => Some((true, role.parse().ok()?)),
            None => Some((
                false,
                inside.strip_prefix('!').unwrap_or(inside).parse().ok()?,
            )),
        }
    })
}
