//! Reactions to messages: who set which sign under what was said. Those who listen hear of each. It refuses nothing.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::World;
use crate::porch::{ids::Id, shapes};

/// Kinds of reactions that a message may have.
pub(crate) const MOST_REACTIONS: usize = 20;
const GUILD_MESSAGE_REACTIONS: u64 = 1 << 10;
const DIRECT_MESSAGE_REACTIONS: u64 = 1 << 13;

/// A sign under a message, and who set it, the first one first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Reaction {
    pub(crate) emoji: String,
    pub(crate) users: Vec<Id>,
}

/// Whether a text is one of the signs that everybody has. The porch has none of its own.
pub(crate) fn is_emoji(text: &str) -> bool {
    emojis::get(text).is_some()
}

impl World {
    /// Somebody sets a sign under a message; once is enough.
    pub(crate) fn react(&mut self, message: Id, who: Id, emoji: &str) {
        let Some(found) = self.messages.get_mut(&message) else { return };
        let known = found.reactions.iter().position(|reaction| reaction.emoji == emoji);
        match known.and_then(|at| found.reactions.get_mut(at)) {
            Some(reaction) if reaction.users.contains(&who) => return,
            Some(reaction) => reaction.users.push(who),
            None => found.reactions.push(Reaction { emoji: emoji.to_owned(), users: vec![who] }),
        }
        self.reaction_happened("MESSAGE_REACTION_ADD", message, Some(who), Some(emoji));
    }

    /// Somebody takes a sign away. False when there was none of theirs.
    pub(crate) fn take_back_reaction(&mut self, message: Id, who: Id, emoji: &str) -> bool {
        let Some(found) = self.messages.get_mut(&message) else { return false };
        let Some(reaction) = found.reactions.iter_mut().find(|reaction| reaction.emoji == emoji) else {
            return false;
        };
        let before = reaction.users.len();
        reaction.users.retain(|user| *user != who);
        let gone = reaction.users.len() < before;
        found.reactions.retain(|reaction| !reaction.users.is_empty());
        if gone {
            self.reaction_happened("MESSAGE_REACTION_REMOVE", message, Some(who), Some(emoji));
        }
        gone
    }

    /// All signs of one kind go, or all signs.
    pub(crate) fn clear_reactions(&mut self, message: Id, emoji: Option<&str>) {
        if let Some(found) = self.messages.get_mut(&message) {
            found.reactions.retain(|reaction| emoji.is_some_and(|emoji| reaction.emoji != emoji));
        }
        let event = match emoji {
            Some(_) => "MESSAGE_REACTION_REMOVE_EMOJI",
            None => "MESSAGE_REACTION_REMOVE_ALL",
        };
        self.reaction_happened(event, message, None, emoji);
    }

    fn reaction_happened(&mut self, event: &str, id: Id, who: Option<Id>, emoji: Option<&str>) {
        let Some(message) = self.messages.get(&id) else { return };
        let server = self.channels.get(&message.channel).and_then(|channel| channel.server);
        let mut data = json!({ "channel_id": message.channel, "message_id": id });
        if let Some(server) = server {
            data["guild_id"] = json!(server);
        }
        if let Some(emoji) = emoji {
            data["emoji"] = shapes::emoji(emoji);
        }
        if let Some(who) = who {
            data["user_id"] = json!(who);
            data["type"] = json!(0);
            data["burst"] = json!(false);
            if event.ends_with("ADD") {
                data["message_author_id"] = json!(message.author);
                if let Some(server) = server {
                    data["member"] = shapes::member(self, server, who);
                }
            }
        }
        let intent = if server.is_some() { GUILD_MESSAGE_REACTIONS } else { DIRECT_MESSAGE_REACTIONS };
        self.dispatch(server, intent, event, &data);
        self.show_message("message_edited", id);
    }
}

/// The reactions of a message, as the bot gets them: which, how many, and whether it is among those who set them.
pub(crate) fn shown(reactions: &[Reaction], bot: Id) -> Value {
    let shown = reactions.iter().map(|reaction| {
        let count = reaction.users.len();
        json!({
            "emoji": shapes::emoji(&reaction.emoji),
            "count": count,
            "count_details": { "burst": 0, "normal": count },
            "burst_colors": [],
            "me": reaction.users.contains(&bot),
            "me_burst": false,
        })
    });
    shown.collect()
}
