//! What people set under a message: reactions, and votes in its poll. Those who listen hear of each. It refuses nothing.

use std::collections::BTreeSet;

use super::{message::Reaction, state::World};
use crate::ids::Id;

/// Kinds of reactions that a message may have.
pub(crate) const MOST_REACTIONS: usize = 20;

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

    /// Somebody votes: for these answers, and for no others any more.
    pub(crate) fn vote(&mut self, message: Id, who: Id, answers: &BTreeSet<u64>) {
        let Some(poll) = self.messages.get_mut(&message).and_then(|message| message.poll.as_mut()) else {
            return;
        };
        let mut changes = Vec::new();
        for number in (1..).zip(&poll.answers).map(|(number, _)| number) {
            let votes = poll.votes.entry(number).or_default();
            let wanted = answers.contains(&number);
            if wanted && votes.insert(who) || !wanted && votes.remove(&who) {
                changes.push((number, wanted));
            }
        }
        for (number, wanted) in changes {
            let event = if wanted { "MESSAGE_POLL_VOTE_ADD" } else { "MESSAGE_POLL_VOTE_REMOVE" };
            self.vote_happened(event, message, who, number);
        }
    }
}
