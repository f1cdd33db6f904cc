//! What happens to messages, and to what people set under them.

use serde_json::json;

use super::{DIRECT_MESSAGES, GUILD_MESSAGES, GUILDS, MESSAGE_CONTENT};
use crate::ids::{Id, timestamp};
use crate::shapes::{self, put};
use crate::world::World;

const GUILD_WEBHOOKS: u64 = 1 << 5;
const GUILD_MESSAGE_REACTIONS: u64 = 1 << 10;
const DIRECT_MESSAGE_REACTIONS: u64 = 1 << 13;
const GUILD_MESSAGE_POLLS: u64 = 1 << 24;
const DIRECT_MESSAGE_POLLS: u64 = 1 << 25;

impl World {
    /// Something happened to a message.
    pub(crate) fn message_happened(&mut self, event: &str, kind: &str, id: Id) {
        self.tell_bot_of_message(event, id);
        self.show_message(kind, id);
    }

    /// Shows those who watch how a message looks now.
    pub(crate) fn show_message(&mut self, kind: &str, id: Id) {
        if self.watchers.is_empty() {
            return;
        }
        let Some(message) = self.messages.get(&id) else { return };
        let (channel, only_for) = (message.channel, message.only_for);
        let change =
            json!({ "kind": kind, "channel": channel, "message": shapes::seen_message(self, message) });
        self.tell_watchers(channel, only_for, &change);
    }

    fn tell_bot_of_message(&mut self, event: &str, id: Id) {
        // Nobody but one person learns of an ephemeral message.
        let Some(message) = self.messages.get(&id).filter(|message| message.only_for.is_none()) else {
            return;
        };
        let server = self.server_of(message.channel);
        let intent = if server.is_some() { GUILD_MESSAGES } else { DIRECT_MESSAGES };
        let hears = server.is_none_or(|server| self.has_bot(server)) && self.bot_sees(message.channel);
        if !hears || !self.sessions.anybody(intent) {
            return;
        }
        if event == "MESSAGE_DELETE" {
            let data = json!({ "id": id, "channel_id": message.channel });
            return self.dispatch_in(message.channel, [intent; 2], event, data);
        }
        let mut data = match event {
            "MESSAGE_CREATE" => shapes::message_as_sent(self, message),
            _ => shapes::message(self, message),
        };
        if let Some(server) = server {
            data["guild_id"] = json!(server);
            // A webhook is nobody's member.
            if message.mask.is_none() {
                data["member"] = shapes::member_without_user(self, server, message.author);
            }
        }
        let open =
            server.is_none() || message.author == self.bot || message.mentions.users.contains(&self.bot);
        if open {
            self.dispatch(server, intent, event, &data);
            return;
        }
        // Whoever did not ask for contents hears only that something was said.
        let mut blank = data.clone();
        blank["content"] = json!("");
        for field in ["embeds", "attachments", "components"] {
            blank[field] = json!([]);
        }
        let (full, blank) = (data.to_string(), blank.to_string());
        for session in self.sessions.wanting(server, intent) {
            let text = if session.intents & MESSAGE_CONTENT != 0 { &full } else { &blank };
            session.send(event, text);
        }
    }

    /// Somebody set a sign under a message, or took it away.
    pub(crate) fn reaction_happened(&mut self, event: &str, id: Id, who: Option<Id>, emoji: Option<&str>) {
        let Some(message) = self.messages.get(&id) else { return };
        let channel = message.channel;
        let mut data = json!({ "channel_id": channel, "message_id": id });
        put(&mut data, "emoji", emoji.map(shapes::emoji));
        if let Some(who) = who {
            data["user_id"] = json!(who);
            data["type"] = json!(0);
            data["burst"] = json!(false);
            if event.ends_with("ADD") {
                data["message_author_id"] = json!(message.author);
                let member = self.server_of(channel).map(|server| shapes::member(self, server, who));
                put(&mut data, "member", member);
            }
        }
        self.dispatch_in(channel, [GUILD_MESSAGE_REACTIONS, DIRECT_MESSAGE_REACTIONS], event, data);
        self.show_message("message_edited", id);
    }

    /// Somebody voted, or took a vote back.
    pub(crate) fn vote_happened(&mut self, event: &str, id: Id, who: Id, answer: u64) {
        let Some(message) = self.messages.get(&id) else { return };
        let channel = message.channel;
        let data = json!({ "user_id": who, "channel_id": channel, "message_id": id, "answer_id": answer });
        self.dispatch_in(channel, [GUILD_MESSAGE_POLLS, DIRECT_MESSAGE_POLLS], event, data);
        self.show_message("message_edited", id);
    }

    /// Something about the webhooks of a channel is new.
    pub(crate) fn webhooks_happened(&mut self, server: Id, channel: Id) {
        let data = json!({ "guild_id": server, "channel_id": channel });
        self.dispatch(Some(server), GUILD_WEBHOOKS, "WEBHOOKS_UPDATE", &data);
    }

    /// Something was pinned in a channel, or is no more; the newest that is was pinned at this moment.
    pub(crate) fn pins_happened(&mut self, channel: Id, newest_ms: Option<u64>) {
        let data = json!({ "channel_id": channel, "last_pin_timestamp": newest_ms.map(timestamp) });
        self.dispatch_in(channel, [GUILDS, DIRECT_MESSAGES], "CHANNEL_PINS_UPDATE", data);
    }

    /// Many messages of a channel are gone.
    pub(crate) fn messages_erased(&mut self, channel: Id, ids: &[Id]) {
        let data = json!({ "ids": ids, "channel_id": channel });
        self.dispatch_in(channel, [GUILD_MESSAGES, DIRECT_MESSAGES], "MESSAGE_DELETE_BULK", data);
    }
}
