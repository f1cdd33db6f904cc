//! Messages come, change and go, and threads fall asleep and wake: the one place where that happens, so that the bot and the persons hear of each. It
//! takes what was checked; it refuses nothing.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::channel::Channel;
use super::components;
use super::files::Attachment;
use super::message::{self, Mentions, Message, nonce_text};
use super::state::World;
use crate::ids::Id;
use crate::permissions::{MENTION_EVERYONE, VIEW_CHANNEL};

const MOST_MESSAGES: usize = 20_000;

/// What changes in a message; what is not named stays.
#[derive(Default)]
pub(crate) struct MessageEdit {
    pub(crate) content: Option<String>,
    pub(crate) components: Option<Value>,
    pub(crate) embeds: Option<Value>,
    pub(crate) attachments: Option<Vec<Attachment>>,
    pub(crate) flags: Option<u64>,
    pub(crate) allowed: Option<Value>,
}

fn list(value: Value) -> Value {
    if value.is_array() { value } else { json!([]) }
}

impl World {
    /// What the bot said in a channel under this nonce, as long as that is remembered.
    pub(crate) fn said_with_nonce(&self, channel: Id, nonce: &str) -> Option<&Message> {
        let life = self.settings.nonce_life;
        let now_ms = self.now_ms();
        let newest_first = self.channels.get(&channel)?.messages.iter().rev();
        let young =
            newest_first.take_while(|id| !life.is_zero() && !id.is_older_than(life, now_ms));
        let mut said = young
            .filter_map(|id| self.messages.get(id))
            .filter(|it| it.author == self.bot);
        said.find(|message| message.nonce.as_ref().and_then(nonce_text).as_deref() == Some(nonce))
    }

    pub(crate) fn post(&mut self, channel: Id, author: Id, message: Message) -> Id {
        let id = self.ids.next();
        self.post_as(id, channel, author, message);
        id
    }

    /// Writes a message that has its id already: the first of a thread in a forum has the thread's.
    pub(crate) fn post_as(&mut self, id: Id, channel: Id, author: Id, mut message: Message) {
        (message.id, message.channel, message.author) = (id, channel, author);
        message.components = components::completed(message.components);
        message.embeds = list(message.embeds);
        let allowed = message.allowed.take();
        (message.mentions, message.pinged) = self.mentions(&message, allowed.as_ref());
        let is_open = message.only_for.is_none();
        self.messages.insert(id, message);
        self.wake_thread(channel);
        let mut oldest = None;
        if let Some(channel) = self.channels.get_mut(&channel) {
            channel.messages.insert(id);
            if is_open {
                channel.last_message = Some(id);
                channel.total_messages += 1;
            }
            oldest = channel
                .messages
                .first()
                .copied()
                .filter(|_| channel.messages.len() > MOST_MESSAGES);
        }
        if let Some(oldest) = oldest {
            self.drop_message(oldest);
        }
        self.message_happened("MESSAGE_CREATE", "message_created", id);
    }

    /// Changes a message. What is said instead of "is thinking" rings like something new; an edit never does.
    pub(crate) fn change(&mut self, id: Id, change: MessageEdit) {
        let now_ms = self.now_ms();
        let Some(message) = self.messages.get_mut(&id) else {
            return;
        };
        let was_loading = message.is_loading();
        let mut dropped = Vec::new();
        if let Some(components) = change.components {
            message.components = components::completed(components);
        }
        if let Some(embeds) = change.embeds {
            message.embeds = list(embeds);
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
            let Some(message) = self.messages.get(&id) else {
                return;
            };
            let (mentions, pinged) = self.mentions(message, change.allowed.as_ref());
            if let Some(message) = self.messages.get_mut(&id) {
                message.mentions = mentions;
                if was_loading {
                    message.pinged = pinged;
                }
            }
        }
        for file in dropped {
            self.files.forget(file);
        }
        self.message_happened("MESSAGE_UPDATE", "message_edited", id);
    }

    pub(crate) fn erase(&mut self, id: Id) {
        self.message_happened("MESSAGE_DELETE", "message_deleted", id);
        self.drop_message(id);
    }

    fn drop_message(&mut self, id: Id) {
        let Some(message) = self.messages.remove(&id) else {
            return;
        };
        for attachment in &message.attachments {
            self.files.forget(attachment.id);
        }
        if let Some(channel) = self.channels.get_mut(&message.channel) {
            channel.messages.remove(&id);
        }
    }

    /// A channel goes, and with it its threads and all that was said.
    pub(crate) fn close_channel(&mut self, id: Id) {
        let threads: Vec<Id> = self
            .channels
            .values()
            .filter(|other| other.parent() == Some(id))
            .map(|other| other.id)
            .collect();
        for thread in threads {
            self.close_channel(thread);
        }
        self.channel_happened("DELETE", "deleted", id);
        let Some(channel) = self.channels.remove(&id) else {
            return;
        };
        for message in channel.messages {
            self.drop_message(message);
        }
    }

    /// Returns the threads that have been silent for long enough, and since when they are to be archived.
    pub(crate) fn silent_threads(&self) -> Vec<(Id, u64)> {
        let now_ms = self.now_ms();
        let silent = self.channels.values().filter_map(|channel| {
            let at_ms = channel.sleeps_at_ms()?;
            (at_ms <= now_ms).then_some((channel.id, at_ms))
        });
        silent.collect()
    }

    pub(crate) fn archive(&mut self, silent: Vec<(Id, u64)>) {
        for (id, at_ms) in silent {
            if let Some(thread) = self.channels.get_mut(&id).and_then(Channel::thread_mut) {
                (thread.archived, thread.archive_ms) = (true, at_ms);
            }
            self.channel_happened("UPDATE", "changed", id);
        }
    }

    /// Who speaks in an archived thread fetches it back.
    fn wake_thread(&mut self, channel: Id) {
        let now_ms = self.now_ms();
        let thread = self
            .channels
            .get_mut(&channel)
            .and_then(|channel| channel.thread_mut());
        if let Some(thread) = thread
            && thread.archived
        {
            thread.archived = false;
            thread.archive_ms = now_ms;
            self.channel_happened("UPDATE", "changed", channel);
        }
    }

    /// Who is meant by a message, as far as that is allowed, and whose device rings.
    fn mentions(&self, message: &Message, allowed: Option<&Value>) -> (Mentions, BTreeSet<Id>) {
        let Message {
            channel,
            author,
            content,
            ..
        } = message;
        let is_free = allowed.is_none_or(Value::is_null);
        let allowed = allowed.unwrap_or(&Value::Null);
        let has = |list: &Value, wanted: &dyn Fn(&Value) -> bool| {
            list.as_array().is_some_and(|list| list.iter().any(wanted))
        };
        let allows = |kind: &str, id: Option<Id>| {
            is_free
                || has(&allowed["parse"], &|parsed| parsed == kind)
                || id.is_some_and(|id| has(&allowed[kind], &|named| Id::said(named) == Some(id)))
        };
        let mut mentions = Mentions::default();
        for (is_role, id) in named_in(content) {
            if is_role && self.servers.values().any(|server| server.bot_role == id) {
                if allows("roles", Some(id)) {
                    mentions.roles.insert(id);
                }
            } else if (self.persons.contains_key(&id) || id == self.bot)
                && allows("users", Some(id))
            {
                mentions.users.insert(id);
            }
        }
        let Some(place) = self.channels.get(channel) else {
            return (mentions, BTreeSet::new());
        };
        let may = *author != self.bot || self.bot_permissions(place) & MENTION_EVERYONE != 0;
        let calls_all = content.contains("@everyone") || content.contains("@here");
        mentions.everyone =
            may && calls_all && place.kind_number() != 1 && allows("everyone", None);
        let replied = message
            .reference
            .and_then(|id| self.messages.get(&id))
            .map(|message| message.author);
        mentions
            .users
            .extend(replied.filter(|_| is_free || allowed["replied_user"] == true));
        let rung = self.persons.keys().copied().filter(|person| {
            person != author
                && (mentions.everyone || mentions.users.contains(person))
                && self.can_be_called(*person, place)
        });
        let rung = rung.collect();
        (mentions, rung)
    }

    /// Whether a device rings when somebody is named there. Being named asks one into a private thread.
    fn can_be_called(&self, person: Id, place: &Channel) -> bool {
        self.sees(person, place)
            || place.server.is_some() && self.may(person, place) & VIEW_CHANNEL != 0
    }
}

/// Ids of users (false) and roles (true) that a text names.
fn named_in(content: &str) -> impl Iterator<Item = (bool, Id)> + '_ {
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
