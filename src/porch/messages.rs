//! Messages of the bot: posted, read, changed, taken away.

use std::time::Instant;

use serde_json::{Value, json};

use super::{
    body::{File, Sent},
    check,
    ids::millis,
    payload,
    refusal::Refusal,
    rights::{right, rights_in},
    world::{Attachment, Channel, Kind, Message, World, nothing},
};

/// How many nonces are kept before old ones are looked for.
const NONCES: usize = 10_000;
/// Flags that a bot may set: no embeds, private, silent.
const OWN_FLAGS: u64 = 1 << 2 | 1 << 6 | 1 << 12;

type Answer = Result<Value, Refusal>;

impl World {
    /// Posts a message in a channel.
    pub(super) fn post(&mut self, channel: u64, sent: &Sent) -> Answer {
        may_post(self.channel(channel)?, !sent.files.is_empty())?;
        check::message(&sent.json)?;
        if check::is_empty(&sent.json, sent.files.len()) {
            return Err(Refusal::empty());
        }
        if let Some(known) = self.known_nonce(channel, &sent.json) {
            return Ok(known);
        }
        let message = self.compose(channel, sent);
        let id = message.id;
        if let Some(nonce) = enforced_nonce(&sent.json) {
            self.nonces.insert((channel, nonce), (id, Instant::now()));
        }
        self.put(message)?;
        Ok(self.message(id).map(|message| payload::message(self, message)).unwrap_or_default())
    }

    fn known_nonce(&mut self, channel: u64, body: &Value) -> Option<Value> {
        let nonce = enforced_nonce(body)?;
        let life = self.settings.nonce_life;
        if self.nonces.len() > NONCES {
            self.nonces.retain(|_, (_, made)| made.elapsed() < life);
        }
        let (id, made) = *self.nonces.get(&(channel, nonce))?;
        if made.elapsed() >= life {
            return None;
        }
        self.message(id).map(|message| payload::message(self, message))
    }

    /// A message of what was sent; it is not in the channel yet.
    pub(super) fn compose(&mut self, channel: u64, sent: &Sent) -> Message {
        let id = self.ids.next();
        let embeds_allowed =
            self.channels.get(&channel).is_none_or(|it| rights_in(it) & right("EMBED_LINKS") != 0);
        let mut message = Message {
            id,
            channel,
            content: String::new(),
            embeds: nothing(),
            components: nothing(),
            attachments: Vec::new(),
            flags: sent.json["flags"].as_u64().unwrap_or(0) & OWN_FLAGS,
            nonce: Some(sent.json["nonce"].clone()).filter(|nonce| !nonce.is_null()),
            mentions: Vec::new(),
            edited: None,
            only_for: None,
            answers: None,
            loading: false,
        };
        self.fill(&mut message, sent);
        if !embeds_allowed {
            message.embeds = nothing();
        }
        message
    }

    /// Fills a message with what was sent; what is not said stays as it is.
    pub(super) fn fill(&mut self, message: &mut Message, sent: &Sent) {
        let body = &sent.json;
        if let Some(content) = body.get("content") {
            content.as_str().unwrap_or_default().clone_into(&mut message.content);
            message.mentions = self.called(&message.content, body);
        }
        if let Some(embeds) = body["embeds"].as_array() {
            message.embeds = embeds.iter().map(rich).collect();
        }
        if let Some(components) = body.get("components") {
            message.components = if components.is_array() { components.clone() } else { nothing() };
        }
        if let Some(kept) = body["attachments"].as_array() {
            let stays = |file: &Attachment| kept.iter().any(|it| id_of(&it["id"]) == Some(file.id));
            for gone in message.attachments.iter().filter(|file| !stays(file)) {
                self.files.remove(&gone.id);
            }
            message.attachments.retain(stays);
        }
        for file in &sent.files {
            let described = body["attachments"].as_array().into_iter().flatten();
            let mut described = described.filter(|it| id_of(&it["id"]) == Some(file.number));
            let description = described.find_map(|it| it["description"].as_str()).map(str::to_owned);
            message.attachments.push(self.keep(file, description));
        }
    }

    fn keep(&mut self, file: &File, description: Option<String>) -> Attachment {
        let id = self.ids.next();
        self.files.insert(id, file.bytes.clone());
        let (name, kind) = (file.name.clone(), file.kind.clone());
        Attachment { id, name, description, kind, size: file.bytes.len() }
    }

    /// Who is really called: whom the words name, if that is allowed.
    fn called(&self, content: &str, body: &Value) -> Vec<u64> {
        let named =
            |id: &u64| content.contains(&format!("<@{id}>")) || content.contains(&format!("<@!{id}>"));
        let allowed = &body["allowed_mentions"];
        let users: Vec<u64> = allowed["users"].as_array().into_iter().flatten().filter_map(id_of).collect();
        let parses = allowed["parse"].as_array().is_some_and(|parse| parse.iter().any(|it| it == "users"));
        let open = allowed.is_null() || parses;
        self.persons.keys().filter(|id| named(id) && (open || users.contains(id))).copied().collect()
    }

    // --- Reading ---

    /// The messages of a channel, the newest first.
    pub(super) fn read_messages(&self, channel: u64, query: &[(String, String)]) -> Answer {
        let channel = self.readable(channel)?;
        let number = |name: &str| {
            query.iter().find(|(known, _)| known == name).and_then(|(_, value)| value.parse::<u64>().ok())
        };
        let limit = usize::try_from(number("limit").unwrap_or(50)).unwrap_or(50);
        if !(1..=100).contains(&limit) {
            let message = "int value should be between 1 and 100.";
            return Err(Refusal::form("limit", "NUMBER_TYPE_MAX", message));
        }
        let (before, after) = (number("before").unwrap_or(u64::MAX), number("after"));
        let seen = channel.messages.values().filter(|message| message.only_for.is_none());
        let seen = seen.filter(|message| message.id < before && after.is_none_or(|after| message.id > after));
        let mut list: Vec<&Message> = match after {
            Some(_) => seen.take(limit).collect(),
            None => seen.rev().take(limit).collect(),
        };
        list.sort_by_key(|message| std::cmp::Reverse(message.id));
        Ok(list.into_iter().map(|message| payload::message(self, message)).collect())
    }

    /// One message.
    pub(super) fn read_message(&self, channel: u64, id: u64) -> Answer {
        let channel = self.readable(channel)?;
        let found = channel.messages.get(&id).filter(|message| message.only_for.is_none());
        found.map(|message| payload::message(self, message)).ok_or_else(Refusal::unknown_message)
    }

    fn readable(&self, channel: u64) -> Result<&Channel, Refusal> {
        let channel = self.channel(channel)?;
        let rights = rights_in(channel);
        let needed = right("VIEW_CHANNEL") | right("READ_MESSAGE_HISTORY");
        if rights & needed == needed { Ok(channel) } else { Err(Refusal::missing_access()) }
    }

    // --- Changing ---

    /// Changes a message.
    pub(super) fn edit(&mut self, channel: u64, id: u64, sent: &Sent) -> Answer {
        let place = self.channel(channel)?;
        if place.messages.get(&id).is_none_or(|message| message.only_for.is_some()) {
            return Err(Refusal::unknown_message());
        }
        if place.archived && place.locked {
            return Err(Refusal::archived());
        }
        self.change(id, sent)
    }

    /// Changes a message that may be changed.
    pub(super) fn change(&mut self, id: u64, sent: &Sent) -> Answer {
        check::message(&sent.json)?;
        let mut message = self.message(id).cloned().ok_or_else(Refusal::unknown_message)?;
        let called = message.mentions.clone();
        self.fill(&mut message, sent);
        let body = json!({
            "content": message.content, "embeds": message.embeds, "components": message.components,
        });
        if check::is_empty(&body, message.attachments.len()) {
            return Err(Refusal::empty());
        }
        // A change calls nobody who was not called before, unless it is the answer that was promised.
        if !message.loading {
            message.mentions.retain(|person| called.contains(person));
            message.edited = Some(millis());
        }
        message.loading = false;
        message.flags &= !(1 << 7);
        let (place, only_for) = (message.channel, message.only_for);
        if let Some(slot) = self.message_mut(id) {
            *slot = message;
        }
        self.message_event("MESSAGE_UPDATE", id);
        self.changed("message", place, Some(id), only_for);
        Ok(self.message(id).map(|message| payload::message(self, message)).unwrap_or_default())
    }

    /// Takes a message of the bot away.
    pub(super) fn delete(&mut self, channel: u64, id: u64) -> Answer {
        let known =
            self.channel(channel)?.messages.get(&id).is_some_and(|message| message.only_for.is_none());
        if !known {
            return Err(Refusal::unknown_message());
        }
        self.take_away(id);
        Ok(Value::Null)
    }
}

/// Whether the bot may post here. Without the right to embed, Discord shows the message without embeds.
fn may_post(channel: &Channel, files: bool) -> Result<(), Refusal> {
    let rights = rights_in(channel);
    let has = |name: &str| rights & right(name) != 0;
    if !has("VIEW_CHANNEL") {
        return Err(Refusal::missing_access());
    }
    let send = if channel.kind == Kind::Thread { "SEND_MESSAGES_IN_THREADS" } else { "SEND_MESSAGES" };
    if !has(send) || (files && !has("ATTACH_FILES")) {
        return Err(Refusal::missing_permissions());
    }
    if channel.archived && channel.locked { Err(Refusal::archived()) } else { Ok(()) }
}

/// The nonce of a message that must be made once.
fn enforced_nonce(body: &Value) -> Option<String> {
    let nonce =
        body["nonce"].as_str().map(str::to_owned).or_else(|| body["nonce"].as_u64().map(|it| it.to_string()));
    nonce.filter(|_| body["enforce_nonce"] == true)
}

/// An id, which some libraries write as a number.
pub(super) fn id_of(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

/// An embed of a bot is a rich one.
fn rich(embed: &Value) -> Value {
    let mut embed = embed.clone();
    embed["type"] = "rich".into();
    embed
}
